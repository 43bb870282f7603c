#include "python/eval/evaluator.h"

#include "base/text.h"
#include "python/eval/guards.h"
#include "python/eval/iterator.h"
#include "python/eval/namespaces.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"

namespace mmlint::python {
using syntax::ExprKind;

namespace {

struct ScopeStore : Object {
  std::deque<Scope> scopes;
};

std::deque<Scope>& new_scopes(Pool& pool) {
  auto* store = new ScopeStore();
  pool.keep(ObjectPtr(store));
  return store->scopes;
}

bool is_read(const syntax::Expr& expr) {
  return expr.kind == ExprKind::kName || expr.kind == ExprKind::kAttribute ||
         expr.kind == ExprKind::kSubscript;
}

}  // namespace

Evaluator::Evaluator(Pool& pool, FileId file, const Outside& outside)
    : environment{.given = outside.environment, .is_complete = outside.knows_all_variables},
      pool_(pool),
      file_(file),
      home_(file),
      outside_(outside),
      scopes_(new_scopes(pool)),
      module_(scopes_.emplace_back(Scope{.names = pool.make(Value::Kind::kDict)})),
      scope_(&module_) {}

void Evaluator::step(std::uint64_t count) {
  steps_ += count;
  if (steps_ > limits().steps || pool_.size() > limits().values) {
    throw LimitReached{fmt::format("{} steps", limits().steps), {file_, 0, 0}};
  }
}

void Evaluator::check_items(std::size_t count, Span span) {
  if (count > limits().items) throw LimitReached{fmt::format("{} items", limits().items), span};
}

void Evaluator::check_text(std::size_t bytes, Span span) {
  if (bytes > limits().text)
    throw LimitReached{fmt::format("{} bytes of text", limits().text), span};
}

bool Evaluator::check_key(const Value& key, Span span) {
  if (key.kind == Value::Kind::kUnknown) return false;
  if (key.kind == Value::Kind::kTuple) {
    const DepthGuard guard(*this, span);
    step();
    for (const Value* item : key.items()) {
      if (!check_key(*item, span)) return false;
    }
    return true;
  }
  if (key.kind == Value::Kind::kString) step(key.text().size() / 64);
  if (!hashable(key)) {
    raise("TypeError", fmt::format("unhashable type: '{}'", type_name(key)), span);
  }
  return true;
}

Value* Evaluator::new_text(std::string_view text, Span span) {
  check_text(text.size(), span);
  step(text.size() / 64);
  return pool_.string(pool_.keep(text), span);
}

Value* Evaluator::unknown(std::string_view reason, Span span) {
  ++unknowns_;
  return pool_.unknown(reason, span);
}

void Evaluator::raise(std::string exception, std::string detail, Span span) {
  step(8);  // an exception takes its time
  throw Raised{.exception = std::move(exception), .detail = std::move(detail), .span = span};
}

void Evaluator::raise_missing(std::string exception, std::string detail, std::string_view name,
                              const std::vector<std::string>& there, Span span) {
  constexpr std::size_t kMostNames = 1000;
  constexpr std::size_t kLongestName = 100;
  step(8 + there.size());
  std::string nearest_name;
  if (there.size() <= kMostNames && name.size() <= kLongestName) {
    nearest_name = nearest(name, there).value_or("");
  }
  throw Raised{.exception = std::move(exception),
               .detail = std::move(detail),
               .span = span,
               .kind = ProblemKind::kUndefinedName,
               .captures = {{"name", std::string(name)}, {"nearest", nearest_name}}};
}

Value* Evaluator::live(Value*& slot) {
  if (slot->frozen && slot->is_container()) slot = pool_.thaw(*slot);
  return slot;
}

const Value::Items* Evaluator::iterate(Value& value, Span span) {
  if (value.is_sequence()) {
    step(value.items().size() / 16);
    for (Value*& item : value.slots()) live(item);
    return &value.edit_items();
  }
  Iterator* iterator = iterator_of(*this, value, span);
  Value* list = iterator ? drained(*this, *iterator, span) : nullptr;
  return list ? &list->edit_items() : nullptr;
}

Evaluator::Truth Evaluator::truth(const Value& v) {
  const auto of = [](bool b) { return b ? Truth::kTrue : Truth::kFalse; };
  if (v.kind == Value::Kind::kString || v.kind == Value::Kind::kBytes) hazards.look_into(v);
  if (const std::optional<bool> known = truth_of(v)) return of(*known);
  if (v.kind == Value::Kind::kUnknown) return Truth::kUnknown;
  if (const auto* range = dynamic_cast<const RangeObject*>(v.object()))
    return of(range->size() > 0);
  if (const auto* view = dynamic_cast<const DictView*>(v.object())) return truth(*view->dict);
  return Truth::kTrue;
}

Value* Evaluator::lookup(std::string_view name, Span span) {
  const bool global = is_global(*scope_, name);
  for (Scope* scope = global ? &outermost(*scope_) : scope_; scope; scope = scope->enclosing) {
    if (scope->is_class && scope != scope_) continue;
    Dict& names = scope->names->edit_dict();
    if (const Entry* entry = names.find(name)) {
      note_read(entry->origin);
      const auto i = static_cast<std::size_t>(entry - names.entries().data());
      return live(names.at(i).value);
    }
    if (scope->locals && scope->locals->contains(name) && !is_global(*scope, name) &&
        !is_nonlocal(*scope, name)) {
      raise(scope == scope_ ? "UnboundLocalError" : "NameError",
            fmt::format("cannot access local variable '{}' before it has a value", name), span);
    }
  }
  const auto known =
      std::ranges::find_if(builtins_, [name](const auto& each) { return each.first == name; });
  Value* native = known != builtins_.end() ? known->second : builtin(*this, name, span);
  if (native && known == builtins_.end()) builtins_.emplace_back(name, native);
  last_read = nullptr;
  if (native) return native;
  if (globals_unknown) return unknown("a name that something unknown may have bound", span);
  std::vector<std::string> candidates;
  for (const Entry& entry : module_.names->dict().entries())
    candidates.emplace_back(entry.key->text());
  raise_missing("NameError", fmt::format("name '{}' is not defined", name), name, candidates, span);
}

void Evaluator::bind(std::string_view name, Value& value, const Origin* origin) {
  Scope* scope = &home_of(*scope_, name);
  if (name == "_base_") {
    hazards.warn(ProblemKind::kBaseIgnored,
                 origin && origin->key().known() ? origin->key() : value.span);
  }
  OriginParts chained =
      origin ? origin->parts()
             : OriginParts{.value = value.span, .how = How::kComputed, .set = &value};
  if (scope == &module_) {
    // In a lazy config an assignment hides what was imported under the same name.
    const Entry* before = module_.names->dict().find(name);
    if (before && before->origin->value().file != file_)
      chained.shadows = before->origin;
    else if (before)
      chained.earlier = before->origin;
  }
  scope->names->edit_dict().set(pool_.key(name), &value, pool_.origin(chained));
}

// Where the values of a config come from, noted while it is evaluated.
const Origin* Evaluator::origin_of(Span key, const syntax::Expr& expr, const Value& value,
                                   std::size_t first_read) {
  const bool is_literal = value.literal && value.span == span(expr);
  if (is_literal && !value.is_container()) return pool_.origin_of_literal(key, value);
  OriginParts origin{.key = key, .value = span(expr), .how = How::kComputed, .set = &value};
  if (is_literal) {
    origin.how = How::kLiteral;
  } else if (is_read(expr) && last_read) {
    origin.source = last_read;
    const Span read = last_read->value();
    if (read.known() && read.file != file_) origin.how = How::kBaseVariable;
  } else {
    origin.reads = pool_.reads(std::span(reads).subspan(first_read));
  }
  return pool_.origin(origin);
}

void Evaluator::forget_read(const syntax::Expr& object, std::size_t end) {
  if (last_read && is_read(object) && end > 0)
    reads.erase(reads.begin() + static_cast<std::ptrdiff_t>(end) - 1);
}

void Evaluator::note_read(const Origin* origin) {
  last_read = origin;
  reads.push_back(origin);
}

void Evaluator::note_removal(const Value& dict, const Value& key, Span at) {
  const Entry* entry = dict.dict().find(key);
  if (!entry) return;
  const Value* base = module_.names->dict().get("_base_");
  removals.push_back({at, entry->origin, &dict == module_.names || &dict == base});
}

}  // namespace mmlint::python
