// The fuzz target over files of rules: an input is the JSON text of a rule or, behind a first line
// `#@ target`, of a target.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - what is wrong with a file is an error that names the file and a line of it
//   - a rule that loads is explained, judges and fixes small projects of every kind, and its
//     examples are tried

#include <algorithm>

#include "catalog/catalog.h"
#include "catalog/json_reader.h"
#include "catalog/load.h"
#include "check/check.h"
#include "fix/fixer.h"
#include "fix/judge_example.h"
#include "project.h"
#include "report/catalog_text.h"

namespace mmlint::fuzz {
namespace {

using catalog::Catalog;
using catalog::JsonFile;

// Something of all that the rules ask for.
const std::map<std::string, std::string> kFiles = {
    {"configs/base.py",
     "env_cfg = dict(cudnn_benchmark=True, dist_cfg=dict(backend='nccl'))\n"
     "model = dict(type='M', norm_cfg=dict(type='SyncBN'), device='cuda:0')\n"},
    {"configs/a.py",
     "_base_ = './base.py'\nimport os\nmodel_wrapper_cfg = dict(type='MMDistributedDataParallel',\n"
     "    device_ids=[0], find_unused_parameters=True)\n"
     "optim_wrapper = dict(type='AmpOptimWrapper', optimizer=dict(type='SGD', lr=0.1))\n"
     "train_dataloader = dict(batch_size=2, num_workers=os.environ.get('N', 2))\n"
     "train_cfg = dict(by_epoch=True, max_epochs=2)\nlauncher = 'pytorch'\n"
     "model = dict(_delete_=True, norm_cfg=dict(type='BN'))  # mmlint: ignore[MM401]\n"},
    {"configs/lazy.py",
     "from mmengine.config import read_base\nfrom mmengine.model import MMDistributedDataParallel\n"
     "model_wrapper_cfg = dict(type=MMDistributedDataParallel, device_ids=[0])\n"
     "env_cfg = dict(dist_cfg=dict(backend='nccl'))\ntrain_cfg = dict(max_epochs=2)\n"},
    {"tools/train.py",
     "import argparse\nimport os\nimport torch\nimport torch.distributed as dist\n"
     "from mmengine.config import Config\nfrom mmengine.dist import init_dist\n"
     "from mmengine.runner import Runner\n\n\ndef main():\n    parser = argparse.ArgumentParser()\n"
     "    parser.add_argument('config')\n"
     "    parser.add_argument('--launcher', choices=['none', 'pytorch'], default='none')\n"
     "    args = parser.parse_args()\n    os.environ['MASTER_PORT'] = '29500'\n"
     "    cfg = Config.fromfile(args.config)\n    cfg.launcher = args.launcher\n"
     "    if args.launcher != 'none':\n        dist.init_process_group(backend='nccl')\n"
     "    torch.cuda.set_device(int(os.environ['LOCAL_RANK']))\n"
     "    cfg.model_wrapper_cfg = dict(type='MMDistributedDataParallel', device_ids=[0])\n"
     "    runner = Runner.from_cfg(cfg)\n    runner.model.cuda()\n    runner.train()\n\n\n"
     "if __name__ == '__main__':\n    main()\n"},
    {"tools/run.sh",
     "export NCCL_DEBUG=INFO CUDA_VISIBLE_DEVICES=0,1\nGPUS=${1:-8}\n"
     "python -m torch.distributed.launch --nproc_per_node=$GPUS tools/train.py configs/a.py \\\n"
     "    --launcher pytorch 2>&1 | tee log\necho $?\n"
     "python tools/train.py configs/lazy.py --launcher pytorch &\n"}};

class Judge {
 public:
  Judge(const Catalog& catalog, const catalog::Target& target, const catalog::Rule& rule)
      : catalog_(catalog), target_(target), rules_{{&rule, rule.severity, true}} {}

  // The project is made once: a check changes nothing of it.
  bool finds() const {
    static const test::MemoryProject project(kFiles);
    const auto findings = check::run_check(request(project));
    for (const check::Finding& finding : findings)
      check_span(finding.diagnostic.primary, project.sources);
    return !findings.empty();
  }

