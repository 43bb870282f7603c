#pragma once

#include <atomic>
#include <exception>

#include "base/std.h"

namespace mmlint {

// Calls call(data) so many times at once: on the calling thread, and on threads that stay until the
// process ends, where the system gives them. Returns when no call runs any more; one that no thread
// has begun by the time that the own one has returned is left out. Any thread may ask, also from
// inside of a call, which must not throw.
void run_at_once(std::size_t times, void (*call)(void* data), void* data);

// Calls work(index) for every index below count, in order of index, on up to `jobs` threads. The
// first exception ends the loop and is thrown again after all threads have stopped.
template <class Work>
void parallel_for(int jobs, std::size_t count, Work work) {
  const auto threads = static_cast<std::size_t>(jobs < 1 ? 1 : jobs);
  if (threads == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  auto run = [&] {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const auto call = [](void* data) { (*static_cast<decltype(run)*>(data))(); };
  run_at_once(threads < count ? threads : count, call, std::addressof(run));
  if (failure) std::rethrow_exception(failure);
}

// Does the same for files, each of which takes no time worth speaking of: a few of them are not
// worth another thread.
template <class Work>
void parallel_for_files(int jobs, std::size_t count, Work work) {
  constexpr std::size_t kFew = 16;
  parallel_for(count < kFew ? 1 : jobs, count, std::move(work));
}

}  // namespace mmlint
