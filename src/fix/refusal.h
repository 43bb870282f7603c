#pragma once

#include <string>
#include <tl/expected.hpp>

namespace mmlint::fix {

// Why a fix is not made, as the user reads it behind "no fix here: ".
struct Refusal {
  std::string reason;
};

// What was asked for, or why there is none.
template <class T>
using OrRefusal = tl::expected<T, Refusal>;

inline tl::unexpected<Refusal> refuse(std::string reason) {
  return tl::unexpected<Refusal>(Refusal{std::move(reason)});
}

}  // namespace mmlint::fix
