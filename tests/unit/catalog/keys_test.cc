// rules/schema.json, rules/targets/schema.json and rules/logs/schema.json say what the loader
// reads: they are written from the keys that the structs name (catalog/keys.h). With
// MMLINT_UPDATE=1 this test writes them. Descriptions and what holds between several keys are kept
// from the file.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/file_system.h"
#include "catalog/load_value.h"

namespace mmlint::catalog {
namespace {

using Dict = Literal::Dict;

Literal text(std::string_view words) {
  return Literal{std::string(words)};
}
Literal list(std::vector<Literal> items) {
  return Literal{std::move(items)};
}
Literal enum_of(std::span<const std::string_view> names) {
  Literal::List items;
  for (const std::string_view name : names) items.push_back(text(name));
  return Literal{Dict{{"enum", Literal{std::move(items)}}}};
}
Literal type(const char* name, Dict more = {}) {
  more.emplace(more.begin(), "type", text(name));
  return Literal{std::move(more)};
}
Literal list_of(Literal item) {
  return type("array", {{"minItems", Literal{std::int64_t{1}}}, {"items", std::move(item)}});
}
Literal non_empty(const char* name) {
  return type(name, {{name == std::string_view("string") ? "minLength" : "minProperties",
                      Literal{std::int64_t{1}}}});
}
Literal refer(std::string_view name) {
  return Literal{Dict{{"$ref", text("#/$defs/" + std::string(name))}}};
}
// What the file has there.
const Literal kKept = text("kept");

template <HasKeys T>
Literal schema(const T& x);

// What a file may have for a member, by its type and the third argument of keys.h.
Literal schema(const bool&, const auto&...) {
  return type("boolean");
}
Literal schema(const std::string&) {
  return non_empty("string");
}
Literal schema(const std::string&, as::Sentence) {
  return non_empty("string");
}
Literal schema(const std::string&, const Format& format) {
  return type("string", {{"pattern", text(format.regex->pattern())}});
}
Literal schema(const std::string&, std::span<const std::string_view> names) {
  return enum_of(names);
}
Literal schema(const Version&) {
  return type("string", {{"pattern", text(kNumbers.regex->pattern())}});
}
Literal schema(const std::size_t&, as::FromOne) {
  return type("integer", {{"minimum", Literal{std::int64_t{1}}}});
}
Literal schema(const std::uint8_t&, as::Answers) {
  return refer("answers");
}
Literal schema(const std::uint8_t&, as::Unset) {
  return type("boolean");
}
Literal schema(const QuestionPattern&) {
  return non_empty("string");
}
Literal schema(const std::shared_ptr<const Regex>&) {
  return non_empty("string");
}
Literal schema(const LocalizedText&, const auto&...) {
  return refer("text");
}
Literal schema(const Literal&) {
  return Literal{Dict{}};
}
Literal schema(const Literal&, as::Text) {
  return type("string");
}
Literal schema(const Literal&, as::Names) {
  return refer("names");
}
Literal schema(const Literal&, as::Groups) {
  return kKept;
}
Literal schema(const Literal&, std::span<const std::string_view> names) {
  return list_of(enum_of(names));
}
Literal schema(const Facts&, as::Facts) {
  return refer("facts");
}
Literal schema(const Facts&, as::Past) {
  return non_empty("object");
}
Literal schema(const Match&) {
  return refer("match");
}
Literal schema(const std::vector<Match>&, as::Only) {
  return refer("match");
}
Literal schema(const std::vector<ValueTest>&, const TestName& test) {
  switch (test.kind) {
    case ValueTest::Kind::kAbsent:
    case ValueTest::Kind::kPresent:
      return Literal{Dict{{"const", Literal{true}}}};
    case ValueTest::Kind::kIs:
      return enum_of(kTypes);
    case ValueTest::Kind::kEquals:
      return Literal{Dict{}};
    case ValueTest::Kind::kOneOf:
      return Literal{Dict{{"type", list({text("array"), text("string")})}}};
    case ValueTest::Kind::kMatches:
      return type("string");
  }
  return kKept;
}
Literal schema(const FixAction&) {
  return refer("action");
}
Literal schema(const RuleFix&) {
  return refer("fix");
}
Literal schema(const Example&) {
  return refer("example");
}
Literal schema(const ExampleFile&) {
  return refer("file");
}
Literal schema(const std::vector<std::string>&, as::MayBeEmpty) {
  return type("array", {{"items", non_empty("string")}});
}
template <class Enum>
requires std::is_enum_v<Enum> Literal schema(const Enum&) {
  return enum_of(names_of(kNames<Enum>));
}
template <class T>
Literal schema(const std::vector<std::pair<std::string, T>>&) {
  return type("object", {{"additionalProperties", schema(T())}});
}
template <class T>
Literal schema(const std::optional<T>&, const auto&... how) {
  return schema(T(), how...);
}
template <class T>
Literal schema(const std::vector<T>&, const auto&... how) {
  return list_of(schema(T(), how...));
}

// The visitor of keys.h.
struct Properties {
  Dict all;
  Literal::List required;
  bool in_match = false;  // a list may be the name of one that the rule defines

