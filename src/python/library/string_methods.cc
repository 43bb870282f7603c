

#include "base/characters.h"
#include "python/eval/calls.h"
#include "python/eval/natives.h"
#include "value/scalar_text.h"
#include "value/text_methods.h"

// Methods of str.
namespace mmlint::python {
namespace {

using A = const Arguments&;
using View = std::string_view;

// Has the evaluator limit what a method may cost.
class Caller final : public TextCaller {
 public:
  Caller(Evaluator& e, Span at) : TextCaller(e.pool(), at), e_(e) {}
  void step(std::uint64_t count) override { e_.step(count); }
  void check_text(std::size_t bytes) override { e_.check_text(bytes, span); }
  void check_items(std::size_t count) override { e_.check_items(count, span); }
  void raise(std::string exception, std::string detail) override {
    e_.raise(std::move(exception), std::move(detail), span);
  }

 private:
  Evaluator& e_;
};

Value* call_method(Evaluator& e, const TextMethod& method, Value* self, A a) {
  const std::size_t count = method.kinds.size();
  Signature signature{method.name, {}, method.required, count, count};
  if (!method.keywords[0].empty()) signature.positional_only = 0;
  std::ranges::copy(method.keywords, signature.names.begin());
  auto given = bound(e, a, signature);
  if (method.kinds == "i") {  // of any iterable, a list
    const auto* items = e.iterate(*given[0], a.span);
    if (!items) return not_computed(e, a, "join() of unknown items");
    given[0] = e.pool().make(Value::Kind::kList, a.span);
    given[0]->edit_items().assign(*items);
  }
  Caller caller(e, a.span);
  const std::array<const Value*, kMostTextParameters> arguments{given[0], given[1], given[2]};
  Value* out = call_text_method(method, self->text(), arguments, caller);
  return out ? out
             : not_computed(e, a, e.pool().keep(fmt::format("{}() of this text", method.name)));
}

// --- str.translate and str.maketrans ---

// The key of a character in a table.
Value* key_of(Evaluator& e, View character, Span span) {
  return e.pool().integer(static_cast<std::int64_t>(code_point(character)), span);
}

void put(Evaluator& e, Value& table, Value* key, Value* value, Span span) {
  e.step();
  table.edit_dict().set(key, value, e.pool().origin({.value = span, .set = value}));
}

Value* translate(Evaluator& e, Value* self, A a) {
  const Value& table = *bound(e, a, {"translate", {"table"}, 1, 1, 1})[0];
  if (table.kind != Value::Kind::kDict) return not_computed(e, a, "translate() with this table");
  std::string out;
  for (View rest = self->text(); !rest.empty(); rest.remove_prefix(first_character(rest).size())) {
    e.step();
    const Entry* entry = table.dict().find(*key_of(e, first_character(rest), a.span));
    if (!entry) {
      out += first_character(rest);
    } else if (entry->value->kind == Value::Kind::kString) {
      out += entry->value->text();
    } else if (is_small_int(entry->value) && int_of(*entry->value) >= 0 &&
               int_of(*entry->value) < 0xd800) {
      append_utf8(out, static_cast<char32_t>(int_of(*entry->value)));
    } else if (entry->value->kind != Value::Kind::kNone) {
      return not_computed(e, a, "translate() with this table");
    }
    e.check_text(out.size(), a.span);
  }
  return e.new_text(out, a.span);
}

Value* maketrans(Evaluator& e, Value*, A a) {
  const auto given = bound(e, a, {"maketrans", {"x", "y", "z"}, 1, 3, 3});
  Value* table = e.pool().make(Value::Kind::kDict, a.span);
  if (!given[1] && given[0]->kind == Value::Kind::kDict) {
    for (const Entry& entry : given[0]->dict().entries()) {
      Value* key = entry.key;
      if (key->kind == Value::Kind::kString && count_characters(key->text()) != 1)
        e.raise("ValueError", "string keys in translate table must be of length 1", a.span);
      if (key->kind == Value::Kind::kString) key = key_of(e, key->text(), a.span);
      put(e, *table, key, entry.value, a.span);
    }
    return table;
  }
  for (const Value* text : {given[0], given[1], given[2] ? given[2] : given[1]}) {
    if (!text || text->kind != Value::Kind::kString)
      return not_computed(e, a, "maketrans() of these arguments");
  }
  View from = given[0]->text(), to = given[1]->text();
  if (count_characters(from) != count_characters(to))
    e.raise("ValueError", "the first two maketrans arguments must have equal length", a.span);
  for (; !from.empty(); to.remove_prefix(first_character(to).size())) {
    put(e, *table, key_of(e, first_character(from), a.span), key_of(e, first_character(to), a.span),
        a.span);
    from.remove_prefix(first_character(from).size());
  }
  for (View none = given[2] ? given[2]->text() : View(); !none.empty();) {
    put(e, *table, key_of(e, first_character(none), a.span), e.pool().none(a.span), a.span);
    none.remove_prefix(first_character(none).size());
  }
  return table;
}

constexpr Method kOthers[] = {{"format", format},
                              {"format_map", format_map},
                              {"maketrans", maketrans},
                              {"translate", translate}};

// Makes a method of Python of each row of text_methods().
template <std::size_t i>
Value* call_row(Evaluator& e, Value* self, A a) {
  return call_method(e, text_methods()[i], self, a);
}

template <std::size_t... i>
std::vector<Method> all_methods(std::index_sequence<i...>) {
  std::vector<Method> out(std::begin(kOthers), std::end(kOthers));
  (out.push_back({text_methods()[i].name, call_row<i>}), ...);
  return out;
}

}  // namespace

const Methods& string_methods() {
  static const std::vector<Method> kMethods = all_methods(std::make_index_sequence<kTextMethods>());
  static const Methods kOfString{"str", kMethods, ""};
  return kOfString;
}

}  // namespace mmlint::python
