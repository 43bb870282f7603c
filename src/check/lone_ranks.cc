#include "check/lone_ranks.h"

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "base/text.h"
#include "catalog/target.h"
#include "check/batch_step.h"
#include "check/check.h"
#include "check/config_changes.h"
#include "check/data_words.h"
#include "check/idle.h"
#include "check/launch_graph.h"
#include "check/walked_imports.h"
#include "facts/launch.h"
#include "project/workspace.h"
#include "script/symbols.h"
#include "value/key_path.h"
#include "value/pool.h"

namespace mmlint::check {

using script::Call;
using script::Summary;

bool is_by_torchrun(const LinkedLaunch& linked) {
  const shell::Launch& launch = *linked.launch;
  return launch.kind == shell::LaunchKind::kTorchRun ||
         (launch.kind == shell::LaunchKind::kTorchLaunch && launch.flag("use_env"));
}

namespace {

// argparse takes such a word as a value, as no option looks like one (argparse.py:
// _negative_number_matcher).
bool is_negative_number(std::string_view word) {
  return word.size() > 1 && word.front() == '-' &&
         word.find_first_not_of("0123456789.", 1) == std::string_view::npos;
}

}  // namespace

script::Start start_of(const LinkedLaunch& linked) {
  script::Start out;
  const bool old = linked.launch->kind == shell::LaunchKind::kTorchLaunch;
  if (old && !linked.launch->flag("use_env")) out.words = {"--local_rank", "--local-rank"};
  bool is_known = true;
  for (const shell::ExpandedWord& word : linked.launch->arguments) {
    const bool open = word.precision == shell::ExpandedWord::Precision::kAnyWords ||
                      (word.precision == shell::ExpandedWord::Precision::kPrefix &&
                       word.value.empty() && !word.in_script_folder);
    out.more = out.more || open;
    const auto whole = word.overridable ? std::nullopt : linked.value(word);
    is_known = is_known && !open && whole;
    if (is_known) out.arguments.push_back(*whole);
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
  return start_of(linked).arguments.size() == linked.launch->arguments.size();
}

namespace {

// Texts that make a group, or start other programs, in a way that the walk does not follow.
bool does_more(std::string_view text) {
  constexpr std::string_view kWords[] = {"import_module",    "__import__", "runpy",
                                         "subprocess",       "os.system",  "os.exec",
                                         "init_device_mesh", "init_rpc",   "fully_shard"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [text](std::string_view word) { return text.find(word) != text.npos; });
}

// Whether each place of a file that names a maker of groups is an import, a comment, in a function
// that nobody calls, or a call that the walk has reached, so that it knows when that is called.
bool knows_makers(const syntax::Document& document, const Summary& script, const Request& request) {
  const std::string_view text = document.source().bytes();
  for (const std::string_view word : {"init_process_group", "init_dist"}) {
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
      const std::string_view before = line_before(text, at);
      const std::string_view first = trim(before);
      const bool is_import = first.starts_with("from ") || first.starts_with("import ");
      if (is_import || before.find('#') != before.npos || first.ends_with("def")) continue;
      const auto offset = static_cast<std::uint32_t>(at);
      const Span place{document.source().id(), offset,
                       offset + static_cast<std::uint32_t>(word.size())};
      const bool called = std::any_of(
          script.calls.begin(), script.calls.end(),
          [&](const Call& call) { return call.callee.contains(place) && call.point.reached; });
      if (!called && !is_idle(place, script, request)) return false;
    }
  }
  return true;
}

}  // namespace

bool sees_every_group(const Summary& script, const Request& request) {
  if (!script.complete) return false;
  const bool known =
      std::all_of(script.imports.begin(), script.imports.end(), [&](const script::Import& each) {
        return is_walked(each, script) ||
               (!script.builds.empty() && each.symbol.starts_with("mmengine"));
      });
  return known &&
         std::all_of(script.files.begin(), script.files.end(), [&](const std::string& file) {
           const syntax::Document* document = request.workspace.document(file);
           return !document || (!does_more(document->source().bytes()) &&
                                knows_makers(*document, script, request));
         });
}

namespace {

bool is_torch_launch(const LinkedLaunch& linked) {
  const shell::LaunchKind kind = linked.launch->kind;
  return kind == shell::LaunchKind::kTorchRun || kind == shell::LaunchKind::kTorchLaunch;
}

// What a launch and the target decide of a run.
script::Start start_of(const LinkedLaunch& linked, const Request& request) {
  const catalog::Target& target = request.target;
  script::Start out = start_of(linked);
  const auto add = [&](Question::Kind kind, std::string subject, bool holds) {
    out.guard.add(script::Condition{{kind, std::move(subject)}, holds});
  };
  const bool by_torch = is_torch_launch(linked);
  if (by_torch) {
    for (std::string& name : facts::torchrun_variables())
      add(Question::Kind::kEnvironment, std::move(name), true);
  }
  for (const shell::EnvironmentWrite& each : linked.launch->environment) {
    const auto value = each.value && !each.conditional && !each.value->overridable
                           ? linked.value(*each.value)
                           : std::nullopt;
    if (each.value) add(Question::Kind::kEnvironment, each.name, true);
    if (value) out.environment[each.name] = *value;
  }
  const bool is_one_node = !linked.launch->flag("nnodes") && !linked.launch->flag("rdzv_endpoint");
  if (const auto processes = linked.processes(); by_torch && processes && is_one_node)
    out.environment["WORLD_SIZE"] = std::to_string(*processes);
  if (by_torch) add_batch_step(linked, request, out);
  // mpirun sets these in what it starts, and nobody else does.
  for (const std::string& name : facts::mpi_variables()) {
    if (by_torch && !out.guard.answer({Question::Kind::kEnvironment, name}))
      add(Question::Kind::kEnvironment, name, false);
  }
  const catalog::Literal* missing = target.fact("scripts.missing");
  if (missing && missing->list()) {
    for (const catalog::Literal& each : *missing->list()) {
      if (each.string()) add(Question::Kind::kDevice, *each.string(), false);
    }
  }
  return out;
}

// Whether a scheduler that starts the processes, or a program such as mpirun stands between the
// launch script and Python.
bool is_in_job(const LinkedLaunch& linked, const Request& request) {
  for (const LinkedLaunch* each = &linked; each; each = each->through) {
    const auto& wrappers = each->launch->wrappers;
    const bool in_job = std::any_of(wrappers.begin(), wrappers.end(), [](const std::string& name) {
      return name != "nohup" && name != "env" && name != "time" && name != "nice";
    });
    const syntax::Document* text = request.workspace.document(each->launch_script);
    if (in_job || !text) return true;
  }
  return false;
}

// Whether torchrun starts several processes, and Slurm and mpirun have nothing to do with it.
bool starts_several(const LinkedLaunch& linked, const Request& request) {
  return is_torch_launch(linked) && !linked.launch->elsewhere &&
         linked.processes().value_or(1) >= 2 && !is_in_job(linked, request);
}

// Whether the processes may differ on purpose, such as in the file that each of them writes.
bool asks_for_rank(const Summary& script, const Request& request) {
  return std::any_of(script.files.begin(), script.files.end(), [&](const std::string& file) {
    const syntax::Document* document = request.workspace.document(file);
    return document && has_word(document->source().bytes(), "RANK");
  });
}

// Whether a text of Python may name an attribute other than by a dot or where it is defined: in a
// string, or as the keyword of a call.
bool may_name(std::string_view text, std::string_view attribute) {
  for (std::size_t at = 0; has_word(text, attribute, at, &at); ++at) {
    const char before = at == 0 ? '\n' : text[at - 1];
    if (before == '\'' || before == '"') return true;
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    const std::string_view rest = trim(line.substr(attribute.size()));
    if (before == '.' || !rest.starts_with('=') || rest.starts_with("==")) continue;
    const bool begins_line = trim(line_before(text, at)).empty();
    if (!begins_line || rest.ends_with(',') || rest.ends_with(')')) return true;
  }
  return false;
}

// Whether anything that the project or the launch gives to a script may be called so.
bool may_be_given(std::string_view attribute, const LinkedLaunch& linked, const Summary& script,
                  const Request& request, DataWords& data) {
  const auto& words = linked.launch->arguments;
  return start_of(linked).more || data.may_have(attribute) ||
         std::any_of(words.begin(), words.end(),
                     [&](const auto& word) { return has_word(word.value, attribute); }) ||
         std::any_of(script.files.begin(), script.files.end(), [&](const std::string& file) {
           const syntax::Document* document = request.workspace.document(file);
           return document && may_name(document->source().bytes(), attribute);
         });
}

constexpr std::size_t kMostRuns = 4;  // of one script

// What a script does where a launch starts it, in any process or in that of `rank`; null if that
// is not known.
std::unique_ptr<Summary> run_of(const std::string& path, const Summary& script,
                                const LinkedLaunch& linked, const Request& request, DataWords& data,
                                std::optional<int> rank = std::nullopt) {
  script::Start start = start_of(linked, request);
  if (rank) start.set_rank(*rank);
  start.sees_groups = walks_all_imports(script);
  start.may_set = [&](std::string_view attribute) {
    return may_be_given(attribute, linked, script, request, data);
  };
  auto run = request.workspace.started(path, start);
  return run && run->complete ? std::move(run) : nullptr;
}

// Whether a run trains, and no process group is there at any time.
bool trains_alone(const Summary& run) {
  bool backward = false, step = false;
  for (const Call& call : run.calls) {
    if (!call.point.reached) continue;
    const bool needs_group =
        script::makes_group(call.symbol) || script::wraps_for_group(call.symbol);
    if (needs_group || call.point.group != script::OnPaths::kNone) return false;
    backward = backward || call.symbol.ends_with(".backward");
    step = step || call.symbol.ends_with(".step");
  }
  return run.complete && backward && step;
}

std::vector<KnownRun> runs_of(const std::string& path, const Summary& script,
                              const Request& request, const LaunchGraph& graph,
                              std::optional<int> rank = std::nullopt) {
  std::vector<KnownRun> out;
  DataWords data(request);
  for (const LinkedLaunch* linked : graph.of_script(path)) {
    if (!starts_several(*linked, request)) continue;
    if (out.size() == kMostRuns) return {};
    auto run = run_of(path, script, *linked, request, data, rank);
    if (run) out.push_back({linked, std::move(run)});
  }
  return out;
}

// Whether a Runner that a run builds has no launcher, so that it makes no process group.
bool has_no_launcher(const script::Build& build, const Summary& run,
                     std::span<const config::Resolved* const> configs) {
  const auto names_none = [](const FoundValue& found) {
    return !found.unknown && (!found.value || found.value->is_string("none"));
  };
  const auto is_none = [](const script::Alternative& each) { return each.is_text("none"); };
  const auto* written = build.keys.find("launcher");
  if (run.calls[build.call].argument("launcher", std::string::npos)) return false;
  if ((!written || written->as_loaded()) &&
      (configs.empty() || !std::all_of(configs.begin(), configs.end(), [&](const auto* config) {
         return names_none(value_at(*config->root, "launcher"));
       })))
    return false;
  return !written ||
         std::all_of(written->writes.begin(), written->writes.end(), [&](std::size_t write) {
           const auto& value = run.writes[write].value;
           return std::all_of(value.begin(), value.end(), is_none);
         });
}

// Whether a run gets to a call with one of the configs that it loads.
bool may_reach(const Call& call, const Summary& run,
               std::span<const config::Resolved* const> configs, const Request& request) {
  if (!call.point.reached || configs.empty()) return call.point.reached;
  Pool pool;
  const std::set<std::string> given;
  return std::any_of(configs.begin(), configs.end(), [&](const config::Resolved* config) {
    return ConfigChanges(*config->root, run, request.target, pool, given)
        .may_hold(call.point.guard);
  });
}

}  // namespace

std::unique_ptr<Summary> known_run(const std::string& path, const Summary& script,
                                   const LinkedLaunch& linked, const Request& request) {
  const bool starts = linked.launch->kind == shell::LaunchKind::kPython ||
                      (is_torch_launch(linked) && !is_in_job(linked, request));
  if (!starts || linked.launch->elsewhere || !has_known_arguments(linked)) return nullptr;
  DataWords data(request);
  return run_of(path, script, linked, request, data);
}

std::vector<std::shared_ptr<const Summary>> builds_as_started(
    const std::string& path, const Summary& script,
    const std::vector<const LinkedLaunch*>& launches, const Request& request) {
  std::vector<std::shared_ptr<const Summary>> out;
  DataWords data(request);
  for (const LinkedLaunch* linked : launches) {
    if (is_told_by_another(*linked, launches)) continue;
    const bool is_known = starts_several(*linked, request) && has_known_arguments(*linked);
    if (!is_known || out.size() == kMostRuns) return {};
    std::shared_ptr<const Summary> run = run_of(path, script, *linked, request, data);
    if (!run || run->builds.empty()) return {};
    out.push_back(std::move(run));
  }
  return out;
}

std::vector<KnownRun> known_runs(const std::string& path, const Summary& script,
                                 const Request& request, const LaunchGraph& graph,
                                 std::optional<int> rank) {
  if (!script.builds.empty() || !walks_all_imports(script)) return {};
  return runs_of(path, script, request, graph, rank);
}

std::optional<LoneRanks> lone_runners(const std::string& path, const Summary& script,
                                      std::span<const config::Resolved* const> configs,
                                      const Request& request, const LaunchGraph& graph) {
  const auto group = std::find_if(script.calls.begin(), script.calls.end(), [](const Call& call) {
    return script::makes_group(call.symbol) && call.point.reached;
  });
  const bool makes = group != script.calls.end();
  if (script.builds.empty() || !sees_every_group(script, request) ||
      (!makes && asks_for_rank(script, request)))
    return std::nullopt;
  for (const KnownRun& each : runs_of(path, script, request, graph)) {
    const auto& calls = each.run->calls;
    const auto& builds = each.run->builds;
    const bool alone = std::none_of(calls.begin(), calls.end(),
                                    [&](const Call& call) {
                                      return script::makes_group(call.symbol) &&
                                             may_reach(call, *each.run, configs, request);
                                    }) &&
                       std::all_of(builds.begin(), builds.end(), [&](const script::Build& build) {
                         return has_no_launcher(build, *each.run, configs);
                       });
    if (alone && !builds.empty())
      return LoneRanks{each.launch->launch->flag("nproc_per_node")->span,
                       makes ? group->callee : Span(), calls[builds.front().call].callee};
  }
  return std::nullopt;
}

std::optional<LoneRanks> lone_ranks(const Summary& script, const Request& request,
                                    const std::vector<KnownRun>& runs) {
  const auto alone = std::find_if(runs.begin(), runs.end(),
                                  [](const KnownRun& each) { return trains_alone(*each.run); });
  if (alone == runs.end() || !sees_every_group(script, request)) return std::nullopt;
  const auto group = std::find_if(script.calls.begin(), script.calls.end(), [](const Call& call) {
    return script::makes_group(call.symbol) && call.point.reached;
  });
  const auto training = std::find_if(
      script.calls.begin(), script.calls.end(),
      [](const Call& call) { return call.symbol.ends_with(".backward") && call.point.reached; });
  const bool makes = group != script.calls.end();
  if (training == script.calls.end() || (!makes && asks_for_rank(script, request)))
    return std::nullopt;
  return LoneRanks{alone->launch->launch->flag("nproc_per_node")->span,
                   makes ? group->callee : Span(), training->callee};
}

}  // namespace mmlint::check
