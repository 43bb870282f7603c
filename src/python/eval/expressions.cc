

#include "python/eval/comprehension.h"
#include "python/eval/guards.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "python/eval/text_format.h"
#include "value/scalar_text.h"

namespace mmlint::python {

using namespace syntax;  // NOLINT: the node types, in this file only

struct Expressions {
  Evaluator& e;
  Pool& pool = e.pool();

  Value* constant(const Constant& c) {
    Value* value = nullptr;
    switch (c.value) {
      case ConstantKind::kNone:
        value = pool.none(e.span(c));
        break;
      case ConstantKind::kTrue:
        value = pool.boolean(true, e.span(c));
        break;
      case ConstantKind::kFalse:
        value = pool.boolean(false, e.span(c));
        break;
      case ConstantKind::kEllipsis:
        value = pool.make(Value::Kind::kObject, e.span(c));
        value->set_text("ellipsis Ellipsis");
        break;
    }
    value->literal = true;
    return value;
  }

  Value* number(const Number& n) {
    Value* value = nullptr;
    if (n.kind == ExprKind::kInteger) {
      value = parse_int(pool, n.text, e.span(n));
    } else {
      value = pool.floating(parse_float(n.text), e.span(n));
    }
    if (!value) return e.unknown("a number in an unknown form", e.span(n));
    value->literal = true;
    return value;
  }

  std::optional<std::string> format_parts(std::span<const FStringPart> parts) {
    std::string out;
    bool known = true;
    for (const FStringPart& part : parts) {
      out += e.hazards.text_of_literal(pool, part.text);
      if (!part.expr) continue;
      Value* value = e.eval(*part.expr);
      if (parts.size() > 1) e.hazards.look_into(*value);
      const auto spec = format_parts(part.spec);
      const bool is_debug = part.debug && part.conversion == 0 && part.spec.empty();
      const char conversion = is_debug ? 'r' : part.conversion;
      const auto text =
          spec ? format_value(e, *value, conversion, *spec, e.span(*part.expr)) : spec;
      known = known && text;
      if (text) out += *text;
      e.check_text(out.size(), e.span(*part.expr));
    }
    return known ? std::optional(out) : std::nullopt;
  }

  Value* fstring(const FString& f) {
    const auto text = format_parts(f.parts);
    if (!text) return e.unknown("an f-string with an unknown value", e.span(f));
    return e.new_text(*text, e.span(f));
  }

  Value* sequence(const Sequence& s) {
    const Value::Kind kind = s.kind == ExprKind::kList    ? Value::Kind::kList
                             : s.kind == ExprKind::kTuple ? Value::Kind::kTuple
                                                          : Value::Kind::kSet;
    Value* out = pool.make(kind, e.span(s));
    out->literal = true;
    out->edit_items().reserve(s.items.size());
    bool known = true;
    for (const Expr* item : s.items) {
      if (item->kind == ExprKind::kStarred) {
        Value* unpacked = e.eval(*as<Starred>(*item).value);
        const auto* items = e.iterate(*unpacked, e.span(*item));
        if (!items) {
          known = false;
          continue;
        }
        e.check_items(out->items().size() + items->size(), e.span(*item));
        for (Value* x : std::vector<Value*>(items->begin(), items->end())) {
          known = add_item(e, *out, x, e.span(*item)) && known;
        }
        continue;
      }
      known = add_item(e, *out, e.eval(*item), e.span(*item)) && known;
    }
    return known ? out : e.unknown("a display with unknown items", e.span(s));
  }

  // {**other}: entries keep their origins.
  bool unpack_into(Value& out, Value& other, Span span) {
    if (other.kind == Value::Kind::kUnknown || other.kind == Value::Kind::kObject) return false;
    if (other.kind != Value::Kind::kDict) {
      e.raise(other.kind == Value::Kind::kReference ? "RuntimeError" : "TypeError",
              fmt::format("'{}' object is not a mapping", type_name(other)), span);
    }
    for (std::size_t i = 0; i < other.dict().size(); ++i) {
      Value* value = e.live_entry(other, i);
      e.step();
      out.edit_dict().set(other.dict().entries()[i].key, value, other.dict().entries()[i].origin);
    }
    return true;
  }

