// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>
#include <type_traits>

#include "base/error.hpp"
#include "io/checkpoint/block_runs.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/checkpoint/format.hpp"
#include "io/checkpoint/row_hash.hpp"
#include "io/checkpoint/stored_rows.hpp"
#include "io/files/together.hpp"
#include "io/hdf5/hdf5.hpp"

namespace thalweg::io {

namespace fs = std::filesystem;

struct CheckpointReader::State {
  std::filesystem::path file;
  transport::Communicator comm;
  hdf5::Handle in, values, texts, arrays;
  std::string kind;

  State(std::filesystem::path file_name, const transport::Communicator& communicator)
      : file(std::move(file_name)), comm(communicator), in(hdf5::open_file(file, comm)) {
    guarded([&] {
      check_format();
      kind = hdf5::read_text(in, "kind");
      values = hdf5::Handle(H5Gopen2(in, "state", H5P_DEFAULT), "opening its values");
      texts = hdf5::Handle(H5Gopen2(in, "texts", H5P_DEFAULT), "opening its texts");
      arrays = hdf5::Handle(H5Gopen2(in, "arrays", H5P_DEFAULT), "opening its arrays");
    });
  }

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(fmt::format("{}: {}", file.string(), why));
  }

  /// Read something on all ranks: where HDF5 cannot, the file is at fault.
  void guarded(const std::function<void()>& read) const {
    together(comm, [&] {
      try {
        read();
      } catch (const IoError& error) {
        refuse(fmt::format("the checkpoint is damaged: {}", error.what()));
      }
    });
  }

  void check_format() const {
    if (!hdf5::has_attribute(in, "format") ||
        hdf5::read_text(in, "format") != checkpoint_format::name)
      refuse("this is an HDF5 file, but no checkpoint of thalweg");
    const auto version = hdf5::read_numbers<std::int64_t>(in, "format_version").front();
    if (version != checkpoint_format::version)
      refuse(fmt::format("the checkpoint has format version {}; this program reads version {}",
                         version, checkpoint_format::version));
  }

  void require_value(const std::string& name) const {
    if (!hdf5::has_attribute(values, name))
      refuse(fmt::format("the checkpoint lacks the value \"{}\"", name));
  }

  hdf5::Handle open_array(const std::string& name) const {
    if (!hdf5::exists(arrays, name))
      refuse(fmt::format("the checkpoint lacks the array \"{}\"; it holds: {}", name,
                         fmt::join(hdf5::names(arrays, H5O_TYPE_DATASET), ", ")));
    return {H5Dopen2(arrays, name.c_str(), H5P_DEFAULT), fmt::format("opening array \"{}\"", name)};
  }

  std::string long_text(const std::string& name) const {
    if (!hdf5::exists(texts, name))
      refuse(fmt::format("the checkpoint lacks the text \"{}\"", name));
    const hdf5::Handle dataset(H5Dopen2(texts, name.c_str(), H5P_DEFAULT), "opening a text");
    const auto stored = hdf5::extents(dataset);
    const auto checksum = hdf5::read_numbers<std::uint64_t>(dataset, "checksum").front();
    if (stored.size() != 1 || static_cast<std::uintmax_t>(stored[0]) > fs::file_size(file))
      refuse(fmt::format("the checkpoint is damaged: the text \"{}\" is not in it", name));
    std::string text(static_cast<std::size_t>(stored[0]), ' ');
    hdf5::check(H5Dread(dataset, H5T_NATIVE_UCHAR, H5S_ALL, H5S_ALL, H5P_DEFAULT, text.data()),
                "reading a text");
    if (XXH3_64bits(text.data(), text.size()) != checksum)
      refuse(fmt::format("the checkpoint is damaged: the checksum of text \"{}\" differs", name));
    return text;
  }

  std::array<std::int64_t, 4> extents(const std::string& name) const {
    std::array<std::int64_t, 4> result{};
    guarded([&] {
      const auto stored = hdf5::extents(open_array(name));
      if (stored.size() != result.size())
        refuse(fmt::format("array \"{}\" has {} dimensions, not {}", name, stored.size(),
                           result.size()));
      std::copy(stored.begin(), stored.end(), result.begin());
    });
    return result;
  }

  hdf5::Handle open_numbers(const std::string& name, Stored& stored) const {
    hdf5::Handle dataset = open_array(name);
    stored = stored_as(dataset);
    if (stored == Stored::other)
      refuse(fmt::format("array \"{}\" holds {} values, not numbers of 4 or 8 bytes", name,
                         hdf5::type_name(dataset)));
    return dataset;
  }

  /// Read this rank's rows and compare the checksum of the whole array.
  void read(const std::string& name, const Rows& rows, const Consumer& consume) const {
    const auto& n = rows.global;
    const auto found = extents(name);
    if (found != n)
      throw InputError(fmt::format("{}: array \"{}\" has extents ({}), the case needs ({})",
                                   file.string(), name, fmt::join(found, ", "),
                                   fmt::join(n, ", ")));
    hdf5::Handle dataset;
    Stored stored{};
    std::uint64_t expected = 0;
    guarded([&] {
      dataset = open_numbers(name, stored);
      expected = hdf5::read_numbers<std::uint64_t>(dataset, "checksum").front();
    });
    const std::int64_t width = stored == Stored::floats ? sizeof(float) : sizeof(double);
    RowHash hash(n[1] * n[2] * n[3] * width);
    guarded([&] { scan_rows(dataset, stored, rows, hash, consume); });
    if (hash.total(comm) != expected)
      refuse(fmt::format("the checkpoint is damaged: the checksum of array \"{}\" differs", name));
  }

