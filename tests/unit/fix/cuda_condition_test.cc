#include <doctest/doctest.h>

#include "unit/fix/fixed.h"

// A safe fix keeps the value of a script on hosts with CUDA.
namespace mmlint {
namespace {

const std::string kAsks = "torch.cuda.is_available()";
const std::string kHead =
    "import os\nimport torch\nimport torch.distributed as dist\n"
    "from torch.nn.parallel import DistributedDataParallel as DDP\nnet = torch.nn.Linear(8, 1)\n";
const std::string kTrains =
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nnet(torch.rand(4, "
    "8)).sum().backward()\n"
    "optimizer.step()\n";

// Replaces each C by the condition.
std::string filled(std::string text) {
  for (std::size_t at = 0; (at = text.find("(C)", at)) != text.npos; at += kAsks.size())
    text.replace(at, 3, kAsks);
  return text;
}

// What the safe fixes of a rule make of a script; else why they are refused.
std::string fixed(const std::string& code, const std::string& script) {
  const test::Fixed fixed({{"tools/train.py", script}}, code, false);
  const auto after = fixed.after.find("tools/train.py");
  return after == fixed.after.end() ? fixed.refused() : after->second;
}

// What becomes of lines between others.
std::string lines(const std::string& code, const std::string& middle) {
  const std::string after = fixed(code, kHead + middle + kTrains);
  if (!after.starts_with(kHead)) return after;
  return after.substr(kHead.size(), after.size() - kHead.size() - kTrains.size());
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

TEST_CASE("a backend stays on hosts with CUDA") {
  const Pairs cases = {
      {"dist.init_process_group(\"nccl\")\n",
       "dist.init_process_group(\"nccl\" if (C) else \"gloo\")\n"},
      {"def start(backend='nccl'):\n\tdist.init_process_group(backend)\nstart()\n",
       "def start(backend='nccl' if (C) else "
       "'gloo'):\n\tdist.init_process_group(backend)\nstart()\n"},
      {"dist.init_process_group({'a': 1}.get('backend', 'nccl')); net = DDP(net)\n",
       "dist.init_process_group({'a': 1}.get('backend', 'nccl' if (C) else 'gloo')); net = "
       "DDP(net)\n"},
      {"dist.init_process_group(os.environ.get('B') or 'nccl')\n",
       "dist.init_process_group(os.environ.get('B') or ('nccl' if (C) else 'gloo'))\n"},
      {"dist.init_process_group('gloo' if (C) else 'nccl')\n", "dist.init_process_group('gloo')\n"},
      {"import argparse\nparser = argparse.ArgumentParser()\n"
       "parser.add_argument('--backend', default='nccl', choices=(\n    'nccl',  # 后端\n))\n"
       "dist.init_process_group(parser.parse_args().backend)\n",
       "import argparse\nparser = argparse.ArgumentParser()\n"
       "parser.add_argument('--backend', default='nccl' if (C) else 'gloo', choices=(\n"
       "    'nccl', 'gloo',  # 后端\n))\ndist.init_process_group(parser.parse_args().backend)\n"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.first);
    CHECK(lines("MM504", filled(each.first)) == filled(each.second));
  }
}

TEST_CASE("device_ids and output_device of a wrapper stay together on hosts with CUDA") {
  const Pairs cases = {
      {"rank = int(os.environ.get('LOCAL_RANK', 0))\n"
       "net = DDP(net, device_ids=[rank], output_device=rank)\n",
       "rank = int(os.environ.get('LOCAL_RANK', 0))\n"
       "net = DDP(net, device_ids=[rank] if (C) else None, output_device=rank if (C) else None)\n"},
      {"net = DDP(net, [dist.get_rank()], dist.get_rank() or 0)\n",
       "net = DDP(net, [dist.get_rank()] if (C) else None, "
       "(dist.get_rank() or 0) if (C) else None)\n"},
      {"if net: net = DDP(net, device_ids=[  # 本机\n    0])\n",
       "if net: net = DDP(net, device_ids=[  # 本机\n    0] if (C) else None)\n"},
      {"net = DDP(net, device_ids=[0] if (C) else [1])\n",
       "net = DDP(net, device_ids=[0] if (C) else None)\n"},
      {"net = DDP(net, device_ids=[0] if (C) else None, output_device=1)\n",
       "net = DDP(net, device_ids=[0] if (C) else None, output_device=1 if (C) else None)\n"},
      {"options = dict(device_ids=[0], dim=0)\noptions['output_device'] = 1\n"
       "net = DDP(net, **options)\n",
       "options = dict(device_ids=[0] if (C) else None, dim=0)\n"
       "options['output_device'] = 1 if (C) else None\nnet = DDP(net, **options)\n"},
      {"def wrap(net, options={'device_ids': [0]}):\n    return DDP(net, **options)\n"
       "net = wrap(net)\n",
       "the call does not have it written out"},
      {"net = DDP(net, *[[0]])\n", "the call does not have it written out"},
  };
  for (const auto& each : cases) {
    CAPTURE(each.first);
    CHECK(lines("MM505", filled(each.first)) == filled(each.second));
  }
}

TEST_CASE("the script names torch as it imports it, or imports it") {
  const std::string call = "dist.init_process_group('nccl')\n";
  const auto with = [](const std::string& torch) {
    return "dist.init_process_group('nccl' if " + torch + ".cuda.is_available() else 'gloo')\n";
  };
  const std::string trains = "net = DDP(nn.Linear(8, 1))\nSGD(net.parameters(), lr=0.1).step()\n";
  const std::string from =
      "from torch import nn\nfrom torch.optim import SGD\n"
      "from torch.nn.parallel import DistributedDataParallel as DDP\n";
  const std::string dist = "import torch.distributed as dist\n";
  CHECK(fixed("MM504", "import torch as th\n" + dist + from + call + trains) ==
        "import torch as th\n" + dist + from + with("th") + trains);
  CHECK(fixed("MM504", "import os\r\n\r\n" + dist + from + call + trains) ==
        "import os\r\n\r\nimport torch\r\n" + dist + from + with("torch") + trains);
  CHECK(fixed("MM504", "import os\ndef main():\n    import torch as th\n    " + dist + "    " +
                           call + "main()\n") ==
        "import os\ndef main():\n    import torch as th\n    " + dist + "    " + with("th") +
            "main()\n");
  CHECK(fixed("MM504", "import os\ndef main():\n    " + dist + "    " + call + "main()\n") ==
        "import os\ndef main():\n    import torch\n    " + dist + "    " + with("torch") +
            "main()\n");
  CHECK(fixed("MM504", dist + from + "def torch():\n    return 1\n" + call + trains) ==
        "the script uses the name torch for something else");
}

TEST_CASE("torch is not asked before the script chooses its cards") {
  const std::string option =
      "import argparse\nparser = argparse.ArgumentParser()\n"
      "parser.add_argument('--backend', default='nccl')\nargs = parser.parse_args()\n";
  const std::string chooses = "os.environ['CUDA_VISIBLE_DEVICES'] = '1'\n";
  const std::string makes = "backend = 'nccl'\n", group = "dist.init_process_group(";
  CHECK(lines("MM504", option + chooses + group + "args.backend)\n") ==
        option + chooses + filled(group + "args.backend if (C) else 'gloo')\n"));
  CHECK(lines("MM504", makes + group + "backend)\n" + chooses) ==
        "the script sets CUDA_VISIBLE_DEVICES in line 8, which would be too late after a call of "
        "torch.cuda.is_available() here");
  CHECK(lines("MM504", chooses + "dist.init_process_group('nccl')\n") ==
        chooses + filled("dist.init_process_group('nccl' if (C) else 'gloo')\n"));
}

}  // namespace
}  // namespace mmlint