  Value* dict(const syntax::Dict& d) {
    Value* out = pool.make(Value::Kind::kDict, e.span(d));
    out->literal = true;
    out->edit_dict().reserve(d.items.size());
    bool known = true;
    for (const DictItem& item : d.items) {
      if (!item.key) {
        known = unpack_into(*out, *e.eval(*item.value), e.span(*item.value)) && known;
        continue;
      }
      Value* key = e.eval(*item.key);
      e.last_read = nullptr;
      const std::size_t first_read = e.reads.size();
      Value* value = e.eval(*item.value);
      if (!e.check_key(*key, e.span(*item.key))) {
        known = false;
        continue;
      }
      out->edit_dict().set(key, value,
                           e.origin_of(e.span(*item.key), *item.value, *value, first_read));
    }
    return known ? out : e.unknown("a dict with unknown keys", e.span(d));
  }

  // Whether a call has a keyword already. `seen` is of this call, and empty at first.
  static bool is_given(const Arguments& call, NameSet& seen, std::string_view name) {
    constexpr std::size_t kFew = 16;
    const auto is_it = [&](const Keyword& k) { return k.name == name; };
    if (call.keywords.size() < kFew) return std::ranges::any_of(call.keywords, is_it);
    if (seen.empty()) {
      for (const Keyword& k : call.keywords) seen.insert(k.name);
    }
    return !seen.insert(name).second;
  }

  void unpack_argument(Arguments& out, NameSet& seen, const Starred& s) {
    Value* value = e.eval(*s.value);
    if (s.stars == 1) {
      const auto* items = e.iterate(*value, e.span(s));
      if (!items) {
        out.unknown = true;
        return;
      }
      out.positional.insert(out.positional.end(), items->begin(), items->end());
      return;
    }
    Value* all = pool.make(Value::Kind::kDict, e.span(s));
    if (!unpack_into(*all, *value, e.span(s))) out.unknown = true;
    for (const Entry& entry : all->dict().entries()) {
      if (entry.key->kind != Value::Kind::kString) {
        e.raise("TypeError", "keywords must be strings", e.span(s));
      }
      const std::string_view name = entry.key->text();
      if (is_given(out, seen, name))
        e.raise("TypeError", fmt::format("got multiple values for keyword argument '{}'", name),
                e.span(s));
      out.keywords.push_back({entry.key->text(), entry.value, entry.origin});
    }
  }

  Arguments arguments(const Call& c) {
    Arguments out;
    NameSet seen;
    out.span = e.span(c);
    for (const Argument& a : c.arguments) {
      if (a.value->kind == ExprKind::kStarred) {
        unpack_argument(out, seen, as<Starred>(*a.value));
        continue;
      }
      e.last_read = nullptr;
      const std::size_t first_read = e.reads.size();
      Value* value = e.eval(*a.value);
      if (a.name.empty()) {
        out.positional.push_back(value);
        continue;
      }
      if (is_given(out, seen, a.name))
        e.raise("TypeError", fmt::format("got multiple values for keyword argument '{}'", a.name),
                e.span(c));
      const Span key{e.file(), a.begin, a.name_end};
      if (out.keywords.empty()) out.keywords.reserve(c.arguments.size());
      out.keywords.push_back({a.name, value, e.origin_of(key, *a.value, *value, first_read)});
    }
    return out;
  }

  Value* call(const Call& c) {
    Value* callee = e.eval(*c.callee);
    Arguments a = arguments(c);
    // A method of an unknown object may change the object it was taken from.
    if (callee->kind == Value::Kind::kUnknown && c.callee->kind == ExprKind::kAttribute) {
      e.taint(*as<Attribute>(*c.callee).object, "changed by an unknown method");
    }
    e.warn_of_call(*callee, *c.callee);
    Value* result = e.call(*callee, a);
    e.last_read = nullptr;
    return result;
  }

  Value* subscript(const Subscript& s) {
    Value* object = e.eval(*s.object);
    const std::size_t end = e.reads.size();
    if (s.index->kind == ExprKind::kSlice) return get_slice(e, *object, as<Slice>(*s.index));
    Value* key = e.eval(*s.index);
    e.last_read = nullptr;
    Value* value = e.item(*object, *key, e.span(s));
    e.forget_read(*s.object, end);
    return value;
  }

  Value* boolean(const Boolean& b) {
    Value* left = e.eval(*b.left);
    const Evaluator::Truth truth = e.truth(*left);
    if (truth == Evaluator::Truth::kUnknown) {
      e.taint(*b.right, "evaluated only under an unknown condition");
      return e.unknown("and/or of an unknown value", left->span);
    }
    const bool is_true = truth == Evaluator::Truth::kTrue;
    return is_true == (b.op == Operator::kAnd) ? e.eval(*b.right) : left;
  }

