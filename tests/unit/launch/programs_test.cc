#include "launch/program_store.h"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include "catalog/catalog.h"
#include "launch/known_runs.h"
#include "unit/project.h"

namespace mmlint::launch {
namespace {

struct Project {
  explicit Project(const std::map<std::string, std::string>& files)
      : project(files),
        programs({.workspace = *project.workspace,
                  .index = *project.index,
                  .roots = project.roots,
                  .scripts = project.scripts,
                  .launch_scripts = project.launch_scripts}) {}

  const catalog::Target& target(const std::string& name) { return *catalog.target(name); }
  // The program "/p/train.py".
  const Program& train() { return *programs.program("/p/train.py"); }

  test::MemoryProject project;
  catalog::Catalog catalog = *catalog::Catalog::load();
  ProgramStore programs;
};

std::atomic<int> computed = 0;

int count_of_launches(const Program& program) {
  ++computed;
  return static_cast<int>(program.launches().size());
}

std::string name_of_target(const ProgramFacts& facts) {
  ++computed;
  return facts.target().name;
}

TEST_CASE("a fact is computed once, when it is asked for") {
  Project project({{"train.py", "import torch\n"}, {"run.sh", "python train.py\n"}});
  const Program& train = project.train();
  const ProgramFacts& gcu = train.on(project.target("gcu"));
  const ProgramFacts& npu = train.on(project.target("npu"));
  computed = 0;
  CHECK(&gcu == &train.on(project.target("gcu")));
  CHECK(&train == &project.train());
  CHECK(computed == 0);

  SUBCASE("for all targets if it does not depend on them") {
    CHECK(gcu.get<count_of_launches>() == 1);
    CHECK(npu.get<count_of_launches>() == 1);
    CHECK(train.get<count_of_launches>() == 1);
    CHECK(computed == 1);
  }
  SUBCASE("for each target if it does") {
    CHECK(gcu.get<name_of_target>() == "gcu");
    CHECK(npu.get<name_of_target>() == "npu");
    CHECK(gcu.get<name_of_target>() == "gcu");
    CHECK(computed == 2);
  }
  SUBCASE("whichever thread asks") {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
      threads.emplace_back([&] { gcu.get<count_of_launches>(), gcu.get<name_of_target>(); });
    for (std::thread& each : threads) each.join();
    CHECK(computed == 2);
  }
}

const char* const kTrain =
    "import argparse\n"
    "parser = argparse.ArgumentParser()\n"
    "parser.add_argument('--x')\n"
    "print(parser.parse_args().x)\n";

TEST_CASE("a run is walked once for each launch") {
  Project project({{"train.py", kTrain}, {"run.sh", "python train.py\npython train.py --x 1\n"}});
  const Program& train = project.train();
  REQUIRE(train.launches().size() == 2);
  const ProgramFacts& gcu = train.on(project.target("gcu"));
  const auto first = gcu.run({train.launches()[0]});
  REQUIRE(first);
  CHECK(gcu.run({train.launches()[0]}) == first);
  CHECK(gcu.run({train.launches()[1]}) != first);
  CHECK(gcu.run({train.launches()[0], 1}) != first);
  // Those that are known, and those that are not, in the order in which they are asked for.
  const std::vector<RunOf> of{{train.launches()[1]}, {nullptr, 1}, {train.launches()[0]}};
  const auto runs = gcu.runs(of);
  REQUIRE(runs.size() == 3);
  CHECK(runs[0] == gcu.run({train.launches()[1]}));
  CHECK(runs[1] == gcu.run({nullptr, 1}));
  CHECK(runs[2] == first);
  // Nothing in it is about a device that only one of the targets has.
  CHECK(train.on(project.target("npu")).run({train.launches()[0]}) == first);
}

TEST_CASE("targets share no run of a program that asks for a device of one") {
  Project project({{"train.py", "import torch\nif torch.npu.is_available():\n    print()\n"},
                   {"run.sh", "python train.py\n"}});
  const Program& train = project.train();
  const auto on = [&](const char* target) {
    return train.on(project.target(target)).run({train.launches()[0]});
  };
  REQUIRE(on("gcu"));
  CHECK(on("gcu") == on("mlu"));
  CHECK(on("gcu") != on("npu"));
}

// Which launches are walked depends on the program, and on nothing that was asked before.
TEST_CASE("the first launches of a program are walked") {
  std::string launches;
  for (int i = 0; i < 40; ++i) launches += "python train.py --x " + std::to_string(i) + "\n";
  const std::map<std::string, std::string> files{{"train.py", kTrain}, {"run.sh", launches}};
  Project forward(files), backward(files);
  const auto walked = [](Project& project, bool from_end) {
    const Program& train = project.train();
    std::vector<bool> out(train.launches().size());
    for (std::size_t i = 0; i < out.size(); ++i) {
      const std::size_t at = from_end ? out.size() - 1 - i : i;
      out[at] = train.on(project.target("gcu")).run({train.launches()[at]}) != nullptr;
    }
    return out;
  };
  const std::vector<bool> out = walked(forward, false);
  CHECK(out == walked(backward, true));
  CHECK(out.front());
  CHECK_FALSE(out.back());
}

TEST_CASE("a part of a store keeps the store") {
  auto project = std::make_unique<Project>(std::map<std::string, std::string>{
      {"train.py", "import torch\n"}, {"run.sh", "python train.py\n"}});
  auto programs = std::make_shared<ProgramStore>(project->programs.project());
  const auto facts = programs->share(programs->program("/p/train.py")->on(project->target("gcu")));
  programs.reset();
  CHECK(facts->program().launches().size() == 1);
}

}  // namespace
}  // namespace mmlint::launch
