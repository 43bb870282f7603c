// A launch starts one process where --launcher, WORLD_SIZE or visible devices ask for several.
// captures: script, processes, starter
// forms: pytorch, default, by-default, srun, batch, world-size, devices, group, meeting

#include "check/shell/argument_parser.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "facts/launch.h"
#include "launch/known_runs.h"
#include "launch/launch_start.h"
#include "launch/slurm.h"
#include "launch/walked_imports.h"
#include "script/symbols.h"

namespace mmlint::check::predicates {

using shell::EnvironmentWrite;
using shell::ExpandedWord;
using shell::Launch;
using shell::LaunchKind;

namespace {

// Starts its ranks itself, or sets what a launcher would set.
bool makes_ranks(const script::Summary& script) {
  const bool spawns = std::ranges::any_of(script.calls, [](const auto& call) {
    return call.symbol.is_method("spawn") || call.symbol.is_method("start_processes");
  });
  return spawns || std::ranges::any_of(script.environment,
                                       [](const auto& write) { return write.name == "RANK"; });
}

bool is_training(const launch::LinkedLaunch& linked) {
  if (linked.script_summary) return linked.script_summary->trains;
  const std::string_view name = linked.launch->target_word().value;
  const std::size_t slash = name.rfind('/');
  return name.substr(slash == name.npos ? 0 : slash + 1).find("train") != name.npos;
}

// May: the start of a container, the script itself or an option of srun sets RANK from the
// variables of srun. `lacks_ranks`: the script itself does not.
bool srun_may_set_ranks(const launch::LinkedLaunch& linked, const LaunchView& view,
                        bool lacks_ranks) {
  if (!linked.script_summary) return true;
  const std::string_view script = linked.script_summary->document->source().bytes();
  if (script.find("SLURM") != script.npos && !lacks_ranks) return true;
  const auto& words = view.summary.commands[linked.launch->command].words;
  return std::ranges::any_of(words, [](const ExpandedWord& word) {
    return word.value.starts_with("--container") || word.value.find("RANK") != word.value.npos;
  });
}

// The value of an option is a default that the caller may change.
bool is_default(const Launch& launch, const ExpandedWord& option) {
  const auto next = launch.arguments.begin() + (&option - launch.arguments.data()) + 1;
  return option.overridable || (next != launch.arguments.end() && next->overridable);
}

// Whether another launch script runs this one and leaves the launcher as it is.
bool is_started_so(const launch::LinkedLaunch& own, const LaunchView& view) {
  const auto& all = view.graph.all();
  return std::ranges::any_of(all, [&](const launch::LinkedLaunch* linked) {
    if (!linked->through || linked->launch_script != own.launch_script ||
        linked->launch->starter != own.launch->starter)
      return false;
    std::string launcher;
    const ExpandedWord* word = linked->option("--launcher", &launcher);
    return word && launcher == "pytorch" && !is_default(*linked->launch, *word);
  });
}

// The process group of all paths to the training takes its ranks from the environment
// (torch/distributed/rendezvous.py: _env_rendezvous_handler).
bool needs_ranks(const script::Summary& script) {
  bool from_environment = false;
  for (const auto& call : script.calls) {
    if (!script::makes_group(call.symbol)) continue;
    const auto* method = call.argument("init_method", 1);
    const bool env = !method || script::text_of(method->value) == "env://";
    const bool given =
        call.argument("world_size", 3) || call.argument("rank", 4) || call.argument("store", 5);
    if (!call.symbol.is_method("init_process_group") || !env || given || call.more) return false;
    from_environment = true;
  }
  // A model that is wrapped in a group only trains in two ways.
  bool trains = false;
  for (const auto& call : script.calls) {
    if (!call.symbol.is_method("backward") || !call.point.reached) continue;
    if (call.point.group != script::OnPaths::kAll) return false;
    trains = true;
  }
  return from_environment && script.complete && trains;
}

// Whether the script can set RANK from the variables of srun and needs RANK, but the run of this
// launch does not get to that code.
bool lacks_ranks_in_run(const launch::LinkedLaunch& linked, const LaunchView& view) {
  if (!linked.script_summary || !makes_ranks(*linked.script_summary)) return false;
  const auto run = launch::known_run(view.facts_of(linked), linked);
  return run && needs_ranks(*run) && std::ranges::none_of(run->environment, [](const auto& write) {
           return write.name == "RANK" && write.point.reached;
         });
}

// The script itself may make RANK of what mpirun sets.
bool mentions_mpi(const launch::LinkedLaunch& linked) {
  if (!linked.script_summary) return true;
  const std::string_view text = linked.script_summary->document->source().bytes();
  const auto names = facts::mpi_beginnings();
  return text.find("mpi") != text.npos || text.find("MPI") != text.npos ||
         std::ranges::any_of(
             names, [text](const std::string& name) { return text.find(name) != text.npos; });
}

// The option --launcher of a script that gives the Runner a launcher by its default, 'pytorch',
// however it is started; null if there is none.
const script::Option* default_launcher(const script::Summary* script) {
  if (!script || !script->complete || !hands_launcher_on(*script)) return nullptr;
  const auto option = std::ranges::find_if(
      script->options, [](const auto& each) { return each.dest == "launcher"; });
  if (option == script->options.end() || script::text_of(option->default_value) != "pytorch")
    return nullptr;
  const Question has_rank{Question::Kind::kEnvironment, "RANK"};
  const bool asks = std::ranges::any_of(script->writes, [&](const auto& write) {
    return write.key == "launcher" && write.point.guard.answer(has_rank);
  });
  return asks ? nullptr : &*option;
}

// Returns the specialised run of a launch, if it makes a process group from the ranks in its
// environment. Null for any other launch, and if that is not known.
std::shared_ptr<const script::Summary> run_in_group(const launch::LinkedLaunch& linked,
                                                    const LaunchView& view) {
  if (!linked.script_summary || linked.launch->elsewhere ||
      !linked.script_summary->builds.empty() ||
      !launch::walks_all_imports(*linked.script_summary) || !launch::has_known_arguments(linked))
    return nullptr;
  auto run = view.facts_of(linked).run({&linked});
  return run && needs_ranks(*run) ? run : nullptr;
}

// Returns MASTER_ADDR or MASTER_PORT if the launch sets only the other one, and the script does not
// set the missing one. Empty otherwise.
std::string_view missing_meeting(const launch::LinkedLaunch& linked, const LaunchView& view) {
  const Launch& launch = *linked.launch;
  if (launch.more_flags) return {};
  const auto& flags = launch.launcher ? launch.launcher->flags : std::vector<shell::Flag>();
  const auto is_given = [&](std::string_view name) {
    const bool passed = std::ranges::any_of(flags, [name](const shell::Flag& flag) {
      return flag.value && flag.value->value.starts_with(name);  // -x NAME=VALUE
    });
    return passed || launch.variable(name);
  };
  const bool address = is_given("MASTER_ADDR");
  if (address == is_given("MASTER_PORT")) return {};
  const std::string_view missing = address ? "MASTER_PORT" : "MASTER_ADDR";
  const auto run = run_in_group(linked, view);
  const bool sets = run && std::ranges::any_of(run->environment, [missing](const auto& write) {
                      return write.name == missing && write.point.reached;
                    });
  return run && !sets ? missing : std::string_view();
}

// Returns the number of tasks that a batch job asks for; without srun, the launch is only one of
// them. 0 if the script of the launch does not take its rank from Slurm, or if that is not known.
int tasks_of_batch(const launch::LinkedLaunch& linked, const LaunchView& view) {
  const auto* file = view.request.workspace.document(linked.launch_script);
  const auto batch = file ? launch::batch_options(file->source()) : std::nullopt;
  if (!batch || linked.launch->kind != LaunchKind::kPython) return 0;
  const auto number = [&](std::string_view name, std::string_view letter) {
    return launch::slurm_number(*batch, name, letter).value;
  };
  const int tasks =
      number("ntasks", "n")
          .value_or(number("nodes", "N").value_or(1) * number("ntasks_per_node", "").value_or(1));
  if (tasks < 2) return 0;
  const auto run = run_in_group(linked, view);
  const auto asks = [](const script::EnvironmentRead& read) {
    return read.point.reached && is_in(read.name, {"SLURM_PROCID", "SLURM_NTASKS", "SLURM_NPROCS"});
  };
  return run && std::ranges::any_of(run->environment_reads, asks) ? tasks : 0;
}

constexpr std::array<std::string_view, 3> kDeviceOptions = {"--devices", "--gpus", "--gpu-ids"};

}  // namespace

LaunchHits started_alone(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.own()) {
    const Launch& launch = *linked->launch;
    const bool starts_script = std::holds_alternative<shell::ScriptTarget>(launch.target) ||
                               std::holds_alternative<shell::ModuleTarget>(launch.target);
    const bool one_each = launch.kind == LaunchKind::kPython ||
                          (launch.kind == LaunchKind::kMpirun && launch.interpreter);
    if (!one_each || !starts_script) continue;
    LaunchHit hit;
    hit.at = launch.starter;
    hit.linked = linked;
    hit.captures["script"] = shown_target(launch);
    hit.captures["starter"] = rank_starter(launch, view.text);
    const auto& context = view.summary.commands[launch.command].context;
    if (const auto missing = missing_meeting(*linked, view); !missing.empty() && !context.loop) {
      hit.form = "meeting";
      hit.name = missing;
      out.push_back(std::move(hit));
      continue;
    }
    if (is_set(launch, "RANK")) continue;
    if (launch.kind == LaunchKind::kMpirun && mentions_mpi(*linked)) continue;
    // srun starts several, and says so in variables of its own.
    const bool by_srun = is_in("srun", launch.wrappers);
    if (const int tasks = by_srun ? 0 : tasks_of_batch(*linked, view); tasks > 0) {
      hit.form = "batch";
      hit.captures["processes"] = std::to_string(tasks);
      out.push_back(std::move(hit));
      continue;
    }
    const bool lacks_ranks = by_srun && lacks_ranks_in_run(*linked, view);
    if (by_srun && srun_may_set_ranks(*linked, view, lacks_ranks)) continue;
    const bool many = by_srun || (context.background && context.loop);
    if (many && is_set(launch, "LOCAL_RANK")) continue;
    if (!lacks_ranks && linked->script_summary && makes_ranks(*linked->script_summary)) continue;

    std::optional<int> devices;
    const ExpandedWord* device_word = nullptr;
    for (const std::string_view name : kDeviceOptions) {
      std::string list;
      const ExpandedWord* word = linked->option(name, &list);
      if (word && list.find(',') != list.npos) devices = count_devices(list);
      if (word && devices) device_word = word;
    }
    bool may_differ = device_word && is_default(launch, *device_word);
    const EnvironmentWrite* size = known_setting(launch, "WORLD_SIZE");
    const auto world = size ? whole_number(size->value->value) : std::nullopt;
    std::string launcher;
    const ExpandedWord* launcher_word = linked->option("--launcher", &launcher);

    std::optional<int> count = devices;
    const auto count_by = [&](const EnvironmentWrite& setting, std::optional<int> number) {
      count = number;
      may_differ = setting.value->overridable;
    };
    if (launcher_word && launcher == "pytorch") {
      const bool open = is_default(launch, *launcher_word) && !is_started_so(*linked, view);
      hit.form = by_srun ? "srun" : open ? "default" : "pytorch";
      hit.places.push_back(
          {launcher_word->span,
           {"needs RANK, LOCAL_RANK and WORLD_SIZE", "需要 RANK、LOCAL_RANK 和 WORLD_SIZE"}});
      if (world && *world > 1) count_by(*size, world);
      const EnvironmentWrite* visible = visible_devices(launch, view.request.target);
      if (!count && visible) count_by(*visible, count_devices(visible->value->value));
    } else if (const auto* option =
                   launcher_word ? nullptr : default_launcher(linked->script_summary)) {
      const bool open = std::ranges::any_of(launch.arguments, [](const ExpandedWord& word) {
        return word.precision == ExpandedWord::Precision::kAnyWords;
      });
      hit.form = by_srun ? "srun" : open ? "default" : "by-default";
      hit.places.push_back({option->span, {"the default is pytorch", "默认值是 pytorch"}});
    } else if (linked->script_summary && needs_ranks(*linked->script_summary) &&
               !variable_of_other_launcher(*linked, view)) {
      hit.form = "group";
    } else if (many || launch.kind == LaunchKind::kMpirun) {
      continue;
    } else if (world && *world > 1 && is_training(*linked)) {
      hit.form = "world-size";
      hit.places.push_back({size->span, {"says that there are more", "这里说有多个进程"}});
      count_by(*size, world);
    } else if (devices && *devices > 1 && linked->script_summary &&
               !linked->script_summary->builds.empty()) {
      hit.form = "devices";
      hit.places.push_back({device_word->span, {"asks for several devices", "这里要求多个设备"}});
    } else {
      continue;
    }
    if (count) hit.captures["processes"] = std::to_string(*count);
    if (!may_differ) hit.replacement = hit.captures["processes"];
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
