#include "check/shell/launches.h"

#include "base/text.h"
#include "check/common/request.h"
#include "check/shell/matcher.h"
#include "facts/launch.h"
#include "launch/known_runs.h"
#include "launch/launch_start.h"
#include "launch/reachable.h"

namespace mmlint::check {
using shell::EnvironmentWrite;
using shell::Launch;
using shell::LaunchKind;

bool starts_ranks(const Launch& launch) {
  return launch.kind == LaunchKind::kTorchRun || launch.kind == LaunchKind::kTorchLaunch;
}

bool meets_itself(const launch::LinkedLaunch& linked) {
  const auto& context = linked.from->commands[linked.launch->command].context;
  if (!context.background || !context.loop) return false;
  const shell::Loop& loop = linked.from->loops[*context.loop];
  return loop.known && loop.values.size() > 1 &&
         !(context.wait && loop.span.contains(*context.wait));
}

bool lacks_argument(const launch::LinkedLaunch& linked) {
  const shell::Flag* count = linked.launch->flag("nproc_per_node");
  if (!starts_ranks(*linked.launch) || !linked.through || !count || !count->value) return false;
  const shell::ExpandedWord& value = *count->value;
  return value.is_known() && !value.overridable &&
         (value.value.empty() || value.value.starts_with('-'));
}

bool is_set(const Launch& launch, std::string_view name) {
  const EnvironmentWrite* setting = launch.variable(name);
  return setting && setting->value;
}

const EnvironmentWrite* known_setting(const Launch& launch, std::string_view name) {
  const EnvironmentWrite* setting = launch.variable(name);
  const bool known =
      setting && setting->value && !setting->conditional && setting->value->is_known();
  return known ? setting : nullptr;
}

const EnvironmentWrite* visible_devices(const Launch& launch, const catalog::Target& target) {
  const auto* names = target.fact("environment.visible_devices");
  if (!names || !names->list()) return nullptr;
  for (const catalog::Literal& name : *names->list()) {
    const EnvironmentWrite* setting =
        name.string() ? known_setting(launch, *name.string()) : nullptr;
    if (setting && count_devices(setting->value->value)) return setting;
  }
  return nullptr;
}

const script::EnvironmentRead* needed_variable(const script::Summary& script, std::string_view name,
                                               const Settles& holds) {
  const std::string_view text = script.document->source().bytes();
  if (!script.complete || text.find("dotenv") != text.npos ||
      text.find("environ.update") != text.npos)
    return nullptr;
  const bool sets = std::ranges::any_of(script.environment,
                                        [name](const auto& write) { return write.name == name; });
  if (sets) return nullptr;
  const auto is_certain = [&](const script::ProgramPoint& point) {
    return point.reached && !point.handled && !point.open &&
           std::ranges::all_of(point.guard.conditions(), holds);
  };
  for (const script::EnvironmentRead& read : script.environment_reads) {
    const bool in_handler = std::ranges::any_of(
        script.attempts, [&](const auto& each) { return each.handlers.contains(read.span); });
    if (read.name == name && is_certain(read.point) && !in_handler) return &read;
  }
  return nullptr;
}

std::optional<script::EnvironmentRead> variable_of_other_launcher(
    const launch::LinkedLaunch& linked, const LaunchView& view) {
  project::Workspace& workspace = view.request.workspace;
  const bool is_started =
      launch::starts_several(linked, workspace) || launch::starts_here(linked, workspace) ||
      launch::is_by_mpi(linked, workspace) || launch::is_slurm_step(linked, workspace);
  if (!linked.script_summary || !is_started) return std::nullopt;
  const auto& reads = linked.script_summary->environment_reads;
  const auto tells = [](const script::EnvironmentRead& read) {
    return facts::is_rank_variable(read.name) || facts::is_set_by_torchrun(read.name);
  };
  if (std::ranges::none_of(reads, tells)) return std::nullopt;
  const script::Guard known = launch::start_of(linked, workspace).guard;
  const auto lacks = [&](const script::EnvironmentRead& read) {
    return tells(read) && known.answer({Question::Kind::kEnvironment, read.name}) == false;
  };
  if (std::ranges::none_of(reads, lacks)) return std::nullopt;
  const auto run = launch::known_run(view.facts_of(linked), linked);
  const script::Summary& script = run ? *run : *linked.script_summary;
  const auto holds = [&](const script::Condition& each) {
    script::Guard other;
    other.add(script::Condition{each.question, !each.holds});
    return known.answer(each.question) == each.holds ||
           !launch::may_hold(other, view.request.target);
  };
  const script::EnvironmentRead* first = nullptr;
  for (const script::EnvironmentRead& read : script.environment_reads) {
    const auto* needed = lacks(read) ? needed_variable(script, read.name, holds) : nullptr;
    if (needed && (!first || needed->span.begin < first->span.begin)) first = needed;
  }
  return first ? std::optional(*first) : std::nullopt;
}

std::optional<int> whole_number(std::string_view text) {
  int out = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  if (error != std::errc() || end != text.data() + text.size() || out < 0) return std::nullopt;
  return out;
}

namespace {

// The value of an option that the caller cannot replace; null if there is none.
const std::string* certain_value(const Launch& launch, std::string_view option) {
  const shell::Flag* flag = launch.flag(option);
  const bool known = flag && flag->value && flag->value->is_known() && !flag->value->overridable;
  return known ? &flag->value->value : nullptr;
}

}  // namespace

std::optional<int> number_of(const Launch& launch, std::string_view option, int usual) {
  if (!launch.flag(option)) return usual;
  const std::string* value = certain_value(launch, option);
  return value ? whole_number(*value) : std::nullopt;
}

std::optional<int> nodes_needed(const Launch& launch) {
  if (!launch.flag("nnodes")) return 1;
  const std::string* value = certain_value(launch, "nnodes");
  return value ? whole_number(std::string_view(*value).substr(0, value->find(':'))) : std::nullopt;
}

std::optional<int> count_devices(std::string_view list) {
  const auto parts = split(list, ',');
  const bool numbers = std::ranges::all_of(
      parts, [](std::string_view part) { return whole_number(trim(part)).has_value(); });
  if (!numbers) return std::nullopt;
  return static_cast<int>(parts.size());
}

Span broken_continuation(const shell::Command& command, std::string_view text) {
  for (const shell::ExpandedWord& word : command.words) {
    const std::uint32_t at = word.span.begin;
    const bool own = word.span.file == command.span.file && at + 1 < text.size();
    if (!own || text[at] != '\\' || (text[at + 1] != ' ' && text[at + 1] != '\t')) continue;
    const std::string_view line = text.substr(0, text.find('\n', at));
    const std::string_view rest = trim(line.substr(at + 1));
    if (rest.empty() || rest.starts_with('#')) return {word.span.file, at, at + 1};
  }
  return {};
}

void propose(LaunchHit& hit, std::optional<std::string> meant, const LaunchView& view) {
  if (!meant) return;
  hit.nearest = std::move(*meant);
  const auto size = static_cast<std::uint32_t>(hit.name.size());
  const bool is_short = size < std::string_view("--lr").size();
  if (is_short || !view.has(hit.at) || view.text.substr(hit.at.begin, size) != hit.name) return;
  hit.replaced = {hit.at.file, hit.at.begin, hit.at.begin + size};
  hit.replacement = hit.nearest;
}

std::vector<std::string_view> written_words(std::string_view text) {
  std::vector<std::string_view> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with("\\\n") || rest.starts_with("\\\r\n")) {
      at += rest[1] == '\n' ? 2 : 3;
      continue;
    }
    const std::size_t length = std::min(rest.find_first_of(" \t\\\n"), rest.size());
    if (length > 0) out.push_back(rest.substr(0, length));
    at += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string_view rank_starter(const shell::Launch& launch, std::string_view text) {
  constexpr std::string_view kTorchrun = "torchrun", kModule = "torch.distributed.run";
  if (!launch.interpreter) return kTorchrun;
  const Span first = launch.interpreter->span;
  if (launch.launcher && launch.launcher->module) return kModule;  // of the same interpreter
  const Span last = launch.target_word().span;
  const std::uint32_t end = last.begin;
  if (first.file != last.file || first.begin >= end) return kModule;
  const auto words = written_words(text.substr(first.begin, end - first.begin));
  const bool bare = !words.empty() && (words[0] == "python" || words[0] == "python3");
  // torchrun passes -u on by itself (torch/distributed/run.py).
  return bare && std::all_of(words.begin() + 1, words.end(),
                             [](std::string_view word) { return word == "-u" || word == "-m"; })
             ? kTorchrun
             : kModule;
}

}  // namespace mmlint::check
