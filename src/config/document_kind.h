#pragma once

#include <cstdint>
#include <string_view>

#include "syntax/document.h"
#include "value/value.h"

namespace mmlint::config {

enum class DocumentKind : std::uint8_t { kConfig, kScript, kShell, kOther };

const char* to_string(DocumentKind kind);  // "config", "script", "shell", "other"

// A shell script, by its name or its first line.
bool is_shell(std::string_view path, std::string_view text);

// What any other file is, by its name and its text; design.md, section 2, Documents. A script that
// another config inherits is a config as well, which its importer decides.
DocumentKind classify(std::string_view path, const syntax::Document& document);

// The same for a JSON or YAML file: a config if it has a top-level `_base_`. `root` is what it
// holds, null if it cannot be read.
DocumentKind classify_data(std::string_view path, std::string_view text, const Value* root);

// Keys that MMEngine's Runner.from_cfg reads (mmengine/runner/runner.py).
bool is_runner_key(std::string_view key);

}  // namespace mmlint::config
