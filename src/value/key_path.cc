#include "value/key_path.h"

#include "base/algorithms.h"
#include "base/text.h"
#include "value/repr.h"
#include "value/scalar_text.h"

namespace mmlint {
namespace {

// The name inside ["a.b"], or the part itself.
std::string_view plain(std::string_view part) {
  if (part.size() >= 4 && part.starts_with("[\"")) return part.substr(2, part.size() - 4);
  return part;
}

// A key that stands in a path as it is.
bool is_plain(std::string_view key) {
  return !key.empty() && std::ranges::none_of(key, [](char c) { return c == '.' || c == '['; });
}

std::optional<std::size_t> as_index(std::string_view part) {
  std::size_t i = 0;
  const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), i);
  if (error != std::errc() || end != part.data() + part.size()) return std::nullopt;
  return i;
}

const Entry* entry_of(const Value& dict, std::string_view part) {
  if (const Entry* entry = dict.dict().find(plain(part))) return entry;
  if (!part.starts_with('[')) return nullptr;
  for (const Entry& entry : dict.dict().entries()) {
    if (append_key("", *entry.key) == part) return &entry;
  }
  return nullptr;
}

using Visit = std::function<void(const std::string&, const FoundValue&)>;

// Walks with one buffer for the path, which grows and shrinks with the depth.
class MatchWalk {
 public:
  explicit MatchWalk(const Visit& visit) : visit_(visit) {}

  void walk(const FoundValue& at, std::span<const std::string_view> parts, int depth) {
    if (depth > 400) return;
    if (parts.empty()) {
      if (!path_.empty()) visit_(path_, at);  // the root is at no key
      return;
    }
    const std::string_view part = parts.front();
    const auto rest = parts.subspan(1);
    const Value& value = *at.value;
    if (part == "**") walk(at, rest, depth + 1);
    const auto next = part == "**" ? parts : rest;
    const bool any = part == "*" || part == "**";
    if (value.kind == Value::Kind::kDict) {
      if (!any) {
        if (const Entry* entry = entry_of(value, part)) step(*entry, next, depth);
        return;
      }
      for (const Entry& entry : value.dict().entries()) step(entry, next, depth);
    } else if (value.is_sequence()) {
      const auto only = any ? std::nullopt : as_index(part);
      if (!any && !only) return;
      for (std::size_t i = 0; i < value.items().size(); ++i) {
        if (only && *only != i) continue;
        if (!may_match(*value.items()[i], next)) continue;
        const std::size_t length = path_.size();
        if (length != 0) path_ += '.';
        path_ += std::to_string(i);
        walk({value.items()[i], nullptr, false}, next, depth + 1);
        path_.resize(length);
      }
    }
  }

 private:
  // Nothing below a scalar can match any more but an empty rest.
  static bool may_match(const Value& value, std::span<const std::string_view> rest) {
    return value.kind == Value::Kind::kDict || value.is_sequence() || rest.empty() ||
           (rest.size() == 1 && rest[0] == "**");
  }

  void step(const Entry& entry, std::span<const std::string_view> next, int depth) {
    if (!may_match(*entry.value, next)) return;
    const Value::Kind kind = entry.value->kind;
    const std::size_t length = path_.size();
    if (entry.key->kind == Value::Kind::kString && is_plain(entry.key->text())) {
      if (length != 0) path_ += '.';
      path_ += entry.key->text();
    } else {
      path_ = append_key(path_, *entry.key);
    }
    walk({entry.value, &entry, kind == Value::Kind::kUnknown}, next, depth + 1);
    path_.resize(length);
  }

  const Visit& visit_;
  std::string path_;
};

void print_to(std::string& out, const Value& value, std::size_t limit, int depth) {
  if (out.size() > limit || depth > 400) return;
  const auto print_items = [&](char open, char close) {
    out += open;
    for (std::size_t i = 0; i < value.items().size() && out.size() <= limit; ++i) {
      if (i != 0) out += ", ";
      print_to(out, *value.items()[i], limit, depth + 1);
    }
    if (value.kind == Value::Kind::kTuple && value.items().size() == 1) out += ',';
    out += close;
  };
  switch (value.kind) {
    case Value::Kind::kDict: {
      out += "dict(";
      bool first = true;
      for (const Entry& entry : value.dict().entries()) {
        if (out.size() > limit) break;
        if (!first) out += ", ";
        first = false;
        if (entry.key->kind == Value::Kind::kString) {
          out += entry.key->text();
          out += '=';
        } else {
          out += "**{";
          print_to(out, *entry.key, limit, depth + 1);
          out += ": ...}";
          continue;
        }
        print_to(out, *entry.value, limit, depth + 1);
      }
      out += ')';
      return;
    }
    case Value::Kind::kList:
      return print_items('[', ']');
    case Value::Kind::kTuple:
      return print_items('(', ')');
    case Value::Kind::kSet:
      return print_items('{', '}');
    case Value::Kind::kUnknown:
      out += "<unknown>";
      return;
    case Value::Kind::kReference:
    case Value::Kind::kObject:
      out += value.text();
      return;
    case Value::Kind::kBytes:
      out += "b" + quote(value.text());
      return;
    default:
      out += repr(value).value_or("<unknown>");
      return;
  }
}

// The dict below which a path ends, and the part that is missing there.
struct Missing {
  const Value* at;
  std::string path;       // that leads to `at`
  std::string_view part;  // not in it
  std::string_view rest;  // of the path behind the part
};

std::optional<Missing> first_missing(const Value& root, std::string_view key_path) {
  const Value* at = &root;
  std::string path;
  for (const std::string_view part : key_parts(key_path)) {
    const FoundValue next = value_at(*at, part);
    if (!next.value) {
      std::string_view rest = key_path.substr(part.data() + part.size() - key_path.data());
      return Missing{at, path, part, rest};
    }
    path = at->is_sequence() ? append_index(path, *as_index(part))
                             : append_key(path, *next.entry->key);
    at = next.value;
  }
  return std::nullopt;
}

