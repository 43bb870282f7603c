#include "launch/starts.h"

#include "base/text.h"
#include "launch/candidates.h"
#include "launch/entry_scripts.h"
#include "launch/given_options.h"
#include "launch/own_wrappers.h"
#include "launch/program_store.h"
#include "launch/reachable.h"
#include "script/symbols.h"

namespace mmlint::launch {
namespace {

using script::Alternative;
using script::Summary;

// Whether the Python files of a project use what only mmcv 1.x has, and none uses MMEngine. Then
// whoever trains with its configs is of mmcv 1.x as well.
bool is_of_mmcv_1(const ProjectView& project) {
  constexpr std::string_view kWords[] = {"mmengine", "from mmcv.runner", "from mmcv.parallel"};
  std::uint32_t words = 0;
  for (const std::string& path : project.scripts)
    words |= words_in(project.workspace.text(path), kWords);
  return words > 1 && (words & 1) == 0;
}

// Whether the group exists before every Runner; of a script that hands the config on, whether it
// makes one at all.
bool makes_group(const Summary& script, const catalog::Target& target) {
  if (script.builds.empty())
    return std::ranges::any_of(script.calls, [](const script::Call& call) {
      return call.point.reached && script::makes_group(call.symbol);
    });
  return std::ranges::all_of(script.builds, [&](const script::Build& build) {
    return group_at(script.calls[build.call].point, script, target) != script::OnPaths::kNone;
  });
}

// Whether all that a script writes to the key `launcher` is this text.
bool sets_launcher(const Summary& script, std::string_view text) {
  bool any = false;
  for (const script::ConfigWrite& write : script.writes) {
    if (write.key != "launcher") continue;
    any = true;
    const bool is_it = std::ranges::all_of(
        write.value, [text](const Alternative& value) { return value.is_text(text); });
    if (!is_it || write.value.empty()) return false;
  }
  return any;
}

// RUNNERS.build and build_runner_from_cfg look at runner_type
// (mmengine/registry/build_functions.py, build_runner_from_cfg); tools/train.py calls
// Runner.from_cfg where the config has none.
Runners runners_of(const Summary& script) {
  Runners out;
  for (const script::Build& build : script.builds) {
    const script::Call& call = script.calls[build.call];
    const bool is_untyped =
        call.point.guard.answer({Question::Kind::kConfig, "runner_type"}) == false;
    if (call.symbol.is_inside("mmengine.runner.FlexibleRunner"))
      out.flexible = true;
    else if (call.symbol.is_inside("mmengine.registry") || is_untyped)
      out.by_type = true;
    else
      out.runner = true;
  }
  return out;
}

bool may_be_pytorch(const Alternative& choices) {
  const Value* list = choices.data();
  if (!list || (list->kind != Value::Kind::kList && list->kind != Value::Kind::kTuple)) return true;
  return std::ranges::any_of(list->items(),
                             [](const Value* item) { return item->is_string("pytorch"); });
}

bool offers_launcher(const Summary& script) {
  return std::ranges::any_of(script.options, [](const auto& option) {
    const bool named = is_in("--launcher", option.names);
    const bool any = option.choices.empty() || std::ranges::any_of(option.choices, may_be_pytorch);
    return named && any;
  });
}

// The launcher that a script writes into the config or hands to the Runner.
Launcher launcher_in(const script::Alternatives& values, const script::ProgramPoint& point,
                     const Summary& script) {
  const auto is_none = [](const Alternative& value) {
    return value.is_text("none") || (value.data() && value.data()->kind == Value::Kind::kNone);
  };
  const auto is_named = [&](const Alternative& value) {
    return value.data() && value.data()->kind == Value::Kind::kString && !is_none(value);
  };
  if (std::ranges::all_of(values, is_none)) return Launcher::kNone;
  const bool certain = point.guard.conditions().size() == script.start.conditions().size();
  return certain && std::ranges::all_of(values, is_named) ? Launcher::kGiven : Launcher::kOffered;
}

// What launcher a script has, however it is started: what it writes, or the option for one.
Launcher launcher_in(const Summary& script) {
  constexpr std::size_t kPosition = 22;  // of `launcher` in Runner.__init__
  Launcher out = script.builds.empty() ? Launcher::kNobody : Launcher::kNone;
  if (offers_launcher(script)) out = Launcher::kOffered;
  for (const script::ConfigWrite& write : script.writes) {
    if (write.key == "launcher") out = std::max(out, launcher_in(write.value, write.point, script));
  }
  for (const script::Build& build : script.builds) {
    const script::Call& call = script.calls[build.call];
    const auto* argument = call.argument("launcher", kPosition);
    if (argument) out = std::max(out, launcher_in(argument->value, call.point, script));
  }
  return out;
}

// Whether a script without an option for the launcher has one in a launch of the project, such as
// for the environment variables that torchrun sets.
bool finds_launcher(const ProgramFacts& facts) {
  const Summary& script = facts.program().summary();
  if (script.builds.empty() || offers_launcher(script)) return false;
  return std::ranges::any_of(facts.get_big<builds_as_started>(), [](const KnownRun& each) {
    return each.run && launcher_in(*each.run) == Launcher::kGiven;
  });
}

// Whether the option for the launcher names one if it is left out.
bool defaults_to_launcher(const Summary& script) {
  return std::ranges::any_of(script.options, [](const auto& option) {
    const bool named = is_in("--launcher", option.names);
    const std::string_view text = script::text_of(option.default_value);
    return named && !text.empty() && text != "none";
  });
}

// Whether the command line names the config of a script that hands its path on unread.
bool takes_a_config(const Summary& script) {
  return std::ranges::any_of(script.options, [](const auto& option) {
    return option.dest == "config" || option.dest == "cfg";
  });
}

// The configs that the launches of a script name; nullopt if one of them is not known.
std::optional<std::set<std::string>> configs_of(const Program& program) {
  std::set<std::string> out;
  for (const LinkedLaunch* linked : program.launches()) {
    if (is_told_by_another(*linked, program.launches())) continue;
    const bool is_open = linked->config.path.empty() || linked->config_word->overridable;
    if (is_open) return std::nullopt;
    out.insert(linked->config.path);
  }
  return out;
}

}  // namespace

bool Builder::decides_launcher() const {
  return !launch || launch->option("--launcher", nullptr) || launch->processes() != 1;
}

Starts::Starts(const ProgramStore& programs, const catalog::Target& target)
    : index_(programs.project().index),
      roots_(programs.project().roots.begin(), programs.project().roots.end()),
      launched_(distributed_configs(programs.graph())) {
  is_of_mmcv_1_ = is_of_mmcv_1(programs.project());
  has_leaves_ = std::ranges::any_of(index_.nodes(), [this](const project::Node* node) {
    return !config::is_named_as_base(below_nearest(node->key->path, roots_));
  });
  read(programs, target);
  find_inferred(programs.project());
  find_bases_of_started(programs.project().workspace);
}

std::vector<std::string> Starts::builders() const {
  std::vector<std::string> out;
  for (const Script& script : scripts_) {
    if (script.builds) out.push_back(script.path);
  }
  return out;
}

void Starts::read(const ProgramStore& programs, const catalog::Target& target) {
  const ProjectView& project = programs.project();
  std::vector<std::string> paths;
  for (const std::string& path : project.scripts) {
    if (may_load_a_config(project.workspace.text(path))) paths.push_back(path);
  }
  const auto summaries = project.workspace.scripts(paths);
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!summaries[i]) continue;
    const Summary& summary = *summaries[i];
    const bool hands_on = summary.config.empty() && offers_launcher(summary);
    if (hands_on ? !takes_a_config(summary) : summary.config.empty()) continue;
    const Program& program = *programs.program(paths[i]);
    Script script;
    script.path = paths[i];
    script.summary = &summary;
    script.takes_any =
        hands_on || std::ranges::any_of(summary.config,
                                        [](const Alternative& config) { return !config.data(); });
    script.home = home_of(paths[i], project);
    for (const config::Resolved* config : program.configs()) script.configs.insert(config->path);
    script.builds = !summary.builds.empty();
    script.trains_itself = !script.builds && summary.trains;
    script.makes_group = makes_group(summary, target) || program.configs_make_group();
    script.replaces_init_dist = replaces_init_dist(summary, target);
    script.wraps_itself = wraps_itself(summary, target);
    script.runners = runners_of(summary);
    script.sets_pytorch = sets_launcher(summary, "pytorch");
    script.sets_none = sets_launcher(summary, "none");
    script.started = configs_of(program);
    script.given = given_options(program.launches(), summary);
    script.launcher = launcher_in(summary);
    if (script.launcher == Launcher::kOffered && none_names_launcher(program.launches()))
      script.launcher = finds_launcher(program.on(target)) ? Launcher::kGiven : Launcher::kLeftOut;
    for (const LinkedLaunch* linked : program.launches()) {
      std::string launcher;
      const bool has = linked->option("--launcher", &launcher) != nullptr;
      if (has ? launcher == "none" : !defaults_to_launcher(summary)) continue;
      const bool is_known = !has || !launcher.empty();
      const bool is_pytorch = has && launcher == "pytorch";
      script.any_by_pytorch |= is_pytorch && linked->config.path.empty();
      if (is_pytorch) script.by_pytorch.insert(linked->config.path);
      if (is_known && !linked->config.path.empty())
        script.launched.insert(linked->config.path);
      else
        script.launcher =
            std::max(script.launcher, is_known ? Launcher::kGiven : Launcher::kOffered);
    }
    const auto gives = [&](const LinkedLaunch* each) { return gives_pairs(*each, summary); };
    const bool changes = !summary.writes.empty() || std::ranges::any_of(program.launches(), gives);
    if (script.builds && changes) script.runs = program.on(target).get_big<builds_as_started>();
    scripts_.push_back(std::move(script));
  }
}

