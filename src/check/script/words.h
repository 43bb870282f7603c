#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "catalog/match.h"

namespace mmlint::check {

// The identifiers of a text, those in strings and comments too. Borrows the text.
class Words {
 public:
  Words() = default;
  explicit Words(std::string_view text);
  // Adds those of another text that are among `wanted`, and its imports.
  void add(const Words& other, const std::set<std::string, std::less<>>& wanted);
  // Returns true if the text has the word, as a whole identifier.
  bool has(std::string_view word) const { return words_.count(word) != 0; }
  bool imports_inside() const { return imports_inside_; }  // an import that is indented

 private:
  std::unordered_set<std::string_view> words_;
  bool imports_inside_ = false;
};

// The words that a script has to hold for a match to find anything in it; a script without them is
// not walked. Names are called by their last part, whatever the rest is imported as.
class NeededWords {
 public:
  explicit NeededWords(const catalog::Match& match);  // filled for a target
  // Returns false if a script with those words cannot match.
  bool may_match(const Words& words) const;
  // Adds every word that it asks for.
  void add_to(std::set<std::string, std::less<>>& words) const;

 private:
  explicit NeededWords(std::vector<std::string> words);  // one of them

  enum class Kind { kAnything, kAll, kAny, kWords, kInnerImport } kind_ = Kind::kAnything;
  std::vector<NeededWords> children_;
  std::vector<std::string> words_;
};

}  // namespace mmlint::check
