#pragma once

#include "base/persistent_map.h"
#include "base/text.h"
#include "shell_syntax/ast.h"

// Which variables commands may assign and read, by their syntax alone. The interpreter asks this
// before it follows a loop's body, and about commands that it does not follow.
namespace mmlint::shell {

// Returns true for a text that can be the name of a variable.
inline bool is_name(std::string_view text) {
  return is_identifier(text) && is_ascii(text);
}

// A variable that some commands may set.
struct AssignedName {
  std::uint32_t begin, end;  // byte offsets of the first assignment
  bool only_from_caller;     // must: every assignment gives a positional parameter or $OPTARG
  bool exported;             // may: one of the assignments exports it
  bool operator==(const AssignedName&) const = default;
};
using AssignedNames = PersistentMap<AssignedName>;  // by name

// What some commands name, at any depth, also in functions and substitutions.
struct NamesOfBlock {
  AssignedNames assigned;  // what they may set, but for what `source` and `eval` may set
  PersistentMap<std::uint32_t> called;  // the first words of the commands, and where each is first
};

// Reads the names of blocks, which may be parts of each other: each block is read once.
class NameReader {
 public:
  // Returns the names of a block, valid as long as the reader. The block must live as long, too.
  const NamesOfBlock& read(shell_syntax::Block block);

 private:
  std::map<std::pair<const shell_syntax::Statement*, std::size_t>, NamesOfBlock> known_;
};

// Returns the first expansion of `$name` in a statement; null if there is none. The tree of the
// statement owns it.
const shell_syntax::Part* find_variable(const shell_syntax::Statement& statement,
                                        std::string_view name);

// Returns the byte offsets at which a text first begins and ends between (( and )) in a statement;
// nullopt if it does not stand there.
std::optional<std::pair<std::uint32_t, std::uint32_t>> find_in_arithmetic(
    const shell_syntax::Statement& statement, std::string_view text);

}  // namespace mmlint::shell
