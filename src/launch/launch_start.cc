#include "launch/launch_start.h"

#include "base/text.h"
#include "facts/launch.h"
#include "launch/launch_graph.h"
#include "launch/slurm.h"
#include "script/usual_options.h"

namespace mmlint::launch {

bool is_by_torchrun(const LinkedLaunch& linked) {
  const shell::Launch& launch = *linked.launch;
  return launch.kind == shell::LaunchKind::kTorchRun ||
         (launch.kind == shell::LaunchKind::kTorchLaunch && launch.flag("use_env"));
}

bool is_transparent(std::string_view wrapper) {
  return is_in(wrapper, {"nohup", "env", "time", "nice"});
}

namespace {

bool is_torch_launch(const LinkedLaunch& linked) {
  const shell::LaunchKind kind = linked.launch->kind;
  return kind == shell::LaunchKind::kTorchRun || kind == shell::LaunchKind::kTorchLaunch;
}

// argparse takes such a word as a value, as no option looks like one (argparse.py:
// _negative_number_matcher).
bool is_negative_number(std::string_view word) {
  return word.size() > 1 && word.front() == '-' &&
         word.find_first_not_of("0123456789.", 1) == std::string_view::npos;
}

// How many tasks the directives of a batch script ask for, as far as its batch step is told. A
// count other than one, of tasks or of nodes, is not known.
enum class BatchTasks { kNoBatch, kUnset, kOne, kUnknown };

BatchTasks batch_tasks(const syntax::Document* script) {
  const auto options = script ? batch_options(script->source()) : std::nullopt;
  if (!options) return BatchTasks::kNoBatch;
  BatchTasks out = BatchTasks::kUnset;
  using Names = std::pair<std::string_view, std::string_view>;
  for (const auto& [name, letter] :
       {Names{"nodes", "N"}, Names{"ntasks", "n"}, Names{"ntasks_per_node", ""}}) {
    const SlurmNumber number = slurm_number(*options, name, letter);
    if (!number.option) continue;
    if (number.value != 1) return BatchTasks::kUnknown;
    if (name != "nodes") out = BatchTasks::kOne;
  }
  return out;
}

// Adds to the start of a script by torchrun what sbatch sets in the batch step, which it starts
// once: its own numbers always, the number of tasks if a directive gives one (sbatch's manual,
// "OUTPUT ENVIRONMENT VARIABLES"). The numbers of the step stay open, as bash may run the same
// file. Without a directive nothing of Slurm is set: srun sets these in what it starts, and nobody
// else does.
void add_batch_step(const LinkedLaunch& linked, project::Workspace& workspace,
                    script::Start& start) {
  BatchTasks tasks = BatchTasks::kNoBatch;
  for (const LinkedLaunch* each = &linked; each; each = each->through)
    tasks = std::max(tasks, batch_tasks(workspace.document(each->launch_script)));
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

// Adds the variables of srun to a launch by torchrun. torchrun is one task of srun, and all its
// processes inherit the variables of this task. Their values are known only if there is a single
// task.
void add_task_around(const SlurmStep& step, script::Start& start) {
  const bool is_single = step.nodes == 1 && step.tasks_per_node == 1;
  for (const auto& [name, counts] : facts::slurm_variables()) {
    start.guard.add(script::Condition{{Question::Kind::kEnvironment, name}, true});
    if (is_single) start.environment[name] = counts ? "1" : "0";
  }
}

void add_variables_of_torchrun(script::Start& start) {
  for (std::string& name : facts::torchrun_variables())
    start.guard.add(script::Condition{{Question::Kind::kEnvironment, std::move(name)}, true});
}

// Answers for what another launcher starts, which sets none of them. What the script sets itself
// stays open, and so does the address of the first process, which users export.
void add_lack_of_torchrun(const LinkedLaunch& linked, script::Start& start) {
  const auto is_set = [&](const std::string& name) {
    const auto& writes = linked.script_summary->environment;
    return name.starts_with("MASTER_") ||
           std::ranges::any_of(writes, [&](const auto& write) { return write.name == name; });
  };
  for (std::string& name : facts::torchrun_variables()) {
    const Question question{Question::Kind::kEnvironment, name};
    if (!is_set(name) && !start.guard.answer(question))
      start.guard.add(script::Condition{question, false});
  }
}

// Answers for a step of Slurm, whose variables srun sets.
void add_variables_of_step(const LinkedLaunch& linked, script::Start& start) {
  for (auto& each : facts::slurm_variables())
    start.guard.add(script::Condition{{Question::Kind::kEnvironment, std::move(each.name)}, true});
  add_lack_of_torchrun(linked, start);
}

// Must: no launch script on the way does anything with the variables by which torchrun tells its
// processes apart.
bool leaves_ranks_alone(const LinkedLaunch& linked, project::Workspace& workspace) {
  for (const LinkedLaunch* each = &linked; each; each = each->through) {
    const syntax::Document* script = workspace.document(each->launch_script);
    const auto has = [&](std::string_view text) {
      return script->source().bytes().find(text) != std::string_view::npos;
    };
    if (!script || has("RANK") || has("WORLD_SIZE") || has("--container")) return false;
  }
  return true;
}

// Whether a scheduler that starts the processes, or a program such as mpirun, is between the launch
// script and Python. srun does not count for torchrun, which starts the same processes under it.
bool is_in_job(const LinkedLaunch& linked, project::Workspace& workspace) {
  const bool by_torch = is_torch_launch(linked);
  for (const LinkedLaunch* each = &linked; each; each = each->through) {
    const auto& wrappers = each->launch->wrappers;
    const bool in_job = std::ranges::any_of(wrappers, [&](const std::string& name) {
      return !is_transparent(name) && !(by_torch && name == "srun");
    });
    const syntax::Document* text = workspace.document(each->launch_script);
    if (in_job || !text) return true;
  }
  return false;
}

// A user of the launch script who sets a variable that has a default changes what is behind the
// option's name, or behind the key of KEY=VALUE.
script::Word argument_of(const shell::ExpandedWord& word, const LinkedLaunch& linked) {
  const Span at = word.written().value_or(word.span);
  const auto whole = linked.value(word);
  if (whole && !word.overridable) return {*whole, at, true};
  if (word.in_script_folder) return {"", at};
  if (!word.overridable) return {word.value, at};
  return {word.value.substr(0, word.value.find('=') + 1), at};
}

}  // namespace

script::Start start_of(const LinkedLaunch& linked) {
  script::Start out;
  const bool old = linked.launch->kind == shell::LaunchKind::kTorchLaunch;
  if (old && !linked.launch->flag("use_env")) out.words = {"--local_rank", "--local-rank"};
  bool is_known = true;
  for (const shell::ExpandedWord& word : linked.launch->arguments) {
    if (word.precision == shell::ExpandedWord::Precision::kAnyWords && word.absent_by_default)
      continue;
    const bool open = word.precision == shell::ExpandedWord::Precision::kAnyWords ||
                      (word.precision == shell::ExpandedWord::Precision::kPrefix &&
                       word.value.empty() && !word.in_script_folder);
    out.more = out.more || open;
    const script::Word argument = argument_of(word, linked);
    is_known = is_known && argument.is_whole;
    out.arguments.push_back(argument);
    const bool is_value = is_negative_number(word.value) && !out.words.empty();
    if (!word.value.starts_with('-') || is_value) continue;
    const std::size_t equals = word.value.find('=');
    const std::string& name = out.words.emplace_back(word.value.substr(0, equals));
    const bool is_last = &word == &linked.launch->arguments.back();
    const auto value = linked.value(equals != std::string::npos || is_last ? word : *(&word + 1));
    if (!value || word.overridable) continue;
    if (equals != std::string::npos)
      out.values[name] = value->substr(std::min(value->size(), equals + 1));
    else if (!is_last && (!value->starts_with('-') || is_negative_number(*value)))
      out.values[name] = *value;
  }
  // torch.distributed.launch adds --local_rank of its own.
  out.knows_all = is_known && !out.more && (!old || linked.launch->flag("use_env"));
  return out;
}

bool has_known_arguments(const LinkedLaunch& linked) {
  return std::ranges::all_of(start_of(linked).arguments, &script::Word::is_whole);
}

script::Start start_of(const LinkedLaunch& linked, project::Workspace& workspace) {
  script::Start out = start_of(linked);
  const auto add = [&](Question::Kind kind, std::string subject, bool holds) {
    out.guard.add(script::Condition{{kind, std::move(subject)}, holds});
  };
  const bool by_torch = is_torch_launch(linked);
  if (by_torch) add_variables_of_torchrun(out);
  const bool gives_rank =
      linked.launch->kind == shell::LaunchKind::kTorchLaunch && !linked.launch->flag("use_env");
  if (gives_rank) {
    const auto* script = linked.script_summary;
    const auto* option = script ? script::local_rank_option(script->options) : nullptr;
    add(Question::Kind::kGiven, option ? option->dest : "local_rank", true);
  }
  for (const shell::EnvironmentWrite& each : linked.launch->environment) {
    // Who sets a variable that has a default starts the script anew, but for what a launcher sets.
    const bool is_open = !each.value || each.conditional ||
                         (each.value->overridable && facts::is_set_by_torchrun(each.name));
    const auto value = is_open ? std::nullopt : linked.value(*each.value);
    if (each.value) add(Question::Kind::kEnvironment, each.name, true);
    if (value) out.environment[each.name] = *value;
  }
  const bool is_one_node = !linked.launch->flag("nnodes") && !linked.launch->flag("rdzv_endpoint");
  if (const auto processes = linked.processes(); by_torch && processes && is_one_node)
    out.environment["WORLD_SIZE"] = std::to_string(*processes);
  const auto step = by_torch ? slurm_step(linked, workspace) : std::nullopt;
  if (step) add_task_around(*step, out);
  if (by_torch && !step) add_batch_step(linked, workspace, out);
  if (is_slurm_step(linked, workspace)) add_variables_of_step(linked, out);
  if (is_by_mpi(linked, workspace)) add_lack_of_torchrun(linked, out);
  // mpirun sets these in what it starts, and nobody else does.
  for (const std::string& name : facts::mpi_variables()) {
    if (by_torch && !step && !out.guard.answer({Question::Kind::kEnvironment, name}))
      add(Question::Kind::kEnvironment, name, false);
  }
  return out;
}

script::Start any_start() {
  script::Start out;
  add_variables_of_torchrun(out);
  out.more = true;
  out.knows_all = false;
  return out;
}

bool starts_several(const LinkedLaunch& linked, project::Workspace& workspace) {
  return is_torch_launch(linked) && !linked.launch->elsewhere &&
         linked.processes().value_or(1) >= 2 && !is_in_job(linked, workspace);
}

bool is_slurm_step(const LinkedLaunch& linked, project::Workspace& workspace) {
  const shell::Launch& launch = *linked.launch;
  if (launch.kind != shell::LaunchKind::kPython || launch.elsewhere || !linked.script_summary ||
      !is_in("srun", launch.wrappers))
    return false;
  const bool is_direct = std::ranges::all_of(launch.wrappers, [](const std::string& name) {
    return name == "srun" || is_transparent(name);
  });
  return is_direct && leaves_ranks_alone(linked, workspace);
}

bool is_by_mpi(const LinkedLaunch& linked, project::Workspace& workspace) {
  const shell::Launch& launch = *linked.launch;
  return launch.kind == shell::LaunchKind::kMpirun && !launch.elsewhere && !launch.more_flags &&
         linked.script_summary && leaves_ranks_alone(linked, workspace);
}

bool is_on_this_machine(const LinkedLaunch& linked, project::Workspace& workspace) {
  const bool starts = linked.launch->kind == shell::LaunchKind::kPython ||
                      (is_torch_launch(linked) && !is_in_job(linked, workspace));
  return starts && !linked.launch->elsewhere;
}

bool is_in_container(const LinkedLaunch& linked) {
  constexpr std::string_view kPlaces[] = {"docker", "podman", "singularity", "apptainer", "ssh"};
  const bool starts = linked.launch->kind == shell::LaunchKind::kPython || is_torch_launch(linked);
  return starts && linked.launch->elsewhere && !linked.through &&
         std::ranges::all_of(linked.launch->wrappers, [&](const std::string& name) {
           return is_transparent(name) || is_in(name, kPlaces);
         });
}

bool starts_here(const LinkedLaunch& linked, project::Workspace& workspace) {
  return is_on_this_machine(linked, workspace) && has_known_arguments(linked);
}

}  // namespace mmlint::launch
