// SPDX-License-Identifier: Apache-2.0
#include "device_tables.hpp"

#include <fmt/format.h>

#include "transport/probe/pair_bandwidth.hpp"

namespace thalweg::bench {

using namespace transport;
using nlohmann::ordered_json;

namespace {

TableOptions options_of(bool quick) {
  TableOptions options;
  for (std::int64_t bytes = 1 << 10; bytes <= 64 << 20; bytes *= quick ? 8 : 2)
    options.bytes.push_back(bytes);
  options.threads = {1, 2, 4};
  options.sampling.budget = quick ? 0.05 : 2;
  return options;
}

template <class Row>
std::vector<double> rates_of(const Row& row, const std::vector<std::int64_t>& bytes) {
  std::vector<double> rates;
  for (std::size_t s = 0; s < bytes.size(); ++s) rates.push_back(row.rate(s, bytes));
  return rates;
}

ordered_json json_of(const CopyTable& table) {
  ordered_json rows = ordered_json::array();
  for (const CopyRates& row : table.rows)
    rows.push_back({{"memory", name_of(memory_of(row.memory))},
                    {"way", name_of(row.way)},
                    {"threads", row.threads},
                    {"bytes_per_second", rates_of(row, table.bytes)}});
  return {
      {"device", table.device}, {"devices", table.devices}, {"bytes", table.bytes}, {"rows", rows}};
}

ordered_json json_of(const PairTable& table) {
  if (!table.why_not.empty()) return {{"why_not", table.why_not}};
  ordered_json rows = ordered_json::array();
  for (const PairRates& row : table.rows)
    rows.push_back({{"through_host", row.way.through_host},
                    {"queued", row.way.queued},
                    {"pairs", row.pairs},
                    {"bytes_per_second", rates_of(row, table.bytes)}});
  return {{"device", table.device},
          {"within_one", table.within_one},
          {"bytes", table.bytes},
          {"rows", rows}};
}

}  // namespace

ordered_json device_tables(const Communicator& comm, bool quick) {
  const Topology topology = Topology::discover(comm);
  const TableOptions options = options_of(quick);
  const CopyTable copies = measure_copy_table(comm, topology, options);
  if (copies.rows.empty()) {
    if (comm.is_root())
      fmt::print(
          "no CUDA device here: the tables of copies to, from and between devices need one\n");
    return {{"device_copies", nullptr}, {"pair_copies", nullptr}};
  }
  const PairTable pairs = measure_pair_table(comm, topology, options);
  if (!comm.is_root()) return nullptr;
  fmt::print("{}", copy_table_text(copies));
  if (pairs.why_not.empty())
    fmt::print("{}", pair_table_text(pairs));
  else
    fmt::print("copies between ranks' devices: not possible: {}\n", pairs.why_not);
  return {{"device_copies", json_of(copies)}, {"pair_copies", json_of(pairs)}};
}

}  // namespace thalweg::bench
