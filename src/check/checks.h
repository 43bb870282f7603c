#pragma once

#include <string_view>

#include "check/matcher.h"

namespace mmlint::check {

// The functions behind {"check": NAME} of rule files; the names are in catalog/vocabulary.h.
Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files);

}  // namespace mmlint::check
