#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/literal.h"
#include "catalog/rule.h"

namespace mmlint::catalog {

// An accelerator as MMEngine meets it, one file of rules/targets/. Facts are looked up by dotted
// path, as texts and rules spell them behind "target.": "backends.default", "device_ids.harmful".
// The fact "name" is the target's name.
struct Target {
  std::string name;
  Text title;
  Literal facts;                                             // a dict
  std::vector<std::pair<std::string, Severity>> severities;  // by rule code
  std::vector<std::string> off;                              // rule codes that are silent here
  std::vector<std::string> display;  // rule codes whose fix is only shown here
  Text why_display;                  // what each of them says about it
  std::vector<std::pair<std::string, std::string>> sources;  // by group of facts: where it was read

  const Literal* fact(std::string_view path) const { return find(facts, path); }
  // True if every fact of `when` is known here and has that value.
  bool has(const Facts& when) const;
};

}  // namespace mmlint::catalog
