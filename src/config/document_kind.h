#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/document.h"
#include "value/value.h"

namespace mmlint::config {

enum class DocumentKind : std::uint8_t { kConfig, kScript, kShell, kOther };

const char* to_string(DocumentKind kind);  // "config", "script", "shell", "other"

// True for a shell script, by its name or its first line.
bool is_shell(std::string_view path, std::string_view text);

// Returns what another file is, by its name and text: docs/reference.md, "Which file is what". A
// script that a config inherits is a config as well, which that config decides.
DocumentKind classify(std::string_view path, const syntax::Document& document);

// Returns true if nothing in a Python file says that it is a config, so that its folder decides.
bool is_config_by_folder(const syntax::Document& document);

// Returns what a JSON or YAML file is: a config if it has a top-level `_base_`. `root` is what it
// holds, or null if it cannot be read.
DocumentKind classify_data(std::string_view path, std::string_view text, const Value* root);

// True for the keys that MMEngine's Runner.from_cfg reads (mmengine/runner/runner.py).
bool is_runner_key(std::string_view key);

}  // namespace mmlint::config
