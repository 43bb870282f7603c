#include "check/script/rank_parameters.h"

#include "base/text.h"
#include "syntax/walk.h"

namespace mmlint::check {
namespace {

using script::Call;
using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Function;
using syntax::Stmt;
using syntax::StmtKind;

const Function* constructor_of(const syntax::Class& node) {
  const auto found = std::ranges::find_if(node.body, [](const Stmt* each) {
    return each->kind == StmtKind::kFunction && as<Function>(*each).name == "__init__";
  });
  return found == node.body.end() ? nullptr : &as<Function>(**found);
}

// Whether an object gets a number for a parameter that is the same in each process.
bool is_same(const syntax::Parameter& parameter, std::size_t position, const Call& maker) {
  const script::Argument* given = maker.argument(std::string(parameter.name), position);
  if (!given)
    return !maker.more && parameter.default_value &&
           parameter.default_value->kind == ExprKind::kInteger;
  return std::ranges::all_of(given->value, [](const script::Alternative& each) {
    return each.data() && each.data()->kind == Value::Kind::kInt;
  });
}

class Search {
 public:
  Search(const syntax::Class& node, const Call& maker, const launch::Program& program)
      : node_(node),
        init_(constructor_of(node)),
        program_(program),
        syntax_(program.get_big<program_syntax>()) {
    if (!init_) return;
    for (std::size_t i = 1; i < init_->parameters.size(); ++i) {
      const syntax::Parameter& each = init_->parameters[i];
      if (!speaks_of_process(each.name)) continue;
      same_[each.name] = is_same(each, i - 1, maker);
      const script::Argument* given = maker.argument(std::string(each.name), i - 1);
      if (given) ignored_.insert(given->span);
    }
    for (const Stmt* each : init_->body) {
      if (each->kind == StmtKind::kAssign && as<syntax::Assign>(*each).targets.size() == 1)
        keep(*as<syntax::Assign>(*each).targets.front(), *as<syntax::Assign>(*each).value);
    }
  }

  RankUse use() const {
    RankUse out{false, {}};
    syntax::for_each_expr(node_, [&](const Expr& expr) { out.reads = out.reads || reads(expr); });
    out.ignored = ignored_;
    for (const auto& [name, is_same] : attributes_)
      out.reads = out.reads || (!is_same && is_read_elsewhere(name));
    return out;
  }

 private:
  // self.rank = rank; self.rank, self.world = rank, world
  void keep(const Expr& target, const Expr& value) {
    if (target.kind == ExprKind::kTuple && value.kind == ExprKind::kTuple) {
      const auto& targets = as<syntax::Sequence>(target).items;
      const auto& values = as<syntax::Sequence>(value).items;
      for (std::size_t i = 0; i < targets.size() && targets.size() == values.size(); ++i)
        keep(*targets[i], *values[i]);
    }
    const auto known = same_.find(syntax::id_of(value));
    if (target.kind != ExprKind::kAttribute || known == same_.end()) return;
    kept_.insert({&target, &value});
    attributes_[last_name(target)] = known->second;
  }

  // May: an expression of the class depends on the process.
  bool reads(const Expr& expr) const {
    if (kept_.contains(&expr)) return false;
    if (expr.kind == ExprKind::kString) {
      const auto& place = syntax_.place(expr);
      const bool is_docstring = !place.parent && place.statement->kind == StmtKind::kExpression;
      return !is_docstring && speaks_of_process(syntax_.text(expr));
    }
    const std::string_view name = last_name(expr);
    if (!speaks_of_process(name)) return false;
    if (expr.kind == ExprKind::kName) {
      const auto known = same_.find(name);
      return known == same_.end() || !known->second || syntax_.place(expr).function != init_;
    }
    const auto known = attributes_.find(name);
    return known == attributes_.end() ||
           syntax::id_of(*as<syntax::Attribute>(expr).object) != "self" || !known->second;
  }

  // May: something outside of the class reads an attribute of that name.
  bool is_read_elsewhere(std::string_view name) const {
    const auto& documents = program_.get<documents_of>();
    return std::ranges::any_of(documents, [&](const syntax::Document* document) {
      const std::string_view text = document->source().bytes();
      const bool is_own = syntax_.class_at(*document, node_.begin) == &node_;
      for (std::size_t at = 0; has_word(text, name, at, &at); ++at) {
        const char before = at == 0 ? '\n' : text[at - 1];
        const bool inside = is_own && node_.begin <= at && at < node_.end;
        if (!inside && (before == '.' || before == '\'' || before == '"')) return true;
      }
      return false;
    });
  }

  const syntax::Class& node_;
  const Function* init_;
  const launch::Program& program_;
  const ProgramSyntax& syntax_;
  // The parameters that speak of processes, and the attributes that they become; true if they get
  // the same number in each process.
  std::map<std::string_view, bool> same_, attributes_;
  std::set<Span> ignored_;
  std::set<const Expr*> kept_;  // where they become attributes
};

}  // namespace

bool speaks_of_process(std::string_view text) {
  constexpr std::array<std::string_view, 5> kWords = {"rank", "RANK", "world", "WORLD", "environ"};
  return std::ranges::any_of(kWords, [&](std::string_view word) { return contains(text, word); });
}

RankUse rank_use(const syntax::Class& node, const Call& maker, const launch::Program& program) {
  return Search(node, maker, program).use();
}

}  // namespace mmlint::check
