#include "check/script/small_run.h"

#include "base/text.h"
#include "check/script/small_numbers.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using syntax::as;
using syntax::Block;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Operator;
using syntax::Stmt;
using syntax::StmtKind;

constexpr int kMostSteps = 20'000;  // statements and expressions
constexpr std::size_t kMostFrames = 24;
constexpr std::int64_t kProcesses = 2;

using Names = std::map<std::string_view, Small>;
struct Frame {
  const Function* function = nullptr;
  Names names;
  std::function<void()> at_yield = {};  // the body of the `with` whose context manager this is
  Small returned = {};
};

enum class End : std::uint8_t { kNext, kReturn, kBreak, kContinue };
// A number of processes by its name.
bool says_processes(std::string_view name) {
  return contains(name, "world") || contains(name, "WORLD");
}

// Whether a condition asks if the run has several processes and a wrapped model, which it has.
bool asks_for_group(std::string_view condition) {
  constexpr std::array<std::string_view, 7> kWords = {
      "no_sync", "ddp", "DDP", "distributed", "Distributed", "RANK", "is_initialized"};
  return std::ranges::any_of(kWords, [&](auto word) { return contains(condition, word); }) ||
         says_processes(condition);
}

class Run {
 public:
  Run(const SmallCallees& callees, std::int64_t passes, const Chosen& chosen)
      : document_(*callees.program().summary().document),
        syntax_(callees.program().get_big<program_syntax>()),
        callees_(callees),
        passes_(passes),
        chosen_(chosen) {}

  SmallRun run() {
    frames_.emplace_back();
    for (std::size_t i = 0; i < document_.statements().size(); ++i) {
      if (const Stmt* each = document_.statement(i)) execute(*each);
    }
    return std::move(out_);
  }

 private:
  bool takes_step() { return out_.complete = out_.complete && ++taken_ <= kMostSteps; }

  End execute(Block block) {
    for (const Stmt* each : block) {
      if (const End end = execute(*each); end != End::kNext) return end;
    }
    return End::kNext;
  }

  End execute(const Stmt& statement) {
    if (!takes_step()) return End::kReturn;
    switch (statement.kind) {
      case StmtKind::kExpression:
        value(*as<syntax::ExpressionStmt>(statement).value);
        return End::kNext;
      case StmtKind::kAssign:
        for (const Expr* target : as<syntax::Assign>(statement).targets)
          assign(*target, *as<syntax::Assign>(statement).value);
        return End::kNext;
      case StmtKind::kAnnotated:
        if (const auto& named = as<syntax::Annotated>(statement); named.value)
          assign(*named.target, *named.value);
        return End::kNext;
      case StmtKind::kAugmented: {
        const auto& augmented = as<syntax::Augmented>(statement);
        const Small right = value(*augmented.value);
        set(*augmented.target, computed(augmented.op, value(*augmented.target), right));
        return End::kNext;
      }
      case StmtKind::kIf: {
        const auto& branch = as<syntax::If>(statement);
        return execute(holds(*branch.condition) ? branch.then : branch.otherwise);
      }
      case StmtKind::kFor:
        return loop(as<syntax::For>(statement));
      case StmtKind::kWhile: {
        const auto& loop = as<syntax::While>(statement);
        for (std::int64_t turn = 0; turn < 2 * passes_ && holds(*loop.condition); ++turn) {
          const End end = execute(loop.body);
          if (end == End::kBreak) break;
          if (end == End::kReturn) return end;
        }
        return End::kNext;
      }
      case StmtKind::kWith:
        return enter(as<syntax::With>(statement), 0);
      case StmtKind::kTry: {
        const auto& attempt = as<syntax::Try>(statement);
        End end = execute(attempt.body);
        if (end == End::kNext) end = execute(attempt.otherwise);
        const End last = execute(attempt.finally);
        return last == End::kNext ? end : last;
      }
      case StmtKind::kReturn:
        if (const Expr* given = as<syntax::Return>(statement).value)
          frames_.back().returned = value(*given);
        return End::kReturn;
      case StmtKind::kBreak:
        return End::kBreak;
      case StmtKind::kContinue:
        return End::kContinue;
      default:
        return End::kNext;
    }
  }

