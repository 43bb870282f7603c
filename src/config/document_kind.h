#pragma once

#include "syntax/document.h"
#include "value/value.h"

namespace mmlint::config {

enum class DocumentKind : std::uint8_t { kConfig, kScript, kShell, kOther };

// Returns true for a shell script: by its extension, else by its first line.
bool is_shell(std::string_view path, std::string_view text);

// What is known of a file before anything of it is parsed.
struct Classified {
  DocumentKind kind;
  bool by_folder = false;  // of a config: nothing in it says that it is one, so its folder decides
};
// Returns the kind of a file by its text and its path below the root of its project. The file must
// not be a shell script. The rules are in docs/reference.md, "Which file is what". A file that a
// config inherits is a config too, even if this returns kScript: the caller decides that.
Classified classify(std::string_view path, const syntax::Document& document);

// Returns true for a path, below the root of its project, in a folder configs, config or cfgs.
bool is_below_config_folder(std::string_view path);
// Returns true for a path of a base by its name, or by that of a folder: _base_/x.py, _base_x.py.
bool is_named_as_base(std::string_view path);

// Returns the kind of a JSON or YAML file: kConfig if it has a top-level `_base_`, else kOther.
// `root` is the value that it holds, or null if it cannot be read; then its text decides.
DocumentKind classify_data(std::string_view path, std::string_view text, const Value* root);

// Returns true for the keys of a config that MMEngine's Runner.from_cfg reads
// (mmengine/runner/runner.py). runner_keys() returns all of them.
bool is_runner_key(std::string_view key);
std::span<const std::string> runner_keys();

}  // namespace mmlint::config
