#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/python_text.h"

namespace mmlint::fix {

Planned plan_set_master(const catalog::verb::SetMaster&, const check::Finding& finding,
                        const Context& context) {
  const Span at = finding.script_hit()->fact;
  const syntax::Document& document = document_of(context, at);
  const NameReads& reads = code_of(document, context).reads();
  const syntax::Expr* call = reads.at(at);
  const syntax::Stmt* stmt = call ? reads.around(*call).stmt : nullptr;
  if (!stmt) return refuse(Reason::kComputed);
  ScriptImports imports(document, stmt->begin);
  const auto os = imports.use("os");
  if (!os) return refuse(os.error());
  const char quote = style_of(document).quote;
  // 29500 is the port of torchrun too (torch/distributed/run.py).
  const std::vector<std::string> lines = {
      fmt::format("{0}.environ.setdefault({1}MASTER_ADDR{1}, {1}127.0.0.1{1})", *os, quote),
      fmt::format("{0}.environ.setdefault({1}MASTER_PORT{1}, {1}29500{1})", *os, quote)};
  return put_before(document, *stmt, lines, imports);
}

}  // namespace mmlint::fix
