#include "fix/fixer.h"

#include <algorithm>
#include <memory>
#include <tuple>

#include "catalog/on_target.h"
#include "fix/against.h"
#include "fix/edit_in_place.h"
#include "fix/verify.h"
#include "resolve/key_path.h"

namespace mmlint::fix {

using check::Finding;

namespace {

// A fix that is verified alone.
struct Candidate {
  const Finding* finding;
  Plan plan;
  std::vector<Intent> intents;
};

// Of several targets that take the finding seriously, the one that allows least.
catalog::Grade grade_of(const Finding& finding) {
  const std::string form = finding.launch ? finding.launch->form : "";
  auto grade = catalog::grade_of(*finding.rule, *finding.target, finding.diagnostic.severity, form);
  for (const check::Holds& holds : finding.on) {
    if (holds.severity == Severity::kInfo) continue;
    const auto other = catalog::grade_of(*finding.rule, *holds.target, holds.severity, form);
    if (other.safety > grade.safety) grade = other;
  }
  return grade;
}

Fix describe(const Finding& finding, const check::Request& request) {
  const catalog::RuleFix& rule_fix = *finding.fix;
  Fix fix;
  fix.title = catalog::fill(rule_fix.title.in(request.language), finding.captures, *finding.target);
  const catalog::Grade grade = grade_of(finding);
  fix.safety = grade.safety;
  if (grade.why)
    fix.why_not_safe =
        catalog::fill(grade.why->in(request.language), finding.captures, *finding.target);
  return fix;
}

// Plans one fix and verifies that it does what its rule says and nothing else.
Candidate try_plan(const Finding& finding, const Context& context, std::string& refused) {
  Plan plan = fix::plan(finding, context);
  if (!plan.refused.empty()) {
    refused = std::move(plan.refused);
    return {};
  }
  const std::vector<std::string> also = reached(finding);
  Effect effect = effect_of(plan, also, context);
  if (!effect.refused.empty()) {
    refused = std::move(effect.refused);
    return {};
  }
  if (finding.hit || finding.launch) {
    refused =
        finding.hit ? script_fault(finding, plan, context) : launch_fault(finding, plan, context);
    if (!effect.intents.empty()) refused = "the script is a config's base, which would change";
    if (!refused.empty()) return {};
    return {&finding, std::move(plan), {}};
  }
  if (effect.intents.empty() && !keeps_values(finding.fix->action.verb)) {
    refused = "the edit would not change any config";
    return {};
  }
  for (const Intent& intent : effect.intents) {
    if (is_meant(finding, intent)) continue;
    refused = "the edit would also change " + intent.key + " of " + intent.config;
    return {};
  }
  if (const std::string key = left_behind(finding, effect.intents); !key.empty()) {
    refused = key + " would stay, which is set again elsewhere; change it by hand";
    return {};
  }
  return {&finding, std::move(plan), std::move(effect.intents)};
}

// In the place that the rule would choose, or else in the leaves alone.
Candidate prepare(const Finding& finding, const Context& context, std::string& refused) {
  Candidate candidate = try_plan(finding, context, refused);
  if (candidate.finding || context.where != Where::kAuto) return candidate;
  Context leaves = context;
  leaves.where = Where::kLeaf;
  std::string ignored;
  candidate = try_plan(finding, leaves, ignored);
  if (candidate.finding) refused.clear();
  return candidate;
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

// Fixes that meet wait for each other: what one leaves to do is found again in the next round.
bool touch(const Candidate& a, const Candidate& b) {
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

Plan together(std::span<const Candidate* const> candidates) {
  Plan out;
  for (const Candidate* c : candidates) {
    out.edits.insert(out.edits.end(), c->plan.edits.begin(), c->plan.edits.end());
    out.files.insert(out.files.end(), c->plan.files.begin(), c->plan.files.end());
  }
  out.edits = without_repeats(std::move(out.edits));
  return out;
}

// The keys that several fixes change together are those that they change one by one.
bool agree(std::span<const Candidate* const> candidates, const Context& context) {
  std::vector<Intent> expected;
  std::vector<std::string> also;
  for (const Candidate* c : candidates) {
    expected.insert(expected.end(), c->intents.begin(), c->intents.end());
    for (std::string& path : reached(*c->finding)) also.push_back(std::move(path));
  }
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  const Effect effect = effect_of(together(candidates), also, context);
  return effect.refused.empty() && effect.intents == expected;
}

class Rounds {
 public:
  Rounds(const check::Request& request, const Options& options)
      : request_(request), options_(options) {}

  Outcome run() {
    for (int round = 0; round < options_.rounds; ++round) {
      open_workspace();
      const check::Request now{*workspace_,        request_.index,   request_.passed,
                               request_.target,    request_.rules,   request_.language,
                               request_.launched,  request_.scripts, request_.others,
                               request_.launchers, request_.roots};
      findings_ = check::check(now);
      outcome_.refused.clear();
      if (!apply_round(now)) break;
    }
    const Context context{*workspace_,    request_.index,    parser_,
                          options_.where, options_.editable, options_.overwrite};
    outcome_.notes = check::take_notes(findings_, request_);
    for (Finding& finding : findings_) {
      if (offers_fix(finding, context)) finding.diagnostic.fix = describe(finding, request_);
      outcome_.left.push_back(std::move(finding.diagnostic));
    }
    for (auto& [path, bytes] : files_) {
      const syntax::Document* original = request_.workspace.document(path);
      outcome_.changes.push_back(
          {path, original ? std::string(original->source().bytes()) : "", bytes, !original});
    }
    return std::move(outcome_);
  }

 private:
  // The project as the rounds so far have left it. Workspaces stay, findings point into them.
  void open_workspace() {
    if (files_.empty()) {
      workspace_ = &request_.workspace;
      return;
    }
    std::set<std::string> changed;
    for (const auto& [path, bytes] : files_) changed.insert(path);
    overlays_.push_back(std::make_unique<OverlayFileSystem>(request_.workspace.files(), files_));
    workspaces_.push_back(
        std::make_unique<resolve::Workspace>(request_.workspace, *overlays_.back(), changed));
    workspace_ = workspaces_.back().get();
  }

  bool wanted(const Finding& finding, const Context& context) const {
    // Why a script's fix has no place is told when it is tried.
    const bool of_script = (finding.hit || finding.launch) && finding.fix;
    if (!of_script && !offers_fix(finding, context)) return false;
    const Safety safety = grade_of(finding).safety;
    return safety == Safety::kSafe || (safety == Safety::kUnsafe && options_.unsafe);
  }

  // Applies what can be applied at once; false if nothing was.
  bool apply_round(const check::Request& now) {
    const Context context{*workspace_,    now.index,         parser_,
                          options_.where, options_.editable, options_.overwrite};
    std::vector<Candidate> candidates;
    for (const Finding& finding : findings_) {
      if (!wanted(finding, context)) continue;
      std::string refused = against(finding, request_);
      Candidate candidate = refused.empty() ? prepare(finding, context, refused) : Candidate();
      if (candidate.finding)
        candidates.push_back(std::move(candidate));
      else
        refuse(finding, refused);
    }
    std::vector<const Candidate*> chosen;
    for (const Candidate& candidate : candidates) {
      const bool free = std::none_of(chosen.begin(), chosen.end(),
                                     [&](const Candidate* c) { return touch(*c, candidate); });
      if (free) chosen.push_back(&candidate);
    }
    if (!agree(chosen, context)) chosen = agreeing(chosen, context);
    if (chosen.empty()) return false;
    apply(chosen, now);
    return true;
  }

  // One by one, so that the guilty fix can be named.
  std::vector<const Candidate*> agreeing(const std::vector<const Candidate*>& candidates,
                                         const Context& context) {
    std::vector<const Candidate*> out;
    for (const Candidate* candidate : candidates) {
      out.push_back(candidate);
      if (agree(out, context)) continue;
      out.pop_back();
      if (out.empty()) refuse(*candidate->finding, "the edit changes more than it says");
    }
    return out;
  }

  void refuse(const Finding& finding, std::string reason) {
    outcome_.refused.push_back(
        {finding.diagnostic.code, finding.diagnostic.primary, std::move(reason)});
  }

  void apply(const std::vector<const Candidate*>& chosen, const check::Request& now) {
    for (const Candidate* c : chosen) {
      Diagnostic fixed = c->finding->diagnostic;
      fixed.fix = describe(*c->finding, now);
      fixed.fix->edits = c->plan.edits;
      fixed.fix->files = c->plan.files;
      fixed.fix->intents = c->intents;
      outcome_.fixed.push_back(std::move(fixed));
    }
    const Plan plan = together(chosen);
    const auto trial = Trial::make(*workspace_, plan.edits, plan.files);
    for (const auto& [path, bytes] : (*trial)->files()) files_[path] = bytes;
  }

  const check::Request& request_;
  const Options& options_;
  Outcome outcome_;
  std::vector<Finding> findings_;             // of the last round
  std::map<std::string, std::string> files_;  // what changed so far
  std::vector<std::unique_ptr<OverlayFileSystem>> overlays_;
  std::vector<std::unique_ptr<resolve::Workspace>> workspaces_;
  resolve::Workspace* workspace_ = nullptr;
  syntax::Parser parser_;
};

}  // namespace

Outcome fix(const check::Request& request, const Options& options) {
  return Rounds(request, options).run();
}

void describe_fixes(std::vector<Finding>& findings, const check::Request& request,
                    const Options& options, bool with_edits) {
  syntax::Parser parser;
  const Context context{request.workspace, request.index, parser, options.where, options.editable};
  static const Text kNoFix = {"no fix here: ", "此处没有修复："};
  for (Finding& finding : findings) {
    if (!offers_fix(finding, context)) continue;
    std::string reason = left_alone(finding, context);
    if (reason.empty() && grade_of(finding).safety != Safety::kDisplay)
      reason = against(finding, request);
    if (!reason.empty()) {
      finding.diagnostic.notes.push_back(kNoFix.in(request.language) + reason);
      continue;
    }
    Fix fix = describe(finding, request);
    if (with_edits && fix.safety != Safety::kDisplay) {
      std::string refused;
      Candidate candidate = prepare(finding, context, refused);
      fix.edits = std::move(candidate.plan.edits);
      fix.files = std::move(candidate.plan.files);
      fix.intents = std::move(candidate.intents);
      if (!refused.empty())
        finding.diagnostic.notes.push_back(kNoFix.in(request.language) + refused);
    }
    finding.diagnostic.fix = std::move(fix);
  }
}

}  // namespace mmlint::fix
