#pragma once

#include "base/std.h"

namespace mmlint::logs {

// A line of a log without what launchers and loggers put in front of it.
struct Unprefixed {
  std::string_view text;    // with its own indentation
  std::optional<int> rank;  // the process that wrote it, where a prefix says so
  bool stamped = false;     // a time stood in front, as loggers write it
};

// Takes off, as often as they stand there, the prefixes of torchrun ("[rank2]:", "[default3]:"), of
// srun --label ("3: "), of mpirun --tag-output ("[1,3]<stderr>:"), and times. Numbers that are no
// rank stay.
Unprefixed unprefix(std::string_view line);

// Prefixes that only this log has, such as "trainer-1  | " of docker compose or "(Worker pid=17) "
// of ray: what stands in front of the beginning of a traceback. The lines of the traceback have it
// too.
class OwnPrefixes {
 public:
  // Takes note of the prefix of a line at whose end a traceback begins.
  void learn(std::string_view line);
  // Returns the line without such a prefix; numbers in it may be others.
  std::string_view without(std::string_view line) const;

 private:
  static constexpr std::size_t kMany = 32;  // the oldest are forgotten
  std::vector<std::string> known_;
};

// Returns where a message begins inside of a line because what stood there first, such as a
// progress bar, had no line end; npos if the line is one message.
std::size_t second_message(std::string_view line);

// Returns a line without sequences that colour it or move the cursor; `buffer` holds the result if
// it differs.
std::string_view without_colours(std::string_view line, std::string& buffer);

}  // namespace mmlint::logs
