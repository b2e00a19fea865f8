// SPDX-License-Identifier: Apache-2.0
// The step. What is measured and written of a state: plasma_output.cpp.
#include "solvers/blood/plasma/plasma.hpp"

#include "exec/bandwidth.hpp"
#include "solvers/blood/plasma/initial_flow.hpp"
#include "solvers/blood/prediction/memory.hpp"

namespace thalweg::blood::inline TW_HALF {

namespace {

double measure_bandwidth(const exec::Exec& exec, const transport::Communicator& comm,
                         const Sites& sites, std::size_t value) {
  const double bytes =
      comm.max(directions * static_cast<double>(value) * static_cast<double>(sites.own()));
  comm.barrier();
  return exec::measure_triad_bandwidth(exec, static_cast<std::size_t>(bytes / 2));
}

}  // namespace

template <class Real>
Plasma<Real>::Plasma(const Parameters& p, const transport::Communicator& comm)
    : p_(p), units_(p.units()), comm_(comm), sites_(p, comm),
      bandwidth_(measure_bandwidth(exec_, comm_, sites_, sizeof(Real))),
      collision_{static_cast<Real>(1 / p.relaxation_time),
                 static_cast<Real>(1 / p.odd_relaxation_time())},
      force_{} {
  if (p.thinning) prepare_thinning();
  if (p.wall_averages) wall_averages_.emplace(*p.wall_averages);
  set_up_sites();
  if (cells_) prepare_balance();
  set_force();
}

/// What there is of this rank's sites, and the step over them; their state is to be loaded.
template <class Real>
void Plasma<Real>::set_up_sites() {
  upload_tables();
  make_halos();
  if (cells_)
    cells_->set_sites(sites_);
  else if (!p_.cells.species.empty())
    cells_ = std::make_unique<Cells<Real>>(p_, comm_, sites_, phases_);
  if (p_.vessel.is_loop()) set_up_loop();
  if (!p_.openings.empty()) {
    auto openings = std::make_unique<PlasmaOpenings<Real>>(p_, sites_, comm_, phases_);
    if (openings_) openings->go_on_from(*openings_, exec_);
    openings_ = std::move(openings);
  }
  if (!p_.planes.empty()) {
    planes_ = std::make_unique<PlaneMeasures>(p_, comm_, sites_);
    plane_sites_ = exec::uploaded(planes_->sites());
  }
  sites_.release_tables();
  set_floors();
}

template <class Real>
void Plasma<Real>::upload_tables() {
  populations_ = exec::Array<Real, 1>({directions * sites_.stride()});
  if (p_.streaming == Streaming::two_arrays)
    second_ = exec::Array<Real, 1>({directions * sites_.stride()});
  const Stretches& s = sites_.stretches();
  stretches_ = {exec::uploaded(s.first), exec::uploaded(s.slots), exec::uploaded(s.of_site),
                s.number_before(sites_.interior())};
  const WallLinks& w = sites_.walls();
  walls_ = {exec::uploaded(w.first),
            exec::uploaded(w.rest),
            exec::uploaded(w.slot),
            exec::uploaded(w.partner_at_home),
            exec::uploaded(w.partner_shifted),
            exec::uploaded_as<Real>(w.near),
            exec::uploaded_as<Real>(w.pushed)};
}

/// A route that was chosen once is kept.
template <class Real>
void Plasma<Real>::make_halos() {
  const auto route = [&](const OwnHalo& before) {
    if (!before || before->last().plan == nullptr || comm_.size() == 1)
      return p_.transport.route_of("populations");
    return std::string(transport::name_of(before->plan(1).choice().route));
  };
  const std::string out = route(to_shifted_), back = route(to_home_);
  const grid::CellLinks& links = sites_.links();
  to_shifted_.emplace(comm_, "populations out", links.sends, links.receives, 1, out);
  to_home_.emplace(comm_, "populations back", links.receives, links.sends, 1, back);
}

template <class Real>
void Plasma<Real>::initialise() {
  std::vector<Real> values;
  values.reserve(static_cast<std::size_t>(directions) * static_cast<std::size_t>(sites_.own()));
  for (int i = 0; i < sites_.own(); ++i) {
    const auto at = p_.vessel.place(sites_.cells()[static_cast<std::size_t>(i)]);
    for (const double f : initial_populations(initial_flow(p_, at), p_.relaxation_time))
      values.push_back(static_cast<Real>(f));
  }
  load_populations(values);
  if (cells_) cells_->initialise(exec_);
  push_round_loop();
  if (openings_) openings_->initialise();
}

template <class Real>
void Plasma<Real>::step(double time_limit) {
  if (balance_) balance_->begin_step(load_now());
  if (openings_) prepare_openings();  // (11.6), (11.7)
  collide(Part::beside_others);       //      (1.6), (2.1), (2.3)
  exchange_behind_interior();         // the other sites, while populations travel
  if (cells_)                         // (7.1), (7.6), and walls while velocities travel
    cells_->follow_fluid(
        exec_, steps_, [&] { return_from_walls(); }, [&] { return fastest(); });
  else
    return_from_walls();  // (2.4)
  ++steps_;
  if (openings_)  // (11.1), (11.5)
    openings_->return_to(exec_, populations_.view().data,
                         static_cast<double>(steps_) * units_.step);
  // Steps are as long as the lattice wants them: the one nearest to a limit ends there.
  time_ = static_cast<double>(steps_) * units_.step;
  if (time_ > time_limit - units_.step / 2) time_ = time_limit;
  set_force();
  if (cells_) cells_->push_fluid(exec_);            // section 6, (7.7)
  push_round_loop();                                // (5.10)
  if (wall_averages_) average_wall_shear_stress();  // (10.19), (10.20)
}

template <class Real>
void Plasma<Real>::set_force() {
  const std::array<double, 3> force = p_.lattice_force(static_cast<double>(steps_) * units_.step);
  for (std::size_t d = 0; d < 3; ++d) force_.uniform[d] = static_cast<Real>(force[d]);
}

template <class Real>
void Plasma<Real>::prepare_thinning() {
  const RelaxationTable table =
      relaxation_table(*p_.thinning, units_.pressure() * units_.step, units_.step);
  thinning_rates_ = exec::uploaded_as<Real>(table.rates);
  thinning_ = {std::as_const(thinning_rates_).view().data, static_cast<int>(table.rates.size()) - 1,
               static_cast<Real>(table.middle), static_cast<Real>(p_.magic_parameter.value_or(0))};
}

template <class Real>
void Plasma<Real>::collide(Part part) {
  const auto timer = phases_.measure("collide");
  Real* f = populations_.view().data;
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    with_rule<Force>([&](const auto& rule) {
      if constexpr (state == State::shifted)
        if (fills_second_array())
          return collide_sites(
              part, slots, PopulationArrays<Streaming::two_arrays, Real>{f, second_.view().data},
              force, rule);
      collide_sites(part, slots, PopulationArrays<Streaming::in_place, Real>{f}, force, rule);
    });
  });
}

