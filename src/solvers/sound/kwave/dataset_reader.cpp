// SPDX-License-Identifier: Apache-2.0
#include "solvers/sound/kwave/dataset_reader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.hpp"
#include "exec/loops.hpp"

namespace thalweg::sound::kwave {

namespace {

[[noreturn]] void fail_in(const io::DatasetFile& file, const std::string& dataset,
                          const std::string& text) {
  throw InputError(
      fmt::format("{}: dataset \"{}\" {}. Nothing was run.", file.path().string(), dataset, text));
}

/// Attributes are padded with zeros or blanks.
std::string trimmed(std::string text) {
  text.resize(text.find_last_not_of(std::string(" \0", 2)) + 1);
  return text;
}

void check_values(const io::DatasetFile& file, const std::string& name, Sign sign,
                  std::int64_t first, const double* values, std::int64_t count) {
  using Limits = std::numeric_limits<double>;
  const double least = sign == Sign::any            ? Limits::lowest()
                       : sign == Sign::not_negative ? 0
                                                    : Limits::denorm_min();
  const auto is_wrong = [least](double v) { return !(v >= least && v <= Limits::max()); };
  // Counting has no way out half-way, so it is vector code: there are hundreds of millions.
  if (std::count_if(values, values + count, is_wrong) == 0) return;
  const double* found = std::find_if(values, values + count, is_wrong);
  fail_in(file, name,
          fmt::format("is {} at element {}; expected {}", *found, first + (found - values) + 1,
                      sign == Sign::any            ? "a finite number"
                      : sign == Sign::not_negative ? "a finite number, at least 0"
                                                   : "a finite number above 0"));
}

struct Widen {
  const float* from;
  double* to;
  void operator()(int i) const { to[i] = static_cast<double>(from[i]); }
};

/// Reads a field. Its numbers are single, and threads widen them faster than the library would.
class FieldReader {
 public:
  FieldReader(std::shared_ptr<const io::DatasetFile> file, std::string name, Sign sign)
      : file_(std::move(file)), name_(std::move(name)), sign_(sign) {}

  void operator()(std::int64_t begin, std::int64_t end, double* to) const {
    constexpr std::int64_t piece = 1 << 20;
    const auto single = std::make_unique_for_overwrite<float[]>(
        static_cast<std::size_t>(std::min(piece, end - begin)));
    for (; begin < end; begin += piece, to += piece) {
      const auto count = static_cast<int>(std::min(piece, end - begin));
      file_->read(name_, begin, begin + count, single.get());
      exec::parallel_for(exec::HostExec{}, count, Widen{single.get(), to});
      check_values(*file_, name_, sign_, begin, to, count);
    }
  }

 private:
  std::shared_ptr<const io::DatasetFile> file_;
  std::string name_;
  Sign sign_;
};

}  // namespace

DatasetReader::DatasetReader(const std::filesystem::path& file)
    : file_(std::make_shared<const io::DatasetFile>(io::DatasetFile::open(file))) {
  require_version();
}

void DatasetReader::fail(const std::string& dataset, const std::string& text) const {
  fail_in(*file_, dataset, text);
}

void DatasetReader::require_version() const {
  const auto attribute = [&](const char* name) { return trimmed(file_->text("/", name)); };
  const std::string name = file_->path().string(), type = attribute("file_type");
  if (type != "input")
    throw InputError(fmt::format("{}: its file_type is \"{}\"; expected \"input\": is this an "
                                 "input file of k-Wave? Nothing was run.",
                                 name, type));
  const std::string major = attribute("major_version"), minor = attribute("minor_version");
  if (major != "1" || (minor != "0" && minor != "1" && minor != "2"))
    throw InputError(fmt::format("{}: it is of format version {}.{}; this program reads 1.0, 1.1 "
                                 "and 1.2. Nothing was run.",
                                 name, major, minor));
}

std::string DatasetReader::description() const {
  return trimmed(file_->text("/", "file_description"));
}

void DatasetReader::require(const std::string& name) const {
  if (!has(name)) fail(name, "is missing");
  if (!file_->is_number(name)) fail(name, "holds " + file_->type_name(name) + "; expected numbers");
}

double DatasetReader::number(const std::string& name) const {
  require(name);
  if (file_->size(name) != 1)
    fail(name, fmt::format("has {} elements; expected 1", file_->size(name)));
  double value = 0;
  file_->read(name, 0, 1, &value);
  if (!std::isfinite(value)) fail(name, fmt::format("is {}; expected a finite number", value));
  return value;
}

double DatasetReader::positive(const std::string& name) const {
  const double value = number(name);
  if (!(value > 0)) fail(name, fmt::format("is {}; expected a number above 0", value));
  return value;
}

double DatasetReader::not_negative(const std::string& name) const {
  const double value = number(name);
  if (value < 0) fail(name, fmt::format("is {}; expected a number, at least 0", value));
  return value;
}

std::int64_t DatasetReader::integer(const std::string& name, std::int64_t least,
                                    std::int64_t most) const {
  const double value = number(name);
  if (value != std::floor(value) || value < static_cast<double>(least) ||
      value > static_cast<double>(most))
    fail(name, fmt::format("is {}; expected a whole number from {} to {}", value, least, most));
  return static_cast<std::int64_t>(value);
}

std::int64_t DatasetReader::flag(const std::string& name) const {
  return has(name) ? integer(name, 0, (std::int64_t{1} << 31) - 1) : 0;
}

std::vector<std::int64_t> DatasetReader::integers(const std::string& name) const {
  require(name);
  return file_->read_all<std::int64_t>(name);
}

std::vector<std::int64_t> DatasetReader::indices(const std::string& name, std::int64_t most) const {
  std::vector<std::int64_t> values = integers(name);
  if (values.empty()) fail(name, "is empty");
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (values[i] < 1 || values[i] > most)
      fail(name, fmt::format("is {} at element {}; expected an index from 1 to {}", values[i],
                             i + 1, most));
    --values[i];
  }
  return values;
}

std::vector<float> DatasetReader::floats(const std::string& name, std::int64_t count) const {
  require(name);
  const std::int64_t size = file_->size(name);
  if (count >= 0 && size != count)
    fail(name, fmt::format("has {} elements; expected {}", size, count));
  auto values = file_->read_all<float>(name);
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i]))
      fail(name, fmt::format("is {} at element {}; expected a finite number", values[i], i + 1));
  return values;
}

Quantity DatasetReader::medium(const std::string& name, std::int64_t points, Sign sign) const {
  require(name);
  const std::int64_t size = file_->size(name);
  if (size == 1) {
    const double value = number(name);
    check_values(*file_, name, sign, 0, &value, 1);
    return {.value = value, .read = {}};
  }
  if (size != points)
    fail(name,
         fmt::format("has {} elements; expected 1, or {} (one for each grid point)", size, points));
  return {.value = 0, .read = FieldReader(file_, name, sign)};
}

}  // namespace thalweg::sound::kwave
