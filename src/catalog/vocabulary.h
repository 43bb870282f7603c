#pragma once

#include <array>
#include <string_view>

namespace mmlint::catalog {

// The names that a match may use, as far as they are not key paths. Resolve and check give them
// their meaning; the loader refuses every other name.

// {"config": NAME}
inline constexpr std::array<std::string_view, 3> kConfigFacts = {
    "runnable",             // a model and a dataloader, and nobody inherits it
    "may-run-distributed",  // `launcher` is absent, unknown or not 'none'
    "launched",             // `launcher` is known and not 'none'
};

// {"script": NAME}
inline constexpr std::array<std::string_view, 2> kScriptFacts = {
    "builds-runner",  // a Runner is built
    "trains",         // that, or a model is wrapped for distributed training
};

// {"check": NAME}
inline constexpr std::array<std::string_view, 1> kChecks = {
    "no-process-group-import",  // nothing in `custom_imports` creates the process group
};

// {"problem": NAME}, with the captures that its texts may use.
struct ProblemName {
  std::string_view name;
  std::array<std::string_view, 3> captures;  // unused ones are empty
};
inline constexpr std::array<ProblemName, 31> kProblems = {{
    {"syntax-error", {"detail", "language"}},
    {"base-not-found", {"base", "resolved"}},
    {"base-cycle", {"cycle"}},
    {"duplicate-key-among-bases", {"name", "first", "second"}},
    {"mixed-config-styles", {"base", "style", "base_style"}},
    {"undefined-name", {"name"}},
    {"merge-type-conflict", {"key", "child_type", "base_type"}},
    {"reserved-key", {"name"}},
    {"package-base-not-found", {"base", "package"}},
    {"not-utf8", {"detail"}},
    {"limit-reached", {"limit"}},
    {"config-raises", {"exception", "detail"}},
    // Hazards: the config loads, but hardly anybody means what it says.
    {"unused-suppression", {"code"}},
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
    {"base-ignored", {}},
    {"import-order-changes-mode", {"module"}},
}};

// {"fails": {"stage": NAME}}, in the order in which a run of MMEngine reaches them; each hides the
// next (mmengine/runner/runner.py: Runner.__init__ up to "wrap", Runner.train from "optimizer").
inline constexpr std::array<std::string_view, 9> kStages = {
    "load",            // Config.fromfile
    "set-device",      // init_dist: torch.cuda.set_device
    "group-argument",  // init_dist: the arguments of init_process_group
    "process-group",   // init_dist: init_process_group itself
    "wrapper-type",    // wrap_model: the class is looked up
    "wrap",            // wrap_model: the wrapper is built
    "sync-bn",         // wrap_model: DistributedDataParallel looks for SyncBatchNorm
    "optimizer",       // the optimizer wrapper is built
    "validation",      // the end of the first validation
};

// {"is": NAME}
inline constexpr std::array<std::string_view, 9> kTypes = {
    "none", "bool", "int", "float", "str", "list", "tuple", "dict", "reference",
};

}  // namespace mmlint::catalog