// A script may give a config that lies outside of the folders for configs to init_detector and its
// like, which build the model in one process and train nothing (mmdet/apis/inference.py).
void Starts::find_inferred(const ProjectView& project) {
  std::set<std::string> named;  // by the strings of a script, in its folder or in a root
  for (const std::string& path : project.scripts) {
    const std::string_view text = project.workspace.text(path);
    if (text.find(".apis import") == text.npos || text.find("init_") == text.npos ||
        std::ranges::find(scripts_, path, &Script::path) != scripts_.end())
      continue;
    for (const char quote : {'\'', '"'}) {
      for (const std::string_view each : split(text, quote)) {
        if (extension(each).empty()) continue;
        named.insert(join_path(parent_folder(path), each));
        for (const std::string& root : project.roots) named.insert(join_path(root, each));
      }
    }
  }
  const auto is_loaded = [](const std::string& config) {
    return [&config](const Script& script) { return script.configs.count(config) != 0; };
  };
  for (const std::string& config : project.index.configs()) {
    if (named.count(config) != 0 &&
        !config::is_below_config_folder(below_nearest(config, roots_)) &&
        launched_.count(config) == 0 && std::ranges::none_of(scripts_, is_loaded(config)))
      inferred_.insert(config);
  }
}

void Starts::find_bases_of_started(project::Workspace& workspace) {
  std::vector<const config::Resolved*> open;
  for (const Script& script : scripts_) {
    if (!script.builds || !script.started) continue;
    for (const std::string& path : *script.started) {
      if (const config::Resolved* config = workspace.resolve(path)) open.push_back(config);
    }
  }
  while (!open.empty()) {
    const config::Resolved* config = open.back();
    open.pop_back();
    for (const config::Resolved* base : config->bases) {
      if (bases_.insert(base->path).second) open.push_back(base);
    }
  }
}

