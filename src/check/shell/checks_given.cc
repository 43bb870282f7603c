#include <algorithm>
#include <set>

#include "check/shell/checks_parts.h"
#include "script/symbols.h"

// Backends and devices that a launch names, and its script uses.
namespace mmlint::check {

using script::Call;
using script::Summary;
using shell::ExpandedWord;

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
    if (const auto option = script::below(each.symbol(), "<options>"))
      return Outside{std::string(*option), true};
    if (const auto variable = script::below(each.symbol(), "<environment>"))
      return Outside{std::string(*variable), false};
  }
  return std::nullopt;
}

struct Given {
  const ExpandedWord* word = nullptr;  // where the launch says it
  Span at;
  std::string value;
  bool open = false;  // a default that the caller may replace
};

// The value that a launch gives; nullopt if it gives none, or it is not known.
std::optional<Given> given_by(const LinkedLaunch& linked, const Outside& outside) {
  if (!outside.is_option) {
    const shell::EnvironmentWrite* write = linked.launch->variable(outside.name);
    if (!write || !write->value || !write->value->is_known()) return std::nullopt;
    const bool open = write->conditional || write->value->overridable;
    return Given{&*write->value, write->span, write->value->value, open};
  }
  for (const script::Option& option : linked.script_summary->options) {
    if (option.dest != outside.name) continue;
    for (const std::string& name : option.names) {
      std::string value;
      const ExpandedWord* word = linked.option(name, &value);
      if (!word || value.empty()) continue;
      const auto next = linked.launch->arguments.begin() + (word - linked.launch->arguments.data());
      const bool attached = word->value.find('=') != std::string::npos;
      const bool has_next = !attached && next + 1 != linked.launch->arguments.end();
      const ExpandedWord& said = has_next ? *(next + 1) : *word;
      return Given{&said, word->span, value, word->overridable || said.overridable};
    }
  }
  return std::nullopt;
}

bool is_usable_backend(std::string value, const catalog::Target& target) {
  std::transform(value.begin(), value.end(), value.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (value == "gloo" || value == "mpi" || value == "ucc" || value.starts_with("cpu:")) return true;
  const auto* usable = target.fact("backends.usable");
  return !usable || !usable->list() ||
         std::any_of(
             usable->list()->begin(), usable->list()->end(),
             [&](const catalog::Literal& one) { return one.string() && *one.string() == value; });
}

// "backend" or "device" if what is given cannot be used on the target; empty otherwise.
std::string unusable(const Call& call, const Given& given, const catalog::Target& target) {
  if (call.symbol.ends_with(".init_process_group"))
    return is_usable_backend(given.value, target) ? "" : "backend";
  const bool cuda = given.value == "cuda" || given.value.starts_with("cuda:");
  return cuda && !works_with_cuda(target) ? "device" : "";
}

}  // namespace

LaunchHits given_value(const LaunchView& view) {
  LaunchHits out;
  for (const LinkedLaunch* linked : view.reached()) {
    if (!linked->script_summary || linked->launch->kind == shell::LaunchKind::kShell) continue;
    for (const Call& call : linked->script_summary->calls) {
      const bool group = call.symbol.ends_with(".init_process_group");
      const bool device = call.symbol == "torch.device" || call.symbol.ends_with(".to");
      if ((!group && !device) || call.point.handled || !call.point.guard.conditions().empty())
        continue;
      const auto outside = outside_of(call.argument(group ? "backend" : "device", 0));
      const auto given = outside ? given_by(*linked, *outside) : std::nullopt;
      if (!given) continue;
      const std::string what = unusable(call, *given, view.request.target);
      const Span at = linked->through ? view.cause(*given->word) : given->at;
      if (what.empty() || (linked->through && !view.has(at))) continue;
      LaunchHit hit;
      hit.at = at;
      hit.linked = linked;
      hit.name = given->value;
      hit.form = given->open ? "open-" + what : what;
      hit.captures["script"] = shown_target(*linked->launch);
      hit.captures["given"] = given->value;
      hit.places.push_back({call.span, {"used here", "用在这里"}});
      out.push_back(std::move(hit));
      break;
    }
  }
  return out;
}

