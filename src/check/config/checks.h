#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "check/config/matcher.h"

namespace mmlint::check {

// Whether {"config": NAME} holds. The names of both are in catalog/vocabulary.h; another one is an
// internal error.
bool has_fact(std::string_view name, const ConfigView& view);

// What {"check": NAME} of a rule about configs says. `files` serves those that look at other files
// of the project.
Answer run_check(std::string_view name, const ConfigView& view, const FileSystem& files);

// The text of the module of the project that creates the process group for a config that is ok():
// the first one that it or its bases import.
std::optional<std::string> process_group_module(const config::Resolved& config,
                                                const FileSystem& files);

// Whether a module that the config imports creates the process group with arguments of its own.
// MMEngine makes none then, and nobody reads env_cfg.dist_cfg.
bool dist_cfg_is_not_read(const ConfigView& view, const FileSystem& files);

}  // namespace mmlint::check
