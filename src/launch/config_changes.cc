#include "launch/config_changes.h"

#include <bit>

#include "base/text.h"
#include "launch/reachable.h"
#include "script/symbols.h"
#include "script/usual_options.h"
#include "value/key_path.h"

namespace mmlint::launch {

using script::Alternative;
using script::ConfigWrite;
using script::Guard;

namespace {

constexpr std::size_t kMostVariants = 32;

// Whether a key path is another one, or is inside of it.
bool is_part_of(std::string_view key, std::string_view owner) {
  return key.starts_with(owner) && (key.size() == owner.size() || key[owner.size()] == '.');
}

// The key path that a question on the config is about.
std::string key_of(const Question& question) {
  const bool is_text = question.kind == Question::Kind::kConfigText;
  return is_text ? std::string(config_text_of(question).key) : question.subject.str();
}

// Whether a script writes the key that a condition on the config asks for before it asks.
bool may_write(const script::Summary& script, const Question& question) {
  const std::string key = key_of(question);
  return std::ranges::any_of(script.writes, [&](const ConfigWrite& write) {
    return is_part_of(key, write.key) && write.mode != ConfigWrite::Mode::kIfAbsent &&
           !write.point.guard.answer(question);
  });
}

// Whether a script writes a key of the config, or a part of the config around it.
bool is_written(const script::Summary& script, std::string_view key) {
  return std::ranges::any_of(script.writes,
                             [&](const ConfigWrite& each) { return is_part_of(key, each.key); });
}

// Whether a path needs an option that is off unless somebody gives it, and no known start does.
bool needs_option(const Guard& guard, const script::Summary& script,
                  const std::set<std::string>& given) {
  const auto conditions = guard.conditions();
  return std::ranges::any_of(conditions, [&](const script::Condition& each) {
    return each.holds && each.question.kind == Question::Kind::kOption &&
           !script.start.answer(each.question) && given.count(each.question.subject) == 0 &&
           std::ranges::any_of(script.options, [&](const auto& option) {
             return option.dest == each.question.subject && script::is_off_by_default(option);
           });
  });
}

// Writes a text for what ConfigChanges reads of a script.
class Signature {
 public:
  Signature(const script::Summary& script, const catalog::Target& target)
      : script_(script), target_(target) {}

  void add(const KeyDefinitions& keys) {
    std::map<std::size_t, std::size_t> order;  // of the keys, by where they are written first
    for (const auto* key : keys) order.emplace(first(*key), 0);
    std::size_t count = 0;
    for (auto& [write, number] : order) number = count++;
    for (const auto* key : keys) {
      add_text(key->first);
      add_number(static_cast<std::int64_t>(order.at(first(*key))));
      add(key->second);
    }
  }
  std::string taken() { return std::move(out_); }

 private:
  static std::size_t first(const std::pair<const std::string, script::Build::Definitions>& key) {
    const auto& writes = key.second.writes;
    return writes.empty() ? 0 : *std::ranges::min_element(writes);
  }

  void add(const script::Build::Definitions& definitions) {
    for (const Guard& path : definitions.loaded_if) {
      if (!may_hold(path, target_)) continue;
      out_ += 'l';
      add(path);
    }
    for (const std::size_t index : definitions.writes) {
      const ConfigWrite& write = script_.writes[index];
      if (!may_hold(write.point.guard, target_)) continue;
      out_ += 'w';
      add_number(static_cast<std::int64_t>(write.mode));
      add(write.point.guard);
      for (const Alternative& value : write.value) add(value);
    }
    out_ += '.';
  }

  void add(const Alternative& value) {
    out_ += 'v';
    add(value.guard);
    const auto of_config = value.symbol().config_key();
    if (value.data()) {
      add(*value.data());
    } else if (value.is_symbol()) {
      out_ += of_config && is_written(script_, *of_config) ? 'S' : 's';
      add_text(value.symbol().text());
    } else {
      out_ += '?';
    }
  }

