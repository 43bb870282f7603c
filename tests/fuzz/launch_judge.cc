#include "launch_judge.h"

#include "catalog/catalog.h"
#include "check/check.h"
#include "fix/fixer.h"
#include "target.h"
#include "unit/project.h"

namespace mmlint::fuzz {
namespace {

constexpr const char* kTrain =
    "import argparse\nfrom mmengine.runner import Runner\nparser = argparse.ArgumentParser()\n"
    "parser.add_argument('config')\nparser.add_argument('--launcher')\nargs = parser.parse_args()\n"
    "Runner.from_cfg(args.config).train()\n";
constexpr const char* kConfig =
    "model = dict(type='M')\ntrain_dataloader = dict(batch_size=2)\n"
    "auto_scale_lr = dict(enable=True, base_batch_size=8)\n";

// A launch script among files that it may start.
class Project {
 public:
  explicit Project(std::string text)
      : project_({{"run.sh", std::move(text)},
                  {"tools/train.py", kTrain},
                  {"configs/a.py", kConfig},
                  {"tools/dist_train.sh", "torchrun --nproc_per_node=$2 tools/train.py $1\n"}}) {}

  check::Request request(const catalog::Target& target,
                         std::span<const catalog::Catalog::Active> rules) const {
    check::Request out{*project_.workspace, *project_.index, project_.index->configs(), target,
                       rules};
    out.scripts = project_.scripts;
    out.launch_scripts = launch_scripts_;
    out.roots = project_.roots;
    return out;
  }
  const SourceStore& sources() const { return project_.sources; }
  bool valid() const {
    return project_.workspace->launch_scripts(launch_scripts_).front() != nullptr;
  }

 private:
  test::MemoryProject project_;
  std::vector<std::string> launch_scripts_{"/p/run.sh"};
};

class Judge {
 public:
  Judge(const catalog::Catalog& catalog, const char* target)
      : target_(*catalog.target(target)), rules_(catalog.active(target_)) {
    std::erase_if(rules_, [](const auto& rule) { return rule.rule->documents == "config"; });
  }

  void judge(std::string_view text) const {
    const Project before{std::string(text)};
    if (!before.valid()) return;
    for (const check::Finding& finding : check::run_check(before.request(target_, rules_))) {
      const Span at = finding.diagnostic.primary;
      if (at.begin > at.end || at.end > before.sources().get(at.file).bytes().size())
        fault("a finding outside of the file", finding.diagnostic.code);
    }
    const std::string once = fixed(before, std::string(text));
    if (once == text) return;
    const Project after{once};
    if (!after.valid()) fault("fixed, bash refuses it", once);
    if (const std::string twice = fixed(after, once); twice != once)
      fault("fixed twice, it changes twice", twice);
  }

 private:
  std::string fixed(const Project& project, std::string text) const {
    const fix::Options options{true, fix::Where::kAuto, [](const std::string&) { return true; }};
    for (const FileChange& change : fix::fix(project.request(target_, rules_), options).changes) {
      if (change.path == "/p/run.sh") text = change.after;
    }
    return text;
  }

  const catalog::Target& target_;
  std::vector<catalog::Catalog::Active> rules_;
};

}  // namespace

void judge_launcher(std::string_view text) {
  static const catalog::Catalog catalog = *catalog::Catalog::load();
  static const Judge gcu(catalog, "gcu");
  static const Judge cuda(catalog, "cuda");
  if (one_in(4, text)) gcu.judge(text);
  if (one_in(16, text)) cuda.judge(text);
}

}  // namespace mmlint::fuzz
