#pragma once

#include <string_view>

namespace mmlint::fuzz {

// Judges a launch script and fixes it, one in four, as that takes ten times as long as reading it;
// aborts on a fault:
//   - a finding stands outside of its file
//   - bash refuses what `fix` makes of it, or a second `fix` changes it again
void judge_launcher(std::string_view text);

}  // namespace mmlint::fuzz