  void add(const Guard& guard) {
    for (const script::Condition& each : guard.conditions()) {
      out_ += each.holds ? 'y' : 'n';
      const Question& question = each.question;
      const bool is_on_config =
          question.kind == Question::Kind::kConfig || question.kind == Question::Kind::kConfigText;
      if (is_on_config && may_write(script_, question)) out_ += 'm';
      add_number(static_cast<std::int64_t>(question.kind));
      add_text(question.subject.str());
    }
    out_ += ',';
  }

  // What is large is the same only if it is one object.
  void add(const Value& value, int depth = 0) {
    constexpr std::size_t kMostText = 100'000;
    constexpr int kMostDepth = 50;
    if (depth > kMostDepth || out_.size() > kMostText) return add_address(value);
    add_number(static_cast<std::int64_t>(value.kind));
    switch (value.kind) {
      case Value::Kind::kUnknown:
      case Value::Kind::kNone:
        return;
      case Value::Kind::kBool:
        return add_number(value.boolean);
      case Value::Kind::kInt:
        return value.big ? add_text(value.text()) : add_number(value.integer);
      case Value::Kind::kFloat:
        return add_number(std::bit_cast<std::int64_t>(value.floating));
      case Value::Kind::kString:
      case Value::Kind::kBytes:
        return add_text(value.text());
      case Value::Kind::kList:
      case Value::Kind::kTuple:
        add_number(static_cast<std::int64_t>(value.items().size()));
        for (const Value* item : value.items()) add(*item, depth + 1);
        return;
      case Value::Kind::kDict:
        add_number(static_cast<std::int64_t>(value.dict().size()));
        for (const Entry& entry : value.dict().entries()) {
          add(*entry.key, depth + 1);
          add(*entry.value, depth + 1);
        }
        return;
      case Value::Kind::kReference:
        return value.object() ? add_address(value) : add_text(value.text());
      default:
        return add_address(value);
    }
  }

  void add_address(const Value& value) {
    out_ += 'a';
    add_number(static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(&value)));
  }

  void add_text(std::string_view text) {
    add_number(static_cast<std::int64_t>(text.size()));
    out_ += text;
  }
  void add_number(std::int64_t number) { out_ += std::to_string(number) + ";"; }

  const script::Summary& script_;
  const catalog::Target& target_;
  std::string out_;
};

}  // namespace

ConfigChanges::ConfigChanges(const Value& root, const script::Summary& script,
                             const catalog::Target& target, Pool& pool,
                             const std::set<std::string>& given)
    : root_(root), script_(script), target_(target), pool_(pool), given_(given) {}

// A question about a key is answered by the config, unless the script writes it itself by then.
std::optional<bool> ConfigChanges::answer_to(const Question& question) const {
  const bool is_text = question.kind == Question::Kind::kConfigText;
  if (question.kind != Question::Kind::kConfig && !is_text) return std::nullopt;
  if (may_write(script_, question)) return std::nullopt;
  const FoundValue found = value_at(root_, key_of(question));
  if (found.unknown) return std::nullopt;
  if (!found.value) return false;
  if (is_text) {
    if (found.value->kind != Value::Kind::kString) return std::nullopt;
    const auto texts = split(config_text_of(question).text, '|');
    return is_in(found.value->text(), texts);
  }
  // `cfg.get('x') is None` asks the same question as `'x' in cfg`.
  if (found.value->kind == Value::Kind::kNone) return std::nullopt;
  return true;
}

bool ConfigChanges::may_hold(const Guard& guard) {
  if (!launch::may_hold(guard, target_)) return false;
  const auto conditions = guard.conditions();
  return std::ranges::all_of(conditions, [&](const script::Condition& each) {
    const auto [known, is_new] = answers_.try_emplace(each.question);
    if (is_new) known->second = answer_to(each.question);
    return known->second.value_or(each.holds) == each.holds;
  });
}

bool ConfigChanges::lacks_owner(std::string_view path) const {
  const std::string_view owner = path.substr(0, std::min(path.rfind('.'), path.size()));
  if (owner.size() == path.size() || is_written(script_, owner)) return false;
  const FoundValue found = value_at(root_, owner);
  return !found.unknown && (!found.value || found.value->kind == Value::Kind::kNone);
}

