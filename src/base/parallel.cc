#include "base/parallel.h"

#include <condition_variable>
#include <new>
#include <system_error>
#include <thread>

namespace mmlint {
namespace {

// The threads that help. They stay until the process ends: the allocator gives all free memory of a
// thread that ends back to the system, and the next thread has to ask for it again (tsd_cleanup and
// arena_decay in jemalloc). Never destroyed, since they wait in it when the process ends.
class Helpers {
 public:
  static Helpers& the() {
    static Helpers& helpers = *new Helpers;
    return helpers;
  }

  void run(std::size_t times, void (*call)(void*), void* data) {
    Group group{call, data};
    ask(group, times);
    call(data);
    std::unique_lock lock(mutex_);
    std::erase(waiting_, &group);
    group.ended.wait(lock, [&group] { return group.running == 0; });
  }

 private:
  // One call of run(). Its helpers point to it.
  struct Group {
    void (*call)(void*);
    void* data;
    std::size_t running = 0;  // helpers that are inside of `call`
    std::condition_variable ended = {};
  };

  void ask(Group& group, std::size_t times) {
    const std::lock_guard lock(mutex_);
    for (std::size_t i = 1; i < times; ++i) {
      waiting_.push_back(&group);
      if (idle_ < waiting_.size() && !start()) break;
      asked_.notify_one();
    }
  }

  // Starts one more helper; returns false if the system gives no more threads. Those that run do
  // the work then.
  bool start() {
    try {
      std::thread([this] { help(); }).detach();
    } catch (const std::system_error&) {
      return false;
    }
    ++idle_;
    return true;
  }

  void help() {
    // The allocator takes long to give a thread its first memory. Whoever asks must not wait for
    // it.
    void* first = ::operator new(1);
    *static_cast<volatile char*>(first) = 0;
    ::operator delete(first);
    std::unique_lock lock(mutex_);
    while (true) {
      asked_.wait(lock, [this] { return !waiting_.empty(); });
      Group* const group = waiting_.front();
      waiting_.pop_front();
      --idle_;
      ++group->running;
      lock.unlock();
      group->call(group->data);
      lock.lock();
      ++idle_;
      if (--group->running == 0) group->ended.notify_one();
    }
  }

  std::mutex mutex_;
  std::condition_variable asked_;
  std::deque<Group*> waiting_;  // once for each call that no helper has begun, in that order
  std::size_t idle_ = 0;        // helpers that wait or are about to
};

}  // namespace

void run_at_once(std::size_t times, void (*call)(void* data), void* data) {
  Helpers::the().run(times, call, data);
}

}  // namespace mmlint