  void may(std::string_view key, const auto& x, const auto&... how) {
    Literal one = schema(x, how...);
    if (const Literal* items = find(one, "items");
        in_match && items && *items == non_empty("string"))
      one = refer("list");
    all.emplace_back(key, std::move(one));
  }
  void must(std::string_view key, const auto& x, const auto&... how) {
    may(key, x, how...);
    required.push_back(text(key));
  }
  void may(std::string_view key, const At& at) {
    Properties object;
    object.must("definition_of", at.key, kTopLevel);
    object.may("else", at.other, kTopLevel);
    all.emplace_back(key, Literal{Dict{{"anyOf", list({schema(at.kind), object.take()})}}});
  }
  void inside(auto& x) { std::remove_reference_t<decltype(x)>::keys(x, *this); }
  void own(const auto&...) {}
  Literal take() {
    Dict out{{"additionalProperties", Literal{false}}};
    if (!required.empty()) out.emplace_back("required", Literal{std::move(required)});
    out.emplace_back("properties", Literal{std::move(all)});
    return type("object", std::move(out));
  }
};

template <HasKeys T>
Literal schema(const T& x) {
  Properties out;
  T::keys(x, out);
  return out.take();
}

template <HasKeys T>
Literal object_of(const T& x) {
  Properties out;
  T::keys(x, out);
  return out.take();
}

// The definitions of rules/schema.json: fixes, verbs, and the forms of matches.
Dict definitions() {
  Dict out{{"text", kKept}, {"facts", non_empty("object")}, {"names", kKept}};
  for (const char* name : {"list", "words", "answers", "lines"}) out.emplace_back(name, kKept);
  Literal::List forms, verbs;
  Dict each;
  for_each_form([&](std::string_view key, Match::Kind /*kind*/, auto keys) {
    Properties form;
    form.in_match = true;
    Match match;
    keys(match, form);
    const std::string name = "match." + std::string(key);
    forms.push_back(refer(name));
    each.emplace_back(name, form.take());
  });
  std::size_t index = 0;
  for_each_kind(static_cast<FixAction*>(nullptr), [&]<class Verb>() {
    Properties words;
    words.must("do", std::string(), std::span(&kVerbs[index++].name, 1));
    Verb verb;
    if constexpr (HasKeys<Verb>) Verb::keys(verb, words);
    const std::string name = "do." + std::string(kVerbs[index - 1].name);
    verbs.push_back(refer(name));
    each.emplace_back(name, words.take());
  });
  out.emplace_back("match", Literal{Dict{{"oneOf", Literal{std::move(forms)}}}});
  out.emplace_back("fix", object_of(RuleFix()));
  out.emplace_back("action", Literal{Dict{{"oneOf", Literal{std::move(verbs)}}}});
  out.emplace_back("example", object_of(Example()));
  out.emplace_back("file", kKept);
  out.insert(out.end(), each.begin(), each.end());
  return out;
}

// The schema of a file, with what the loader knows and what only `old` says. `keywords` is true
// where keys are keywords of a schema, and not names of members.
Literal merged(const Literal* old, const Literal& now, bool keywords = true) {
  if (now == kKept && old) return *old;
  if (!now.dict() || !old || !old->dict()) return now;
  const auto in_old = [&](const std::string& key) -> const Literal* {
    for (const auto& [name, value] : *old->dict()) {
      if (name == key) return &value;
    }
    return nullptr;
  };
  Dict out;
  for (const auto& [key, value] : *old->dict()) {
    constexpr std::array<std::string_view, 8> kNotes = {"$schema",       "title",    "description",
                                                        "default",       "anyOf",    "oneOf",
                                                        "minProperties", "minLength"};
    const bool note = std::find(kNotes.begin(), kNotes.end(), key) != kNotes.end();
    const auto is_it = [&key = key](const auto& member) { return member.first == key; };
    const bool known = std::any_of(now.dict()->begin(), now.dict()->end(), is_it);
    if (keywords && note && !known) out.emplace_back(key, value);
  }
  for (const auto& [key, value] : *now.dict()) {
    const bool names = keywords && (key == "properties" || key == "$defs");
    out.emplace_back(key, merged(in_old(key), value, !names));
  }
  return Literal{std::move(out)};
}

std::string quoted(std::string_view words) {
  std::string out = "\"";
  for (const char c : words) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + '"';
}

// JSON on one line where it fits.
std::string printed(const Literal& value, std::size_t indent, bool on_one_line) {
  if (const auto* flag = std::get_if<bool>(&value.value)) return *flag ? "true" : "false";
  if (const auto* number = std::get_if<std::int64_t>(&value.value)) return std::to_string(*number);
  if (value.string()) return quoted(*value.string());
  const bool is_list = value.list() != nullptr;
  const auto joined = [&](bool one_line) {
    std::string out;
    const std::string next = one_line ? " " : "\n" + std::string(indent + 2, ' ');
    const auto add = [&](const std::string& key, const Literal& item) {
      out += out.empty() ? (one_line ? "" : next) : "," + next;
      out += key + printed(item, indent + 2, one_line);
    };
    for (const Literal& item : is_list ? *value.list() : Literal::List()) add("", item);
    for (const auto& [key, item] : is_list ? Dict() : *value.dict()) add(quoted(key) + ": ", item);
    return (is_list ? "[" : "{") + out + (one_line ? "" : "\n" + std::string(indent, ' ')) +
           (is_list ? "]" : "}");
  };
  std::string line = joined(true);
  return on_one_line || indent + line.size() < 200 ? line : joined(false);
}

void check_file(const std::string& name, Literal now) {
  CAPTURE(name);
  const std::string path = MMLINT_SOURCE "/rules/" + name;
  const auto json = DiskFileSystem().read(path);
  REQUIRE(json);
  const auto old = parse_json(*json, path);
  REQUIRE(old);
  const std::string wanted = printed(merged(&*old, now), 0, false) + '\n';
  if (std::getenv("MMLINT_UPDATE"))
    std::ofstream(path, std::ios::binary) << wanted;
  else
    CHECK_MESSAGE(*json == wanted, "MMLINT_UPDATE=1 scripts/test -R unit.catalog writes it");
}

TEST_CASE("the schemas have the keys that are loaded") {
  Properties rule;
  rule.all.emplace_back("define", kKept);
  const Rule empty;
  Rule::keys(empty, rule);
  Literal of_rules = rule.take();
  std::get<Dict>(of_rules.value).emplace_back("$defs", Literal{definitions()});
  check_file("schema.json", of_rules);
  for (const auto& [name, object] : {std::pair("targets/schema.json", object_of(Target())),
                                     std::pair("logs/schema.json", object_of(Signature()))}) {
    Literal whole = object;
    std::get<Dict>(whole.value).emplace_back("$defs", Literal{Dict{{"text", kKept}}});
    check_file(name, whole);
  }
}

}  // namespace
}  // namespace mmlint::catalog
