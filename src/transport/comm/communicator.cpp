// SPDX-License-Identifier: Apache-2.0
#include "transport/comm/communicator.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <exception>
#include <numeric>
#include <thread>
#include <utility>
#include <vector>

#include "transport/comm/abandoned.hpp"
#include "transport/comm/requests.hpp"
#include "transport/comm/watch.hpp"

namespace thalweg::transport {

bool may_free() {
  int finalized = 0;
  MPI_Finalized(&finalized);
  return !finalized && std::uncaught_exceptions() == 0;
}

void check_mpi(int status, const char* call) {
  if (status == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  MPI_Error_string(status, text, &length);
  throw CommError(std::string(call) +
                  " failed: " + std::string(text, static_cast<std::size_t>(length)));
}

namespace {

/// Whether nobody started this process as one of many.
bool is_alone() {
  for (const char* name : {"OMPI_COMM_WORLD_SIZE", "PMIX_NAMESPACE", "PMI_RANK", "SLURM_STEP_ID"})
    if (std::getenv(name)) return false;
  return true;
}

/// A process that is alone needs no network and no daemon, but Open MPI 4 tries all that it has and
/// starts one, for 0.3 s together. Without a daemon it needs no folder either: all processes would
/// have the same one, and the first to end would take it from those that start. What the user sets
/// counts. The settings are gone with this object, so that programs which this one starts do not
/// get them.
class QuickStart {
 public:
  explicit QuickStart(Session::Start start) {
    if (start == Session::Start::full || !is_alone()) return;
    for (const auto& [name, value] : {std::pair{"OMPI_MCA_pml", "ob1"},
                                      {"OMPI_MCA_btl", "self"},
                                      {"OMPI_MCA_osc", "sm,pt2pt"},
                                      {"OMPI_MCA_ess_singleton_isolated", "1"},
                                      {"OMPI_MCA_orte_create_session_dirs", "0"}})
      if (!std::getenv(name)) {
        setenv(name, value, 1);
        set_.push_back(name);
      }
  }
  ~QuickStart() {
    for (const char* name : set_) unsetenv(name);
  }
  QuickStart(const QuickStart&) = delete;
  QuickStart& operator=(const QuickStart&) = delete;

 private:
  std::vector<const char*> set_;
};

}  // namespace

Session::Session(int* argc, char*** argv, Start start) {
  const QuickStart quick_start(start);
#if defined(OMPI_MAJOR_VERSION) && OMPI_MAJOR_VERSION < 5
  // Open MPI 4's windows by remote memory access are chosen for Ethernet too and then fail with
  // MPI_ERR_WIN (open-mpi/ompi issues 9871, 11466). What the user sets counts.
  setenv("OMPI_MCA_osc", "^rdma", 0);
#endif
  // File pointers that ranks share, which nothing here uses, are kept by Open MPI beside each file
  // (which fails on a full disk) or in a folder that processes without a daemon have together: the
  // first of them to end takes it away, and the others complain. This kind needs neither.
  setenv("OMPI_MCA_sharedfp", "individual", 0);
  // hwloc asks X servers and OpenCL for devices, which nothing here uses: 1 MB of libraries.
  setenv("HWLOC_PLUGINS_BLACKLIST", "hwloc_gl.so,hwloc_opencl.so", 0);
  int provided = 0;
  check_mpi(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  if (provided < MPI_THREAD_FUNNELED)
    throw CommError("this MPI library does not support threads (MPI_THREAD_FUNNELED)");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
}

Session::~Session() { MPI_Finalize(); }

void Session::abort(int status) {
  MPI_Abort(MPI_COMM_WORLD, status);
  std::abort();
}

std::string library_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
  int length = 0;
  MPI_Get_library_version(text, &length);
  const std::string all(text, static_cast<std::size_t>(length));
  return all.substr(0, all.find_first_of(",\n"));
}

namespace {

/// For every rank the smallest rank of its node.
NodeMap map_of_nodes(MPI_Comm comm, MPI_Comm node, int rank, int size) {
  int first = rank;
  check_mpi(MPI_Bcast(&first, 1, MPI_INT, 0, node), "MPI_Bcast");
  std::vector<int> node_of(static_cast<std::size_t>(size));
  check_mpi(MPI_Allgather(&first, 1, MPI_INT, node_of.data(), 1, MPI_INT, comm), "MPI_Allgather");
  return NodeMap(std::move(node_of));
}

}  // namespace

Communicator::Native::Native(MPI_Comm parent, std::string name, MPI_Comm neighbours, int part)
    : nodes({0}), name_(std::move(name)) {
  check_mpi(MPI_Comm_dup(parent, &comm), "MPI_Comm_dup");
  check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  check_mpi(MPI_Comm_dup(comm, &farewell), "MPI_Comm_dup");
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  check_mpi(MPI_Comm_split(neighbours, part, rank, &node), "MPI_Comm_split");
  MPI_Comm_rank(node, &node_rank);
  MPI_Comm_size(node, &node_size);
  program_node_rank = node_rank;
  program_node_size = node_size;
  nodes = map_of_nodes(comm, node, rank, size);
}

Communicator::Native::Native(std::shared_ptr<const Native> whole)
    : farewell(whole->farewell), node(whole->node), rank(whole->rank), size(whole->size),
      node_rank(whole->node_rank), node_size(whole->node_size),
      program_node_rank(whole->program_node_rank), program_node_size(whole->program_node_size),
      nodes(whole->nodes), name_(whole->next_name()), whole_(std::move(whole)) {
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Comm_idup(whole_->comm, &comm, &request), "MPI_Comm_idup");
  wait_for_request("a communicator for a movement", *whole_, request);
  check_mpi(MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
}

Communicator::Native::~Native() {
  give_back(comm, name_ + "/own", size);
  if (whole_) return;
  give_back(farewell, name_ + "/farewell", size);
  give_back(node, name_ + "/node", size);
}

Communicator Communicator::world() {
  static int made = 0;
  MPI_Comm sharing = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &sharing),
            "MPI_Comm_split_type");
  auto native =
      std::make_shared<const Native>(MPI_COMM_WORLD, "world" + std::to_string(made++), sharing, 0);
  MPI_Comm_free(&sharing);
  return Communicator(std::move(native));
}

