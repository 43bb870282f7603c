#include "python/eval/arguments.h"

#include <algorithm>

#include <fmt/format.h>

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
  std::copy(a.positional.begin(), a.positional.end(), out.begin());
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
  return std::any_of(a.positional.begin(), a.positional.end(), unknown) ||
         std::any_of(a.keywords.begin(), a.keywords.end(),
                     [&](const Keyword& k) { return unknown(k.value); });
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

}  // namespace mmlint::python
