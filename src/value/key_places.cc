#include "value/key_places.h"

namespace mmlint {
namespace {

constexpr std::size_t kDeepest = 400;  // as for_each_match()

using Place = KeyPlaces::Place;
using Step = KeyPlaces::Step;

constexpr std::size_t kAll = static_cast<std::size_t>(-1);  // the number of no pattern

// True for a part that is a string key of a dict and nothing else: no wildcard, position or
// bracket.
bool is_name(std::string_view part) {
  const bool digits = part.find_first_not_of("0123456789") == part.npos;
  return !part.empty() && !digits && part.find_first_of("*[]") == part.npos;
}

// Whether a dict may be there or below.
bool is_deep(const Value& value) {
  if (value.kind == Value::Kind::kDict) return true;
  const bool is_list = value.is_sequence();
  return is_list && !value.flat;
}

// Calls `place` with the number of a pattern and each place that it matches below a root: of one
// pattern, or of all with kAll.
template <class OnPlace>
class Walk {
 public:
  Walk(const NamePatterns& patterns, std::size_t wanted, std::vector<Step>& steps, OnPlace place)
      : patterns_(patterns), wanted_(wanted), steps_(steps), place_(place) {}

  // The keys of a dict come before what is below them.
  void walk(const Value& value) {
    if (way_.size() >= kDeepest) return;
    if (value.kind == Value::Kind::kDict) {
      const std::span<const Entry> entries = value.dict().entries();
      keys(entries);
      if (value.flat) return;
      for (std::size_t i = 0; i < entries.size(); ++i) below(entries[i], i);
    } else {
      const std::span<Value* const> items = value.items();
      for (std::size_t i = 0; i < items.size(); ++i) {
        if (is_deep(*items[i])) step(nullptr, i, *items[i]);
      }
    }
  }
  void keys(std::span<const Entry> entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Value& key = *entries[i].key;
      if (key.kind != Value::Kind::kString) continue;
      if (const auto* patterns = patterns_.ending_with(key.text())) note(*patterns, entries[i], i);
    }
  }
  void below(const Entry& entry, std::size_t i) {
    if (is_deep(*entry.value)) step(entry.key, i, *entry.value);
  }

 private:
  void step(const Value* key, std::size_t index, const Value& value) {
    way_.push_back({KeyPlaces::kRoot, key, index});
    walk(value);
    way_.pop_back();
    noted_ = std::min(noted_, way_.size());
  }

  void note(std::span<const NamePatterns::Pattern> patterns, const Entry& entry, std::size_t i) {
    for (const NamePatterns::Pattern& pattern : patterns) {
      if ((wanted_ == kAll || wanted_ == pattern.number) && lies_below(pattern))
        place_(pattern.number,
               Place(steps_, noted(), way_.empty() ? i : way_.front().index, entry));
    }
  }

  // Notes the steps of the way, of which most lead to no place, and returns the last one.
  std::size_t noted() {
    for (; noted_ < way_.size(); ++noted_) {
      steps_.push_back({noted_ == 0 ? KeyPlaces::kRoot : way_[noted_ - 1].above, way_[noted_].key,
                        way_[noted_].index});
      way_[noted_].above = steps_.size() - 1;
    }
    return way_.empty() ? KeyPlaces::kRoot : way_.back().above;
  }

  bool lies_below(const NamePatterns::Pattern& pattern) const {
    const std::vector<std::string>& above = pattern.above;
    const std::size_t depth = way_.size();
    if (pattern.any_depth ? above.size() > depth : above.size() != depth) return false;
    for (std::size_t i = 0; i < above.size(); ++i) {
      const Value* key = way_[i].key;
      if (above[i] != "*" && (!key || !key->is_string(above[i]))) return false;
    }
    return true;
  }

  const NamePatterns& patterns_;
  const std::size_t wanted_;
  std::vector<Step>& steps_;
  const OnPlace place_;
  std::vector<Step> way_;  // from the root on; `above` is the number of the step itself, once noted
  std::size_t noted_ = 0;  // how many of them, from the first on, are in steps_
};

}  // namespace

