#include "script/devices.h"
#include "script/forms.h"
#include "script/numbers.h"
#include "script/symbols.h"
#include "script/usual_options.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"
#include "value/scalar_text.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;
using syntax::Operator;

namespace {

const Truth kOpen{};

// Whether this is WORLD_SIZE == 1, also as a text. A launch of several processes sets WORLD_SIZE.
bool asks_if_alone(const Alternative& count, const Alternative& one) {
  const Value* number = one.data();
  return number && count.symbol().variable() == "WORLD_SIZE" &&
         (number->is_string("1") ||
          (number->kind == Value::Kind::kInt && !number->big && number->integer == 1));
}

// a == b of one alternative each.
Truth equality_of(const Alternative& a, const Alternative& b) {
  const bool text_a = a.data() != nullptr, text_b = b.data() != nullptr;
  if (text_a && text_b) {
    const bool whole =
        a.value()->kind != Value::Kind::kUnknown && b.value()->kind != Value::Kind::kUnknown;
    const bool comparable = !a.value()->is_container() || !b.value()->is_container();
    // Of two dicts of which one is empty, it is enough to know the other's size.
    if (a.value()->kind == Value::Kind::kDict && b.value()->kind == Value::Kind::kDict) {
      const std::size_t size_a = a.value()->dict().size(), size_b = b.value()->dict().size();
      return size_a == 0 || size_b == 0 ? known_truth(size_a == size_b) : kOpen;
    }
    return whole && comparable ? known_truth(equal(*a.value(), *b.value())) : kOpen;
  }
  if (a.is_symbol() && a.symbol() == b.symbol() && a.symbol().is_dotted_name())
    return known_truth(true);  // torch.bfloat16 is torch.bfloat16
  if (a.symbol().is(Symbol::Kind::kMember) && (b.symbol().is(Symbol::Kind::kMember) || b.data()))
    return known_truth(a.symbol() == b.symbol());
  if (b.symbol().is(Symbol::Kind::kMember) && a.data()) return known_truth(false);
  if (asks_if_alone(a, b) || asks_if_alone(b, a))
    return negated(answer_of({Question::Kind::kEnvironment, "WORLD_SIZE"}));
  if (const Truth number = number_equality(a, b); number.varies || !number.can_hold) return number;
  const Alternative& text = text_a ? a : b;
  const Value* beginning = text_a ? b.prefix() : a.prefix();
  if (beginning && text.data() && text.value()->kind == Value::Kind::kString &&
      !text.value()->text().starts_with(beginning->text()))
    return known_truth(false);
  if (text_a != text_b && text.value()->kind == Value::Kind::kString)
    return is_one_of(text_a ? b : a, std::string(text.value()->text()));
  return kOpen;
}

// Over every pair of alternatives: what can be, under what they share.
template <class One>
Truth over_all(const Alternatives& a, const Alternatives& b, One one) {
  Truth out{false, false, {}, {}, false};
  for (const Alternative& x : a) {
    for (const Alternative& y : b) {
      Truth each = one(x, y);
      out.varies = out.varies || each.varies;
      const auto meets = [&](Guard& path) { return path.add(x.guard) && path.add(y.guard); };
      if (each.can_hold && meets(each.if_holds)) out.hold_on(each.if_holds);
      if (each.can_fail && meets(each.if_fails)) out.fail_on(each.if_fails);
    }
  }
  return out;
}

// x is None.
Truth is_none(const Alternative& x, const std::vector<Option>& options) {
  if (x.data() != nullptr) return known_truth(x.value()->kind == Value::Kind::kNone);
  if (x.prefix() != nullptr) return known_truth(false);
  if (!x.is_symbol()) return kOpen;
  if (x.symbol().variable()) return known_truth(false);  // os.environ[...]: else KeyError
  if (const auto key = x.symbol().config_key(); key && !key->empty())
    return negated(answer_of({Question::Kind::kConfig, std::string(*key)}));
  if (const auto option = x.symbol().option(); option && !option->empty())
    return is_never_none(*option, options)
               ? known_truth(false)
               : negated(answer_of({Question::Kind::kOption, std::string(*option)}));
  if (x.symbol().is_instance()) return known_truth(false);
  const bool called = x.symbol().has_call() || x.symbol().is_unknown() ||
                      x.symbol().root() == Symbol::Kind::kOptions;
  return called ? kOpen : known_truth(false);  // a module, a function, a class
}

// "cuda|xpu" of ('cuda', 'xpu'); empty unless it is a list of strings.
std::string strings_of(const Alternative& owner) {
  if (owner.data() == nullptr || owner.value()->items().size() > kMaxAlternatives) return "";
  std::string out;
  for (const Value* item : owner.value()->items()) {
    if (item->kind != Value::Kind::kString) return "";
    out += (out.empty() ? "" : "|") + std::string(item->text());
  }
  return out;
}

// Whether these are the numbers 0 and -1, which stands for no process group.
bool is_first_or_none(const Alternative& owner) {
  const auto items = owner.data() ? owner.data()->items() : std::span<Value* const>();
  const auto is = [](std::int64_t number) {
    return [number](const Value* item) {
      return item->kind == Value::Kind::kInt && !item->big && item->integer == number;
    };
  };
  return std::ranges::any_of(items, is(0)) &&
         std::ranges::all_of(items, [&](const Value* item) { return is(0)(item) || is(-1)(item); });
}

Truth is_item(const Alternative& item, Alternative owner) {
  const Symbol view = owner.symbol().callee();  // `key in cfg.keys()` is `key in cfg`
  if (view.is_method("keys")) owner.what = view.owner();
  if (is_rank(item.symbol()) && is_first_or_none(owner)) return is_first(item.symbol());
  if (item.is_symbol() || item.is_unknown()) {
    const std::string any = strings_of(owner);
    return any.empty() ? kOpen : is_one_of(item, any);
  }
  const bool is_scalar = item.data() && !item.value()->is_container();
  const auto is_same = [&](const Value* each) { return equal(*each, *item.value()); };
  if (is_scalar && is_number(*item.value()) && owner.data() && are_scalars(*owner.value()))
    return known_truth(std::ranges::any_of(owner.value()->items(), is_same));
  if (item.data() && !is_scalar && !strings_of(owner).empty()) return known_truth(false);
  if (!is_scalar || item.value()->kind != Value::Kind::kString) return kOpen;
  const std::string text(item.value()->text());
  if (owner.data() && owner.value()->kind == Value::Kind::kString)  // 'cuda' in 'cuda:0'
    return known_truth(owner.value()->text().find(text) != std::string_view::npos);
  if (owner.symbol() == Symbol::environment())
    return answer_of({Question::Kind::kEnvironment, text});
  if (const auto key = owner.symbol().config_key())
    return answer_of(
        {Question::Kind::kConfig, key->empty() ? text : std::string(*key) + "." + text});
  if (owner.data() == nullptr || !owner.value()->is_container())
    return answer_of({Question::Kind::kEquals, text});
  if (owner.value()->kind == Value::Kind::kDict)
    return known_truth(owner.value()->dict().find(text) != nullptr);
  const auto& items = owner.value()->items();
  const auto is_text = [&](const Value* one) { return one->is_string(text); };
  if (std::ranges::any_of(items, is_text)) return known_truth(true);
  const auto is_open = [](const Value* one) {
    return one->kind == Value::Kind::kUnknown || one->kind == Value::Kind::kReference;
  };
  return std::ranges::any_of(items, is_open) ? kOpen : known_truth(false);
}

// A key of the config that the script has set to what is known is that.
Alternatives as_written(Alternatives all, const State& state,
                        const std::vector<ConfigWrite>& writes) {
  Alternatives out;
  for (const Alternative& each : all) {
    const auto key = each.symbol().config_key();
    const Build::Definitions* known = key ? state.definitions.find(*key) : nullptr;
    const auto is_data = [&](std::size_t index) {
      const ConfigWrite& write = writes[index];
      return write.mode == ConfigWrite::Mode::kReplace && !write.value.empty() &&
             std::ranges::all_of(write.value,
                                 [](const Alternative& value) { return value.data() != nullptr; });
    };
    if (!known || !std::ranges::all_of(known->writes, is_data)) {
      out.push_back(each);
      continue;
    }
    const auto add = [&](Alternative one, const Guard& path) {
      if (one.guard.add(each.guard) && one.guard.add(path)) out.push_back(std::move(one));
    };
    for (const std::size_t index : known->writes) {
      for (const Alternative& value : writes[index].value) add(value, writes[index].point.guard);
    }
    if (known->as_loaded()) add(each, common(known->loaded_if));
  }
  return out.empty() ? all : out;
}

// A member of an enumeration as what it is compared with sees it: its value if that is unknown, or
// if its class is also a class of strings or numbers.
Alternatives compared(Walk& walk, Alternatives all, const Alternatives& with, State& state) {
  all = as_written(std::move(all), state, walk.out.writes);
  for (Alternative& each : all) {
    if (!each.symbol().is(Symbol::Kind::kMember)) continue;
    const auto bases = walk.program.linearized(each.symbol().class_of());
    const bool is_text = std::ranges::any_of(bases, [](Symbol base) {
      return base == "str" || base == "int" || base == "enum.StrEnum" || base == "enum.IntEnum";
    });
    const bool by_value = std::ranges::all_of(with, [&](const Alternative& other) {
      return other.data() ? is_text && other.value()->kind != Value::Kind::kNone
                          : !other.symbol().is_instance();
    });
    const Alternatives* value = state.attributes.find(each.symbol().attribute("value"));
    if (by_value && value && only_data(*value)) each.what = value->front().what;
  }
  return all;
}

Truth compared(Walk& walk, Operator op, Alternatives left, Alternatives right, State& state) {
  const Alternatives original = left;
  left = compared(walk, std::move(left), right, state);
  right = compared(walk, std::move(right), original, state);
  const Value* none = only_data(right);
  switch (op) {
    case Operator::kIs:
    case Operator::kIsNot:
    case Operator::kEqual:
    case Operator::kNotEqual: {
      const bool negate = op == Operator::kIsNot || op == Operator::kNotEqual;
      if (none && none->kind == Value::Kind::kBool && only_symbol(left)) {
        Truth asked = truth(left);  // args.amp is True
        return none->boolean != negate ? asked : negated(std::move(asked));
      }
      Truth out = none && none->kind == Value::Kind::kNone
                      ? over_all(left, right,
                                 [&](const Alternative& x, const Alternative& y) {
                                   return with_card(is_none(x, walk.out.options), x, y);
                                 })
                      : over_all(left, right, [&](const Alternative& x, const Alternative& y) {
                          return with_default(x, walk.out.options, [&](const Alternative& each) {
                            return with_card(equality_of(each, y), each, y);
                          });
                        });
      if (!walk.start && none && none->kind == Value::Kind::kString)
        out = with_usual(std::move(out), left, walk.out.options,
                         [&](std::string_view usual) { return usual == none->text(); });
      return negate ? negated(std::move(out)) : out;
    }
    case Operator::kIn:
    case Operator::kNotIn: {
      const Value* part = only_data(left);
      const Alternative* mapping = only_symbol(right);
      if (mapping && part && is_mapping(walk, mapping->symbol())) {  // `name in self`
        const Value* dict = dict_of(walk, mapping->symbol(), mapping->at, state);
        if (dict && part->kind == Value::Kind::kString)
          return known_truth((dict->dict().get(part->text()) != nullptr) == (op == Operator::kIn));
      }
      Truth out = membership(left, right);
      if (!walk.start && part && part->kind == Value::Kind::kString) {  // 'cuda' in args.device
        out = with_usual(std::move(out), right, walk.out.options, [&](std::string_view usual) {
          return usual.find(part->text()) != usual.npos;
        });
      } else if (!walk.start && none && none->is_container()) {  // args.device in ('cuda', 'gpu')
        out = with_usual(std::move(out), left, walk.out.options, [&](std::string_view usual) {
          return std::ranges::any_of(none->items(),
                                     [&](const Value* each) { return each->is_string(usual); });
        });
      }
      return op == Operator::kNotIn ? negated(std::move(out)) : out;
    }
    case Operator::kLess:
    case Operator::kLessEqual:
    case Operator::kGreater:
    case Operator::kGreaterEqual:
      return over_all(left, right, [&](const Alternative& x, const Alternative& y) {
        return with_default(x, walk.out.options,
                            [&](const Alternative& each) { return order(op, each, y); });
      });
    default:
      return {};
  }
}

Truth comparison(Walk& walk, const syntax::Compare& expr, State& state) {
  // torch.device('cuda') and its type only name what something is compared with.
  const auto operand = [&](const Expr& each) {
    const bool is_type =
        each.kind == ExprKind::kAttribute && as<syntax::Attribute>(each).name == "type";
    const Expr* name = name_of_device(is_type ? *as<syntax::Attribute>(each).object : each);
    if (!name) return followed(walk, each, state);
    const Alternatives device = value(walk, *name, state);
    return is_type ? attribute_of_all(walk, device, "type", walk.span(each), state) : device;
  };
  Alternatives left = operand(*expr.left);
  Alternatives right = operand(*expr.rights.front());
  Truth out = compared(walk, expr.ops.front(), left, right, state);
  for (std::size_t i = 1; i < expr.ops.size(); ++i) {  // 0 <= x < n is 0 <= x and x < n
    left = std::exchange(right, operand(*expr.rights[i]));
    out = both(out, compared(walk, expr.ops[i], left, right, state));
  }
  return out;
}

}  // namespace

