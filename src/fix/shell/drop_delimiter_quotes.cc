#include "base/text.h"
#include "fix/shell/planners.h"
#include "shell_syntax/walk.h"

namespace mmlint::fix {

namespace {

using shell_syntax::Redirect;

// Whether bash would expand nothing in a JSON document without the quotes but what is in no string.
bool expands_outside_strings(std::string_view text) {
  bool in_string = false;
  for (const char c : text) {
    if (c == '"') in_string = !in_string;
    if (c == '\\' || c == '`' || (c == '$' && in_string)) return false;
  }
  return true;
}

}  // namespace

Planned plan_drop_delimiter_quotes(const catalog::verb::DropQuotes&, const check::Finding& finding,
                                   const Context& context) {
  const auto& places = finding.launch_hit()->places;
  if (places.empty()) return refuse(Reason::kNoValueForThis);
  const Span inside = places.front().span;
  const auto& all = finding.launch_hit()->linked->from->kept;
  const auto kept = std::ranges::find(all, inside, &shell::KeptVariable::span);
  if (kept == all.end() || !kept->is_json) return refuse(Reason::kMayBeNoJson);
  const Source& source = source_of(context, inside);
  const auto* script = context.workspace.launch_scripts(std::span(&source.path(), 1)).front();
  const Redirect* around = nullptr;
  const auto look = [&](const shell_syntax::Statement& statement) {
    for (const Redirect& each : statement.redirects) {
      if (each.heredoc && each.heredoc->begin <= inside.begin && inside.end <= each.heredoc->end)
        around = &each;
    }
  };
  shell_syntax::walk(script->document.statements(), {.statement = look});
  if (!around || !around->heredoc->quoted || !is_identifier(around->heredoc->delimiter))
    return refuse(Reason::kNoValueForThis);
  const Span body{inside.file, around->heredoc->begin, around->heredoc->end};
  if (!expands_outside_strings(source.text(body))) return refuse(Reason::kExpandsMore);
  const Span delimiter{inside.file, around->target->begin, around->target->end};
  return Plan{{{delimiter, std::string(around->heredoc->delimiter)}}};
}

}  // namespace mmlint::fix
