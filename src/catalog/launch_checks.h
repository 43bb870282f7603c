#pragma once

#include <array>
#include <string_view>

#include "catalog/named.h"

namespace mmlint::catalog {

// {"check": NAME} of rules about launch scripts, with what is found by it: the captures that texts
// may use and the forms that variants may speak of. Unused ones are empty.
struct LaunchCheck {
  std::string_view name;
  std::array<std::string_view, 4> captures;
  std::array<std::string_view, 8> forms;
};
inline constexpr std::array<LaunchCheck, 19> kLaunchChecks = {{
    // `python -m torch.distributed.launch`
    {"deprecated-launch",
     {"script", "starter"},
     {"script-unknown", "needs-local-rank", "old-spelling", "lacks-local-rank"}},
    // one process where several are meant
    {"started-alone",
     {"script", "processes", "starter"},
     {"launcher-option", "default", "srun", "world-size", "devices", "group"}},
    // other than cards that are seen, or counted where there is nothing to count
    {"process-count",
     {"processes", "devices", "given"},
     {"too-many", "gpu", "auto", "counted", "open", "no-number", "unset"}},
    {"ranks-overridden", {}, {"variable", "standalone"}},  // by torchrun
    {"amp-flag", {"script"}, {"dead", "maybe"}},           // `--amp`
    {"missing-file", {"file"}, {"script", "launcher", "config", "module"}},
    // argparse stops at it
    {"unknown-option",
     {"script", "option"},
     {"surplus", "flag-value", "default", "local-rank", "launcher", "choice", "required", "type"}},
    {"hidden-status", {"script", "command"}, {"condition"}},           // of a pipeline
    {"effective-batch", {"batch", "processes", "total", "base"}, {}},  // is not base_batch_size
    {"shared-kernel-cache", {"processes"}, {}},                        // MIOpen's
    {"same-port", {"port"}, {"at-once", "no-port"}},                   // in two launch scripts
    {"plain-python", {"script"}, {}},                                  // where others say python3
    {"hand-made-ranks", {"missing"}, {"port", "in-turn"}},             // a loop starts them
    {"windows-text", {}, {"byte-order-mark"}},  // line ends with CR, or a mark in front
    {"ranks-without-group",
     {"script", "processes"},
     {"launcher", "local-rank"}},                      // each of them trains alone
    {"syntax-error", {"detail"}, {"starts-nothing"}},  // bash refuses the text
    {"nvidia-container", {}, {}},                      // docker run --gpus
    // a backend or a device that the target lacks
    {"given-value", {"script", "given"}, {"backend", "device", "open-backend", "open-device"}},
    {"option-as-command", {"script"}, {"assignment"}},  // a line that is not continued
}};

}  // namespace mmlint::catalog
