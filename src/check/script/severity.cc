#include "check/script/severity.h"

#include "base/paths.h"
#include "catalog/on_target.h"
#include "facts/launch.h"
#include "launch/given_options.h"
#include "launch/programs.h"
#include "launch/reachable.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/usual_options.h"

namespace mmlint::check {

using script::Call;
using script::Condition;
using script::Summary;

namespace {

const LocalizedText kOtherValue = {
    "it is the default of an option, and each known start passes another value",
    "这是选项的默认值，而每个已知的启动都传入了其他值"};
const LocalizedText kNoStart = {"no known start of the script gets here",
                                "已知的启动都不会运行到这里"};

// Whether the name of a script says that it trains. If a library does that, the walk sees no
// training in the script.
bool names_training(std::string_view path) {
  const std::string_view name = file_name(path);
  return name.starts_with("train") || name.ends_with("train.py") || name.starts_with("finetune");
}

// Whether the text that a condition compares with names a device: `if args.device == 'cuda':`
bool is_about_device(std::string_view subject, const catalog::Target& target) {
  const std::string_view first = subject.substr(0, subject.find_first_of("|:"));
  return first == "cpu" || catalog::lists(target.fact("scripts.known_devices"), first);
}

// Whether a script without a known start has an option whose default is the name of a device. Which
// device a run uses is then the user's choice.
bool is_device_by_default(const Summary& script, const launch::ProgramFacts& facts) {
  return facts.program().launches().empty() &&
         std::ranges::any_of(script.options, [&](const script::Option& option) {
           const std::string_view text = script::text_of(option.default_value);
           return !text.empty() && is_about_device(text, facts.target());
         });
}

// Whether a flag is true unless it is given: action='store_false'.
bool is_on_by_default(const Summary& script, std::string_view dest) {
  return std::ranges::any_of(script.options, [&](const auto& option) {
    return option.dest == dest && option.is_flag &&
           std::ranges::any_of(option.default_value, [](const script::Alternative& value) {
             return value.data() && value.data()->kind == Value::Kind::kBool &&
                    value.data()->boolean;
           });
  });
}

// Whether the condition on an option holds in some known start.
bool is_started_so(const Condition& condition, const Summary& script,
                   const launch::ProgramFacts& facts) {
  const auto& launches = facts.program().launches();
  return std::ranges::any_of(launches, [&](const auto* launch) {
    const std::string& dest = condition.question.subject;
    return (launch::gives_option(*launch, script, dest) != is_on_by_default(script, dest)) ==
           condition.holds;
  });
}

// Whether the condition needs an option that is off by default, or an option's value other than its
// default, and no known start gives it. That a user may add it to what a launch script passes on
// ("$@") does not count.
bool is_left_off(const Condition& condition, const Summary& script,
                 const launch::ProgramFacts& facts) {
  const bool is_given = condition.question.kind == Question::Kind::kGiven;
  if ((condition.question.kind != Question::Kind::kOption && !is_given) || !condition.holds)
    return false;
  const std::string& dest = condition.question.subject;
  const auto is_own = [&](const script::Option& option) { return option.dest == dest; };
  // Not an option, but an attribute that the parser sets: parser.set_defaults(func=train)
  if (std::ranges::none_of(script.options, is_own)) return false;
  const auto is_on = [&](const script::Option& option) {
    return is_own(option) && !is_given && !script::is_off_by_default(option);
  };
  const auto& launches = facts.program().launches();
  const bool is_of_launcher = script::is_rank_option(dest) || dest == "launcher";
  if (launches.empty() && is_of_launcher) return false;  // starts of several processes give it
  return std::ranges::none_of(script.options, is_on) &&
         std::ranges::none_of(launches, [&](const auto* launch) {
           return launch::gives_option(*launch, script, dest);
         });
}

// Whether the condition asks for the default of an option, and each known start gives the option.
bool is_given_by_all(const Condition& condition, const Summary& script,
                     const launch::ProgramFacts& facts) {
  const std::string dest(config_text_of(condition.question).key);
  return condition.question.kind == Question::Kind::kDefault && condition.holds &&
         std::ranges::all_of(facts.program().launches(), [&](const auto* launch) {
           return launch::gives_option(*launch, script, dest);
         });
}

// The note of a finding that it happens only with an option.
LocalizedText only_with(std::string_view dest, const Summary& script) {
  const auto option = std::ranges::find(script.options, dest, &script::Option::dest);
  const std::string& name = option->names.back();
  return {fmt::format("only with the option {}", name), fmt::format("仅在使用选项 {} 时", name)};
}

// Whether the condition needs the launcher of a scheduler, and the script has no known start.
// Neither torchrun nor a plain start meets such a condition.
bool is_of_scheduler(const Condition& condition, const launch::ProgramFacts& facts) {
  const std::string& name = condition.question.subject;
  return condition.question.kind == Question::Kind::kEquals && condition.holds &&
         (name == "slurm" || name == "mpi") && facts.program().launches().empty();
}

// Whether the condition holds for the launcher of some known start: `if launcher != 'none':`
bool is_launcher(const Condition& condition, const launch::ProgramFacts& facts) {
  const auto& launches = facts.program().launches();
  return std::ranges::any_of(launches, [&](const auto* launch) {
    std::string value;
    return launch->option("--launcher", &value) && !value.empty() &&
           (value == condition.question.subject) == condition.holds;
  });
}

// Whether the target's facts say if a package is installed or not.
bool tells(const catalog::Target& target, std::string_view module) {
  return catalog::lists(target.fact("scripts.modules"), module) ||
         catalog::lists(target.fact("scripts.no_modules"), module);
}

// Whether the condition needs an import to succeed whose package the target cannot have.
bool is_of_cuda(const Condition& condition, const catalog::Target& target) {
  return condition.question.kind == Question::Kind::kModule && condition.holds &&
         catalog::lists(target.fact("scripts.missing_packages"), condition.question.subject.str());
}

// Whether the name of a variable contains the name of the target: HAS_GCU.
bool names_target(std::string_view variable, const catalog::Target& target) {
  const std::string_view family = std::string_view(target.name).substr(0, target.name.find('-'));
  const auto same = [](char a, char b) { return a == b || a + ('a' - 'A') == b; };
  return std::search(variable.begin(), variable.end(), family.begin(), family.end(), same) !=
         variable.end();
}

// Whether the condition needs an environment variable that only the user can set: the script, its
// known starts, launchers, schedulers and login shells do not set it.
bool is_left_unset(const Condition& condition, const Summary& script,
                   const launch::ProgramFacts& facts) {
  const std::string& name = condition.question.subject;
  if (condition.question.kind != Question::Kind::kEnvironment || !condition.holds ||
      facts::is_set_by_torchrun(name) || facts::is_of_job(name) || facts::is_usual_variable(name))
    return false;
  const auto& launches = facts.program().launches();
  if (launches.empty() && names_target(name, facts.target())) return false;
  const auto sets = [&](const launch::LinkedLaunch* launch) {
    for (const launch::LinkedLaunch* each = launch; each; each = each->through) {
      const auto& all = each->launch->environment;
      if (std::ranges::any_of(all, [&](const auto& one) { return one.name == name; })) return true;
    }
    return false;
  };
  return std::ranges::none_of(launches, sets) &&
         std::ranges::none_of(script.environment,
                              [&](const auto& write) { return write.name == name; });
}

// Whether the project has configs that the command line may name, and all of them have a key.
bool is_in_all(const std::string& key, const launch::ProgramFacts& facts) {
  const auto& configs = facts.program().possible_configs();
  return !configs.empty() && std::ranges::all_of(configs, [&](const config::Resolved* config) {
    return value_at(*config->root, key).value != nullptr;
  });
}

// Whether the script has no known start, and the condition holds for an option that is left out.
bool is_left_so(const Condition& condition, const Summary& script,
                const launch::ProgramFacts& facts) {
  const std::string& dest = condition.question.subject;
  const auto option = std::ranges::find(script.options, dest, &script::Option::dest);
  if (!facts.program().launches().empty() || option == script.options.end()) return false;
  const Value* usual = script::only_data(option->if_left_out);
  return usual && usual->kind == Value::Kind::kBool && usual->boolean == condition.holds;
}

// Whether the default of an option decides the condition, which is not about the device, and the
// script has no known start. A plain start leaves the option out. `all` are the conditions of the
// same path.
bool is_default_of_plain_start(const Condition& condition, std::span<const Condition> all,
                               const launch::ProgramFacts& facts) {
  const std::string& text = condition.question.subject;
  return facts.program().launches().empty() && condition.question.kind == Question::Kind::kEquals &&
         !is_about_device(text, facts.target()) &&
         std::ranges::any_of(all, [&](const Condition& each) {
           return each.question.kind == Question::Kind::kDefault && each.holds == condition.holds &&
                  config_text_of(each.question).text == text;
         });
}

// Whether nothing in the project says if the condition holds.
bool is_open(const Condition& condition, const Summary& script, const launch::ProgramFacts& facts) {
  using Kind = Question::Kind;
  const std::string& subject = condition.question.subject;
  switch (condition.question.kind) {
    case Kind::kOption:
      return !is_started_so(condition, script, facts) && !is_left_so(condition, script, facts);
    case Kind::kEnvironment:
      return !(condition.holds && facts::is_set_by_torchrun(subject));
    case Kind::kEquals:
      return (!is_about_device(subject, facts.target()) || is_device_by_default(script, facts)) &&
             !is_launcher(condition, facts);
    case Kind::kConfig:
      return condition.holds && facts.program().configs().empty() && !is_in_all(subject, facts);
    case Kind::kAttribute: {
      script::Guard is_there;
      is_there.add({condition.question, true});
      return !subject.starts_with("torch.cuda") && launch::may_hold(is_there, facts.target());
    }
    case Kind::kModule:
      return subject != "torch" && !subject.starts_with("mm") && !tells(facts.target(), subject);
    case Kind::kDevice:
      return !is_about_device(subject, facts.target());
    case Kind::kConfigText:  // the same path has a condition of kEquals
    case Kind::kDefault:
    case Kind::kGiven:
    case Kind::kGroup:
    case Kind::kGroupFailed:
    case Kind::kRank:  // it holds in some process
    case Kind::kWrapped:
      return false;
  }
  return false;
}

// Whether a call may make a process group on the target. init_dist does not where choosing a card,
// which it does first, raises.
bool may_make_group(const Call& call, const catalog::Target& target) {
  const auto* fact = target.fact("cuda_set_device.fatal");
  const bool* raises = fact ? std::get_if<bool>(&fact->value) : nullptr;
  return script::makes_group(call.symbol) &&
         !(raises && *raises && call.symbol.name() == "init_dist");
}

// Whether an exception that is caught around a hit does no harm. If a model stays unwrapped or no
// process group is made, each process trains alone, unless the handler wraps the model or another
// call makes the group. What convert_sync_batchnorm makes raises later, outside of the `try`: when
// the model is wrapped or called.
bool is_made_up_for(const ScriptHit& hit, const Summary& script, const catalog::Target& target) {
  const auto raises_later = [](const Call& call) {
    return call.symbol.name() == "convert_sync_batchnorm";
  };
  const auto own = std::ranges::find_if(script.calls, [&](const Call& call) {
    return call.span == hit.fact && (raises_later(call) || script::wraps_for_group(call.symbol) ||
                                     script::makes_group(call.symbol));
  });
  if (own == script.calls.end()) return true;
  if (raises_later(*own)) return false;
  const bool wraps = script::wraps_for_group(own->symbol);
  const auto again = [&](const Call& call) {
    return call.span != hit.fact &&
           (wraps ? script::wraps_for_group(call.symbol) : may_make_group(call, target));
  };
  if (!wraps) return std::ranges::any_of(script.calls, again);
  return std::ranges::any_of(script.attempts, [&](const script::Attempt& attempt) {
    return attempt.body.contains(hit.fact) &&
           std::ranges::any_of(script.calls, [&](const Call& call) {
             return attempt.handlers.contains(call.span) && again(call);
           });
  });
}

// The note of a finding that says where its exception is caught.
LocalizedText caught(const ScriptHit& hit, const Summary& script,
                     const launch::ProgramFacts& facts) {
  const auto attempt =
      std::ranges::find(script.attempts, hit.point.handled_by, &script::Attempt::body);
  if (attempt == script.attempts.end())
    return {"an exception here is caught: training goes on", "此处的异常会被捕获：训练会继续"};
  const SourceStore& sources = facts.program().workspace().sources();
  const Span handlers = attempt->handlers;
  const auto line = sources.begin_of(handlers).line;
  if (handlers.file == hit.at.file)
    return {fmt::format("caught in line {}: training goes on", line),
            fmt::format("异常在第 {} 行被捕获：训练会继续", line)};
  const std::string_view file = file_name(sources.get(handlers.file).path());
  return {fmt::format("caught in {}, line {}: training goes on", file, line),
          fmt::format("异常在 {} 第 {} 行被捕获：训练会继续", file, line)};
}

// Whether some known start leaves out the option whose default was found.
bool is_default_used(const ScriptHit& hit, const Summary& script,
                     const launch::ProgramFacts& facts) {
  const auto& launches = facts.program().launches();
  return std::ranges::any_of(launches, [&](const auto* launch) {
    return !launch::gives_option(*launch, script, hit.option);
  });
}

// The level of a hit that the run reaches if the conditions of a guard hold.
Level level_under(const script::Guard& guard, const ScriptHit& hit, Severity harm,
                  const Summary& script, const launch::ProgramFacts& facts) {
  const auto conditions = guard.conditions();
  const auto any = [&](const auto& test) { return std::ranges::any_of(conditions, test); };
  const auto off = std::ranges::find_if(
      conditions, [&](const Condition& each) { return is_left_off(each, script, facts); });
  if (off != conditions.end())
    return {Severity::kInfo, only_with(off->question.subject.str(), script)};
  if (any([&](const Condition& each) {
        return is_left_unset(each, script, facts) || is_of_cuda(each, facts.target()) ||
               is_of_scheduler(each, facts);
      }))
    return {Severity::kInfo};
  const bool is_unused_default = !hit.option.empty() && !is_default_used(hit, script, facts);
  const bool gets_other_value = is_unused_default || any([&](const Condition& each) {
                                  return is_given_by_all(each, script, facts) ||
                                         (each.question.kind == Question::Kind::kOption &&
                                          !each.holds && !is_started_so(each, script, facts));
                                });
  if (gets_other_value && !facts.program().launches().empty())
    return {Severity::kInfo, kOtherValue};
  // If the command line may set names of the script, only a known start shows what it does.
  const bool is_any_start = script.names_are_open && facts.program().launches().empty();
  const bool in_open_branch =
      hit.point.open && launch::may_hold(hit.point.open_where, facts.target());
  const bool open =
      in_open_branch || is_unused_default || is_any_start || any([&](const Condition& each) {
        return is_open(each, script, facts) && !is_default_of_plain_start(each, conditions, facts);
      });
  return {open ? std::min(harm, Severity::kWarning) : harm};
}

// The level of a hit on the most serious of the paths that reach it.
Level level_at(const ScriptHit& hit, Severity harm, const Summary& script,
               const launch::ProgramFacts& facts) {
  std::optional<Level> worst;
  for (const script::Guard& way : launch::ways_to(hit.point, facts.target())) {
    const Level level = level_under(way, hit, harm, script, facts);
    if (!worst || level.severity > worst->severity) worst = level;
  }
  return worst.value_or(Level{Severity::kInfo});
}

}  // namespace

bool is_for_training(const launch::ProgramFacts& facts) {
  const launch::Program& program = facts.program();
  return program.summary().trains || program.is_needed() || names_training(program.path());
}

Level severity_of(const HitFacts& of_hit, const ScriptHit& hit, const Summary& script,
                  const launch::ProgramFacts& facts) {
  const bool reached = hit.point.reached && (script.trains || facts.program().is_needed() ||
                                             names_training(facts.program().path()));
  if (of_hit.harm == Severity::kInfo || !(reached || of_hit.is_built)) return {Severity::kInfo};
  if (hit.point.handled && is_made_up_for(hit, script, facts.target()))
    return {Severity::kInfo, caught(hit, script, facts)};
  if (!of_hit.in_starts || !hit.point.reached) return level_at(hit, of_hit.harm, script, facts);
  // All starts of the project are known. A hit that they do not reach is no fault, and a condition
  // that does not occur in these runs is not open.
  if (of_hit.in_starts->empty()) {
    const auto conditions = hit.point.guard.conditions();
    const bool is_default =
        !hit.option.empty() || std::ranges::any_of(conditions, [](const Condition& each) {
          return each.question.kind == Question::Kind::kOption && !each.holds;
        });
    return {Severity::kInfo, is_default ? kOtherValue : kNoStart};
  }
  Level worst{Severity::kInfo};
  for (const StartedHit& each : *of_hit.in_starts) {
    ScriptHit started = hit;
    started.option = each.option;
    started.point.guard = common(hit.point.guard, each.point.guard);
    started.point.ways.clear();
    started.point.open = hit.point.open && each.point.open;
    const Level level = level_at(started, of_hit.harm, script, facts);
    if (&each == of_hit.in_starts->data() || level.severity > worst.severity) worst = level;
  }
  return worst;
}

}  // namespace mmlint::check
