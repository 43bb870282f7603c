#include "check/script/model_uses.h"

#include <algorithm>

#include "facts/distributed.h"
#include "facts/libraries.h"
#include "syntax/walk.h"

namespace mmlint::check {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Stmt;
using syntax::StmtKind;

namespace {

constexpr int kMaxDepth = 10;  // of classes that inherit from each other

bool is_one_of(std::string_view name, std::span<const std::string_view> names) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// What neither keeps a model that it is given nor changes how it is trained, by its last name.
bool only_looks(std::string_view function) {
  constexpr std::string_view kFunctions[] = {"hasattr", "id",    "info", "isinstance",
                                             "len",     "print", "repr", "save",
                                             "summary", "type",  "sum",  "clip_grad_norm_"};
  return is_one_of(function, kFunctions);
}

bool is_self(const Expr& expr) {
  return expr.kind == ExprKind::kName && as<syntax::Name>(expr).id == "self";
}

}  // namespace

std::string_view last_name(const Expr& expr) {
  if (expr.kind == ExprKind::kName) return as<syntax::Name>(expr).id;
  return expr.kind == ExprKind::kAttribute ? as<syntax::Attribute>(expr).name : "";
}

ModelUses::ModelUses(std::span<const syntax::Document* const> documents, syntax::Parser& parser) {
  for (const syntax::Document* document : documents) {
    Place place;
    place.document = document;
    for (std::size_t i = 0; i < document->statements().size(); ++i) {
      if (const Stmt* each = document->statement(i, parser)) add(*each, place);
    }
  }
}

void ModelUses::add(const Stmt& statement, Place place) {
  around_[&statement] = place.statement;
  if (statement.kind == StmtKind::kUnsupported)
    unsupported_.push_back(
        place.document->source().bytes().substr(statement.begin, statement.end - statement.begin));
  Place inside = place;
  inside.statement = &statement;
  if (statement.kind == StmtKind::kFunction) {
    inside.function = &as<syntax::Function>(statement);
    const bool is_method = place.owner && !place.function;
    functions_[inside.function->name].push_back(
        {inside.function, is_method ? place.owner : nullptr});
  } else if (statement.kind == StmtKind::kClass) {
    inside.owner = &as<syntax::Class>(statement);
    inside.function = nullptr;
    classes_[inside.owner->name].push_back(inside.owner);
    class_at_[{place.document->source().id(), statement.begin}] = inside.owner;
  }
  Place own = place;  // decorators, defaults and bases
  own.statement = &statement;
  syntax::for_each_child(
      statement, [&](const Expr& expr) { add(expr, own); },
      [&](const Stmt& child) { add(child, inside); });
}

void ModelUses::add(const Expr& expr, Place place) {
  places_[&expr] = place;
  if (const std::string_view name = last_name(expr); !name.empty()) named_[name].push_back(&expr);
  if (expr.kind == ExprKind::kCall) calls_[span(expr)] = &as<syntax::Call>(expr);
  if (expr.kind == ExprKind::kUnsupported) unsupported_.push_back(text(expr));
  place.parent = &expr;
  syntax::for_each_child(expr, [&](const Expr& child) { add(child, place); });
}

Span ModelUses::span(const Expr& expr) const {
  return {place(expr).document->source().id(), expr.begin, expr.end};
}

std::string_view ModelUses::text(const Expr& expr) const {
  return place(expr).document->source().bytes().substr(expr.begin, expr.end - expr.begin);
}

const syntax::Call* ModelUses::call_at(Span at) const {
  const auto found = calls_.find(at);
  return found == calls_.end() ? nullptr : found->second;
}

const syntax::Class* ModelUses::class_at(const syntax::Document& document,
                                         std::uint32_t begin) const {
  const auto found = class_at_.find({document.source().id(), begin});
  return found == class_at_.end() ? nullptr : found->second;
}

const Stmt* ModelUses::around(const Stmt& statement) const {
  const auto found = around_.find(&statement);
  return found == around_.end() ? nullptr : found->second;
}

bool ModelUses::is_module(const syntax::Class& node) const {
  constexpr std::string_view kBases[] = {"Module", "Sequential"};
  const Stmt* inside = around(node);
  if (inside || node.bases.empty()) return false;
  return std::all_of(node.bases.begin(), node.bases.end(), [&](const syntax::Argument& base) {
    const std::string_view name = last_name(*base.value);
    const auto own = classes_.find(name);
    if (own == classes_.end()) return is_one_of(name, kBases);
    return own->second.size() == 1 && own->second.front() != &node &&
                   own->second.front()->bases.size() < kMaxDepth &&
                   own->second.front()->begin < node.begin
               ? is_module(*own->second.front())
               : false;
  });
}

// A class of which the project defines everything: nothing looks at its attributes by itself.
bool ModelUses::is_plain(const syntax::Class& node, int depth) const {
  if (depth > kMaxDepth) return false;
  return std::all_of(node.bases.begin(), node.bases.end(), [&](const syntax::Argument& base) {
    if (!base.name.empty()) return true;  // metaclass=
    const std::string_view name = last_name(*base.value);
    const auto own = classes_.find(name);
    if (own == classes_.end()) return facts::may_be_plain_base(name);
    return std::all_of(own->second.begin(), own->second.end(),
                       [&](const syntax::Class* each) { return is_plain(*each, depth + 1); });
  });
}

// Follows one object.
class ModelUses::Follower {
 public:
  Follower(const ModelUses& all, const CallSet& ignored) : all_(all), ignored_(ignored) {}

