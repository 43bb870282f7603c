#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace mmlint::report {

// What a part of the text format is; begin() has the colour of each.
enum class Style : std::uint8_t { kError, kWarning, kInfo, kStrong, kFrame, kGood };

// Returns words in ANSI colours if it is on, else as they are.
class Paint {
 public:
  explicit Paint(bool on) : on_(on) {}

  std::string operator()(Style style, std::string_view text) const {
    if (!on_) return std::string(text);
    return std::string(begin(style)).append(text).append("\x1b[0m");
  }

 private:
  static const char* begin(Style style) {
    switch (style) {
      case Style::kError:
        return "\x1b[1;31m";
      case Style::kWarning:
        return "\x1b[1;33m";
      case Style::kInfo:
        return "\x1b[1;36m";
      case Style::kStrong:
        return "\x1b[1m";
      case Style::kFrame:
        return "\x1b[1;34m";
      case Style::kGood:
        return "\x1b[1;32m";
    }
    return "";
  }

  bool on_;
};

}  // namespace mmlint::report
