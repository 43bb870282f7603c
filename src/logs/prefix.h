#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

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

// Returns where a message begins inside of a line because what stood there first, such as a
// progress bar, had no line end; npos if the line is one message.
std::size_t second_message(std::string_view line);

// Returns a line without sequences that colour it or move the cursor; `buffer` holds the result if
// it differs.
std::string_view without_colours(std::string_view line, std::string& buffer);

}  // namespace mmlint::logs
