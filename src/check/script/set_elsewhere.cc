#include "check/script/set_elsewhere.h"

#include "base/algorithms.h"
#include "syntax/match.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

std::string_view text_of(const Expr* expr) {
  return expr && expr->kind == ExprKind::kString ? as<syntax::String>(*expr).value : "";
}

// The last part of `a.b.c`; empty for other expressions.
std::string_view last_name(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return as<syntax::Name>(expr).id;
  return expr.kind == ExprKind::kAttribute ? as<syntax::Attribute>(expr).name : "";
}

// Of a scope and a type, as in 'mmdet.FocalLoss', the type.
std::string_view without_scope(std::string_view type) {
  return type.substr(type.rfind('.') + 1);
}

// Whether a call may set the keys of a dict, or give more of them to what it builds.
bool sets_keys(std::string_view callee) {
  constexpr std::array<std::string_view, 5> kNames = {"update", "setdefault", "merge_from_dict",
                                                      "partial", "ConfigDict"};
  return callee.find("build") != callee.npos || is_in(callee, kNames);
}

class Reader {
 public:
  explicit Reader(SetElsewhere& out) : out_(out) {}

  void stmt(const Stmt& stmt, bool in_init) {
    if (stmt.kind == StmtKind::kClass) {
      for (const syntax::Argument& base : as<syntax::Class>(stmt).bases)
        out_.classes.emplace(last_name(*base.value));
    }
    if (stmt.kind == StmtKind::kFunction) in_init = as<syntax::Function>(stmt).name == "__init__";
    if (stmt.kind == StmtKind::kAssign) {
      const auto& assign = as<syntax::Assign>(stmt);
      for (const Expr* each : assign.targets) target(*each, assign.value, in_init);
    }
    if (stmt.kind == StmtKind::kAnnotated)
      target(*as<syntax::Annotated>(stmt).target, as<syntax::Annotated>(stmt).value, in_init);
    if (stmt.kind == StmtKind::kAugmented)
      target(*as<syntax::Augmented>(stmt).target, nullptr, in_init);
    syntax::for_each_child(
        stmt, [this](const Expr& each) { expr(each, false); },
        [&](const Stmt& each) { this->stmt(each, in_init); });
  }

 private:
  void target(const Expr& target, const Expr* value, bool in_init) {
    if (target.kind == ExprKind::kTuple || target.kind == ExprKind::kList) {
      for (const Expr* each : as<syntax::Sequence>(target).items)
        this->target(*each, nullptr, in_init);
    } else if (target.kind == ExprKind::kSubscript) {
      key(text_of(as<syntax::Subscript>(target).index), value);
    } else if (target.kind == ExprKind::kAttribute) {
      const auto& attribute = as<syntax::Attribute>(target);
      if (!in_init || last_name(*attribute.object) != "self") key(attribute.name, value);
    }
  }

  void key(std::string_view name, const Expr* value) {
    if (!name.empty()) out_.names.emplace(name);
    if (name == "type") type(value);
  }

  void type(const Expr* value) {
    if (!value) return;
    const std::string_view text = text_of(value);
    out_.classes.emplace(text.empty() ? last_name(*value) : without_scope(text));
  }

  // `given`: inside the arguments of a call that sets keys.
  void expr(const Expr& expr, bool given) {
    if (expr.kind == ExprKind::kDict) {
      for (const syntax::DictItem& item : as<syntax::Dict>(expr).items) {
        const std::string_view name = text_of(item.key);
        if (given) key(name, item.value);
        if (name == "type") type(item.value);
      }
    }
    if (expr.kind == ExprKind::kCall) {
      const auto& call = as<syntax::Call>(expr);
      const std::string_view callee = last_name(*call.callee);
      const bool sets = sets_keys(callee);
      if (!callee.empty()) out_.classes.emplace(callee);
      for (const syntax::Argument& argument : call.arguments) {
        if (sets || (given && callee == "dict")) key(argument.name, argument.value);
        if (argument.name == "type") type(argument.value);
      }
      if (callee == "setdefault" && !call.arguments.empty())
        key(text_of(call.arguments.front().value), nullptr);
      if (callee == "get" && !call.arguments.empty()) type(call.arguments.front().value);
      if (callee == "setattr" && call.arguments.size() > 1)
        key(text_of(call.arguments[1].value), nullptr);
      given = given || sets;
    }
    syntax::for_each_child(expr, [&](const Expr& each) { this->expr(each, given); });
  }

  SetElsewhere& out_;
};

}  // namespace

// `default_args` and `setdefault` in mmengine/runner/runner.py and mmengine/optim; the heads of
// mmdet/models/detectors/{single_stage,two_stage}.py and their likes.
SetElsewhere::SetElsewhere()
    : names{"batch_size",  "data_preprocessor", "dataloader", "dataset", "evaluator",
            "in_channels", "init_cfg",          "metrics",    "model",   "module",
            "num_classes", "optimizer",         "params",     "runner",  "sampler",
            "seed",        "test_cfg",          "train_cfg"} {}

void SetElsewhere::read(const syntax::Document& document) {
  Reader reader(*this);
  for (std::size_t i = 0; i < document.statements().size(); ++i) {
    if (const Stmt* stmt = document.statement(i)) reader.stmt(*stmt, false);
  }
}

}  // namespace mmlint::check
