// --nproc_per_node differs from the number of visible devices, or torchrun cannot count them.
// captures: processes, devices, given, script, names
// forms: missing, too-many, gpu, auto, counted, open, no-number, zero, none-by-default, unset

#include "base/text.h"
#include "check/shell/launches.h"
#include "check/shell/predicate.h"
#include "launch/given.h"
#include "shell_syntax/walk.h"

namespace mmlint::check::predicates {

using shell::ExpandedWord;
using shell::Launch;

namespace {

// How torchrun or a count of cards chooses a number that is none on the target; empty if it does
// not (torch/distributed/run.py: determine_local_world_size).
std::string unusable_count(const ExpandedWord& count, const catalog::Target& target) {
  const bool cuda = launch::works_with_cuda(target);
  const bool none = count.value.empty() &&
                    ((count.counts == shell::CardCount::kNvidiaSmi && target.name != "cuda") ||
                     (count.counts == shell::CardCount::kTorch && !cuda));
  const bool gpu = count.is("gpu") && !cuda;
  if (count.is_known() && !count.overridable) {
    const bool name =
        !count.value.empty() && count.value.find_first_not_of("abcdefghijklmnopqrstuvwxyz") ==
                                    std::string::npos;  // cpu, npu: of a device
    if (!name && !whole_number(count.value)) return "no-number";
    if (count.is("0")) return "zero";
  }
  if (count.is_known() && count.overridable && (count.value.empty() || count.is("0")))
    return "none-by-default";
  if ((none || gpu) && count.overridable) return "open";
  if (none) return "counted";
  if (gpu) return "gpu";
  // A host without cards trains on its cores.
  return count.is("auto") && !cuda && target.name != "cpu" ? "auto" : "";
}

// A variable that nothing sets, where one of nearly that name is set and not read.
bool is_misspelt(const ExpandedWord& count, std::string_view text, LaunchHit& hit) {
  const std::string& name = count.depends_on;
  const bool variable = !name.empty() && is_identifier(name) && !count.is_known() &&
                        !count.overridable && count.sole_dependency && count.value.empty() &&
                        count.suffix.empty();
  if (!variable || text.find(name + "=") != text.npos) return false;
  std::vector<std::string> unread;
  for (const std::string_view line : split(text, '\n')) {
    std::string_view words = trim(line);
    if (words.starts_with("export ")) words = trim(words.substr(7));
    const std::string set(words.substr(0, words.find('=')));
    if (set.size() == words.size() || !is_identifier(set)) continue;
    const std::size_t own = static_cast<std::size_t>(line.data() - text.data());
    const auto is_read = [&](const std::string& use) {
      const std::size_t first = text.find(use);
      return first != text.npos && (first < own || text.find(use, own + line.size()) != text.npos);
    };
    if (!is_read("$" + set) && !is_read("${" + set)) unread.push_back(set);
  }
  hit.nearest = nearest(name, unread).value_or("");
  hit.captures["given"] = "$" + name;
  return !hit.nearest.empty();
}

// The number of the positional parameter that is the number of processes of a launch, as its launch
// script has it; 0 if it is none.
std::size_t position_of_count(const launch::LinkedLaunch& linked, const LaunchView& view) {
  for (const launch::LinkedLaunch* own : view.graph.own(linked.launch_script)) {
    const shell::Flag* count = own->launch->flag("nproc_per_node");
    if (own->launch->starter != linked.launch->starter || !count || !count->value) continue;
    const auto number = whole_number(count->value->depends_on);
    return number && count->value->sole_dependency && count->value->suffix.empty()
               ? static_cast<std::size_t>(*number)
               : 0;
  }
  return 0;
}

// The names that a launch script gives its first positional parameters: CONFIG=$1, else $1.
std::vector<std::string> names_of_parameters(const shell::Script& script, std::size_t count) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i <= count; ++i) out.push_back(fmt::format("${}", i));
  shell_syntax::Visitor visitor;
  visitor.assignment = [&](const shell_syntax::Assignment& each) {
    if (!each.value || each.value->parts.size() != 1) return;
    const shell_syntax::Part* part = &each.value->parts[0];
    if (part->kind == shell_syntax::PartKind::kDoubleQuoted && part->parts.size() == 1)
      part = &part->parts[0];
    const auto number = whole_number(part->text);
    const bool is_parameter = part->kind == shell_syntax::PartKind::kVariable && number;
    if (is_parameter && *number >= 1 && static_cast<std::size_t>(*number) <= count)
      out[static_cast<std::size_t>(*number) - 1] = each.name;
  };
  shell_syntax::walk(script.document.statements(), visitor);
  return out;
}

