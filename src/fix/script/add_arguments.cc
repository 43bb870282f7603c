
#include "fix/script/imports.h"
#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"

namespace mmlint::fix {

Planned plan_add_arguments(const catalog::verb::AddArguments& action, const check::Finding& finding,
                           const Context& context) {
  const Span at = finding.script_hit()->fact;
  const syntax::Document& document = document_of(context, at);
  const syntax::Expr* call = code_of(document, context).reads.at(at);
  if (!call || call->kind != syntax::ExprKind::kCall) return refuse(Reason::kComputed);
  ScriptImports imports(document, at.begin);
  const auto module = imports.use(action.import);
  if (!module) return refuse(module.error());
  if (*module != action.import) return refuse(Reason::kOtherModuleName, {action.import, *module});
  const char quote = style_of(document).quote;
  std::vector<std::string> texts;
  for (const auto& [name, value] : action.arguments) {
    const auto& given = syntax::as<syntax::Call>(*call).arguments;
    const auto is_it = [&keyword = name](const syntax::Argument& argument) {
      return argument.name == keyword;
    };
    if (std::ranges::any_of(given, is_it)) continue;
    texts.push_back(name + "=" + value);
    std::ranges::replace(texts.back(), '\'', quote);
  }
  Plan plan{imports.edits()};
  for (TextEdit& edit : add_arguments(document, syntax::as<syntax::Call>(*call), texts))
    plan.edits.push_back(std::move(edit));
  return plan;
}

}  // namespace mmlint::fix
