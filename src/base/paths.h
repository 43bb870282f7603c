#pragma once

#include <string>
#include <string_view>

namespace mmlint {

// Functions on paths as text: UTF-8 or raw bytes, separated by '/'. None of them touches the disk.

// Makes a path absolute and lexically normal, as os.path.abspath does: without "." and "..",
// without a slash at the end. Two leading slashes become one.
std::string absolute_path(std::string_view path, std::string_view current_folder);
std::string parent_folder(std::string_view path);   // "/a/b.py" -> "/a"; "/" -> "/"
std::string_view file_name(std::string_view path);  // "b.py"
std::string_view stem(std::string_view path);       // "b": only the last extension removed
std::string_view extension(std::string_view path);  // ".py", as os.path.splitext
std::string join_path(std::string_view folder,
                      std::string_view path);  // as os.path.join, normalised
// Returns true if `path` is `folder` or lies below it.
bool is_below(std::string_view path, std::string_view folder);
// Returns `path` relative to `folder`, as os.path.relpath does: "../x" where needed, "." for the
// folder itself.
std::string relative_path(std::string_view path, std::string_view folder);
// Returns true if the whole path matches the pattern. '*' and '?' stop at '/', "**/" and "/**"
// cross folders, and [a-z] means what it means in the shell.
bool glob_matches(std::string_view pattern, std::string_view path);

}  // namespace mmlint
