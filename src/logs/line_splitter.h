#pragma once

#include "base/std.h"

namespace mmlint::logs {

// One piece of a log: what a terminal would have shown in one line at one time. A progress bar that
// draws itself over and over with '\r' is many pieces of one line.
struct Piece {
  std::uint64_t line = 0;  // 1-based, as editors count: '\r' alone begins no new one
  std::string_view text;   // without its line end; valid only while the sink runs
  bool cut = false;        // the middle was left out
};

// Cuts a stream of bytes into pieces, at '\n' and '\r'. Memory is bounded whatever comes: of a
// piece of more than 64 KB the head and the tail are kept.
class LineSplitter {
 public:
  using Sink = std::function<void(const Piece&)>;
  static constexpr std::size_t kLongest = 64 << 10;  // bytes of a piece

  explicit LineSplitter(Sink sink) : sink_(std::move(sink)) {}
  void feed(std::string_view bytes);
  void finish();  // gives what stands behind the last line end

  std::uint64_t cut_pieces() const { return cut_; }

 private:
  void hold(std::string_view bytes);
  void emit(std::string_view text, bool cut);
  void end_piece(std::string_view rest);

  Sink sink_;
  std::string head_;          // of a piece whose end has not come yet
  std::string tail_;          // its last bytes, once the head is full
  std::uint64_t middle_ = 0;  // bytes that were left out between them
  std::uint64_t line_ = 1;
  std::uint64_t cut_ = 0;
};

}  // namespace mmlint::logs
