#include "check/check.h"

#include "base/parallel.h"
#include "check/emission.h"
#include "check/findings/dedupe.h"
#include "check/findings/failures.h"
#include "check/judge_scripts.h"
#include "check/shards.h"
#include "launch/program_store.h"

namespace mmlint::check {
namespace {

using project::Node;
using project::Workspace;

template <class Item>
void append(std::vector<Item>& to, std::vector<Item> more) {
  std::move(more.begin(), more.end(), std::back_inserter(to));
}

std::vector<std::string> paths_of(std::span<const Node* const> nodes) {
  std::vector<std::string> out;
  out.reserve(nodes.size());
  for (const Node* node : nodes) out.push_back(node->path());
  return out;
}

// The requests of all targets, for the passed configs of a shard in a workspace of its own.
std::vector<Request> in_shard(std::span<const Request> requests, Workspace& workspace,
                              std::span<const std::string> passed) {
  std::vector<Request> out;
  for (const Request& one : requests) out.push_back(one.in(workspace));
  for (Request& one : out) one.passed = passed;
  return out;
}

// What the rules of all targets find in the documents of one workspace. Borrows the judges.
struct Judgement {
  Judgement(std::vector<Request> of_targets, const std::deque<Judge>& judges)
      : requests(std::move(of_targets)),
        suppressed(requests.front().workspace),
        judged(requests.size()) {
    for (std::size_t i = 0; i < requests.size(); ++i)
      emissions.emplace_back(requests[i], judges[i], suppressed);
  }

  const std::vector<Request> requests;  // by target
  Suppressed suppressed;
  std::deque<Emission> emissions;           // by target
  std::vector<std::vector<Judged>> judged;  // by target, in the order of their configs
  std::vector<const Node*> passed;          // the configs whose comments it looks at
};

// What the passes of a run hand on.
class Run {
 public:
  Run(const Request& request, const Settle& settle)
      : request_(request),
        settle_(settle),
        requests_(request.each()),
        programs_(std::make_shared<launch::ProgramStore>(request.project())),
        judges_(judges_of(requests_, *programs_)),
        main_(requests_, judges_),
        causes_(requests_.size()) {}

  // The passes, in the order of run_check().
  void cut_into_shards() {
    if (settle_) shards_ = shards_of(request_);
    is_whole_ = shards_.empty();
    if (is_whole_) shards_ = {whole(request_)};
    for (const Shard& shard : shards_) {
      for (const Node* node : shard.passed) judged_.insert(*node);
      for (const Node* node : shard.heirs) judged_.insert(*node);
      count_ += shard.size();
    }
    if (is_whole_) request_.workspace.resolve(request_.passed);  // scripts ask for some
  }

  void find_entry_points() {
    if (count_ == 0) return;
    for (Judge& judge : judges_) judge.find_starts();
  }

  void judge_scripts() {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      Emission& emission = main_.emissions[i];
      causes_[i] = check::judge_scripts(requests_[i], *programs_, judges_[i].cause_rule(),
                                        emission.table(), &emission.open());
    }
  }

  void judge_launch_scripts() {
    for (std::size_t i = 0; i < requests_.size(); ++i)
      check::judge_launch_scripts(requests_[i], *programs_, main_.emissions[i].table());
  }

  void judge_refused_scripts() {
    for (std::size_t i = 0; i < requests_.size(); ++i)
      judge_refused(requests_[i], *programs_, judges_[i].rules(), main_.emissions[i].table());
  }

  // A shard that is larger than a thread's share gets all threads. Other large shards get several:
  // whichever finishes last would leave the other threads without work.
  void judge_shards() {
    if (is_whole_) {
      judge(shards_.front(), main_);
      return;
    }
    const int jobs = std::max(1, request_.workspace.settings().jobs);
    const std::size_t share = count_ / static_cast<std::size_t>(jobs);
    std::size_t wide = 0;
    while (wide < shards_.size() && shards_[wide].size() > share)
      judge_apart(shards_[wide++], jobs);
    parallel_for(jobs, shards_.size() - wide, [&](std::size_t i) {
      const Shard& shard = shards_[wide + i];
      const std::size_t more = 2 * shard.size() / std::max<std::size_t>(share, 1);
      judge_apart(shard, std::min(jobs, 1 + static_cast<int>(more)));
    });
  }

