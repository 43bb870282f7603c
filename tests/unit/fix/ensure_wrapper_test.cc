#include <doctest/doctest.h>

#include "unit/fix/fixed.h"

// The model_wrapper_cfg of a Runner that a script builds from arguments (MM565).
namespace mmlint {
namespace {

const std::string kHead =
    "import torch\nimport torch.distributed as dist\nfrom mmengine.runner import Runner\n"
    "from toy import Net, data\ndist.init_process_group('gloo')\n";
const std::string kNew =
    "None if torch.cuda.is_available() else dict(type='MMDistributedDataParallel', "
    "device_ids=None, output_device=None, find_unused_parameters=False, broadcast_buffers=False)";

// What the safe fix makes of the text that builds a Runner; else why it is refused.
std::string fixed(const std::string& text) {
  const test::Fixed fixed({{"tools/train.py", kHead + text}}, "MM565", false);
  const auto after = fixed.after.find("tools/train.py");
  return after == fixed.after.end() ? fixed.refused() : after->second.substr(kHead.size());
}

// The same of the argument `cfg`.
std::string fixed_cfg(const std::string& cfg) {
  const std::string before = "Runner(Net(), 'out', data, launcher='pytorch', cfg=";
  const std::string behind = ").train()\n", after = fixed(before + cfg + behind);
  if (!after.starts_with(before)) return after;
  return after.substr(before.size(), after.size() - before.size() - behind.size());
}

TEST_CASE("cfg is extended as it is written") {
  const std::pair<std::string, std::string> cases[] = {
      {"dict(a=1)", "dict(a=1, model_wrapper_cfg=" + kNew + ")"},
      {"dict(model_wrapper_cfg=None)", "dict(model_wrapper_cfg=" + kNew + ")"},
      {"{'model_wrapper_cfg': {'type': 'MMDistributedDataParallel'}}",
       "{'model_wrapper_cfg': {'type': 'MMDistributedDataParallel', **({} if "
       "torch.cuda.is_available() else {'device_ids': None})}}"},
      {"dict(model_wrapper_cfg=dict(type='MMDistributedDataParallel', device_ids=[0]))",
       "dict(model_wrapper_cfg=dict(type='MMDistributedDataParallel', device_ids=[0] if "
       "torch.cuda.is_available() else None))"},
      {"dict(model_wrapper_cfg=dict(\n\tbroadcast_buffers=False,  # 不同步\n))",
       "dict(model_wrapper_cfg=dict(\n\tbroadcast_buffers=False,  # 不同步\n\t**({} if "
       "torch.cuda.is_available() else dict(device_ids=None)),\n))"},
      {"dict(find_unused_parameters=bool(1))", "find_unused_parameters of cfg is not known"},
      {"dict(**dict(a=1))",
       "model_wrapper_cfg may be among the arguments that are not written out"},
      {"dict(model_wrapper_cfg=dict(**dict(a=1)))",
       "device_ids may be among the arguments that are not written out"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.first);
    CHECK(fixed_cfg(each.first) == each.second);
  }
}

TEST_CASE("only the call itself decides that no host with CUDA comes to it") {
  const std::string launcher = "'none' if torch.cuda.is_available() else 'pytorch'";
  const std::string call = "Runner(Net(), 'out', data, launcher=";
  CHECK(fixed(call + launcher + ", cfg=dict()).train()\n") ==
        call + launcher + ", cfg=dict(model_wrapper_cfg=" + kNew + ")).train()\n");
  const std::string
      asks = "if not torch.cuda.is_available():\n    ",
      cfg = "'pytorch', cfg=dict(model_wrapper_cfg=dict(type='MMDistributedDataParallel'";
  CHECK(fixed(asks + call + cfg + "))).train()\n") ==
        asks + call + cfg + ", device_ids=None))).train()\n");
}

}  // namespace
}  // namespace mmlint
