#include "config/base_problems.h"

namespace mmlint::config {

Problem limit_reached(Span span, std::string limit) {
  return {ProblemKind::kLimitReached, span, {{"limit", std::move(limit)}}, {}};
}

namespace {

constexpr int kFoldersUp = 4;

// Absolute; empty if nothing is like it.
std::string meant(const BaseLink& link, const std::string& config, const FileSystem& files) {
  std::string_view tail = link.text;
  while (tail.starts_with("./") || tail.starts_with("../")) tail.remove_prefix(tail.find('/') + 1);
  std::string folder = parent_folder(config);
  for (int i = 0; i < kFoldersUp && folder != "/"; ++i, folder = parent_folder(folder)) {
    const std::string path = join_path(folder, tail);
    if (path != config && files.kind(path) == FileKind::kFile) return path;
  }
  return nearest_path(files, link.path).value_or("");
}

// The outermost folder on the way to a path that does not exist; empty if all of them do.
std::string missing_folder(const std::string& path, const FileSystem& files) {
  std::string out;
  for (std::string folder = parent_folder(path);
       folder != "/" && files.kind(folder) == FileKind::kMissing; folder = parent_folder(folder)) {
    out = folder;
  }
  return out;
}

// The folder of an installed or given package that has no folder of configs; empty for a base that
// is in no package, and if there is one. See Packages::config().
std::string package_without_configs(const BaseLink& link, const FileSystem& files) {
  const std::size_t package = link.text.find("::");
  if (package == std::string::npos) return {};
  const std::string given = "/configs/" + link.text.substr(package + 2);
  const std::size_t mim = link.path.find("/.mim/");
  if (mim == std::string::npos && !link.path.ends_with(given)) return {};
  const std::string folder =
      link.path.substr(0, mim != std::string::npos ? mim : link.path.size() - given.size());
  const std::string configs = join_path(folder, mim != std::string::npos ? ".mim" : "configs");
  return files.kind(configs) == FileKind::kFolder ? std::string() : folder;
}

// The folder of configs of the repository that a config is in, if that makes the package itself;
// empty if it does not.
std::string configs_of_own(const std::string& package, const std::string& config,
                           const FileSystem& files) {
  std::string folder = parent_folder(config);
  for (; folder != "/"; folder = parent_folder(folder)) {
    const std::string init = join_path(join_path(folder, package), "__init__.py");
    const std::string configs = join_path(folder, "configs");
    if (files.kind(init) == FileKind::kFile && files.kind(configs) == FileKind::kFolder)
      return configs;
  }
  return {};
}

}  // namespace

Problem missing_base(const BaseLink& link, const std::string& config, const LoadedFile& base,
                     const FileSystem& files, bool asks_nearest) {
  const std::size_t colons = link.path.find("::");
  if (colons != std::string::npos) {
    const std::string package = link.path.substr(0, colons);
    const std::string own = configs_of_own(package, config, files);
    return {ProblemKind::kPackageBaseNotFound,
            link.span,
            {{"base", link.path}, {"package", package}, {"resolved", own}},
            {},
            own.empty() ? package : link.path,
            own.empty() ? "" : "own"};
  }
  const std::size_t package = link.text.find("::");
  if (const std::string folder = package_without_configs(link, files); !folder.empty()) {
    return {ProblemKind::kPackageBaseNotFound,
            link.span,
            {{"base", link.text}, {"package", link.text.substr(0, package)}, {"resolved", folder}},
            {},
            folder,
            "no-configs"};
  }
  if (base.error && base.error->message == kMayNotRead) {
    return config_raises(link.span, "PermissionError",
                         fmt::format("[Errno 13] Permission denied: '{}'", link.text));
  }
  const std::string folder = missing_folder(link.path, files);
  const std::string path = asks_nearest ? meant(link, config, files) : std::string();
  return {ProblemKind::kBaseNotFound,
          link.span,
          {{"base", link.text},
           {"resolved", link.path},
           {"nearest", path.empty() ? "" : relative_path(path, parent_folder(config))},
           {"folder", folder},
           {"detail", base.error ? base.error->message : ""}},
          {},
          folder.empty() ? "" : link.path};
}

bool has_config_type(const std::string& path) {
  return extension(path) == ".py" || data::is_data_file(path);
}

Problem no_config_type(const Span& where) {
  return config_raises(where, "OSError", "only .py, .yaml, .yml and .json files can be configs");
}

Problem mixed_styles(const BaseLink& link, const Mode& own, const Mode& base) {
  const auto name = [](const Mode& mode) { return mode.lazy ? "lazy" : "classic"; };
  Problem out{ProblemKind::kMixedConfigStyles,
              link.span,
              {{"base", link.text}, {"style", name(own)}, {"base_style", name(base)}},
              {}};
  out.places.push_back({base.at,
                        {fmt::format("this makes the base {}", name(base)),
                         fmt::format("这使基础配置成为 {} 风格", name(base))}});
  if (own.at.known() && !own.at.contains(link.span)) {
    out.places.push_back({own.at,
                          {fmt::format("this makes the config {}", name(own)),
                           fmt::format("这使配置成为 {} 风格", name(own))}});
  }
  return out;
}

}  // namespace mmlint::config
