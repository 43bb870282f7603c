#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/json_reader.h"
#include "catalog/signature.h"

namespace mmlint::catalog {

// Loads a file of rules/logs/, called NAME.json. Codes of rules in it are checked against `codes`;
// its regular expressions may have facts that all targets share (target.h), of which it
// takes those of `any`. What is wrong is noted in the file; the signature is then incomplete.
Signature load_signature(JsonFile& file, std::span<const std::string_view> codes,
                         const Target& any);

// Returns the signatures inside the binary, sorted by name. The first fault is an error that names
// file and key, such as a code that the catalog does not have.
Result<std::vector<Signature>> load_signatures(const Catalog& catalog);

}  // namespace mmlint::catalog
