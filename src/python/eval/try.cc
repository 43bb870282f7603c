
#include "python/eval/guards.h"
#include "python/eval/namespaces.h"
#include "python/eval/natives.h"
#include "python/eval/statements.h"
#include "syntax/walk.h"

// Exceptions of the config, and code that may or may not have run.
namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

namespace {

// Exception classes, and the names of those derived from each: Python's own, JSONDecodeError of
// json and ConfigParsingError of mmengine/config/utils.py.
constexpr std::pair<std::string_view, std::string_view> kDerived[] = {
    {"BaseException", "Exception SystemExit KeyboardInterrupt GeneratorExit"},
    {"Exception",
     "ArithmeticError AssertionError AttributeError BufferError EOFError ImportError LookupError "
     "MemoryError NameError OSError ReferenceError RuntimeError StopIteration SyntaxError "
     "SystemError TypeError ValueError Warning"},
    {"ArithmeticError", "FloatingPointError OverflowError ZeroDivisionError"},
    {"ImportError", "ModuleNotFoundError"},
    {"LookupError", "IndexError KeyError"},
    {"NameError", "UnboundLocalError"},
    {"OSError",
     "BlockingIOError ChildProcessError ConnectionError FileExistsError FileNotFoundError "
     "InterruptedError IsADirectoryError NotADirectoryError PermissionError ProcessLookupError "
     "TimeoutError"},
    {"RuntimeError", "NotImplementedError RecursionError ConfigParsingError"},
    {"SyntaxError", "IndentationError"},
    {"ValueError", "JSONDecodeError UnicodeError"},
    {"UnicodeError", "UnicodeDecodeError UnicodeEncodeError"},
    {"Warning",
     "DeprecationWarning FutureWarning ImportWarning RuntimeWarning SyntaxWarning UserWarning"},
};

std::string_view without_alias(std::string_view name) {
  return name == "IOError" || name == "EnvironmentError" ? "OSError" : name;
}

// Returns the base of an exception class; empty for BaseException and for what is not known.
std::string_view base_of(std::string_view name) {
  for (const auto& [base, derived] : kDerived) {
    if (is_word_of(derived, name)) return base;
  }
  return {};
}

bool is_known(std::string_view name) {
  return name == "BaseException" || !base_of(name).empty();
}

// nullopt if one of the two is not known.
std::optional<bool> catches(std::string_view handler, std::string_view exception) {
  handler = without_alias(handler);
  exception = without_alias(exception);
  if (!is_known(handler)) return std::nullopt;
  if (handler == "BaseException") return true;
  if (!is_known(exception)) return std::nullopt;
  while (!exception.empty() && exception != handler) exception = base_of(exception);
  return !exception.empty();
}

std::optional<bool> catches(const Expr* type, std::string_view exception) {
  if (!type) return true;
  if (type->kind == ExprKind::kName) return catches(as<Name>(*type).id, exception);
  if (type->kind != ExprKind::kTuple) return std::nullopt;
  std::optional<bool> result = false;
  for (const Expr* item : as<Sequence>(*type).items) {
    const auto one = catches(item, exception);
    if (one && *one) return true;
    if (!one) result = std::nullopt;
  }
  return result;
}

// What could not be computed may have raised as well: then the rest was not run, but a handler.
Flow doubt(Evaluator& e, const Try& s, Flow flow) {
  constexpr std::string_view kReason = "set in a try statement that may have raised";
  e.taint(s.body, kReason);
  e.taint(s.otherwise, kReason);
  Flow other = std::max(way_out(s.body), way_out(s.otherwise));
  for (const Handler& handler : s.handlers) {
    e.taint(handler.body, kReason);
    other = std::max(other, way_out(handler.body));
  }
  return other == Flow::kNext ? flow : other;
}

// The name of a handler's exception, which is gone when the handler ends, whichever way.
struct HandlerName : Pinned {
  HandlerName(Evaluator& evaluator, std::string_view id, const Raised& raised)
      : e(evaluator), name(id) {
    if (name.empty()) return;
    bound = e.pool().unknown("an exception", raised.span);
    e.bind(name, *bound, nullptr);
  }
  ~HandlerName() {
    if (!name.empty()) home_of(e.scope(), name).names->edit_dict().erase(*e.pool().string(name));
  }

  Evaluator& e;
  const std::string_view name;
  Value* bound = nullptr;
};

// Runs the handler that catches it; nullopt if it is not known which one that is.
std::optional<Flow> handle(Evaluator& e, const Try& s, const Raised& raised) {
  const Handler* taken = nullptr;
  for (const Handler& handler : s.handlers) {
    const auto fits = catches(handler.type, raised.exception);
    if (!fits) return std::nullopt;
    if (!*fits) continue;
    taken = &handler;
    break;
  }
  if (!taken) throw raised;
  const HandlerName name(e, taken->name, raised);
  const Handled handled{raised, name.bound};
  const HandledGuard guard(e, handled);
  return e.run(taken->body);
}

// All but `finally`.
Flow run_handled(Evaluator& e, const Try& s) {
  const std::uint64_t unknowns = e.unknowns();
  Flow flow = Flow::kNext;
  try {
    flow = e.run(s.body);
  } catch (const Raised& raised) {
    const bool sure = e.unknowns() == unknowns;
    const auto handled = handle(e, s, raised);
    return sure && handled ? *handled : doubt(e, s, handled.value_or(Flow::kNext));
  }
  const bool sure = e.unknowns() == unknowns || s.handlers.empty();
  try {
    if (flow == Flow::kNext) flow = e.run(s.otherwise);  // what it raises passes the handlers by
  } catch (const Raised&) {
    if (sure) throw;
    return doubt(e, s, Flow::kNext);  // if the body raised, this was not run
  }
  return sure ? flow : doubt(e, s, flow);
}

}  // namespace

// How code that may or may not run leaves the block it stands in.
Flow way_out(Block block) {
  Flow flow = Flow::kNext;
  for (const Stmt* s : block) {
    Flow one = Flow::kNext;
    if (s->kind == StmtKind::kReturn) return Flow::kMaybeReturn;
    if (s->kind == StmtKind::kBreak || s->kind == StmtKind::kContinue) one = Flow::kMaybeBreak;
    if (s->kind != StmtKind::kFunction && s->kind != StmtKind::kClass) {
      for_each_child(
          *s, [](const Expr&) {},
          [&](const Stmt& child) { one = std::max(one, way_out(std::array{&child})); });
    }
    const bool is_loop = s->kind == StmtKind::kFor || s->kind == StmtKind::kWhile;
    if (is_loop && one == Flow::kMaybeBreak) one = Flow::kNext;
    flow = std::max(flow, one);
  }
  return flow;
}

bool is_exception(std::string_view name) {
  return is_known(without_alias(name)) && name != "JSONDecodeError" && name != "ConfigParsingError";
}

Flow run_try(Evaluator& e, const Try& s) {
  Flow flow = Flow::kNext;
  try {
    flow = run_handled(e, s);
  } catch (const Raised&) {
    if (const Flow last = e.run(s.finally); last != Flow::kNext) return last;
    throw;
  }
  const Flow last = e.run(s.finally);
  return last == Flow::kNext ? flow : last;
}

}  // namespace mmlint::python
