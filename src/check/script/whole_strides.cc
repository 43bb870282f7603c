#include "check/script/whole_strides.h"

#include "check/script/joint_training.h"
#include "check/script/loss_flow.h"
#include "check/script/unshared_samples.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using script::Call;
using script::Summary;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

// The value that __init__ keeps as an attribute: of self.shard = shard, or of one of several.
const Expr* kept_as(std::string_view attribute, const syntax::Function& init) {
  const Expr* out = nullptr;
  const auto look = [&](const Expr& target, const Expr& value) {
    if (target.kind == ExprKind::kAttribute && last_name(target) == attribute) out = &value;
  };
  for (const Stmt* each : init.body) {
    if (each->kind != StmtKind::kAssign) continue;
    const Expr& value = *as<syntax::Assign>(*each).value;
    for (const Expr* target : as<syntax::Assign>(*each).targets) {
      look(*target, value);
      if (target->kind != ExprKind::kTuple || value.kind != ExprKind::kTuple) continue;
      const auto& targets = as<syntax::Sequence>(*target).items;
      const auto& values = as<syntax::Sequence>(value).items;
      for (std::size_t i = 0; i < targets.size() && targets.size() == values.size(); ++i)
        look(*targets[i], *values[i]);
    }
  }
  return out;
}

class Search {
 public:
  Search(const Summary& run, const launch::Program& program)
      : run_(run), syntax_(program.get_big<program_syntax>()) {}

  std::vector<Span> find() const {
    std::vector<Span> out;
    const Sources samples(run_, syntax_, training_iterables(run_, syntax_));
    for (const Expr* each : samples.all()) {
      if (speaks_of_rank(last_name(*each))) return {};
      if (each->kind != ExprKind::kSlice || !as<syntax::Slice>(*each).step) continue;
      const std::vector<Span> calls = of_one(as<syntax::Slice>(*each));
      if (calls.empty()) return {};
      out.insert(out.end(), calls.begin(), calls.end());
    }
    return out;
  }

 private:
  // The calls that make the objects of a slice [self.shard::self.shards] with 0 and 1; empty if one
  // may get other numbers.
  std::vector<Span> of_one(const syntax::Slice& slice) const {
    std::vector<Span> out;
    const syntax::Function* function = syntax_.place(slice).function;
    const Stmt* node = function ? syntax_.around(*function) : nullptr;
    if (!node || node->kind != StmtKind::kClass || !slice.lower) return out;
    const auto* init = syntax_.method(as<syntax::Class>(*node), "__init__");
    const Expr* first = init ? kept_as(last_name(*slice.lower), *init) : nullptr;
    const Expr* step = init ? kept_as(last_name(*slice.step), *init) : nullptr;
    if (!first || !step) return out;
    for (const Call& call : run_.calls) {
      if (!call.point.reached || syntax_.class_of(call, run_) != node) continue;
      Span chosen = call.callee;
      if (!is_number(0, *first, call, *init, chosen) || !is_number(1, *step, call, *init, chosen))
        return {};
      out.push_back(chosen);
    }
    return out;
  }

  // Whether a call makes its object with a number for a parameter. If the number is the default of
  // a function around, `chosen` becomes the call that leaves it so.
  bool is_number(std::int64_t number, const Expr& parameter, const Call& maker,
                 const syntax::Function& init, Span& chosen) const {
    const auto& all = init.parameters;
    const auto found = std::ranges::find_if(
        all, [&](const auto& each) { return each.name == syntax::id_of(parameter); });
    if (found == all.end() || found == all.begin() || maker.more) return false;
    const auto position = static_cast<std::size_t>(found - all.begin()) - 1;
    const script::Argument* given = maker.argument(std::string(found->name), position);
    if (!given)
      return found->default_value && found->default_value->kind == ExprKind::kInteger &&
             syntax_.text(*found->default_value) == std::to_string(number);
    const Value* value = script::only_data(given->value);
    if (!value || value->kind != Value::Kind::kInt || value->integer != number) return false;
    for (const Call& call : run_.calls) {
      const syntax::Function* entered = syntax_.function_of(call, run_);
      const bool leaves_it = entered && call.point.reached && is_default(value->span, *entered);
      if (leaves_it) chosen = call.callee;
    }
    return true;
  }

  // Whether a literal is the default of a parameter.
  bool is_default(Span at, const syntax::Function& function) const {
    return std::ranges::any_of(function.parameters, [&](const syntax::Parameter& each) {
      return each.default_value && syntax_.span(*each.default_value) == at;
    });
  }

  const Summary& run_;
  const ProgramSyntax& syntax_;
};

}  // namespace

std::vector<Span> whole_strides(const Summary& run, const launch::Program& program) {
  return Search(run, program).find();
}

}  // namespace mmlint::check
