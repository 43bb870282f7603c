
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "syntax/walk.h"

namespace mmlint::fix {

Planned plan_guard(const catalog::verb::Guard&, const check::Finding& finding,
                   const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  const syntax::Document& document = document_of(context, hit.at);
  const auto line = line_of(document, hit.fact);
  const std::string_view callee = document.source().text(hit.at);
  const std::size_t dot = callee.rfind('.');
  if (!script::Symbol(hit.name.str()).is_inside("torch.cuda") || dot == callee.npos)
    return refuse(Reason::kNoCuda);
  const syntax::Stmt* stmt = syntax::find_stmt(document, hit.fact.begin, hit.fact.end);
  if (!line || !line->ends || !stmt) return refuse(Reason::kPartOfLine);
  const std::string text = fmt::format("if {}.is_available():{}{}{}", callee.substr(0, dot),
                                       document.source().line_end(), line->indent, line->unit);
  return Plan{{{{hit.fact.file, hit.fact.begin, hit.fact.begin}, text}}};
}

}  // namespace mmlint::fix
