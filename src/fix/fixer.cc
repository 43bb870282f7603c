#include "fix/fixer.h"

#include "catalog/on_target.h"
#include "check/findings/notes.h"
#include "fix/migrations.h"
#include "fix/targets_conflict.h"
#include "fix/trial.h"

namespace mmlint::fix {

using check::Finding;

namespace {

// Of several targets that take the finding seriously, the one that allows least.
catalog::Grade grade_of(const Finding& finding, const check::Request& request) {
  const std::string& form = finding.form;
  static const LocalizedText kSettings = {"the settings of this project say so",
                                          "这是项目设置的要求"};
  if (!may_be_fixed(finding, request)) return {Safety::kDisplay, &kSettings};
  const bool asked = is_asked_for(finding, request);
  auto grade = catalog::grade_of(*finding.rule, *finding.fix, *finding.target,
                                 finding.diagnostic.severity, asked);
  for (const check::Holds& holds : finding.on) {
    if (holds.severity == Severity::kInfo && !asked) continue;
    const catalog::RuleFix* fix = catalog::fix_of(*finding.rule, *holds.target, form);
    const auto other =
        catalog::grade_of(*finding.rule, holds.target == finding.target ? *finding.fix : *fix,
                          *holds.target, holds.severity, asked);
    if (other.safety > grade.safety) grade = other;
  }
  return grade;
}

// A safe fix of a script that would change what its code does on CUDA is unsafe.
catalog::Grade grade_of(const Finding& finding, const check::Request& request,
                        const Context& context) {
  static const LocalizedText kForCudaToo = {
      "the code is for CUDA as well, and what it does there would change",
      "这段代码也用于 CUDA，那里的行为也会随之改变"};
  const catalog::Grade grade = grade_of(finding, request);
  const bool concerns = grade.safety == Safety::kSafe && changes_cuda_code(finding, context);
  return concerns ? catalog::Grade{Safety::kUnsafe, &kForCudaToo} : grade;
}

Fix describe(const Finding& finding, const check::Request& request, const Context& context) {
  const catalog::RuleFix& rule_fix = *finding.fix;
  Fix fix;
  fix.title = catalog::fill(rule_fix.title.in(request.language), finding.captures, *finding.target);
  const catalog::Grade grade = grade_of(finding, request, context);
  fix.safety = grade.safety;
  if (grade.why)
    fix.why_not_safe =
        catalog::fill(grade.why->in(request.language), finding.captures, *finding.target);
  return fix;
}

// What the user is told of a fix that is not made: that the file is used for other targets too
// comes before everything that follows from it.
std::string told(const Refusal& refusal, const Finding& finding, const check::Request& request,
                 const Options& options) {
  const std::string& path = request.workspace.sources().get(finding.diagnostic.primary.file).path();
  const bool is_shared = options.of_other_targets && options.of_other_targets(path);
  return to_text(is_shared ? Refusal{Reason::kOfOtherTargets, {finding.target->name}} : refusal,
                 request.language);
}

class Rounds {
 public:
  Rounds(const check::Request& request, const Options& options)
      : request_(request), options_(options) {}

  Outcome run() {
    for (int round = 0; round < options_.rounds; ++round) {
      open_workspace();
      const check::Request now = request_.in(*workspace_);
      outcome_.open.clear();
      findings_ = {};  // what the walks of the last round keep alive
      findings_ = check::run_check(now, &outcome_.open);
      outcome_.refused.clear();
      count_what_was_covered();
      if (was_too_much_ || !apply_round(now)) break;
    }
    const Context context = context_of(request_.index);
    outcome_.notes = check::take_notes(findings_, request_);
    note_what_remains();
    outcome_.migrations = migrations_.without(findings_, workspace_->sources());
    for (Finding& finding : findings_) {
      if (offers_fix(finding, context))
        finding.diagnostic.fix = describe(finding, request_, context);
      outcome_.left.push_back(std::move(finding.diagnostic));
    }
    for (auto& [path, bytes] : files_) {
      const syntax::Document* original = request_.workspace.document(path);
      // A later round may have written again what an earlier one took away.
      if (original && original->source().bytes() == bytes) continue;
      outcome_.changes.push_back(
          {path, original ? std::string(original->source().bytes()) : "", bytes, !original});
    }
    return std::move(outcome_);
  }

 private:
  using Place = std::pair<std::string, std::string>;  // the code of a rule and a file

