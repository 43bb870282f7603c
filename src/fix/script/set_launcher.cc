#include "fix/script/planners.h"
#include "fix/script/script_code.h"
#include "fix/text/entry_edits.h"
#include "fix/text/python_text.h"
#include "fix/text/statement_edits.h"
#include "launch/program_store.h"
#include "script/symbols.h"
#include "syntax/walk.h"

namespace mmlint::fix {
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

// Passes `--launcher pytorch` in each launch of several processes that leaves the option out.
Planned pass_launcher(const check::ScriptHit& hit) {
  const launch::Program& program = hit.facts->program();
  const auto& options = program.summary().options;
  const auto option = std::ranges::find(options, hit.option, &script::Option::dest);
  if (option == options.end() || !option->names.front().starts_with("--"))
    return refuse(Reason::kComputed);
  const std::string& name = option->names.front();
  return pass_in_launches(program, name + " pytorch", [&](const launch::LinkedLaunch& linked) {
    return linked.processes().value_or(2) > 1 && !linked.option(name, nullptr);
  });
}

// The object whose `launcher` a condition asks for: `cfg` in `cfg.get('launcher') == 'pytorch'`.
// Null if it asks for none.
const Expr* asked_config(const Expr& condition) {
  const Expr* found = nullptr;
  const std::function<void(const Expr&)> look = [&](const Expr& expr) {
    const auto is_key = [](const Expr& key) {
      return key.kind == ExprKind::kString && as<syntax::String>(key).value == "launcher";
    };
    if (expr.kind == ExprKind::kAttribute) {
      const auto& attribute = as<syntax::Attribute>(expr);
      if (attribute.name == "launcher") found = attribute.object;
    } else if (expr.kind == ExprKind::kSubscript) {
      const auto& item = as<syntax::Subscript>(expr);
      if (is_key(*item.index)) found = item.object;
    } else if (expr.kind == ExprKind::kCall) {
      const auto& call = as<syntax::Call>(expr);
      if (call.callee->kind == ExprKind::kAttribute && !call.arguments.empty() &&
          as<syntax::Attribute>(*call.callee).name == "get" &&
          is_key(*call.arguments.front().value))
        found = as<syntax::Attribute>(*call.callee).object;
    }
    syntax::for_each_child(expr, look);
  };
  look(condition);
  return found;
}

// Before the condition around the call that makes the group. Without torchrun all stays as it was.
Planned set_before_condition(const syntax::Document& document, const check::ScriptHit& hit,
                             const Context& context) {
  const NameReads& reads = code_of(document, context).reads();
  const Expr* call = reads.at(hit.fact);
  const syntax::Stmt* inner = call ? reads.around(*call).stmt : nullptr;
  if (!inner) return refuse(Reason::kComputed);
  const auto around = enclosing(document, {hit.fact.file, inner->begin, inner->end});
  const char quote = style_of(document).quote;
  for (auto each = around.rbegin(); each != around.rend(); ++each) {
    const syntax::Stmt& stmt = *each->stmt;
    if (stmt.kind != syntax::StmtKind::kIf) continue;
    const Expr* config = asked_config(*as<syntax::If>(stmt).condition);
    if (!config) continue;
    if (!is_path(*config)) return refuse(Reason::kComputed);
    ScriptImports imports(document, stmt.begin);
    const auto os = imports.use("os");
    if (!os) return refuse(os.error());
    const auto line = line_of(document, {hit.fact.file, stmt.begin, stmt.end});
    const std::string name(
        document.source().bytes().substr(config->begin, config->end - config->begin));
    const std::vector<std::string> lines = {
        fmt::format("if {0}LOCAL_RANK{0} in {1}.environ:", quote, *os),
        fmt::format("{0}{1}.launcher = {2}pytorch{2}", line ? line->unit : "", name, quote)};
    return put_before(document, stmt, lines, imports);
  }
  return refuse(Reason::kComputed);
}

// Before the Runner is built, where the process group exists by then.
Planned set_before_runner(const syntax::Document& document, const check::ScriptHit& hit,
                          const Context& context) {
  const NameReads& reads = code_of(document, context).reads();
  const Expr* node = reads.at(hit.fact);
  if (!node || node->kind != ExprKind::kCall) return refuse(Reason::kComputed);
  const auto& call = as<syntax::Call>(*node);
  const char quote = style_of(document).quote;
  if (hit.name == "mmengine.runner.Runner")
    return plan_of(add_arguments(document, call, {fmt::format("launcher={0}pytorch{0}", quote)}));
  if (call.arguments.empty() || !is_path(*call.arguments.front().value))
    return refuse(Reason::kComputed);
  const Expr& config = *call.arguments.front().value;
  const syntax::Stmt* stmt = reads.around(*node).stmt;
  ScriptImports imports(document, stmt->begin);
  std::vector<std::string> lines = {fmt::format(
      "{0}.launcher = {1}pytorch{1}",
      document.source().bytes().substr(config.begin, config.end - config.begin), quote)};
  if (hit.point.group != script::OnPaths::kAll) {
    const auto dist = imports.use("torch.distributed");
    if (!dist) return refuse(dist.error());
    const auto line = line_of(document, {hit.fact.file, stmt->begin, stmt->end});
    lines.front().insert(0, line ? line->unit : "");
    lines.insert(lines.begin(), fmt::format("if {}.is_initialized():", *dist));
  }
  return put_before(document, *stmt, lines, imports);
}

}  // namespace

Planned plan_set_launcher(const catalog::verb::SetLauncher&, const check::Finding& finding,
                          const Context& context) {
  const check::ScriptHit& hit = *finding.script_hit();
  if (!hit.option.empty()) return pass_launcher(hit);
  const syntax::Document& document = document_of(context, hit.fact);
  const script::Call* call = call_at(*script_of(finding, context.workspace), hit.fact);
  return call && script::makes_group(call->symbol) ? set_before_condition(document, hit, context)
                                                   : set_before_runner(document, hit, context);
}

}  // namespace mmlint::fix