  End loop(const syntax::For& loop) {
    const Expr* over = loop.iterable;
    const std::string_view callee = syntax::called_id(*over);
    const auto* call = over->kind == ExprKind::kCall ? &as<syntax::Call>(*over) : nullptr;
    std::int64_t begin = 0, end = 2 * passes_;
    const bool counts = callee == "range" && !call->arguments.empty();
    if (counts) {
      const auto bound = [&](std::size_t at) { return value(*call->arguments[at].value); };
      const Small first = bound(0), second = call->arguments.size() > 1 ? bound(1) : Small();
      if (second.is_number() && first.is_number()) begin = first.number;
      const Small& limit = call->arguments.size() > 1 ? second : first;
      if (limit.is_number()) end = std::min(limit.number, begin + 4 * passes_);
    } else {
      value(*over);
    }
    loops_.emplace_back(syntax_.text(*over), end);
    const auto leave = [&](End how) { return loops_.pop_back(), how; };
    const bool is_pair = callee == "enumerate" && loop.target->kind == ExprKind::kTuple;
    for (std::int64_t turn = begin; turn < end; ++turn) {
      set(*loop.target, {});
      if (counts) set(*loop.target, small(turn));
      if (is_pair) set(*as<syntax::Sequence>(*loop.target).items.front(), small(turn));
      const End how = execute(loop.body);
      if (how == End::kBreak) return leave(End::kNext);
      if (how == End::kReturn) return leave(how);
    }
    return leave(execute(loop.otherwise));
  }

  // Enters the contexts of a `with` from one on, and executes its body.
  End enter(const syntax::With& with, std::size_t from) {
    if (from == with.items.size()) return execute(with.body);
    const Expr* before = inside_;
    const Expr& context = *with.items[from].context;
    End end = End::kNext;
    const Function* manager =
        context.kind == ExprKind::kCall ? callees_.function(context) : nullptr;
    if (manager && manager->is_generator) {
      const std::size_t depth = frames_.size();
      call(*manager, as<syntax::Call>(context), [&] {  // whose body is the caller's
        std::vector<Frame> inner(std::make_move_iterator(frames_.begin() + depth),
                                 std::make_move_iterator(frames_.end()));
        frames_.resize(depth);
        end = enter(with, from + 1);
        std::ranges::move(inner, std::back_inserter(frames_));
      });
    } else {
      const Small given = value(context);
      if (given.no_sync) inside_ = given.no_sync;
      if (const Expr* target = with.items[from].target) set(*target, {});
      end = enter(with, from + 1);
    }
    inside_ = before;
    return end;
  }

  void assign(const Expr& target, const Expr& source) {
    const bool by_item = target.kind == ExprKind::kTuple && source.kind == ExprKind::kTuple;
    const auto targets = by_item ? as<syntax::Sequence>(target).items : syntax::Exprs();
    const auto sources = by_item ? as<syntax::Sequence>(source).items : syntax::Exprs();
    if (!by_item || targets.size() != sources.size()) return set(target, value(source));
    std::vector<Small> values;
    for (const Expr* each : sources) values.push_back(value(*each));
    for (std::size_t i = 0; i < targets.size(); ++i) set(*targets[i], values[i]);
  }

