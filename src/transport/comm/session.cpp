// SPDX-License-Identifier: Apache-2.0
// The program's use of MPI, from its start to its end.
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "transport/comm/communicator.hpp"
#include "transport/comm/mpi_native.hpp"

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

}  // namespace thalweg::transport
