#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "value/value.h"

// What a training script may do, found without running it: every path through it is walked, and
// where paths meet, what each of them knows is kept side by side.
namespace mmlint::script {

// A question that a condition asks, answered. `about` names no accelerator by itself:
//   device:NAME       torch.NAME.is_available() and its like, for the name that the code has
//   module:NAME       the import of NAME succeeded
//   is:TEXT           something is compared with this string ("is:cuda", "is:none"), or with
//   several
//                     at once ("is:cuda|xpu"), or begins with it
//   group             torch.distributed is initialized
//   environment:NAME  the variable is set
//   option:NAME       the option is given, or true
//   config:KEY        the loaded config has the key
//   has:NAME          a library has this attribute
//   group-failed      making the process group has raised an exception
//   wrapped           the model is an instance of a DDP wrapper
struct Test {
  std::string about;
  bool holds;
  friend auto operator<=>(const Test&, const Test&) = default;
};

// What is known to hold where a statement is reached: all of it. Copies share it.
class Guard {
 public:
  // False if it contradicts what is known: then nothing gets here.
  bool add(const Test& test);
  bool add(const Guard& other);
  // Something has changed the answer.
  void forget(std::string_view about);
  std::optional<bool> says(std::string_view about) const;
  std::span<const Test> tests() const;  // sorted
  // What holds on both paths.
  friend Guard common(const Guard& a, const Guard& b);
  friend bool operator==(const Guard& a, const Guard& b);

 private:
  std::shared_ptr<const std::vector<Test>> tests_;  // null: nothing is known
};

// One value that an expression may have.
struct Alternative {
  enum class Kind : std::uint8_t {
    kUnknown,
    kValue,   // data; parts of it may be unknown
    kPrefix,  // a string that begins so
    kSymbol,  // something of a library or of the script itself, by its dotted name: see symbols.h
  } kind = Kind::kUnknown;
  const Value* value = nullptr;  // kValue, kPrefix
  std::string symbol;            // kSymbol
  Span at;                       // the literal, or the expression that made it
  Guard guard;                   // only on paths where this holds

  bool is_text(std::string_view text) const {
    return kind == Kind::kValue && value->is_string(text);
  }
};

// Never empty; only one of them is true at a time. More than kMaxAlternatives are one unknown.
using Alternatives = std::vector<Alternative>;
inline constexpr std::size_t kMaxAlternatives = 12;

Alternatives unknown(Span at);
Alternatives symbol(std::string name, Span at);
// Both lists; what is the same alternative on both sides holds under what holds on both.
Alternatives either(Alternatives a, const Alternatives& b);
// The same alternatives under the same guards.
bool same(const Alternatives& a, const Alternatives& b);
// The only alternative, if it is a symbol or data; null otherwise.
const Alternative* only(const Alternatives& alternatives, Alternative::Kind kind);

// The text of the only alternative; empty if it is no string.
std::string_view text_of(const Alternatives& alternatives);

// Whether a condition can hold, can fail, and what is known then.
struct Truth {
  bool can_hold = true, can_fail = true;
  Guard if_holds, if_fails;
};
Truth truth(const Alternatives& alternatives);
Truth negated(Truth truth);

}  // namespace mmlint::script