std::string join(std::string_view path, std::string_view rest) {
  return fmt::format("{}{}{}", path, path.empty() || rest.starts_with('[') ? "" : ".", rest);
}

bool holds_in_order(std::span<const std::string_view> all, std::span<const std::string_view> some) {
  for (const std::string_view part : all) {
    if (!some.empty() && part == some.front()) some = some.subspan(1);
  }
  return some.empty();
}

// Returns the first part of a path, and removes it from there; empty behind the last.
std::string_view take_part(std::string_view& path) {
  path.remove_prefix(std::min(path.find_first_not_of('.'), path.size()));
  const bool bracket = path.starts_with('['), quoted = path.starts_with("[\"");
  std::size_t end = 0;
  if (!bracket) {
    while (end < path.size() && path[end] != '.' && path[end] != '[') ++end;
  } else {
    end = quoted ? path.find("\"]", 2) : path.find(']');
  }
  if (end != path.npos && bracket) end += quoted ? 2 : 1;
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(part.size());
  return part;
}

}  // namespace

std::vector<std::string_view> key_parts(std::string_view path) {
  constexpr std::size_t kMostKeys = 8;  // have no more parts
  std::vector<std::string_view> out;
  out.reserve(kMostKeys);
  for (auto part = take_part(path); !part.empty(); part = take_part(path)) out.push_back(part);
  return out;
}

bool is_key_path(std::string_view text) {
  if (text.empty() || text.ends_with('.') || text.starts_with('.')) return false;
  std::size_t last = 0;  // where the last part ended
  for (const std::string_view part : key_parts(text)) {
    const auto begin = static_cast<std::size_t>(part.data() - text.data());
    if (begin > last + 1) return false;  // two dots
    if (begin == last && begin != 0 && !part.starts_with('[')) return false;
    if (part.starts_with('[') && (part.size() < 3 || !part.ends_with(']'))) return false;
    if (part.starts_with("[\"") && (part.size() < 4 || !part.ends_with("\"]"))) return false;
    last = begin + part.size();
  }
  return true;
}

std::vector<std::string> near_keys(const Value& root, std::string_view key_path) {
  constexpr std::size_t kMost = 3;
  const auto missing = first_missing(root, key_path);
  if (!missing) return {};
  std::vector<std::string> out;
  // A typo beside keys that exist.
  std::vector<std::string> siblings;
  for (const Entry& entry : missing->at->dict().entries())
    siblings.push_back(append_key("", *entry.key));
  while (out.size() < kMost) {
    const auto near = nearest(missing->part, siblings);
    if (!near) break;
    std::erase(siblings, *near);
    std::string path = join(missing->path, *near);
    const std::string whole = path + std::string(missing->rest);
    out.push_back(value_at(root, whole).value ? whole : path);
  }
  // The same parts with others between or before them.
  const auto asked = key_parts(key_path);
  for_each_match(root, fmt::format("**.{}", asked.back()),
                 [&](const std::string& key, const FoundValue&) {
                   const bool known = is_in(key, out);
                   if (out.size() < kMost && !known && holds_in_order(key_parts(key), asked))
                     out.push_back(key);
                 });
  return out;
}

std::string append_key(std::string_view path, const Value& key) {
  std::string out(path);
  if (key.kind != Value::Kind::kString) return out += fmt::format("[{}]", repr(key).value_or("?"));
  if (!is_plain(key.text())) return out += fmt::format("[\"{}\"]", key.text());
  if (!out.empty()) out += '.';
  return out += key.text();
}

std::string append_index(std::string_view path, std::size_t index) {
  std::string out(path);
  if (!out.empty()) out += '.';
  return out += std::to_string(index);
}

FoundValue value_at(const Value& root, std::string_view key_path) {
  FoundValue at = value_at(root, std::span<const std::string_view>());
  for (auto part = take_part(key_path); !part.empty() && at.value; part = take_part(key_path))
    at = value_at(*at.value, std::span(&part, 1));
  return at;
}

FoundValue value_at(const Value& root, std::span<const std::string_view> parts) {
  FoundValue at{&root, nullptr, root.kind == Value::Kind::kUnknown};
  for (const std::string_view part : parts) {
    const Value& value = *at.value;
    if (value.kind == Value::Kind::kUnknown) return {nullptr, nullptr, true};
    if (value.kind == Value::Kind::kDict) {
      const Entry* entry = entry_of(value, part);
      if (!entry) return {};
      at = {entry->value, entry, entry->value->kind == Value::Kind::kUnknown};
      continue;
    }
    const auto i = as_index(part);
    if (!value.is_sequence() || !i || *i >= value.items().size()) return {};
    at = {value.items()[*i], nullptr, value.items()[*i]->kind == Value::Kind::kUnknown};
  }
  return at;
}

void for_each_match(const Value& root, std::string_view pattern, const Visit& visit) {
  for_each_match(root, key_parts(pattern), visit);
}

void for_each_match(const Value& root, std::span<const std::string_view> parts,
                    const Visit& visit) {
  MatchWalk(visit).walk({&root, nullptr, root.kind == Value::Kind::kUnknown}, parts, 0);
}

std::string print(const Value& value, std::size_t limit) {
  std::string out;
  print_to(out, value, limit, 0);
  if (out.size() > limit) {
    out.resize(limit);
    while (!out.empty() && (out.back() & 0xc0) == 0x80) out.pop_back();
    if (!out.empty() && (out.back() & 0x80) != 0) out.pop_back();
    out += "...";
  }
  return out;
}

}  // namespace mmlint
