#pragma once

#include "catalog/named.h"

namespace mmlint::catalog {

// The names that a match may use, other than key paths. The loader refuses every other name. The
// meaning of each is in src/check.

// {"config": NAME}
inline constexpr auto kConfigFacts = std::to_array<std::string_view>({
    "runnable",             // a model and a dataloader, and nobody inherits it
    "may-run-distributed",  // `launcher` is absent, unknown or not 'none'
    "launched",             // `launcher` is known and not 'none', or a launch script gives one
    "launcher-offered",     // a script that loads it takes a launcher, but no launch is known
    "trained-by-runner",    // no script here trains with it in a loop of its own
    "built-by-runner",      // MMEngine's Runner may be built from it, or a class that inherits it
    "built-by-flexible-runner",  // the same of FlexibleRunner
    "built-here",                // a script of the project builds a Runner from it
    "launched-by-pytorch",       // it is known to be started with the launcher 'pytorch'
    "wrapped-by-runner",         // the same, and no Runner of the project wraps the model instead
});

// A question that a function of C++ answers. Its file in src/check/*/predicates is named after it,
// with '_' for '-', and says all that is here.
struct Predicate {
  std::string_view name;
  std::vector<std::string_view> captures;  // what the texts of its rules may have in braces
  std::vector<std::string_view> forms;     // the kinds of its hits, for the variants of its rules
  std::vector<std::string_view> keys;  // about configs that it finds values in: what it looks at
  bool needs_launches;                 // it finds nothing without the launch scripts of the project
  // It is asked of what a program does in each of its launches too, not only of the whole program.
  bool judges_runs;
};
// Each returns the predicates about one kind of documents, sorted by name: {"check": NAME} of rules
// about configs, {"script": NAME}, and {"check": NAME} of rules about launch scripts. Their bodies
// are generated (cmake/write_predicates.cmake).
std::span<const Predicate> config_predicates();
std::span<const Predicate> script_predicates();
std::span<const Predicate> launch_predicates();

// {"launch": NAMES}
inline constexpr auto kLaunchPrograms = std::to_array<std::string_view>({
    "python",
    "torch.distributed.launch",
    "torchrun",
    "mpirun",
    "horovodrun",
    "deepspeed",
    "accelerate",
});

// {"problem": NAME}, with the captures that its texts may use, and the forms of its variants.
struct ProblemName {
  std::string_view name;
  std::array<std::string_view, 5> captures;    // unused ones are empty
  std::array<std::string_view, 4> forms = {};  // unused ones are empty
};
inline constexpr auto kProblems = std::to_array<ProblemName>({
    {"syntax-error", {"detail", "language"}},
    {"base-not-found", {"base", "resolved"}},
    {"base-cycle", {"cycle"}},
    {"duplicate-key-among-bases", {"name", "first", "second", "base", "other"}, {"diamond"}},
    {"mixed-config-styles", {"base", "style", "base_style"}},
    {"undefined-name", {"name"}, {"of-base", "of-body", "lazy", "imported"}},
    {"merge-type-conflict", {"key", "child_type", "base_type"}},
    {"reserved-key", {"name"}},
    {"package-base-not-found", {"base", "package", "resolved"}, {"no-configs", "own"}},
    {"not-utf8", {"detail"}},
    {"limit-reached", {"limit"}},
    {"config-raises", {"exception", "detail"}},
    // Hazards: the config loads, but hardly anybody means what it says.
    {"unused-suppression", {"word", "code"}, {"unknown", "not-read"}},
    {"unresolved-value", {"key", "detail"}},
    {"quoted-base-variable", {"variable"}},
    {"leftover-delete", {"key"}},
    {"base-variable-in-expression", {"variable"}},
    {"environment-default-not-substituted", {"name", "default"}},
    {"delete-after-copy", {"key"}},
    {"stdlib-import-changes-mode", {"module"}},
    {"lazy-key-dropped-by-import", {"name"}},
    {"nested-read-base", {}},
    {"pop-of-missing-key", {"name"}},
    {"leaked-name", {"name"}},
    {"base-edited-in-place", {"name"}},
    {"empty-dict-does-not-clear", {"key"}},
    {"unordered-set-to-list", {}},
    {"non-data-value", {"name", "what"}},
    {"environment-dependent", {"what"}},
    {"variable-not-given", {"name"}},
    {"base-ignored", {}},
    {"import-order-changes-mode", {"module"}},
    {"lazy-standard-call", {"name"}},
});

// {"is": NAME}
inline constexpr auto kTypes = std::to_array<std::string_view>({
    "none",
    "bool",
    "int",
    "float",
    "str",
    "list",
    "tuple",
    "dict",
    "reference",
});

}  // namespace mmlint::catalog
