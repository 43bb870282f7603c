#include "fix/candidates.h"

#include "base/parallel.h"
#include "fix/script/script_code.h"
#include "fix/script/verify.h"
#include "fix/shell/verify.h"
#include "fix/verify.h"

namespace mmlint::fix {

using check::Finding;

namespace {

// Plans one fix of a config and verifies it.
Candidate try_plan(const Finding& finding, const Context& context) {
  const auto refused = [&](Refusal why) { return Candidate{&finding, {}, {}, std::move(why)}; };
  Planned plan = fix::plan(finding, context);
  if (!plan) return refused(std::move(plan.error()));
  if (!context.tries_configs) return {&finding, std::move(*plan)};
  const auto trial = try_out(*plan, context);
  if (!trial) return refused(trial.error());
  auto intents = effect_of(**trial, reached(finding), context);
  if (!intents) return refused(std::move(intents.error()));
  if (intents->empty() && !may_change_nothing(finding.fix->action))
    return refused({Reason::kNoChange});
  for (const Intent& intent : *intents) {
    if (!is_meant(finding, intent))
      return refused({Reason::kAlsoChanges, {intent.key, intent.config}});
  }
  if (const auto key = key_left_behind(finding, *intents))
    return refused({Reason::kKeyStays, {*key}});
  return {&finding, std::move(*plan), std::move(*intents)};
}

// In the place that the rule would choose, or else in the leaves alone.
Candidate prepare_config(const Finding& finding, const Context& context) {
  Candidate candidate = try_plan(finding, context);
  if (!candidate.refusal || context.where != Where::kAuto) return candidate;
  Context leaves = context;
  leaves.where = Where::kLeaf;
  Candidate other = try_plan(finding, leaves);
  return other.refusal ? candidate : other;
}

using Tried = OrRefusal<std::unique_ptr<Trial>>;

// Returns the refusal of the fixes of one rule in one script that do not do together what they
// should. The trial is of all of them.
std::optional<Refusal> verify_together(std::span<const Candidate* const> candidates,
                                       const Tried& trial, const Context& context) {
  if (!trial) return trial.error();
  const auto intents = effect_of(**trial, {}, context);
  if (!intents) return intents.error();
  if (!intents->empty()) return Refusal{Reason::kIsBase};
  return candidates.front()->finding->script_hit()
             ? verify_script(candidates, (*trial)->workspace(), context)
             : verify_launch_script(candidates, (*trial)->workspace(), context);
}

Tried try_out(std::span<Candidate* const> candidates, const Context& context) {
  return try_out(combined(std::vector<const Candidate*>(candidates.begin(), candidates.end())),
                 context);
}

// Verifies all fixes of a rule in a script at once. Where they do not hold together, it verifies
// each half by itself, down to the fixes that are refused.
void verify(std::span<Candidate* const> candidates, Tried trial, const Context& context) {
  const std::vector<const Candidate*> all(candidates.begin(), candidates.end());
  std::optional<Refusal> refusal = verify_together(all, trial, context);
  if (!refusal) return;
  if (candidates.size() == 1) {
    candidates.front()->refusal = std::move(refusal);
    return;
  }
  if (trial) trial->reset();
  for (const auto half :
       {candidates.first(candidates.size() / 2), candidates.subspan(candidates.size() / 2)})
    verify(half, try_out(half, context), context);
}

using Group = std::vector<Candidate*>;  // the fixes of one rule in one file

// Verifies all fixes of one script: each rule in the trial of them all, or, if one does not hold
// there, each in a trial of its own.
void verify_rules(std::span<const Group> rules, Tried trial, const Context& context) {
  if (rules.size() == 1) return verify(rules.front(), std::move(trial), context);
  const bool hold = trial && std::ranges::all_of(rules, [&](const Group& rule) {
                      const std::vector<const Candidate*> all(rule.begin(), rule.end());
                      return !verify_together(all, trial, context);
                    });
  if (trial) trial->reset();
  for (std::size_t i = 0; i < rules.size() && !hold; ++i)
    verify(rules[i], try_out(rules[i], context), context);
}

// Verifies the fixes of each script, which is walked once for all of them. The edited scripts are
// walked several at once: each trial has a workspace of its own, as parts of a workspace have.
void verify_all(std::span<const std::vector<Group>> scripts, const Context& context) {
  const int jobs = context.workspace.settings().jobs;
  const auto at_once = static_cast<std::size_t>(2 * jobs);
  for (std::size_t begin = 0; begin < scripts.size(); begin += at_once) {
    const auto some = scripts.subspan(begin, std::min(at_once, scripts.size() - begin));
    std::vector<Tried> trials;
    for (const auto& rules : some) {
      Group all;
      for (const Group& rule : rules) all.insert(all.end(), rule.begin(), rule.end());
      trials.push_back(try_out(all, context));
    }
    parallel_for(jobs, some.size(), [&](std::size_t i) {
      const Finding& finding = *some[i].front().front()->finding;
      if (trials[i] && finding.script_hit()) script_of(finding, (*trials[i])->workspace());
    });
    for (std::size_t i = 0; i < some.size(); ++i)
      verify_rules(some[i], std::move(trials[i]), context);
  }
}

// True if both would set one key of one config; intents are sorted.
bool share_a_key(const Candidate& a, const Candidate& b) {
  const auto before = [](const Intent& x, const Intent& y) {
    return std::tie(x.config, x.key) < std::tie(y.config, y.key);
  };
  auto x = a.intents.begin();
  auto y = b.intents.begin();
  while (x != a.intents.end() && y != b.intents.end()) {
    if (before(*x, *y))
      ++x;
    else if (before(*y, *x))
      ++y;
    else
      return true;
  }
  return false;
}

}  // namespace

std::vector<Candidate> prepare(std::span<const Finding* const> findings, const Context& context) {
  std::vector<Candidate> out;
  out.reserve(findings.size());  // scripts points into it
  // By the script that is walked for the proof, then by file and rule. Those of a launch script are
  // by rule, since a fix must leave what it does not repair as it is.
  std::map<std::pair<std::string, std::string>, std::map<std::pair<FileId, std::string>, Group>>
      scripts;
  for (const Finding* finding : findings) {
    if (!finding->script_hit() && !finding->launch_hit()) {
      out.push_back(prepare_config(*finding, context));
      continue;
    }
    Planned plan = fix::plan(*finding, context);
    if (!plan) {
      out.push_back({finding, {}, {}, std::move(plan.error())});
      continue;
    }
    out.push_back({finding, std::move(*plan)});
    const std::string& rule = finding->rule->code;
    const std::string& script = script_path_of(*finding, context.workspace);
    scripts[{script, finding->script_hit() ? "" : rule}][{finding->diagnostic.primary.file, rule}]
        .push_back(&out.back());
  }
  std::vector<std::vector<Group>> groups;
  for (auto& [script, rules] : scripts) {
    std::vector<Group>& of_script = groups.emplace_back();
    for (auto& [place, candidates] : rules) of_script.push_back(std::move(candidates));
  }
  verify_all(groups, context);
  return out;
}

bool conflict(const Candidate& a, const Candidate& b) {
  for (const TextEdit& x : a.plan.edits) {
    for (const TextEdit& y : b.plan.edits) {
      if (x.span.file == y.span.file && x != y && touches(x, y)) return true;
    }
  }
  for (const NewFile& x : a.plan.files) {
    for (const NewFile& y : b.plan.files) {
      if (x.path == y.path && x != y) return true;
    }
  }
  return share_a_key(a, b);
}

Plan combined(std::span<const Candidate* const> candidates) {
  Plan out;
  for (const Candidate* c : candidates) {
    out.edits.insert(out.edits.end(), c->plan.edits.begin(), c->plan.edits.end());
    out.files.insert(out.files.end(), c->plan.files.begin(), c->plan.files.end());
  }
  out.edits = without_repeats(std::move(out.edits));
  return out;
}

bool are_independent(std::span<const Candidate* const> candidates, const Context& context) {
  std::vector<Intent> expected;
  std::vector<std::string> also;
  for (const Candidate* c : candidates) {
    expected.insert(expected.end(), c->intents.begin(), c->intents.end());
    for (std::string& path : reached(*c->finding)) also.push_back(std::move(path));
  }
  std::ranges::sort(expected);
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const auto trial = try_out(combined(candidates), context);
  if (!trial) return false;
  const auto intents = effect_of(**trial, also, context);
  return intents && *intents == expected;
}

}  // namespace mmlint::fix
