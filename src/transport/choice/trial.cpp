// SPDX-License-Identifier: Apache-2.0
#include "transport/choice/trial.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/clock.hpp"

namespace thalweg::transport {

namespace {

/// One exchange with all that the route needs done around it.
double exchange_once(Route route, Carrier& carrier, const Plan& plan) {
  const bool packed = plan.packing && route != Route::datatype;
  const double begin = seconds_now();
  if (packed) plan.packing->pack();
  for (std::size_t c = 0; c < plan.chunks.size(); ++c) carrier.start(c);
  carrier.finish();
  if (plan.device) plan.device->in->wait();
  if (packed) plan.packing->unpack();
  return seconds_now() - begin;
}

struct Finalist {
  Candidate* candidate;
  std::unique_ptr<Carrier> carrier;
  std::vector<double> times{};

  void exchange(const Plan& plan) const { exchange_once(candidate->route, *carrier, plan); }
};

/// The candidates near the best, and before them the usual route.
std::vector<Candidate*> finalists_of(const Plan& plan, std::vector<Candidate>& candidates,
                                     double best) {
  constexpr double near = 1.5;
  std::vector<Candidate*> finalists;
  for (Candidate& c : candidates) {
    const bool usual = c.route == plan.usual_route();
    if (c.tried_seconds <= 0 || (!usual && c.tried_seconds >= near * best)) continue;
    finalists.push_back(&c);
    if (usual) std::swap(finalists.front(), finalists.back());
  }
  return finalists;
}

/// Both do a batch of exchanges by turns.
void measure_in_turn(const Plan& plan, Finalist& one, Finalist& other, double best) {
  constexpr double batch_seconds = 1e-3;
  constexpr int rounds = 11;
  const int batch = std::clamp(static_cast<int>(batch_seconds / best), 1, 200);
  for (int round = 0; round < rounds; ++round)
    for (Finalist* f : {&one, &other}) {
      f->exchange(plan);
      plan.comm.barrier();
      const double begin = seconds_now();
      for (int i = 0; i < batch; ++i) f->exchange(plan);
      f->times.push_back(plan.comm.max(seconds_now() - begin) / batch);
    }
}

Comparison comparison(const Finalist& one, const Finalist& usual) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < one.times.size(); ++i)
    ratios.push_back(one.times[i] / usual.times[i]);
  return {one.candidate->route, quantile_of(ratios, 0.5), median_interval(ratios)};
}

}  // namespace

std::vector<Comparison> compare_finalists(const Plan& plan, std::vector<Candidate>& candidates,
                                          double best, const CarrierFactory& make) {
  const std::vector<Candidate*> finalists = finalists_of(plan, candidates, best);
  if (finalists.size() < 2) return {};
  Finalist usual{finalists[0], make(finalists[0]->route, plan)};
  std::vector<double> times_of_usual;
  std::vector<Comparison> compared;
  for (std::size_t i = 1; i < finalists.size(); ++i) {
    Finalist other{finalists[i], make(finalists[i]->route, plan)};
    usual.times.clear();
    measure_in_turn(plan, usual, other, best);
    times_of_usual.insert(times_of_usual.end(), usual.times.begin(), usual.times.end());
    other.candidate->tried_seconds = quantile_of(other.times, 0.5);
    compared.push_back(comparison(other, usual));
  }
  usual.candidate->tried_seconds = quantile_of(times_of_usual, 0.5);
  return compared;
}

bool Comparison::is_clearly_faster() const {
  constexpr double worthwhile = 0.95;
  return ratio <= worthwhile && interval.high < 1;
}

RouteChoice best_compared(Route usual, std::vector<Candidate> candidates,
                          const std::vector<Comparison>& compared) {
  const Comparison* best = nullptr;
  for (const Comparison& c : compared)
    if (c.is_clearly_faster() && (!best || c.ratio < best->ratio)) best = &c;
  RouteChoice choice{best ? best->route : usual, "", std::move(candidates)};
  choice.why =
      best ? fmt::format("tried: {:.2f} of the time of {} messages ({:.2f} to {:.2f})", best->ratio,
                         name_of(usual), best->interval.low, best->interval.high)
           : "tried: no other route is clearly faster";
  return choice;
}

double try_route(Route route, const Plan& plan, double best_so_far) {
  constexpr double budget_seconds = 0.02;
  constexpr double hopeless = 3;  // times the best so far, after its first exchange
  const auto carrier = make_carrier(route, plan);
  exchange_once(route, *carrier, plan);
  const auto timed = [&] {
    plan.comm.barrier();
    return plan.comm.max(exchange_once(route, *carrier, plan));
  };
  const double first = timed();
  if (first > hopeless * best_so_far) return first;
  const int repeats = std::clamp(static_cast<int>(budget_seconds / std::max(first, 1e-7)), 2, 30);
  std::vector<double> times{first};
  for (int i = 0; i < repeats; ++i) times.push_back(timed());
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  return times[static_cast<std::size_t>(repeats / 2)];
}

}  // namespace thalweg::transport
