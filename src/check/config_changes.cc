#include "check/config_changes.h"

#include <algorithm>
#include <span>

#include "check/script/matcher.h"
#include "script/symbols.h"
#include "value/key_path.h"

namespace mmlint::check {

using script::Alternative;
using script::ConfigWrite;
using script::Guard;

namespace {

constexpr std::size_t kMostVariants = 32;

// The symbol of an object of a library, which stands in a config as a lazy reference does.
bool is_reference(std::string_view symbol) {
  return !symbol.empty() && symbol.find_first_of("<>?@()[]") == symbol.npos;
}

}  // namespace

ConfigChanges::ConfigChanges(const Value& root, const script::Summary& script,
                             const catalog::Target& target, Pool& pool)
    : root_(root), script_(script), target_(target), pool_(pool) {}

// A question about a key is answered by the config, unless the script writes it itself by then.
bool ConfigChanges::may_hold(const Guard& guard) const {
  if (!check::may_hold(guard, target_)) return false;
  const auto conditions = guard.conditions();
  return std::all_of(conditions.begin(), conditions.end(), [&](const script::Condition& each) {
    const std::string& key = each.question.subject;
    if (each.question.kind != Question::Kind::kConfig) return true;
    const auto may_write = [&](const ConfigWrite& write) {
      return (key == write.key || key.starts_with(write.key + ".")) &&
             write.mode != ConfigWrite::Mode::kIfAbsent && !write.point.guard.answer(each.question);
    };
    if (std::any_of(script_.writes.begin(), script_.writes.end(), may_write)) return true;
    const FoundValue found = value_at(root_, key);
    // `cfg.get('x') is None` asks the same question as `'x' in cfg`.
    const bool is_none = found.value && found.value->kind == Value::Kind::kNone;
    return found.unknown || is_none || (found.value != nullptr) == each.holds;
  });
}

void ConfigChanges::add(const std::string& path, const script::Build::Definitions& definitions) {
  Key key{path, 0, {}};
  if (!definitions.writes.empty())
    key.first = *std::min_element(definitions.writes.begin(), definitions.writes.end());
  if (definitions.as_loaded && may_hold(definitions.loaded_if))
    key.choices.push_back({Choice::Kind::kLoaded, nullptr, nullptr, definitions.loaded_if});
  for (const std::size_t index : definitions.writes) {
    const ConfigWrite& write = script_.writes[index];
    if (!may_hold(write.point.guard)) continue;
    if (write.mode == ConfigWrite::Mode::kIfAbsent && value_at(root_, path).value) continue;
    if (write.value.empty())
      key.choices.push_back({Choice::Kind::kRemoved, nullptr, &write, write.point.guard});
    for (const Alternative& value : write.value) add_value(value, write, key);
  }
  const bool is_kept = std::all_of(key.choices.begin(), key.choices.end(), [](const Choice& each) {
    return each.kind == Choice::Kind::kLoaded;
  });
  if (!is_kept) keys_.push_back(std::move(key));
}

void ConfigChanges::add_value(const Alternative& value, const ConfigWrite& write, Key& key) {
  Choice choice{Choice::Kind::kUnknown, nullptr, &write, write.point.guard};
  if (!choice.guard.add(value.guard) || !may_hold(choice.guard)) return;
  const Value* known = value.data();
  if (const auto other = script::below(value.symbol(), "<config>"); other && !other->empty()) {
    const auto is_written = [&](const ConfigWrite& each) {
      return *other == each.key || other->starts_with(each.key + ".");
    };
    if (std::none_of(script_.writes.begin(), script_.writes.end(), is_written))
      known = value_at(root_, *other).value;
  }
  if (known && known->kind != Value::Kind::kUnknown) {
    choice.kind = Choice::Kind::kValue;
    choice.value = const_cast<Value*>(known);
  } else if (is_reference(value.symbol())) {
    choice.kind = Choice::Kind::kValue;
    choice.value = pool_.make(Value::Kind::kReference, value.at);
    choice.value->text = pool_.keep(value.symbol());
  }
  // Which launcher a user gives is the question of how the config is started (starts.h).
  if (choice.kind == Choice::Kind::kUnknown && key.path == "launcher")
    choice.kind = Choice::Kind::kLoaded;
  key.choices.push_back(std::move(choice));
}

void ConfigChanges::for_each(const std::function<void(const Value& root)>& visit) {
  std::sort(keys_.begin(), keys_.end(),
            [](const Key& a, const Key& b) { return a.first < b.first; });
  std::size_t variants = 1;
  for (const Key& key : keys_) variants *= std::min(key.choices.size(), kMostVariants);
  for (Key& key : keys_) {
    if (variants > kMostVariants && key.choices.size() > 1)
      key.choices = {{Choice::Kind::kUnknown, nullptr, key.choices.back().write, {}}};
  }
  visit_below(0, root_, {}, visit);
}

void ConfigChanges::visit_below(std::size_t key, const Value& root, const Guard& guard,
                                const std::function<void(const Value& root)>& visit) {
  if (key == keys_.size()) return visit(root);
  for (const Choice& choice : keys_[key].choices) {
    Guard own = guard;
    if (!own.add(choice.guard)) continue;
    const bool is_loaded = choice.kind == Choice::Kind::kLoaded;
    visit_below(key + 1, is_loaded ? root : *changed(root, keys_[key].path, choice), own, visit);
  }
}

// A copy with the key set; only the dicts on the way to it are copied.
Value* ConfigChanges::changed(const Value& root, const std::string& path, const Choice& choice) {
  Value* copy = pool_.make(Value::Kind::kDict, root.span);
  copy->dict = root.dict;
  put(copy->dict, key_parts(path), choice);
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
  Value* value = pool_.unknown("a script writes it", choice.write->span);
  const Origin* origin = there ? there->origin : nullptr;
  const bool has_parts = there && there->value->kind == Value::Kind::kDict;
  if (is_last) {
    const bool merges = choice.write->mode == ConfigWrite::Mode::kMerge && has_parts;
    if (choice.kind == Choice::Kind::kValue) value = choice.value;
    if (merges && value->kind == Value::Kind::kDict)
      value = merged(*there->value, *value);
    else
      origin = nullptr;
  } else if (!there || has_parts) {
    value = pool_.make(Value::Kind::kDict, there ? there->value->span : choice.write->target);
    if (there) value->dict = there->value->dict;
    put(value->dict, parts.subspan(1), choice);
  }
  if (!origin) origin = pool_.origin({choice.write->target, value->span});
  dict.set(key, value, origin);
}

// As MMEngine's ConfigDict.update and Config.merge_from_dict do it.
Value* ConfigChanges::merged(const Value& into, const Value& from) {
  Value* out = pool_.make(Value::Kind::kDict, into.span);
  out->dict = into.dict;
  for (const Entry& entry : from.dict.entries()) {
    const Entry* there = out->dict.find(*entry.key);
    const bool both = there && there->value->kind == Value::Kind::kDict &&
                      entry.value->kind == Value::Kind::kDict &&
                      !entry.value->dict.find("_delete_");
    if (both)
      out->dict.set(there->key, merged(*there->value, *entry.value), there->origin);
    else
      out->dict.set(entry.key, entry.value, entry.origin);
  }
  return out;
}

}  // namespace mmlint::check