Communicator Communicator::self() {
  static int made = 0;
  int rank = 0;  // each rank's self is another
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return Communicator(std::make_shared<const Native>(
      MPI_COMM_SELF, "self" + std::to_string(made++) + "of" + std::to_string(rank), MPI_COMM_SELF,
      0));
}

Communicator Communicator::apart() const {
  return Communicator(std::make_shared<const Native>(native_));
}

Communicator Communicator::split(int colour, int key) const {
  MPI_Comm part = MPI_COMM_NULL;
  check_mpi(MPI_Comm_split(native_->comm, colour, key, &part), "MPI_Comm_split");
  const auto native = std::make_shared<Native>(
      part, native_->next_name() + ":" + std::to_string(colour), native_->node, colour);
  MPI_Comm_free(&part);
  native->program_node_rank = native_->program_node_rank;
  native->program_node_size = native_->program_node_size;
  return Communicator(native);
}

int Communicator::rank() const { return native_->rank; }
int Communicator::size() const { return native_->size; }
int Communicator::node_rank() const { return native_->node_rank; }
int Communicator::node_size() const { return native_->node_size; }
int Communicator::node_rank_in_program() const { return native_->program_node_rank; }
int Communicator::node_size_of_program() const { return native_->program_node_size; }
const NodeMap& Communicator::nodes() const { return native_->nodes; }

Communicator Communicator::split_into_nodes(const std::vector<int>& node_of) const {
  TW_CHECK(static_cast<int>(node_of.size()) == size(), "one node per rank");
  return Communicator(std::make_shared<const Native>(native_->comm, native_->next_name(),
                                                     native_->node,
                                                     node_of[static_cast<std::size_t>(rank())]));
}

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
