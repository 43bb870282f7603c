#include <doctest/doctest.h>

#include "unit/fix/fixed.h"

// A value in a script is replaced only where nothing else uses it.
namespace mmlint {
namespace {

std::string script(const std::string& lines) {
  return "import torch.distributed as dist\n"
         "from mmengine.config import Config\n"
         "from mmengine.runner import Runner\n"
         "cfg = Config.fromfile('a.py')\n" +
         lines + "Runner.from_cfg(cfg).train()\n";
}

// What becomes of the lines, and why they are left.
struct Backend {
  explicit Backend(const std::string& lines) : fixed({{"tools/train.py", script(lines)}}, "MM504") {
    is_changed = !fixed.after.empty();
  }
  test::Fixed fixed;
  bool is_changed;
};

TEST_CASE("a backend that something else reads stays") {
  const std::vector<std::pair<std::string, int>> kept = {
      {"backend = 'nccl'\nif backend != 'nccl':\n    raise ValueError(backend)\n"
       "dist.init_process_group(backend)\n",
       6},
      {"backend = 'eccl'\nif backend != 'eccl':\n    print()\ndist.init_process_group(backend)\n",
       6},
      {"one = two = 'nccl'\ndist.init_process_group(one)\nprint(two)\n", 5},
      {"B = 'nccl'\ndef cards():\n    return B == 'nccl'\ndist.init_process_group(B)\n", 7},
      {"import argparse\nparser = argparse.ArgumentParser()\n"
       "parser.add_argument('--backend', default='nccl')\nargs = parser.parse_args()\n"
       "assert args.backend == 'nccl'\ndist.init_process_group(args.backend)\n",
       9},
      {"def start(backend):\n    dist.init_process_group(backend=backend)\n"
       "    return {'nccl': 'cuda'}.get(backend, 'cpu')\nstart('nccl')\n",
       7},
      {"cfg.env_cfg.dist_cfg['backend'] = name = 'nccl'\nprint(name)\n", 5},
      {"backend = 'nccl'\nmatch backend:\n    case 'nccl':\n        print()\n"
       "dist.init_process_group(backend)\n",
       6},
      {"backend = 'nccl'\ndef names():\n    yield backend\ndist.init_process_group(backend)\n", 7},
      {"dist.init_process_group(name := 'nccl')\nprint(name)\n", 5}};
  for (const auto& each : kept) {
    CAPTURE(each.first);
    const Backend backend(each.first);
    CHECK_FALSE(backend.is_changed);
    CHECK(backend.fixed.refused() ==
          "it goes elsewhere as well, in line " + std::to_string(each.second));
  }
}

TEST_CASE("a backend that is handed on is replaced where it is written") {
  const std::vector<std::string> changed = {
      "backend = 'nccl'\nif cfg.fast:\n    dist.init_process_group(backend)\n"
      "else:\n    dist.init_process_group(backend)\n",
      "backend = 'nccl'\ndef other(backend):\n    return backend == 'nccl'\n"
      "dist.init_process_group(backend)\n",
      "def start(backend):\n    dist.init_process_group(backend=backend)\nstart('nccl')\n",
      "import os\ndist.init_process_group(os.environ.get('BACKEND', 'nccl'))\n",
      "backend = 'nccl'\nprint(f'backend {backend}', backend)\nif backend == 'nccl' and cfg.fast:\n"
      "    print()\ndist.init_process_group(backend)\n",
      "backend = 'nccl'\ndevice = 'cuda' if backend == 'nccl' else 'cpu'\n"
      "dist.init_process_group(backend)\n"};
  for (const std::string& lines : changed) {
    CAPTURE(lines);
    const Backend backend(lines);
    CHECK(backend.is_changed);
    CHECK(backend.fixed.outcome.left.empty());
  }
}

}  // namespace
}  // namespace mmlint
