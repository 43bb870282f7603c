#pragma once

#include "value/key_path.h"

namespace mmlint {

// Key path patterns that end with a name: "model.**.type" at any depth below a path, "hooks.*.type"
// at one depth. Configs are asked for many of them, so what they have in common is kept once. Owns
// its texts.
class NamePatterns {
 public:
  // Takes those patterns that have this form; the others are left to for_each_match().
  explicit NamePatterns(const std::set<std::string>& patterns);

  struct Pattern {
    std::vector<std::string> above;  // the parts in front of the name and of "**"; names and '*'
    bool any_depth;                  // it has "**"
    std::size_t number;              // of the pattern among these, from 0
  };
  // Returns the patterns that end with a name; null if none does, as with most names.
  const std::vector<Pattern>* ending_with(std::string_view name) const {
    const bool may_end = !name.empty() && (lengths_[static_cast<unsigned char>(name.front())] &
                                           length_bit(name)) != 0;
    return may_end ? find(name) : nullptr;
  }
  // Returns the number of a pattern; nullopt if it does not have the form.
  std::optional<std::size_t> number_of(std::string_view pattern) const;
  std::size_t size() const { return numbers_.size(); }

 private:
  static std::uint32_t length_bit(std::string_view name) { return 1u << (name.size() % 32); }
  const std::vector<Pattern>* find(std::string_view name) const;

  std::map<std::string, std::size_t, std::less<>> numbers_;  // by pattern
  struct Ending {
    std::string name;
    std::vector<Pattern> patterns;
  };
  std::array<std::vector<Ending>, 256> endings_;  // by the first byte of the name
  std::array<std::uint32_t, 256> lengths_{};      // of these names, one bit for each
};

// Caches top-level entries in which a search finds nothing, since derived configs share most values
// with their bases. The keys must be strings, and the values must outlive this object. For one
// thread at a time.
class BarrenEntries {
 public:
  bool has(const Entry& entry) const;
  void add(const Entry& entry);

 private:
  using Known = std::pair<const Value*, std::string_view>;
  struct Hash {  // few keys have one value
    std::size_t operator()(const Known& known) const {
      return std::hash<const Value*>()(known.first);
    }
  };

  std::unordered_set<Known, Hash> known_;
};

// The places in a value that such patterns match, found for all of them in one walk.
class KeyPlaces : Pinned {
 public:
  // Borrows the first two. The value and what is below it must not change. `barren`, which is of
  // these patterns, may be null.
  KeyPlaces(const NamePatterns& patterns, const Value& root, BarrenEntries* barren = nullptr);

  // Does what for_each_match() does for the value, or for another one that has entries in common
  // with it: below those nothing is looked for again. `number` is the pattern's among the patterns.
  class Place;
  using Visit = std::function<void(const Place&)>;
  void for_each(const Value& root, std::size_t number, const Visit& visit) const;

  // A container on the way to a place.
  struct Step {
    std::size_t above;  // the step before it, among all of a walk; kRoot if that is the root
    const Value* key;   // null for an item of a list
    std::size_t index;  // of the entry or item
  };
  static constexpr std::size_t kRoot = static_cast<std::size_t>(-1);

  // Borrows the steps of its walk.
  class Place {
   public:
    Place(const std::vector<Step>& steps, std::size_t above, std::size_t top, const Entry& entry)
        : steps_(&steps), above_(above), top_(top), entry_(&entry) {}
    std::string key() const;  // the key path
    FoundValue found() const {
      return {entry_->value, entry_, entry_->value->kind == Value::Kind::kUnknown};
    }
    std::size_t top() const { return top_; }  // the root's entry that it is below, or is
    const Entry& entry() const { return *entry_; }

   private:
    const std::vector<Step>* steps_;
    std::size_t above_, top_;
    const Entry* entry_;
  };

 private:
  const NamePatterns& patterns_;
  const Value& root_;
  std::vector<Step> steps_;
  std::vector<std::vector<Place>> places_;  // by number of the pattern
};

}  // namespace mmlint
