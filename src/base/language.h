#pragma once

#include <cstdint>
#include <string>

namespace mmlint {

// What people are spoken to in. Programs are spoken to in English.
enum class Language : std::uint8_t { kEnglish, kChinese };

// The same words in both.
struct Text {
  std::string en;
  std::string zh;

  const std::string& in(Language language) const {
    return language == Language::kChinese ? zh : en;
  }
};

}  // namespace mmlint
