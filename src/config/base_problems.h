#pragma once

#include "config/load.h"

namespace mmlint::config {

// Returns the problem of a base that could not be read: MM002, MM009 for one in a package, or the
// PermissionError that MMEngine gets when it opens the file. It suggests the path that may have
// been meant: the same one from a folder further up (one `../` too few or too many), else one that
// is spelled similarly. `config` is the absolute path of the config that names the base. Nothing is
// suggested unless `asks_nearest`.
Problem missing_base(const BaseLink& link, const std::string& config, const LoadedFile& base,
                     const FileSystem& files, bool asks_nearest);

// has_config_type() returns true for .py, .json, .yaml and .yml, the only types of files that
// MMEngine loads (rule E03). no_config_type() returns the problem of any other file.
bool has_config_type(const std::string& path);
Problem no_config_type(const Span& where);

// Returns the problem of a classic config that inherits a lazy one, or the other way round (MM005).
Problem mixed_styles(const BaseLink& link, const Mode& own, const Mode& base);

// Returns the problem of an analysis that ends at a limit, such as "400 nested values".
Problem limit_reached(Span span, std::string limit);

}  // namespace mmlint::config
