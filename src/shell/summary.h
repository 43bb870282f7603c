#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "shell/expanded_word.h"

namespace mmlint::shell_syntax {
class ShellDocument;
}

// What a launch script starts, as plain data: commands with their words as far as they are known,
// the environment they run in, and which of them start Python.
namespace mmlint::shell {

// `export NAME=value`, `NAME=value command`, `env NAME=value command`, `unset NAME`.
struct EnvironmentWrite {
  std::string name;
  ExpandedWord value;
  Span span;                 // the assignment, or the name in `export NAME` and `unset NAME`
  bool conditional = false;  // in a branch, or behind && and ||
  bool removed = false;      // unset: `value` says nothing
  bool for_one_command = false;
};

struct Loop {
  std::string variable;
  Span span;
  std::vector<std::string> values;  // if known
  bool known = false;
};

struct Pipeline {  // of at least two commands
  Span span;
  std::string last;       // the last command's name: "tee"; empty if not known
  bool pipefail = false;  // `set -o pipefail` holds
  bool errexit = false;   // `set -e` holds
  Span last_command;
  bool is_condition = false;            // of an if, a loop, `!`, && or ||
  bool is_ignored = false;              // `|| true` follows
  std::optional<Span> status_read;      // `$?` in the next statement
  std::optional<Span> pipestatus_read;  // PIPESTATUS there
};

struct CommandContext {
  bool conditional = false;
  bool in_function = false;
  bool background = false;              // `&`
  std::optional<Span> wait;             // a later `wait`
  std::vector<std::size_t> loops;       // indexes, the outermost first
  std::optional<std::size_t> pipeline;  // index
  std::size_t position = 0;             // in the pipeline
};

// One command that runs. A function's commands stand where it is called; those of a function that
// is never called come last and are conditional.
struct Command {
  Span span;
  std::vector<ExpandedWord> words;
  CommandContext context;
  bool followed = false;  // a function, eval, bash -c: what it runs are commands of their own
};

enum class LaunchKind : std::uint8_t {
  kPython,       // python, python3, or the script itself
  kTorchLaunch,  // python -m torch.distributed.launch
  kTorchRun,     // torchrun, python -m torch.distributed.run
  kMpirun,
  kHorovodrun,
  kDeepspeed,
  kAccelerate,
  kShell,  // another shell script
};

struct Flag {
  std::string name;  // without leading dashes, with '_' for '-', in full: "nproc_per_node", "m"
  Span span;         // all its words
  std::optional<ExpandedWord> value;
};

// A command that starts Python, below what wraps it (nohup, env, srun...).
struct Launch {
  LaunchKind kind = LaunchKind::kPython;
  std::size_t command = 0;  // index
  std::size_t first = 0;    // the word of the command where it begins, wrappers left out
  Span span;                // from there to the last word
  ExpandedWord program;     // "torchrun", "python3", "mpirun"
  Span starter;             // what starts processes: `python3 -m torch.distributed.launch`
  Span module;              // there: `torch.distributed.launch`; unknown without one
  std::vector<std::string> wrappers;
  std::optional<ExpandedWord>
      interpreter;          // python3, where there is one; program if that is Python
  std::vector<Flag> flags;  // of the launcher; Python's own are left out
  bool more_flags = false;  // some may come from words that are not known
  enum class Target : std::uint8_t {
    kNone,
    kScript,
    kModule,
    kCode,
    kStandardInput
  } target_kind = Target::kNone;
  ExpandedWord target;                  // path, module name or code
  std::vector<ExpandedWord> arguments;  // behind the target
  // What the script exported before and set for this command, by name, none twice. A variable that
  // it sets without exporting it is left out, though it arrives if the caller had exported it.
  std::vector<EnvironmentWrite> environment;
  ExpandedWord folder;                  // where it runs: empty is where the user started the script
  std::optional<std::size_t> embedded;  // index: the code, for kCode and kStandardInput

  const Flag* flag(std::string_view name) const;
  const EnvironmentWrite* variable(std::string_view name) const;
};

// Python inside of the script: `python -c`, a here-document of python, one that writes a .py file.
struct EmbeddedPython {
  Span span;              // in the file, without quotes
  bool exact = false;     // the bytes of `span` are the Python text
  bool complete = false;  // no expansion is left in the text, where they stand as written
  std::string text;
  std::vector<SourceRun> pieces;
  std::string path;  // of the file that is written; else empty
};

struct Summary {
  std::vector<Command> commands;
  std::vector<Launch> launches;  // by command
  std::vector<EnvironmentWrite>
      settings;  // of exported variables and for single commands, in order
  std::vector<Loop> loops;
  std::vector<Pipeline> pipelines;
  std::vector<EmbeddedPython> embedded;
  std::optional<Span> carriage_return;  // the first behind a command: the line ends with CR LF
  bool incomplete = false;  // there was too much to follow: what is missing is not known
};

Summary summarize(const shell_syntax::ShellDocument& document);

}  // namespace mmlint::shell
