#pragma once

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "catalog/catalog.h"
#include "check/evaluate.h"
#include "check/script/words.h"
#include "check/script_context.h"
#include "script/summary.h"

namespace mmlint::check {

// Something that a script does and a rule is about.
struct ScriptHit {
  Span at;                       // the literal or expression, else what names it
  Span fact;                     // all of the call, or the statement that writes or stores
  std::string name;              // as script/symbols.h spells it; the key path of a config
  const Value* value = nullptr;  // what was tested; null if nothing was
  const Value* whole = nullptr;  // the value that holds it
  script::ProgramPoint point = {};
  Span other = {};  // a second place that belongs to it; unknown if there is none
  std::shared_ptr<const ScriptContext> context = nullptr;  // what it was judged with
  Span callee = {};    // of a call: what stands before the parentheses; unknown of anything else
  Span argument = {};  // of a call: what was tested of it, with its name; unknown if nothing was
  std::string option = {};  // the attribute of the option whose default was tested; else empty
};

// A match about scripts made ready for a target. Borrows the target.
class ScriptMatcher {
 public:
  ScriptMatcher(const catalog::Match& match, const catalog::Target& target);
  ScriptMatcher(const ScriptMatcher&) = delete;
  ScriptMatcher& operator=(const ScriptMatcher&) = delete;

  // Returns false if the script names nothing that the match is about, so that it cannot match.
  bool may_match(const Words& words) const { return needed_.may_match(words); }
  // Adds the words that may_match() asks for.
  void add_needed(std::set<std::string, std::less<>>& words) const { needed_.add_to(words); }
  // Returns what the script does that the rule is about, in the order in which the script does it,
  // and only what runs on the target may get to. Empty unless the whole match holds. The hits refer
  // to values of the summary.
  std::vector<ScriptHit> find(const script::Summary& script, const ScriptContext& context) const;

 private:
  catalog::Match match_;
  NeededWords needed_;
  const catalog::Target& target_;
};

// Returns false if one of the guard's tests fails on the target, as in another accelerator's
// branch.
bool may_hold(const script::Guard& guard, const catalog::Target& target);

}  // namespace mmlint::check
