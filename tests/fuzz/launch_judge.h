#pragma once

#include <string_view>

// Judges a launch script for two targets and fixes it; aborts on a fault:
//   - a finding stands outside of its file
//   - bash refuses what `fix` makes of it, or a second `fix` changes it again
void judge_launcher(std::string_view text);
