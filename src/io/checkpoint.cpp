// SPDX-License-Identifier: Apache-2.0
#include "io/checkpoint.hpp"

#include <fmt/format.h>
#include <xxhash.h>

#include <algorithm>

#include "base/error.hpp"
#include "io/atomic_file.hpp"
#include "io/hdf5.hpp"

namespace thalweg::io {

namespace {

constexpr std::int64_t format_version = 1;
constexpr const char* format_name = "thalweg checkpoint";

std::size_t row_size(const Block& block) {
  return static_cast<std::size_t>(block.global[1] * block.global[2] * block.global[3]);
}

/// Sum over the rows of a block of each row's hash, seeded with its number: the same however the
/// rows are dealt out to ranks.
template <class T>
std::int64_t checksum(const Block& block, const T* values, const transport::Communicator& comm) {
  const std::size_t row = row_size(block);
  std::uint64_t sum = 0;
  for (std::int64_t r = 0; r < block.count; ++r)
    sum += XXH3_64bits_withSeed(values + static_cast<std::size_t>(r) * row, row * sizeof(T),
                                static_cast<std::uint64_t>(block.offset + r));
  std::int64_t total = static_cast<std::int64_t>(sum);
  comm.sum(std::span(&total, 1));
  return total;
}

hdf5::Slab slab_of(const Block& block) {
  hdf5::Slab slab;
  for (const std::int64_t n : block.global) slab.global.push_back(static_cast<hsize_t>(n));
  slab.offset = static_cast<hsize_t>(block.offset);
  slab.count = static_cast<hsize_t>(block.count);
  return slab;
}

}  // namespace

struct CheckpointWriter::State {
  std::filesystem::path file, temporary;
  const transport::Communicator& comm;
  hdf5::Handle out;

  template <class T>
  void array(const std::string& name, const Block& block, const T* values) {
    const std::int64_t sum = checksum(block, values, comm);
    const auto bytes = static_cast<std::int64_t>(row_size(block) * sizeof(T)) * block.global[0];
    reserve_space(file.string() + ".space", bytes, comm);
    together(comm, [&] {
      hdf5::write_slab(out, name, slab_of(block), values);
      const hdf5::Handle dataset(H5Dopen2(out, name.c_str(), H5P_DEFAULT), name);
      hdf5::write_attribute(dataset, "checksum", std::vector<std::int64_t>{sum});
    });
  }
};

CheckpointWriter::CheckpointWriter(const std::filesystem::path& file,
                                   const transport::Communicator& comm, const std::string& kind)
    : state_(new State{file, temporary_name(file), comm, {}}) {
  reserve_space(state_->temporary, 1 << 16, comm);
  together(comm, [&] {
    state_->out = hdf5::create_file(state_->temporary, comm);
    hdf5::write_attribute(state_->out, "format", std::string(format_name));
    hdf5::write_attribute(state_->out, "format_version", std::vector<std::int64_t>{format_version});
    hdf5::write_attribute(state_->out, "kind", kind);
  });
}

CheckpointWriter::~CheckpointWriter() {
  state_->out.close();
  std::error_code ignored;
  if (state_->comm.is_root()) std::filesystem::remove(state_->temporary, ignored);
}

void CheckpointWriter::attribute(const std::string& name, double value) {
  together(state_->comm,
           [&] { hdf5::write_attribute(state_->out, name, std::vector<double>{value}); });
}
void CheckpointWriter::attribute(const std::string& name, std::int64_t value) {
  together(state_->comm,
           [&] { hdf5::write_attribute(state_->out, name, std::vector<std::int64_t>{value}); });
}
void CheckpointWriter::attribute(const std::string& name, const std::string& value) {
  together(state_->comm, [&] { hdf5::write_attribute(state_->out, name, value); });
}
void CheckpointWriter::array(const std::string& name, const Block& block, const double* values) {
  state_->array(name, block, values);
}
void CheckpointWriter::array(const std::string& name, const Block& block, const float* values) {
  state_->array(name, block, values);
}

void CheckpointWriter::commit() {
  together(state_->comm, [&] {
    hdf5::check(H5Fflush(state_->out, H5F_SCOPE_GLOBAL), "flushing " + state_->temporary.string());
    state_->out.close();
  });
  commit_file(state_->temporary, state_->file, state_->comm);
}

struct CheckpointReader::State {
  std::filesystem::path file;
  const transport::Communicator& comm;
  hdf5::Handle in;
  std::string kind;

