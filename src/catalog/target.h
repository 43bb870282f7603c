#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "catalog/literal.h"
#include "catalog/rule.h"
#include "catalog/version.h"

namespace mmlint::catalog {

// What mmlint knows of an accelerator and of what MMEngine does on it: one file of rules/targets/.
// Facts are looked up by dotted path, as texts and rules spell them behind "target.":
// "backends.default", "device_ids.harmful". The fact "name" is the target's name.
struct Target {
  std::string name;
  std::vector<std::string> aliases;  // what else people call it
  LocalizedText title;
  Literal facts;                                             // a dict
  std::vector<std::pair<std::string, Severity>> severities;  // by rule code
  std::vector<std::string> off;                              // rule codes that are silent here
  struct Display {
    std::vector<std::string> rules;  // codes of rules whose fix is only shown here
    LocalizedText why;               // what each of them says about it
  };
  Display display;
  std::vector<std::pair<std::string, std::string>> sources;  // where each group of facts was read

  // What differed before a release of MMEngine; see history.h.
  struct Past {
    Version before;
    Facts facts;
    std::vector<std::pair<std::string, Severity>> severities;
    std::optional<Display> display;
    std::string source;
  };
  std::vector<Past> history;  // newest first

  // Returns the fact at a dotted path, owned by the target; null if there is none.
  const Literal* fact(std::string_view path) const { return find(facts, path); }
  // Returns true if every fact of `when` is known here and has that value.
  bool has(const Facts& when) const;
};

}  // namespace mmlint::catalog
