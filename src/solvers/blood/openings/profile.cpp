// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/openings/profile.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/blood/openings/aside.hpp"

namespace thalweg::blood {

namespace {

using Complex = std::complex<double>;
using Values = std::vector<Complex>;

/// A wall that a site stands on would make the equations as stiff as one likes.
constexpr double nearest_wall = 1e-3;

/// (i rate - laplace) as a symmetric matrix: each wall pulls at its own distance (F. Gibou, R. P.
/// Fedkiw, L.-T. Cheng, M. Kang, J. Comput. Phys. 176, 2002), which is of second order.
class Operator {
 public:
  Operator(const OpeningSection& section, double rate) : section_(section) {
    for (const OpeningSection::Site& site : section.sites) {
      Complex sum{0, rate};
      for (std::size_t side = 0; side < 4; ++side)
        sum += site.neighbour[side] >= 0 ? 1 : 1 / std::max(site.wall[side], nearest_wall);
      diagonal_.push_back(sum);
    }
  }
  const Values& diagonal() const { return diagonal_; }
  void apply(const Values& from, Values& to) const {
    for (std::size_t n = 0; n < from.size(); ++n) {
      to[n] = diagonal_[n] * from[n];
      for (const int other : section_.sites[n].neighbour)
        if (other >= 0) to[n] -= from[static_cast<std::size_t>(other)];
    }
  }

 private:
  const OpeningSection& section_;
  Values diagonal_;
};

/// Without conjugation, since the matrix is symmetric and not Hermitian.
Complex product(const Values& a, const Values& b) {
  Complex sum{};
  for (std::size_t n = 0; n < a.size(); ++n) sum += a[n] * b[n];
  return sum;
}

double size_of(const Values& a) {
  double sum = 0;
  for (const Complex& value : a) sum += std::norm(value);
  return std::sqrt(sum);
}

}  // namespace

/// Conjugate gradients for complex symmetric matrices (H. A. van der Vorst, J. B. M. Melissen, IEEE
/// Trans. Magn. 26, 1990), with the diagonal as preconditioner.
Values developed_flow(const OpeningSection& section, double rate) {
  const Operator matrix(section, rate);
  const std::size_t sites = section.sites.size();
  Values x(sites), residual(sites, Complex{1}), z(sites), along(sites), image(sites);
  const auto precondition = [&] {
    for (std::size_t n = 0; n < sites; ++n) z[n] = residual[n] / matrix.diagonal()[n];
  };
  precondition();
  along = z;
  Complex product_before = product(residual, z);
  const double enough = 1e-13 * size_of(residual);
  for (std::size_t k = 0; k < 20 * sites + 20 && size_of(residual) > enough; ++k) {
    matrix.apply(along, image);
    const Complex step = product_before / product(along, image);
    for (std::size_t n = 0; n < sites; ++n) {
      x[n] += step * along[n];
      residual[n] -= step * image[n];
    }
    precondition();
    const Complex product_now = product(residual, z);
    const Complex keep = product_now / product_before;
    for (std::size_t n = 0; n < sites; ++n) along[n] = z[n] + keep * along[n];
    product_before = product_now;
  }
  return x;
}

Complex Profile::half_way(const grid::Cell& cell, int first, int second) const {
  const int at = section_->find(cell);
  const auto value = [&](int number) {
    return number >= 0 ? values_[static_cast<std::size_t>(number)] : Complex{};
  };
  if (first == 0 && second == 0) return value(at);
  const std::size_t side = first != 0 ? (first > 0 ? 1 : 0) : (second > 0 ? 3 : 2);
  if (at < 0) {
    // The link may still end behind a site of the section.
    grid::Cell beside = cell;
    beside[2 - section_->across[0]] += first;
    beside[2 - section_->across[1]] += second;
    const bool is_there = beside[2 - section_->across[0]] >= 0 &&
                          beside[2 - section_->across[0]] < section_->extent[0] &&
                          beside[2 - section_->across[1]] >= 0 &&
                          beside[2 - section_->across[1]] < section_->extent[1];
    return is_there ? value(section_->find(beside)) / 2.0 : Complex{};
  }
  const OpeningSection::Site& site = section_->sites[static_cast<std::size_t>(at)];
  if (site.neighbour[side] >= 0) return (value(at) + value(site.neighbour[side])) / 2.0;
  return value(at) * std::max(0.0, 1 - 0.5 / std::max(site.wall[side], nearest_wall));
}

double simple_profile(ProfileKind kind, const Vessel& vessel, const geometry::Opening& opening,
                      const geometry::Vector& place) {
  if (kind == ProfileKind::uniform) return 1;
  if (vessel.shape == VesselShape::channel)
    return std::max(0.0, 1 - std::pow(2 * place[2] / vessel.size[2], 2));
  const geometry::Vector aside = aside_of(vessel, opening, place);
  const double radius = (opening.nearest_rim + opening.farthest_rim) / 2;
  return std::max(0.0, 1 - geometry::dot(aside, aside) / (radius * radius));
}

}  // namespace thalweg::blood