  [[noreturn]] void refuse(const std::string& why) const {
    throw InputError(fmt::format("{}: {}", file.string(), why));
  }
  template <class T>
  std::vector<T> as_stored(const std::string& name, const Block& block) const {
    std::vector<T> values(static_cast<std::size_t>(block.count) * row_size(block));
    hdf5::read_slab(in, name, slab_of(block), values.data());
    const hdf5::Handle dataset(H5Dopen2(in, name.c_str(), H5P_DEFAULT), name);
    if (hdf5::read_integer(dataset, "checksum") != checksum(block, values.data(), comm))
      refuse(fmt::format("the checksum of array \"{}\" differs: the file is damaged", name));
    return values;
  }
  bool single(const std::string& name) const {
    const hdf5::Handle dataset(H5Dopen2(in, name.c_str(), H5P_DEFAULT), "opening " + name);
    const hdf5::Handle type(H5Dget_type(dataset), name);
    return H5Tget_size(type) == sizeof(float);
  }
  template <class T>
  void read(const std::string& name, const Block& block, T* values) const {
    const auto convert = [&](const auto& stored) {
      std::transform(stored.begin(), stored.end(), values,
                     [](auto v) { return static_cast<T>(v); });
    };
    if (single(name)) convert(as_stored<float>(name, block));
    else convert(as_stored<double>(name, block));
  }
};

CheckpointReader::CheckpointReader(const std::filesystem::path& file,
                                   const transport::Communicator& comm)
    : state_(new State{file, comm, {}, {}}) {
  hdf5::silence();
  if (!std::filesystem::is_regular_file(file)) state_->refuse("there is no such checkpoint");
  if (H5Fis_hdf5(file.c_str()) <= 0) state_->refuse("this is not an HDF5 file, so no checkpoint");
  try {
    state_->in = hdf5::open_file(file, comm);
  } catch (const IoError& error) {
    state_->refuse(fmt::format("cannot be opened: it is cut off or damaged ({})", error.what()));
  }
  if (!hdf5::has_attribute(state_->in, "format") ||
      hdf5::read_text(state_->in, "format") != format_name)
    state_->refuse("an HDF5 file, but not a checkpoint of thalweg");
  const std::int64_t version = hdf5::read_integer(state_->in, "format_version");
  if (version != format_version)
    state_->refuse(fmt::format("has checkpoint format {}, this program reads {}", version,
                               format_version));
  state_->kind = hdf5::read_text(state_->in, "kind");
}

CheckpointReader::~CheckpointReader() = default;
const std::string& CheckpointReader::kind() const { return state_->kind; }
const std::filesystem::path& CheckpointReader::file() const { return state_->file; }

double CheckpointReader::number(const std::string& name) const {
  if (!hdf5::has_attribute(state_->in, name)) state_->refuse("lacks the number \"" + name + "\"");
  return hdf5::read_number(state_->in, name);
}
std::int64_t CheckpointReader::integer(const std::string& name) const {
  if (!hdf5::has_attribute(state_->in, name)) state_->refuse("lacks the number \"" + name + "\"");
  return hdf5::read_integer(state_->in, name);
}
std::string CheckpointReader::text(const std::string& name) const {
  if (!hdf5::has_attribute(state_->in, name)) state_->refuse("lacks the text \"" + name + "\"");
  return hdf5::read_text(state_->in, name);
}

std::array<std::int64_t, 4> CheckpointReader::extents(const std::string& name) const {
  if (!hdf5::exists(state_->in, name)) state_->refuse("lacks the array \"" + name + "\"");
  const auto stored = hdf5::extents(state_->in, name);
  if (stored.size() != 4) state_->refuse("array \"" + name + "\" does not have 4 dimensions");
  std::array<std::int64_t, 4> result{};
  std::copy(stored.begin(), stored.end(), result.begin());
  return result;
}

void CheckpointReader::array(const std::string& name, const Block& block, double* values) const {
  state_->read(name, block, values);
}
void CheckpointReader::array(const std::string& name, const Block& block, float* values) const {
  state_->read(name, block, values);
}

std::vector<std::filesystem::path> list_checkpoints(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      if (entry.path().extension() == ".h5") files.push_back(entry.path());
  const auto step = [](const auto& path) { return std::atoll(path.stem().c_str()); };
  std::sort(files.begin(), files.end(),
            [&](const auto& a, const auto& b) { return step(a) > step(b); });
  return files;
}

namespace {

/// Check every array of a file that this rank alone has open.
void read_all_arrays(const CheckpointReader& reader, hid_t file) {
  std::vector<std::string> names;
  H5Literate(
      file, H5_INDEX_NAME, H5_ITER_INC, nullptr,
      [](hid_t, const char* name, const H5L_info_t*, void* data) -> herr_t {
        static_cast<std::vector<std::string>*>(data)->push_back(name);
        return 0;
      },
      &names);
  for (const std::string& name : names) {
    const auto global = reader.extents(name);
    const Block block{global, 0, global[0]};
    std::vector<double> values(static_cast<std::size_t>(global[0]) * row_size(block));
    reader.array(name, block, values.data());
  }
}

}  // namespace

std::optional<std::string> checkpoint_fault(const std::filesystem::path& file,
                                            const transport::Communicator& comm) {
  std::string fault;
  if (comm.is_root()) {
    try {
      const auto alone = transport::Communicator::self();
      const CheckpointReader reader(file, alone);
      read_all_arrays(reader, hdf5::open_file(file, alone));
    } catch (const Error& error) {
      fault = error.what();
    }
  }
  fault = comm.broadcast(fault);
  return fault.empty() ? std::nullopt : std::optional(fault);
}

}  // namespace thalweg::io
