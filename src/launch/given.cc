#include "launch/given.h"

#include <cctype>

#include "launch/launch_graph.h"
#include "script/symbols.h"

namespace mmlint::launch {

using script::Call;
using script::Summary;
using shell::ExpandedWord;

bool works_with_cuda(const catalog::Target& target) {
  const auto* fact = target.fact("scripts.cuda_calls_work");
  const bool* works = fact ? std::get_if<bool>(&fact->value) : nullptr;
  return works && *works;
}

namespace {

// What a script takes from outside: an option or a variable of the environment.
struct Outside {
  std::string name;  // "backend" of <options>.backend, "DIST_BACKEND" of <environment>.DIST_BACKEND
  bool is_option = false;
};

std::optional<Outside> outside_of(const script::Argument* argument) {
  if (!argument) return std::nullopt;
  for (const script::Alternative& each : argument->value) {
    if (!each.is_symbol()) continue;
    if (const auto option = each.symbol().option()) return Outside{std::string(*option), true};
    if (const auto variable = each.symbol().variable())
      return Outside{std::string(*variable), false};
  }
  return std::nullopt;
}

// The value that a launch gives; nullopt if it gives none, or it is not known.
std::optional<GivenUse> given_by(const LinkedLaunch& linked, const Summary& script,
                                 const Outside& outside) {
  if (!outside.is_option) {
    const shell::EnvironmentWrite* write = linked.launch->variable(outside.name);
    if (!write || !write->value || !write->value->is_known()) return std::nullopt;
    const bool open = write->conditional || write->value->overridable;
    return GivenUse{&*write->value, write->span, write->value->value, open};
  }
  for (const script::Option& option : script.options) {
    if (option.dest != outside.name) continue;
    for (const std::string& name : option.names) {
      std::string value;
      const ExpandedWord* word = linked.option(name, &value);
      if (!word || value.empty()) continue;
      const auto next = linked.launch->arguments.begin() + (word - linked.launch->arguments.data());
      const bool attached = word->value.find('=') != std::string::npos;
      const bool has_next = !attached && next + 1 != linked.launch->arguments.end();
      const ExpandedWord& said = has_next ? *(next + 1) : *word;
      return GivenUse{&said, word->span, value, word->overridable || said.overridable};
    }
  }
  return std::nullopt;
}

bool is_usable_backend(std::string value, const catalog::Target& target) {
  std::ranges::transform(value, value.begin(),
                         [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  const bool on_host = catalog::lists(target.fact("scripts.host_backends"), value);
  if (on_host || value.starts_with("cpu:")) return true;
  const auto* usable = target.fact("backends.usable");
  return !usable || !usable->list() || catalog::lists(usable, value);
}

// "backend" or "device" if what is given cannot be used on the target; empty otherwise.
std::string unusable(const Call& call, const GivenUse& given, const catalog::Target& target) {
  if (call.symbol.is_method("init_process_group"))
    return is_usable_backend(given.value, target) ? "" : "backend";
  const bool cuda = given.value == "cuda" || given.value.starts_with("cuda:");
  return cuda && !works_with_cuda(target) ? "device" : "";
}

const script::Argument* argument_of(const Call& call) {
  const bool group = call.symbol.is_method("init_process_group");
  const bool device = call.symbol == "torch.device" || call.symbol.is_method("to");
  return group || device ? call.argument(group ? "backend" : "device", 0) : nullptr;
}

// Whether a run gets to a call with that text.
bool gets_there(const Summary& run, const Call& call, const std::string& text) {
  return std::ranges::any_of(run.calls, [&](const Call& each) {
    if (each.span != call.span || !each.point.reached || each.point.handled) return false;
    const script::Argument* argument = argument_of(each);
    return !argument || std::ranges::any_of(argument->value, [&](const auto& one) {
      return !one.data() || one.is_text(text);
    });
  });
}

}  // namespace

std::optional<GivenUse> given_use(const LinkedLaunch& linked, const Summary& script,
                                  const std::function<const Summary*()>& run_of,
                                  const catalog::Target& target) {
  for (const Call& call : script.calls) {
    if (call.point.handled) continue;
    const auto outside = outside_of(argument_of(call));
    auto use = outside ? given_by(linked, script, *outside) : std::nullopt;
    if (!use) continue;
    use->what = unusable(call, *use, target);
    use->call = call.span;
    if (use->what.empty()) continue;
    const Summary* run = run_of();
    if (run ? gets_there(*run, call, use->value) : call.point.guard.conditions().empty())
      return use;
  }
  return std::nullopt;
}

}  // namespace mmlint::launch