  void gather_kept_shards() {
    for (auto& workspace : kept_) request_.workspace.keep(std::move(workspace));
    if (is_whole_) return;
    std::ranges::sort(main_.passed, project::before);
    const auto in_order = [](const Judged& a, const Judged& b) {
      return a.adds != b.adds ? a.adds < b.adds : a.config->path < b.config->path;
    };
    for (auto& judged : main_.judged) std::ranges::sort(judged, in_order);
  }

  void emit_configs() {
    for (std::size_t i = 0; i < requests_.size(); ++i) {
      main_.emissions[i].emit(main_.judged[i]);
      main_.emissions[i].emit(judge_dependents(i, main_));
      main_.emissions[i].note_unpassed(main_.judged[i], *programs_);
    }
  }

  void finish() {
    std::vector<Finding> found = finished(main_);
    const std::vector<std::string> passed = paths_of(main_.passed);
    if (settle_) settle_(found, in_shard(requests_, request_.workspace, passed).front());
    append(found_, std::move(found));
    sort_findings(found_, request_.workspace.sources());
  }

  // Returns the findings, once.
  std::vector<Finding> findings() { return std::move(found_); }

  // Returns the questions that stay open when the findings are known.
  std::vector<std::string> open(bool any_finding) {
    std::vector<std::string> out;
    for (Emission& emission : main_.emissions) {
      for (std::string& text : emission.open().texts(request_.language)) {
        if (!is_in(text, out)) out.push_back(std::move(text));
      }
    }
    if (!any_finding && (any_suppressed_ || main_.suppressed.any()))
      out.push_back(text_of_ignored(request_.language));
    return out;
  }

 private:
  static std::deque<Judge> judges_of(std::span<const Request> requests,
                                     const launch::ProgramStore& programs) {
    std::deque<Judge> out;
    for (const Request& one : requests) out.emplace_back(one, programs);
    return out;
  }

  // Resolves a shard in the workspace of a judgement and has it judged for all targets.
  void judge(const Shard& shard, Judgement& out) {
    Workspace& workspace = out.requests.front().workspace;
    const int jobs = workspace.settings().jobs;
    for (std::size_t i = 0; i < out.requests.size(); ++i) {
      const auto passed = workspace.resolve(shard.passed);
      const auto heirs = workspace.resolve(shard.heirs);
      out.judged[i] = judges_[i].find(passed, Adds::kAll, jobs, out.emissions[i].modules());
      append(out.judged[i],
             judges_[i].find(heirs, Adds::kInPassed, jobs, out.emissions[i].modules()));
      for (Judged& each : out.judged[i]) leave_to_scripts(each, causes_[i]);
    }
    out.passed = shard.passed;
  }

  // Judges a shard in a workspace of its own, which goes with its findings settled, unless one of
  // them may be one with those of other shards: then both are kept.
  void judge_apart(const Shard& shard, int jobs) {
    auto workspace = std::make_unique<Workspace>(request_.workspace, jobs);
    const std::vector<std::string> passed = paths_of(shard.passed);
    Judgement own(in_shard(requests_, *workspace, passed), judges_);
    judge(shard, own);
    bool is_shared = false;
    const auto look_at = [&](std::size_t i, std::span<const Judged> judged) {
      for (const Judged& each : judged) is_shared = is_shared || own.emissions[i].is_shared(each);
    };
    for (std::size_t i = 0; i < requests_.size(); ++i) look_at(i, own.judged[i]);
    for (std::size_t i = 0; i < requests_.size() && !is_shared; ++i) {
      own.emissions[i].emit(own.judged[i]);
      const std::vector<Judged> dependents = judge_dependents(i, own);
      look_at(i, dependents);
      own.emissions[i].emit(dependents);
    }
    if (is_shared) {
      const std::lock_guard lock(mutex_);
      kept_.push_back(std::move(workspace));
      append(main_.passed, std::move(own.passed));
      for (std::size_t i = 0; i < requests_.size(); ++i)
        append(main_.judged[i], std::move(own.judged[i]));
      return;
    }
    std::vector<Finding> found = finished(own);
    settle_(found, own.requests.front());
    for (Finding& finding : found) finding.evidence = {};  // points into the workspace
    std::move(*workspace).forget_files();
    const std::lock_guard lock(mutex_);
    any_suppressed_ = any_suppressed_ || own.suppressed.any();
    append(found_, std::move(found));
    for (std::size_t i = 0; i < requests_.size(); ++i)
      main_.emissions[i].open().add(own.emissions[i].open());
  }