  template <class T>
  void array(const std::string& name, const Rows& rows, T* result) const {
    const auto covered = static_cast<double>(rows.count());
    TW_CHECK(comm.sum(covered) == static_cast<double>(rows.global[0]),
             "the blocks of all ranks cover an array once");
    read(name, rows, [&](Stored stored, const void* data, std::int64_t at, std::int64_t count) {
      if ((stored == Stored::integers) != std::is_integral_v<T>)
        refuse(fmt::format("array \"{}\" holds {} numbers", name,
                           stored == Stored::integers ? "whole" : "floating-point"));
      for_values(stored, data, [&](const auto* from) {
        std::transform(from, from + count, result + at, [](auto v) { return static_cast<T>(v); });
      });
    });
  }

  template <class T>
  void array(const std::string& name, const Block& block, T* result) const {
    array(name, Rows{block.global, {{block.offset, block.count}}}, result);
  }

  template <class T>
  void blocks(const std::string& name, const BlockLayout& layout, T* result) const {
    guarded([&] {
      const hdf5::Handle dataset = open_array(name);
      if (!hdf5::has_attribute(dataset, "blocks") ||
          hdf5::read_numbers<std::uint64_t>(dataset, "blocks").front() != checksum_of(layout))
        refuse(fmt::format("array \"{}\" is of other blocks than those of the case", name));
    });
    array(name, Rows{{layout.total(), 1, 1, 1}, runs_of(layout)}, result);
  }
};

CheckpointReader::CheckpointReader(const std::filesystem::path& file,
                                   const transport::Communicator& comm)
    : state_(std::make_unique<State>(file, comm)) {}

CheckpointReader::~CheckpointReader() = default;

const std::string& CheckpointReader::kind() const { return state_->kind; }
const std::filesystem::path& CheckpointReader::file() const { return state_->file; }

bool CheckpointReader::has(const std::string& name) const {
  bool is_there = false;
  state_->guarded([&] { is_there = hdf5::has_attribute(state_->values, name); });
  return is_there;
}

double CheckpointReader::number(const std::string& name) const {
  double value = 0;
  state_->guarded([&] {
    state_->require_value(name);
    value = hdf5::read_numbers<double>(state_->values, name).front();
  });
  return value;
}

std::int64_t CheckpointReader::integer(const std::string& name) const {
  std::int64_t value = 0;
  state_->guarded([&] {
    state_->require_value(name);
    value = hdf5::read_numbers<std::int64_t>(state_->values, name).front();
  });
  return value;
}

std::string CheckpointReader::text(const std::string& name) const {
  std::string value;
  state_->guarded([&] {
    state_->require_value(name);
    value = hdf5::read_text(state_->values, name);
  });
  return value;
}

std::string CheckpointReader::long_text(const std::string& name) const {
  std::string value;
  state_->guarded([&] { value = state_->long_text(name); });
  return value;
}

std::vector<std::string> CheckpointReader::arrays() const {
  std::vector<std::string> names;
  state_->guarded([&] { names = hdf5::names(state_->arrays, H5O_TYPE_DATASET); });
  return names;
}

std::array<std::int64_t, 4> CheckpointReader::extents(const std::string& name) const {
  return state_->extents(name);
}

void CheckpointReader::array(const std::string& name, const Block& block, double* values) const {
  state_->array(name, block, values);
}

void CheckpointReader::array(const std::string& name, const Block& block, float* values) const {
  state_->array(name, block, values);
}

void CheckpointReader::array(const std::string& name, const Block& block,
                             std::int64_t* values) const {
  state_->array(name, block, values);
}

void CheckpointReader::blocks(const std::string& name, const BlockLayout& layout,
                              double* values) const {
  state_->blocks(name, layout, values);
}

void CheckpointReader::blocks(const std::string& name, const BlockLayout& layout,
                              float* values) const {
  state_->blocks(name, layout, values);
}

ItemShare CheckpointReader::items(const std::string& name) const {
  const std::string array_name = name + ".identity";
  ItemShare items{even_share(state_->extents(array_name)[0], state_->comm), {}};
  const auto& [total, offset, count] = items.share;
  items.identities.resize(static_cast<std::size_t>(count));
  array(array_name, Block{{total, 1, 1, 1}, offset, count}, items.identities.data());
  return items;
}

void CheckpointReader::verify(const std::string& name) const {
  const auto global = state_->extents(name);
  const Share share = even_share(global[0], state_->comm);
  state_->read(name, {global, {{share.offset, share.count}}},
               [](Stored, const void*, std::int64_t, std::int64_t) {});
}

}  // namespace thalweg::io
