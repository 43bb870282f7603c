#pragma once

#include "base/pinned.h"

namespace mmlint::syntax {

class Parser : Pinned {};

}  // namespace mmlint::syntax