template <class Real>
template <State state, Streaming streaming, class Force, class Rule>
void Plasma<Real>::collide_sites(Part part, const Slots<state>& slots,
                                 const PopulationArrays<streaming, Real>& f, const Force& force,
                                 const Rule& rule) {
  // Without cells, sites at home follow each other anyway.
  constexpr bool by_stretches =
      exec::kernel_space == exec::Space::host &&
      (state == State::shifted || !std::is_same_v<Force, UniformForce<Real>>);
  const bool inside = part == Part::interior;
  if constexpr (by_stretches) {
    const int begin = inside ? 0 : stretches_.interior,
              end = inside ? stretches_.interior : stretches_.all();
    exec::parallel_tiles(exec_, end - begin, 0,
                         CollideStretches<state, streaming, Real, Force, Rule>{
                             slots, f, rule, force, begin, stretches_.first.view().data});
  } else {
    const int first = inside ? 0 : sites_.interior(),
              end = inside ? sites_.interior() : sites_.own();
    exec::parallel_for(
        exec_, end - first,
        CollideSites<state, streaming, Real, Force, Rule>{slots, f, rule, force, first});
  }
}

template <class Real>
void Plasma<Real>::exchange_behind_interior() {
  const bool fills_second = fills_second_array(), goes_home = is_shifted_ && !fills_second;
  transport::Halo<Real>& halo = goes_home ? *to_home_ : *to_shifted_;
  if (!p_.transport.overlap) collide(Part::interior);
  {
    const auto timer = phases_.measure("exchange");
    halo.start(exec_, {(fills_second ? second_ : populations_).view().data});
  }
  if (p_.transport.overlap) collide(Part::interior);
  const auto timer = phases_.measure("exchange");
  halo.finish(exec_);
  ++(goes_home ? exchanged_to_home_ : exchanged_to_shifted_);
  is_shifted_ = !goes_home;
  if (fills_second) std::swap(populations_, second_);
}

template <class Real>
void Plasma<Real>::return_from_walls() {
  const auto timer = phases_.measure("walls");
  const auto& partner = is_shifted_ ? walls_.partner_shifted : walls_.partner_at_home;
  exec::parallel_for(
      exec_, static_cast<int>(walls_.rest.size()),
      ReturnFromWalls<Real>{std::as_const(walls_.first).view().data,
                            std::as_const(walls_.rest).view().data,
                            std::as_const(walls_.slot).view().data, partner.view().data,
                            std::as_const(walls_.near).view().data,
                            std::as_const(walls_.pushed).view().data, populations_.view().data});
}

template <class Real>
void Plasma<Real>::prepare_openings() {
  in_state([&]<State state, class Force>(const Slots<state>& slots, const Force& force) {
    with_rule<Force>([&](const auto& rule) {
      openings_->prepare(exec_, slots, std::as_const(populations_).view().data, force, rule);
    });
  });
}

/// The least time of each phase: the bytes that must pass through memory.
template <class Real>
void Plasma<Real>::set_floors() {
  const SiteBytes bytes = site_bytes(sizeof(Real), p_.streaming);
  const auto set = [&](const char* name, double moved, double calls) {
    Phase& phase = phases_[name];
    phase.bytes_per_call = comm_.max(moved) / calls;
    phase.floor_seconds = phase.bytes_per_call / comm_.min(bandwidth_);
  };
  // Force is read and cleared, velocity is left.
  const double node = cells_ || loop_ ? 9 * static_cast<double>(sizeof(Real)) : 0;
  set("collide", (bytes.step + node) * sites_.own(), 2);
  set("exchange", 0, 2);
  if (openings_) set("openings", bytes.opening_link * openings_->links(), 2);
  if (loop_) set("drive", 9 * static_cast<double>(sizeof(Real)) * sites_.own(), 1);
  set("walls", bytes.wall_link * static_cast<double>(walls_.slot.size()), 1);
}

TW_INSTANTIATE(Plasma)

}  // namespace thalweg::blood::inline TW_HALF
