#include "resolve/eval/evaluator.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"

#include "resolve/eval/natives.h"
#include "resolve/eval/numbers.h"

namespace mmlint::resolve {

namespace {

struct ScopeStore : Object {
  std::deque<Scope> scopes;
};

std::deque<Scope>& new_scopes(Pool& pool) {
  auto* store = new ScopeStore();
  pool.keep(ObjectPtr(store));
  return store->scopes;
}

}  // namespace

Evaluator::Evaluator(Pool& pool, FileId file, const std::map<std::string, std::string>& environment)
    : pool_(pool),
      file_(file),
      home_(file),
      environment_(environment),
      scopes_(new_scopes(pool)),
      module_(scopes_.emplace_back(Scope{pool.make(Kind::kDict), nullptr, false, {}, {}})),
      scope_(&module_) {}

void Evaluator::step() {
  if (++steps_ > limits_.steps || pool_.size() > limits_.values) {
    throw LimitReached{fmt::format("{} steps", limits_.steps), {file_, 0, 0}};
  }
}

void Evaluator::check_items(std::size_t count, Span span) {
  if (count > limits_.items) throw LimitReached{fmt::format("{} items", limits_.items), span};
}

void Evaluator::check_text(std::size_t bytes, Span span) {
  if (bytes > limits_.text) throw LimitReached{fmt::format("{} bytes of text", limits_.text), span};
}

Value* Evaluator::unknown(std::string_view reason, Span span) {
  ++unknowns_;
  return pool_.unknown(reason, span);
}

void Evaluator::raise(std::string exception, std::string detail, Span span) {
  throw Raised{std::move(exception), std::move(detail), span, ProblemKind::kConfigRaises, {}};
}

Value* Evaluator::live(Value*& slot) {
  if (slot->frozen && slot->is_container()) slot = pool_.thaw(*slot);
  return slot;
}

const std::vector<Value*>* Evaluator::iterate(Value& value, Span span) {
  switch (value.kind) {
    case Kind::kList:
    case Kind::kTuple:
      for (Value*& item : value.items) live(item);
      return &value.items;
    case Kind::kSet:
      // The order is that of hashes, which for strings differ in every run of Python.
      return value.items.size() > 1 ? nullptr : &value.items;
    case Kind::kDict: {
      Value* keys = pool_.make(Kind::kList, span);
      for (const Entry& entry : value.dict.entries()) keys->items.push_back(entry.key);
      return &keys->items;
    }
    case Kind::kString: {
      hazards.look_into(value);
      Value* letters = pool_.make(Kind::kList, span);
      for (std::size_t i = 0; i < value.text.size();) {
        std::size_t next = i + 1;
        while (next < value.text.size() && (value.text[next] & 0xc0) == 0x80) ++next;
        letters->items.push_back(pool_.string(value.text.substr(i, next - i), span));
        i = next;
      }
      check_items(letters->items.size(), span);
      return &letters->items;
    }
    case Kind::kUnknown:
    case Kind::kObject:
    case Kind::kBytes:
      return nullptr;
    default:
      raise("TypeError", fmt::format("'{}' object is not iterable", type_name(value)), span);
  }
}

Evaluator::Truth Evaluator::truth(const Value& v) {
  const auto of = [](bool b) { return b ? Truth::kTrue : Truth::kFalse; };
  switch (v.kind) {
    case Kind::kNone:
      return Truth::kFalse;
    case Kind::kBool:
      return of(v.boolean);
    case Kind::kInt:
      return of(v.big || v.integer != 0);
    case Kind::kFloat:
      return of(v.floating != 0);
    case Kind::kString:
    case Kind::kBytes:
      hazards.look_into(v);
      return of(!v.text.empty());
    case Kind::kList:
    case Kind::kTuple:
    case Kind::kSet:
      return of(!v.items.empty());
    case Kind::kDict:
      return of(v.dict.size() != 0);
    case Kind::kReference:
      return Truth::kTrue;
    case Kind::kObject:
      return dynamic_cast<const FunctionObject*>(v.object) ||
                     dynamic_cast<const NativeObject*>(v.object) ||
                     dynamic_cast<const ModuleObject*>(v.object)
                 ? Truth::kTrue
                 : Truth::kUnknown;
    case Kind::kUnknown:
      return Truth::kUnknown;
  }
  return Truth::kUnknown;
}

Value* Evaluator::lookup(std::string_view name, Span span) {
  for (Scope* scope = scope_; scope; scope = scope->enclosing) {
    Dict& names = scope->names->dict;
    if (const Entry* entry = names.find(name)) {
      note_read(entry->origin);
      const auto i = static_cast<std::size_t>(entry - names.entries().data());
      return live(names.at(i).value);
    }
  }
  Value*& native = builtins_[name];
  if (!native) {
    native = builtin(*this, name, span);
    if (name == "open") hazards.warn(ProblemKind::kEnvironmentDependent, span, {{"what", "open"}});
  }
  last_read = nullptr;
  if (native) return native;
  if (globals_unknown) return unknown("a name that something unknown may have bound", span);
  std::string nearest_name;
  std::vector<std::string> candidates;
  for (const Entry& entry : module_.names->dict.entries()) candidates.emplace_back(entry.key->text);
  throw Raised{"NameError",
               fmt::format("name '{}' is not defined", name),
               span,
               ProblemKind::kUndefinedName,
               {{"name", std::string(name)}, {"nearest", nearest(name, candidates).value_or("")}}};
}

void Evaluator::bind(std::string_view name, Value& value, const Origin* origin) {
  Scope* scope = scope_;
  const auto declared = [name](const std::vector<std::string_view>& names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (declared(scope->globals)) {
    scope = &module_;
  } else if (declared(scope->nonlocals)) {
    for (Scope* outer = scope->enclosing; outer && outer->enclosing; outer = outer->enclosing) {
      if (outer->names->dict.find(name)) {
        scope = outer;
        break;
      }
    }
  }
  if (name == "_base_") {
    hazards.warn(ProblemKind::kBaseIgnored,
                 origin && origin->key.known() ? origin->key : value.span);
  }
  Origin chained =
      origin ? *origin : Origin{.value = value.span, .how = How::kComputed, .set = &value};
  if (scope == &module_) {
    // In a lazy config an assignment hides what was imported under the same name.
    const Entry* before = module_.names->dict.find(name);
    if (before && before->origin->value.file != file_)
      chained.shadows = before->origin;
    else if (before)
      chained.earlier = before->origin;
  }
  scope->names->dict.set(pool_.string(name), &value, pool_.origin(chained));
}

namespace {

// Binds arguments to parameters as Python does; false if it would raise TypeError.
bool bind_arguments(Evaluator& e, const FunctionObject& f, const Arguments& a, Dict& names) {
  using Parameter = syntax::Parameter;
  std::size_t next = 0;
  std::vector<bool> used(a.keywords.size());
  const auto put = [&](std::string_view name, Value* value) {
    names.set(e.pool().string(name), value,
              e.pool().origin({.value = value->span, .how = How::kComputed, .set = value}));
  };
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const Parameter& p = f.parameters[i];
    if (p.kind == Parameter::Kind::kStar) {
      if (p.name.empty()) continue;
      Value* rest = e.pool().make(Kind::kTuple, a.span);
      while (next < a.positional.size()) rest->items.push_back(a.positional[next++]);
      put(p.name, rest);
      continue;
    }
    if (p.kind == Parameter::Kind::kDoubleStar) {
      Value* rest = e.pool().make(Kind::kDict, a.span);
      for (std::size_t k = 0; k < a.keywords.size(); ++k) {
        if (used[k]) continue;
        used[k] = true;
        rest->dict.set(e.pool().string(a.keywords[k].name), a.keywords[k].value,
                       a.keywords[k].origin);
      }
      put(p.name, rest);
      continue;
    }
    Value* value = nullptr;
    if (p.kind != Parameter::Kind::kKeywordOnly && next < a.positional.size()) {
      value = a.positional[next++];
    }
    for (std::size_t k = 0; k < a.keywords.size(); ++k) {
      if (a.keywords[k].name != p.name || p.kind == Parameter::Kind::kPositionalOnly) continue;
      if (value) return false;
      value = a.keywords[k].value;
      used[k] = true;
    }
    if (!value) value = f.defaults[i];
    if (!value) return false;
    put(p.name, value);
  }
  return next == a.positional.size() && std::find(used.begin(), used.end(), false) == used.end();
}

}  // namespace

// Sets the evaluator's place for the time of a call, also when an exception leaves it.
class ScopeGuard {
 public:
  ScopeGuard(Evaluator& e, Scope* scope, FileId file) : e_(e), scope_(e.scope_), file_(e.file_) {
    e.scope_ = scope;
    e.file_ = file;
    if (++e.depth_ > e.limits_.depth / 4) {
      --e.depth_;
      e.scope_ = scope_;
      e.file_ = file_;
      throw LimitReached{"nested calls", {file, 0, 0}};
    }
  }
  ~ScopeGuard() {
    e_.scope_ = scope_;
    e_.file_ = file_;
    --e_.depth_;
  }
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;

