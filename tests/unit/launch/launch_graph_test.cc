#include "launch/launch_graph.h"

#include <doctest/doctest.h>

#include "launch/distributed_configs.h"
#include "unit/project.h"

namespace mmlint::launch {
namespace {

struct Project {
  explicit Project(const std::map<std::string, std::string>& files)
      : project(files),
        graph({.workspace = *project.workspace,
               .index = *project.index,
               .roots = project.roots,
               .scripts = project.scripts,
               .launch_scripts = project.launch_scripts}) {}

  test::MemoryProject project;
  LaunchGraph graph;
};

const std::string kScript = "import argparse\nargparse.ArgumentParser().parse_args()\n";

// The script, the config and the number of processes of the last launch.
std::string last(const Project& project) {
  const LinkedLaunch& linked = *project.graph.all().back();
  const auto processes = linked.processes();
  return linked.script.path + " " + linked.config.path + " " +
         (processes ? std::to_string(*processes) : "?");
}

TEST_CASE("files are found from the launch script's folder upwards") {
  const auto of = [](const std::string& text) {
    return last(Project(
        {{"tools/run.sh", text}, {"tools/train.py", kScript}, {"configs/a.py", "x = 1\n"}}));
  };
  const std::string both = "/p/tools/train.py /p/configs/a.py ";
  CHECK(of("python tools/train.py configs/a.py") == both + "1");
  CHECK(of("cd tools\npython train.py ../configs/a.py") == both + "1");
  CHECK(of("torchrun --nproc_per_node 4 $(dirname $0)/train.py configs/a.py") == both + "4");
  CHECK(
      of("cd \"$(dirname \"$0\")/..\"\ntorchrun --nproc_per_node=$N tools/train.py configs/a.py") ==
      both + "?");
  CHECK(of("C=configs/a.py\nsrun -n 2 python /p/tools/train.py --amp $C") == both + "?");
  CHECK(of("cd $SOMEWHERE\npython tools/train.py configs/a.py") == "  1");
}

TEST_CASE("a launch script that runs another one") {
  const auto of = [](const std::string& outer, const std::string& inner) {
    return last(Project({{"a.sh", outer},
                         {"tools/dist_train.sh", inner},
                         {"tools/train.py", kScript},
                         {"configs/a.py", "x = 1\n"}}));
  };
  const std::string inner =
      "CONFIG=$1\nGPUS=$2\ntorchrun --nproc_per_node=$GPUS $(dirname \"$0\")/train.py $CONFIG "
      "${@:3}\n";
  CHECK(of("echo\n", inner) == "/p/tools/train.py  ?");
  // Launches of the launch script itself come last.
  const Project project({{"a.sh", "bash tools/dist_train.sh configs/a.py 8 --amp\n"},
                         {"tools/dist_train.sh", inner},
                         {"tools/train.py", kScript},
                         {"configs/a.py", "x = 1\n"}});
  REQUIRE(project.graph.all().size() == 3);
  const LinkedLaunch& linked = *project.graph.all()[1];
  CHECK(linked.through == project.graph.all()[0]);
  CHECK(linked.script.path == "/p/tools/train.py");
  CHECK(linked.script_summary != nullptr);
  CHECK(linked.config.path == "/p/configs/a.py");
  CHECK(linked.processes() == 8);
  CHECK(project.graph.of_script("/p/tools/train.py").size() == 2);
}

TEST_CASE("a launch whose script the caller chooses") {
  const std::string train =
      "import argparse\np = argparse.ArgumentParser()\n"
      "p.add_argument('config')\np.add_argument('--launcher')\np.parse_args()\n";
  // The scripts that are started with a launcher, in the order of the launches.
  const auto of = [&](const std::string& text, const std::string& caller = "echo\n") {
    const Project project({{"run.sh", caller},
                           {"tools/dist.sh", text},
                           {"tools/train.py", train},
                           {"tools/test.py", train},
                           {"tools/plot.py", kScript},
                           {"demo/train_net.py", train}});
    std::string out;
    for (const LinkedLaunch* linked : project.graph.all()) {
      if (!linked->option("--launcher", nullptr)) continue;
      CHECK((linked->script_summary != nullptr) == !linked->script.path.empty());
      out += linked->script.path + " ";
    }
    return out;
  };
  const std::string end = " $2 --launcher pytorch ${@:3}\n";
  const std::string both = "/p/tools/test.py /p/tools/train.py ";
  CHECK(of("torchrun $(dirname \"$0\")/$1.py" + end) == both);
  CHECK(of("J=$1\npython -u tools/${J}.py" + end) == both);
  CHECK(of("cd \"$(dirname \"$0\")/..\"\npython -m tools.$1" + end) == both);
  CHECK(of("cd demo\npython train_$1.py" + end) == "/p/demo/train_net.py ");
  CHECK(of("python */train_$1.py" + end) == " ");
  CHECK(of("python $1" + end) == "/p/demo/train_net.py " + both);
  CHECK(of("case $1 in a) S=tools/train.py ;; b) S=tools/plot.py ;; esac\ntorchrun $S" + end) ==
        "/p/tools/train.py ");
  CHECK(of("python \"$@\" --launcher pytorch\n") == " ");
  CHECK(of("python data/$1.py" + end) == " ");
  CHECK(of("python tools/$1.py --seed 1" + end) == " ");
  // A caller that says it decides.
  const std::string inner = "torchrun $(dirname \"$0\")/$1.py" + end;
  CHECK(of(inner, "bash tools/dist.sh train a.py\n") == "/p/tools/train.py  ");
  CHECK(of(inner, "bash tools/dist.sh $1 a.py\n") == both + " ");
}

TEST_CASE("what another launch script gives is put where it belongs, or not known") {
  const auto processes = [](const std::string& outer, const std::string& count) {
    const Project project({{"a.sh", "bash b.sh " + outer + "\n"},
                           {"b.sh", "torchrun --nproc_per_node=" + count + " train.py\n"},
                           {"train.py", kScript}});
    const auto found = project.graph.all()[1]->processes();
    return found ? std::to_string(*found) : "?";
  };
  CHECK(processes("8", "$1") == "8");
  CHECK(processes("x 4", "$2") == "4");
  CHECK(processes("8", "${1}0") == "80");
  CHECK(processes("$N 4", "$2") == "?");  // $N may be two words
  CHECK(processes("\"$N\" 4", "$2") == "4");
  CHECK(processes("8", "$2") == "?");
  CHECK(processes("8", "${1:-2}") == "8");
  CHECK(processes("\"\"", "${1:-2}") == "2");
  CHECK(processes("8", "2") == "2");
}

TEST_CASE("what a branch makes of an argument is not the argument") {
  const Project project({{"a.sh", "bash b.sh 8\n"},
                         {"b.sh",
                          "N=2\nif [ -n \"$1\" ]; then N=1$1; fi\n"
                          "torchrun --nproc_per_node=$N train.py\n"},
                         {"train.py", kScript}});
  CHECK(project.graph.all()[1]->processes() == 18);
  CHECK(project.graph.all()[2]->processes() == 2);  // b.sh by itself
}

TEST_CASE("configs that are started with a launcher") {
  const std::string runner = kScript + "from mmengine.runner import Runner\nRunner.from_cfg(1)\n";
  const std::string group =
      "import torch.distributed as d\nd.init_process_group('gloo')\n" + runner;
  const auto launched = [&](const std::string& text) {
    const Project project({{"run.sh", text + "\n"},
                           {"configs/a.py", "x = 1\n"},
                           {"dist.sh", "torchrun train.py $1 --launcher pytorch\n"},
                           {"train.py", runner},
                           {"group.py", group},
                           {"test.py", kScript}});
    return distributed_configs(project.graph).count("/p/configs/a.py") == 1;
  };
  CHECK(launched("torchrun train.py configs/a.py --launcher pytorch"));
  CHECK(launched("srun python train.py configs/a.py --launcher=slurm"));
  CHECK(launched("bash dist.sh configs/a.py"));
  CHECK(launched("torchrun elsewhere.py configs/a.py --launcher pytorch"));
  CHECK_FALSE(launched("torchrun train.py configs/a.py"));
  CHECK_FALSE(launched("python train.py configs/a.py --launcher none"));
  CHECK_FALSE(launched("torchrun group.py configs/a.py --launcher pytorch"));
  CHECK_FALSE(launched("torchrun test.py configs/a.py --launcher pytorch"));
  CHECK_FALSE(launched("echo torchrun train.py configs/a.py --launcher pytorch"));
}

TEST_CASE("launch scripts that run each other end") {
  const Project project({{"a.sh", "bash b.sh; python x.py"}, {"b.sh", "bash a.sh"}});
  CHECK(project.graph.all().size() < 20);
}

}  // namespace
}  // namespace mmlint::launch
