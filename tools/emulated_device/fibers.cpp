// SPDX-License-Identifier: Apache-2.0
// One fiber runs thread after thread. Only where a thread stops at a barrier does the next one need
// another fiber, so kernels without barriers run in a loop on one stack. The fibers of a host
// thread are kept for its next block. setjmp switches between stacks that makecontext began: unlike
// swapcontext it makes no system call.
#include "emulated_device/fibers.hpp"

#include <setjmp.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <memory>
#include <string>
#include <vector>

#include "emulated_device/report.hpp"

namespace emulated {

namespace {

constexpr std::size_t stack_bytes = std::size_t{256} << 10, page = 4096;

struct Fiber {
  jmp_buf place;
  ucontext_t beginning;
  bool begun = false;
  int thread = 0;
};

class Scheduler {
 public:
  void run(int threads, bool backwards, const uint3* places, const std::function<void()>& thread);
  void wait_here();
  bool is_running() const { return current_ != nullptr; }

 private:
  static void fiber_main();
  [[gnu::noinline]] void switch_to(Fiber& fiber);
  [[gnu::noinline]] void switch_back(Fiber& fiber);
  void run_threads(Fiber& fiber);
  Fiber& idle_fiber();
  void resume_waiting();
  int numbered(int n) const { return backwards_ ? threads_ - 1 - n : n; }

  std::vector<std::unique_ptr<Fiber>> all_;
  std::vector<Fiber*> idle_, waiting_;
  Fiber* current_ = nullptr;
  jmp_buf scheduler_;
  const uint3* places_ = nullptr;
  const std::function<void()>* thread_ = nullptr;
  int threads_ = 0, begun_ = 0, finished_ = 0;
  bool backwards_ = false;
};

Scheduler& scheduler() {
  static thread_local auto* own = new Scheduler;  // its stacks may outlive the thread's objects
  return *own;
}

void Scheduler::run(int threads, bool backwards, const uint3* places,
                    const std::function<void()>& thread) {
  threads_ = threads, backwards_ = backwards, begun_ = finished_ = 0;
  places_ = places, thread_ = &thread;
  while (begun_ < threads_) switch_to(idle_fiber());
  while (!waiting_.empty()) resume_waiting();
}

/// All threads have come to a barrier or to their end.
void Scheduler::resume_waiting() {
  if (finished_ > 0)
    stop(std::to_string(finished_) + " of " + std::to_string(threads_) +
         " threads of a block ended while the others wait at a barrier");
  const std::vector<Fiber*> met = std::move(waiting_);
  waiting_.clear();
  for (Fiber* fiber : met) {
    threadIdx = places_[fiber->thread];
    switch_to(*fiber);
  }
}

Fiber& Scheduler::idle_fiber() {
  if (idle_.empty()) {
    all_.push_back(std::make_unique<Fiber>());
    idle_.push_back(all_.back().get());
  }
  Fiber* fiber = idle_.back();
  idle_.pop_back();
  return *fiber;
}

void begin(Fiber& fiber, void (*main)()) {
  // A closed page below the stack.
  void* memory = mmap(nullptr, stack_bytes + page, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED) stop("no memory for the stack of a thread");
  mprotect(memory, page, PROT_NONE);
  getcontext(&fiber.beginning);
  fiber.beginning.uc_stack.ss_sp = static_cast<char*>(memory) + page;
  fiber.beginning.uc_stack.ss_size = stack_bytes;
  fiber.beginning.uc_link = nullptr;
  makecontext(&fiber.beginning, main, 0);
  fiber.begun = true;
}

void Scheduler::switch_to(Fiber& fiber) {
  current_ = &fiber;
  if (_setjmp(scheduler_) == 0) {
    if (fiber.begun) _longjmp(fiber.place, 1);
    begin(fiber, fiber_main);
    setcontext(&fiber.beginning);
  }
  current_ = nullptr;
}

void Scheduler::switch_back(Fiber& fiber) {
  if (_setjmp(fiber.place) == 0) _longjmp(scheduler_, 1);
}

void Scheduler::fiber_main() {
  for (;;) {
    Scheduler& own = scheduler();
    own.run_threads(*own.current_);
  }
}

void Scheduler::run_threads(Fiber& fiber) {
  while (begun_ < threads_) {
    fiber.thread = numbered(begun_++);
    threadIdx = places_[fiber.thread];
    (*thread_)();
    ++finished_;
  }
  idle_.push_back(&fiber);
  switch_back(fiber);
}

void Scheduler::wait_here() {
  Fiber& fiber = *current_;
  waiting_.push_back(&fiber);
  switch_back(fiber);
}

}  // namespace

void run_block(int threads, bool backwards, const uint3* places,
               const std::function<void()>& thread) {
  scheduler().run(threads, backwards, places, thread);
}

void meet_at_barrier() {
  if (scheduler().is_running()) scheduler().wait_here();
}

}  // namespace emulated
