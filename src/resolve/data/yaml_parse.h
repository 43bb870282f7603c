#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "resolve/data/data_text.h"
#include "resolve/problem.h"

namespace mmlint::resolve {

// One node as PyYAML composes it. An alias is the node it stands for.
struct YamlNode {
  enum class Kind : std::uint8_t { kScalar, kSequence, kMapping } kind;
  std::string tag;  // in full, implicit ones resolved: "tag:yaml.org,2002:int", "!mine"
  std::string value;
  std::vector<YamlNode*> items;  // of a mapping: key, value, key, value
  Span span;                     // without anchor and tag
};

struct YamlTree {
  std::deque<YamlNode> nodes;
  YamlNode* root = nullptr;  // null for a file without a document
};

// Why a text gives no tree: PyYAML refuses it, or its parser and ours might read it differently, so
// that nothing is known of it.
inline constexpr std::string_view kReadDifferently = "YAML that parsers read in different ways";
struct YamlRefusal {
  std::optional<Problem> problem;
  std::string unknown;  // if there is no problem
  Span span;
};

// One document, parsed by yaml-cpp. Wherever its reading is not that of libyaml, which PyYAML uses,
// the text is refused as unknown rather than read another way.
std::variant<YamlTree, YamlRefusal> parse_yaml(const DataText& text);

}  // namespace mmlint::resolve
