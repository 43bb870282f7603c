#include "check/script/small_run.h"

#include "base/text.h"
#include "check/script/small_frames.h"
#include "check/script/unshared_samples.h"
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

using Names = std::map<std::string_view, Small>;
using Bound = std::vector<std::pair<const Expr*, Small>>;  // assignment targets, their values
enum class End : std::uint8_t { kNext, kReturn, kBreak, kContinue };

class Run {
 public:
  Run(const SmallCallees& callees, std::int64_t passes, const Chosen& chosen)
      : document_(*callees.program().summary().document),
        syntax_(callees.program().get_big<program_syntax>()),
        callees_(callees),
        passes_(passes),
        chosen_(chosen) {}

  SmallRun run() {
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
          frames_.last().returned = value(*given);
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
    const Expr* from =
        callee == "enumerate" && !call->arguments.empty() ? call->arguments.front().value : over;
    const Function* generator = from->kind == ExprKind::kCall ? callees_.function(*from) : nullptr;
    if (generator && generator->is_generator)
      return this->loop(loop, *generator, as<syntax::Call>(*from));
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
      bool entered = false;
      call(*manager, as<syntax::Call>(context), [&](const Expr*) {
        if (!std::exchange(entered, true))
          frames_.outside(depth, [&] { end = enter(with, from + 1); });
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

  // Executes the body of a loop for each value that a generator of the project yields.
  End loop(const syntax::For& loop, const Function& generator, const syntax::Call& from) {
    const bool counts = &from != loop.iterable && loop.target->kind == ExprKind::kTuple;
    const auto pair = counts ? as<syntax::Sequence>(*loop.target).items : syntax::Exprs();
    End end = End::kNext;
    std::int64_t turn = 0;
    const std::size_t depth = frames_.size();
    call(generator, from, [&](const Expr* given) {
      if (end != End::kNext) return;
      Bound bound;
      if (given) bind(counts ? *pair.back() : *loop.target, *given, bound);
      frames_.outside(depth, [&] {
        set(*loop.target, {});
        if (counts) set(*pair.front(), small(turn++));
        for (const auto& [target, each] : bound) set(*target, each);
        end = execute(loop.body);
        if (end == End::kContinue) end = End::kNext;
      });
    });
    if (end == End::kNext) return execute(loop.otherwise);
    return end == End::kBreak ? End::kNext : end;
  }

  void bind(const Expr& target, const Expr& source, Bound& out) {
    const bool by_item = target.kind == ExprKind::kTuple && source.kind == ExprKind::kTuple;
    const auto targets = by_item ? as<syntax::Sequence>(target).items : syntax::Exprs();
    const auto sources = by_item ? as<syntax::Sequence>(source).items : syntax::Exprs();
    if (targets.empty() || targets.size() != sources.size()) {
      out.emplace_back(&target, value(source));
      return;
    }
    for (std::size_t i = 0; i < targets.size(); ++i) bind(*targets[i], *sources[i], out);
  }

  void assign(const Expr& target, const Expr& source) {
    Bound bound;
    bind(target, source, bound);
    for (const auto& [each, given] : bound) set(*each, given);
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
      frames_.set(last_name(target), given);
    }
  }

  Small named(std::string_view name) const {
    const Small* known = frames_.find(name);
    return known ? *known : assumed(name, passes_);
  }

  Small attribute(const syntax::Attribute& expr) {
    if (expr.name == "no_sync") return {Small::Kind::kNoSync, 0, &expr};
    if (const Function* own = callees_.property(expr.name)) return run_function(*own, {}, {});
    const auto found = attributes_.find(expr.name);
    if (found == attributes_.end()) return assumed(expr.name, passes_);
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
        return item.index->kind == ExprKind::kString ? assumed(syntax_.text(*item.index), passes_)
                                                     : Small();
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
        if (const auto get = frames_.last().at_yield) {
          get(as<syntax::Yield>(expr).value);
        } else if (const Expr* given = as<syntax::Yield>(expr).value) {
          value(*given);
        }
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
    if (name == "getenv" || name == "get") return looked_up(expr);
    return name == "int" || name == "bool" ? first
           : says_processes(name)          ? assumed(name, passes_)
                                           : Small();
  }

  // A number from the environment: os.environ.get('ACCUMULATION', '4')
  Small looked_up(const syntax::Call& expr) const {
    const Expr* given = expr.arguments.empty() ? nullptr : expr.arguments.front().value;
    const std::string_view key =
        given && given->kind == ExprKind::kString ? syntax_.text(*given) : "";
    return key.empty() || speaks_of_rank(key) ? Small() : assumed(key, passes_);
  }

  // The length of what a loop around goes through: for i, batch in enumerate(tqdm(loader))
  Small length(const Expr& of) const {
    const auto found = std::ranges::find_if(
        loops_, [&](const auto& each) { return has_word(each.first, syntax_.text(of)); });
    return found == loops_.end() ? Small() : small(found->second);
  }

  Small call(const Function& function, const syntax::Call& expr,
             std::function<void(const Expr*)> at_yield) {
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

  Small run_function(const Function& function, Names given,
                     std::function<void(const Expr*)> at_yield) {
    if (frames_.size() > kMostFrames) return {};
    frames_.enter({&function, std::move(given), std::move(at_yield)});
    const std::size_t depth = frames_.size();
    execute(function.body);
    return frames_.leave(depth);
  }

  const syntax::Document& document_;
  const ProgramSyntax& syntax_;
  const SmallCallees& callees_;
  const std::int64_t passes_;
  const Chosen& chosen_;
  SmallFrames frames_{syntax_};
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