  void set(const Expr& target, const Small& given) {
    if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
      syntax::for_each_child(target, [&](const Expr& each) { set(each, {}); });
    } else if (target.kind == ExprKind::kAttribute) {
      const std::string_view name = last_name(target);
      attributes_[name] = given;
      if (name == "require_backward_grad_sync")
        switched_off_ = given.is_number() && given.number == 0 ? &target : nullptr;
    } else if (target.kind == ExprKind::kName) {
      names_of(last_name(target))[last_name(target)] = given;
    }
  }

  // The names among which an assignment binds one: those of the function, or of one around it.
  Names& names_of(std::string_view name) {
    Frame& own = frames_.back();
    const Function* function = own.function;
    for (const Stmt* each : function ? function->body : Block()) {
      const bool is_outer = each->kind == StmtKind::kGlobal || each->kind == StmtKind::kNonlocal;
      if (!is_outer || !is_in(name, as<syntax::Scope>(*each).names)) continue;
      for (std::size_t i = frames_.size() - 1; i-- > 0;) {
        if (frames_[i].names.contains(name)) return frames_[i].names;
      }
      return frames_.front().names;
    }
    return own.names;
  }

  Small named(std::string_view name) const {
    const Function* function = frames_.back().function;
    const Stmt* around = function ? syntax_.around(*function) : nullptr;
    const bool is_nested = around && around->kind == StmtKind::kFunction;
    for (std::size_t i = frames_.size(); i-- > 0;) {
      if (i + 1 < frames_.size() && i != 0 && !is_nested) continue;
      if (const auto found = frames_[i].names.find(name); found != frames_[i].names.end())
        return found->second;
    }
    return assumed(name);
  }

  // A number that the program leaves open, such as an option.
  Small assumed(std::string_view name) const {
    return {Small::Kind::kAssumed, says_processes(name) ? kProcesses : passes_};
  }

  Small attribute(const syntax::Attribute& expr) {
    if (expr.name == "no_sync") return {Small::Kind::kNoSync, 0, &expr};
    if (const Function* own = callees_.property(expr.name)) return run_function(*own, {}, {});
    const auto found = attributes_.find(expr.name);
    if (found == attributes_.end()) return assumed(expr.name);
    return callees_.is_shared(expr.name) ? Small() : found->second;
  }

  Small value(const Expr& expr) {
    if (!takes_step()) return {};
    switch (expr.kind) {
      case ExprKind::kInteger:
      case ExprKind::kConstant:
        return literal(expr);
      case ExprKind::kName:
        return named(as<syntax::Name>(expr).id);
      case ExprKind::kAttribute:
        value(*as<syntax::Attribute>(expr).object);
        return attribute(as<syntax::Attribute>(expr));
      case ExprKind::kSubscript: {
        const auto& item = as<syntax::Subscript>(expr);
        value(*item.object);
        return item.index->kind == ExprKind::kString ? assumed(syntax_.text(*item.index)) : Small();
      }
      case ExprKind::kBinary: {
        const auto& binary = as<syntax::Binary>(expr);
        const Small left = value(*binary.left);
        return computed(binary.op, left, value(*binary.right));
      }
      case ExprKind::kCompare:
      case ExprKind::kBoolean:
      case ExprKind::kUnary:
        return condition(expr);
      case ExprKind::kConditional: {
        const auto& either = as<syntax::Conditional>(expr);
        return value(holds(*either.condition) ? *either.then : *either.otherwise);
      }
      case ExprKind::kYield:
        if (const Expr* given = as<syntax::Yield>(expr).value) value(*given);
        if (const auto body = std::move(frames_.back().at_yield)) body();
        return {};
      case ExprKind::kCall:
        return call(as<syntax::Call>(expr));
      default:
        return {};
    }
  }

  // Comparisons, and, or, not: as a number if it is decided.
  Small condition(const Expr& expr) {
    const auto* unary = expr.kind == ExprKind::kUnary ? &as<syntax::Unary>(expr) : nullptr;
    if (unary && unary->op != Operator::kNot) return {};
    if (expr.kind != ExprKind::kCompare) return small(holds(expr) ? 1 : 0);
    const auto& compare = as<syntax::Compare>(expr);
    const Small left = value(*compare.left), right = value(*compare.rights.front());
    return compare.ops.size() == 1 ? compared(compare.ops.front(), left, right) : Small();
  }

  bool holds(const Expr& expr) {
    if (expr.kind == ExprKind::kUnary && as<syntax::Unary>(expr).op == Operator::kNot)
      return !holds(*as<syntax::Unary>(expr).operand);
    if (expr.kind == ExprKind::kBoolean) {
      const auto& boolean = as<syntax::Boolean>(expr);
      const bool is_and = boolean.op == Operator::kAnd;
      return holds(*boolean.left) == is_and ? holds(*boolean.right) : !is_and;
    }
    const Small given = value(expr);
    if (given.kind == Small::Kind::kNumber) return given.number != 0;
    const std::string_view text = syntax_.text(expr);
    if (text.starts_with("__name__")) return true;
    if (asks_for_group(text)) return !contains(text, "==") && !contains(text, " is None");
    const std::string key(text);
    if (!is_in(key, out_.open)) out_.open.push_back(key);
    const auto chosen = chosen_.find(key);
    return chosen != chosen_.end() && chosen->second;
  }

  Small call(const syntax::Call& expr) {
    if (const Function* function = callees_.function(expr)) return call(*function, expr, {});
    const Small callee = value(*expr.callee);
    Small first;
    for (const syntax::Argument& each : expr.arguments) {
      const Small given = value(*each.value);
      if (&each == expr.arguments.data()) first = given;
    }
    if (callee.no_sync) return callee;
    const std::string_view name = last_name(*expr.callee);
    if (name == "enter_context" && first.no_sync) inside_ = first.no_sync;
    if (callees_.is_forward(expr)) {
      // DDP decides in forward if the backward pass averages.
      has_pass_ = true;
      unsynced_ = inside_ ? inside_ : switched_off_;
    }
    if (has_pass_ && callees_.is_step(expr)) out_.steps.push_back(unsynced_);
    if (name == "len" && !expr.arguments.empty()) return length(*expr.arguments.front().value);
    return name == "int" || name == "bool" ? first : says_processes(name) ? assumed(name) : Small();
  }

  // The length of what a loop around goes through: for i, batch in enumerate(tqdm(loader))
  Small length(const Expr& of) const {
    const auto found = std::ranges::find_if(
        loops_, [&](const auto& each) { return has_word(each.first, syntax_.text(of)); });
    return found == loops_.end() ? Small() : small(found->second);
  }

  Small call(const Function& function, const syntax::Call& expr, std::function<void()> at_yield) {
    Names given;
    const auto& parameters = function.parameters;
    const bool is_method =
        !parameters.empty() && (parameters[0].name == "self" || parameters[0].name == "cls");
    std::size_t next = is_method ? 1 : 0;
    for (const auto& each : parameters)
      given[each.name] = each.default_value ? value(*each.default_value) : Small();
    if (expr.callee->kind == ExprKind::kAttribute)
      value(*as<syntax::Attribute>(*expr.callee).object);
    for (const syntax::Argument& each : expr.arguments) {
      const Small argument = value(*each.value);
      if (!each.name.empty()) {
        given[each.name] = argument;
      } else if (next < parameters.size()) {
        given[parameters[next++].name] = argument;
      }
    }
    return run_function(function, std::move(given), std::move(at_yield));
  }

  Small run_function(const Function& function, Names given, std::function<void()> at_yield) {
    if (frames_.size() > kMostFrames) return {};
    frames_.push_back({&function, std::move(given), std::move(at_yield)});
    const std::size_t depth = frames_.size();
    execute(function.body);
    frames_.resize(depth);
    const Small out = frames_.back().returned;
    frames_.pop_back();
    return out;
  }

  const syntax::Document& document_;
  const ProgramSyntax& syntax_;
  const SmallCallees& callees_;
  const std::int64_t passes_;
  const Chosen& chosen_;
  std::vector<Frame> frames_;
  std::vector<std::pair<std::string_view, std::int64_t>> loops_;  // around: over what, how long
  Names attributes_;                                              // of all objects
  const Expr* inside_ = nullptr;
  const Expr* switched_off_ = nullptr;
  const Expr* unsynced_ = nullptr;  // of the last pass
  bool has_pass_ = false;
  int taken_ = 0;
  SmallRun out_;
};

}  // namespace

SmallRun small_run(const SmallCallees& callees, std::int64_t passes, const Chosen& chosen) {
  return Run(callees, passes, chosen).run();
}

}  // namespace mmlint::check
