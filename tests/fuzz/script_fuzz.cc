// The fuzz target over training scripts: an input is one script. It is read and, for one input in
// four, judged and fixed, which takes ten times as long.
//
// A crash, a report of a sanitizer, a hang, or an abort here is a fault:
//   - every span lies inside the file, every index is one of something
//   - reading the script twice gives the same facts (one input in eight)
//   - what `fix` makes of it is valid Python, in which the fixed finding is gone
//   - fixes that give a call or a dict another value leave everything else the script does as it
//   was
//   - a second `fix` finds nothing to do

#include <algorithm>
#include <set>

#include "catalog/catalog.h"
#include "catalog/on_target.h"
#include "check/check.h"
#include "fix/fixer.h"
#include "project/index.h"
#include "script/summary.h"
#include "target.h"

namespace mmlint::fuzz {
namespace {

using script::Summary;

constexpr const char* kPath = "/p/tools/train.py";

// A name in which the symbols of functions and classes, "def@0:71", do not say where they begin: a
// fix above them moves them.
std::string without_offsets(std::string name) {
  for (std::size_t at = name.find('@'); at != name.npos; at = name.find('@', at + 1)) {
    const std::size_t begin = std::min(name.find(':', at), name.size());
    const std::size_t end = std::min(name.find_first_not_of("0123456789", begin + 1), name.size());
    if (begin < end) name.erase(begin, end - begin);
  }
  return name;
}

// Compares what a script does before and after, wherever it stands: `names` holds for every fix of
// a value, `text` for the same file.
class Facts {
 public:
  Facts(const Summary& script, const Source& source) : source_(source) {
    for (const auto& each : script.imports) fact("import " + each.symbol.str(), each.span);
    for (const auto& each : script.calls) call(each);
    for (const auto& each : script.writes) {
      fact("write " + each.key, each.span);
      span(each.target);
      choices(each.value);
    }
    for (const auto& each : script.builds) build(script, each);
    for (const auto& each : script.options) {
      fact("option " + each.dest, each.span);
      choices(each.default_value);
      choices(each.choices);
    }
    for (const auto& each : script.environment) {
      fact("environment " + each.name, each.span);
      choices(each.value);
    }
    for (const auto& each : script.stores) {
      fact("store " + each.symbol.str(), each.span);
      choices(each.value);
    }
    choices(script.config);
  }

  std::vector<std::string> names;
  std::string text;

 private:
  void span(Span s) {
    if (!s.known()) return;
    if (s.begin > s.end || s.end > source_.bytes().size())
      fault("a span outside of the file", text);
    text += std::to_string(s.begin) + '-' + std::to_string(s.end) + ' ';
  }
  void fact(std::string name, Span at) {
    text += name + ' ';
    names.push_back(without_offsets(std::move(name)));
    span(at);
  }
  void call(const script::Call& each) {
    fact("call " + each.symbol.str(), each.span);
    span(each.callee);
    span(each.statement);
    for (const auto& argument : each.arguments) {
      span(argument.span);
      choices(argument.value);
    }
  }
  void choices(const script::Alternatives& all) {
    for (const auto& each : all) {
      span(each.at);
      if (each.value()) value(*each.value(), 0);
      text += each.symbol().str() + ';';
    }
  }
  void value(const Value& v, int depth) {
    if (++visited_ > 100'000 || depth > 400) return;
    span(v.span);
    for (const Value* item : v.items()) value(*item, depth + 1);
    for (const Entry& entry : v.dict().entries()) value(*entry.value, depth + 1);
  }
  void build(const Summary& script, const script::Build& each) {
    if (each.call >= script.calls.size()) fault("an index of nothing", "call");
    for (const auto& [key, definitions] : each.keys) {
      text += key + ' ';
      for (const std::size_t i : definitions.writes) {
        if (i >= script.writes.size()) fault("an index of nothing", key);
      }
    }
  }

  const Source& source_;
  std::size_t visited_ = 0;
};

// One script and what is found in it.
class Project {
 public:
  explicit Project(std::string text) {
    disk_.add(kPath, std::move(text));
    workspace = std::make_unique<project::Workspace>(disk_, sources_, project::Settings());
    workspace->load(paths_);
    index_ = std::make_unique<project::Index>(*workspace, std::vector<std::string>());
    script = workspace->scripts(paths_).front();
  }