NamePatterns::NamePatterns(const std::set<std::string>& patterns) {
  for (const std::string& pattern : patterns) {
    const auto parts = key_parts(pattern);
    if (parts.size() < 2 || !is_name(parts.back())) continue;
    const bool any_depth = parts[parts.size() - 2] == "**";
    const std::span above(parts.data(), parts.size() - (any_depth ? 2 : 1));
    const bool plain = std::ranges::all_of(
        above, [](std::string_view part) { return part == "*" || is_name(part); });
    if (!plain || std::ranges::all_of(parts, is_name)) continue;
    const std::size_t number = numbers_.size();
    numbers_[pattern] = number;
    const std::string_view name = parts.back();
    std::vector<Ending>& endings = endings_[static_cast<unsigned char>(name.front())];
    auto ending =
        std::ranges::find_if(endings, [&](const Ending& each) { return each.name == name; });
    if (ending == endings.end()) ending = endings.insert(ending, Ending{std::string(name), {}});
    lengths_[static_cast<unsigned char>(name.front())] |= length_bit(name);
    ending->patterns.push_back({{above.begin(), above.end()}, any_depth, number});
  }
}

const std::vector<NamePatterns::Pattern>* NamePatterns::find(std::string_view name) const {
  for (const Ending& each : endings_[static_cast<unsigned char>(name.front())]) {
    if (each.name == name) return &each.patterns;
  }
  return nullptr;
}

std::optional<std::size_t> NamePatterns::number_of(std::string_view pattern) const {
  const auto found = numbers_.find(pattern);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

std::string KeyPlaces::Place::key() const {
  std::vector<const Step*> way;
  for (std::size_t at = above_; at != kRoot; at = (*steps_)[at].above)
    way.push_back(&(*steps_)[at]);
  std::string path;
  for (std::size_t i = way.size(); i-- > 0;)
    path = way[i]->key ? append_key(path, *way[i]->key) : append_index(path, way[i]->index);
  return append_key(path, *entry_->key);
}

bool BarrenEntries::has(const Entry& entry) const {
  return known_.contains({entry.value, entry.key->text()});
}

void BarrenEntries::add(const Entry& entry) {
  known_.emplace(entry.value, entry.key->text());
}

KeyPlaces::KeyPlaces(const NamePatterns& patterns, const Value& root, BarrenEntries* barren)
    : patterns_(patterns), root_(root), places_(patterns.size()) {
  if (root.kind != Value::Kind::kDict) return;
  std::size_t count = 0;
  const auto add = [this, &count](std::size_t number, const Place& place) {
    places_[number].push_back(place);
    ++count;
  };
  Walk walk(patterns, kAll, steps_, add);
  const std::span<const Entry> entries = root.dict().entries();
  walk.keys(entries);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Entry& entry = entries[i];
    const bool asks = barren && is_deep(*entry.value) && entry.key->kind == Value::Kind::kString;
    if (asks && barren->has(entry)) continue;
    const std::size_t before = count;
    walk.below(entry, i);
    if (asks && count == before) barren->add(entry);
  }
}

void KeyPlaces::for_each(const Value& root, std::size_t number, const Visit& visit) const {
  const std::vector<Place>& known = places_[number];
  if (&root == &root_) {
    for (const Place& place : known) visit(place);
    return;
  }
  if (root.kind != Value::Kind::kDict) return;
  std::vector<Step> steps;
  const auto visit_place = [&](std::size_t, const Place& place) { visit(place); };
  Walk walk(patterns_, number, steps, visit_place);
  const std::span<const Entry> entries = root.dict().entries(), own = root_.dict().entries();
  std::vector<const Entry*> same(entries.size());  // the entry of the first value, if it is shared
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const bool stays = i < own.size() && own[i].key == entries[i].key;
    const Entry* there = stays ? &own[i] : root_.dict().find(*entries[i].key);
    if (there && there->value == entries[i].value) same[i] = there;
  }
  const auto visit_known = [&](const Entry& top, bool is_top) {
    for (const Place& place : known) {
      const bool is_below = own.data() + place.top() == &top;
      if (is_below && (&place.entry() == &top) == is_top) visit(place);
    }
  };
  for (std::size_t i = 0; i < entries.size(); ++i)
    same[i] ? visit_known(*same[i], true) : walk.keys(entries.subspan(i, 1));
  for (std::size_t i = 0; i < entries.size(); ++i)
    same[i] ? visit_known(*same[i], false) : walk.below(entries[i], i);
}

}  // namespace mmlint
