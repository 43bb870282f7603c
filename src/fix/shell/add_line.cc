#include "fix/shell/planners.h"
#include "shell_syntax/walk.h"

namespace mmlint::fix {

namespace {

using shell_syntax::Block;
using shell_syntax::Statement;

// Returns the innermost statement of a block that holds a place, with its pipeline or list; null if
// there is none.
const Statement* statement_around(Block script, Span place) {
  const Statement* found = nullptr;
  Block piped;
  const auto look = [&](const Statement& statement) {
    if (statement.kind == shell_syntax::StatementKind::kPipeline)
      piped = shell_syntax::as<shell_syntax::Pipeline>(statement).commands;
  };
  const auto enter = [&](Block block) {
    if (block.data() == piped.data()) return;
    for (const Statement* each : block) {
      if (each->begin <= place.begin && place.end <= each->end) found = each;
    }
  };
  shell_syntax::walk(script, {.statement = look, .enter = enter});
  return found;
}

}  // namespace

Planned plan_add_line(const catalog::verb::AddLine&, const check::Finding& finding,
                      const Context& context) {
  const std::string& line = finding.launch_hit()->replacement;
  const Span at = finding.diagnostic.primary;
  const Source& source = source_of(context, at);
  const auto* script = context.workspace.launch_scripts(std::span(&source.path(), 1)).front();
  const Statement* statement = statement_around(script->document.statements(), at);
  if (line.empty() || !statement) return refuse(Reason::kNoLineBefore);
  const std::string_view before = source.bytes().substr(0, statement->begin);
  const std::string_view indent = before.substr(before.rfind('\n') + 1);
  if (indent.find_first_not_of(" \t") != indent.npos) return refuse(Reason::kNoLineBefore);
  return Plan{{{{at.file, statement->begin, statement->begin},
                fmt::format("{}{}{}", line, source.line_end(), indent)}}};
}

}  // namespace mmlint::fix
