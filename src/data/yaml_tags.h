#pragma once

#include "base/std.h"

namespace mmlint::data {

// Returns the tag, without "tag:yaml.org,2002:", that PyYAML gives a plain scalar by its text:
// bool, int, float, null, timestamp, merge, value or str (YAML 1.1; Resolver in yaml/resolver.py).
std::string_view implicit_yaml_tag(std::string_view text);

// Returns true if a text has the form of a timestamp that construct_yaml_timestamp in
// yaml/constructor.py accepts.
bool is_timestamp(std::string_view text);
// Returns such a timestamp as datetime's isoformat() writes it, or nullopt if datetime refuses it.
std::optional<std::string> iso_date(std::string_view text);

// Decodes a text as base64.decodebytes does; returns nullopt if that raises.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace mmlint::data
