// SPDX-License-Identifier: Apache-2.0
#include "emulated_device/protection.hpp"

#include <sys/mman.h>

#include <csignal>
#include <cstdio>
#include <vector>

#include "emulated_device/allocations.hpp"
#include "emulated_device/devices.hpp"
#include "emulated_device/options.hpp"

namespace emulated {

namespace {

constexpr int no_device = -1;
int reachable = no_device;
const char* running = nullptr;
const char* guard_page = nullptr;
std::size_t bytes_of_block = 0;

bool is_reachable(int from, int device) {
  return from == every_device || (from >= 0 && reaches(from, device));
}

constexpr unsigned open_rights = 0;

/// A key for each device, closed to all threads; none where the processor, the system or the
/// options have none, or too few.
std::vector<int> new_keys() {
  std::vector<int> list;
  while (options().page_keys && list.size() < static_cast<std::size_t>(options().devices)) {
    list.push_back(pkey_alloc(0, PKEY_DISABLE_ACCESS));
    if (list.back() >= 0) continue;
    list.pop_back();
    for (const int key : list) pkey_free(key);
    return {};
  }
  return list;
}
const std::vector<int>& keys() {
  static const auto& made_once = *new std::vector<int>(new_keys());
  return made_once;
}
bool has_key(const Allocation& a) { return !keys().empty() && a.kind != Kind::pinned; }
int key_of(const Allocation& a) { return keys()[static_cast<std::size_t>(a.device)]; }

void open_or_close(Allocation& a, bool open) {
  if (open == a.open || a.kind == Kind::pinned) return;
  a.open = open;
  set_open(a.map, a.range.bytes, open);
}

void on_fault(int signal, siginfo_t* info, void*);
void install_handler() {
  struct sigaction action {};
  action.sa_sigaction = on_fault;
  action.sa_flags = SA_SIGINFO | SA_NODEFER;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

void reach(int device) {
  if (device == reachable) return;
  reachable = device;
  for (std::size_t d = 0; d < keys().size(); ++d)
    pkey_set(keys()[d],
             is_reachable(device, static_cast<int>(d)) ? open_rights : PKEY_DISABLE_ACCESS);
  if (!keys().empty()) return;
  if (device != no_device) install_handler();  // libraries of MPI put their own in its place
  for (Allocation* a : device_allocations())
    if (!is_reachable(device, a->device)) open_or_close(*a, false);
}

/// Without keys: whether what the device touches was its own but for the first touch, which opens
/// it. Most work touches few allocations, and to open one takes a call of the system.
bool open_at_first_touch(const char* at) {
  Allocation* a = allocation_on_page_of(at);
  if (!a || a->open || a->kind == Kind::pinned || has_key(*a)) return false;
  if (!is_reachable(reachable, a->device)) return false;
  open_or_close(*a, true);
  return true;
}

std::string who(const void* address) {
  const auto* at = static_cast<const char*>(address);
  if (guard_page && guard_page <= at && at < guard_page + page)
    return "ran past the " + std::to_string(bytes_of_block) + " bytes of its block's memory, by " +
           std::to_string(at - guard_page) + " bytes or fewer";
  return (running ? "touched " : "touched device memory: ") + description_of(address);
}

// Nothing but the report is left to do, so the handler does what handlers may not.
void on_fault(int signal, siginfo_t* info, void*) {
  const auto* at = static_cast<const char*>(info->si_addr);
  if (is_in_arena(at) && open_at_first_touch(at)) return;
  std::signal(signal, SIG_DFL);
  const bool of_block = guard_page && guard_page <= at && at < guard_page + page;
  if (is_in_arena(at) || of_block) {
    const std::string subject =
        running ? "a kernel (" + kernel_name(running) + ") " : std::string("code of the host ");
    constexpr int of_the_signal = 2;  // its frames: the handler and the return from it
    const std::string report =
        "emulated device: " + subject + who(at) + "  by\n" + text_of(trace_here(of_the_signal));
    std::fputs(report.c_str(), stderr);
    std::fflush(stderr);
  }
  raise(signal);
}

[[maybe_unused]] const bool installed = [] {
  install_handler();
  return true;
}();

}  // namespace

ReachableDevice::ReachableDevice() : before_(reachable) {}
ReachableDevice::ReachableDevice(int device) : before_(reachable) { reach(device); }
ReachableDevice::~ReachableDevice() { reach(before_); }
void ReachableDevice::become(int device) { reach(device); }

OpenAllocation::OpenAllocation(Allocation& allocation) : allocation_(allocation) {
  if (has_key(allocation)) {
    before_ = static_cast<unsigned>(pkey_get(key_of(allocation)));
    pkey_set(key_of(allocation), open_rights);
  } else {
    before_ = allocation.open;
    open_or_close(allocation, true);
  }
}
OpenAllocation::~OpenAllocation() {
  if (has_key(allocation_))
    pkey_set(key_of(allocation_), before_);
  else
    open_or_close(allocation_, before_);
}

void close_by_key(const Allocation& allocation) {
  if (has_key(allocation)) set_key(allocation.map, allocation.range.bytes, key_of(allocation));
}

void set_running(const char* name) { running = name; }
void set_block_memory_guard(const char* guard, std::size_t block_bytes) {
  guard_page = guard;
  bytes_of_block = block_bytes;
}

}  // namespace emulated