 private:
  Evaluator& e_;
  Scope* scope_;
  FileId file_;
};

Value* Evaluator::call_function(const FunctionObject& f, const Arguments& a) {
  const bool closure_of_other_file = f.file != home_ && f.scope->enclosing;
  if (f.opaque || a.unknown || closure_of_other_file) {
    for (Value* value : a.positional) taint(*value, "passed to a function that is not run", a.span);
    for (const Keyword& k : a.keywords)
      taint(*k.value, "passed to a function that is not run", a.span);
    if (a.unknown) taint(f.body, "a call with unknown arguments");
    return unknown("a call that is not computed", a.span);
  }
  // A function of a base sees the base's names, which this config must not change for others.
  Scope* outer = f.scope;
  if (outer->names->frozen) {
    Value*& copy = foreign_globals_[outer->names];
    if (!copy) {
      copy = pool_.thaw(*outer->names);
      copy->config_dict = false;
    }
    outer = &scopes_.emplace_back(Scope{copy, nullptr, false, {}, {}});
  }
  Scope* local = &scopes_.emplace_back(Scope{pool_.make(Kind::kDict), outer, false, {}, {}});
  if (!bind_arguments(*this, f, a, local->names->dict)) {
    raise("TypeError", fmt::format("{}() got wrong arguments", f.name), a.span);
  }
  const ScopeGuard guard(*this, local, f.file);
  if (f.expression) return eval(*f.expression);
  Value* before = std::exchange(returned_, nullptr);
  const Flow flow = run(f.body);
  Value* result = std::exchange(returned_, before);
  return flow == Flow::kReturn && result ? result : pool_.none(a.span);
}

Value* Evaluator::call(Value& callee, const Arguments& a) {
  step();
  if (const auto* function = dynamic_cast<const FunctionObject*>(callee.object)) {
    return call_function(*function, a);
  }
  if (const auto* native = dynamic_cast<const NativeObject*>(callee.object)) {
    if (!a.unknown) return native->call(*this, native->self, a);
    if (native->self && native->changes_self) {
      taint(*native->self, "changed by a call with unknown arguments", a.span);
    }
    return unknown("a call with unknown arguments", a.span);
  }
  if (callee.kind == Kind::kReference) {
    raise("RuntimeError",
          fmt::format("'{}' is a lazy object: a config can name it but not call it", callee.text),
          a.span);
  }
  if (callee.kind != Kind::kUnknown && callee.kind != Kind::kObject) {
    raise("TypeError", fmt::format("'{}' object is not callable", type_name(callee)), a.span);
  }
  for (Value* value : a.positional) taint(*value, "passed to an unknown function", a.span);
  for (const Keyword& k : a.keywords) taint(*k.value, "passed to an unknown function", a.span);
  return unknown("the result of an unknown function", a.span);
}

}  // namespace mmlint::resolve
