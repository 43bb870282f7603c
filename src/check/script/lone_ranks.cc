#include "check/script/lone_ranks.h"

#include "base/text.h"
#include "facts/launch.h"
#include "launch/config_changes.h"
#include "launch/group_modules.h"
#include "launch/known_runs.h"
#include "launch/reachable.h"
#include "launch/walked_imports.h"
#include "script/symbols.h"

namespace mmlint::check {

using script::Call;
using script::Summary;

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
// that nobody calls, or a call that the walk has reached or knows to be out of reach, so that it
// knows when that is called.
bool knows_makers(const syntax::Document& document, const Summary& script,
                  project::Workspace& workspace) {
  const std::string_view text = document.source().bytes();
  for (const std::string_view word : {"init_process_group", "init_dist"}) {
    for (std::size_t at = 0; has_word(text, word, at, &at); ++at) {
      const std::string_view before = line_before(text, at);
      const std::string_view first = trim(before);
      const bool is_import = first.starts_with("from ") || first.starts_with("import ");
      if (is_import || before.find('#') != before.npos || first.ends_with("def")) continue;
      const auto offset = static_cast<std::uint32_t>(at);
      const Span place{document.source().id(), offset,
                       offset + static_cast<std::uint32_t>(word.size())};
      const bool called = std::ranges::any_of(script.calls, [&](const Call& call) {
        return call.callee.contains(place) && call.point.reached;
      });
      if (!called && !launch::is_passed_over(place, text, script) &&
          !launch::is_idle(place, script, workspace))
        return false;
    }
  }
  return true;
}

// Whether all modules of the project that a script imports can be read, so that they were walked:
// not one in another encoding, nor one that is too large or that Python refuses.
bool reads_all_modules(const Summary& script, project::Workspace& workspace) {
  const std::string& path = script.document->source().path();
  return std::ranges::all_of(
      workspace.imported(std::span(&path, 1)).front(), [&](const std::string& module) {
        const syntax::Document* document = workspace.document(module);
        return document && !workspace.read_error(module) && document->problems().empty();
      });
}

// Whether an import of MMEngine may be what builds a Runner or a strategy, which make a group.
bool may_build_runner(script::Symbol symbol) {
  return !symbol.is_dotted_name() || symbol.text().find("unner") != std::string_view::npos ||
         symbol.text().find("trategy") != std::string_view::npos ||
         symbol.text().find("RUNNERS") != std::string_view::npos;
}

// Whether the processes may differ on purpose, such as in the file that each of them writes.
bool reads_rank_variable(const Summary& script, project::Workspace& workspace) {
  return std::ranges::any_of(
      script.files, [&](const auto& file) { return has_word(workspace.text(file), "RANK"); });
}

// Whether a run trains, and no process group is there at any time.
bool trains_alone(const Summary& run) {
  bool backward = false, step = false;
  for (const Call& call : run.calls) {
    if (!call.point.reached) continue;
    const bool needs_group =
        script::makes_group(call.symbol) || script::wraps_for_group(call.symbol);
    if (needs_group || call.point.group != script::OnPaths::kNone) return false;
    backward = backward || call.symbol.is_method("backward");
    step = step || call.symbol.is_method("step");
  }
  return run.complete && backward && step;
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
      (configs.empty() || !std::ranges::all_of(configs, [&](const auto* config) {
         return names_none(value_at(*config->root, "launcher"));
       })))
    return false;
  return !written || std::ranges::all_of(written->writes, [&](std::size_t write) {
    const auto& value = run.writes[write].value;
    return std::ranges::all_of(value, is_none);
  });
}

// Whether a run gets to a call with one of the configs that it loads.
bool may_reach(const Call& call, const Summary& run,
               std::span<const config::Resolved* const> configs, const catalog::Target& target) {
  if (!call.point.reached || configs.empty()) return call.point.reached;
  Pool pool;
  const std::set<std::string> given;
  return std::ranges::any_of(configs, [&](const config::Resolved* config) {
    return launch::ConfigChanges(*config->root, run, target, pool, given)
        .may_hold(call.point.guard);
  });
}

