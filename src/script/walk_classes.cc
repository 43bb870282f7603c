#include <algorithm>
#include <utility>

#include "facts/libraries.h"
#include "script/symbols.h"
#include "script/walker.h"

// What the objects of the project's classes hold: those of plain classes, dataclasses, named tuples
// and enumerations.
namespace mmlint::script {

using syntax::as;
using syntax::Expr;
using syntax::ExprKind;

namespace {

constexpr std::size_t kMostObjects = 8;     // of one class that are told apart
constexpr std::size_t kMostMappings = 100;  // the same of a class that is a dict

// collections.namedtuple('Place', ['device', 'backend']), or the names in one string.
Alternatives named_tuple(const Givens& given, Span at) {
  if (given.size() < 2 || !given[1].name.empty()) return unknown(at);
  const Value* fields = only_data(given[1].value);
  if (!fields) return unknown(at);
  std::string out;
  const auto add = [&](std::string_view name) {
    if (!name.empty()) out += (out.empty() ? "" : ",") + std::string(name);
  };
  std::string_view text = fields->kind == Value::Kind::kString ? fields->text() : "";
  while (!text.empty()) {
    const std::size_t end = std::min(text.size(), text.find_first_of(", "));
    add(text.substr(0, end));
    text.remove_prefix(std::min(text.size(), end + 1));
  }
  for (const Value* item : fields->items())
    add(item->kind == Value::Kind::kString ? item->text() : "");
  return symbol(std::string(kNamedTuple) + "[" + out + "]", at);
}

}  // namespace

// The symbol of the object that a call makes. Objects of one class that different calls make are
// told apart if all that they hold is known.
std::string WalkContext::object_of(std::string_view class_symbol, Span at) {
  std::string out(class_symbol);
  if (is_mapping(out + "()")) {  // such as the nodes of a tree
    const std::size_t number = mappings_[out]++;
    return number == 0 ? out + "()"
                       : out + "/" + std::to_string(std::min(number, kMostMappings)) + "()";
  }
  const auto all = program_.linearized(class_symbol);
  const bool is_own = std::all_of(all.begin(), all.end(), [this](const std::string& each) {
    return program_.class_of(each) || facts::is_plain_base(each);
  });
  std::vector<Span>& calls = objects_[out];
  auto known = std::find(calls.begin(), calls.end(), at);
  if (known == calls.end() && is_own && calls.size() < kMostObjects)
    known = calls.insert(calls.end(), at);
  const auto number = known == calls.end() ? 0 : known - calls.begin();
  if (number != 0) out += "/" + std::to_string(number);
  return out + "()";
}

// Makes the names that an enumeration binds its members.
void Walker::make_members(const std::string& class_symbol, const Names& names, State& state) {
  for (const auto& [name, value] : names.all()) {
    const Alternative* one = only_symbol(value);
    if (name.starts_with('_') || (one && program_.function(one->symbol()))) continue;
    const Span at = value.front().at;
    const std::string member = class_symbol + "=" + name + "()";
    state.attributes.set(class_symbol + "." + name, symbol(member, at));
    state.attributes.set(member + ".value", value);
    state.attributes.set(member + ".name",
                         data_of(out_.pool->string(out_.pool->keep(name), at), at));
    if (!program_.method(class_symbol, "__init__")) continue;
    Givens given;
    const Value* tuple = only_data(value);
    if (tuple && tuple->kind == Value::Kind::kTuple) {
      for (const Value* item : tuple->items())
        given.push_back({"", 0, {alternative_of(*item, item->span)}, item->span});
    } else {
      given.push_back({"", 0, value, at});
    }
    call_method(member, "__init__", given, state);
  }
}

// Device('cuda')
Alternatives Walker::member_of_value(const std::string& class_symbol, const Givens& given, Span at,
                                     State& state) {
  if (given.size() != 1 || given.front().stars != 0) return unknown(at);
  Alternatives out;
  for (const Alternative& each : with_defaults(given.front().value, out_.options)) {
    Alternatives found = unknown(at);
    const std::string prefix = class_symbol + "=";
    if (each.symbol().starts_with(prefix)) found = symbol(each.symbol(), at);
    const auto& all = state.attributes.all();
    for (auto known = all.lower_bound(prefix); each.data() && known != all.end(); ++known) {
      if (!known->first.starts_with(prefix)) break;
      const Value* value = only_data(known->second);
      if (known->first.ends_with("().value") && value && equal(*value, *each.data()))
        found = symbol(known->first.substr(0, known->first.size() - 6), at);
    }
    out = either(std::move(out), under(std::move(found), each.guard));
  }
  return out.empty() ? unknown(at) : out;
}

Alternatives Walker::construct(std::string_view class_symbol, const std::vector<Given>& given,
                               Span at, State& state) {
  if (program_.is_enumeration(class_symbol))
    return member_of_value(std::string(class_symbol), given, at, state);
  const std::string object = object_of(class_symbol, at);
  if (state.point.reached) {
    constructed_.insert(std::string(class_symbol));
    const auto [known, is_new] =
        made_under_.try_emplace(std::string(class_symbol), state.point.guard);
    if (!is_new) known->second = common(known->second, state.point.guard);
  }
  if (program_.method(class_symbol, "__init__")) {
    call_method(object, "__init__", given, state);
    return symbol(object, at);
  }
  if (is_mapping(object)) {
    fill_mapping(object, given, state);
    return symbol(object, at);
  }
  const std::vector<std::string_view> fields = program_.fields_of(class_symbol);
  // S(**json.load(f)): what the file may give is not the default.
  const bool open =
      std::any_of(given.begin(), given.end(), [](const Given& each) { return each.stars != 0; });
  for (const std::string_view name : open ? fields : std::vector<std::string_view>())
    state.attributes.set(object + "." + std::string(name), unknown(at));
  std::size_t position = 0;
  for (const Given& each : given) {
    if (each.stars != 0) continue;
    std::string_view name = each.name;
    if (name.empty() && position < fields.size()) name = fields[position++];
    if (!name.empty() && std::find(fields.begin(), fields.end(), name) != fields.end())
      state.attributes.set(object + "." + std::string(name), each.value);
  }
  call_method(object, "__post_init__", {}, state);
  return symbol(object, at);
}

// dataclasses.replace(object, field=value)
Alternatives Walker::replaced(const Givens& given, Span at, State& state) {
  const Alternative* from = given.empty() ? nullptr : only_symbol(given.front().value);
  if (!from || !Program::is_instance(from->symbol())) return unknown(at);
  const std::string object = object_of(Program::class_symbol(from->symbol()), at);
  const std::string prefix = from->symbol() + ".";
  const Names before = state.attributes;
  for (auto known = before.all().lower_bound(prefix); known != before.all().end(); ++known) {
    if (!known->first.starts_with(prefix)) break;
    state.attributes.set(object + known->first.substr(prefix.size() - 1), known->second);
  }
  for (const Given& each : given) {
    if (!each.name.empty()) state.attributes.set(object + "." + each.name, each.value);
  }
  return symbol(object, at);
}

// The items of a list or a tuple, also of a named one; nullopt if they are not known.
std::optional<std::vector<Alternatives>> Walker::items_of(const Alternative& sequence, Span at,
                                                          State& state) {
  std::vector<Alternatives> out;
  const Value* data = sequence.data();
  if (data && (data->kind == Value::Kind::kList || data->kind == Value::Kind::kTuple)) {
    for (const Value* item : data->items()) out.push_back({alternative_of(*item, item->span)});
    return out;
  }
  if (data && data->kind == Value::Kind::kDict && data->text() == kNamedTuple) {
    for (const Entry& entry : data->dict().entries())
      out.push_back({alternative_of(*entry.value, entry.value->span)});
    return out;
  }
  if (!Program::is_instance(sequence.symbol())) return std::nullopt;
  const std::string_view owner = Program::class_symbol(sequence.symbol());
  const auto all = program_.linearized(owner);
  if (std::find(all.begin(), all.end(), "typing.NamedTuple") == all.end()) return std::nullopt;
  for (const std::string_view field : program_.fields_of(owner))
    out.push_back(attribute_of_symbol(sequence.symbol(), field, at, state));
  return out;
}

// The same of a value that may be one of several sequences of one length: `return 0, device`.
Walker::Items Walker::items_of_all(const Alternatives& sequences, Span at, State& state) {
  Items out;
  for (const Alternative& each : sequences) {
    Items one = items_of(each, at, state);
    if (!one || (out && out->size() != one->size())) return std::nullopt;
    for (std::size_t i = 0; i < one->size(); ++i) {
      Alternatives item = under(std::move((*one)[i]), each.guard);
      (*one)[i] = out ? either(std::move((*out)[i]), item) : std::move(item);
    }
    out = std::move(one);
  }
  const bool whole = out && std::none_of(out->begin(), out->end(),
                                         [](const Alternatives& item) { return item.empty(); });
  return whole ? out : std::nullopt;
}

// A call of collections.namedtuple, or of what that has returned.
Alternatives Walker::make_tuple(std::string_view symbol, const Givens& given, Span at) {
  if (!symbol.ends_with(']')) return named_tuple(given, at);
  std::string_view names = symbol.substr(kNamedTuple.size() + 1);
  names.remove_suffix(1);
  Value* out = out_.pool->make(Value::Kind::kDict, at);
  out->set_text(kNamedTuple);
  std::size_t position = 0;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    Alternatives value = unknown(at);
    std::size_t i = 0;
    for (const Given& each : given) {
      if (each.stars != 0) continue;
      if (each.name.empty() ? i++ == position : each.name == name) value = each.value;
    }
    out->edit_dict().set(out_.pool->string(out_.pool->keep(name), at),
                         data(value, value.front().at), out_.pool->origin({at, at}));
    ++position;
  }
  return data_of(out, at);
}

}  // namespace mmlint::script