  void fix() const {
    const test::MemoryProject project(kFiles);
    const fix::Options options{true, fix::Where::kAuto, [](const std::string&) { return true; }};
    fix::fix(request(project), options);
    std::vector<check::Finding> findings = check::run_check(request(project));
    fix::describe_fixes(findings, request(project), options, true);
  }

  void explain() const {
    for (const Language language : {Language::kEnglish, Language::kChinese})
      report::explain_rule(*rules_.front().rule, rules_.front().rule->examples, catalog_, target_,
                           language);
  }

 private:
  check::Request request(const test::MemoryProject& project) const {
    return request_of(project, target_, rules_);
  }

  const Catalog& catalog_;
  const catalog::Target& target_;
  std::vector<Catalog::Active> rules_;
};

void check_error(const Error& error, const std::string& path, std::string_view json) {
  const auto lines = std::ranges::count(json, '\n') + 1;
  if (error.path != path || error.line == 0 || error.line > lines || error.message.empty())
    fault("an error that says not where", to_string(error));
}

std::string member(const catalog::Literal& root, std::string_view key, const char* otherwise) {
  const catalog::Literal* value = catalog::find(root, key);
  const std::string* text = value ? value->string() : nullptr;
  return text ? *text : otherwise;
}

void try_examples(const std::string& path, std::string_view json, const std::string& code) {
  const Catalog::File file{path, std::string(json)};
  const auto loaded = Catalog::load({&file, 1}, catalog::kNewestVersion, true);
  const catalog::Rule* rule = loaded ? loaded->rule(code) : nullptr;
  if (!rule) return;  // its name may be another's
  for (const catalog::Example& example : rule->examples)
    fix::judge_example(*loaded, *rule, example);
}

// The name of a file must be what it holds; any other is one error, and always the same.
void run_rule(const Catalog& catalog, std::string_view json) {
  const auto root = catalog::parse_json(json, "");
  const std::string path = "rules/" + member(root.value_or(catalog::Literal()), "code", "MY101") +
                           '-' + member(root.value_or(catalog::Literal()), "name", "x") + ".json";
  JsonFile file(path, json);
  const catalog::Rule rule = load_rule(file, catalog.targets());
  if (const Status status = file.status(); !status) return check_error(status.error(), path, json);
  bool finds = false;
  for (const char* name : {"gcu", "cuda"}) {
    const catalog::Target& target = *catalog.target(name);
    if (!target.has(rule.when)) continue;
    const Judge judge(catalog, target, rule);
    judge.explain();
    if (!judge.finds()) continue;
    if (!finds || one_in(4, json)) judge.fix();
    finds = true;
  }
  if (!rule.examples.empty() && one_in(4, json)) try_examples(path, json, rule.code);
}

// Every rule of mmlint on another target than it knows.
void run_target(const Catalog& catalog, std::string_view json) {
  const auto root = catalog::parse_json(json, "");
  const std::string path =
      "rules/targets/" + member(root.value_or(catalog::Literal()), "name", "x") + ".json";
  JsonFile file(path, json);
  const catalog::Target target = load_target(file);
  std::vector<std::string_view> codes;
  for (const catalog::Rule& rule : catalog.rules()) codes.push_back(rule.code);
  check_rule_codes(file, target, codes);
  if (const Status status = file.status(); !status) return check_error(status.error(), path, json);
  for (const Language language : {Language::kEnglish, Language::kChinese})
    report::explain_target(target, catalog, language);
}

}  // namespace

const Limits kLimits = {.steps = {20'000'000, 2'000}, .bytes = {60'000'000, 20'000}};

void run(std::string_view input) {
  static const Catalog catalog = *Catalog::load();
  constexpr std::string_view kTarget = "#@ target\n";
  if (input.starts_with(kTarget)) return run_target(catalog, input.substr(kTarget.size()));
  run_rule(catalog, input);
}

}  // namespace mmlint::fuzz
