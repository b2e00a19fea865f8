// SPDX-License-Identifier: Apache-2.0
#include "io/files/npy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <regex>

#include "base/error.hpp"

namespace thalweg::io {

namespace {

constexpr std::size_t largest_header = 1 << 16;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& what) {
  throw InputError(file.string() + ": " + what);
}

/// The dictionary at the start of the file, as text; leaves the stream at the values.
std::string read_header(const std::filesystem::path& file, std::ifstream& in) {
  unsigned char start[12] = {};
  if (!in) refuse(file, "cannot be opened");
  in.read(reinterpret_cast<char*>(start), 8);
  if (!in || std::string(reinterpret_cast<char*>(start), 6) != "\x93NUMPY")
    refuse(file, "is no NumPy file");
  const int bytes = start[6] == 1 ? 2 : 4;
  in.read(reinterpret_cast<char*>(start + 8), bytes);
  std::size_t length = 0;
  for (int i = bytes - 1; i >= 0; --i) length = 256 * length + start[8 + i];
  if (length > largest_header) refuse(file, "has a damaged header");
  std::string header(length, ' ');
  in.read(header.data(), static_cast<std::streamsize>(length));
  if (!in) refuse(file, "is cut off");
  return header;
}

std::string found(const std::string& header, const std::string& pattern) {
  std::smatch match;
  return std::regex_search(header, match, std::regex(pattern)) ? match[1].str() : "";
}

std::vector<std::int64_t> shape_of(const std::string& text) {
  std::vector<std::int64_t> extents;
  const std::regex number("[0-9]{1,18}");
  for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
    extents.push_back(std::stoll(at->str()));
  return extents;
}

template <class T>
void convert(std::ifstream& in, std::int64_t count, double* values) {
  std::vector<T> stored(static_cast<std::size_t>(count));
  in.read(reinterpret_cast<char*>(stored.data()),
          static_cast<std::streamsize>(stored.size() * sizeof(T)));
  std::transform(stored.begin(), stored.end(), values,
                 [](T value) { return static_cast<double>(value); });
}

struct Type {
  const char* name;
  std::size_t bytes;
  void (*convert)(std::ifstream&, std::int64_t, double*);
};

constexpr Type types[] = {
    {"f8", 8, convert<double>},        {"f4", 4, convert<float>},
    {"i8", 8, convert<std::int64_t>},  {"i4", 4, convert<std::int32_t>},
    {"i2", 2, convert<std::int16_t>},  {"i1", 1, convert<std::int8_t>},
    {"u8", 8, convert<std::uint64_t>}, {"u4", 4, convert<std::uint32_t>},
    {"u2", 2, convert<std::uint16_t>}, {"u1", 1, convert<std::uint8_t>},
    {"b1", 1, convert<std::uint8_t>},
};

const Type* type_named(const std::string& name) {
  const auto at = std::find_if(std::begin(types), std::end(types),
                               [&](const Type& type) { return name == type.name; });
  return at == std::end(types) ? nullptr : at;
}

}  // namespace

NpyFile::NpyFile(std::filesystem::path file) : file_(std::move(file)) {
  std::ifstream in(file_, std::ios::binary);
  const std::string header = read_header(file_, in);
  const std::string type = found(header, "'descr'\\s*:\\s*'([^']*)'");
  // "|" stands for single bytes, "<" for what all machines of today have.
  if (!type.empty() && (type[0] == '<' || type[0] == '|')) type_ = type.substr(1);
  if (!type_named(type_))
    refuse(file_,
           fmt::format("holds values of type \"{}\", expected are numbers such as float32", type));
  if (found(header, "'fortran_order'\\s*:\\s*(\\w+)") != "False")
    refuse(file_, "is in Fortran order; save numpy.ascontiguousarray(...) instead");
  extents_ = shape_of(found(header, "'shape'\\s*:\\s*\\(([^)]*)\\)"));
  start_ = in.tellg();
  const auto bytes = static_cast<std::int64_t>(std::filesystem::file_size(file_));
  const auto width = static_cast<std::int64_t>(type_named(type_)->bytes);
  if ((bytes - start_) / width < size())
    refuse(file_, fmt::format("is cut off: it should hold {} values", size()));
}

std::int64_t NpyFile::size() const {
  std::int64_t size = 1;
  for (const std::int64_t extent : extents_) size *= extent;
  return size;
}

void NpyFile::read(std::int64_t begin, std::int64_t end, double* values) const {
  const Type& type = *type_named(type_);
  std::ifstream in(file_, std::ios::binary);
  in.seekg(start_ + begin * static_cast<std::int64_t>(type.bytes));
  type.convert(in, end - begin, values);
  if (!in) refuse(file_, "cannot be read");
}

}  // namespace thalweg::io