namespace {

// Variables that a shell, a login or a launcher mostly has exported before the script runs.
bool is_of_environment(std::string_view name, const shell::Launch& launch) {
  constexpr std::string_view kUsual[] = {
      "PATH",        "HOME",     "USER",   "LOGNAME",    "SHELL",
      "PWD",         "OLDPWD",   "TERM",   "LANG",       "HOSTNAME",
      "TMPDIR",      "DISPLAY",  "EDITOR", "PYTHONPATH", "LD_LIBRARY_PATH",
      "VIRTUAL_ENV", "CUDA_HOME"};
  constexpr std::string_view kPrefixes[] = {"SLURM_", "PBS_", "LSB_", "OMPI_",
                                            "PMI_",   "LC_",  "XDG_", "CONDA_"};
  constexpr std::string_view kLaunchers[] = {
      "RANK",       "LOCAL_RANK",  "WORLD_SIZE", "LOCAL_WORLD_SIZE",
      "GROUP_RANK", "MASTER_ADDR", "MASTER_PORT"};
  const auto is_it = [name](std::string_view one) { return one == name; };
  const bool launched = launch.kind != shell::LaunchKind::kPython || !launch.wrappers.empty();
  return std::any_of(std::begin(kUsual), std::end(kUsual), is_it) ||
         std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                     [name](std::string_view prefix) { return name.starts_with(prefix); }) ||
         (launched && std::any_of(std::begin(kLaunchers), std::end(kLaunchers), is_it));
}

// `srun --export=ALL,NAME=value`: a program that starts the script sets it.
bool is_said(const LinkedLaunch& linked, std::string_view name) {
  const auto& words = linked.from->commands[linked.launch->command].words;
  return std::any_of(words.begin(), words.end(), [&](const ExpandedWord& word) {
    return word.value.find(std::string(name) + "=") != std::string::npos;
  });
}

// Must: the run ends there with a KeyError if the variable is not set.
const script::EnvironmentRead* needs(const Summary& script, std::string_view name) {
  const std::string_view text = script.document->source().bytes();
  if (!script.complete || text.find("dotenv") != text.npos ||
      text.find("environ.update") != text.npos)
    return nullptr;
  const bool sets = std::any_of(script.environment.begin(), script.environment.end(),
                                [name](const auto& write) { return write.name == name; });
  if (sets) return nullptr;
  for (const script::EnvironmentRead& read : script.environment_reads) {
    const script::ProgramPoint& point = read.point;
    if (read.name == name && point.reached && !point.handled && !point.open &&
        point.guard.conditions().empty())
      return &read;
  }
  return nullptr;
}

}  // namespace

LaunchHits not_exported(const LaunchView& view) {
  LaunchHits out;
  for (const LinkedLaunch* linked : view.reached()) {
    if (!linked->script_summary) continue;
    // A launch script in between sees what is exported as well, and may set the variable itself.
    std::set<std::string_view> set_below;
    for (const LinkedLaunch* by = linked; by; by = by->through) {
      for (const shell::UnexportedVariable& variable : by->launch->unexported) {
        if (by->through || !set_below.insert(variable.name).second) continue;
        if (is_of_environment(variable.name, *linked->launch)) continue;
        if (linked->launch->variable(variable.name) || is_said(*linked, variable.name) ||
            is_said(*by, variable.name))
          continue;
        const script::EnvironmentRead* read = needs(*linked->script_summary, variable.name);
        if (!read) continue;
        LaunchHit hit;
        hit.at = variable.span;
        hit.linked = linked;
        hit.name = variable.name;
        hit.captures["script"] = shown_target(*linked->launch);
        hit.places.push_back({read->span, {"KeyError without it", "缺少它会引发 KeyError"}});
        out.push_back(std::move(hit));
      }
    }
  }
  return out;
}

}  // namespace mmlint::check
