#include "check/findings/failures.h"

#include "catalog/on_target.h"
#include "catalog/vocabulary.h"
#include "check/config/predicate.h"

namespace mmlint::check {

using catalog::FailureStage;

namespace {

class Order {
 public:
  explicit Order(const catalog::Target& target) : target_(target) {}

  void add(const Finding& finding) {
    const catalog::Rule& rule = *finding.rule;
    if (!rule.failure) return;
    const auto errors = catalog::errors_of(*rule.failure, target_, finding.matched, finding.form);
    if (errors.empty()) return;
    Failure& failure = stages_[rule.failure->stage];
    add_once(failure.codes, rule.code);
    for (const std::string* text : errors)
      add_once(failure.errors, catalog::fill(*text, finding.captures, target_));
  }

  std::map<FailureStage, Failure> finished() {
    for (auto& [stage, failure] : stages_) {
      failure.stage = catalog::name_of_value(catalog::kStages, stage);
      std::ranges::sort(failure.codes);
    }
    return std::move(stages_);
  }

 private:
  static void add_once(std::vector<std::string>& list, std::string text) {
    if (!is_in(text, list)) list.push_back(std::move(text));
  }

  const catalog::Target& target_;
  std::map<FailureStage, Failure> stages_;
};

// Whether a run comes to the error at all, in one of the configs that the finding reaches: those
// that train, if it reaches any.
bool can_show(const Finding& finding, const FileSystem& files) {
  const auto& failure = finding.rule->failure;
  if (!failure) return false;
  // What a script catches stands in no log.
  if (finding.script_hit() && finding.script_hit()->point.handled) return false;
  const bool in_init_dist = failure->stage == FailureStage::kGroupArgument ||
                            failure->stage == FailureStage::kProcessGroup;
  if (finding.script_hit() || !in_init_dist) return true;
  const auto& reaches = finding.reaches();
  const bool runs =
      std::ranges::any_of(reaches, [](const Reach& reach) { return reach.view.runnable; });
  ConfigPredicate* is_read = config_predicate("dist-cfg-is-read");
  return std::ranges::any_of(reaches, [&](const Reach& reach) {
    std::vector<Hit> none;
    return reach.view.runnable == runs && is_read(reach.view, files, none) != Answer::kNo;
  });
}

bool is_error_on(const Finding& finding, const catalog::Target& target) {
  return std::ranges::any_of(finding.on, [&](const Holds& holds) {
    return holds.target == &target && holds.severity == Severity::kError;
  });
}

// The value that the rule matched, if it matched one.
catalog::Literal matched(const Finding& finding) {
  if (const ScriptHit* hit = finding.script_hit()) {
    Hit of_script;
    of_script.found.value = hit->value;
    return literal_of(of_script);
  }
  if (finding.reaches().empty() || finding.reaches().front().hits.empty()) return finding.matched;
  return literal_of(finding.reaches().front().hits.front());
}

std::map<FailureStage, Failure> failures_on_one(std::span<const Finding> findings,
                                                const Request& request) {
  Order order(request.target);
  for (const Finding& finding : findings) {
    if (!is_error_on(finding, request.target) || !finding.comes_to_error) continue;
    order.add(finding);
  }
  return order.finished();
}

}  // namespace

void note_failures(std::vector<Finding>& findings, const FileSystem& files) {
  for (Finding& finding : findings) {
    finding.comes_to_error = can_show(finding, files);
    if (finding.comes_to_error) finding.matched = matched(finding);
  }
}

std::vector<Failure> failures(std::span<const Finding> findings, const Request& request) {
  std::map<FailureStage, std::vector<Failure>> stages;
  for (const Request& one : request.each()) {
    for (auto& [stage, failure] : failures_on_one(findings, one)) {
      auto& known = stages[stage];
      const auto same = std::ranges::find_if(known, [&one_end = failure](const Failure& other) {
        return other.codes == one_end.codes && other.errors == one_end.errors;
      });
      const auto at = same == known.end() ? known.insert(known.end(), failure) : same;
      if (!request.others.empty()) at->targets.push_back(one.target.name);
    }
  }
  std::vector<Failure> out;
  for (auto& [stage, list] : stages) out.insert(out.end(), list.begin(), list.end());
  return out;
}

}  // namespace mmlint::check
