// SPDX-License-Identifier: Apache-2.0
#include "solvers/turbulence/message_precision.hpp"

#include "fft/pencils.hpp"

namespace thalweg::turbulence {

namespace {

/// Complex numbers of one field that a rank sends others that do not share its memory.
/// first_rank: of the layout's ranks, among all.
double sent(const fft::Layout& layout, fft::TileDirection direction, int first_rank,
            const Together& together) {
  const fft::Rectangles all(layout, direction, 1);
  std::int64_t numbers = 0;
  for (const int peer : all.peers(layout.rank))
    if (!together(first_rank + layout.rank, first_rank + peer))
      numbers += all.message(layout.rank, 0, peer);
  return static_cast<double>(numbers);
}

}  // namespace

bool read_single_messages(io::Case& input) {
  return input.choice("transport.message_precision", {"as-fields", "single"}, "as-fields",
                      "precision of what ranks send each other") == "single";
}

Together together_in(const fft::Sharing& sharing) {
  return [sharing](int a, int b) { return sharing.together(a, b); };
}

Together together_in(const transport::Placement& placement, const std::string& route) {
  const bool in_place = !placement.on_devices && (route == "auto" || route == "in-place");
  return [=](int a, int b) {
    return a == b || (in_place && placement.locality(a, b) != transport::Locality::network);
  };
}

Conversion conversion_of(const Parameters& p, const fft::Layout& layout, int complex_bytes,
                         const Together& together) {
  if (!fft::converts_messages(complex_bytes, p.single_messages)) return {};
  using enum fft::TileDirection;
  // Read in one precision, written in the other. What a rank gets one way it sends the other way.
  const double bytes = complex_bytes + fft::message_bytes(complex_bytes, true);
  Conversion conversion{.rows = bytes * sent(layout, to_planes, 0, together),
                        .planes = bytes * sent(layout, to_rows, 0, together),
                        .lines = 0};
  if (layout.across == 1) return conversion;
  const fft::Layout lines = fft::line_layout(layout, complex_bytes);
  const int first = layout.rank - lines.rank;
  conversion.lines =
      bytes * (sent(lines, to_planes, first, together) + sent(lines, to_rows, first, together));
  return conversion;
}

void as_messages(const Parameters& p, const transport::Placement& placement, int complex_bytes,
                 std::vector<transport::RankLoads>& chunks) {
  if (!fft::converts_messages(complex_bytes, p.single_messages)) return;
  const bool in_place = together_in(placement, p.transport.route)(0, placement.ranks_per_node - 1);
  for (transport::RankLoads& loads : chunks)
    for (auto& rank : loads)
      for (transport::Load& load : rank)
        if (!in_place || load.locality == transport::Locality::network)
          load.bytes = load.bytes / complex_bytes * fft::message_bytes(complex_bytes, true);
}

std::string message_precision_line(const Parameters& p, const transport::Communicator& comm,
                                   const fft::Sharing& sharing) {
  if (!p.single_messages) return {};
  const std::string none = "transport.message_precision = \"single\" changes nothing here: ";
  if (p.single_precision) return none + "fields are of single precision, and so are messages";
  if (comm.size() == 1) return none + "one rank sends no messages";
  if (sharing.nodes && sharing.nodes->largest_node() == comm.size())
    return none + "ranks of one node work on the same memory (transport.route = \"" +
           p.transport.route + "\")";
  return "messages are of single precision: half the bytes, rounded to 6e-8 of each number";
}

}  // namespace thalweg::turbulence