// Returns no choices if the script leaves the key unchanged. Memoised.
const ConfigChanges::Key& ConfigChanges::choices_of(const KeyDefinitions::value_type& definition) {
  const auto [known, is_new] = keys_.try_emplace(definition);
  Key& key = known->second;
  if (!is_new) return key;
  const auto& [path, definitions] = *definition;
  key.path = path;
  key.parts = key_parts(path);
  if (!definitions.writes.empty()) key.first = *std::ranges::min_element(definitions.writes);
  std::optional<Guard> loaded_if;
  for (const Guard& each : definitions.loaded_if) {
    if (may_hold(each)) loaded_if = loaded_if ? common(*loaded_if, each) : each;
  }
  if (loaded_if) key.choices.push_back({Choice::Kind::kLoaded, nullptr, nullptr, *loaded_if});
  for (const std::size_t index : definitions.writes) {
    const ConfigWrite& write = script_.writes[index];
    if (!may_hold(write.point.guard)) continue;
    if (write.mode == ConfigWrite::Mode::kIfAbsent && value_at(root_, path).value) continue;
    if (write.mode == ConfigWrite::Mode::kReplace && lacks_owner(path)) continue;  // AttributeError
    if (write.value.empty())
      key.choices.push_back({Choice::Kind::kRemoved, nullptr, &write, write.point.guard});
    for (const Alternative& value : write.value) add_value(value, write, key);
  }
  const bool is_kept = std::ranges::all_of(
      key.choices, [](const Choice& each) { return each.kind == Choice::Kind::kLoaded; });
  if (is_kept) key.choices.clear();
  return key;
}

void ConfigChanges::add_value(const Alternative& value, const ConfigWrite& write, Key& key) {
  Choice choice{Choice::Kind::kUnknown, nullptr, &write, write.point.guard};
  if (!choice.guard.add(value.guard) || !may_hold(choice.guard)) return;
  const Value* known = value.data();
  if (const auto other = value.symbol().config_key(); other && !other->empty()) {
    if (!is_written(script_, *other)) known = value_at(root_, *other).value;
  }
  if (known && known->kind != Value::Kind::kUnknown) {
    choice.kind = Choice::Kind::kValue;
    choice.value = const_cast<Value*>(known);
  } else if (value.symbol().is_dotted_name()) {
    choice.kind = Choice::Kind::kValue;
    choice.value = pool_.make(Value::Kind::kReference, value.at);
    choice.value->set_text(pool_.keep(value.symbol().text()));
  }
  // Which launcher a user gives is the question of how the config is started (starts.h).
  if (choice.kind == Choice::Kind::kUnknown && key.path == "launcher")
    choice.kind = Choice::Kind::kLoaded;
  // What an option would write that nobody gives is no question for those who do not give it.
  if (choice.kind == Choice::Kind::kUnknown && needs_option(choice.guard, script_, given_)) return;
  key.choices.push_back(std::move(choice));
}

const std::vector<const Value*>& ConfigChanges::variants(const KeyDefinitions& definitions) {
  const auto [known, is_new] = variants_.try_emplace(definitions);
  if (!is_new) return known->second;
  std::vector<const Key*> keys;
  for (const auto& each : definitions)
    if (const Key& key = choices_of(each); !key.choices.empty()) keys.push_back(&key);
  std::ranges::sort(keys, {}, &Key::first);
  std::size_t variants = 1;
  for (const Key* key : keys) variants *= std::min(key->choices.size(), kMostVariants);
  std::deque<Key> unknown;
  for (const Key*& key : keys) {
    if (variants <= kMostVariants || key->choices.size() == 1) continue;
    Key& one = unknown.emplace_back(*key);
    one.choices = {{Choice::Kind::kUnknown, nullptr, key->choices.back().write, {}}};
    key = &one;
  }
  Chosen chosen;
  add_variants(keys, {}, chosen, known->second);
  return known->second;
}

void ConfigChanges::add_variants(std::span<const Key* const> keys, const Guard& guard,
                                 Chosen& chosen, std::vector<const Value*>& out) {
  if (keys.empty()) return out.push_back(changed(chosen));
  for (const Choice& choice : keys.front()->choices) {
    Guard own = guard;
    if (!own.add(choice.guard)) continue;
    const bool is_loaded = choice.kind == Choice::Kind::kLoaded;
    if (!is_loaded) chosen.emplace_back(keys.front(), &choice);
    add_variants(keys.subspan(1), own, chosen, out);
    if (!is_loaded) chosen.pop_back();
  }
}

