#pragma once

#include <span>

#include "resolve/data/yaml_parse.h"

namespace mmlint::resolve {

// One event of yaml-cpp's parser. Internal to this folder.
struct YamlEvent {
  enum class Type : std::uint8_t { kNull, kScalar, kAlias, kSequence, kMapping, kEnd } type;
  std::size_t at;  // where the node begins, its anchor and tag included; not of kEnd
  bool flow;
  std::string tag;  // "?" for a plain scalar or a collection without one, "!" for a quoted scalar
  std::size_t anchor;  // 0: none
  std::string value;
};

// The nodes of one document. Reads the text beside the events: it must hold exactly what they say,
// by libyaml's rules.
std::variant<YamlTree, YamlRefusal> build_yaml(const DataText& text,
                                               std::span<const YamlEvent> events);

}  // namespace mmlint::resolve
