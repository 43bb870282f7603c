#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/config/matcher.h"

namespace mmlint::check {

// The functions behind {"check": NAME} of rule files; the names are in catalog/vocabulary.h.
Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files);

// The text of the module of the project that creates the process group for a config that is ok():
// the first one that it or its bases import.
std::optional<std::string> process_group_module(const config::Resolved& config,
                                                const FileSystem& files);

// Whether a module that the config imports creates the process group with arguments of its own.
// MMEngine makes none then, and nobody reads env_cfg.dist_cfg.
bool dist_cfg_is_not_read(const ConfigView& view, const FileSystem& files);

}  // namespace mmlint::check
