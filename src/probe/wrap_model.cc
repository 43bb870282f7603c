#include "probe/wrap_model.h"

#include "base/algorithms.h"
#include "base/sha256.h"
#include "syntax/walk.h"

namespace mmlint::probe {
namespace {

using namespace syntax;

// The hashes of the body in releases 0.1.0, 0.2.0 to 0.7.4 and 0.8.0 to 0.10.7.
constexpr std::string_view kBodies[] = {
    "2185a911f4b0b38277dd7a3d6e22b0d829b5a62bb1bf80357fa66e3659008d4c",
    "96dc5349bc0aea819750f060838c80cdc4502277b3980c3a8cd38dfc72cada80",
    "0d7f125e66753d0f427a77de0e3abdba11e00a5af9ca2fb2bcabef00b089ec94"};

constexpr const char* kNoRunner =
    "is not MMEngine's runner/runner.py: it has no class Runner with a method wrap_model; name "
    "that "
    "file, the package mmengine, or an environment that has it";

const Function* method(const Document& document) {
  const Function* found = nullptr;
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    const Stmt& stmt = *document.statement(i);
    if (stmt.kind != StmtKind::kClass || as<Class>(stmt).name != "Runner") continue;
    for (const Stmt* member : as<Class>(stmt).body) {
      if (member->kind == StmtKind::kFunction && as<Function>(*member).name == "wrap_model")
        found = &as<Function>(*member);
    }
  }
  return found;
}

bool is_name(const Expr& expr, std::string_view id) {
  return expr.kind == ExprKind::kName && as<Name>(expr).id == id;
}

// `model = MMDistributedDataParallel(...)` and `model = MODEL_WRAPPERS.build(...)`.
bool wraps(const Stmt& stmt) {
  if (stmt.kind != StmtKind::kAssign || as<Assign>(stmt).value->kind != ExprKind::kCall)
    return false;
  const Expr& callee = *as<Call>(*as<Assign>(stmt).value).callee;
  if (is_name(callee, "MMDistributedDataParallel")) return true;
  return callee.kind == ExprKind::kAttribute && as<Attribute>(callee).name == "build" &&
         is_name(*as<Attribute>(callee).object, "MODEL_WRAPPERS");
}

void add_wrapping(const Stmt& stmt, std::vector<std::uint32_t>& out) {
  if (wraps(stmt)) out.push_back(stmt.begin);
  for_each_child(
      stmt, [](const Expr&) {}, [&](const Stmt& child) { add_wrapping(child, out); });
}

// The statements behind the docstring.
Block body_of(const Function& function) {
  const Stmt& first = *function.body.front();
  const bool has_docstring = first.kind == StmtKind::kExpression &&
                             as<ExpressionStmt>(first).value->kind == ExprKind::kString;
  return function.body.subspan(has_docstring ? 1 : 0);
}

std::string without_cr(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\r' || text.substr(i, 2) != "\r\n") out += text[i];
  }
  return out;
}

}  // namespace

Result<WrapModel> find_wrap_model(const Source& runner) {
  const Document document(runner);
  if (!document.parse_all()) {
    const SyntaxProblem& first = document.problems().front();
    return fail(fmt::format("is no valid Python, and so not MMEngine's: {}", first.message),
                runner.path(), runner.lines().position(first.span.begin).line);
  }
  const Function* function = method(document);
  if (function == nullptr) return fail(kNoRunner, runner.path());
  WrapModel out;
  out.line = runner.lines().position(function->begin).line;
  const Block body = body_of(*function);
  if (body.empty()) return fail(kNoRunner, runner.path());
  out.sha256 = sha256(without_cr(
      runner.bytes().substr(body.front()->begin, body.back()->end - body.front()->begin)));
  add_wrapping(*function, out.wrapping);
  return out;
}

bool is_in_a_release(std::string_view body_sha256) {
  return is_in(body_sha256, kBodies);
}

}  // namespace mmlint::probe