  const Source& source() { return workspace->document(kPath)->source(); }

  check::Request request(const catalog::Target& target,
                         std::span<const catalog::Catalog::Active> rules) {
    check::Request out{*workspace, *index_, {}, target, rules};
    out.scripts = paths_;
    return out;
  }

  std::unique_ptr<project::Workspace> workspace;
  const Summary* script = nullptr;  // null: not valid Python

 private:
  const std::vector<std::string> paths_ = {kPath};
  MemoryFileSystem disk_;
  SourceStore sources_;
  std::unique_ptr<project::Index> index_;
};

class Judge {
 public:
  Judge(const catalog::Catalog& catalog, const char* target)
      : target_(*catalog.target(target)), rules_(catalog.active(target_)) {
    std::erase_if(rules_, [](const auto& rule) { return rule.rule->documents != "script"; });
  }

  void judge(std::string_view text) const {
    Project before{std::string(text)};
    for (const check::Finding& finding : check::run_check(before.request(target_, rules_))) {
      const Span at = finding.diagnostic.primary;
      if (at.begin > at.end || at.end > text.size())
        fault("a finding outside of the file", finding.diagnostic.code);
    }
    const fix::Outcome outcome = fixed(before);
    if (outcome.changes.empty()) return;
    Project after{outcome.changes.front().after};
    if (!after.script) fault("fixed, it is not valid Python", outcome.changes.front().after);
    if (const fix::Outcome again = fixed(after); !again.changes.empty())
      fault("fixed twice, it changes twice", again.changes.front().after);
    if (std::ranges::all_of(outcome.fixed,
                            [&](const auto& each) { return gives_value(each.code); }))
      compare(before, after);
  }

 private:
  fix::Outcome fixed(Project& project) const {
    return fix::fix(project.request(target_, rules_),
                    {true, fix::Where::kAuto, [](const std::string&) { return true; }});
  }

  bool gives_value(const std::string& code) const {
    const auto rule = std::ranges::find_if(
        rules_, [&](const catalog::Catalog::Active& each) { return each.rule->code == code; });
    const auto* fix = rule == rules_.end() ? nullptr : catalog::fix_of(*rule->rule, target_);
    if (!fix) return false;
    const catalog::FixAction& action = fix->action;
    return std::holds_alternative<catalog::verb::ReplaceValue>(action) ||
           std::holds_alternative<catalog::verb::AddKey>(action);
  }

  static void compare(Project& before, Project& after) {
    Facts old_facts(*before.script, before.source());
    Facts new_facts(*after.script, after.source());
    // A value that differs on hosts without CUDA asks torch at run time, which is imported for it.
    for (auto* names : {&old_facts.names, &new_facts.names}) {
      std::erase_if(*names, [](const std::string& name) {
        return name.ends_with(".is_available") || name == "import torch";
      });
    }
    if (old_facts.names == new_facts.names) return;
    if (before.script->complete != after.script->complete) return;
    fault("fixed, it does something else", std::string(after.source().bytes()));
  }

  const catalog::Target& target_;
  std::vector<catalog::Catalog::Active> rules_;
};

}  // namespace

const Limits kLimits = {.steps = {20'000'000, 2'000}, .bytes = {60'000'000, 20'000}};

void run(std::string_view input) {
  static const catalog::Catalog catalog = *catalog::Catalog::load();
  static const Judge gcu(catalog, "gcu");
  static const Judge npu(catalog, "npu");
  Project project{std::string(input)};
  if (!project.script) return;
  const Facts facts(*project.script, project.source());
  if (one_in(8, input)) {
    Project second{std::string(input)};
    if (Facts(*second.script, second.source()).text != facts.text)
      fault("read differently", facts.text);
  }
  if (one_in(4, input)) gcu.judge(input);
  if (one_in(16, input)) npu.judge(input);
}

}  // namespace mmlint::fuzz
