#pragma once

#include <array>
#include <string_view>

#include "catalog/named.h"

namespace mmlint::catalog {

// {"check": NAME} of rules about launch scripts: C++ functions of src/check/shell. Texts of such a
// rule may use the check's captures; its variants may be for one of the check's forms, the special
// cases that it tells apart. Unused ones are empty. Comments say what each check finds.
struct LaunchCheck {
  std::string_view name;
  std::array<std::string_view, 4> captures;
  std::array<std::string_view, 9> forms;
};
inline constexpr std::array<LaunchCheck, 21> kLaunchChecks = {{
    // A launch uses `python -m torch.distributed.launch`, which torchrun has replaced.
    {"deprecated-launch",
     {"script", "starter"},
     {"script-unknown", "needs-local-rank", "old-spelling", "lacks-local-rank"}},
    // A launch starts one process where --launcher, WORLD_SIZE or visible devices ask for several.
    {"started-alone",
     {"script", "processes", "starter"},
     {"launcher-option", "default", "srun", "world-size", "devices", "group"}},
    // --nproc_per_node differs from the number of visible devices, or torchrun cannot count them.
    {"process-count",
     {"processes", "devices", "given"},
     {"too-many", "gpu", "auto", "counted", "open", "no-number", "unset"}},
    {"ranks-overridden", {}, {"variable", "standalone"}},  // torchrun sets these itself
    {"amp-flag", {"script"}, {"dead", "maybe"}},           // --amp on a target without it
    // A launch names a file or a module that does not exist.
    {"missing-file", {"file"}, {"script", "launcher", "config", "module"}},
    // The script's argparse parser exits with an error because of an option that it is given.
    {"unknown-option",
     {"script", "option", "type"},
     {"surplus", "flag-value", "default", "local-rank", "launcher", "choice", "required", "type",
      "command"}},
    // The launch script tests the status of a pipeline whose last command always succeeds.
    {"hidden-status", {"script", "command"}, {"condition"}},
    // The batch of all processes together differs from `base_batch_size` of auto_scale_lr.
    {"effective-batch", {"batch", "processes", "total", "base"}, {}},
    {"shared-kernel-cache", {"processes"}, {}},       // ranks share MIOpen's kernel database
    {"same-port", {"port"}, {"at-once", "no-port"}},  // two launch scripts wait on one port
    // A launch script says `python` where others of the project say `python3`.
    {"plain-python", {"script"}, {}},
    // A loop of the launch script starts the ranks without all that they need, or one by one.
    {"hand-made-ranks", {"missing"}, {"port", "in-turn", "same"}},
    // Lines end with CR LF, or a byte order mark stands in front of the first.
    {"windows-text", {}, {"byte-order-mark"}},
    {"ranks-without-group",
     {"script", "processes"},
     {"launcher", "local-rank"}},                      // without one, each trains alone
    {"syntax-error", {"detail"}, {"starts-nothing"}},  // bash refuses the text
    {"nvidia-container", {}, {}},                      // docker run --gpus, no NVIDIA
    // A launch gives its script the name of a backend or device that the target does not have.
    {"given-value", {"script", "given"}, {"backend", "device", "open-backend", "open-device"}},
    {"option-as-command", {"script"}, {"assignment"}},  // the line before lacks its backslash
    {"not-exported", {"script"}, {}},                   // its script wants that variable
    {"missing-nodes", {"nodes", "node"}, {}},           // nobody starts the nodes that it waits for
}};

}  // namespace mmlint::catalog
