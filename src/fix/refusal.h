#pragma once

#include <tl/expected.hpp>

#include "base/language.h"
#include "fix/reason.h"

namespace mmlint::fix {

// A fix that is not made: the reason, and what its text names.
struct Refusal {
  Reason reason = Reason::kOnlyShown;
  std::vector<std::string> captures = {};  // {0}, {1} of the text
  std::vector<Reason> further = {};        // what follows it
};

// Returns the text of a reason, with {0} and {1} in the places of the captures.
const LocalizedText& text_of(Reason reason);
// Returns a refusal as the user reads it behind "no fix here: ".
std::string to_text(const Refusal& refusal, Language language);

// What was asked for, or why there is none.
template <class T>
using OrRefusal = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refuse(Refusal refusal) {
  return tl::unexpected<Refusal>(std::move(refusal));
}
inline tl::unexpected<Refusal> refuse(Reason reason, std::vector<std::string> captures = {}) {
  return refuse(Refusal{reason, std::move(captures)});
}

}  // namespace mmlint::fix