Launcher Starts::launcher_of(const Script& script, const std::string& config, bool names_launcher) {
  if (script.sets_none) return Launcher::kNone;
  return names_launcher || script.launched.count(config) != 0 ? Launcher::kGiven : script.launcher;
}

Started Starts::of(const std::string& path, bool names_launcher) const {
  Started out;
  out.is_of_mmcv_1 = is_of_mmcv_1_;
  if (!names_launcher && inferred_.count(path) != 0) {
    out.launcher = out.in_runner = Launcher::kNone;
    out.has_own_loop = true;  // no Runner reads it
    out.builders = &builders_of({});
    return out;
  }
  const auto launch = launched_.find(path);
  if (launch != launched_.end()) out.launched = &launch->second;
  bool is_trained = false, all_wrap = true, is_named_by_one = out.launched != nullptr;
  const bool is_base = index_.is_inherited(path);
  bool may_be_started = out.launched != nullptr, heirs_are = bases_.count(path) != 0;
  std::vector<Start> builders;
  for (std::size_t i = 0; i < scripts_.size(); ++i) {
    const Script& script = scripts_[i];
    const bool takes = script.takes_any && is_below(path, script.home);
    if (!takes && script.configs.count(path) == 0) continue;
    // Without a start that is known those configs are meant that no other one inherits.
    const bool has_start = script.started && !script.started->empty();
    may_be_started = may_be_started || script.configs.count(path) != 0 ||
                     (has_start ? script.started->count(path) != 0 : !is_base);
    heirs_are = heirs_are || !has_start;
    out.may_be_named = out.may_be_named || !script.started;
    const Launcher launcher = launcher_of(script, path, names_launcher);
    out.launcher = std::max(out.launcher, launcher);
    is_trained = is_trained || script.trains_itself;
    if (!script.makes_group) out.in_runner = std::max(out.in_runner, launcher);
    if (launcher == Launcher::kGiven && !script.makes_group)
      out.by_pytorch |=
          script.sets_pytorch || script.any_by_pytorch || script.by_pytorch.contains(path);
    out.runners.runner |= script.runners.runner;
    out.runners.flexible |= script.runners.flexible;
    out.runners.by_type |= script.runners.by_type;
    const bool is_named =
        script.configs.contains(path) || (script.started && script.started->contains(path));
    is_named_by_one |= is_named;
    out.built_here |=
        script.builds && (is_named || config::is_below_config_folder(below_nearest(path, roots_)));
    if (script.builds) {
      all_wrap = all_wrap && script.wraps_itself;
      add_starts(i, path, builders);
      const bool no_launcher = launcher < Launcher::kOffered && !out.launched;
      out.built_by.push_back(
          {&script.path, script.makes_group || script.replaces_init_dist || no_launcher});
    }
  }
  // A launch may name a script that is not here, or that hands the launcher on.
  const auto is_used = [this](const std::string& launched) {
    return std::ranges::none_of(scripts_, [&](const Script& script) {
      return script.path == launched && script.launcher == Launcher::kNone;
    });
  };
  out.only_heirs = heirs_are && !may_be_started;
  out.is_unused_base = has_leaves_ && !is_base && !is_named_by_one &&
                       config::is_named_as_base(below_nearest(path, roots_));
  const bool nobody = out.launcher == Launcher::kNobody;
  const bool is_given = out.launched && std::ranges::any_of(out.launched->scripts, is_used);
  if (is_given || (nobody && names_launcher)) out.launcher = out.in_runner = Launcher::kGiven;
  out.has_own_loop = (is_trained || is_of_mmcv_1_) && out.built_by.empty();
  out.wraps_itself =
      (out.launched && out.launched->by_deepspeed) || (!out.built_by.empty() && all_wrap);
  out.builders = &builders_of(builders);
  if (names_launcher) out.launched = nullptr;  // the config says so itself
  return out;
}

