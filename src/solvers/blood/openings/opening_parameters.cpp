// SPDX-License-Identifier: Apache-2.0
#include "solvers/blood/openings/opening_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/blood/openings/aside.hpp"
#include "solvers/blood/openings/waveform_parameters.hpp"

namespace thalweg::blood {

namespace {

using geometry::Opening, geometry::Vector;

const std::vector<GivenQuantity> inflows = {
    {"flow_rate", "into the vessel; negative: out of it", "m^3/s"},
    {"mean_velocity", "over the opening, into the vessel", "m/s"}};
const std::vector<GivenQuantity> pressures = {{"pressure", "mean over the opening", "Pa"}};

/// A section whose rim is as far from its centre everywhere, but for this part.
constexpr double round_enough = 0.05;

bool is_round(const Opening& opening) {
  return opening.farthest_rim - opening.nearest_rim <= round_enough * opening.farthest_rim;
}

class OpeningReader {
 public:
  OpeningReader(io::Case& input, const Vessel& vessel, int number)
      : input_(input), vessel_(vessel), path_("openings." + std::to_string(number) + ".") {}

  std::optional<OpeningParameters> read() {
    const std::optional<int> number = find();
    OpeningParameters opening;
    const bool is_velocity =
        input_.choice(path_ + "kind", {"velocity", "pressure"}, {},
                      "what is given: the flow, or the pressure") == "velocity";
    opening.kind = is_velocity ? OpeningKind::velocity : OpeningKind::pressure;
    if (number) {
      opening.number = *number;
      opening.name = found()[static_cast<std::size_t>(*number)].name;
    }
    if (is_velocity)
      read_velocity(opening, number);
    else
      read_pressure(opening);
    return number ? std::optional(opening) : std::nullopt;
  }

 private:
  const std::vector<Opening>& found() const { return vessel_.interior->openings(); }

  std::optional<int> find() {
    const std::string key = input_.exactly_one({path_ + "name", path_ + "at"},
                                               "which opening this is: its name, or a place in it");
    if (key.empty()) return {};
    return key == path_ + "at" ? find_at() : find_name();
  }

  std::optional<int> find_name() {
    const std::size_t mistakes = input_.error_count();
    std::vector<std::string> names;
    for (const Opening& opening : found()) names.push_back(opening.name);
    const std::string name = input_.choice(path_ + "name", names, {}, "one of the openings found");
    if (input_.error_count() != mistakes) return {};
    return static_cast<int>(std::ranges::find(names, name) - names.begin());
  }

  std::optional<int> find_at() {
    const std::size_t mistakes = input_.error_count();
    const Vector place =
        input_.numbers3(path_ + "at", {.meaning = "a place in the opening", .unit = "m"});
    if (input_.error_count() != mistakes) return {};
    std::optional<int> nearest;
    double least = std::numeric_limits<double>::infinity();
    std::string list;
    for (std::size_t n = 0; n < found().size(); ++n) {
      const Opening& opening = found()[n];
      const Vector& center = opening.center;
      list += fmt::format("\n{} about x = {:.4g}, y = {:.4g}, z = {:.4g} m", opening.name,
                          center[0], center[1], center[2]);
      const Vector aside = aside_of(vessel_, opening, place);
      const double apart = std::hypot(aside[0], aside[1], aside[2]);
      const bool is_in_plane =
          std::abs(place[opening.axis] - center[opening.axis]) <= 2 * vessel_.spacing;
      if (!is_in_plane || apart > opening.farthest_rim || apart >= least) continue;
      nearest = static_cast<int>(n);
      least = apart;
    }
    if (!nearest) input_.error(path_ + "at", "must lie in one of the openings found:" + list);
    return nearest;
  }

