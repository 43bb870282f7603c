#include "check/batch_step.h"

#include <algorithm>
#include <string_view>

#include "base/text.h"
#include "check/check.h"
#include "check/launch_graph.h"
#include "facts/launch.h"
#include "project/workspace.h"

namespace mmlint::check {
namespace {

// How many tasks the directives of a batch script ask for, as far as its batch step is told. A
// count other than one, of tasks or of nodes, is not known.
enum class BatchTasks { kNoBatch, kUnset, kOne, kUnknown };

BatchTasks batch_tasks(std::string_view text) {
  constexpr std::string_view kDirective = "#SBATCH";
  BatchTasks out = BatchTasks::kNoBatch;
  for (std::size_t at = text.find(kDirective); at != text.npos;
       at = text.find(kDirective, at + 1)) {
    const std::string_view line = trim(text.substr(at, text.find('\n', at) - at));
    const auto has = [&](std::string_view word) { return line.find(word) != line.npos; };
    const bool of_tasks = has("tasks") || has(" -n");
    if (out == BatchTasks::kNoBatch) out = BatchTasks::kUnset;
    if (!of_tasks && !has("nodes") && !has(" -N")) continue;
    if (!line.ends_with("=1") && !line.ends_with(" 1")) return BatchTasks::kUnknown;
    if (of_tasks) out = BatchTasks::kOne;
  }
  return out;
}

}  // namespace

void add_batch_step(const LinkedLaunch& linked, const Request& request, script::Start& start) {
  BatchTasks tasks = BatchTasks::kNoBatch;
  for (const LinkedLaunch* each = &linked; each; each = each->through) {
    const syntax::Document* document = request.workspace.document(each->launch_script);
    if (document) tasks = std::max(tasks, batch_tasks(document->source().bytes()));
  }
  for (const auto& [name, counts] : facts::slurm_variables()) {
    const Question question{Question::Kind::kEnvironment, name};
    if (start.guard.answer(question)) continue;
    if (tasks == BatchTasks::kNoBatch || (counts && tasks == BatchTasks::kUnset)) {
      start.guard.add(script::Condition{question, false});
    } else if (counts && tasks == BatchTasks::kOne) {
      start.guard.add(script::Condition{question, true});
      start.environment[name] = "1";
    }
  }
}

}  // namespace mmlint::check