// A config that no launch names is started as others are, but for the keys that these set.
void Starts::add_starts(std::size_t index, const std::string& config,
                        std::vector<Start>& out) const {
  const Script& script = scripts_[index];
  const auto gives_keys = [&](const KnownRun& each) {
    return gives_pairs(*each.launch, *script.summary);
  };
  const bool is_named = std::ranges::any_of(
      script.runs, [&](const KnownRun& each) { return each.launch->config.path == config; });
  std::vector<std::size_t> own;
  for (std::size_t i = 0; i < script.runs.size(); ++i) {
    const std::string& named = script.runs[i].launch->config.path;
    if (named == config || named.empty() || (!is_named && !gives_keys(script.runs[i])))
      own.push_back(i);
  }
  const bool all_known = !own.empty() && std::ranges::all_of(own, [&](std::size_t i) {
    return script.runs[i].run != nullptr;
  });
  if (!all_known) out.emplace_back(index, std::nullopt);
  for (const std::size_t i : own) {
    if (script.runs[i].run && (all_known || gives_keys(script.runs[i]))) out.emplace_back(index, i);
  }
}

const Builders& Starts::builders_of(const std::vector<Start>& starts) const {
  const std::lock_guard lock(mutex_);
  const auto [known, is_new] = builders_.try_emplace(starts);
  if (is_new) {
    for (const auto& [index, run] : starts) {
      const Script& script = scripts_[index];
      if (!run) known->second.push_back({script.path, script.summary, script.given});
      if (run)
        known->second.push_back(
            {script.path, script.runs[*run].run.get(), {}, script.runs[*run].launch});
    }
  }
  return known->second;
}

}  // namespace mmlint::launch
