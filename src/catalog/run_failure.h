#pragma once

#include "catalog/match.h"

namespace mmlint::catalog {

// Where a run of MMEngine fails: {"fails": {"stage": NAME}}, in the order in which a run of
// MMEngine gets to them; each hides the next (mmengine/runner/runner.py: Runner.__init__ from
// "runner" up to "wrap", Runner.train from "optimizer").
enum class FailureStage : std::uint8_t {
  kLaunch,         // torchrun reads its command line
  kImport,         // the first lines of the script
  kArguments,      // argparse reads the command line
  kLoad,           // Config.fromfile
  kFromCfg,        // Runner.from_cfg: the keys that it needs
  kRunner,         // Runner.__init__: the keys that belong together
  kRanks,          // init_dist: the variables of the launcher
  kSetDevice,      // init_dist: torch.cuda.set_device
  kGroupArgument,  // init_dist: the arguments of init_process_group
  kProcessGroup,   // init_dist: init_process_group itself
  kWrapperType,    // wrap_model: the class is looked up
  kWrap,           // wrap_model: the wrapper is built
  kSyncBn,         // wrap_model: DistributedDataParallel looks for SyncBatchNorm
  kLoop,           // the training loop is built, with its data set and DataLoader
  kOptimizer,      // the optimizer wrapper is built
  kValidation,     // the end of the first validation
};
inline constexpr std::array<Named<FailureStage>, 16> kStages = {{
    {"launch", FailureStage::kLaunch},
    {"import", FailureStage::kImport},
    {"arguments", FailureStage::kArguments},
    {"load", FailureStage::kLoad},
    {"from-cfg", FailureStage::kFromCfg},
    {"runner", FailureStage::kRunner},
    {"ranks", FailureStage::kRanks},
    {"set-device", FailureStage::kSetDevice},
    {"group-argument", FailureStage::kGroupArgument},
    {"process-group", FailureStage::kProcessGroup},
    {"wrapper-type", FailureStage::kWrapperType},
    {"wrap", FailureStage::kWrap},
    {"sync-bn", FailureStage::kSyncBn},
    {"loop", FailureStage::kLoop},
    {"optimizer", FailureStage::kOptimizer},
    {"validation", FailureStage::kValidation},
}};
template <>
inline constexpr auto kNames<FailureStage> = kStages;
static_assert(has_each_value(kStages, FailureStage::kValidation));

// How a training run fails because of what a rule finds: at which stage, and with which errors in
// its log.
struct RunFailure {
  struct Error {
    std::string text;              // as the log has it; may hold {captures} and {target.*}
    std::optional<Literal> value;  // only where the matched value is this
    std::vector<std::string> forms;  // only for these forms of a finding; empty for any
    Facts when;                      // only where the target's facts are these
    static void keys(auto& x, auto& f) {
      f.must("text", x.text, as::Sentence{});
      f.may("value", x.value);
      f.may("forms", x.forms);
      f.may("when", x.when, as::Facts{});
    }
  };
  FailureStage stage = FailureStage::kLoad;
  std::vector<Error> errors;
  static void keys(auto& x, auto& f) {
    f.must("stage", x.stage);
    f.must("errors", x.errors);
  }
};

}  // namespace mmlint::catalog
