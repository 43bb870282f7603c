#pragma once

#include <yaml.h>

#include "data/data_file.h"

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

// Thrown if a YAML text cannot be read. Caught within this folder.
struct YamlRefusal {
  Problem problem;
};

// Both throw a YamlRefusal: the first for an exception of PyYAML, with its name and message, the
// second for a text that exceeds a limit of mmlint, which `limit` describes.
[[noreturn]] void refuse_yaml(Span span, std::string exception, std::string detail,
                              std::vector<Place> places = {});
[[noreturn]] void refuse_large_yaml(Span span, std::string limit);

// Parses one text into libyaml's events. libyaml is also the parser of PyYAML's C loader, so both
// accept the same texts. The text must outlive this object.
class YamlEvents : Pinned {
 public:
  explicit YamlEvents(const DataText& text);  // throws YamlRefusal
  ~YamlEvents();

  // Returns the next event, which is owned by this object and valid until the next call. Throws
  // YamlRefusal with the message and place that libyaml gives.
  const yaml_event_t& next();
  // Converts the position of a mark, which libyaml counts in characters, to a byte offset in the
  // text.
  std::size_t offset(const yaml_mark_t& mark) const;

 private:
  [[noreturn]] void refuse() const;

  const DataText& text_;
  std::vector<std::size_t> starts_;  // byte offset of each character; empty if each is one byte
  yaml_parser_t parser_;
  yaml_event_t event_{};
};

}  // namespace mmlint::data
