#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/span.h"
#include "shell/launch.h"

namespace mmlint::shell_syntax {
class ShellDocument;
}

// What a launch script starts, found without running it: the result of following its commands,
// both ways where it branches (interpreter.h), as plain data. That a command is listed is a may
// fact: some path runs it; `conditional` tells which of them not every path runs. A word's value
// is a must fact as far as the word says (expanded_word.h). Indexes are those of Summary's lists.
namespace mmlint::shell {

struct Loop {
  std::string variable;  // empty for a loop without one
  Span span;
  std::vector<std::string> values;  // of the variable, in their order
  bool known = false;               // must: it takes just these values
};

// A pipeline of at least two commands.
struct Pipeline {
  Span span;
  std::string last;       // the name of the last command: "tee"; empty if it is not known
  bool pipefail = false;  // must: `set -o pipefail` is in effect
  bool errexit = false;   // must: `set -e` is in effect
  Span last_command;
  bool is_condition = false;            // its status decides an if, a loop, `!`, && or ||
  bool is_ignored = false;              // `|| true` follows
  std::optional<Span> status_read;      // `$?` in the statement that follows
  std::optional<Span> pipestatus_read;  // PIPESTATUS in the statement that follows
};

// Where a command stands in the course of the script.
struct CommandContext {
  bool conditional = false;  // some path does not run it
  bool in_function = false;
  bool background = false;              // `&` follows
  std::optional<Span> wait;             // of a command in the background: the next `wait`
  std::vector<std::size_t> loops;       // the loops around it, outermost first
  std::optional<std::size_t> pipeline;  // the pipeline that it is a part of
  std::size_t position = 0;             // its 0-based place there
};

// A command that runs. The commands of a function are listed for each call of it; those of
// a function that is never called come last and are conditional.
struct Command {
  Span span;
  std::vector<ExpandedWord> words;
  CommandContext context;
  bool followed = false;  // a function, eval or `bash -c`: what it runs is listed too
};

// Python inside of the script: of `python -c`, of a here-document that python reads, or of one that
// is written to a .py file.
struct EmbeddedPython {
  Span span;              // in the file, without the quotes
  bool exact = false;     // `text` is what stands there, byte for byte
  bool complete = false;  // `text` is what Python reads; else expansions stand in it as written
  std::string text;
  std::vector<SourceRun> runs;  // of `text`
  std::string path;             // of the file that is written; empty for the other kinds
};

struct Summary {
  std::vector<Command> commands;           // in the order in which they run
  std::vector<Launch> launches;            // in the order of their commands
  std::vector<EnvironmentWrite> settings;  // of exported variables and single commands, in order
  std::vector<Loop> loops;
  std::vector<Pipeline> pipelines;
  std::vector<EmbeddedPython> embedded;
  std::optional<Span> carriage_return;  // the first one that ends the line of a command (CR LF)
  bool incomplete = false;              // the script was too large to follow: facts may be missing
};

// How a launch script is started, as far as that is known.
struct Start {
  // The words behind its name; nullopt: only the caller knows them.
  std::optional<std::vector<ExpandedWord>> arguments = {};
  std::vector<EnvironmentWrite> environment = {};  // what the caller has exported
  std::optional<ExpandedWord> folder = {};  // where it runs; nullopt: wherever the user stands
  // Finds the file that `source PATH` reads into the script, by that word and the folder in which
  // it is looked for: the document, which must live as long as the call of summarize(), and its
  // path below the script's folder ("../lib.sh"). No document where that is not known.
  using File = std::pair<const shell_syntax::ShellDocument*, std::string>;
  std::function<File(const ExpandedWord& path, const ExpandedWord& folder)> read = {};
};

// Summarizes a script, as far as bash would run it if its text has a problem. Never fails: what
// cannot be computed is unknown. The summary borrows nothing from the document.
Summary summarize(const shell_syntax::ShellDocument& document, const Start& start = {});

}  // namespace mmlint::shell