  Value* comparison(const Compare& c) {
    Value* left = e.eval(*c.left);
    for (std::size_t i = 0; i < c.ops.size(); ++i) {
      Value* right = e.eval(*c.rights[i]);
      const auto result = compare(e, c.ops[i], *left, *right, e.span(c));
      if (!result) {
        // Whether the rest is evaluated is not known.
        for (std::size_t k = i + 1; k < c.ops.size(); ++k) {
          e.taint(*c.rights[k], "in a comparison with an unknown value");
        }
        return e.unknown("a comparison with an unknown value", e.span(c));
      }
      if (!*result) return pool.boolean(false, e.span(c));
      left = right;
    }
    return pool.boolean(true, e.span(c));
  }

  Value* conditional(const Conditional& c) {
    switch (e.truth(*e.eval(*c.condition))) {
      case Evaluator::Truth::kTrue:
        return e.eval(*c.then);
      case Evaluator::Truth::kFalse:
        return e.eval(*c.otherwise);
      case Evaluator::Truth::kUnknown:
        break;
    }
    e.taint(*c.then, "evaluated only under an unknown condition");
    e.taint(*c.otherwise, "evaluated only under an unknown condition");
    return e.unknown("a conditional expression with an unknown condition", e.span(*c.condition));
  }
};

Value* Evaluator::eval(const Expr& x) {
  step();
  const DepthGuard guard(*this, span(x));
  Expressions self{*this};
  const bool literal = x.kind == ExprKind::kString || x.kind == ExprKind::kBytes ||
                       x.kind == ExprKind::kFString || x.kind == ExprKind::kSet;
  if (literal && hazards.holds_unknown_template(span(x))) {
    return unknown(kUnknownTemplate, span(x));
  }
  switch (x.kind) {
    case ExprKind::kName:
      return lookup(as<Name>(x).id, span(x));
    case ExprKind::kConstant:
      return self.constant(as<Constant>(x));
    case ExprKind::kInteger:
    case ExprKind::kFloat:
      return self.number(as<Number>(x));
    case ExprKind::kString:
    case ExprKind::kBytes: {
      Value* value = pool_.string(hazards.text_of_literal(pool_, as<String>(x).value), span(x));
      if (x.kind == ExprKind::kBytes) value->kind = Value::Kind::kBytes;
      value->literal = true;
      return value;
    }
    case ExprKind::kFString:
      return self.fstring(as<FString>(x));
    case ExprKind::kList:
    case ExprKind::kTuple:
    case ExprKind::kSet:
      return self.sequence(as<Sequence>(x));
    case ExprKind::kDict:
      return self.dict(as<syntax::Dict>(x));
    case ExprKind::kCall:
      return self.call(as<Call>(x));
    case ExprKind::kAttribute: {
      const auto& a = as<Attribute>(x);
      Value* object = eval(*a.object);
      const std::size_t end = reads.size();
      last_read = nullptr;
      Value* value = attribute(*object, a.name, span(x));
      forget_read(*a.object, end);
      return value;
    }
    case ExprKind::kSubscript:
      return self.subscript(as<Subscript>(x));
    case ExprKind::kUnary:
      return unary(*this, as<Unary>(x).op, *eval(*as<Unary>(x).operand), span(x));
    case ExprKind::kBinary: {
      const auto& b = as<Binary>(x);
      Value* left = eval(*b.left);
      return binary(*this, b.op, *left, *eval(*b.right), span(x));
    }
    case ExprKind::kCompare:
      return self.comparison(as<Compare>(x));
    case ExprKind::kBoolean:
      return self.boolean(as<Boolean>(x));
    case ExprKind::kConditional:
      return self.conditional(as<Conditional>(x));
    case ExprKind::kLambda:
      return eval_lambda(*this, as<Lambda>(x));
    case ExprKind::kComprehension:
      return eval_comprehension(*this, as<Comprehension>(x));
    case ExprKind::kNamed: {
      // A walrus binds outside of comprehensions, whose own names end with them.
      Value* value = eval(*as<Named>(x).value);
      Scope* const here = scope_;
      while (scope_->is_comprehension && scope_->enclosing) scope_ = scope_->enclosing;
      bind(as<Named>(x).target->id, *value, nullptr);
      scope_ = here;
      return value;
    }
    case ExprKind::kStarred:
      raise("SyntaxError", "can't use starred expression here", span(x));
    case ExprKind::kSlice:
    case ExprKind::kYield:
    case ExprKind::kAwait:
    case ExprKind::kUnsupported:
      return unknown("an expression that is not computed", span(x));
  }
  return unknown("an expression that is not computed", span(x));
}

}  // namespace mmlint::python