// A call of a launch script that leaves out an argument before the number of processes.
bool find_missing(const launch::LinkedLaunch& linked, const LaunchView& view, LaunchHit& hit) {
  const auto& path = linked.launch_script;
  const auto* script = view.request.workspace.launch_scripts(std::span(&path, 1)).front();
  const std::size_t position = lacks_argument(linked) ? position_of_count(linked, view) : 0;
  if (!script || position == 0 || position > 20) return false;
  const Launch& call = *linked.through->launch;
  if (!view.has(call.span)) return false;
  hit.at = call.span;
  hit.form = "missing";
  hit.captures["script"] = shown_target(call);
  hit.captures["names"] = fmt::format("{}", fmt::join(names_of_parameters(*script, position), " "));
  hit.places.push_back(
      {linked.launch->flag("nproc_per_node")->span, {"the number of processes", "进程数"}});
  return true;
}

}  // namespace

LaunchHits process_count(const LaunchView& view) {
  LaunchHits out;
  for (const launch::LinkedLaunch* linked : view.reached()) {
    const shell::Launch& launch = *linked->launch;
    const shell::Flag* flag = launch.flag("nproc_per_node");
    if (!starts_ranks(launch) || !flag || !flag->value) continue;
    Span at = linked->through ? view.cause(*flag->value) : flag->span;
    // A parameter that another launch script leaves out is missing where it starts this one.
    if (linked->through && flag->value->is("")) at = view.outer(*linked).launch->span;
    if (linked->through && !view.has(at)) continue;
    LaunchHit hit;
    hit.at = at;
    hit.linked = linked;
    hit.name = "--nproc_per_node";
    hit.form = unusable_count(*flag->value, view.request.target);
    hit.captures["processes"] = hit.captures["devices"] = "";
    hit.captures["given"] = flag->value->is_known() ? flag->value->value : "";
    hit.captures["script"] = hit.captures["names"] = "";
    if (find_missing(*linked, view, hit)) {
      out.push_back(std::move(hit));
      continue;
    }
    if (hit.form.empty() && !linked->through && is_misspelt(*flag->value, view.text, hit))
      hit.form = "unset";
    if (!hit.form.empty()) {
      const Span count = flag->value->blame;
      const auto stops = [&](const shell::Pipeline& each) {
        return count.contains(each.span) && each.pipefail && each.errexit;
      };
      const auto& pipelines = view.summary.pipelines;
      if (hit.form == "counted" && view.has(count) && std::ranges::any_of(pipelines, stops))
        hit.at = count;  // the script ends there
      if (flag->value->blame.known() && flag->value->blame.file == at.file &&
          !at.contains(flag->value->blame))
        hit.places.push_back({flag->value->blame, {"counted here", "在这里计数"}});
      out.push_back(std::move(hit));
      continue;
    }
    const shell::EnvironmentWrite* visible = visible_devices(launch, view.request.target);
    const auto processes = linked->processes();
    if (!visible || !processes || linked->through) continue;
    const int devices = *count_devices(visible->value->value);
    if (devices == *processes) continue;
    hit.name = visible->name;
    hit.form = *processes > devices ? "too-many" : "";
    hit.captures["processes"] = std::to_string(*processes);
    hit.captures["devices"] = std::to_string(devices);
    hit.places.push_back({visible->span, {"the devices that they see", "各进程能看到的设备"}});
    out.push_back(std::move(hit));
  }
  return out;
}

}  // namespace mmlint::check::predicates
