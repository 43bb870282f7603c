#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "catalog/launch_checks.h"
#include "catalog/named.h"

namespace mmlint::catalog {

// The names that a match may use, other than key paths. The loader refuses every other name. The
// meaning of each is in a table of src/check, which does not compile unless its names are the same.

// {"config": NAME}
inline constexpr std::array<std::string_view, 6> kConfigFacts = {
    "runnable",             // a model and a dataloader, and nobody inherits it
    "may-run-distributed",  // `launcher` is absent, unknown or not 'none'
    "launched",             // `launcher` is known and not 'none', or a launch script gives one
    "launcher-offered",     // a script that loads it takes a launcher, but no launch is known
    "trained-by-runner",    // no script here trains with it in a loop of its own
    "wrapped-by-runner",    // the same, and no Runner of the project wraps the model instead
};

// {"script": NAME}
inline constexpr std::array<std::string_view, 29> kScriptFacts = {
    "builds-runner",         // a Runner is built
    "trains",                // a Runner is built, or a model is wrapped for distributed training
    "sets-epochs",           // a sampler is told each epoch, as far as that is known
    "tells-other-samplers",  // set_epoch is for other samplers than training's; hits: the call
    "repeats-epochs",        // backward() is called inside of two nested loops
    "ranks-alone",           // a launch starts processes that never make the group; hits: its maker
    "ranks-without-group",   // a launch starts processes, and the script makes no group; hits:
                             // backward, or where the Runner is built
    "local-rank-missing",   // torchrun does not pass a --local_rank that is required; hits: options
    "trains-unwrapped",     // each process trains a model that nobody wraps; hits: its parameters
    "wraps-nothing",        // as it is launched, no process gets to a wrapper; hits: the first
    "drifts-apart",         // no averaged gradients, or no step, for some ranks; hits: the calls
    "starts-apart",         // gradients are averaged, first weights differ; hits: the seeds
    "shares-no-samples",    // as it is launched, each process gets all samples; hits: the loaders
    "shares-by-hand",       // the data set of a loader may be the part of one rank
    "misses-processes",     // a sampler is told of fewer than there are; hits: its num_replicas
    "lacks-group",          // what needs the process group comes where none is made; hits: the call
    "meets-nobody",         // some ranks alone call a collective; hits: the calls
    "written-by-one-rank",  // parameters of a wrapped model are written on one rank; hits: the
                            // calls
    "replaced-behind",      // a wrapped model gets new modules; hits: the statements
    "shares-no-rank",       // a sampler has the same rank in all processes; hits: its rank
    "steps-by-rank",        // a learning rate depends on the rank; hits: the argument
    "reduced-to-one",       // each rank steps, but one alone gets averages; hits: the calls
    "averages-alone",       // DDP gets a group of one process; hits: its process_group
    "spawned-twice",        // mp.spawn in processes that torchrun starts; hits: the calls
    "idle-layer",           // DDP waits for a layer that nothing uses; hits: where it is made
    "calls-past-wrapper",   // a wrapped model is called, not its wrapper; hits: the calls
    "converts-no-batch-norm",  // what becomes SyncBatchNorm certainly has no batch norm
    "ranks-without-launcher",  // a launch starts several ranks of it and gives no --launcher
    "config-makes-group",  // each config it is known to load imports a module that makes the group
};

// {"check": NAME} of rules about configs
inline constexpr std::array<std::string_view, 2> kConfigChecks = {
    "no-process-group-import",  // nothing in `custom_imports` creates the process group
    "dist-cfg-is-read",         // what makes the process group reads env_cfg.dist_cfg
};

// {"launch": NAMES}
inline constexpr std::array<std::string_view, 7> kLaunchPrograms = {
    "python",     "torch.distributed.launch", "torchrun", "mpirun", "horovodrun", "deepspeed",
    "accelerate",
};

// {"problem": NAME}, with the captures that its texts may use, and the forms of its variants.
struct ProblemName {
  std::string_view name;
  std::array<std::string_view, 3> captures;    // unused ones are empty
  std::array<std::string_view, 2> forms = {};  // unused ones are empty
};
inline constexpr std::array<ProblemName, 32> kProblems = {{
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
}};

// Where a run of MMEngine fails: {"fails": {"stage": NAME}}, in the order in which a run of
// MMEngine reaches them; each hides the next (mmengine/runner/runner.py: Runner.__init__ up to
// "wrap", Runner.train from "optimizer").
enum class FailureStage : std::uint8_t {
  kLoad,           // Config.fromfile
  kSetDevice,      // init_dist: torch.cuda.set_device
  kGroupArgument,  // init_dist: the arguments of init_process_group
  kProcessGroup,   // init_dist: init_process_group itself
  kWrapperType,    // wrap_model: the class is looked up
  kWrap,           // wrap_model: the wrapper is built
  kSyncBn,         // wrap_model: DistributedDataParallel looks for SyncBatchNorm
  kOptimizer,      // the optimizer wrapper is built
  kValidation,     // the end of the first validation
};
inline constexpr std::array<Named<FailureStage>, 9> kStages = {{
    {"load", FailureStage::kLoad},
    {"set-device", FailureStage::kSetDevice},
    {"group-argument", FailureStage::kGroupArgument},
    {"process-group", FailureStage::kProcessGroup},
    {"wrapper-type", FailureStage::kWrapperType},
    {"wrap", FailureStage::kWrap},
    {"sync-bn", FailureStage::kSyncBn},
    {"optimizer", FailureStage::kOptimizer},
    {"validation", FailureStage::kValidation},
}};
static_assert(has_each_value(kStages, FailureStage::kValidation));

// {"is": NAME}
inline constexpr std::array<std::string_view, 9> kTypes = {
    "none", "bool", "int", "float", "str", "list", "tuple", "dict", "reference",
};

}  // namespace mmlint::catalog
