#include "fix/script/script_code.h"

#include "syntax/bindings.h"

namespace mmlint::fix {

ScriptCode::ScriptCode(const syntax::Document& document, syntax::Parser& parser)
    : reads(document, parser), cuda(document, parser) {
  for (std::size_t i = 0; i < document.statements().size() && !torch_; ++i) {
    const syntax::Stmt* stmt = document.statement(i, parser);
    if (!stmt) continue;
    for (const auto& [name, symbol] : syntax::imported_names(*stmt)) {
      if (!torch_ && symbol == "torch") torch_.emplace(stmt->begin, name);
    }
  }
}

std::optional<std::string> ScriptCode::torch_at(std::uint32_t place) const {
  if (!torch_ || torch_->first >= place) return std::nullopt;
  return torch_->second;
}

ScriptCode& code_of(const syntax::Document& document, const Context& context) {
  std::shared_ptr<ScriptCode>& code = context.scripts[&document];
  if (!code) code = std::make_shared<ScriptCode>(document, context.parser);
  return *code;
}

}  // namespace mmlint::fix
