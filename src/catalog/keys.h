#pragma once

#include <concepts>

#include "base/diagnostic.h"
#include "catalog/named.h"
#include "catalog/regex.h"

// How a struct describes its file. It has one function, which names each of its members once:
//
//     static void keys(auto& x, auto& f) {
//       f.must("stage", x.stage);    // a key that a file must have
//       f.may("errors", x.errors);   // a key that it may have
//       f.inside(x.place);           // a struct whose keys are in the same JSON object
//       f.own(x.file);               // members that the loader computes
//     }
//
// The loader (load_value.h), the image inside the binary (image.cc) and the writer of the schemas
// (tests/unit/catalog/keys_test.cc) call it. A member's type says how a file writes it; where
// that is not enough, a third argument does.
namespace mmlint::catalog {

// A form of strings: a regular expression, and the error for other strings, where {} is the string.
struct Format {
  Format(std::string pattern, const char* error)
      : regex(Regex::checked_before(std::move(pattern))), complaint(error) {}
  std::shared_ptr<const Regex> regex;
  const char* complaint;
};
inline const Format kCode("^[A-Z]{2,8}[0-9]{3}$", "'{}' is no rule code, such as MM101");
inline const Format kRuleName("^[a-z0-9]+(-[a-z0-9]+)*$",
                              "'{}' is no rule name, such as unsupported-backend");
inline const Format kNumbers(R"(^[0-9]+\.[0-9]+\.[0-9]+$)", "'{}' is no version");
inline const Format kLink("^https://[^ ]+$", "'{}' is no link");
// Key paths are of identifiers and list indices; patterns may have '*' and '**' as parts.
inline const std::string kPart = R"(([0-9]+|([A-Za-z_]|[^\x00-\x7F])([A-Za-z0-9_]|[^\x00-\x7F])*))";
inline const std::string kPatternPart = "(" + kPart + R"(|\*\*?))";
inline const Format kTopLevel("^" + kPart + "$", "must be a top-level key");
// "*" alone is any value of a dict.
inline const Format kInnerPath("^([*]|" + kPart + "([.]" + kPart + ")*)$",
                               "'{}' is no key path and not *");
inline const Format kKeyPath("^" + kPart + "([.]" + kPart + ")*$", "'{}' is no key path");
inline const Format kKeyPattern("^" + kPatternPart + "([.]" + kPatternPart + ")*$",
                                "'{}' is no key path pattern");

// How a file writes a member, where its type does not say that.
namespace as {
struct Plain {};       // of a text: without placeholders
struct Sentence {};    // of a string: with placeholders
struct Lines {};       // of a text: a list of its lines
struct Facts {};       // {"backends.default": "gloo"}: facts of all targets and their values
struct Groups {};      // the facts of a target file
struct Past {};        // facts of the target, as they were before
struct Names {};       // a list of names, one name, or one fact that is a list
struct Text {};        // of a literal: a string
struct Only {};        // of a list: its only item
struct FromOne {};     // a position that the file counts from 1
struct Answers {};     // ["no", "maybe"]: a set of bits of `answers`
struct Unset {};       // true or false: one of two answers
struct MayBeEmpty {};  // of a list
}  // namespace as

// The table of an enum's values that a file may write, by their names; specialized for each enum.
template <class Enum>
inline constexpr int kNames = 0;
template <>
inline constexpr std::array<Named<Severity>, 3> kNames<Severity> = {
    {{"info", Severity::kInfo}, {"warning", Severity::kWarning}, {"error", Severity::kError}}};
template <>
inline constexpr std::array<Named<Safety>, 3> kNames<Safety> = {
    {{"safe", Safety::kSafe}, {"unsafe", Safety::kUnsafe}, {"display", Safety::kDisplay}}};

// A visitor that does nothing.
struct NoVisitor {
  void must(const auto&...) {}
  void may(const auto&...) {}
  void inside(const auto&...) {}
  void own(const auto&...) {}
};
template <class T>
concept HasKeys = requires(T& x, NoVisitor& f) {
  T::keys(x, f);
};

// Calls f.operator()<Kind>() for each alternative of a variant, in order.
template <class... Kinds>
void for_each_kind(const std::variant<Kinds...>* /*type*/, auto f) {
  (f.template operator()<Kinds>(), ...);
}

}  // namespace mmlint::catalog
