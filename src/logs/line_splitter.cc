#include "logs/line_splitter.h"

namespace mmlint::logs {
namespace {

constexpr std::size_t kHalf = LineSplitter::kLongest / 2;

}  // namespace

void LineSplitter::emit(std::string_view text, bool cut) {
  cut_ += cut;
  sink_({line_, text, cut});
}

// Keeps bytes of a piece that goes on: the first half of what may be kept, then always the newest.
void LineSplitter::hold(std::string_view bytes) {
  const std::size_t free = kHalf - std::min(kHalf, head_.size());
  head_.append(bytes.substr(0, free));
  bytes.remove_prefix(std::min(free, bytes.size()));
  if (bytes.size() >= kHalf) {
    middle_ += tail_.size() + bytes.size() - kHalf;
    tail_ = bytes.substr(bytes.size() - kHalf);
    return;
  }
  tail_.append(bytes);
  if (tail_.size() <= 2 * kHalf) return;
  middle_ += tail_.size() - kHalf;
  tail_.erase(0, tail_.size() - kHalf);
}

void LineSplitter::end_piece(std::string_view rest) {
  if (head_.empty() && rest.size() <= kLongest) return emit(rest, false);
  hold(rest);
  if (tail_.size() > kHalf) {
    middle_ += tail_.size() - kHalf;
    tail_.erase(0, tail_.size() - kHalf);
  }
  const bool cut = middle_ > 0;
  if (cut) head_ += " ... ";
  head_ += tail_;
  emit(head_, cut);
  head_.clear();
  tail_.clear();
  middle_ = 0;
}

void LineSplitter::feed(std::string_view bytes) {
  const auto is_end = [](char c) { return c == '\n' || c == '\r'; };
  auto begin = bytes.begin();
  for (auto at = std::find_if(begin, bytes.end(), is_end); at != bytes.end();
       at = std::find_if(begin, bytes.end(), is_end)) {
    end_piece(std::string_view(begin, at));
    line_ += *at == '\n';
    begin = at + 1;
  }
  hold(std::string_view(begin, bytes.end()));
}

void LineSplitter::finish() {
  if (!head_.empty()) end_piece({});
}

}  // namespace mmlint::logs
