#pragma once

#include <string_view>

#include "check/matcher.h"

namespace mmlint::check {

// The functions behind {"check": NAME} of rule files; the names are in catalog/vocabulary.h.
Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files);

// Whether a module that the config imports creates the process group with arguments of its own.
// MMEngine makes none then, and nobody reads env_cfg.dist_cfg.
bool dist_cfg_is_not_read(const ConfigView& view, const FileSystem& files);

}  // namespace mmlint::check
