#pragma once

#include "logs/probe_reading.h"
#include "logs/signatures.h"

namespace mmlint::logs {

// Something in a log that may have ended a run: an exception, or a line that a signature knows.
// What several ranks say alike is one.
struct Cause {
  Trace trace;  // of the first; for a line, its message alone
  Known known;
  bool from_line = false;
  bool fatal = false;  // it ended the program of its process
  // The calls of the project that led to it, of processes that came to it differently; bounded.
  std::vector<std::vector<Frame>> ways;
  std::set<int> ranks;      // those that the log names
  std::uint64_t count = 0;  // how often it stands there
  std::uint64_t last = 0;   // where it stands last
  std::uint64_t steps = 0;  // of training that the run had done by then
};

// Steps that other processes of a run may print after one has failed.
constexpr std::uint64_t kOthers = 2;

// One run of training, as far as a log shows it.
struct Run {
  std::uint64_t first_line = 0;  // 1-based
  std::uint64_t last_line = 0;
  std::vector<Cause> causes;             // by their first line; bounded
  std::map<int, std::uint64_t> trained;  // the last line of training, by rank, -1 for none
  std::uint64_t steps = 0;               // how many of these lines there are
  std::set<int> ranks;                   // all that are named
  std::string facts;                     // lines that MMEngine prints of its environment
  std::string config;                    // the config that MMEngine prints
  std::uint64_t config_line = 0;         // where its first line stands
  std::set<int> failed;                  // the ranks in the table of torchrun
  std::map<int, std::uint64_t>
      collectives;       // the one that each rank waits for, as NCCL counts them
  bool summary = false;  // torchrun says that it failed
  bool ended = false;    // training came to its end
  bool beside =
      false;  // its beginning is not in the log: it trains on where another one has failed
  std::vector<ProbeReading> probes;  // of the first model that each process wraps

  // Returns true if training went on behind it in the same process, as far as that can be told.
  bool survived(const Cause& cause) const;
  // Returns the first that ended the run: not one that was survived and no consequence, if there is
  // another. Null if nothing failed.
  const Cause* cause() const;
  // To be called once the run has been read: who else says what ended it may make it another case.
  void settle(const Signatures& signatures);

 private:
  // Returns which processes say it.
  Signatures::Speakers speakers(const Cause& cause) const;
};

}  // namespace mmlint::logs
