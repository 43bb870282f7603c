
#include "base/text.h"
#include "script/walk_calls.h"
#include "script/walk_statements.h"
#include "script/walk_values.h"

namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr std::size_t kLongestText = 10'000;  // bytes of a string that is put together

// As much of a string as is worth knowing; false if that is not all.
bool shorten(std::string& text) {
  if (text.size() <= kLongestText) return true;
  std::size_t end = kLongestText;
  while ((static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;  // whole characters
  text.resize(end);
  return false;
}

// Whether what has that name may stand in a container as a reference: something of a library or of
// the project, an option, a variable of the environment, and what a script has one of.
bool may_be_kept(Symbol symbol) {
  switch (symbol.kind()) {
    case Symbol::Kind::kConfig:
    case Symbol::Kind::kRunner:
    case Symbol::Kind::kParser:
    case Symbol::Kind::kGetter:
      return true;
    default:
      return symbol.is_definition() || symbol.is_of_project() || symbol.variable() ||
             symbol.option() || symbol.root() == Symbol::Kind::kBound ||
             symbol.root() == Symbol::Kind::kRank;
  }
}

}  // namespace

Alternatives text(Walk& walk, std::string text, bool complete, Span at) {
  Pool& pool = *walk.out.pool;
  complete = shorten(text) && complete;
  Value* made = pool.string(pool.keep(text), at);
  made->literal = complete;
  Alternatives out = data_of(made, at);
  if (!complete) out.front().what = Alternative::Prefix{made};
  return out;
}

Alternatives joined(Walk& walk, const std::vector<Alternatives>& parts, Span at) {
  struct Text {
    std::string known;
    bool complete = true;
    Guard guard;
  };
  std::vector<Text> all(1);  // one for each of the values that its parts may have together
  for (const Alternatives& values : parts) {
    const bool few = all.size() * values.size() <= kMaxAlternatives;
    std::vector<Text> more;
    for (const Text& before : all) {
      for (std::size_t i = 0; i < (few ? values.size() : 1); ++i) {
        Text one = before;
        if (few && !one.guard.add(values[i].guard)) continue;
        const Value* text = few ? values[i].value() : nullptr;
        const bool is_number = text && text->kind == Value::Kind::kInt && !text->big;
        if (one.complete && is_number) one.known += std::to_string(text->integer);
        const bool is_text = text && text->kind == Value::Kind::kString;
        if (one.complete && is_text) one.known += text->text();
        one.complete = one.complete && ((is_text && !values[i].prefix()) || is_number) &&
                       one.known.size() <= kLongestText;
        more.push_back(std::move(one));
      }
    }
    if (!more.empty()) all = std::move(more);
  }
  Alternatives out;
  for (Text& each : all) {
    Alternatives one = text(walk, std::move(each.known), each.complete, at);
    out = either(std::move(out), under(std::move(one), each.guard));
  }
  return out;
}

Alternatives joined(Walk& walk, const syntax::FString& expr, State& state) {
  const Span at = walk.span(expr);
  std::vector<Alternatives> parts;
  for (const syntax::FStringPart& part : expr.parts) {
    const bool plain = part.conversion == 0 && part.spec.empty() && !part.debug;
    Alternatives values = part.expr ? value(walk, *part.expr, state)
                                    : data_of(walk.out.pool->string(part.text, at), at);
    parts.push_back(plain ? std::move(values) : unknown(at));
  }
  return joined(walk, parts, at);
}

Alternatives filled(Walk& walk, std::string_view form, const char* places,
                    const std::vector<Alternatives>& values, Span at) {
  std::vector<Alternatives> parts;
  std::size_t used = 0;
  const auto words = split(places, ' ');
  while (!form.empty()) {
    const std::size_t begin = std::min(form.find(words.front().front()), form.size());
    if (begin != 0) parts.push_back(data_of(walk.out.pool->string(form.substr(0, begin), at), at));
    form.remove_prefix(begin);
    if (form.empty()) break;
    const auto place =
        std::ranges::find_if(words, [&](std::string_view word) { return form.starts_with(word); });
    const bool is_known = place != words.end() && used < values.size();
    parts.push_back(is_known ? values[used++] : unknown(at));
    if (!is_known) break;  // what stands behind it makes no longer beginning
    form.remove_prefix(place->size());
  }
  return joined(walk, parts, at);
}

// What is inside of a list, a tuple or a dict: data, or the name of something.
Value* part(Walk& walk, const Alternatives& alternatives, Span at, Span container) {
  Pool& pool = *walk.out.pool;
  hold(walk, container, alternatives);
  if (const Value* one = only_data(alternatives)) return const_cast<Value*>(one);
  const Alternative* one = only_symbol(alternatives);
  const Span* made = one ? one->sites.only() : nullptr;
  if (one && (made || may_be_kept(one->symbol()))) {
    if (!made) escape(walk, alternatives);  // a reference has at most one site
    Value* reference = pool.make(Value::Kind::kReference, made ? *made : at);
    reference->set_text(one->symbol().text());
    reference->literal = made != nullptr;
    if (one->sites.has_turns()) walk.several[reference] = alternatives;
    return reference;
  }
  Value* out = pool.unknown("it is computed", at);
  if (alternatives.size() == 1) {
    escape(walk, alternatives);
    return out;
  }
  Alternatives& kept = walk.several[out];
  for (const Alternative& each : alternatives) {
    const Symbol symbol = each.symbol();
    if (!symbol.empty() && !each.sites.only() && !may_be_kept(symbol)) {
      escape(walk, {each});
      kept.push_back(under(unknown(at), each.guard).front());
    } else {
      kept.push_back(each);
    }
  }
  return out;
}

// The alternatives of an item of a container.
Alternatives alternatives_of(const Walk& walk, const Value& item, Span at) {
  const auto several = walk.several.find(&item);
  return several != walk.several.end() ? several->second : Alternatives{alternative_of(item, at)};
}

Alternatives display(Walk& walk, const Expr& expr, State& state) {
  const Span at = walk.span(expr);
  Pool& pool = *walk.out.pool;
  if (expr.kind == ExprKind::kDict) {
    Value* dict = pool.make(Value::Kind::kDict, at);
    Alternatives before;  // the dicts that the last `**` of several dicts leads to
    bool whole = true;
    const auto so_far = [&] {
      const Alternatives last = data_of(dict, at);
      return before.empty() ? last : merged(walk, before, last, at).value_or(unknown(at));
    };
    for (const syntax::DictItem& item : as<syntax::Dict>(expr).items) {
      const Alternatives values =
          item.key ? followed(walk, *item.value, state) : value(walk, *item.value, state);
      if (!item.key) {
        const Value* more = only_data(values);
        const bool is_known = more && more->kind == Value::Kind::kDict;
        for (const Entry& entry : is_known ? more->dict().entries() : std::span<const Entry>())
          dict->edit_dict().set(entry.key, entry.value, entry.origin);
        const auto several = is_known ? std::nullopt : merged(walk, so_far(), values, at);
        whole = whole && (is_known || several);
        if (!several) continue;
        before = *several;
        dict = pool.make(Value::Kind::kDict, at);
        continue;
      }
      const Alternatives keys = value(walk, *item.key, state);
      const Alternative* member = only_symbol(keys);
      const Value* key = member && member->symbol().is(Symbol::Kind::kMember)
                             ? part(walk, keys, walk.span(*item.key), at)
                             : only_data(keys);
      if (!key || !hashable(*key)) {
        whole = false;
        escape(walk, values);
        continue;
      }
      const Span value_at = walk.span(*item.value);
      dict->edit_dict().set(const_cast<Value*>(key), part(walk, values, value_at, at),
                            pool.origin({walk.span(*item.key), value_at}));
    }
    dict->literal = true;
    if (!whole) escape_containers(walk, so_far());
    return whole ? so_far() : unknown(at);
  }
  const Value::Kind kind = expr.kind == ExprKind::kList    ? Value::Kind::kList
                           : expr.kind == ExprKind::kTuple ? Value::Kind::kTuple
                                                           : Value::Kind::kSet;
  Value* sequence = pool.make(kind, at);
  bool whole = true;
  const auto add = [&](const Alternatives& item, Span item_at) {
    sequence->edit_items().push_back(part(walk, item, item_at, at));
  };
  for (const Expr* item : as<syntax::Sequence>(expr).items) {
    if (item->kind == ExprKind::kStarred) {
      const Alternatives values = value(walk, *as<syntax::Starred>(*item).value, state);
      const auto more = values.size() == 1 ? items_of(walk, values.front(), walk.span(*item), state)
                                           : std::nullopt;
      whole = whole && more;
      for (const Alternatives& each : more.value_or(std::vector<Alternatives>()))
        add(each, walk.span(*item));
      continue;
    }
    add(followed(walk, *item, state), walk.span(*item));
  }
  sequence->literal = true;
  if (!whole) escape_containers(walk, data_of(sequence, at));
  return whole ? data_of(sequence, at) : unknown(at);
}

namespace {

// Returns a list or a tuple for each combination of possible item values, or a dict if there are
// `keys`. If an item would lead to too many combinations, it keeps all its possible values.
Alternatives apart(Walk& walk, Value::Kind kind, const std::vector<Alternatives>& items, Span at,
                   std::span<const Entry> keys = {}) {
  constexpr std::size_t kMost = 6;
  struct Sequence {
    std::vector<Value*> items;
    Guard guard;
  };
  std::vector<Sequence> all(1);
  for (const Alternatives& item : items) {
    const bool few = item.size() * all.size() <= kMost;
    std::vector<Sequence> more;
    for (const Sequence& before : all) {
      for (std::size_t i = 0; i < (few ? item.size() : 1); ++i) {
        Sequence one = before;
        if (few && !one.guard.add(item[i].guard)) continue;
        one.items.push_back(part(walk, few ? Alternatives{item[i]} : item, item[i].at, at));
        more.push_back(std::move(one));
      }
    }
    all = std::move(more);
  }
  Alternatives out;
  for (Sequence& each : all) {
    Value* made = walk.out.pool->make(kind, at);
    for (std::size_t i = 0; i < keys.size(); ++i)
      made->edit_dict().set(keys[i].key, each.items[i], keys[i].origin);
    if (keys.empty()) made->edit_items().assign(std::move(each.items));
    made->literal = keys.empty();
    out.push_back(data_of(made, at).front());
    out.back().guard = std::move(each.guard);
  }
  return out.empty() ? unknown(at) : out;
}

}  // namespace

// What `return rank, device` returns.
Alternatives returned(Walk& walk, const Expr& expr, State& state) {
  if (expr.kind != ExprKind::kTuple) return followed(walk, expr, state);
  const syntax::Exprs items = as<syntax::Sequence>(expr).items;
  if (std::ranges::any_of(items, [](const Expr* item) { return item->kind == ExprKind::kStarred; }))
    return followed(walk, expr, state);
  std::vector<Alternatives> all;
  for (const Expr* item : items) all.push_back(followed(walk, *item, state));
  return apart(walk, Value::Kind::kTuple, all, walk.span(expr));
}

// Returns values in which each item of a list, a tuple or a dict has one possible value, as long as
// these values are few.
Alternatives told_apart(Walk& walk, const Alternatives& values) {
  Alternatives out;
  for (const Alternative& each : values) {
    const auto keys = each.data() ? each.data()->dict().entries() : std::span<const Entry>();
    std::vector<const Value*> items;
    if (each.data()) items.assign(each.data()->items().begin(), each.data()->items().end());
    for (const Entry& entry : keys) items.push_back(entry.value);
    const bool is_several = std::ranges::any_of(
        items, [&](const Value* item) { return walk.several.count(item) != 0; });
    if (!is_several || each.data()->kind == Value::Kind::kSet) {
      out.push_back(each);
      continue;
    }
    std::vector<Alternatives> all;
    for (const Value* item : items) all.push_back(alternatives_of(walk, *item, item->span));
    const Alternatives split = apart(walk, each.data()->kind, all, each.at, keys);
    for (Alternative& one : under(split, each.guard)) out.push_back(std::move(one));
  }
  return out;
}

Alternatives boolean(Walk& walk, const Truth& truth, Span at) {
  Alternatives out;
  for (const bool holds : {true, false}) {
    if (!(holds ? truth.can_hold : truth.can_fail)) continue;
    Alternatives one = data_of(walk.out.pool->boolean(holds, at), at);
    one.front().guard = holds ? truth.if_holds : truth.if_fails;
    out.push_back(one.front());
  }
  return out.empty() ? unknown(at) : out;
}

}  // namespace mmlint::script