  void read_velocity(OpeningParameters& opening, std::optional<int> number) {
    const std::string profile =
        input_.choice(path_ + "profile", {"computed", "parabolic", "uniform", "womersley"},
                      "computed", "how the velocity is spread over the opening");
    opening.profile = profile == "computed"    ? ProfileKind::computed
                      : profile == "parabolic" ? ProfileKind::parabolic
                      : profile == "uniform"   ? ProfileKind::uniform
                                               : ProfileKind::womersley;
    const std::string which = input_.exactly_one(
        {path_ + "flow_rate", path_ + "mean_velocity", path_ + "table"}, "how much flows in");
    const auto given = read_waveform(input_, path_, inflows, which);
    if (given) opening.waveform = given->waveform;
    if (number && given && inflows[given->quantity].name == "mean_velocity")
      opening.waveform = opening.waveform.scaled(found()[static_cast<std::size_t>(*number)].area);
    if (opening.profile == ProfileKind::womersley) read_womersley(opening, given.has_value());
    if (input_.has(path_ + "hematocrit"))
      opening.hematocrits = input_.numbers(
          path_ + "hematocrit",
          {.minimum = 0,
           .maximum = 0.7,
           .meaning = "of what flows in; with several species one for each, in their order"},
          {});
    if (opening.profile == ProfileKind::parabolic && number)
      check_round(found()[static_cast<std::size_t>(*number)]);
  }

  void read_womersley(OpeningParameters& opening, bool is_given) {
    opening.harmonics = static_cast<int>(
        input_.integer(path_ + "harmonics", {.default_value = 16,
                                             .minimum = 1,
                                             .maximum = 31,
                                             .meaning = "of the frequency, at most"}));
    if (is_given && opening.waveform.period() == 0)
      input_.error(path_ + "profile",
                   "\"womersley\" needs a flow that repeats: amplitude and frequency, or a table "
                   "with repeat = true. A steady flow has the profile \"computed\"");
  }

  void check_round(const Opening& opening) {
    if (vessel_.shape == VesselShape::channel || is_round(opening)) return;
    input_.error(path_ + "profile",
                 fmt::format("\"parabolic\" needs a round opening or a channel, but the rim of {} "
                             "is {:.3g} to {:.3g} m from its centre: take \"computed\", the "
                             "developed flow of any section",
                             opening.name, opening.nearest_rim, opening.farthest_rim));
  }

  void read_pressure(OpeningParameters& opening) {
    const std::string which = input_.exactly_one(
        {path_ + "pressure", path_ + "table", path_ + "resistance"}, "what holds the pressure");
    if (input_.has(path_ + "hematocrit"))
      input_.error(path_ + "hematocrit",
                   "needs kind = \"velocity\": as much enters as the case says that flows in. By "
                   "an opening of given pressure cells leave");
    if (which == path_ + "resistance") {
      opening.windkessel = read_windkessel();
      return;
    }
    if (const auto given = read_waveform(input_, path_, pressures, which))
      opening.waveform = given->waveform;
  }

  Windkessel read_windkessel() {
    const auto read = [&](const std::string& key, const std::string& meaning,
                          const std::string& unit) {
      return input_.number(path_ + key,
                           {.default_value = 0, .minimum = 0, .meaning = meaning, .unit = unit});
    };
    Windkessel windkessel;
    windkessel.resistance = input_.number(
        path_ + "resistance",
        {.minimum = 0, .exclusive = true, .meaning = "of what lies behind", .unit = "Pa s/m^3"});
    windkessel.compliance = read("compliance", "of what lies behind", "m^3/Pa");
    windkessel.proximal = read("proximal_resistance", "before the compliance", "Pa s/m^3");
    windkessel.distal_pressure =
        input_.number(path_ + "distal_pressure",
                      {.default_value = 0, .meaning = "behind the resistance", .unit = "Pa"});
    windkessel.initial_pressure = windkessel.distal_pressure;
    if (windkessel.compliance > 0)
      windkessel.initial_pressure =
          input_.number(path_ + "initial_pressure", {.default_value = windkessel.distal_pressure,
                                                     .meaning = "of the compliance at time 0",
                                                     .unit = "Pa"});
    else if (windkessel.proximal > 0)
      input_.error(path_ + "proximal_resistance",
                   "needs a compliance; without one, add it to resistance");
    return windkessel;
  }

