#include "check/check.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <utility>

#include "base/parallel.h"
#include "check/dedupe.h"
#include "check/emission.h"
#include "check/failures.h"
#include "check/judge.h"
#include "check/portions.h"
#include "check/script/refused.h"
#include "check/script/rules.h"
#include "check/shell/rules.h"
#include "launch/program_store.h"

namespace mmlint::check {
namespace {

using project::Node;
using project::Workspace;

void append(std::vector<Finding>& to, std::vector<Finding> more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

std::vector<std::string> paths_of(std::span<const Node* const> nodes) {
  std::vector<std::string> out;
  out.reserve(nodes.size());
  for (const Node* node : nodes) out.push_back(node->path());
  return out;
}

// Resolves a portion in the workspace of a request and has it judged.
std::vector<Judged> judge_portion(const Judge& judge, const ScriptCauses& causes,
                                  const Portion& portion, const Request& request,
                                  launch::GroupModules& modules) {
  const int jobs = request.workspace.settings().jobs;
  const auto passed = request.workspace.resolve(portion.passed);
  const auto heirs = request.workspace.resolve(portion.heirs);
  std::vector<Judged> out = judge.find(passed, Adds::kAll, jobs, modules);
  for (Judged& heir : judge.find(heirs, Adds::kInPassed, jobs, modules))
    out.push_back(std::move(heir));
  for (Judged& each : out) leave_to_scripts(each, causes);
  return out;
}

// A run for all targets of a request: scripts, then families of configs apart from each other, as
// far as they have nothing in common, then the others together.
class Run {
 public:
  Run(const Request& request, const Settle& settle)
      : request_(request),
        settle_(settle),
        requests_(request.each()),
        programs_(std::make_shared<launch::ProgramStore>(request.project())),
        suppressed_(request.workspace) {
    for (const Request& one : requests_) {
      judges_.emplace_back(one, *programs_);
      emissions_.emplace_back(one, judges_.back(), suppressed_);
    }
    causes_.resize(requests_.size());
    open_.resize(requests_.size());
    together_.resize(requests_.size());
  }

  std::vector<Finding> findings() {
    if (settle_) portions_ = portions_of(request_);
    const bool is_whole = portions_.empty();
    if (is_whole) portions_ = {whole(request_)};
    for (const Portion& portion : portions_) {
      for (const Node* node : portion.passed) judged_.insert(*node);
      for (const Node* node : portion.heirs) judged_.insert(*node);
      count_ += portion.size();
    }
    if (is_whole) request_.workspace.resolve(request_.passed);  // scripts ask for some
    for (std::size_t i = 0; i < requests_.size(); ++i) judge_scripts(i);
    if (is_whole)
      judge_whole();
    else
      judge_apart();
    judge_together();
    sort_findings(found_, request_.workspace.sources());
    return std::move(found_);
  }

  // The questions that stay open when the findings are known.
  std::vector<std::string> open(bool any_finding) const {
    std::vector<std::string> out;
    for (const OpenQuestions& one : open_) {
      for (std::string& text : one.texts(request_.language)) {
        if (std::find(out.begin(), out.end(), text) == out.end()) out.push_back(std::move(text));
      }
    }
    if (!any_finding && (any_suppressed_ || suppressed_.any()))
      out.push_back(text_of_ignored(request_.language));
    return out;
  }

 private:
  void judge_scripts(std::size_t i) {
    Judge& judge = judges_[i];
    if (count_ > 0) judge.find_starts();
    FindingTable& table = emissions_[i].table();
    causes_[i] = check::judge_scripts(requests_[i], *programs_, judge.cause_rule(), table,
                                      &emissions_[i].open());
    judge_launch_scripts(requests_[i], *programs_, table);
    judge_refused(requests_[i], *programs_, judge.rules(), table);
  }

  void judge_whole() {
    const Portion& portion = portions_.front();
    for (std::size_t i = 0; i < requests_.size(); ++i)
      together_[i] =
          judge_portion(judges_[i], causes_[i], portion, requests_[i], emissions_[i].modules());
    commented_ = portion.passed;
  }

  // A portion that would leave the other threads idle has all of them.
  void judge_apart() {
    const int jobs = std::max(1, request_.workspace.settings().jobs);
    const std::size_t share = count_ / static_cast<std::size_t>(jobs);
    std::size_t wide = 0;
    while (wide < portions_.size() && portions_[wide].size() > share)
      judge_apart(portions_[wide++], jobs);
    parallel_for(jobs, portions_.size() - wide,
                 [&](std::size_t i, std::size_t) { judge_apart(portions_[wide + i], 1); });
    std::sort(commented_.begin(), commented_.end(), project::before);
    const auto in_order = [](const Judged& a, const Judged& b) {
      return a.adds != b.adds ? a.adds < b.adds : a.config->path < b.config->path;
    };
    for (auto& judged : together_) std::sort(judged.begin(), judged.end(), in_order);
  }

  void judge_apart(const Portion& portion, int jobs) {
    auto part = std::make_unique<Workspace>(request_.workspace, jobs);
    const std::vector<std::string> passed = paths_of(portion.passed);
    std::vector<Request> requests;
    for (const Request& one : requests_) {
      requests.push_back(one.in(*part));
      requests.back().passed = passed;
    }
    Suppressed suppressed(*part);
    std::deque<Emission> emissions;
    std::vector<std::vector<Judged>> judged;
    bool is_shared = false;
    for (std::size_t i = 0; i < requests.size(); ++i) {
      Emission& emission = emissions.emplace_back(requests[i], judges_[i], suppressed);
      judged.push_back(
          judge_portion(judges_[i], causes_[i], portion, requests[i], emission.modules()));
      for (const Judged& each : judged.back()) is_shared = is_shared || emission.is_shared(each);
    }
    for (std::size_t i = 0; i < requests.size() && !is_shared; ++i) {
      emissions[i].emit(judged[i]);
      const std::vector<Judged> others = judge_others(i, requests[i], emissions[i]);
      for (const Judged& each : others) is_shared = is_shared || emissions[i].is_shared(each);
      emissions[i].emit(others);
    }
    if (is_shared) return keep(std::move(part), portion, std::move(judged));
    std::vector<Finding> found = finished(requests, emissions, portion.passed);
    settle_(found, requests.front());
    for (Finding& finding : found) finding.evidence = {};  // points into the part
    std::move(*part).forget_files();
    const std::lock_guard lock(mutex_);
    any_suppressed_ = any_suppressed_ || suppressed.any();
    append(found_, std::move(found));
    for (std::size_t i = 0; i < requests.size(); ++i) open_[i].add(emissions[i].open());
  }

  void keep(std::unique_ptr<Workspace> part, const Portion& portion,
            std::vector<std::vector<Judged>> judged) {
    const std::lock_guard lock(mutex_);
    kept_.push_back(std::move(part));
    commented_.insert(commented_.end(), portion.passed.begin(), portion.passed.end());
    for (std::size_t i = 0; i < judged.size(); ++i)
      std::move(judged[i].begin(), judged[i].end(), std::back_inserter(together_[i]));
  }

  // What was not passed but shows what was found.
  std::vector<Judged> judge_others(std::size_t i, const Request& request, Emission& emission) {
    std::vector<const Node*> others;
    for (const Node* node : request.index.reach(emission.table().files())) {
      if (!judged_.contains(*node)) others.push_back(node);
    }
    std::vector<Judged> out =
        judges_[i].find(request.workspace.resolve(others), Adds::kNothing,
                        request.workspace.settings().jobs, emission.modules());
    for (Judged& each : out) leave_to_scripts(each, causes_[i]);
    return out;
  }

  void judge_together() {
    for (auto& part : kept_) request_.workspace.keep(std::move(part));
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      emissions_[i].emit(together_[i]);
      emissions_[i].emit(judge_others(i, requests_[i], emissions_[i]));
    }
    std::vector<Finding> found = finished(requests_, emissions_, commented_);
    Request request = request_.in(request_.workspace);
    const std::vector<std::string> passed = paths_of(commented_);
    request.passed = passed;
    if (settle_) settle_(found, request);
    append(found_, std::move(found));
    for (std::size_t i = 0; i < requests_.size(); ++i) open_[i].add(emissions_[i].open());
  }

  // The findings of all targets, one for each cause, and the comments that suppress none of them.
  std::vector<Finding> finished(const std::vector<Request>& requests,
                                std::deque<Emission>& emissions,
                                std::span<const Node* const> commented) {
    std::vector<Finding> found;
    for (Emission& emission : emissions) append(found, emission.finished());
    for (Emission& emission : emissions) {
      emission.emit_unused_suppressions(commented);
      if (&emissions == &emissions_) emission.emit_unused_suppressions_of_scripts();
      append(found, emission.finished());
    }
    const Request& request = requests.front();
    if (!request.others.empty()) found = deduplicated(std::move(found), request);
    sort_findings(found, request.workspace.sources());
    note_failures(found, request.workspace.files());
    return found;
  }

  const Request& request_;
  const Settle& settle_;
  const std::vector<Request> requests_;  // one for each target
  const std::shared_ptr<launch::ProgramStore> programs_;
  Suppressed suppressed_;             // in scripts and in what is judged together
  std::deque<Judge> judges_;          // by target
  std::vector<ScriptCauses> causes_;  // by target
  std::deque<Emission> emissions_;    // by target, for scripts and what is judged together
  std::vector<Portion> portions_;     // all that is judged
  project::NodeSet judged_;           // the configs in them
  std::size_t count_ = 0;             // how many these are
  std::mutex mutex_;                  // for what is below
  bool any_suppressed_ = false;       // in what is judged apart
  std::vector<std::unique_ptr<Workspace>> kept_;
  std::vector<std::vector<Judged>> together_;  // by target, in the order of their configs
  std::vector<const Node*> commented_;         // the passed configs that are judged together
  std::vector<OpenQuestions> open_;            // by target
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> check(const Request& request, std::vector<std::string>* open,
                           const Settle& settle) {
  Run run(request, settle);
  std::vector<Finding> found = run.findings();
  if (open) {
    for (std::string& text : run.open(!found.empty())) open->push_back(std::move(text));
  }
  return found;
}

}  // namespace mmlint::check
