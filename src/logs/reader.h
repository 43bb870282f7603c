#pragma once

#include "base/pinned.h"
#include "logs/assembler.h"
#include "logs/line_splitter.h"
#include "logs/prefix.h"
#include "logs/run.h"

namespace mmlint::logs {

// Reads a log, of any size and in parts, into its runs. Memory is bounded.
class Reader : Pinned {
 public:
  explicit Reader(const Signatures& signatures);

  void feed(std::string_view bytes);
  void finish();

  const std::vector<Run>& runs() const { return runs_; }   // after finish()
  std::uint64_t dropped_runs() const { return dropped_; }  // older ones, which are not kept
  std::uint64_t cut_pieces() const { return splitter_.cut_pieces(); }
  // False if more than one byte in fifty is a control character that no log has.
  bool is_text() const { return controls_ * 50 <= bytes_; }

 private:
  // What begins a run, each at most once in it.
  enum class Mark : std::uint8_t { kShell, kLauncher, kEnvironment };

  // Steps of training behind the end of a process.
  struct Steps {
    std::uint64_t first = 0, last = 0;  // lines
    std::uint64_t count = 0;
  };

  void piece(const Piece& piece);
  void line(std::uint64_t number, std::string_view text);
  void read(const LogLine& line);
  bool read_config(const LogLine& line);
  void read_facts(const LogLine& line);
  void read_summary(const LogLine& line);
  void mark(Mark mark, const LogLine& line);
  void add(Cause&& cause);
  void trained(const LogLine& line, bool end);
  void begin_other_run();
  void trace(Trace&& trace);
  Run& run() { return runs_.back(); }
  void begin_run(std::uint64_t line);

  const Signatures& signatures_;
  LineSplitter splitter_;
  Assembler assembler_;
  std::vector<Run> runs_;
  std::map<std::string, std::size_t> known_;  // the causes of this run, by what they say
  std::map<int, Steps> dead_;  // processes of this run whose program an error ended, -1: no rank
  unsigned marks_ = 0;         // those of this run, as bits
  bool in_config_ = false, in_facts_ = false, in_summary_ = false, after_summary_ = false;
  int table_lines_ = 0;  // lines of '=' in the table of torchrun
  std::uint64_t dropped_ = 0, controls_ = 0, bytes_ = 0;
  OwnPrefixes prefixes_;
  std::string plain_;  // a line without colours
};

}  // namespace mmlint::logs