  // For each script that was edited and still stops: where.
  void note_what_remains() {
    static const LocalizedText kRemains = {"{} is repaired in part: it still stops at {}",
                                           "{} 只修复了一部分：它仍会在 {} 停止"};
    static const LocalizedText kPlace = {"line {} ({})", "第 {} 行（{}）"};
    static const LocalizedText kComma = {", ", "、"};
    std::map<std::string, std::vector<std::string>> places;
    for (const Finding& finding : findings_) {
      const Diagnostic& d = finding.diagnostic;
      if (d.severity != Severity::kError || !finding.script_hit()) continue;
      const std::string& path = workspace_->sources().get(d.primary.file).path();
      if (!files_.contains(path)) continue;
      places[path].push_back(fmt::format(fmt::runtime(kPlace.in(request_.language)),
                                         workspace_->sources().begin_of(d.primary).line, d.code));
    }
    for (const auto& [path, where] : places)
      outcome_.notes.push_back(fmt::format(fmt::runtime(kRemains.in(request_.language)), path,
                                           fmt::join(where, kComma.in(request_.language))));
  }

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
        std::make_unique<project::Workspace>(request_.workspace, *overlays_.back(), changed));
    workspace_ = workspaces_.back().get();
  }

  bool wanted(const Finding& finding, const Context& context) const {
    // Why a script's fix has no place is told when it is tried.
    const bool of_script = (finding.script_hit() || finding.launch_hit()) && finding.fix;
    if (!of_script && !offers_fix(finding, context)) return false;
    const Safety safety = grade_of(finding, request_, context).safety;
    return safety == Safety::kSafe || (safety == Safety::kUnsafe && options_.unsafe);
  }

  Context context_of(const project::Index& index) {
    return {.workspace = *workspace_,
            .index = index,
            .where = options_.where,
            .editable = options_.editable,
            .overwrite = options_.overwrite};
  }

  // Applies what can be applied at once; false if nothing was.
  bool apply_round(const check::Request& now) {
    const Context context = context_of(now.index);
    std::vector<const Finding*> tried;
    for (const Finding& finding : findings_) {
      if (!wanted(finding, context)) continue;
      if (auto refusal = targets_conflict(finding, request_, context))
        refuse(finding, *refusal);
      else
        tried.push_back(&finding);
    }
    const std::vector<Candidate> candidates = prepare(tried, context);
    std::vector<const Candidate*> planned;
    for (const Candidate& candidate : candidates) {
      if (candidate.refusal)
        refuse(*candidate.finding, *candidate.refusal);
      else
        planned.push_back(&candidate);
    }
    // Behind a bridge DataParallel trains, in one process: what several need is written first.
    std::stable_partition(planned.begin(), planned.end(), [](const Candidate* candidate) {
      return !std::holds_alternative<catalog::verb::ImportBridge>(candidate->finding->fix->action);
    });
    std::vector<const Candidate*> chosen;
    for (const Candidate* candidate : planned) {
      const bool free = std::ranges::none_of(
          chosen, [&](const Candidate* c) { return conflict(*c, *candidate); });
      if (free) chosen.push_back(candidate);
    }
    was_too_much_ = context.read > Context::kMostRead;
    if (!are_independent(chosen, context)) chosen = independent(chosen, context);
    if (chosen.empty()) return false;
    const Context fresh = context_of(now.index);  // one that has read as little as it can
    apply(chosen, now, fresh);
    for (const Candidate& candidate : candidates) {
      if (candidate.refusal || std::ranges::count(chosen, &candidate)) continue;
      waiting_[place_of(*candidate.finding)].push_back(fixed_by(candidate, now, fresh));
    }
    return true;
  }

  // What waited for another fix and is not found any more, or does no harm any more, was repaired
  // by that one.
  void count_what_was_covered() {
    std::map<Place, std::size_t> found;
    for (const Finding& finding : findings_) {
      if (finding.diagnostic.severity != Severity::kInfo || is_asked_for(finding, request_))
        ++found[place_of(finding)];
    }
    for (auto& [place, list] : waiting_) {
      for (std::size_t i = found[place]; i < list.size(); ++i) {
        list[i].fix->edits.clear();
        list[i].fix->files.clear();
        list[i].fix->intents.clear();
        outcome_.fixed.push_back(std::move(list[i]));
      }
    }
    waiting_.clear();
  }

