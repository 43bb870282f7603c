#include <algorithm>

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "check/check.h"
#include "check/starts.h"
#include "fix/edit_text.h"
#include "fix/plan.h"
#include "fix/verify.h"

// Fixes of launch scripts: they act on the text where the finding stands.
namespace mmlint::fix {

using catalog::FixAction;
using check::Finding;
using check::LaunchHit;
using resolve::launch::Launch;
using resolve::launch::LaunchKind;
using resolve::launch::LaunchScript;
using resolve::launch::Text;

namespace {

const Source& source_of(const Context& context, Span at) {
  return context.workspace.sources().get(at.file);
}

// A word with the blank behind it, and the line that it leaves empty.
TextEdit remove_word(const Source& source, Span word) {
  const std::string_view text = source.bytes();
  std::size_t begin = word.begin, end = word.end;
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  const std::size_t line = text.rfind('\n', begin == 0 ? 0 : begin - 1) + 1;
  const bool first = text.substr(line, begin - line).find_first_not_of(" \t") == text.npos;
  const std::string_view rest = text.substr(end, 2);
  if (first && rest == "\\\n") {
    begin = line;
    end += 2;
  } else if (first && (rest.starts_with('\n') || rest.empty())) {
    begin = line;
    end += rest.empty() ? 0 : 1;
  } else if (rest.starts_with('\n') || rest.empty()) {
    while (begin > 0 && text[begin - 1] == ' ') --begin;
  }
  return {{word.file, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)}, ""};
}

// What stands in one piece in the file, not put together from variables.
bool is_written(const Source& source, Span at) {
  return at.known() && at.begin < at.end && source.text(at).find('\n') == std::string_view::npos;
}

std::string port_of(const Launch& launch) {
  const auto* port = launch.variable("MASTER_PORT");
  const bool digits = port && !port->removed && port->value.is_known() &&
                      !port->value.value.empty() &&
                      port->value.value.find_first_not_of("0123456789") == std::string::npos;
  return digits ? port->value.value : "29500";
}

Plan use_torchrun(const Finding& finding, const Context& context) {
  const LaunchHit& hit = *finding.launch;
  const Launch& launch = *hit.start->launch;
  const Source& source = source_of(context, launch.starter);
  if (launch.kind == LaunchKind::kTorchLaunch) {
    if (!is_written(source, launch.starter)) return refuse("it is put together from variables");
    std::vector<TextEdit> edits{{launch.starter, "torchrun"}};
    if (const auto* flag = launch.flag("use_env")) edits.push_back(remove_word(source, flag->span));
    return {edits, ""};
  }
  const Span target = launch.target.span;
  if (target.file != launch.starter.file || target.begin < launch.starter.end)
    return refuse("it is put together from variables");
  const bool module = launch.target_kind == Launch::Target::kModule;
  const std::string text = fmt::format("torchrun --nproc_per_node={} --master_port={} {}",
                                       hit.replacement, port_of(launch), module ? "-m " : "");
  return {{{{target.file, launch.starter.begin, target.begin}, text}}, ""};
}

Plan rename_variable(const Finding& finding, const Context& context) {
  const std::string& name = finding.launch->name;
  const Span at = finding.diagnostic.primary;
  const Source& source = source_of(context, at);
  const std::string_view text = source.bytes();
  if (!source.text(at).starts_with(name + "=")) return refuse("it is not set where it is exported");
  if (text.find("$" + name) != text.npos || text.find("${" + name) != text.npos)
    return refuse("the script reads " + name + " itself");
  const catalog::Literal wanted = catalog::fill(finding.fix->action.value, *finding.target);
  const auto* launcher = context.workspace.launchers(std::span(&source.path(), 1)).front();
  const auto& settings = launcher->facts.settings;
  const bool is_set = std::any_of(settings.begin(), settings.end(), [&](const auto& setting) {
    return !setting.removed && setting.name == *wanted.string();
  });
  if (!is_set) {
    const auto end = at.begin + static_cast<std::uint32_t>(name.size());
    return {{{{at.file, at.begin, end}, *wanted.string()}}, ""};
  }
  const std::size_t line = text.rfind('\n', at.begin == 0 ? 0 : at.begin - 1) + 1;
  constexpr std::string_view kExport = "export ";
  const bool exported = text.substr(line, at.begin - line).ends_with(kExport);
  const auto length = static_cast<std::uint32_t>(exported ? kExport.size() : 0);
  return {{remove_word(source, {at.file, at.begin - length, at.end})}, ""};
}

Plan read_pipestatus(const Finding& finding, const Context& context) {
  const Span at = finding.diagnostic.primary;
  const Source& source = source_of(context, at);
  if (source.text(at) != "$?") return refuse("it is not written as $?");
  const std::string_view first = source.bytes().substr(0, source.bytes().find('\n'));
  if (first.starts_with("#!") && first.find("bash") == first.npos)
    return refuse("PIPESTATUS is bash's, and the script's first line names another shell");
  return {{{at, finding.launch->replacement}}, ""};
}

// A launch script as the rule of a finding sees it.
struct Seen {
  const LaunchScript* facts = nullptr;  // null: bash would refuse the text
  std::size_t hits = 0;
};

Seen see(const Finding& finding, const std::string& path, resolve::Workspace& workspace,
         const Context& context) {
  const auto* launcher = workspace.launchers(std::span(&path, 1)).front();
  if (!launcher) return {};
  check::Request request{workspace, context.index, {}, *finding.target, {}};
  request.launchers = std::span(&path, 1);
  const check::Starts starts(request);
  const check::LaunchView view{path, launcher->document.source().bytes(), launcher->facts, starts,
                               request};
  const check::LaunchMatcher matcher(*finding.rule, *finding.target);
  return {&launcher->facts, matcher.find(view).size()};
}

bool same_words(const std::vector<Text>& a, const std::vector<Text>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Text& x, const Text& y) {
    return x.value == y.value && x.known == y.known;
  });
}

