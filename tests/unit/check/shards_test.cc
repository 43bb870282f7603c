#include "check/shards.h"

#include <doctest/doctest.h>

#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "unit/check/several_targets.h"

namespace mmlint::check {
namespace {

using Files = std::map<std::string, std::string>;
const std::size_t kAll = project::Settings().room;

// Families of configs, each in a folder, that inherit an unsuitable backend from their base.
Files families(int count, int heirs) {
  Files out;
  for (int family = 0; family < count; ++family) {
    const std::string folder = fmt::format("configs/f{}/", family);
    out[folder + "base.py"] =
        "env_cfg = dict(dist_cfg=dict(backend='nccl'))\ntrain_dataloader = dict()\n";
    for (int i = 0; i < heirs; ++i)
      out[folder + fmt::format("c{}.py", i)] =
          fmt::format("_base_ = 'base.py'\nmodel = dict(type='M', size={})\n", i);
  }
  return out;
}

std::string described(const Finding& finding, const SourceStore& sources) {
  const Diagnostic& d = finding.diagnostic;
  std::string out =
      fmt::format("{} {} {} {} '{}' '{}' '{}' {}/{} through {}", d.code,
                  sources.get(d.primary.file).path(), d.primary.begin, static_cast<int>(d.severity),
                  d.message, d.why, d.label, d.affects.checked, d.affects.count, d.found_through);
  for (const std::string& note : d.notes) out += " note: " + note;
  for (const FileId example : d.affects.examples) out += " " + sources.get(example).path();
  for (const std::string& target : d.targets) out += " on " + target;
  return out + (finding.comes_to_error ? " fails" : "");
}

struct Run {
  std::vector<std::string> findings, open;
  int settled = 0;  // how often findings were given away
  bool operator==(const Run& other) const {
    return findings == other.findings && open == other.open;
  }
};

class Project {
 public:
  Project(const Files& files, const std::string& targets, int jobs, std::size_t room = kAll)
      : project_(files, settings(jobs, room)) {
    for (const std::string_view name : split(targets, ',')) {
      const catalog::Target& target = *test::SeveralTargets::rules().target(name);
      targets_.push_back({&target, test::SeveralTargets::rules().active(target)});
    }
    passed_ = project_.index->configs();
  }
  void leave_out(const std::string& part) {
    std::erase_if(passed_, [&](const std::string& path) { return path.find(part) != path.npos; });
  }

  Run run(bool apart) {
    const std::vector<OnTarget> others(targets_.begin() + 1, targets_.end());
    const Request request{.workspace = *project_.workspace,
                          .index = *project_.index,
                          .passed = passed_,
                          .target = *targets_.front().target,
                          .rules = targets_.front().rules,
                          .scripts = project_.scripts,
                          .others = others,
                          .roots = project_.roots,
                          .passed_paths = project_.roots,
                          .catalog = &test::SeveralTargets::rules()};
    Run out;
    std::mutex mutex;
    std::multiset<std::string> seen;
    const Settle settle = [&](std::vector<Finding>&, const Request& some) {
      for (const config::Resolved* config : some.workspace.resolve(some.passed))
        CHECK(config != nullptr);
      const std::lock_guard lock(mutex);
      ++out.settled;
      seen.insert(some.passed.begin(), some.passed.end());
    };
    for (const Finding& finding : run_check(request, &out.open, apart ? settle : Settle()))
      out.findings.push_back(described(finding, project_.sources));
    if (apart) CHECK(seen == std::multiset<std::string>(passed_.begin(), passed_.end()));
    return out;
  }

 private:
  static project::Settings settings(int jobs, std::size_t room) {
    project::Settings out;
    out.room = room;
    out.jobs = jobs;
    out.knows_all_variables = false;
    return out;
  }

