#pragma once

#include <atomic>
#include <exception>
#include "base/std.h"

namespace mmlint {

// Calls call(data, worker) at once for each worker from 0 to workers - 1: 0 on the calling thread,
// the others on threads that stay until the process ends, where the system gives them. Returns when
// no call runs any more; one that no thread has begun by the time that 0 has returned is left out.
// Any thread may ask, also from inside of a call, which must not throw.
void run_at_once(std::size_t workers, void (*call)(void* data, std::size_t worker), void* data);

// Calls work(index, worker) for every index below count, in order of index, on up to `jobs`
// threads; `worker` is the number of the calling thread, from 0 to jobs - 1. The first exception
// ends the loop and is thrown again after all threads have stopped.
template <class Work>
void parallel_for(int jobs, std::size_t count, Work work) {
  const auto threads = static_cast<std::size_t>(jobs < 1 ? 1 : jobs);
  if (threads == 1 || count < 2) {
    for (std::size_t i = 0; i < count; ++i) work(i, std::size_t{0});
    return;
  }
  std::atomic<std::size_t> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  auto run = [&](std::size_t worker) {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i, worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  const auto call = [](void* data, std::size_t worker) {
    (*static_cast<decltype(run)*>(data))(worker);
  };
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
