// SPDX-License-Identifier: Apache-2.0
// What the ranks of a communicator do together.
#include <algorithm>
#include <chrono>
#include <numeric>
#include <thread>
#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/comm/requests.hpp"
#include "transport/comm/watch.hpp"

namespace thalweg::transport {

void Communicator::barrier() const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(native_->comm, &request), "MPI_Ibarrier");
  wait_for_request("a barrier", *native_, request);
}

void Communicator::wait_for_all(const std::function<void()>& meanwhile) const {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Ibarrier(native_->comm, &request), "MPI_Ibarrier");
  for (int arrived = 0; !arrived;) {
    check_mpi(MPI_Test(&request, &arrived, MPI_STATUS_IGNORE), "MPI_Test");
    if (arrived) return;
    meanwhile();
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
}

bool Communicator::all_arrive(double seconds) const {
  MPI_Request request = MPI_REQUEST_NULL;
  if (MPI_Ibarrier(native_->farewell, &request) != MPI_SUCCESS) return false;
  const double start = MPI_Wtime();
  for (int arrived = 0; MPI_Wtime() - start < seconds;) {
    if (MPI_Test(&request, &arrived, MPI_STATUS_IGNORE) != MPI_SUCCESS) return false;
    if (arrived) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

namespace {

template <class T>
void broadcast_items(const Communicator::Native& native, std::span<T> items, MPI_Datatype type,
                     int root, std::int64_t piece) {
  const auto send = [&](std::int64_t first, int count) {
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Ibcast(items.data() + first, count, type, root, native.comm, &request),
              "MPI_Ibcast");
    wait_for_request("a broadcast", native, request);
  };
  for_parts(std::ssize(items), send, piece);
}

// Reduced on rank 0 and sent out, so that all ranks hold the same bits whatever algorithm an
// allreduce of the library would choose.
template <class T>
void reduce(const Communicator::Native& native, std::span<T> values, MPI_Datatype type, MPI_Op op,
            std::int64_t piece) {
  const bool root = native.rank == 0;
  const auto reduce_part = [&](std::int64_t first, int count) {
    T* part = values.data() + first;
    MPI_Request request = MPI_REQUEST_NULL;
    check_mpi(MPI_Ireduce(root ? MPI_IN_PLACE : part, root ? part : nullptr, count, type, op, 0,
                          native.comm, &request),
              "MPI_Ireduce");
    wait_for_request("a reduction", native, request);
  };
  for_parts(std::ssize(values), reduce_part, piece);
  broadcast_items(native, values, type, 0, piece);
}

}  // namespace

void Communicator::sum(std::span<double> values, std::int64_t piece) const {
  reduce(*native_, values, MPI_DOUBLE, MPI_SUM, piece);
}
void Communicator::sum(std::span<std::int64_t> values) const {
  reduce(*native_, values, MPI_INT64_T, MPI_SUM, largest_piece);
}
void Communicator::max(std::span<double> values) const {
  reduce(*native_, values, MPI_DOUBLE, MPI_MAX, largest_piece);
}
void Communicator::min(std::span<double> values) const {
  reduce(*native_, values, MPI_DOUBLE, MPI_MIN, largest_piece);
}
double Communicator::sum(double value) const { return sum(std::span(&value, 1)), value; }
double Communicator::max(double value) const { return max(std::span(&value, 1)), value; }
double Communicator::min(double value) const { return min(std::span(&value, 1)), value; }

bool Communicator::agree(bool ok) const { return min(ok ? 1.0 : 0.0) > 0.5; }

std::string Communicator::broadcast(const std::string& text, int root, std::int64_t piece) const {
  std::int64_t length = static_cast<std::int64_t>(text.size());
  broadcast_items(*native_, std::span(&length, 1), MPI_INT64_T, root, piece);
  std::string result = rank() == root ? text : std::string(static_cast<std::size_t>(length), '\0');
  broadcast_items(*native_, std::span(result), MPI_CHAR, root, piece);
  return result;
}

void Communicator::broadcast(std::span<double> values, int root, std::int64_t piece) const {
  broadcast_items(*native_, values, MPI_DOUBLE, root, piece);
}

namespace {

/// Where each rank's text begins in all of them one after the other, and where the last one ends.
std::vector<std::int64_t> text_begins(const Communicator::Native& native, const std::string& text) {
  std::vector<std::int64_t> begins(static_cast<std::size_t>(native.size) + 1);
  const auto length = static_cast<std::int64_t>(text.size());
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Iallgather(&length, 1, MPI_INT64_T, begins.data() + 1, 1, MPI_INT64_T, native.comm,
                           &request),
            "MPI_Iallgather");
  wait_for_request("a gathering", native, request);
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  return begins;
}

/// Append bytes [first, last) of all texts one after the other to `texts`, on rank 0.
void gather_piece(const Communicator::Native& native, const std::string& text,
                  const std::vector<std::int64_t>& begins, std::int64_t first, std::int64_t last,
                  std::vector<std::string>& texts) {
  const auto ranks = static_cast<std::size_t>(native.size),
             me = static_cast<std::size_t>(native.rank);
  std::vector<int> counts(ranks), offsets(ranks);
  for (std::size_t r = 0; r < ranks; ++r) {
    offsets[r] = static_cast<int>(std::clamp(begins[r], first, last) - first);
    counts[r] = static_cast<int>(std::clamp(begins[r + 1], first, last) - first) - offsets[r];
  }
  const std::int64_t sent = first + offsets[me] - begins[me];
  std::string piece(native.rank == 0 ? static_cast<std::size_t>(last - first) : 0, '\0');
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Igatherv(counts[me] > 0 ? text.data() + sent : nullptr, counts[me], MPI_CHAR,
                         piece.data(), counts.data(), offsets.data(), MPI_CHAR, 0, native.comm,
                         &request),
            "MPI_Igatherv");
  wait_for_request("a gathering", native, request);
  for (std::size_t r = 0; r < texts.size(); ++r)
    texts[r].append(piece, static_cast<std::size_t>(offsets[r]),
                    static_cast<std::size_t>(counts[r]));
}

}  // namespace

std::vector<std::string> Communicator::gather(const std::string& text,
                                              std::int64_t piece_bytes) const {
  const std::vector<std::int64_t> begins = text_begins(*native_, text);
  std::vector<std::string> texts(is_root() ? static_cast<std::size_t>(size()) : 0);
  for (std::size_t r = 0; r < texts.size(); ++r)
    texts[r].reserve(static_cast<std::size_t>(begins[r + 1] - begins[r]));
  for (std::int64_t first = 0; first < begins.back(); first += piece_bytes)
    gather_piece(*native_, text, begins, first, std::min(first + piece_bytes, begins.back()),
                 texts);
  return texts;
}

std::string Communicator::first_text(const std::string& text) const {
  std::string first;
  for (const std::string& of_rank : gather(text))
    if (first.empty()) first = of_rank;
  return broadcast(first);
}

}  // namespace thalweg::transport