// But for what the finding is about, the script starts the same as before.
bool starts_the_same(const LaunchScript& before, const LaunchScript& after, const Launch* about) {
  if (before.launches.size() != after.launches.size()) return false;
  for (std::size_t i = 0; i < before.launches.size(); ++i) {
    const Launch& x = before.launches[i];
    const Launch& y = after.launches[i];
    const bool same = x.target.value == y.target.value && same_words(x.arguments, y.arguments);
    if (!same || (&x != about && x.kind != y.kind)) return false;
  }
  return true;
}

}  // namespace

Plan plan_launch(const Finding& finding, const Context& context) {
  switch (finding.fix->action.verb) {
    case FixAction::Verb::kShow:
      return refuse("it is only shown");
    case FixAction::Verb::kUseTorchrun:
      return use_torchrun(finding, context);
    case FixAction::Verb::kRenameVariable:
      return rename_variable(finding, context);
    case FixAction::Verb::kReadPipestatus:
      return read_pipestatus(finding, context);
    default:
      return refuse("the rule's fix is not for launch scripts");
  }
}

std::string launch_fault(const Finding& finding, const Plan& plan, const Context& context) {
  const auto trial = Trial::make(context.workspace, plan.edits, plan.files);
  if (!trial) return trial.error().message;
  const std::string& path = source_of(context, finding.diagnostic.primary).path();
  const Seen before = see(finding, path, context.workspace, context);
  const Seen after = see(finding, path, (*trial)->workspace(), context);
  if (!after.facts) return "the script would not be valid for bash";
  const check::Start* start = finding.launch->start;
  if (!starts_the_same(*before.facts, *after.facts, start ? start->launch : nullptr))
    return "the script would start something else";
  return after.hits < before.hits ? "" : "the edit would not repair it";
}

}  // namespace mmlint::fix
