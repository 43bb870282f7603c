#pragma once

#include <concepts>
#include <type_traits>

#include "base/language.h"
#include "base/question.h"
#include "catalog/literal.h"

// The members of all that an image holds: members(x, f) calls f with all members of x. A struct is
// taken apart into as many names as it has members: with one more it does not compile until that is
// here too.
namespace mmlint::catalog::image {

template <class T, class Struct>
concept Of = std::same_as<std::remove_const_t<T>, Struct>;

template <class T>
requires std::is_empty_v<T>
void members(T& /*x*/, auto f) {
  f();
}

void members(Of<LocalizedText> auto& x, auto f) {
  auto& [en, zh] = x;
  f(en, zh);
}
void members(Of<QuestionPattern> auto& x, auto f) {
  auto& [kind, subject] = x;
  f(kind, subject);
}
void members(Of<Literal> auto& x, auto f) {
  auto& [value] = x;
  f(value);
}

}  // namespace mmlint::catalog::image
