// SPDX-License-Identifier: Apache-2.0
#include <xxhash.h>

#include "base/error.hpp"
#include "io/checkpoint/block_runs.hpp"
#include "io/checkpoint/checkpoint.hpp"
#include "io/checkpoint/format.hpp"
#include "io/checkpoint/row_hash.hpp"
#include "io/hdf5/hdf5.hpp"
#include "io/hdf5/output_file.hpp"

namespace thalweg::io {

struct CheckpointWriter::State {
  OutputFile out;
  hdf5::Handle values, texts, arrays;

  State(const std::filesystem::path& file, const transport::Communicator& comm,
        const std::string& kind)
      : out(file, comm) {
    using hdf5::write_attribute;
    out.step([&] {
      write_attribute(out.id(), "format", std::string(checkpoint_format::name));
      write_attribute(out.id(), "format_version", std::vector{checkpoint_format::version});
      write_attribute(out.id(), "kind", kind);
      values = hdf5::create_group(out.id(), "state");
      texts = hdf5::create_group(out.id(), "texts");
      arrays = hdf5::create_group(out.id(), "arrays");
    });
  }

  template <class T>
  hdf5::Handle array(const std::string& name, const std::array<std::int64_t, 4>& n,
                     const std::vector<RowRun>& runs, const T* data) {
    const std::int64_t row = n[1] * n[2] * n[3];
    const auto row_bytes = row * static_cast<std::int64_t>(sizeof(T));
    RowHash hash(row_bytes);
    const T* next = data;
    for (const auto& [first, count] : runs) {
      hash.go_to(first);
      hash.add(next, count * row_bytes);
      next += count * row;
    }
    const std::uint64_t checksum = hash.total(out.comm());
    hdf5::Handle dataset = out.dataset(arrays, name, {n.begin(), n.end()}, runs, data);
    out.step([&] { hdf5::write_attribute(dataset, "checksum", std::vector{checksum}); });
    return dataset;
  }

  template <class T>
  void array(const std::string& name, const Block& block, const T* data) {
    array(name, block.global, {{block.offset, block.count}}, data);
  }

  template <class T>
  void blocks(const std::string& name, const BlockLayout& layout, const T* data) {
    const hdf5::Handle dataset = array(name, {layout.total(), 1, 1, 1}, runs_of(layout), data);
    out.step([&] { hdf5::write_attribute(dataset, "blocks", std::vector{checksum_of(layout)}); });
  }
};

CheckpointWriter::CheckpointWriter(const std::filesystem::path& file,
                                   const transport::Communicator& comm, const std::string& kind)
    : state_(std::make_unique<State>(file, comm, kind)) {}

CheckpointWriter::~CheckpointWriter() = default;

// HDF5 needs the same values on all ranks: each holds a copy of what will be written once.
void CheckpointWriter::attribute(const std::string& name, double value) {
  state_->out.comm().broadcast(std::span(&value, 1));
  state_->out.step([&] { hdf5::write_attribute(state_->values, name, std::vector{value}); });
}

void CheckpointWriter::attribute(const std::string& name, std::int64_t value) {
  value = std::stoll(state_->out.comm().broadcast(std::to_string(value)));
  state_->out.step([&] { hdf5::write_attribute(state_->values, name, std::vector{value}); });
}

void CheckpointWriter::attribute(const std::string& name, const std::string& value) {
  const std::string text = state_->out.comm().broadcast(value);
  state_->out.step([&] { hdf5::write_attribute(state_->values, name, text); });
}

void CheckpointWriter::long_text(const std::string& name, const std::string& value) {
  OutputFile& out = state_->out;
  const std::string text = out.comm().broadcast(value);
  const auto size = static_cast<std::int64_t>(text.size());
  const hdf5::Handle dataset =
      out.dataset(state_->texts, name, {size}, 0, out.comm().is_root() ? size : 0,
                  reinterpret_cast<const unsigned char*>(text.data()));
  out.step([&] {
    const std::uint64_t checksum = XXH3_64bits(text.data(), text.size());
    hdf5::write_attribute(dataset, "checksum", std::vector{checksum});
  });
}

void CheckpointWriter::array(const std::string& name, const Block& block, const double* values) {
  state_->array(name, block, values);
}

void CheckpointWriter::array(const std::string& name, const Block& block, const float* values) {
  state_->array(name, block, values);
}

void CheckpointWriter::array(const std::string& name, const Block& block,
                             const std::int64_t* values) {
  state_->array(name, block, values);
}

void CheckpointWriter::blocks(const std::string& name, const BlockLayout& layout,
                              const double* values) {
  state_->blocks(name, layout, values);
}

void CheckpointWriter::blocks(const std::string& name, const BlockLayout& layout,
                              const float* values) {
  state_->blocks(name, layout, values);
}

void CheckpointWriter::items(const std::string& name, const SortedItems& items) {
  const auto& [total, offset, count] = items.share();
  array(name + ".identity", Block{{total, 1, 1, 1}, offset, count}, items.identities().data());
}

void CheckpointWriter::commit() {
  state_->arrays = {};
  state_->texts = {};
  state_->values = {};
  state_->out.commit();
}

}  // namespace thalweg::io
