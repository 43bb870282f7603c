#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "catalog/match.h"

namespace mmlint::check {

// The set of identifiers in a Python text, also of those in strings and comments. Borrows the text.
class Words {
 public:
  Words() = default;
  explicit Words(std::string_view text);
  // Adds the words of another text that are in `wanted`, and its answer to imports_inside(). The
  // words are then views of `wanted`, which must outlive the object.
  void add(const Words& other, const std::set<std::string, std::less<>>& wanted);
  // Returns true if the text has the word, as a whole identifier.
  bool has(std::string_view word) const { return words_.count(word) != 0; }
  // Returns true if the text has an import that is indented.
  bool imports_inside() const { return imports_inside_; }

 private:
  std::unordered_set<std::string_view> words_;
  bool imports_inside_ = false;
};

// The words without which a match finds nothing in a script: a script that lacks them is not
// walked. Of a dotted name the last part is needed, as a script may import the rest under another
// name.
class NeededWords {
 public:
  explicit NeededWords(const catalog::Match& match);  // with the target's facts filled in
  // Returns false if a script with those words cannot match.
  bool may_match(const Words& words) const;
  // Adds every word that may_match() looks for.
  void add_to(std::set<std::string, std::less<>>& words) const;

 private:
  explicit NeededWords(std::vector<std::string> words);  // any one of them suffices

  enum class Kind { kAnything, kAll, kAny, kWords, kInnerImport } kind_ = Kind::kAnything;
  std::vector<NeededWords> children_;
  std::vector<std::string> words_;
};

}  // namespace mmlint::check
