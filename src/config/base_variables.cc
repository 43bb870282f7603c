#include "config/base_variables.h"

#include "base/text.h"
#include "value/key_path.h"

namespace mmlint::config {

using syntax::BaseVariable;

namespace {

constexpr std::size_t kFewVariables = 1000;  // to look for in a text that was computed

}  // namespace

Value* OtherTokens::copy(Value& value) {
  if (value.kind == Value::Kind::kString) {
    return pool_.string(pool_.keep(tokens_.with_other_digits(value.text())), value.span);
  }
  if (!value.is_container()) return &value;
  Value*& known = done_[&value];
  if (known) return known;
  Value* out = known = pool_.make(value.kind, value.span);
  for (Value* item : value.items()) out->edit_items().push_back(copy(*item));
  for (const Entry& entry : value.dict().entries()) {
    out->edit_dict().set(copy(*entry.key), copy(*entry.value), entry.origin);
  }
  return out;
}

bool RandomText::equal_leaves(const Value& one, const Value& other, bool replaced) const {
  if (one.kind != other.kind) return false;
  if (one.kind == Value::Kind::kUnknown || one.kind == Value::Kind::kObject) return true;
  if (replaced && one.kind == Value::Kind::kString && tokens_.find(one.text())) {
    return tokens_.with_other_digits(one.text()) == other.text();
  }
  if (one.text() != other.text()) return false;
  switch (one.kind) {
    case Value::Kind::kNone:
    case Value::Kind::kString:
    case Value::Kind::kBytes:
      return true;
    case Value::Kind::kBool:
      return one.boolean == other.boolean;
    case Value::Kind::kInt:
      return one.integer == other.integer;
    default:
      return print(one) == print(other);
  }
}

Value* RandomText::settle(Value* one, const Value& other, bool replaced, int depth) {
  if (one == &other) return one;
  if (depth > e_.limits().depth) throw python::LimitReached{"nested values", one->span};
  if (one->is_container() && one->kind == other.kind) {
    if (one->frozen) return one;  // a base's, which no token has reached
    const auto done = done_.find(one);
    if (done != done_.end()) return done->second;
    done_[one] = one;
    return done_[one] = settle_container(one, other, replaced, depth);
  }
  if (!one->is_container() && equal_leaves(*one, other, replaced)) return one;
  blame(*one);
  return random(*one);
}

Value* RandomText::settle_container(Value* one, const Value& other, bool replaced, int depth) {
  const bool same_shape =
      one->items().size() == other.items().size() && one->dict().size() == other.dict().size();
  bool same = same_shape;
  for (std::size_t i = 0; same && i < one->dict().size(); ++i) {
    same = equal_leaves(*one->dict().entries()[i].key, *other.dict().entries()[i].key, false);
  }
  if (same && one->kind == Value::Kind::kSet) {
    for (std::size_t i = 0; same && i < one->items().size(); ++i) {
      same = equal_leaves(*one->items()[i], *other.items()[i], false);
    }
  }
  if (!same) {
    blame_members(*one, other);
    return random(*one);
  }
  for (std::size_t i = 0; i < one->items().size(); ++i) {
    one->slots()[i] = settle(one->items()[i], *other.items()[i], replaced, depth + 1);
  }
  for (std::size_t i = 0; i < one->dict().size(); ++i) {
    Entry& entry = one->edit_dict().at(i);
    entry.value = settle(entry.value, *other.dict().entries()[i].value, replaced, depth + 1);
  }
  return one;
}

// Keys and elements of sets, where a token is never replaced.
void RandomText::blame_members(const Value& one, const Value& other) {
  for (const Entry& entry : one.dict().entries()) {
    if (!other.dict().find(*entry.key)) blame(*entry.key);
  }
  if (one.kind != Value::Kind::kSet || one.items().size() != other.items().size()) return;
  for (std::size_t i = 0; i < one.items().size(); ++i) {
    if (!equal_leaves(*one.items()[i], *other.items()[i], false)) blame(*one.items()[i]);
  }
}

void RandomText::blame(const Value& value) {
  if (value.kind != Value::Kind::kString || e_.hazards.found.size() >= kMaxHazards) return;
  const auto all = tokens_.variables();
  bool named = false;
  for (const BaseVariable& v : all.first(std::min(all.size(), kFewVariables))) {
    const std::size_t at = value.text().find(v.token);
    if (at == value.text().npos) continue;
    // Inside quotes the token has got its own double ones.
    const bool quoted = at > 0 && value.text()[at - 1] == '"';
    const ProblemKind kind =
        quoted ? ProblemKind::kQuotedBaseVariable : ProblemKind::kBaseVariableInExpression;
    if (value.span.contains(v.span)) {
      e_.hazards.warn(kind, quoted ? value.span : v.span, {{"variable", "_base_." + v.path}});
    } else if (!value.literal) {
      warn_if_new(kind, value.span, "_base_." + v.path);
    } else {
      continue;  // the same variable at another place
    }
    named = true;
  }
  if (!named) {
    warn_if_new(ProblemKind::kBaseVariableInExpression, value.span, "_base_." + all.front().path);
  }
}

// What was computed is told only if where it came from was not.
void RandomText::warn_if_new(ProblemKind kind, Span span, const std::string& variable) {
  const auto& found = e_.hazards.found;
  const bool told = std::ranges::any_of(found, [&](const Problem& p) {
    return p.kind == kind && p.captures.at("variable") == variable;
  });
  if (!told) e_.hazards.warn(kind, span, {{"variable", variable}});
}

Value* RandomText::random(const Value& value) {
  return e_.unknown("the random text that stands for {{_base_...}}", value.span);
}

Value* BaseVariables::replace(Value* value, const Origin*& origin, int depth) {
  if (depth > e_.limits().depth) throw python::LimitReached{"nested values", value->span};
  if (value->kind == Value::Kind::kString) {
    const BaseVariable* variable = tokens_.find(value->text());
    return variable ? read(*variable, origin) : value;
  }
  if (!value->is_container() || value->frozen || !seen_.insert(value).second) return value;
  const Origin* ignored = nullptr;
  if (value->kind != Value::Kind::kSet) {
    for (Value*& item : value->slots()) item = replace(item, ignored, depth + 1);
  }
  for (std::size_t i = 0; i < value->dict().size(); ++i) {
    Entry& entry = value->edit_dict().at(i);
    entry.value = replace(entry.value, entry.origin, depth + 1);
  }
  return value;
}

Value* BaseVariables::read(const BaseVariable& v, const Origin*& origin) {
  Value* value = &base_;
  const Origin* source = nullptr;
  for (const std::string_view part : split(v.path, '.')) {
    Value* key = e_.pool().string(e_.pool().keep(part), v.span);
    value = e_.item(*value, *key, v.span);
    source = e_.last_read;
  }
  OriginParts changed = origin ? origin->parts() : OriginParts{};
  changed.value = v.span;
  changed.how = How::kBaseVariable;
  changed.set = value;
  changed.source = source;
  origin = e_.pool().origin(changed);
  return value;
}

}  // namespace mmlint::config
