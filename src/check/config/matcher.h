#pragma once

#include "catalog/catalog.h"
#include "check/config/view.h"
#include "value/key_places.h"

namespace mmlint::check {

// A value that a primary matcher matched (catalog::primary_matchers); `found.value` is null if the
// key is absent.
struct Hit {
  std::string key;  // the key path
  FoundValue found;
  bool by_script = false;    // wrong only with what a script has written at other keys
  std::string nearest = {};  // what was most likely meant; empty if that is not known
  bool is_certain = true;    // must: false if by_script and no script gives it to all its Runners
  catalog::Captures captures = {};  // further values for the braces, see the predicate's file
  std::vector<Place> places = {};   // labels at other places
};

// Returns the text of a matched string or reference as a literal, which a rule's variants compare;
// the literal null for anything else.
catalog::Literal literal_of(const Hit& hit);

// A fact about a config as a whole.
using ConfigFact = bool ConfigView::*;
// Returns those that hold, one bit for each.
std::uint32_t facts_of(const ConfigView& view);

// The match of a rule about configs with the target's facts filled in for the operands that name
// them. Borrows the target.
class Matcher : Pinned {
 public:
  Matcher(const catalog::Match& match, const catalog::Target& target);

  // Returns the values of a config that the rule reports; empty unless the whole match holds. The
  // values belong to the config. `files` serves the checks that look at other files of the project.
  // If it is not known whether the match holds, *unknown gets the key path of an unknown value that
  // decides, unless `unknown` is null or no key does.
  std::vector<Hit> find(const ConfigView& view, const FileSystem& files,
                        std::string* unknown = nullptr) const;
  // Adds the patterns of the keys whose values the match finds, but not those of its predicates.
  void add_patterns(std::set<std::string>& patterns) const;
  // Makes find() ask ConfigView::places, which must be of these patterns.
  void number_keys(const NamePatterns& patterns);
  // Returns the key paths and patterns that decide whether the match holds, none twice.
  const std::set<std::string>& keys() const { return keys_; }
  // Returns the top-level keys whose values decide what find() finds, with the facts of the view;
  // null if anything else does.
  const std::set<std::string>* deciding_keys() const { return is_of_keys_ ? &top_keys_ : nullptr; }
  // Returns true if the match asks {"check": NAME}.
  bool asks(std::string_view check) const { return checks_.contains(check); }
  // Returns true if the match holds only in runs that a launcher starts.
  bool needs_launcher() const { return needs_launcher_; }
  // Returns true if such facts about a config (facts_of) rule out that it holds.
  bool is_ruled_out(std::uint32_t facts) const;
  // Returns true if the target's facts alone say that it holds for no config.
  bool holds_nowhere() const;
  // Returns the name of the problem that the rule reports ("syntax-error"); empty for other rules.
  std::string_view problem() const;

 private:
  void collect(const catalog::Match& match);  // all that is below match_ and primary_
  // Each returns the answer of a leaf of the match; only primary matchers add hits.
  Answer test(const catalog::Match& leaf, const ConfigView& view, const FileSystem& files,
              std::vector<Hit>& hits, std::string& unknown) const;
  Answer test_key(const catalog::Match& leaf, const ConfigView& view, std::vector<Hit>& hits,
                  std::string& unknown) const;

  // A key pattern taken apart; its texts belong to match_.
  struct Key {
    std::vector<std::string_view> parts;
    std::size_t known = 0;  // the parts in front of the first with a '*'
    bool primary = false;
    std::optional<std::size_t> number;  // among the patterns of ConfigView::places
  };

  const catalog::Match match_;
  const catalog::Target& target_;
  std::vector<const catalog::Match*> primary_;
  std::unordered_map<const catalog::Match*, Key> by_match_;
  std::unordered_map<const catalog::Match*, ConfigFact> facts_;
  std::set<std::string> keys_;
  std::set<std::string, std::less<>> checks_;
  std::set<std::string> top_keys_;
  bool is_of_keys_ = true;  // see deciding_keys()
  bool needs_launcher_ = false;
};

}  // namespace mmlint::check
