#pragma once

#include "catalog/match.h"

namespace mmlint::check {

// Which of some wanted words a Python text has as whole identifiers, also in strings and comments,
// but not those between two other words, as prose has them. ".to" is the word "to" behind a dot, in
// an import or as all of a string, and anywhere if the text imports a star. A name of several
// parts, "mmcv.utils.Registry", is one that an import names.
class Words {
 public:
  Words() = default;
  // `wanted` must outlive the object, which refers to its words.
  Words(std::string_view text, const std::set<std::string, std::less<>>& wanted);
  // Adds the words of another text and its answer to imports_twice().
  void add(const Words& other);
  // Returns true if the text has the word and the word is wanted.
  bool has(std::string_view word) const { return words_.count(word) != 0; }
  // Returns true if the text has an import that is indented, and another one of the same name.
  bool imports_twice() const { return imports_twice_; }

 private:
  std::unordered_set<std::string_view> words_;
  bool imports_twice_ = false;
};

// The words without which a match finds nothing in a script: a script that lacks them is not
// walked. Of a dotted name the last part is needed, as a script may import the rest under another
// name; of an import its full name.
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