  Uses follow(std::string_view name) {
    add(name);
    return finish();
  }

  Uses follow(const Expr& value) {
    use(value);
    return finish();
  }

 private:
  Uses finish() {
    while (!open_.empty()) {
      const std::string_view next = open_.back();
      open_.pop_back();
      const auto found = all_.named_.find(next);
      if (found == all_.named_.end()) continue;
      for (const Expr* each : found->second) use(*each);
    }
    for (const std::string& each : out_.names) {
      const bool hidden =
          std::any_of(all_.unsupported_.begin(), all_.unsupported_.end(),
                      [&](std::string_view text) { return text.find(each) != text.npos; });
      out_.escapes = out_.escapes || hidden;
    }
    std::sort(out_.calls.begin(), out_.calls.end());
    out_.calls.erase(std::unique(out_.calls.begin(), out_.calls.end()), out_.calls.end());
    return std::move(out_);
  }

  void add(std::string_view name) {
    if (name.empty())
      out_.escapes = true;
    else if (out_.names.insert(std::string(name)).second)
      open_.push_back(name);
  }

  // What is done with the value of an expression, which is the object.
  void use(const Expr& expr) {
    if (!used_.insert(&expr).second) return;
    const Place& place = all_.place(expr);
    if (!place.parent) return use_in_statement(expr, place);
    const Expr& parent = *place.parent;
    switch (parent.kind) {
      case ExprKind::kAttribute:
        return use_attribute(as<syntax::Attribute>(parent));
      case ExprKind::kCall:
        return use_in_call(expr, as<syntax::Call>(parent));
      case ExprKind::kConditional:
        if (as<syntax::Conditional>(parent).condition != &expr) use(parent);
        return;
      case ExprKind::kTuple:
        return use_in_tuple(expr, as<syntax::Sequence>(parent));
      case ExprKind::kCompare:
      case ExprKind::kFString:
      case ExprKind::kUnary:
        return;
      default:
        out_.escapes = true;
    }
  }

  // The object gets a name; that of an object that libraries look into is none.
  void bind(const Expr& target) {
    const bool own = target.kind == ExprKind::kAttribute &&
                     is_self(*as<syntax::Attribute>(target).object) && all_.place(target).owner &&
                     all_.is_plain(*all_.place(target).owner);
    if (target.kind == ExprKind::kName || own)
      add(last_name(target));
    else
      out_.escapes = true;
  }

  void use_in_statement(const Expr& expr, const Place& place) {
    const Stmt& statement = *place.statement;
    switch (statement.kind) {
      case StmtKind::kAssign: {
        const auto& assign = as<syntax::Assign>(statement);
        if (assign.value != &expr) return bind(expr);
        for (const Expr* target : assign.targets) bind(*target);
        return;
      }
      case StmtKind::kAnnotated: {
        const auto& assign = as<syntax::Annotated>(statement);
        return bind(assign.value == &expr ? *assign.target : expr);
      }
      case StmtKind::kReturn:
        return use_result(place.function, {});
      case StmtKind::kAssert:
      case StmtKind::kDelete:
      case StmtKind::kExpression:
      case StmtKind::kIf:
      case StmtKind::kWhile:
        return;
      default:
        out_.escapes = true;
    }
  }

  // A function returns it, as the item of a tuple if there is an index.
  void use_result(const syntax::Function* function, std::optional<std::size_t> item) {
    const auto found = function && !function->is_generator && !function->is_async
                           ? all_.named_.find(function->name)
                           : all_.named_.end();
    if (found == all_.named_.end()) {
      out_.escapes = true;
      return;
    }
    for (const Expr* each : found->second) {
      const Expr* parent = all_.place(*each).parent;
      if (!parent || parent->kind != ExprKind::kCall || as<syntax::Call>(*parent).callee != each) {
        out_.escapes = true;
      } else if (!item) {
        use(*parent);
      } else {
        const Place& place = all_.place(*parent);
        const auto* assign = !place.parent && place.statement->kind == StmtKind::kAssign
                                 ? &as<syntax::Assign>(*place.statement)
                                 : nullptr;
        const Expr* target = assign && assign->targets.size() == 1 ? assign->targets[0] : nullptr;
        const bool pairs = target && target->kind == ExprKind::kTuple &&
                           as<syntax::Sequence>(*target).items.size() > *item;
        if (pairs)
          bind(*as<syntax::Sequence>(*target).items[*item]);
        else
          out_.escapes = true;
      }
    }
  }