  test::MemoryProject project_;
  std::vector<OnTarget> targets_;
  std::vector<std::string> passed_;
};

// What a project shows does not depend on whether its families are judged apart, nor on how many of
// its files stay in memory. Returns how often findings were given away.
int same_apart(const Files& files, const std::string& left_out = "nothing") {
  int settled = 0;
  for (const char* targets : {"gcu", "gcu,cpu"}) {
    Project whole(files, targets, 1);
    whole.leave_out(left_out);
    const Run expected = whole.run(false);
    CHECK(!expected.findings.empty());
    for (const int jobs : {1, 4}) {
      for (const std::size_t room : {kAll, std::size_t{1'500'000}, std::size_t{0}}) {
        Project parts(files, targets, jobs, room);
        parts.leave_out(left_out);
        const Run run = parts.run(true);
        CHECK(run.findings == expected.findings);
        CHECK(run.open == expected.open);
        settled = run.settled;
      }
    }
  }
  return settled;
}

TEST_CASE("families are judged apart, and together what they share") {
  const Files plain = families(4, 70);
  CHECK(same_apart(plain) == 5);  // and the scripts

  Files with = plain;
  SUBCASE("a base that was not passed, with heirs that were not") {
    CHECK(same_apart(with, "f1/") == 4);
    CHECK(same_apart(with, "base.py") == 5);
    CHECK(same_apart(with, "/c1") == 5);
  }
  SUBCASE("comments that ignore something, and others that do not") {
    with["configs/f0/base.py"] =
        "env_cfg = dict(dist_cfg=dict(backend='nccl'))  # mmlint: ignore[MM101]\n";
    with["configs/f1/c1.py"] += "a = 1  # mmlint: ignore[MM101]\n";
    with["configs/f2/c1.py"] += "# mmlint: ignore-file[MM101]\n";
    CHECK(same_apart(with) == 5);
  }
  SUBCASE("configs that do not load, each for its own reason or for that of its base") {
    with["configs/f0/c3.py"] = "_base_ = 'gone.py'\n";
    with["configs/f1/base.py"] += "a = b\n";
    with["configs/f2/c9.py"] = "a = (\n";
    with["configs/f3/c9.py"] = "_base_ = 'c9.py'\n";
    CHECK(same_apart(with) == 6);
  }
  SUBCASE("what no config of several families has") {
    with["configs/f0/base.py"] = with["configs/f2/base.py"] = "train_dataloader = dict()\n";
    CHECK(same_apart(with) == 3);
  }
  SUBCASE("a folder that is missing, where configs of several families have bases") {
    with["configs/f0/c3.py"] = "_base_ = '../gone/a.py'\n";
    with["configs/f3/c3.py"] = "_base_ = ['base.py', '../gone/b.py']\n";
    CHECK(same_apart(with) == 4);
  }
  SUBCASE("a variable that configs of several families need") {
    with["configs/f1/base.py"] += "import os\na = os.environ['DATA_ROOT']\n";
    with["configs/f2/c1.py"] += "import os\na = os.environ['DATA_ROOT']\n";
    CHECK(same_apart(with) == 3);
  }
  SUBCASE("a config that a script loads, and whose base others have as a lazy one") {
    for (const char* folder : {"configs/f0/", "configs/f1/"}) {
      for (int i = 0; i < 70; ++i)
        with[folder + fmt::format("c{}.py", i)] = fmt::format(
            "from mmengine.config import read_base\nwith read_base():\n    from .base import *\n"
            "model = dict(type='M\\x41', size={})\n",
            i);
      with[folder + std::string("base.py")] += "def f():\n    return 'x\\x41'\nname = 'y\\x41'\n";
    }
    with["tools/train.py"] =
        "from mmengine.config import Config\nfrom mmengine.runner import Runner\n"
        "cfg = Config.fromfile('configs/f0/c1.py')\nRunner.from_cfg(cfg).train()\n";
    CHECK(same_apart(with) == 5);
  }
  SUBCASE("what a script writes into all of them") {
    with["tools/train.py"] =
        "from mmengine.config import Config\nfrom mmengine.runner import Runner\nimport sys\n"
        "cfg = Config.fromfile(sys.argv[1])\ncfg.optim_wrapper = dict(type='AmpOptimWrapper')\n"
        "Runner.from_cfg(cfg).train()\n";
    CHECK(same_apart(with) == 1);
  }
}

TEST_CASE("small runs are not cut") {
  CHECK(same_apart(families(4, 10)) == 1);
}

}  // namespace
}  // namespace mmlint::check
