#pragma once

#include "catalog/target.h"
#include "script/summary.h"

namespace mmlint::launch {

// The reaching definitions of some keys of a config (script::Build::keys), sorted by key.
using KeyDefinitions = std::vector<const std::pair<const std::string, script::Build::Definitions>*>;

// What a script may have made of a loaded config by the time it builds a Runner: one variant for
// each combination of the values that it may have written. Borrows its arguments and memoises its
// results.
class ConfigChanges {
 public:
  // `root` is the config as it is loaded; the pool gets what is made of it. `given` has the
  // attributes of the options that known starts give: what an unknown value under another option
  // would change is left out.
  ConfigChanges(const Value& root, const script::Summary& script, const catalog::Target& target,
                Pool& pool, const std::set<std::string>& given);

  // Returns false if a run on the target that loads the config certainly does not get to where the
  // guard holds.
  bool may_hold(const script::Guard& guard);
  // Returns the root of each possible config at the Runner, with only these keys changed; the
  // loaded root alone without keys. If there are too many combinations, every key with several
  // possible values is unknown. The result is memoised and lives as long as this object.
  const std::vector<const Value*>& variants(const KeyDefinitions& definitions);

 private:
  // One of the values that a key may have at the Runner.
  struct Choice {
    enum class Kind : std::uint8_t { kLoaded, kRemoved, kUnknown, kValue } kind;
    Value* value = nullptr;  // of kValue
    const script::ConfigWrite* write = nullptr;
    script::Guard guard = {};  // must hold where the key has it
  };
  struct Key {
    std::string_view path;  // the script's summary has it
    std::vector<std::string_view> parts;
    std::size_t first = 0;  // index of its first write; keys are applied in this order
    std::vector<Choice> choices;
  };
  // The choices of one variant.
  using Chosen = std::vector<std::pair<const Key*, const Choice*>>;

  std::optional<bool> answer_to(const Question& question) const;  // nullopt: not known
  // Returns true if there is nothing that a part of the config could be set in.
  bool lacks_owner(std::string_view path) const;
  const Key& choices_of(const KeyDefinitions::value_type& definition);
  void add_value(const script::Alternative& value, const script::ConfigWrite& write, Key& key);
  void add_variants(std::span<const Key* const> keys, const script::Guard& guard, Chosen& chosen,
                    std::vector<const Value*>& out);
  const Value* changed(const Chosen& chosen);
  void put(Dict& dict, std::span<const std::string_view> parts, const Choice& choice);
  // Returns what is at a key of which a part is set, and what a key is set to.
  Value* with_part(Value& there, std::span<const std::string_view> parts, const Choice& choice);
  Value* set_over(const Value* there, const Choice& choice);
  Value* merged(const Value& into, const Value& from);

  const Value& root_;
  const script::Summary& script_;
  const catalog::Target& target_;
  Pool& pool_;
  const std::set<std::string>& given_;
  std::map<Question, std::optional<bool>> answers_;  // of answer_to()
  std::map<KeyDefinitions::value_type, Key> keys_;
  std::map<KeyDefinitions, std::vector<const Value*>> variants_;
};

// Returns a text that says what ConfigChanges makes of any config by these keys of a script.
// Scripts with the same text make the same of it, but for the places where what they write stands.
std::string signature_of(const KeyDefinitions& keys, const script::Summary& script,
                         const catalog::Target& target);

}  // namespace mmlint::launch
