#pragma once

#include "logs/trace.h"

namespace mmlint::logs {

// A line without its prefixes.
struct LogLine {
  std::uint64_t number = 0;  // 1-based
  std::string_view text;
  std::optional<int> rank;
  bool stamped = false;
};

// Puts tracebacks together from lines. Ranks that are named are told apart; lines of several
// processes without a rank are dealt out to the tracebacks that are open: ranks that fail alike
// print the same lines, and each traceback takes each line once. Memory is bounded.
class Assembler {
 public:
  using Sink = std::function<void(Trace&&)>;
  explicit Assembler(Sink sink) : sink_(std::move(sink)) {}

  // Takes a line; returns true if it was part of a traceback. A line that `reports` how far
  // training is does not go on with a message.
  bool take(const LogLine& line, bool reports = false);
  void finish();  // gives what is still open

 private:
  struct Open {
    Trace trace;
    std::uint32_t idle = 0;  // lines since the last one of its own
    std::uint64_t call = 0;  // its last call among those of all
  };
  // What one process prints, or all whose rank is not known.
  struct Stream {
    std::vector<Open> open;
    std::string
        loose;  // lines among them that are no part of a traceback, as exceptions mixed up are
    std::uint64_t loose_line = 0;  // the first of them
    std::optional<Trace> done;     // complete but for more lines of its message
    std::uint32_t message_lines = 0;
    std::vector<Trace> chain;  // what the next traceback was raised in the handling of
    bool joined = false;       // the next traceback goes on with `done`
    bool ignored = false;      // the next traceback ends nothing
    bool mixed = false;
    std::uint64_t calls = 0;
  };

  bool take_exception(Stream& stream, const LogLine& line);
  bool take_message(Stream& stream, const LogLine& line);
  bool take_frame(Stream& stream, Frame&& frame);
  bool take_source(Stream& stream, std::string_view text);
  void begin(Stream& stream, const LogLine& line);
  void end(Stream& stream, const ExceptionLine& exception, const LogLine& line);
  void release(Stream& stream);
  void give_up(Stream& stream);

  Sink sink_;
  std::map<int, Stream> streams_;  // by rank, -1 for none
};

}  // namespace mmlint::logs