  void use_in_tuple(const Expr& expr, const syntax::Sequence& tuple) {
    const Place& place = all_.place(tuple);
    const auto index = static_cast<std::size_t>(
        std::find(tuple.items.begin(), tuple.items.end(), &expr) - tuple.items.begin());
    const bool is_target =
        !place.parent && place.statement->kind == StmtKind::kAssign &&
        as<syntax::Assign>(*place.statement).value != static_cast<const Expr*>(&tuple);
    if (is_target) return bind(expr);
    if (!place.parent && place.statement->kind == StmtKind::kReturn)
      return use_result(place.function, index);
    out_.escapes = true;
  }

  void use_attribute(const syntax::Attribute& attribute) {
    const std::string name(attribute.name);
    const Expr* parent = all_.place(attribute).parent;
    const bool called = parent && parent->kind == ExprKind::kCall &&
                        as<syntax::Call>(*parent).callee == static_cast<const Expr*>(&attribute);
    if (name == "module" && called) {
      out_.inner_calls.push_back(&as<syntax::Call>(*parent));
      return;
    }
    if (name == "module" && parent && parent->kind == ExprKind::kAttribute) {
      out_.attributes.insert("module." + std::string(as<syntax::Attribute>(*parent).name));
      return;
    }
    out_.attributes.insert(name);
    if (called && facts::returns_itself(name)) use(*parent);
    if (called && name == "forward") out_.calls.push_back(&as<syntax::Call>(*parent));
    if (name.find("hook") != name.npos) out_.escapes = true;
  }

  void use_in_call(const Expr& expr, const syntax::Call& call) {
    if (call.callee == &expr) {
      out_.calls.push_back(&call);
      return;
    }
    if (ignored_.count(&call) != 0) return;
    const std::string_view callee = last_name(*call.callee);
    bool own = false;
    if (const auto found = all_.functions_.find(callee); found != all_.functions_.end()) {
      own = true;
      for (const Method& each : found->second) {
        const bool bound = each.owner && call.callee->kind == ExprKind::kAttribute;
        pass(expr, call, *each.node, bound);
        // A static method gets no object.
        if (bound && !each.node->decorators.empty()) pass(expr, call, *each.node, false);
      }
    }
    if (const auto found = all_.classes_.find(callee); found != all_.classes_.end()) {
      own = true;
      for (const syntax::Class* each : found->second) construct(expr, call, *each);
    }
    if (own || only_looks(callee)) return;
    if (callee == "compile")
      use(call);
    else
      out_.escapes = true;
  }

  void construct(const Expr& expr, const syntax::Call& call, const syntax::Class& node) {
    const auto init = std::find_if(node.body.begin(), node.body.end(), [](const Stmt* each) {
      return each->kind == StmtKind::kFunction && as<syntax::Function>(*each).name == "__init__";
    });
    if (init == node.body.end() || !all_.is_plain(node))
      out_.escapes = true;
    else
      pass(expr, call, as<syntax::Function>(**init), true);
  }

  // The object is an argument of a function of the project; `bound`: the first parameter is not in
  // the call.
  void pass(const Expr& expr, const syntax::Call& call, const syntax::Function& function,
            bool bound) {
    std::size_t position = bound ? 1 : 0;
    for (const syntax::Argument& argument : call.arguments) {
      if (argument.value != &expr) {
        if (argument.value->kind == ExprKind::kStarred) break;
        if (argument.name.empty()) ++position;
        continue;
      }
      std::size_t at = 0;
      for (const syntax::Parameter& parameter : function.parameters) {
        using Kind = syntax::Parameter::Kind;
        if (parameter.kind == Kind::kStar || parameter.kind == Kind::kDoubleStar) break;
        const bool here = argument.name.empty()
                              ? parameter.kind != Kind::kKeywordOnly && at == position
                              : parameter.name == argument.name;
        if (here) return add(parameter.name);
        ++at;
      }
      break;
    }
    out_.escapes = true;
  }

  const ModelUses& all_;
  const CallSet& ignored_;
  Uses out_;
  std::vector<std::string_view> open_;
  std::set<const Expr*> used_;
};

Uses ModelUses::follow(const Expr& value) const {
  return Follower(*this, {}).follow(value);
}

Uses ModelUses::follow(std::string_view name, const CallSet& ignored) const {
  return Follower(*this, ignored).follow(name);
}

}  // namespace mmlint::check
