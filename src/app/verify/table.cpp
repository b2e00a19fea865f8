// SPDX-License-Identifier: Apache-2.0
#include "app/verify/table.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace thalweg::app {

namespace {

using Row = std::vector<std::string>;

/// Characters of a text in UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string number_text(const std::optional<double>& value) {
  return value ? fmt::format("{:.6g}", *value) : "-";
}

Row row_of(const std::string& name, const simulation::checks::Result& r) {
  const std::string unit = r.unit == "1" ? "" : r.unit;
  const std::string curve = std::filesystem::path(r.reference_file).filename().string();
  return {name,
          r.name,
          r.value || r.reference ? number_text(r.value) : "(curve)",
          r.reference ? number_text(r.reference) : curve,
          unit,
          r.error ? simulation::checks::error_text(r, *r.error) : "-",
          simulation::checks::error_text(r, r.tolerance),
          !r.holds   ? "NOT DECIDED"
          : *r.holds ? "holds"
                     : "DOES NOT HOLD"};
}

std::vector<std::string> aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width(row[c]));
  std::vector<std::string> lines;
  for (const Row& row : rows) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c)
      line += row[c] + (c + 1 < row.size() ? std::string(widths[c] - width(row[c]) + 2, ' ') : "");
    lines.push_back(line);
  }
  return lines;
}

std::string count_line(const std::vector<VerifiedCase>& cases) {
  std::size_t all = 0, holding = 0, failed = 0;
  for (const VerifiedCase& one : cases) {
    all += one.results.size();
    failed += one.failure.empty() ? 0 : 1;
    holding += static_cast<std::size_t>(
        std::count_if(one.results.begin(), one.results.end(),
                      [](const simulation::checks::Result& r) { return r.holds == true; }));
  }
  std::string line = fmt::format("{} of {} checks hold", holding, all);
  if (failed > 0) line += fmt::format("; {} case{} failed", failed, failed == 1 ? "" : "s");
  return line;
}

}  // namespace

std::vector<std::string> table_lines(const std::vector<VerifiedCase>& cases) {
  std::vector<Row> rows{
      {"case", "check", "value", "reference", "unit", "error", "tolerance", "verdict"}};
  for (const VerifiedCase& one : cases)
    for (const simulation::checks::Result& result : one.results)
      rows.push_back(row_of(one.name, result));
  std::vector<std::string> lines;
  if (rows.size() > 1) lines = aligned(rows);
  for (const VerifiedCase& one : cases) {
    for (const simulation::checks::Result& result : one.results)
      if (!result.holds)
        lines.push_back(
            fmt::format("{}: {} is not decided: {}", one.name, result.name, result.why));
    if (!one.failure.empty()) lines.push_back(fmt::format("{} failed: {}", one.name, one.failure));
  }
  lines.push_back(count_line(cases));
  return lines;
}

int exit_status(const std::vector<VerifiedCase>& cases) {
  int worst = 0;
  bool all_hold = true;
  for (const VerifiedCase& one : cases) {
    worst = std::max(worst, one.exit_status);
    for (const simulation::checks::Result& result : one.results) all_hold &= result.holds == true;
  }
  return worst > 0 ? worst : all_hold ? 0 : 1;
}

}  // namespace thalweg::app