// The same of a script that builds a Runner of MMEngine, which makes the group itself unless its
// launcher is 'none' (mmengine/runner/runner.py: setup_env).
std::optional<LoneRanks> lone_runners(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  const std::vector<const config::Resolved*>& configs = facts.program().configs();
  const auto group = std::ranges::find_if(script.calls, [](const Call& call) {
    return script::makes_group(call.symbol) && call.point.reached;
  });
  const bool makes = group != script.calls.end();
  if (script.builds.empty() || !sees_every_group(script, workspace) ||
      (!makes && reads_rank_variable(script, workspace)))
    return std::nullopt;
  for (const launch::KnownRun& each : launch::runs_in_several(facts)) {
    const auto& calls = each.run->calls;
    const auto& builds = each.run->builds;
    const bool alone =
        std::ranges::none_of(calls,
                             [&](const Call& call) {
                               return script::makes_group(call.symbol) &&
                                      may_reach(call, *each.run, configs, facts.target());
                             }) &&
        std::ranges::all_of(builds, [&](const script::Build& build) {
          return has_no_launcher(build, *each.run, configs);
        });
    if (alone && !builds.empty())
      return LoneRanks{each.launch->launch->flag("nproc_per_node")->span,
                       makes ? group->callee : Span(), calls[builds.front().call].callee};
  }
  return std::nullopt;
}

// The first of the runs in which the processes are alone.
std::optional<LoneRanks> alone_in_runs(const launch::ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  project::Workspace& workspace = facts.program().workspace();
  const std::vector<launch::KnownRun>& runs = facts.get_big<launch::known_runs>();
  const auto alone = std::ranges::find_if(
      runs, [](const launch::KnownRun& each) { return trains_alone(*each.run); });
  if (alone == runs.end() || !sees_every_group(script, workspace)) return std::nullopt;
  const auto group = std::ranges::find_if(script.calls, [](const Call& call) {
    return script::makes_group(call.symbol) && call.point.reached;
  });
  const auto training = std::ranges::find_if(script.calls, [](const Call& call) {
    return call.symbol.is_method("backward") && call.point.reached;
  });
  const bool makes = group != script.calls.end();
  if (training == script.calls.end() || (!makes && reads_rank_variable(script, workspace)))
    return std::nullopt;
  return LoneRanks{alone->launch->launch->flag("nproc_per_node")->span,
                   makes ? group->callee : Span(), training->callee};
}

// Whether a module of some config may make the process group, or a launch choose a launcher.
bool may_make_group(const launch::Program& program) {
  const FileSystem& files = program.workspace().files();
  const auto& configs = program.configs();
  return program.cfg_options().contains("launcher") ||
         std::ranges::any_of(configs, [&](const config::Resolved* config) {
           return launch::process_group_module(*config, files) ||
                  launch::runner_module(*config, files) ||
                  !launch::imports_not_found(*config, files).empty();
         });
}

}  // namespace

bool sees_every_group(const Summary& script, project::Workspace& workspace) {
  if (!script.complete || launch::calls_group_maker(script)) return false;
  if (!reads_all_modules(script, workspace)) return false;
  const bool known = std::ranges::all_of(script.imports, [&](const script::Import& each) {
    return launch::is_walked(each, script) ||
           (each.symbol.package() == "mmengine" &&
            (!script.builds.empty() || !may_build_runner(each.symbol)));
  });
  return known && std::ranges::all_of(script.files, [&](const std::string& file) {
           const syntax::Document* document = workspace.document(file);
           return !document || (!does_more(document->source().bytes()) &&
                                knows_makers(*document, script, workspace));
         });
}

std::optional<LoneRanks> lone_ranks(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  const Summary& script = program.summary();
  if (!script.trains) return std::nullopt;
  if (script.builds.empty()) return alone_in_runs(facts);
  const bool by_config = may_make_group(program);
  const bool must = program.configs_make_group() && !program.cfg_options().contains("launcher");
  if (by_config && !must) return std::nullopt;
  auto out = lone_runners(facts);
  // Of a script that makes a group too, it is not known if it has to.
  return by_config && out && out->group.known() ? std::nullopt : out;
}

bool add_lone_ranks(const Summary& script, const LoneRanks& alone, Span place, ScriptHits& hits) {
  for (const script::Call& call : script.calls) {
    if (call.callee != place) continue;
    hits.push_back({.at = call.callee, .fact = call.span, .name = call.symbol.str()});
    hits.back().other = alone.count;
    return true;
  }
  return false;
}

}  // namespace mmlint::check
