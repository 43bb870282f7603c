#include "fix/plan.h"

#include <doctest/doctest.h>

#include <set>

#include "unit/fix/plan_of_first.h"

// One verb after the other: what its row plans for a finding, before anything is tried or proven.
namespace mmlint {
namespace {

using test::Files;
using test::PlanOfFirst;

const std::string kTrains = "model = dict(type='M')\ntrain_dataloader = dict(batch_size=2)\n";
const std::string kWrapper =
    "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n";
const std::string kGroup = "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n";
const std::string kLoad =
    "from mmengine.config import Config\nfrom mmengine.runner import Runner\n";
const std::string kLaunched = kTrains + "launcher = 'pytorch'\n" + kGroup + kWrapper;
const std::string kScript = "import os\n" + kLoad;
const std::string kLoads =
    "import torch\nimport torch.distributed as dist\nfrom torch.utils.data import DataLoader, "
    "TensorDataset\ndist.init_process_group('gloo')\n"
    "data = TensorDataset(torch.rand(64, 2))\n"
    "net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))\n"
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
    "def loss(batch):\n    return net(batch[0]).sum()\n";
const std::string kSteps = "for batch in loader:\n";
const std::string kParses =
    "import argparse\n" + kLoad +
    "parser = argparse.ArgumentParser()\nparser.add_argument('config')\n"
    "parser.add_argument('--launcher', default='none')\nargs = parser.parse_args()\n"
    "cfg = Config.fromfile(args.config)\n";
const std::string kMakesGroup =
    "if get_device() == 'cpu':\n"
    "    dist.init_process_group(backend='gloo')\n"
    "else:\n"
    "    init_dist(launcher='pytorch', backend='gloo')\n";
const std::string kReads = "cfg = Config.fromfile('configs/toy.py')\n";
const std::string kWrapped =
    "import torch\nimport torch.distributed as dist\ndist.init_process_group('gloo')\n"
    "net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1))\n"
    "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\nfor _ in range(4):\n";
const std::string kRun = kReads + "Runner.from_cfg(cfg).train()\n";

// A rule of ours whose fix has the verb, a file with its finding, and what is planned for it.
struct Case {
  std::string code, path, before, after;
  // Whether the fix may be right although no value changes, and whether it serves every target.
  bool changes_nothing = false, every_target = false;
  Files more = {};
  std::string on = "gcu";
};

const std::vector<Case> kCases = {
    // replace-value, in a config and in a script
    {"MM101", "configs/a.py", kTrains + "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n",
     kTrains + "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n"},
    {"MM504", "tools/train.py",
     kScript + "import torch.distributed as dist\ndist.init_process_group('nccl')\n" + kRun,
     "import os\nimport torch\n" + kLoad +
         "import torch.distributed as dist\n"
         "dist.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')\n" +
         kRun},
    // add-key
    {"MM302", "configs/a.py",
     kTrains + "model_wrapper_cfg = dict(type='MMDistributedDataParallel')\n", kTrains + kWrapper},
    // ensure-key
    {"MM102", "configs/a.py", kTrains + kWrapper + "env_cfg = dict(cudnn_benchmark=False)\n",
     kTrains + kWrapper + "env_cfg = dict(cudnn_benchmark=False, dist_cfg=dict(backend='gloo'))\n"},
    {"MM835",
     "configs/a.py",
     kTrains,
     kTrains + "work_dir = 'work_dirs'\n",
     false,
     false,
     {{"tools/train.py", kParses + "Runner.from_cfg(cfg).train()\n"}}},
    {"MM835",
     "configs/a.py",
     "_base_ = './b.py'\n",
     "_base_ = './b.py'\nwork_dir = 'work_dirs'\n",
     false,
     false,
     {{"configs/b.py", kTrains}, {"tools/train.py", kParses + "Runner.from_cfg(cfg).train()\n"}}},
    // change-entries
    {"MM402", "configs/a.py",
     kTrains +
         "optim_wrapper = dict(type='AmpOptimWrapper', loss_scale='dynamic', optimizer=dict())\n",
     kTrains + "optim_wrapper = dict(type='OptimWrapper', optimizer=dict())\n"},
    // remove-key, which renames as well
    {"MM105", "configs/a.py", kTrains + "env_cfg = dict(dist_cfg=dict(type='gloo'))\n",
     kTrains + "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n"},
    // move-value
    {"MM103", "configs/a.py", kTrains + "dist_params = dict(backend='gloo')\n" + kWrapper,
     kTrains + kWrapper + "env_cfg = dict(dist_cfg=dict(backend='gloo'))\n"},
    // ensure-wrapper
    {"MM301", "configs/a.py", kTrains + kGroup,
     kTrains + kGroup +
         "model_wrapper_cfg = dict(\n    type='MMDistributedDataParallel',\n    device_ids=None,\n"
         "    output_device=None,\n    find_unused_parameters=False,\n    "
         "broadcast_buffers=False)\n"},
    // class-to-string
    {"MM309", "configs/a.py",
     "from mmengine.model import MMDistributedDataParallel\nfrom toys import Toy\n"
     "model = dict(type=Toy)\ntrain_dataloader = dict()\n" +
         kGroup + "model_wrapper_cfg = dict(type=MMDistributedDataParallel, device_ids=None)\n",
     "from toys import Toy\nmodel = dict(type=Toy)\ntrain_dataloader = dict()\n" + kGroup +
         kWrapper},
    // import-process-group
    {"MM201", "configs/a.py", kLaunched,
     kLaunched + "__import__('sys').path.append('{{ fileDirname }}')\n"
                 "custom_imports = dict(\n    imports=['a_process_group'],\n    "
                 "allow_failed_imports=False)\n",
     true},
    // remove-text
    {"MM010", "configs/a.py", "\xEF\xBB\xBF" + kTrains, kTrains, true, true},
    // remove-argument
    {"MM015",
     "configs/a.py",
     "_base_ = './b.py'\noptim_wrapper = dict(_delete_=True, type='O')\n",
     "_base_ = './b.py'\noptim_wrapper = dict(type='O')\n",
     false,
     false,
     {{"configs/b.py", "a = 1\n"}}},
    // drop-quotes
    {"MM014",
     "configs/a.py",
     "_base_ = './b.py'\nroot = '{{_base_.a}}'\n",
     "_base_ = './b.py'\nroot = {{_base_.a}}\n",
     false,
     false,
     {{"configs/b.py", "a = [1]\n"}}},
    // use-base-name
    {"MM016",
     "configs/a.py",
     "_base_ = './b.py'\nfirst = {{_base_.a}}[0]\n",
     "_base_ = './b.py'\nfirst = _base_.a[0]\n",
     true,
     false,
     {{"configs/b.py", "a = [1]\n"}}},
    // remove-suppression
    {"MM011", "configs/a.py", "work_dir = 'runs'  # mmlint: ignore[MM302]\n", "work_dir = 'runs'\n",
     true, true},
    // make-process-group
    {"MM502", "tools/train.py",
     "import os\nimport torch.distributed as dist\nfrom mmengine.dist import init_dist\n"
     "init_dist(launcher='pytorch', backend='gloo')\n" +
         kLoad + kRun,
     "import os\nimport torch.distributed as dist\nfrom mmengine.device import get_device\n"
     "from mmengine.dist import init_dist\n" +
         kMakesGroup + kLoad + kRun},
    // replace-argument
    {"MM505", "tools/train.py",
     "from torch.nn.parallel import DistributedDataParallel as DDP\nfrom toy import build, rank\n"
     "model = DDP(build(), device_ids=[rank], output_device=rank)\n",
     "import torch\nfrom torch.nn.parallel import DistributedDataParallel as DDP\n"
     "from toy import build, rank\n"
     "model = DDP(build(), device_ids=[rank] if torch.cuda.is_available() else None, "
     "output_device=rank if torch.cuda.is_available() else None)\n"},
    // change-arguments
    {"MM511", "tools/train.py",
     "import os\nimport torch.distributed as dist\n"
     "dist.init_process_group('gloo', init_method='tcp://127.0.0.1:29500')\n",
     "import os\nimport torch.distributed as dist\n"
     "dist.init_process_group('gloo', init_method='tcp://127.0.0.1:29500', "
     "rank=int(os.environ['RANK']), world_size=int(os.environ['WORLD_SIZE']))\n"},
    // set-default
    {"MM512", "tools/train.py", kScript + "os.environ['MASTER_PORT'] = '29501'\n" + kRun,
     kScript + "os.environ.setdefault('MASTER_PORT', '29501')\n" + kRun},
    // assign-always
    {"MM567",
     "tools/train.py",
     kParses + "cfg.setdefault('launcher', args.launcher)\nRunner.from_cfg(cfg).train()\n",
     kParses + "cfg['launcher'] = args.launcher\nRunner.from_cfg(cfg).train()\n",
     false,
     false,
     {{"configs/toy.py", kTrains + "launcher = 'none'\n"},
      {"run.sh",
       "torchrun --nproc_per_node=2 tools/train.py configs/toy.py --launcher pytorch\n"}}},
    // remove-import
    {"MM516", "tools/train.py",
     "import torch\n\ndef train(model):\n    torch.manual_seed(0)\n    if model is None:\n"
     "        import torch\n        return torch.zeros(1)\n    return model\n",
     "import torch\n\ndef train(model):\n    torch.manual_seed(0)\n    if model is None:\n"
     "        return torch.zeros(1)\n    return model\n"},
    // ask-cuda
    {"MM509", "tools/train.py", "import torch\nmodel = torch.nn.Linear(2, 1).cuda()\n",
     "import torch\n\ndevice = torch.device('cuda' if torch.cuda.is_available() else 'cpu')\n"
     "model = torch.nn.Linear(2, 1).to(device)\n"},
    // go-on
    {"MM527", "tools/train.py",
     "import torch\nassert torch.cuda.is_available()\nmodel = torch.nn.Linear(2, 1)\n",
     "import torch\nmodel = torch.nn.Linear(2, 1)\n"},
    // use-ddp
    {"MM513", "tools/train.py",
     "import os\nimport torch\nnet = torch.nn.DataParallel(torch.nn.Linear(2, 1)).cuda()\n"
     "net(torch.rand(4, 2)).sum().backward()\n",
     "import os\nimport torch\nif torch.cuda.is_available():\n"
     "    torch.cuda.set_device(int(os.environ['LOCAL_RANK']))\n"
     "torch.distributed.init_process_group('nccl' if torch.cuda.is_available() else 'gloo')\n"
     "net = torch.nn.parallel.DistributedDataParallel(torch.nn.Linear(2, 1).cuda(), "
     "device_ids=[int(os.environ['LOCAL_RANK'])] if torch.cuda.is_available() else None)\n"
     "net(torch.rand(4, 2)).sum().backward()\n"},
    // share-samples
    {"MM514", "tools/train.py",
     kLoads + "loader = DataLoader(data, shuffle=True)\n" + kSteps + "    loss(batch).backward()\n",
     kLoads + "loader = DataLoader(data, sampler=torch.utils.data.DistributedSampler(data))\n" +
         kSteps + "    loss(batch).backward()\n"},
    // tell-epochs
    {"MM529", "tools/train.py",
     kLoads +
         "loader = DataLoader(data, sampler=torch.utils.data.DistributedSampler(data))\n"
         "for epoch in range(4):\n  " +
         kSteps + "      net(batch).sum().backward()\n",
     kLoads +
         "loader = DataLoader(data, sampler=torch.utils.data.DistributedSampler(data))\n"
         "for epoch in range(4):\n  loader.sampler.set_epoch(epoch)\n  " +
         kSteps + "      net(batch).sum().backward()\n"},
    // call-wrapper
    {"MM533", "tools/train.py",
     kWrapped + "    net.module(torch.rand(4, 2)).sum().backward()\n    optimizer.step()\n",
     kWrapped + "    net(torch.rand(4, 2)).sum().backward()\n    optimizer.step()\n"},
    // set-launcher
    {"MM507",
     "tools/train.py",
     "import torch.distributed as dist\n" + kLoad + "dist.init_process_group('gloo')\n" + kReads +
         "Runner.from_cfg(cfg).train()\n",
     "import torch.distributed as dist\n" + kLoad + "dist.init_process_group('gloo')\n" + kReads +
         "cfg.launcher = 'pytorch'\nRunner.from_cfg(cfg).train()\n",
     false,
     false,
     {{"configs/toy.py", kTrains}}},
    // set-master
    {"MM561", "tools/train.py",
     "import torch.distributed as dist\nimport torch.multiprocessing as mp\n\n\ndef work(rank):\n"
     "    dist.init_process_group('gloo', rank=rank, world_size=2)\n    dist.barrier()\n\n\n"
     "if __name__ == '__main__':\n    mp.spawn(work, nprocs=2)\n",
     "import os\n\nimport torch.distributed as dist\nimport torch.multiprocessing as mp\n\n\n"
     "def work(rank):\n    os.environ.setdefault('MASTER_ADDR', '127.0.0.1')\n"
     "    os.environ.setdefault('MASTER_PORT', '29500')\n"
     "    dist.init_process_group('gloo', rank=rank, world_size=2)\n    dist.barrier()\n\n\n"
     "if __name__ == '__main__':\n    mp.spawn(work, nprocs=2)\n"},
    // remove-word
    {"MM607", "tools/run.sh", "torchrun tools/train.py configs/a.py --amp --launcher pytorch\n",
     "torchrun tools/train.py configs/a.py --launcher pytorch\n"},
    // import-bridge
    {"MM509",
     "tools/train.py",
     "import os\nimport torch\nmodel = torch.nn.Linear(2, 1).cuda()\n",
     "import os\n\ntry:\n    import torch_npu  # noqa: F401\n"
     "    from torch_npu.contrib import transfer_to_npu  # noqa: F401\n"
     "except ImportError:  # not on this host\n    pass\n\n"
     "import torch\nmodel = torch.nn.Linear(2, 1).cuda()\n",
     false,
     false,
     {},
     "npu"},
    {"MM501", "tools/train.py",
     "import os\nimport torch\n" + kLoad +
         "torch.cuda.set_device(int(os.environ['LOCAL_RANK']))\n" + kRun,
     "import os\nimport torch\n" + kLoad +
         "if torch.cuda.is_available():\n    "
         "torch.cuda.set_device(int(os.environ['LOCAL_RANK']))\n" +
         kRun},
    // use-torchrun
    {"MM602", "tools/run.sh",
     "python -m torch.distributed.launch --nproc_per_node=2 tools/train.py configs/a.py --launcher "
     "pytorch\n",
     "python -m torch.distributed.run --nproc_per_node=2 tools/train.py configs/a.py --launcher "
     "pytorch\n"},
    // rename-variable
    {"MM603", "tools/run.sh",
     "export CUDA_VISIBLE_DEVICES=0,1\ntorchrun --nproc_per_node=2 tools/train.py --launcher "
     "pytorch\n",
     "export TOPS_VISIBLE_DEVICES=0,1\ntorchrun --nproc_per_node=2 tools/train.py --launcher "
     "pytorch\n"},
    // read-pipestatus
    {"MM610", "tools/run.sh",
     "torchrun --nproc_per_node=2 tools/train.py 2>&1 | tee log\nif [ $? -ne 0 ]; then\n  exit "
     "1\nfi\n",
     "torchrun --nproc_per_node=2 tools/train.py 2>&1 | tee log\n"
     "if [ ${PIPESTATUS[0]} -ne 0 ]; then\n  exit 1\nfi\n"},
    // replace-word
    {"MM627",
     "tools/run.sh",
     "sh tools/all.sh\n",
     "bash tools/all.sh\n",
     false,
     false,
     {{"tools/all.sh", "set -o pipefail\npython3 tools/train.py configs/a.py\n"}}},
    // add-line
    {"MM632", "tools/run.sh", "python tools/train.py > logs/out.txt\n",
     "mkdir -p logs\npython tools/train.py > logs/out.txt\n"},
    // set-variable
    {"MM633",
     "tools/run.sh",
     "python tools/train.py\n",
     "PYTHONPATH=\"$PWD${PYTHONPATH:+:$PYTHONPATH}\" python tools/train.py\n",
     false,
     false,
     {{"tools/train.py", "import zoo\nzoo.train()\n"}, {"zoo/__init__.py", "train = print\n"}}},
    // give-flag
    {"MM568",
     "tools/run.sh",
     "torchrun --nproc_per_node=2 tools/train.py\n",
     "torchrun --nproc_per_node=2 tools/train.py --ddp\n",
     false,
     false,
     {{"tools/train.py",
       "import argparse\nimport torch\nimport torch.distributed as dist\n"
       "parser = argparse.ArgumentParser()\nparser.add_argument('--ddp', action='store_true')\n"
       "net = torch.nn.Linear(8, 1)\nif parser.parse_args().ddp:\n"
       "    dist.init_process_group('gloo')\n    "
       "net = torch.nn.parallel.DistributedDataParallel(net)\n"
       "optimizer = torch.optim.SGD(net.parameters(), lr=0.1)\n"
       "net(torch.rand(4, 8)).sum().backward()\noptimizer.step()\n"}}},
};

TEST_CASE("each verb plans what it says") {
  std::set<std::size_t> tried;
  for (const Case& each : kCases) {
    CAPTURE(each.code);
    Files files = each.more;
    files[each.path] = each.before;
    const PlanOfFirst planned(each.code, files, each.on);
    CHECK(planned.applies);
    Files after = planned.after();
    // What the module holds is the subject of import_process_group_test.cc.
    const bool makes_module = after.erase("configs/a_process_group.py") == 1;
    CHECK(makes_module ==
          std::holds_alternative<catalog::verb::ImportProcessGroup>(planned.action()));
    CHECK(after == Files{{each.path, each.after}});
    CHECK(fix::may_change_nothing(planned.action()) == each.changes_nothing);
    CHECK(fix::serves_every_target(planned.action()) == each.every_target);
    tried.insert(planned.action().index());
  }
  // All but `show`, which is below.
  CHECK(tried.size() == std::variant_size_v<catalog::FixAction> - 1);
}

TEST_CASE("a fix that is only shown plans nothing") {
  const PlanOfFirst planned("MM555", {{"tools/train.py",
                                       "import torch.distributed as dist\n"
                                       "dist.init_process_group('gloo')\n"
                                       "dist.init_process_group('gloo')\n"}});
  REQUIRE(std::holds_alternative<catalog::verb::Show>(planned.action()));
  REQUIRE_FALSE(planned.plan);
  CHECK(planned.plan.error().reason == fix::Reason::kOnlyShown);
}

TEST_CASE("a verb means the keys that its words name, and no others") {
  const std::string path = "/p/configs/a.py";
  const auto means = [&](const PlanOfFirst& planned, const std::string& key,
                         std::optional<std::string> before, std::optional<std::string> after) {
    return fix::is_meant(planned.finding(), {path, key, std::move(before), std::move(after)});
  };
  const PlanOfFirst replaces(
      "MM101", {{"configs/a.py", kTrains + "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"}});
  CHECK(means(replaces, "env_cfg.dist_cfg.backend", "'nccl'", "'gloo'"));
  CHECK_FALSE(means(replaces, "env_cfg.dist_cfg.backend", "'mpi'", "'gloo'"));
  CHECK_FALSE(means(replaces, "work_dir", "'nccl'", "'gloo'"));

  const PlanOfFirst moves("MM103",
                          {{"configs/a.py", kTrains + "dist_params = dict(backend='gloo')\n"}});
  CHECK(means(moves, "dist_params", "dict(backend='gloo')", std::nullopt));
  CHECK_FALSE(means(moves, "model", "dict(type='M')", std::nullopt));

  const PlanOfFirst ensures(
      "MM835",
      {{"configs/a.py", kTrains}, {"tools/train.py", kParses + "Runner.from_cfg(cfg).train()\n"}});
  CHECK(means(ensures, "work_dir", std::nullopt, "'work_dirs'"));
  CHECK_FALSE(means(ensures, "work_dir", "'runs'", "'work_dirs'"));
  CHECK_FALSE(means(ensures, "out_dir", std::nullopt, "'work_dirs'"));

  // What edits no value of a config may change none.
  const PlanOfFirst comment("MM011",
                            {{"configs/a.py", "work_dir = 'runs'  # mmlint: ignore[MM302]\n"}});
  CHECK_FALSE(means(comment, "work_dir", "'runs'", "'run'"));
}

}  // namespace
}  // namespace mmlint
