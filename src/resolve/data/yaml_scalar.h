#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace mmlint::resolve {

// One scalar as libyaml's scanner reads it (yaml_parser_scan_plain_scalar, _flow_scalar and
// _block_scalar in libyaml 0.2.5, src/scanner.c), which is what PyYAML's C loader uses.
struct YamlScalar {
  std::string value;
  std::size_t end = 0;  // behind the last byte of its text
  bool plain = false;
};

// The scalar whose text begins at `at`; nullopt if libyaml would refuse it. `indent` is the column
// of the block collection around it, -1 if there is none; `flow` says whether it stands in [] or
// {}.
std::optional<YamlScalar> scan_yaml_scalar(std::string_view text, std::size_t at, int indent,
                                           bool flow);

// Whether a line that begins at `at` is `---` or `...`, with a space or nothing behind.
bool is_document_mark(std::string_view text, std::size_t at);

}  // namespace mmlint::resolve
