#pragma once

#include "base/std.h"

namespace mmlint {

// The language of what is printed for people. Formats that programs read are in English.
enum class Language : std::uint8_t { kEnglish, kChinese };

// One text in every language that mmlint prints.
struct LocalizedText {
  std::string en;
  std::string zh;

  const std::string& in(Language language) const {
    return language == Language::kChinese ? zh : en;
  }
};

}  // namespace mmlint
