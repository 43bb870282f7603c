#pragma once

#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace mmlint {

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
  const auto run = [&](std::size_t worker) {
    try {
      for (std::size_t i = next++; i < count; i = next++) work(i, worker);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
      next = count;
    }
  };
  std::vector<std::thread> pool;
  try {
    for (std::size_t w = 1; w < threads && w < count; ++w) pool.emplace_back(run, w);
  } catch (const std::system_error&) {
    // The system gives no more threads; those that run do the work.
  }
  run(0);
  for (std::thread& thread : pool) thread.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace mmlint
