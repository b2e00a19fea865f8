// SPDX-License-Identifier: Apache-2.0
#include "simulation/ensemble/file.hpp"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "simulation/report/reported_end.hpp"

namespace thalweg::simulation {

namespace {

using Json = nlohmann::ordered_json;

struct ToJson {
  Json operator()(bool value) const { return value; }
  Json operator()(std::int64_t value) const { return value; }
  Json operator()(double value) const { return value; }
  Json operator()(const std::string& value) const { return value; }
  Json operator()(const std::vector<io::CaseValue>& values) const {
    Json list = Json::array();
    for (const io::CaseValue& value : values) list.push_back(std::visit(ToJson{}, value.data));
    return list;
  }
  Json operator()(const io::CaseValue::Other& other) const { return other.type; }
};

Json values_of(const Ensemble& ensemble, int member) {
  Json values = Json::object();
  for (const auto& [key, value] : ensemble.settings(member))
    values[key] = std::visit(ToJson{}, value.data);
  return values;
}

/// A JSON file; null if it is missing or damaged.
Json read_json(const std::filesystem::path& file) {
  std::ifstream in(file);
  if (!in) return nullptr;
  return Json::parse(in, nullptr, false, true);
}

std::string text_of(const Json& json) {
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

/// Whether what was steady by one rule is so by another, as far as the rules alone can tell.
bool is_steady_enough(const std::optional<UntilSteady>& then,
                      const std::optional<UntilSteady>& now) {
  return then && now && now->tolerance >= then->tolerance &&
         now->every_steps == then->every_steps && now->quantity == then->quantity;
}

[[noreturn]] void refuse(const io::OutputFolder& folder, const std::string& why) {
  throw InputError(fmt::format("--restart: {} holds the results of another ensemble: {}.\nChoose "
                               "another folder with --out, or overwrite its results with --force. "
                               "Nothing was run.",
                               folder.path().string(), why));
}

}  // namespace

std::string packed(const std::vector<MemberEnd>& ends) {
  Json list = Json::array();
  for (const MemberEnd& end : ends)
    list.push_back({end.member, end.status, end.seconds, end.message, end.exit_status, end.note});
  return text_of(list);
}

std::vector<MemberEnd> unpacked(const std::string& text) {
  std::vector<MemberEnd> ends;
  for (const Json& item : Json::parse(text))
    ends.push_back({item[0], item[1], item[2], item[3], item[4], item[5]});
  return ends;
}

MemberEnd reported_end(const io::OutputFolder& folder, int member) {
  MemberEnd end{.member = member, .message = {}};
  if (const auto reported = simulation::reported_end(folder.report())) {
    end.status = reported->status;
    end.seconds = reported->seconds_total;
  }
  return end;
}

bool reports_the_end(const io::OutputFolder& folder, const Setup& then, const Setup& now) {
  const auto end = simulation::reported_end(folder.report());
  if (!end) return false;
  return (end->is_steady && is_steady_enough(then.until_steady, now.until_steady)) ||
         (now.end_time ? end->time >= *now.end_time : end->steps >= now.end_step.value());
}

std::string ensemble_json(const Ensemble& ensemble, const std::vector<MemberEnd>& ends) {
  Json members = Json::array();
  for (const MemberEnd& end : ends) {
    Json member{{"member", end.member},
                {"folder", fmt::format("members/{:04}", end.member)},
                {"status", end.status},
                {"seconds", end.seconds},
                {"values", values_of(ensemble, end.member)}};
    if (!end.message.empty()) member["message"] = end.message;
    if (!end.note.empty()) member["note"] = end.note;
    members.push_back(std::move(member));
  }
  return text_of({{"ranks_per_member", ensemble.ranks_per_member()}, {"members", members}}) + "\n";
}

void require_same_ensemble(const io::OutputFolder& folder, const Ensemble& ensemble) {
  if (folder.results().empty()) return;
  const Json old = read_json(folder.ensemble());
  if (!old.is_object() || !old.contains("members"))
    refuse(folder, "it has no ensemble.json that can be read");
  const Json& members = old["members"];
  if (static_cast<int>(members.size()) != ensemble.size())
    refuse(folder,
           fmt::format("it has {} members, and the case {}", members.size(), ensemble.size()));
  for (int m = 0; m < ensemble.size(); ++m) {
    const Json was = members[static_cast<std::size_t>(m)].value("values", Json::object());
    if (was != values_of(ensemble, m))
      refuse(folder, fmt::format("member {} was {}, and is to be {}", m, was.dump(),
                                 ensemble.settings_text(m)));
  }
}

}  // namespace thalweg::simulation
