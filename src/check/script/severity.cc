#include "check/script/severity.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "catalog/on_target.h"
#include "check/launch_graph.h"
#include "script/symbols.h"

namespace mmlint::check {

using script::Call;
using script::Condition;
using script::Summary;

namespace {

bool is_wrapper(std::string_view symbol) {
  return symbol.ends_with("DistributedDataParallel");
}

// The names under which accelerators are asked for: `if args.device == 'cuda':`
bool is_about_device(std::string_view subject) {
  constexpr std::array<std::string_view, 10> kNames = {"cuda", "cpu", "gcu", "npu", "mlu",
                                                       "musa", "hpu", "xpu", "xla", "mps"};
  const std::string_view first = subject.substr(0, subject.find_first_of("|:"));
  return std::find(kNames.begin(), kNames.end(), first) != kNames.end();
}

// Whether a launch of the project gives the option that has this attribute, under any of its names,
// another value than its default.
bool gives(const LinkedLaunch& launch, const Summary& script, std::string_view dest) {
  return std::any_of(script.options.begin(), script.options.end(), [&](const auto& option) {
    return option.dest == dest &&
           std::any_of(option.names.begin(), option.names.end(), [&](const std::string& name) {
             std::string value;
             if (!name.starts_with('-') || !launch.option(name, &value)) return false;
             return value.empty() || value != script::text_of(option.default_value);
           });
  });
}

// Whether an option that turns something off is there: action='store_false'.
bool is_on_by_default(const Summary& script, std::string_view dest) {
  return std::any_of(script.options.begin(), script.options.end(), [&](const auto& option) {
    return option.dest == dest && option.is_flag &&
           std::any_of(option.default_value.begin(), option.default_value.end(),
                       [](const script::Alternative& value) {
                         return value.data() && value.data()->kind == Value::Kind::kBool &&
                                value.data()->boolean;
                       });
  });
}

// Whether some known start answers the condition so that the run gets on.
bool is_started_so(const Condition& condition, const Summary& script,
                   const ScriptContext& context) {
  return std::any_of(context.launches.begin(), context.launches.end(), [&](const auto* launch) {
    const std::string& dest = condition.question.subject;
    return (gives(*launch, script, dest) != is_on_by_default(script, dest)) == condition.holds;
  });
}

// Whether a launch may give arguments that are not known: "$@".
bool takes_more(const LinkedLaunch& launch) {
  const auto& words = launch.launch->arguments;
  return std::any_of(words.begin(), words.end(), [](const shell::ExpandedWord& word) {
    const std::string& by = word.depends_on;
    return word.precision == shell::ExpandedWord::Precision::kAnyWords &&
           (by.empty() || by == "@" || by == "*");
  });
}

// Whether the run needs an option that is off by default, and every known start leaves it off.
bool is_left_off(const Condition& condition, const Summary& script, const ScriptContext& context) {
  if (condition.question.kind != Question::Kind::kOption || !condition.holds) return false;
  const std::string& dest = condition.question.subject;
  const auto is_own = [&](const script::Option& option) { return option.dest == dest; };
  // The rest is set otherwise: parser.set_defaults(func=train)
  if (std::none_of(script.options.begin(), script.options.end(), is_own)) return false;
  const auto is_on = [&](const script::Option& option) {
    const Value* usual = script::only_data(option.default_value);
    const bool is_off = option.default_value.empty() ||
                        (usual && usual->kind == Value::Kind::kBool && !usual->boolean);
    return is_own(option) && !(option.is_flag && is_off);
  };
  return !context.launches.empty() &&
         std::none_of(script.options.begin(), script.options.end(), is_on) &&
         std::none_of(context.launches.begin(), context.launches.end(), [&](const auto* launch) {
           return (takes_more(*launch) && !is_told_by_another(*launch, context.launches)) ||
                  gives(*launch, script, dest);
         });
}

// Whether a known start names a launcher so that the condition holds: `if launcher != 'none':`
bool is_launcher(const Condition& condition, const ScriptContext& context) {
  return std::any_of(context.launches.begin(), context.launches.end(), [&](const auto* launch) {
    std::string value;
    return launch->option("--launcher", &value) && !value.empty() &&
           (value == condition.question.subject) == condition.holds;
  });
}

// Whether the target's facts say if a package is there.
bool tells(const catalog::Target& target, std::string_view module) {
  const auto names = [&](const char* fact) {
    const catalog::Literal* list = target.fact(fact);
    return list && list->list() &&
           std::any_of(list->list()->begin(), list->list()->end(),
                       [&](const auto& one) { return one.string() && *one.string() == module; });
  };
  return names("scripts.modules") || names("scripts.no_modules");
}

// Whether the run needs a package that only computers with CUDA have, and whose import the script
// does without.
bool is_of_cuda(const Condition& condition) {
  constexpr std::array<std::string_view, 9> kPackages = {
      "apex",     "cupy",      "flash_attn",        "nvidia", "pycuda", "pynvml",
      "tensorrt", "torch2trt", "transformer_engine"};
  return condition.question.kind == Question::Kind::kModule && condition.holds &&
         std::find(kPackages.begin(), kPackages.end(), condition.question.subject) !=
             kPackages.end();
}

// Whether the run needs a variable of the environment that neither the script nor any of the known
// starts sets, so that only who asks for it gets there.
bool is_left_unset(const Condition& condition, const Summary& script,
                   const ScriptContext& context) {
  const std::string& name = condition.question.subject;
  if (condition.question.kind != Question::Kind::kEnvironment || !condition.holds ||
      script::is_set_by_starters(name) || context.launches.empty())
    return false;
  for (const char* of_job : {"SLURM", "OMPI_", "PMI_", "MPI_", "MV2_", "PBS_", "LSB_"}) {
    if (name.starts_with(of_job)) return false;
  }
  const auto sets = [&](const LinkedLaunch* launch) {
    for (const LinkedLaunch* each = launch; each; each = each->through) {
      const auto& all = each->launch->environment;
      if (std::any_of(all.begin(), all.end(), [&](const auto& one) { return one.name == name; }))
        return true;
    }
    return false;
  };
  return std::none_of(context.launches.begin(), context.launches.end(), sets) &&
         std::none_of(script.environment.begin(), script.environment.end(),
                      [&](const auto& write) { return write.name == name; });
}

// Whether the project leaves it open if the condition holds.
bool is_open(const Condition& condition, const Summary& script, const ScriptContext& context,
             const catalog::Target& target) {
  using Kind = Question::Kind;
  const std::string& subject = condition.question.subject;
  switch (condition.question.kind) {
    case Kind::kOption:
      return !is_started_so(condition, script, context);
    case Kind::kEnvironment:
      return !(condition.holds && script::is_set_by_starters(subject));
    case Kind::kEquals:
      return !is_about_device(subject) && !is_launcher(condition, context);
    case Kind::kConfig:
      return condition.holds && context.configs.empty();
    case Kind::kAttribute:
      return !subject.starts_with("torch.cuda");
    case Kind::kModule:
      return subject != "torch" && !subject.starts_with("mm") && !tells(target, subject);
    case Kind::kDevice:
    case Kind::kGroup:
    case Kind::kGroupFailed:
    case Kind::kWrapped:
      return false;
  }
  return false;
}

// Whether the run does in another way what the `try` around a hit fails to do. What is caught is
// harmless but for a model that stays unwrapped and a group that nobody makes: then each process
// trains alone.
bool is_made_up_for(const ScriptHit& hit, const Summary& script) {
  const auto own = std::find_if(script.calls.begin(), script.calls.end(), [&](const Call& call) {
    return call.span == hit.fact && (is_wrapper(call.symbol) || script::makes_group(call.symbol));
  });
  if (own == script.calls.end()) return true;
  const bool wraps = is_wrapper(own->symbol);
  const auto again = [&](const Call& call) {
    return call.span != hit.fact &&
           (wraps ? is_wrapper(call.symbol) : script::makes_group(call.symbol));
  };
  if (!wraps) return std::any_of(script.calls.begin(), script.calls.end(), again);
  return std::any_of(
      script.attempts.begin(), script.attempts.end(), [&](const script::Attempt& attempt) {
        return attempt.body.contains(hit.fact) &&
               std::any_of(script.calls.begin(), script.calls.end(), [&](const Call& call) {
                 return attempt.handlers.contains(call.span) && again(call);
               });
      });
}

// Whether the option whose default was found is left to that default by a known start.
bool is_default_used(const ScriptHit& hit, const Summary& script, const ScriptContext& context) {
  return std::any_of(context.launches.begin(), context.launches.end(),
                     [&](const auto* launch) { return !gives(*launch, script, hit.option); });
}

}  // namespace

Severity severity_of(Severity harm, const ScriptHit& hit, const Summary& script,
                     const ScriptContext& context, const catalog::Target& target, bool is_built) {
  const bool reached = hit.point.reached && trains_when_started(script);
  if (harm == Severity::kInfo || !(reached || is_built)) return Severity::kInfo;
  if (hit.point.handled && is_made_up_for(hit, script)) return Severity::kInfo;
  const auto conditions = hit.point.guard.conditions();
  if (std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
        return is_left_off(condition, script, context) ||
               is_left_unset(condition, script, context) || is_of_cuda(condition);
      }))
    return Severity::kInfo;
  const auto is_never_default = [&](const Condition& each) {
    return each.question.kind == Question::Kind::kOption && !each.holds &&
           !context.launches.empty() && !is_started_so(each, script, context);
  };
  if (std::any_of(conditions.begin(), conditions.end(), is_never_default)) return Severity::kInfo;
  const bool is_default = !hit.option.empty(), is_used = is_default_used(hit, script, context);
  if (is_default && !is_used && !context.launches.empty()) return Severity::kInfo;
  const bool open =
      hit.point.open || (is_default && !is_used) ||
      std::any_of(conditions.begin(), conditions.end(), [&](const Condition& condition) {
        return is_open(condition, script, context, target);
      });
  return open ? std::min(harm, Severity::kWarning) : harm;
}

}  // namespace mmlint::check
