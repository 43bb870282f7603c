#pragma once

#include <array>
#include <string_view>

namespace mmlint {

// What a Chinese keyboard writes where a comment of ours needs ':', ',', a blank and brackets.
inline constexpr std::array<std::string_view, 10> kWideMarks{"：", "，", "、", "　", "［",
                                                             "］", "【", "】", "（", "）"};

}  // namespace mmlint