Truth equality(const Alternatives& a, const Alternatives& b) {
  return over_all(a, b, equality_of);
}

Truth membership(const Alternatives& item, const Alternatives& owner) {
  return over_all(item, owner, is_item);
}

Truth truth(Walk& walk, const Alternatives& values) {
  Alternatives known = values;
  for (Alternative& each : known) {
    const Symbol symbol = each.symbol();
    const auto may_say = [&](std::string_view method) {
      return walk.program.method(symbol.class_of(), method) != nullptr;
    };
    if (symbol.is(Symbol::Kind::kInstance) && walk.program.class_of(symbol) &&
        walk.program.is_plain(symbol.class_of()) && !may_say("__bool__") && !may_say("__len__"))
      each.what = Alternative::Data{walk.out.pool->boolean(true, each.at)};
  }
  return truth(known);
}

Truth condition(Walk& walk, const Expr& expr, State& state) {
  if (expr.kind == ExprKind::kUnary && as<syntax::Unary>(expr).op == Operator::kNot)
    return negated(condition(walk, *as<syntax::Unary>(expr).operand, state));
  if (expr.kind == ExprKind::kBoolean) {
    const auto& pair = as<syntax::Boolean>(expr);
    const bool is_and = pair.op == Operator::kAnd;
    Truth left = condition(walk, *pair.left, state);
    if (!is_and) left = negated(std::move(left));
    if (!left.can_hold) return is_and ? left : negated(std::move(left));
    // The right side is looked at only where the left one lets it be.
    State before = state;
    state.point.guard.add(left.if_holds);
    Truth right = condition(walk, *pair.right, state);
    if (!state.alive) right = {false, false, {}, {}, false};
    join_left_out(std::move(before), left.can_fail ? &left.if_fails : nullptr, state);
    if (is_and) return both(left, right);
    return negated(both(left, negated(std::move(right))));
  }
  if (expr.kind == ExprKind::kCompare) return comparison(walk, as<syntax::Compare>(expr), state);
  if (const Expr* items = quantified(expr)) {
    const auto& name = as<syntax::Name>(*as<syntax::Call>(expr).callee);
    const Alternatives called = value(walk, name, state);
    const Alternative* callee = only_symbol(called);
    if (callee && callee->symbol() == name.id) {
      // all(...) is the `and` of the items, any(...) the `or`: not (not a and not b).
      const bool is_all = name.id == "all";
      Truth out = known_truth(true);
      if (items->kind == ExprKind::kComprehension) {
        const auto& each = as<syntax::Comprehension>(*items);
        const Alternatives tested = value(walk, each, state);
        if (const Value* known = only_data(tested)) {
          for (const Value* item : known->items()) {
            Truth one = truth(alternatives_of(walk, *item, item->span));
            out = both(out, is_all ? one : negated(std::move(one)));
          }
          return is_all ? out : negated(std::move(out));
        }
        // Of nothing, all() is true and any() is false.
        const Truth some = truth(value(walk, *each.clauses.front().iterable, state));
        State own = state;
        own.assume(some.if_holds);
        for (const syntax::ForClause& clause : each.clauses)
          assign(walk, *clause.target, unknown(walk.span(*clause.iterable)), own);
        const Truth item = condition(walk, *each.value, own);
        if (!is_all) return both(some, item);
        out = negated(both(some, negated(item)));
        if (!some.can_hold) return out;  // else there is an item
        out.can_hold = item.can_hold && out.if_holds.add(item.if_holds);
        return out;
      }
      for (const Expr* item : as<syntax::Sequence>(*items).items) {
        if (item->kind == ExprKind::kStarred) value(walk, *item, state);
        Truth one = item->kind == ExprKind::kStarred ? kOpen : condition(walk, *item, state);
        out = both(out, is_all ? one : negated(std::move(one)));
      }
      return is_all ? out : negated(std::move(out));
    }
    return truth(call(walk, as<syntax::Call>(expr), state));
  }
  Truth out = truth(walk, followed(walk, expr, state));
  if (walk.start || expr.kind != ExprKind::kCall) return out;
  const auto& call = as<syntax::Call>(expr);
  if (call.callee->kind != ExprKind::kAttribute || call.arguments.size() != 1) return out;
  const auto& method = as<syntax::Attribute>(*call.callee);
  const Expr* owner = method.object;
  const bool is_plain = owner->kind == ExprKind::kName ||
                        (owner->kind == ExprKind::kAttribute &&
                         as<syntax::Attribute>(*owner).object->kind == ExprKind::kName);
  const Expr* beginning = call.arguments.front().value;
  if (method.name != "startswith" || !is_plain || beginning->kind != ExprKind::kString) return out;
  return with_usual(std::move(out), value(walk, *owner, state), walk.out.options,
                    [&](std::string_view usual) {
                      return usual.starts_with(as<syntax::String>(*beginning).value);
                    });
}

}  // namespace mmlint::script
