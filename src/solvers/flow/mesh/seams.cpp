// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>

#include "solvers/flow/mesh/coincident.hpp"

namespace thalweg::flow {

using grid::index;

namespace {

/// Joins links of neighbouring cells to boxes, each of which is one connection.
class Joiner {
 public:
  Joiner(const std::vector<FaceCell>& faces, std::vector<std::optional<Link>> links)
      : faces_(faces), links_(std::move(links)), is_taken_(faces.size()) {
    for (std::size_t n = 0; n < faces.size(); ++n) numbers_[key(faces[n], faces[n].cell)] = n;
  }

  std::vector<Seam> seams(const std::vector<RigidMotion>& motions) {
    std::vector<Seam> all;
    for (std::size_t n = 0; n < faces_.size(); ++n)
      if (links_[n] && !is_taken_[n]) {
        const RigidMotion& motion = motions[links_[n]->motion];
        all.push_back({grown(n), motion});
        all.back().connection.turn = motion.angle;
      }
    return all;
  }

 private:
  using Key = std::array<int, 6>;
  static Key key(const FaceCell& f, const grid::Cell& cell) {
    return {f.block, f.face.axis, f.face.upper, cell[0], cell[1], cell[2]};
  }

  /// Takes all cells of a box where they follow the link, or none.
  bool take(const FaceCell& of, const Link& link, const grid::Box& box) {
    std::vector<std::size_t> taken;
    bool is_whole = true;
    grid::for_each_cell(box, [&](const grid::Cell& cell) {
      const auto at = numbers_.find(key(of, cell));
      if (!is_whole) return;
      is_whole = at != numbers_.end() && links_[at->second] && !is_taken_[at->second] &&
                 links_[at->second]->is_along(link) && !is_taken_[links_[at->second]->partner];
      if (!is_whole) return;
      for (const std::size_t n : {at->second, links_[at->second]->partner}) {
        is_taken_[n] = true;
        taken.push_back(n);
      }
    });
    if (!is_whole)
      for (const std::size_t n : taken) is_taken_[n] = false;
    return is_whole;
  }

  grid::Connection grown(std::size_t number) {
    const FaceCell& f = faces_[number];
    const Link& link = *links_[number];
    grid::Box box{f.cell, {f.cell[0] + 1, f.cell[1] + 1, f.cell[2] + 1}};
    take(f, link, box);
    for (std::size_t d = 3; d-- > 0;) {
      if (index(f.face.axis) == d) continue;
      for (grid::Box next = box;; next = box) {
        next.lower[d] = box.upper[d];
        next.upper[d] = box.upper[d] + 1;
        if (!take(f, link, next)) break;
        box.upper[d] = next.upper[d];
      }
    }
    return {f.block, f.face, box, link.donor, link.donor_face, link.map};
  }

  const std::vector<FaceCell>& faces_;
  std::vector<std::optional<Link>> links_;
  std::vector<bool> is_taken_;
  std::map<Key, std::size_t> numbers_;
};

}  // namespace

std::vector<Seam> find_seams(const VertexGrid& grid) {
  std::vector<RigidMotion> motions{{}};
  for (const RigidMotion& motion : grid.motions) {
    motions.push_back(motion);
    motions.push_back(motion.inverse());
  }
  const std::vector<FaceCell> faces = bare_faces(grid);
  return Joiner(faces, find_links(grid, faces, motions)).seams(motions);
}

}  // namespace thalweg::flow
