#pragma once

#include "base/interned_text.h"
#include "catalog/catalog.h"
#include "check/common/evaluate.h"
#include "check/script/named.h"
#include "check/script/words.h"
#include "script/summary.h"

namespace mmlint::launch {
class ProgramFacts;
struct LinkedLaunch;
}  // namespace mmlint::launch

namespace mmlint::check {

// A fact about a script that a rule reports.
struct ScriptHit {
  Span at;                       // where it is reported: the tested value, else the name
  Span fact;                     // the whole call, or the whole statement that writes or stores
  InternedText name;             // the symbol (script/symbols.h), or the key path of a config
  const Value* value = nullptr;  // the tested value; null if no value was tested
  const Value* whole = nullptr;  // the value that contains it, or is it
  script::ProgramPoint point = {};
  Span other = {};  // the place for the rule's second label; unknown if there is none
  std::shared_ptr<const launch::ProgramFacts> facts = nullptr;  // about the program it was found in
  // The run it was found in, which it points into; null for what the program does in any run.
  std::shared_ptr<const script::Summary> run = nullptr;
  // The only start that makes it a fault, which that run is of; null: any may. The graph owns it.
  const launch::LinkedLaunch* start = nullptr;
  Span callee = {};         // the function of a call; unknown for other hits
  Span argument = {};       // of a call: the tested argument with its keyword; else unknown
  std::string option = {};  // Option::dest of the option whose default was tested; else empty
};

using ScriptHits = std::vector<ScriptHit>;

// A match about scripts with the target's facts filled in. Borrows the target.
class ScriptMatcher : Pinned {
 public:
  ScriptMatcher(const catalog::Match& match, const catalog::Target& target);

  // Returns false if a script with these words lacks a name that the match needs.
  bool may_match(const Words& words) const { return needed_.may_match(words); }
  // Adds the words that may_match() looks for.
  void add_needed(std::set<std::string, std::less<>>& words) const { needed_.add_to(words); }
  // Returns the facts of a script that the rule reports, in the order of the summary, as far as a
  // run on the target may reach them. `script` is what the program does, in any run or in one.
  // Empty unless the whole match holds. The hits point into the summary, which must outlive them.
  std::vector<ScriptHit> find(const script::Summary& script,
                              const launch::ProgramFacts& facts) const;

 private:
  catalog::Match match_;
  std::map<const catalog::Match*, Named> named_;  // of the facts in it
  NeededWords needed_;
  const catalog::Target& target_;
};

}  // namespace mmlint::check
