#include "python/eval/calls.h"

#include "base/algorithms.h"
#include "python/eval/copies.h"
#include "python/eval/guards.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"
#include "value/scalar_text.h"

namespace mmlint::python {
std::array<Value*, 4> bound(Evaluator& e, const Arguments& a, const Signature& s) {
  std::array<Value*, 4> out{};
  if (a.positional.size() > s.positional) {
    e.raise("TypeError",
            fmt::format("{}() takes at most {} positional arguments ({} given)", s.function,
                        s.positional, a.positional.size()),
            a.span);
  }
  std::ranges::copy(a.positional, out.begin());
  for (const Keyword& k : a.keywords) {
    const auto from = s.names.begin() + static_cast<std::ptrdiff_t>(s.positional_only);
    const auto it = std::find(from, s.names.end(), k.name);
    if (it == s.names.end() || k.name.empty() ||
        out[static_cast<std::size_t>(it - s.names.begin())]) {
      e.raise("TypeError",
              fmt::format("{}() got a wrong keyword argument '{}'", s.function, k.name), a.span);
    }
    out[static_cast<std::size_t>(it - s.names.begin())] = k.value;
  }
  for (std::size_t i = 0; i < s.required; ++i) {
    if (out[i]) continue;
    e.raise("TypeError", fmt::format("{}() lacks its argument {}", s.function, i + 1), a.span);
  }
  return out;
}

Value* call_with(Evaluator& e, Value& function, std::vector<Value*> arguments, Span span) {
  Arguments a;
  a.positional = std::move(arguments);
  a.span = span;
  return e.call(function, a);
}

bool any_unknown(const Arguments& a) {
  const auto unknown = [](const Value* v) { return v->kind == Value::Kind::kUnknown; };
  return std::ranges::any_of(a.positional, unknown) ||
         std::ranges::any_of(a.keywords, [&](const Keyword& k) { return unknown(k.value); });
}

std::optional<std::int64_t> index_argument(Evaluator& e, const Value& v, Span span) {
  if (is_small_int(&v)) return int_of(v);
  if (v.kind == Value::Kind::kUnknown || v.kind == Value::Kind::kObject || v.big)
    return std::nullopt;
  e.raise("TypeError", fmt::format("'{}' object cannot be interpreted as an integer", type_name(v)),
          span);
}

bool is_small_int(const Value* v) {
  return v && ((v->kind == Value::Kind::kInt && !v->big) || v->kind == Value::Kind::kBool);
}

// Calls of functions of the config, and of everything else.
namespace {

// Binds arguments to parameters as Python does; false if it would raise TypeError.
bool bind_arguments(Evaluator& e, const FunctionObject& f, const Arguments& a, Dict& names) {
  using Parameter = syntax::Parameter;
  std::size_t next = 0;
  std::vector<bool> used(a.keywords.size());
  const auto put = [&](std::string_view name, Value* value) {
    names.set(e.pool().key(name), value,
              e.pool().origin({.value = value->span, .how = How::kComputed, .set = value}));
  };
  e.step(f.parameters.size() * a.keywords.size() / 8);
  for (std::size_t i = 0; i < f.parameters.size(); ++i) {
    const Parameter& p = f.parameters[i];
    if (p.kind == Parameter::Kind::kStar) {
      if (p.name.empty()) continue;
      Value* rest = e.pool().make(Value::Kind::kTuple, a.span);
      while (next < a.positional.size()) rest->edit_items().push_back(a.positional[next++]);
      put(p.name, rest);
      continue;
    }
    if (p.kind == Parameter::Kind::kDoubleStar) {
      Value* rest = e.pool().make(Value::Kind::kDict, a.span);
      for (std::size_t k = 0; k < a.keywords.size(); ++k) {
        if (used[k]) continue;
        used[k] = true;
        rest->edit_dict().set(e.pool().key(a.keywords[k].name), a.keywords[k].value,
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
  return next == a.positional.size() && !is_in(false, used);
}

}  // namespace

ScopeGuard::ScopeGuard(Evaluator& e, Scope* scope, FileId file)
    : e_(e), scope_(e.scope_), file_(e.file_) {
  if (e.depth_ + 4 > e.limits().depth) throw LimitReached{"nested calls", {file, 0, 0}};
  e.depth_ += 3;  // a call takes more of the stack than an expression
  e.scope_ = scope;
  e.file_ = file;
}

ScopeGuard::~ScopeGuard() {
  e_.scope_ = scope_;
  e_.file_ = file_;
  e_.depth_ -= 3;
}

Scope* Evaluator::scope_around(const FunctionObject& f) {
  if (!f.scope) return &module_;  // one of MMEngine's own
  if (!f.scope->names->frozen) return f.scope;
  Scope*& copy = foreign_scopes_[f.scope->names];
  if (!copy) copy = &new_scope(Scope{.names = copy_namespace(*this, *f.scope->names, f.file)});
  return copy;
}

Value* Evaluator::call_function(Value& callee, const FunctionObject& f, const Arguments& a) {
  const bool closure_of_other_file = f.file != home_ && f.scope && f.scope->enclosing;
  if (f.opaque || a.unknown || closure_of_other_file) {
    taint(callee, "a call that is not computed", a.span);
    return not_run(*this, a, "a call that is not computed");
  }
  Scope* local = &new_scope(Scope{
      .names = pool_.make(Value::Kind::kDict), .enclosing = scope_around(f), .locals = &f.locals});
  if (!bind_arguments(*this, f, a, local->names->edit_dict())) {
    raise("TypeError", fmt::format("{}() got wrong arguments", f.name), a.span);
  }
  const ScopeGuard guard(*this, local, f.file);
  if (f.expression) return eval(*f.expression);
  Value* before = std::exchange(returned_, nullptr);
  const Flow flow = run(f.body);
  Value* result = std::exchange(returned_, before);
  if (flow == Flow::kMaybeReturn)
    return unknown("a function that may have returned earlier", a.span);
  return flow == Flow::kReturn && result ? result : pool_.none(a.span);
}

Value* Evaluator::call(Value& callee, const Arguments& a) {
  step();
  if (const NativeObject* native = native_of(callee)) {
    // Computing the arguments may have changed the object in a way that is not known.
    if (native->self && native->self->kind == Value::Kind::kUnknown)
      return not_run(*this, a, native->self->text());
    if (!a.unknown) return native->call(*this, native->self, a);
    taint(callee, "a call with unknown arguments", a.span);
    return not_run(*this, a, "a call with unknown arguments");
  }
  if (const auto* function = dynamic_cast<const FunctionObject*>(callee.object())) {
    return call_function(callee, *function, a);
  }
  if (callee.kind == Value::Kind::kReference) {
    raise("RuntimeError",
          fmt::format("'{}' is a lazy object: a config can name it but not call it", callee.text()),
          a.span);
  }
  if (callee.kind != Value::Kind::kUnknown && callee.kind != Value::Kind::kObject) {
    raise("TypeError", fmt::format("'{}' object is not callable", type_name(callee)), a.span);
  }
  taint(callee, "an unknown function", a.span);
  return not_run(
      *this, a,
      callee.kind == Value::Kind::kUnknown ? callee.text() : "the result of an unknown function");
}

}  // namespace mmlint::python