  Place place_of(const Finding& finding) const {
    const Diagnostic& d = finding.diagnostic;
    return {d.code, workspace_->sources().get(d.primary.file).path()};
  }

  // One by one, so that the guilty fix can be named.
  std::vector<const Candidate*> independent(const std::vector<const Candidate*>& candidates,
                                            const Context& context) {
    std::vector<const Candidate*> out;
    for (const Candidate* candidate : candidates) {
      out.push_back(candidate);
      if (are_independent(out, context)) continue;
      out.pop_back();
      if (out.empty()) refuse(*candidate->finding, {Reason::kMoreThanItSays});
    }
    return out;
  }

  void refuse(const Finding& finding, const Refusal& refusal) {
    outcome_.refused.push_back({finding.diagnostic.code, finding.diagnostic.primary,
                                told(refusal, finding, request_, options_)});
  }

  static Diagnostic fixed_by(const Candidate& candidate, const check::Request& now,
                             const Context& context) {
    Diagnostic fixed = candidate.finding->diagnostic;
    fixed.fix = describe(*candidate.finding, now, context);
    fixed.fix->edits = candidate.plan.edits;
    fixed.fix->files = candidate.plan.files;
    fixed.fix->intents = candidate.intents;
    return fixed;
  }

  void apply(const std::vector<const Candidate*>& chosen, const check::Request& now,
             const Context& context) {
    for (const Candidate* c : chosen) {
      outcome_.fixed.push_back(fixed_by(*c, now, context));
      migrations_.add(*c);
    }
    const Plan plan = combined(chosen);
    const auto trial = Trial::make(*workspace_, plan.edits, plan.files);
    for (const auto& [path, bytes] : (*trial)->files()) files_[path] = bytes;
  }

  const check::Request& request_;
  const Options& options_;
  Outcome outcome_;
  Migrations migrations_;
  std::vector<Finding> findings_;                     // of the last round
  std::map<std::string, std::string> files_;          // what changed so far
  std::map<Place, std::vector<Diagnostic>> waiting_;  // for the next round, as if it were fixed
  std::vector<std::unique_ptr<OverlayFileSystem>> overlays_;
  std::vector<std::unique_ptr<project::Workspace>> workspaces_;
  project::Workspace* workspace_ = nullptr;
  bool was_too_much_ = false;  // the last round did not plan all: the next one only looks
};

}  // namespace

Outcome fix(const check::Request& request, const Options& options) {
  return Rounds(request, options).run();
}

void describe_fixes(std::vector<Finding>& findings, const check::Request& request,
                    const Options& options, bool with_edits) {
  const Context context{.workspace = request.workspace,
                        .index = request.index,
                        .where = options.where,
                        .editable = options.editable,
                        .tries_configs = with_edits};
  static const LocalizedText kNoFix = {"no fix here: ", "此处没有修复："};
  std::vector<Finding*> tried;
  for (Finding& finding : findings) {
    if (!offers_fix(finding, context)) continue;
    std::optional<Refusal> refusal = data_file_refusal(finding, context);
    if (!refusal && grade_of(finding, request).safety != Safety::kDisplay)
      refusal = targets_conflict(finding, request, context);
    if (refusal) {
      finding.diagnostic.notes.push_back(kNoFix.in(request.language) +
                                         told(*refusal, finding, request, options));
      continue;
    }
    finding.diagnostic.fix = describe(finding, request, context);
    if (finding.diagnostic.fix->safety != Safety::kDisplay) tried.push_back(&finding);
  }
  std::vector<Candidate> candidates =
      prepare(std::vector<const Finding*>(tried.begin(), tried.end()), context);
  for (std::size_t i = 0; i < tried.size(); ++i) {
    Diagnostic& diagnostic = tried[i]->diagnostic;
    Candidate& candidate = candidates[i];
    if (candidate.refusal) {
      diagnostic.notes.push_back(kNoFix.in(request.language) +
                                 told(*candidate.refusal, *tried[i], request, options));
      diagnostic.fix.reset();
      continue;
    }
    if (!with_edits) continue;
    diagnostic.fix->edits = std::move(candidate.plan.edits);
    diagnostic.fix->files = std::move(candidate.plan.files);
    diagnostic.fix->intents = std::move(candidate.intents);
  }
}

}  // namespace mmlint::fix
