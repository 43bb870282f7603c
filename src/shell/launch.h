#pragma once

#include "shell/expanded_word.h"

// The start of a program by a launch script: what runs, with which flags, arguments and
// environment. Indexes are 0-based, in the lists of Summary (summary.h).
namespace mmlint::shell {

// A change of the environment: `export NAME=value`, `NAME=value command`, `env NAME=value command`,
// `unset NAME`.
struct EnvironmentWrite {
  std::string name;
  std::optional<ExpandedWord> value;  // nullopt: the variable is removed, by `unset` or `env -u`
  Span span;                          // the assignment, or the name where there is none
  bool conditional = false;           // may: some path to the next command does not make the change
  bool for_one_command = false;       // it ends with the command that it stands before
};

// A variable that the script has set for itself: no program that it starts sees it, unless the
// caller had exported it.
struct UnexportedVariable {
  std::string name;
  Span span;  // the assignment
};

// The program that starts the processes.
enum class LaunchKind : std::uint8_t {
  kPython,       // python, python3, or the Python script itself
  kTorchLaunch,  // python -m torch.distributed.launch
  kTorchRun,     // torchrun, python -m torch.distributed.run
  kMpirun,
  kHorovodrun,
  kDeepspeed,
  kAccelerate,
  kPackage,  // mim train PACKAGE, xtuner train: they start a script that the package brings along
  kShell,    // another shell script
};

// An option of a launcher.
struct Flag {
  std::string name;  // in full, without dashes, with '_' for '-': "nproc_per_node", "m"
  Span span;         // from its first word to its last
  std::optional<ExpandedWord> value;
  bool known = true;  // must: the launcher has this option
};

// What a launch runs, one struct per kind. `embedded` is the index of the code in
// Summary::embedded; nullopt if it does not stand in the launch script.
struct ScriptTarget {
  ExpandedWord path;  // the path of a Python file or of a shell script
};
struct ModuleTarget {
  ExpandedWord name;
};
struct CodeTarget {  // python -c
  ExpandedWord code;
  std::optional<std::size_t> embedded = {};
};
struct StandardInputTarget {
  ExpandedWord dash;  // `-`; an empty word without one
  std::optional<std::size_t> embedded = {};
};
using LaunchTarget =
    std::variant<std::monostate, ScriptTarget, ModuleTarget, CodeTarget, StandardInputTarget>;

// What a launch by a launcher has besides: torchrun, mpirun and the like.
struct LauncherOptions {
  std::optional<Span> module;  // the word `torch.distributed.launch` where `python -m` runs it
  std::vector<Flag> flags;     // in their order, without Python's own
};

// A command that starts Python or another shell script.
struct Launch {
  LaunchKind kind = LaunchKind::kPython;
  std::size_t command = 0;  // the index of the command
  std::size_t first = 0;    // the index of the command's first word behind the wrappers
  Span span;                // from that word to the last
  ExpandedWord program;     // that word: "torchrun", "python3", "mpirun"
  Span starter;             // the words of the launcher: `python3 -m torch.distributed.launch`
  std::vector<std::string> wrappers;        // nohup, env, srun..., outermost first
  std::vector<Flag> step;                   // the options of srun where it is a wrapper
  std::optional<ExpandedWord> interpreter;  // the word `python3`; nullopt if there is none
  std::optional<LauncherOptions> launcher;  // nullopt for kPython and kShell
  bool more_flags = false;  // may: unknown words stand for more flags of the launcher or of Python
  LaunchTarget target;      // monostate if there is none, or "$@" holds it
  std::vector<ExpandedWord> arguments;  // what the target is given
  // The environment as far as the script sets it, each name once: exported before, or set for this
  // command. A variable that is set without being exported is left out; it arrives if the caller
  // had exported it.
  std::vector<EnvironmentWrite> environment;
  std::vector<UnexportedVariable> unexported;  // must: set on every path, and exported on none
  // Must: it runs in a container or on another machine, which has the files in a folder of its own.
  bool elsewhere = false;
  ExpandedWord folder;  // the working folder; empty for the one in which the user starts the script

  // Returns the word of the target, of any kind; an empty word without a place if there is none.
  const ExpandedWord& target_word() const;
  // These return the launcher's last flag of this name, and the change of this variable in
  // `environment`; null if there is none. They belong to the launch.
  const Flag* flag(std::string_view name) const;
  const EnvironmentWrite* variable(std::string_view name) const;
};

}  // namespace mmlint::shell
