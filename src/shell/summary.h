#pragma once

#include "shell/launch.h"

namespace mmlint::shell_syntax {
class ShellDocument;
}

// What a launch script starts, found without running it: the result of following its commands on
// all branches (interpreter.h), as plain data. That a command is listed is a may fact: some path
// runs it; `conditional` is true for those that not every path runs. The value of a word is a must
// fact as far as its precision says (expanded_word.h). Indexes are 0-based, in Summary's lists.
namespace mmlint::shell {

// A `for`, `while` or `until` loop, or a command that xargs and its like run for each input.
struct Loop {
  std::string variable;  // empty for a loop without one; " input" for xargs and its like
  Span span;
  std::vector<std::string> values;   // the values of the variable, in their order
  bool known = false;                // must: the variable takes exactly these values
  std::optional<std::size_t> outer;  // the loop around it
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

// Where a command stands in the control flow of the script.
struct CommandContext {
  bool conditional = false;  // may: some path does not run it
  bool in_function = false;
  bool background = false;              // `&` follows
  std::optional<Span> wait;             // of a command in the background: the next `wait`
  std::optional<std::size_t> loop;      // the innermost loop around it
  std::optional<std::size_t> pipeline;  // the pipeline that it is a part of
  std::size_t position = 0;             // its 0-based position in the pipeline
  bool stops = false;         // must: if it fails, the script ends, as `set -e` is in effect
  std::optional<Span> after;  // must: it runs only if what stands there succeeds: `A && B`
};

// A command that runs. The commands of a function are listed for each call of it; those of
// a function that is never called come last and are conditional.
struct Command {
  Span span;
  std::vector<ExpandedWord> words;
  CommandContext context;
  bool followed = false;  // a function, eval, `bash -c`: the commands that it runs are listed too
};

// Python inside of the script: of `python -c`, of a here-document that python reads, or of one that
// is written to a .py file.
struct EmbeddedPython {
  Span span;              // in the file, without the quotes
  bool complete = false;  // `text` is what Python reads; else expansions stand in it unexpanded
  std::string text;
  std::vector<SourceRun> runs;  // the origin of the bytes of `text`
  std::string path;             // the .py file that is written; empty for the other kinds
};

// A test under `set -u` of a variable that the script does not set: bash ends there unless the
// caller has set it, and what follows says that the script is meant to go on without it.
struct UnboundTest {
  std::string name;
  Span span;  // the word of the test
};

// The folder of a file to which commands write their output, if no earlier command may have made
// the folder: `> logs/train.log`, `| tee logs/train.log`.
struct OutputFolder {
  ExpandedWord folder;             // as in the path of the file
  ExpandedWord working;            // the working folder; empty: where the user starts the script
  Span span;                       // the path of the file
  std::size_t first = 0, end = 0;  // indexes of the commands
  bool by_tee = false;
  bool is_fresh = false;  // must: its name has the time or a random number, so it never exists
};

// A variable of each srun task that bash expands before srun starts it: `srun run $SLURM_PROCID`.
struct EarlyVariable {
  std::string name;
  Span span;                // the expansion
  std::size_t command = 0;  // the index of the command that runs srun
};

// A variable or function that the script sets only in a subshell: in a pipeline, in (...) or in a
// background command.
struct LostName {
  std::string name;
  Span span;  // where it is set
  bool is_function = false;
  std::vector<Span> calls;  // of a function: commands after the subshell that call it
};

// A variable that a quoted here-document leaves in a JSON file, where JSON has no such text.
struct KeptVariable {
  std::string path;  // of the file, as written
  std::string name;
  Span span;
  bool is_json = false;  // must: each expansion outside of strings is a number, true, false or null
};

// The facts about a launch script.
struct Summary {
  std::vector<Command> commands;           // in the order in which they run
  std::deque<Launch> launches;             // in the order of their commands; there may be 100,000
  std::vector<EnvironmentWrite> settings;  // all changes of the environment, in order
  std::vector<Loop> loops;
  std::vector<Pipeline> pipelines;
  std::vector<EmbeddedPython> embedded;
  std::vector<UnboundTest> unbound;
  std::vector<OutputFolder> outputs;
  std::vector<KeptVariable> kept;
  std::vector<LostName> lost;
  std::vector<EarlyVariable> early;
  std::optional<Span> carriage_return;  // the first CR before the LF that ends a command's line
  bool incomplete = false;              // the script was too large to follow: facts may be missing
  bool cut = false;                     // a text was too long to be computed: it counts as unknown

  // Returns true if nothing was too large or too long.
  bool is_whole() const { return !incomplete && !cut; }
};

// How a launch script is started, as far as that is known.
struct Start {
  // The words behind the script's name; nullopt if they are not known.
  std::optional<std::vector<ExpandedWord>> arguments = {};
  std::vector<EnvironmentWrite> environment = {};  // the variables that the caller has exported
  std::optional<ExpandedWord> folder = {};  // the working folder; nullopt if it is the user's
  // Finds the file that `source PATH` reads into the script, by the word PATH and the working
  // folder. It returns the document, which must live until summarize() returns, and its path
  // relative to the script's folder ("../lib.sh"); null for the document if the file is not known.
  using File = std::pair<const shell_syntax::ShellDocument*, std::string>;
  std::function<File(const ExpandedWord& path, const ExpandedWord& folder)> read = {};
};

// Returns the summary of a script; of one that bash refuses, what stands before the error. Never
// fails: what cannot be computed is unknown. The summary borrows nothing from the document.
Summary summarize(const shell_syntax::ShellDocument& document, const Start& start = {});

}  // namespace mmlint::shell
