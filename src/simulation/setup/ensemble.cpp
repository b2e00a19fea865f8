// SPDX-License-Identifier: Apache-2.0
#include "simulation/setup/ensemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/error.hpp"

namespace thalweg::simulation {

namespace {

using io::CaseValue;
using List = std::vector<CaseValue>;

constexpr std::int64_t most_members = 1'000'000;

double as_double(const CaseValue& value) {
  const auto* whole = std::get_if<std::int64_t>(&value.data);
  return whole ? static_cast<double>(*whole) : std::get<double>(value.data);
}

/// Value i of n from one number to another. Whole where both ends are and the value is too, because
/// keys for whole numbers take no others.
CaseValue between(const CaseValue& from, const CaseValue& to, std::int64_t i, std::int64_t n) {
  if (i == 0) return from;
  if (i == n - 1) return to;
  const double a = as_double(from), b = as_double(to);
  const double x = a + (b - a) * static_cast<double>(i) / static_cast<double>(n - 1);
  const bool whole = std::holds_alternative<std::int64_t>(from.data) &&
                     std::holds_alternative<std::int64_t>(to.data) && std::floor(x) == x;
  return whole ? CaseValue{static_cast<std::int64_t>(x)} : CaseValue{x};
}

CaseValue between_lists(const List& from, const List& to, std::int64_t i, std::int64_t n) {
  List values;
  for (std::size_t c = 0; c < from.size(); ++c) values.push_back(between(from[c], to[c], i, n));
  return {std::move(values)};
}

/// `count` values at equal distances, both ends among them.
List read_range(io::Case& input, const std::string& at) {
  const std::size_t before = input.error_count();
  const CaseValue from = input.number_or_list(at + "from", "value of the first member");
  const CaseValue to = input.number_or_list(at + "to", "value of the last member");
  const std::int64_t count = input.integer(
      at + "count", {.minimum = 2, .maximum = double(most_members), .meaning = "values"});
  if (input.error_count() > before) return {};
  const auto *a = std::get_if<List>(&from.data), *b = std::get_if<List>(&to.data);
  if ((a ? a->size() : 0) != (b ? b->size() : 0) || !a != !b) {
    input.error(at + "to", "must have as many numbers as \"from\"");
    return {};
  }
  List values;
  for (std::int64_t i = 0; i < count; ++i)
    values.push_back(a ? between_lists(*a, *b, i, count) : between(from, to, i, count));
  return values;
}

Variation read_variation(io::Case& input, const std::string& at) {
  Variation variation;
  const std::size_t before = input.error_count();
  variation.key = input.text(at + "key", {}, "the key that differs, such as source.0.focus");
  if (variation.key == "ensemble" || variation.key.starts_with("ensemble."))
    input.error(at + "key", "must not lie in [ensemble]");
  const std::string form = input.exactly_one({at + "values", at + "from"}, "what a key becomes");
  if (form == at + "values") variation.values = input.values(form, "one for each member");
  if (form == at + "from") variation.values = read_range(input, at);
  variation.at = form.empty() ? at + "key" : form;
  if (input.error_count() > before) variation.values.clear();
  return variation;
}

}  // namespace

std::optional<Ensemble> Ensemble::read(io::Case& input) {
  if (!input.has_table("ensemble") && !input.has("ensemble")) return {};
  Ensemble ensemble;
  ensemble.product_ = input.choice("ensemble.combine", {"together", "product"}, "together",
                                   "how the values of several keys go together") == "product";
  ensemble.ranks_per_member_ = static_cast<int>(
      input.integer("ensemble.ranks_per_member",
                    {.default_value = 1, .minimum = 1, .maximum = 1e6, .meaning = "MPI ranks"}));
  const int count = input.count("ensemble.vary");
  if (count == 0 && !input.has("ensemble.vary"))
    input.error("ensemble", "needs a table [[ensemble.vary]] with \"key\" and \"values\", or "
                            "\"from\", \"to\" and \"count\"");
  for (int i = 0; i < count; ++i) {
    const std::string at = fmt::format("ensemble.vary.{}.", i);
    Variation variation = read_variation(input, at);
    for (const Variation& other : ensemble.variations_)
      if (other.key == variation.key) input.error(at + "key", "is varied twice");
    ensemble.variations_.push_back(std::move(variation));
  }
  ensemble.count_members(input);
  return ensemble;
}

void Ensemble::count_members(io::Case& input) {
  std::size_t size = product_ || variations_.empty() ? 1 : variations_.front().values.size();
  for (const Variation& variation : variations_) {
    const std::size_t values = variation.values.size();
    if (values == 0) continue;  // a mistake that is known
    if (product_) {
      size *= values;
    } else if (size > 0 && values != size) {
      input.error(variation.at,
                  fmt::format("makes {} members, and {} makes {}; give both as many values, or set "
                              "ensemble.combine = \"product\"",
                              values, variations_.front().at, size));
    }
    if (static_cast<std::int64_t>(size) > most_members)
      return input.error(variation.at, fmt::format("makes more than {} members", most_members));
  }
  size_ = std::max(1, static_cast<int>(size));
}

std::size_t Ensemble::index(std::size_t variation, int member) const {
  if (!product_) return static_cast<std::size_t>(member);
  auto rest = static_cast<std::size_t>(member);
  for (std::size_t later = variations_.size() - 1; later > variation; --later)
    rest /= std::max<std::size_t>(1, variations_[later].values.size());  // the last varies fastest
  return rest % std::max<std::size_t>(1, variations_[variation].values.size());
}

std::vector<std::pair<std::string, CaseValue>> Ensemble::settings(int member) const {
  TW_CHECK(member >= 0 && member < size_, "there is no such member");
  std::vector<std::pair<std::string, CaseValue>> settings;
  for (std::size_t v = 0; v < variations_.size(); ++v)
    if (const std::size_t i = index(v, member); i < variations_[v].values.size())
      settings.emplace_back(variations_[v].key, variations_[v].values[i]);
  return settings;
}

std::string Ensemble::settings_text(int member) const {
  std::string text;
  for (const auto& [key, value] : settings(member))
    text += fmt::format("{}{} = {}", text.empty() ? "" : ", ", key, io::to_toml(value));
  return text;
}

void Ensemble::apply(io::Case& input, int member) const {
  for (std::size_t v = 0; v < variations_.size(); ++v)
    if (const std::size_t i = index(v, member); i < variations_[v].values.size())
      input.replace(variations_[v].key, variations_[v].values[i], variations_[v].at);
}

}  // namespace thalweg::simulation
