

#include "base/text.h"
#include "check/shell/launches.h"
#include "fix/shell/planners.h"
#include "fix/shell/word_edits.h"

namespace mmlint::fix {

using check::LaunchHit;
using shell::Launch;
using shell::LaunchKind;
using shell::Summary;

namespace {

std::optional<int> port_in(const shell::ExpandedWord* text) {
  int out = 0;
  if (!text || !text->is_known()) return std::nullopt;
  const std::string& digits = text->value;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  const bool all = error == std::errc() && end == digits.data() + digits.size() && out > 0;
  return all ? std::optional(out) : std::nullopt;
}

// The port that a launch asks for by its environment.
int wanted_port(const Launch& launch) {
  const auto* setting = launch.variable("MASTER_PORT");
  return port_in(setting && setting->value ? &*setting->value : nullptr).value_or(29500);
}

// Launches that run at once cannot wait on the same port: where two ask for it, all of them count
// up from the highest.
int port_of(const Launch& launch, const Summary& script) {
  std::set<int> taken, wanted;
  std::size_t earlier = 0, all = 0;
  bool before = true;
  for (const Launch& each : script.launches) {
    const auto* flag = each.flag("master_port");
    if (const auto port = port_in(flag && flag->value ? &*flag->value : nullptr))
      taken.insert(*port);
    const bool is_own = &each == &launch;
    const bool at_once = script.commands[each.command].context.background;
    before = before && !is_own;
    if (each.kind != LaunchKind::kPython || (!at_once && !is_own)) continue;
    wanted.insert(wanted_port(each));
    ++all;
    if (before) ++earlier;
  }
  const int own = wanted_port(launch);
  if (wanted.size() == all && !taken.contains(own)) return own;
  int port = *wanted.rbegin();
  for (std::size_t skip = earlier;; ++port) {
    if (taken.contains(port)) continue;
    if (skip-- == 0) return port;
  }
}

// "$MASTER_PORT" where the caller may choose it, and the launch stands where that is read.
std::string shown_port(const Launch& launch, const Summary& script) {
  const auto* setting = launch.variable("MASTER_PORT");
  const auto& command = script.commands[launch.command];
  const bool chosen = setting && setting->value && !setting->for_one_command &&
                      (!setting->value->is_known() || setting->value->overridable);
  if (chosen && !command.context.background && command.span.contains(launch.starter))
    return "$MASTER_PORT";
  return std::to_string(port_of(launch, script));
}

// It runs more than once at a time, from one place.
bool meets_itself(const Launch& launch, const Summary& script) {
  const auto& context = script.commands[launch.command].context;
  if (!context.background) return false;
  return context.loop || std::ranges::any_of(script.launches, [&](const Launch& each) {
           return &each != &launch && each.starter == launch.starter;
         });
}

// The variable in whose value a place stands; empty if it stands in none.
std::string_view assigned_around(std::string_view text, std::size_t at) {
  for (std::size_t equals = text.rfind('=', at); equals != text.npos && equals > 0;
       equals = text.rfind('=', equals - 1)) {
    std::size_t begin = equals;
    while (begin > 0 && is_identifier(text.substr(begin - 1, equals - begin + 1))) --begin;
    const bool starts =
        begin == 0 || std::string_view(" \t\n;&|(").find(text[begin - 1]) != text.npos;
    if (begin < equals && starts) return text.substr(begin, equals - begin);
  }
  return {};
}

// An option that stands in a variable which more than the launch may read.
bool is_shared(const Launch& launch, const Summary& script, Span option, std::string_view text) {
  const Span command = script.commands[launch.command].span;
  if (command.contains(option) || !command.contains(launch.starter)) return false;
  const std::string_view name = assigned_around(text, option.begin);
  return name.empty() || count_expansions(text, name) != 1;
}

// The module's name in a word that is just that, maybe in quotes; nullopt in any other.
std::optional<Span> module_in(Span word, const Source& source) {
  constexpr std::string_view kModule = "torch.distributed.launch";
  const std::string_view text = source.text(word);
  const std::size_t at = text.find(kModule);
  if (at == text.npos) return std::nullopt;
  const std::string_view front = text.substr(0, at), back = text.substr(at + kModule.size());
  const bool quoted = front == back && (front == "'" || front == "\"");
  if (!quoted && !(front.empty() && back.empty())) return std::nullopt;
  const auto begin = static_cast<std::uint32_t>(word.begin + at);
  return Span{word.file, begin, begin + static_cast<std::uint32_t>(kModule.size())};
}

Planned instead_of_launch(const LaunchHit& hit, const Source& source) {
  const Launch& launch = *hit.linked->launch;
  const bool whole = hit.captures.at("starter") == "torchrun";
  const Span word = launch.launcher ? launch.launcher->module.value_or(Span()) : Span();
  const auto module = whole ? std::nullopt : module_in(word, source);
  if (!whole && !module) return refuse(Reason::kFromVariables);
  const Span at = whole ? launch.starter : *module;
  std::vector<TextEdit> edits{{at, hit.captures.at("starter")}};
  if (const auto* flag = launch.flag("use_env")) {
    if (is_shared(launch, *hit.linked->from, flag->span, source.bytes()))
      return refuse(Reason::kUseEnvShared);
    edits.push_back(remove_word(source, flag->span));
  }
  return Plan{edits};
}

}  // namespace

Planned plan_use_torchrun(const catalog::verb::UseTorchrun&, const check::Finding& finding,
                          const Context& context) {
  const LaunchHit& hit = *finding.launch_hit();
  const Launch& launch = *hit.linked->launch;
  const Source& source = source_of(context, launch.starter);
  if (launch.kind == LaunchKind::kTorchLaunch) return instead_of_launch(hit, source);
  if (hit.replacement.empty()) return refuse(Reason::kCountNotWritten);
  if (meets_itself(launch, *hit.linked->from)) return refuse(Reason::kNeedsPorts);
  if (!launch.interpreter) return refuse(Reason::kStartsItself);
  const Span target = launch.target_word().span;
  const Span interpreter = launch.interpreter->span;
  if (target.file != interpreter.file || target.begin < interpreter.end)
    return refuse(Reason::kFromVariables);
  for (const auto word : check::written_words(
           source.bytes().substr(interpreter.end, target.begin - interpreter.end))) {
    if (!word.starts_with('-')) return refuse(Reason::kFromVariables);
    if (word != "-u" && word != "-m") return refuse(Reason::kPythonOptions);
  }
  const bool whole = hit.captures.at("starter") == "torchrun";
  const bool module = std::holds_alternative<shell::ModuleTarget>(launch.target);
  const std::string text =
      fmt::format("{} --nproc_per_node={} --master_port={} {}",
                  whole ? "torchrun" : " -m torch.distributed.run", hit.replacement,
                  shown_port(launch, *hit.linked->from), module ? "-m " : "");
  return Plan{{{{target.file, whole ? interpreter.begin : interpreter.end, target.begin}, text}}};
}

}  // namespace mmlint::fix
