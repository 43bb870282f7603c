#include "check/script/named.h"

namespace mmlint::check {

using catalog::Literal;
using catalog::ScriptFact;

namespace {

bool fits(std::string_view name, std::string_view pattern) {
  // Most names end with another letter.
  if (name.empty() || pattern.empty()) return pattern == "*" || name == pattern;
  if (pattern.back() != '*' && pattern.back() != name.back()) return false;
  if (pattern.size() > 2 && pattern.starts_with('*') && pattern.ends_with('*'))
    return name.find(pattern.substr(1, pattern.size() - 2)) != name.npos;
  if (pattern.starts_with("*.")) return name.ends_with(pattern.substr(1));
  if (pattern.ends_with("*")) return name.starts_with(pattern.substr(0, pattern.size() - 1));
  return name == pattern;
}

}  // namespace

bool fits_one(std::string_view name, const std::vector<std::string>& patterns) {
  return std::ranges::any_of(patterns,
                             [name](const std::string& pattern) { return fits(name, pattern); });
}

bool is_named(std::string_view name, const ScriptFact& fact) {
  const auto meant = [name](const Literal& one) {
    return one.string() && fits(name, *one.string());
  };
  const Literal::List* names = fact.names.list();
  const Literal::List* except = fact.except.list();
  const bool named = names ? std::ranges::any_of(*names, meant) : meant(fact.names);
  return named && !(except && std::ranges::any_of(*except, meant));
}

Named::Named(const ScriptFact& fact) : fact_(fact) {
  add(fact.names);
  if (const Literal::List* names = fact.names.list())
    std::ranges::for_each(*names, [this](const Literal& one) { add(one); });
}

void Named::add(const Literal& one) {
  if (!one.string()) return;
  const std::string& pattern = *one.string();
  if (pattern.ends_with('*') ? pattern.front() == '*' : pattern.size() < 2)
    any_ = true;
  else if (pattern.ends_with('*'))
    begins_[first_of(pattern)] = true;
  else
    ends_[end_of(pattern)] = true;
}

}  // namespace mmlint::check
