// SPDX-License-Identifier: Apache-2.0
// What lies at sites, on its way to the ranks that have them: from checkpoints, and when sites are
// dealt anew.
#include <algorithm>

#include "grid/cell_index.hpp"
#include "solvers/blood/plasma/plasma.hpp"
#include "transport/movements/migration.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

/// The way of sites to the ranks that have them.
class ToOwners {
 public:
  /// identities: of what this rank brings. Collective.
  ToOwners(const exec::Exec& exec, const transport::Communicator& comm, const Sites& sites,
           const std::vector<std::int64_t>& identities)
      : exec_(exec), migration_(comm, "sites"),
        plan_(migration_.count(exec, owners_of(sites, identities).view())) {
    const grid::CellIndex index(sites.lattice(),
                                {sites.cells().begin(), sites.cells().begin() + sites.own()});
    for (const std::int64_t identity : arrived(identities, 1))
      site_.push_back(index.find(identity));
  }

  /// So many values of each, brought in the order of identities. Collective.
  template <class T>
  std::vector<T> by_site(const std::vector<T>& values, int each) const {
    const std::vector<T> from = arrived(values, each);
    std::vector<T> to(from.size());
    for (std::size_t k = 0; k < site_.size(); ++k)
      std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(k) * each, each,
                  to.begin() + site_[k] * each);
    return to;
  }

 private:
  static exec::Array<int, 1> owners_of(const Sites& sites,
                                       const std::vector<std::int64_t>& identities) {
    std::vector<int> owners;
    for (const std::int64_t identity : identities)
      owners.push_back(sites.owner(sites.lattice().cell(identity)));
    return exec::uploaded(owners);
  }
  template <class T>
  std::vector<T> arrived(const std::vector<T>& values, int each) const {
    exec::Array<T, 1> moving = exec::uploaded(exec_, values);
    plan_.move(exec_, moving, each);
    return exec::downloaded(exec_, std::as_const(moving).view());
  }

  const exec::Exec& exec_;
  transport::Migration migration_;
  transport::MigrationPlan plan_;
  std::vector<std::ptrdiff_t> site_;
};

}  // namespace

template <class Real>
typename Plasma<Real>::SiteItems Plasma<Real>::site_items() {
  SiteItems items;
  items.identities.reserve(static_cast<std::size_t>(sites_.own()));
  for (int i = 0; i < sites_.own(); ++i) items.identities.push_back(sites_.identity(i));
  store_populations(items.populations);
  if (has_contrast()) items.contrasts = stored_contrast();
  return items;
}

/// In the order of sites there. Collective.
template <class Real>
void Plasma<Real>::place(const SiteItems& items) {
  const ToOwners to_owners(exec_, comm_, sites_, items.identities);
  load_populations(to_owners.by_site(items.populations, directions));
  if (has_contrast()) load_contrast(to_owners.by_site(items.contrasts, 1));
  if (comm_.max(items.velocities.empty() ? 0 : 1) > 0)
    load_velocities(to_owners.by_site(items.velocities, 3));
}

/// (site, coordinate) from (coordinate, site).
template <class Real>
std::vector<Real> Plasma<Real>::stored_velocities() {
  std::vector<Real> planes(last_velocity_.size()), values(planes.size());
  exec::copy_bytes(exec_, planes.data(), std::as_const(last_velocity_).view().data,
                   planes.size() * sizeof(Real));
  exec_.wait();
  const std::size_t sites = planes.size() / 3;
  for (std::size_t i = 0; i < planes.size(); ++i) values[3 * (i % sites) + i / sites] = planes[i];
  return values;
}

template <class Real>
void Plasma<Real>::load_velocities(const std::vector<Real>& values) {
  const std::size_t sites = values.size() / 3;
  std::vector<Real> planes(values.size());
  for (std::size_t i = 0; i < planes.size(); ++i) planes[i] = values[3 * (i % sites) + i / sites];
  last_velocity_ = exec::Array<Real, 2>({3, sites_.own()});
  exec::copy_bytes(exec_, last_velocity_.view().data, planes.data(), planes.size() * sizeof(Real));
  exec_.wait();
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