  // Judges the configs that were not passed and show what was found.
  std::vector<Judged> judge_dependents(std::size_t i, Judgement& judgement) {
    const Request& request = judgement.requests[i];
    Emission& emission = judgement.emissions[i];
    std::vector<const Node*> dependents;
    for (const Node* node : request.index.reach(emission.table().files())) {
      if (!judged_.contains(*node)) dependents.push_back(node);
    }
    std::vector<Judged> out =
        judges_[i].find(request.workspace.resolve(dependents), Adds::kNothing,
                        request.workspace.settings().jobs, emission.modules());
    for (Judged& each : out) leave_to_scripts(each, causes_[i]);
    return out;
  }

  // Returns the findings of all targets, one for each cause, and the comments that suppress none of
  // them.
  std::vector<Finding> finished(Judgement& judgement) {
    std::vector<Finding> found;
    for (Emission& emission : judgement.emissions) append(found, emission.finished());
    for (Emission& emission : judgement.emissions) {
      emission.emit_unused_suppressions(judgement.passed);
      if (&judgement == &main_) emission.emit_unused_suppressions_of_scripts();
      append(found, emission.finished());
    }
    const Request& request = judgement.requests.front();
    if (!request.others.empty()) found = deduplicated(std::move(found), request);
    sort_findings(found, request.workspace.sources());
    note_failures(found, request.workspace.files());
    return found;
  }

  const Request& request_;
  const Settle& settle_;
  const std::vector<Request> requests_;  // by target
  const std::shared_ptr<launch::ProgramStore> programs_;
  std::deque<Judge> judges_;          // by target
  Judgement main_;                    // of scripts and of what is judged together
  std::vector<ScriptCauses> causes_;  // by target
  std::vector<Shard> shards_;         // all that is judged
  bool is_whole_ = false;             // in one shard, which is not judged apart
  project::NodeSet judged_;           // the configs in the shards
  std::size_t count_ = 0;             // how many these are
  std::mutex mutex_;                  // for what shards hand on: main_, and what is below
  bool any_suppressed_ = false;       // in what is judged apart
  std::vector<std::unique_ptr<Workspace>> kept_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> run_check(const Request& request, std::vector<std::string>* open,
                               const Settle& settle) {
  Run run(request, settle);

  // Put configs that have a file in common into one shard.
  run.cut_into_shards();

  // Find which scripts build a Runner from which configs, and who gives them a launcher.
  run.find_entry_points();

  // Judge training scripts. What they report as a cause is not reported in their configs again.
  run.judge_scripts();

  // Judge launch scripts.
  run.judge_launch_scripts();

  // Report the scripts that Python refuses.
  run.judge_refused_scripts();

  // Resolve and judge each shard, several at once. Its findings are settled and its configs
  // forgotten, unless some may be one finding with those of other shards.
  run.judge_shards();

  // Bring together the shards that were kept. From here on, one thread works.
  run.gather_kept_shards();

  // Make findings of them, and judge the configs that were not passed and show the same.
  run.emit_configs();

  // Apply suppression comments, report those that suppress nothing, make one finding of those of
  // several targets, and settle them.
  run.finish();

  std::vector<Finding> found = run.findings();
  if (open) append(*open, run.open(!found.empty()));
  return found;
}

}  // namespace mmlint::check