  io::Case& input_;
  const Vessel& vessel_;
  std::string path_;
};

/// Where only flows are given they must sum to zero at all times.
void check_balance(io::Case& input, const std::vector<OpeningParameters>& openings) {
  double longest = 0, most = 0;
  for (const OpeningParameters& opening : openings) {
    if (opening.kind == OpeningKind::pressure) return;
    longest = std::max({longest, opening.waveform.period(), opening.waveform.last_change()});
    most = std::max(most, opening.waveform.largest());
  }
  constexpr int times = 1000;
  double worst = 0, when = 0;
  for (int n = 0; n <= times; ++n) {
    const double time = longest * n / times;
    double sum = 0;
    for (const OpeningParameters& opening : openings) sum += opening.waveform(time);
    if (std::abs(sum) > std::abs(worst)) worst = sum, when = time;
  }
  if (std::abs(worst) <= 1e-9 * most) return;
  input.error("openings.0.kind",
              fmt::format("is \"velocity\" like that of all openings with a condition, and their "
                          "flows sum to {:.3g} m^3/s at {:.3g} s, which no vessel can hold: let "
                          "one opening have kind = \"pressure\"",
                          worst, when));
}

void check_names(io::Case& input, const std::vector<OpeningParameters>& openings) {
  for (std::size_t n = 1; n < openings.size(); ++n)
    for (std::size_t m = 0; m < n; ++m)
      if (openings[n].number == openings[m].number)
        input.error("openings." + std::to_string(n),
                    fmt::format("gives {} a second condition: entry {} has given it one. Give "
                                "each opening one entry",
                                openings[n].name, m + 1));
}

/// Whether there is anything to give a condition to.
bool check_vessel(io::Case& input, const Vessel& vessel) {
  if (vessel.shape == VesselShape::box || vessel.shape == VesselShape::spheres) {
    input.error("openings", "need a vessel with ends: a box, with spheres or without, has none. "
                            "Take another geometry.shape");
    return false;
  }
  if (!vessel.is_walled(0)) {
    input.error("openings", "need ends along x, but geometry.periodic = true joins them: leave one "
                            "of the two out");
    return false;
  }
  if (vessel.is_loop()) {
    input.error("openings", "need a vessel with ends, but a ring has none: take geometry.arc = 90 "
                            "or 180, or flow.axial_pressure_gradient without openings");
    return false;
  }
  if (vessel.shape == VesselShape::junction && vessel.interior->openings().empty()) {
    input.error("openings", "need tubes that end in a face of the box around all of them, at right "
                            "angles to it, but none does: let the last piece of a tube run along "
                            "x, y or z, as far as the vessel reaches");
    return false;
  }
  if (vessel.interior->openings().empty()) {
    input.error("openings", "need flat caps in the faces of the box around the vessel, but the "
                            "surface has none: cut its ends at right angles to x, y or z, or turn "
                            "it with geometry.rotation");
    return false;
  }
  if (vessel.has_moving_walls()) {
    input.error("openings", "need plates that stand still: remove geometry.lower_velocity and "
                            "geometry.upper_velocity");
    return false;
  }
  return true;
}

}  // namespace

std::vector<OpeningParameters> read_openings(io::Case& input, const Vessel& vessel) {
  std::vector<OpeningParameters> openings;
  const int count = input.count("openings");
  if (count == 0 || !check_vessel(input, vessel)) return openings;
  const std::size_t mistakes = input.error_count();
  for (int n = 0; n < count; ++n)
    if (const auto opening = OpeningReader(input, vessel, n).read()) openings.push_back(*opening);
  if (input.error_count() != mistakes) return openings;
  check_names(input, openings);
  if (input.error_count() == mistakes) check_balance(input, openings);
  return openings;
}

}  // namespace thalweg::blood