// A copy with the chosen keys set; only the dicts on the way to them are copied.
const Value* ConfigChanges::changed(const Chosen& chosen) {
  if (chosen.empty()) return &root_;
  Value* copy = pool_.make(Value::Kind::kDict, root_.span);
  copy->edit_dict().copy(root_.dict());
  for (const auto& [key, choice] : chosen) put(copy->edit_dict(), key->parts, *choice);
  return copy;
}

void ConfigChanges::put(Dict& dict, std::span<const std::string_view> parts, const Choice& choice) {
  const std::string_view part = parts.front();
  const Entry* there = dict.find(part);
  const bool is_last = parts.size() == 1;
  if (choice.kind == Choice::Kind::kRemoved && (is_last || !there)) {
    if (there) dict.erase(*there->key);
    return;
  }
  Value* key = there ? there->key : pool_.string(pool_.keep(part), choice.write->target);
  Value* value = nullptr;
  const Origin* origin = there ? there->origin : nullptr;
  if (is_last) {
    value = set_over(there ? there->value : nullptr, choice);
    if (value->kind != Value::Kind::kDict || value == choice.value) origin = nullptr;
  } else if (there) {
    value = with_part(*there->value, parts.subspan(1), choice);
  } else {
    value = pool_.make(Value::Kind::kDict, choice.write->target);
    put(value->edit_dict(), parts.subspan(1), choice);
  }
  if (!origin) origin = pool_.origin({choice.write->target, value->span});
  dict.set(key, value, origin);
}

// merge_from_dict takes the index of a list for a key of it.
Value* ConfigChanges::with_part(Value& there, std::span<const std::string_view> parts,
                                const Choice& choice) {
  Value* out = pool_.make(there.kind, there.span);
  if (there.kind == Value::Kind::kDict) {
    out->edit_dict().copy(there.dict());
    put(out->edit_dict(), parts, choice);
    return out;
  }
  std::size_t index = 0;
  const std::string_view part = parts.front();
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), index);
  const bool is_index = error == std::errc() && end == part.data() + part.size();
  if (there.kind != Value::Kind::kList || !is_index || index >= there.items().size())
    return pool_.unknown("a script writes it", choice.write->span);
  for (Value* item : there.items()) out->edit_items().push_back(item);
  Value*& item = out->edit_items()[index];
  item = parts.size() == 1 ? set_over(item, choice) : with_part(*item, parts.subspan(1), choice);
  return out;
}

Value* ConfigChanges::set_over(const Value* there, const Choice& choice) {
  if (choice.kind != Choice::Kind::kValue)
    return pool_.unknown("a script writes it", choice.write->span);
  const bool merges = choice.write->mode == ConfigWrite::Mode::kMerge && there &&
                      there->kind == Value::Kind::kDict && choice.value->kind == Value::Kind::kDict;
  return merges ? merged(*there, *choice.value) : choice.value;
}

// As MMEngine's ConfigDict.update and Config.merge_from_dict do it.
Value* ConfigChanges::merged(const Value& into, const Value& from) {
  Value* out = pool_.make(Value::Kind::kDict, into.span);
  out->edit_dict().copy(into.dict());
  for (const Entry& entry : from.dict().entries()) {
    const Entry* there = out->dict().find(*entry.key);
    const bool both = there && there->value->kind == Value::Kind::kDict &&
                      entry.value->kind == Value::Kind::kDict &&
                      !entry.value->dict().find("_delete_");
    if (both)
      out->edit_dict().set(there->key, merged(*there->value, *entry.value), there->origin);
    else
      out->edit_dict().set(entry.key, entry.value, entry.origin);
  }
  return out;
}

std::string signature_of(const KeyDefinitions& keys, const script::Summary& script,
                         const catalog::Target& target) {
  Signature out(script, target);
  out.add(keys);
  return out.taken();
}

}  // namespace mmlint::launch
