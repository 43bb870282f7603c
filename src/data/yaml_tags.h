#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mmlint::data {

// The tag, without "tag:yaml.org,2002:", that PyYAML gives a plain scalar by its text: bool, int,
// float, null, timestamp, merge, value or str (YAML 1.1; Resolver in yaml/resolver.py).
std::string_view implicit_yaml_tag(std::string_view text);

// The form that construct_yaml_timestamp in yaml/constructor.py takes.
bool is_timestamp(std::string_view text);
// A timestamp as datetime's isoformat() writes it; nullopt if datetime refuses it.
std::optional<std::string> iso_date(std::string_view text);

// As base64.decodebytes; nullopt if it refuses the text.
std::optional<std::string> decode_base64(std::string_view text);

}  // namespace mmlint::data
