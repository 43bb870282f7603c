

#include "fix/shell/planners.h"
#include "fix/shell/word_edits.h"

namespace mmlint::fix {

using check::Finding;

namespace {

// `"NAME"` and `'NAME'`, as Python names variables.
bool quotes(std::string_view text, std::string_view name) {
  return text.find(fmt::format("'{}'", name)) != text.npos ||
         text.find(fmt::format("\"{}\"", name)) != text.npos;
}

// A file of the run that reads the variable which the finding is about, empty for the script
// itself; nothing if none does.
std::optional<std::string> reader_of(const std::string& name, const Finding& finding,
                                     const Context& context) {
  const std::string& path = source_of(context, finding.diagnostic.primary).path();
  const launch::LaunchGraph& graph = *finding.launch_hit()->graph;
  const std::set<std::string> scripts = graph.reached_from(path);
  for (const std::string& each : scripts) {
    const auto* script = context.workspace.launch_scripts(std::span(&each, 1)).front();
    if (!script) continue;
    const std::string_view text = script->document.source().bytes();
    const bool reads = count_expansions(text, name) != 0 || quotes(text, name) ||
                       text.find("printenv " + name) != text.npos;
    if (reads) return each == path ? "" : std::string(file_name(each));
  }
  for (const launch::LinkedLaunch* linked : graph.all()) {
    const bool python = linked->script_summary && scripts.contains(linked->launch_script);
    if (python && quotes(linked->script_summary->document->source().bytes(), name))
      return std::string(file_name(linked->script.path));
  }
  return std::nullopt;
}

}  // namespace

Planned plan_rename_variable(const catalog::verb::RenameVariable& action, const Finding& finding,
                             const Context& context) {
  const std::string& name = finding.launch_hit()->name;
  const Span at = finding.diagnostic.primary;
  const Source& source = source_of(context, at);
  if (!source.text(at).starts_with(name + "=")) return refuse(Reason::kNotSetHere);
  if (const auto reader = reader_of(name, finding, context))
    return refuse(reader->empty() ? Refusal{Reason::kReadByItself, {name}}
                                  : Refusal{Reason::kReadBy, {*reader, name}});
  const catalog::Literal wanted = catalog::fill(action.value, *finding.target);
  if (!wanted.string()) return refuse(Reason::kNoValueForThis);
  const auto* script = context.workspace.launch_scripts(std::span(&source.path(), 1)).front();
  const auto& settings = script->summary.settings;
  const bool is_set = std::ranges::any_of(settings, [&](const auto& setting) {
    return setting.value && setting.name == *wanted.string();
  });
  if (!is_set) {
    const auto end = at.begin + static_cast<std::uint32_t>(name.size());
    return Plan{{{{at.file, at.begin, end}, *wanted.string()}}};
  }
  return Plan{{remove_setting(source, at)}};
}

}  // namespace mmlint::fix
