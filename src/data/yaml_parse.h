#pragma once

#include <deque>
#include <string>
#include <vector>

#include "data/data_text.h"

namespace mmlint::data {

// One node as PyYAML composes it. The YamlTree owns it. An alias is represented by the node that it
// stands for, so a node may have several parents.
struct YamlNode {
  enum class Kind : std::uint8_t { kScalar, kSequence, kMapping } kind;
  std::string tag;  // in full, implicit ones resolved: "tag:yaml.org,2002:int", "!mine"
  std::string value;
  std::vector<YamlNode*> items;  // of a sequence; of a mapping: key, value, key, value
  Span span;                     // of the node in the file, without its anchor and tag
  Span mark;                     // where PyYAML says it begins: its anchor or tag
};

// The nodes of one document.
struct YamlTree {
  std::deque<YamlNode> nodes;
  YamlNode* root = nullptr;  // null for a file without a document
};

inline constexpr std::string_view kYamlTag = "tag:yaml.org,2002:";
inline constexpr int kMaxYamlDepth = 400;

// Returns the one document of the text, as get_single_node of yaml/_yaml.pyx composes it. Throws
// YamlRefusal.
YamlTree parse_yaml(const DataText& text);

}  // namespace mmlint::data
