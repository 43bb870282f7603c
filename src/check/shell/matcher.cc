#include "check/shell/matcher.h"

#include "base/text.h"
#include "catalog/on_target.h"
#include "check/common/evaluate.h"
#include "check/shell/predicate.h"
#include "launch/program_store.h"

namespace mmlint::check {

using catalog::Literal;
using catalog::Match;
using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;

namespace {

// "NCCL_*" is any name that begins so.
bool fits(std::string_view name, const Literal& patterns) {
  const Literal::List* list = patterns.list();
  return list && std::ranges::any_of(*list, [name](const Literal& one) {
           std::string_view pattern = one.string() ? *one.string() : std::string_view();
           if (!pattern.ends_with('*')) return name == pattern;
           pattern.remove_suffix(1);
           return name.starts_with(pattern);
         });
}

std::string_view program_of(LaunchKind kind) {
  switch (kind) {
    case LaunchKind::kPython:
      return "python";
    case LaunchKind::kTorchLaunch:
      return "torch.distributed.launch";
    case LaunchKind::kTorchRun:
      return "torchrun";
    case LaunchKind::kMpirun:
      return "mpirun";
    case LaunchKind::kHorovodrun:
      return "horovodrun";
    case LaunchKind::kDeepspeed:
      return "deepspeed";
    case LaunchKind::kAccelerate:
      return "accelerate";
    case LaunchKind::kPackage:
    case LaunchKind::kShell:
      break;
  }
  return "";
}

bool passes_all(const Match& match, const ExpandedWord& text) {
  Value value;
  value.kind = Value::Kind::kString;
  value.set_text(text.value);
  FoundValue found;
  found.unknown = !text.is_known();
  if (!found.unknown) found.value = &value;
  return std::ranges::all_of(match.tests, [&](const catalog::ValueTest& test) {
    return passes(test, match.ignore_case, found) == Answer::kYes;
  });
}

// Whether a script of the project has the variable's name in it.
bool is_mentioned(const std::string& name, const Request& request) {
  const auto scripts = request.all_scripts();
  return std::ranges::any_of(
      scripts, [&](const auto& path) { return contains(request.workspace.text(path), name); });
}

void find_hits(const catalog::does::Variable& variable, const Match& match, const LaunchView& view,
               std::vector<LaunchHit>& hits) {
  for (const auto& setting : view.summary.settings) {
    if (!setting.value || !fits(setting.name, match.does.names)) continue;
    if (fits(setting.name, match.does.except) || !passes_all(match, *setting.value)) continue;
    if (variable.unread && is_mentioned(setting.name, view.request)) continue;
    LaunchHit hit;
    hit.at = setting.span;
    hit.name = hit.form = setting.name;
    hit.value = setting.value->value;
    hits.push_back(std::move(hit));
  }
}

void find_hits(const catalog::does::Launch& fact, const Match& match, const LaunchView& view,
               std::vector<LaunchHit>& hits) {
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    if (!fits(program_of(launch.kind), match.does.names)) continue;
    // mpirun starts anything.
    if (!launch.interpreter && !launch.target_word().value.ends_with(".py")) continue;
    LaunchHit hit;
    hit.at = launch.starter;
    hit.name = launch.program.value;
    hit.linked = linked;
    if (!match.tests.empty()) {
      const auto* flag = launch.flag(fact.flag);
      if (!flag || !flag->value || !passes_all(match, *flag->value)) continue;
      hit.at = flag->span;
      hit.name = flag->name;
      hit.value = flag->value->value;
    }
    hits.push_back(std::move(hit));
  }
}

void find_hits(const catalog::does::Word&, const Match& match, const LaunchView& view,
               std::vector<LaunchHit>& hits) {
  for (const launch::LinkedLaunch* linked : view.own()) {
    for (const ExpandedWord& word : linked->launch->arguments) {
      if (!word.is_known() || !fits(word.value, match.does.names)) continue;
      LaunchHit hit;
      hit.at = word.span;
      hit.name = hit.value = word.value;
      hit.linked = linked;
      hits.push_back(std::move(hit));
    }
  }
}

// What scripts do, the loader lets no rule about launch scripts have.
template <class OfScripts>
void find_hits(const OfScripts&, const Match&, const LaunchView&, std::vector<LaunchHit>&) {}

}  // namespace

std::string shown_target(const Launch& launch) {
  const std::string_view value = launch.target_word().value;
  const std::size_t slash = value.find_first_not_of("./");
  if (launch.target_word().precision != ExpandedWord::Precision::kExact || slash == value.npos)
    return "the script";
  return std::string(launch.target_word().in_script_folder ? value.substr(slash) : value);
}

const std::vector<const launch::LinkedLaunch*>& LaunchView::own() const {
  return graph.own(path);
}

const std::vector<const launch::LinkedLaunch*>& LaunchView::reached() const {
  return graph.reached(path);
}

const launch::LinkedLaunch& LaunchView::outer(const launch::LinkedLaunch& linked) {
  const launch::LinkedLaunch* out = &linked;
  while (out->through) out = out->through;
  return *out;
}

const launch::ProgramFacts& LaunchView::facts_of(const launch::LinkedLaunch& linked) const {
  return programs.program(linked.script.path)->on(request.target);
}

Span LaunchView::cause(const ExpandedWord& word) const {
  if (word.runs.empty()) return word.span;
  Span out = word.runs.front().source;
  if (out.begin == out.end) return word.span;
  for (const shell::SourceRun& run : word.runs) {
    if (run.source.file == out.file && run.source.end > out.end) out.end = run.source.end;
  }
  return out;
}

bool LaunchView::has(Span place) const {
  const syntax::Document* document = request.workspace.document(path);
  return document && document->source().id() == place.file;
}

LaunchMatcher::LaunchMatcher(const catalog::Rule& rule, const catalog::Target& target)
    : match_(catalog::filled(rule.match, target)), target_(target) {}

std::vector<LaunchHit> LaunchMatcher::find(const LaunchView& view) const {
  const auto leaf = [&](const Match& match, std::vector<LaunchHit>& out) {
    if (match.kind == Match::Kind::kCheck) out = launch_predicate(match.name)(view);
    if (match.kind == Match::Kind::kDoes)
      std::visit([&](const auto& fact) { find_hits(fact, match, view, out); }, match.does.kind);
    return answer(!out.empty());
  };
  std::vector<LaunchHit> hits;
  evaluate(match_, target_, leaf, hits);
  return hits;
}

}  // namespace mmlint::check
