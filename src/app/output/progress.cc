#include "app/output/progress.h"

#include <unistd.h>

#include "app/output/output.h"

namespace mmlint::app {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kPatience{1000};
constexpr milliseconds kBetween{250};
constexpr const char* kClearLine = "\r\x1b[K";

}  // namespace

Progress::Progress(const char* what) : what_(what) {
  if (isatty(STDERR_FILENO) == 1) thread_ = std::thread([this] { show(); });
}

Progress::~Progress() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  ended_.notify_one();
  thread_.join();
}

void Progress::show() {
  const auto begin = steady_clock::now();
  std::unique_lock lock(mutex_);
  const auto over = [this] { return is_over_; };
  if (ended_.wait_for(lock, kPatience, over)) return;
  do {
    const std::chrono::duration<double> past = steady_clock::now() - begin;
    write_stderr(fmt::format("{}mmlint: {} ({:.0f} s)", kClearLine, what_.load(), past.count()));
  } while (!ended_.wait_for(lock, kBetween, over));
  write_stderr(kClearLine);
}

}  // namespace mmlint::app
