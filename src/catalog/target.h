#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/literal.h"
#include "catalog/rule.h"

namespace mmlint::catalog {

// An accelerator as MMEngine meets it. Facts are looked up by dotted path, as texts and rules spell
// them behind "target.": "backends.default", "device_ids.harmful".
struct Target {
  std::string name;
  Text title;
  Literal facts;  // a dict
  std::vector<std::pair<std::string, Severity>> severities;  // by rule code
  std::vector<std::string> off;                              // rule codes that are silent here

  const Literal* fact(std::string_view path) const { return find(facts, path); }
};

}  // namespace mmlint::catalog
