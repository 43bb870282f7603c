#include <doctest/doctest.h>

#include "unit/fix/fixed.h"

// MM201: the module that makes the process group, and how configs come to import it.
namespace mmlint {
namespace {

const std::string kRun =
    "model = dict(type='M')\ntrain_dataloader = dict()\nlauncher = 'pytorch'\n"
    "model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=None)\n";

using test::Files;

struct Fixed : test::Fixed {
  explicit Fixed(const Files& files) : test::Fixed(files, "MM201") {}
};

TEST_CASE("the module takes over what dist_cfg says") {
  const Fixed fixed(
      {{"configs/a.py", kRun + "env_cfg = dict(dist_cfg=dict(backend='MPI', timeout=60, "
                               "init_method='tcp://h:1', init_backend='torch'))\n"}});
  REQUIRE(fixed.made == std::vector<std::string>{"configs/a_process_group.py"});
  const std::string& module = fixed.after.at("configs/a_process_group.py");
  CHECK(module.find("backend='mpi'") != std::string::npos);
  CHECK(module.find("timeout=datetime.timedelta(seconds=60)") != std::string::npos);
  CHECK(module.find("init_method='tcp://h:1'") != std::string::npos);
  CHECK(module.find("init_backend") == std::string::npos);
}

TEST_CASE("a backend that the target cannot start is not taken over") {
  const Fixed fixed(
      Files{{"configs/a.py", kRun + "env_cfg = dict(dist_cfg=dict(backend='nccl'))\n"}});
  REQUIRE(fixed.made.size() == 1);
  CHECK(fixed.after.at(fixed.made.front()).find("backend='gloo'") != std::string::npos);
}

TEST_CASE("what the module could not do is refused with a reason") {
  const auto reason = [](const std::string& text) {
    return Fixed(Files{{"configs/a.py", kRun + text}}).refused();
  };
  CHECK(reason("launcher = 'slurm'\n").find("slurm") != std::string::npos);
  CHECK(reason("env_cfg = dict(dist_cfg=dict(init_backend='deepspeed'))\n").find("init_backend") !=
        std::string::npos);
  CHECK(reason("env_cfg = dict(dist_cfg=dict(timeout='long'))\n").find("timeout") !=
        std::string::npos);
}

TEST_CASE("what a base in another folder imports, its heirs import too") {
  const Fixed fixed(Files{{"configs/_base_/run.py", "launcher = 'pytorch'\n"},
                          {"configs/a.py",
                           "_base_ = './_base_/run.py'\nmodel = dict(type='M')\n"
                           "train_dataloader = dict()\n"}});
  CHECK(fixed.made == std::vector<std::string>{"configs/_base_/run_process_group.py"});
  CHECK(fixed.after.count("configs/a.py") == 0);
}

TEST_CASE("configs of one name in two folders have modules of two names") {
  const Files files{{"configs/x/train.py",
                     "_base_ = '../y/train.py'\nenv_cfg = dict(dist_cfg=dict(timeout=9999))\n"},
                    {"configs/y/train.py", kRun + "env_cfg = dict(dist_cfg=dict(timeout=60))\n"}};
  const Fixed fixed(files);
  REQUIRE(fixed.made == std::vector<std::string>{"configs/x/train_process_group_2.py",
                                                 "configs/y/train_process_group.py"});
  CHECK(fixed.after.at(fixed.made[0]).find("seconds=9999") != std::string::npos);
  CHECK(fixed.after.at("configs/x/train.py").find("['train_process_group_2']") !=
        std::string::npos);
}

TEST_CASE("a lazy base makes its group before its heir could") {
  const std::string read = "from mmengine.config import read_base\nwith read_base():\n    ";
  const Fixed fixed(
      Files{{"configs/base.py", "from mmengine.model import BaseModel\n" + kRun +
                                    "env_cfg = dict(dist_cfg=dict(timeout=60))\n"},
            {"configs/heir.py", read + "from .base import *\nenv_cfg.dist_cfg.timeout = 9999\n"}});
  CHECK(fixed.refused().find("different process groups") != std::string::npos);
}

TEST_CASE("the module has a name that Python takes for no other one") {
  const auto name = [](const std::string& path) {
    const Fixed fixed(Files{{path, kRun}});
    return fixed.made.empty() ? fixed.refused() : fixed.made.front();
  };
  CHECK(name("configs/3d-unet v1.py") == "configs/_3d_unet_v1_process_group.py");
  CHECK(name("configs/训练.py") == "configs/训练_process_group.py");

  const Fixed occupied(Files{{"configs/a.py", kRun},
                             {"configs/a_process_group.py", "x = 1\n"},
                             {"configs/a_process_group_2/__init__.py", "x = 1\n"}});
  REQUIRE(occupied.made == std::vector<std::string>{"configs/a_process_group_3.py"});
  CHECK(occupied.after.at("configs/a.py").find("'a_process_group_3'") != std::string::npos);
}

TEST_CASE("one module for a launched base, another for the heir with imports of its own") {
  const Fixed fixed(Files{{"configs/base.py", kRun},
                          {"configs/plain.py", "_base_ = ['base.py']\n"},
                          {"configs/own.py",
                           "_base_ = ['base.py']\r\ncustom_imports = dict(\r\n    imports=[\r\n"
                           "        'mmx.a',  # ours\r\n    ])\r\n"}});
  CHECK(fixed.outcome.left.empty());
  CHECK(fixed.made ==
        std::vector<std::string>{"configs/base_process_group.py", "configs/own_process_group.py"});
  CHECK(fixed.after.count("configs/plain.py") == 0);
  CHECK(fixed.after.at("configs/own.py") ==
        "_base_ = ['base.py']\r\nimport sys\r\nsys.path.append('{{ fileDirname }}')\r\n"
        "custom_imports = dict(\r\n    imports=[\r\n"
        "        'own_process_group', 'mmx.a',  # ours\r\n    ])\r\n");
}

TEST_CASE("a lazy config has a module of its own, behind its bases") {
  const std::string head =
      "from mmengine.config import read_base\n\nwith read_base():\n    from .base import *\n";
  const Fixed fixed(Files{{"configs/base.py", kRun}, {"configs/a.py", head + "\nx = 1\n"}});
  CHECK(fixed.outcome.left.empty());
  CHECK(fixed.made ==
        std::vector<std::string>{"configs/a_process_group.py", "configs/base_process_group.py"});
  CHECK(fixed.after.at("configs/a.py") ==
        head +
            "\n__import__('sys').path.append(__import__('os').path.dirname(__import__('os')"
            ".path.abspath(__file__)))\n__import__('a_process_group')\n\nx = 1\n");
}

TEST_CASE("imports that cannot be extended") {
  const Fixed computed(
      {{"configs/a.py",
        "names = ['mmx.a']\n" + kRun + "custom_imports = dict(imports=names + ['mmx.b'])\n"}});
  CHECK(computed.refused().find("computed") != std::string::npos);
  const Fixed none(Files{{"configs/base.py", "custom_imports = None\n"},
                         {"configs/a.py", "_base_ = ['base.py']\n" + kRun}});
  CHECK(none.after.at("configs/a.py").find("_delete_=True") != std::string::npos);
}

}  // namespace
}  // namespace mmlint
