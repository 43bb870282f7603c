#pragma once

#include <string>

namespace mmlint::catalog {

// A text of a rule or target in both languages.
struct Text {
  std::string en;
  std::string zh;
};

}  // namespace mmlint::catalog
