#include "app/settings/settings.h"

#include <thread>

#include <unistd.h>

#include "app/settings/mmengine_version.h"
#include "base/paths.h"
#include "report/shown.h"

namespace mmlint::app {
namespace {

template <typename T>
bool same(const std::optional<Said<T>>& a, const std::optional<Said<T>>& b) {
  return a.has_value() == b.has_value() && (!a || a->value == b->value);
}

JudgingSettings of_command_line(const Options& given) {
  JudgingSettings out;
  if (given.target_chosen) out.target = {given.target, "--target"};
  if (!given.select.empty()) out.select = {given.select, "--select"};
  if (!given.ignore.empty()) out.ignore = {given.ignore, "--ignore"};
  return out;
}

// What --show-settings prints of one setting: "name = value  # where".
std::string line(std::string_view name, const std::string& value, const std::string& from) {
  return fmt::format("{:<40}  # {}\n", report::printable(fmt::format("{} = {}", name, value)),
                     report::printable(shown_place(from)));
}

// The error of a setting that names a folder which is not there; nullopt if all are there.
std::optional<Error> missing_folder(const FileSystem& files, const SettingsFile& settings) {
  const auto missing = [&](std::string_view name, const std::string& folder,
                           const std::string& from) -> std::optional<Error> {
    if (files.kind(folder) == FileKind::kFolder) return std::nullopt;
    return Error{
        fmt::format("{}: no such folder: {}", name, relative_path(folder, settings.folder)), from,
        0};
  };
  if (settings.rules) {
    for (const std::string& folder : settings.rules->value) {
      if (auto error = missing("rules", folder, settings.rules->from)) return error;
    }
  }
  for (const auto& [package, folder] : settings.packages) {
    if (auto error = missing("packages." + package, folder.value, folder.from)) return error;
  }
  return std::nullopt;
}

std::string in_quotes(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) out += c == '"' || c == '\\' ? std::string{'\\', c} : std::string{c};
  return out + '"';
}

std::string listed(const std::vector<std::string>& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ", ") + in_quotes(item);
  return "[" + out + "]";
}

constexpr const char* kDefault = "default";

constexpr std::size_t kRoom = 215'000'000;  // bytes; 63,000 public configs take 250 MB with it

std::map<std::string, std::string> environment() {
  std::map<std::string, std::string> out;
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text(*entry);
    const std::size_t equals = text.find('=');
    if (equals != text.npos) out.emplace(text.substr(0, equals), text.substr(equals + 1));
  }
  return out;
}

PackageSettings package_settings(const Options& options,
                                 const std::map<std::string, std::string>& environment,
                                 std::vector<std::string> roots,
                                 const std::string& current_folder) {
  PackageSettings out;
  for (const auto& [package, folder] : options.packages) {
    out.given[package] = absolute_path(folder, current_folder);
  }
  out.roots = std::move(roots);
  for (const std::string& path : options.python_paths) {
    out.python_paths.push_back(absolute_path(path, current_folder));
  }
  const auto active = environment.find("VIRTUAL_ENV");
  if (options.python_paths.empty() && active != environment.end() && !active->second.empty()) {
    out.python_paths.push_back(absolute_path(active->second, current_folder));
  }
  return out;
}

}  // namespace

std::string shown_place(const std::string& from) {
  return from.starts_with('/') ? relative_path(from, current_folder()) : from;
}

Result<Settings> Settings::read(const FileSystem& files, const std::string& root,
                                const Options& given) {
  auto file = read_settings(files, root);
  if (!file) return tl::unexpected(file.error());
  Settings out;
  out.root_ = root;
  out.file_ = std::move(*file);
  out.given_ = of_command_line(given);
  out.options_ = given;
  Options& options = out.options_;
  if (!out.file_) return out;
  const SettingsFile& settings = *out.file_;
  if (auto error = missing_folder(files, settings)) return tl::unexpected(std::move(*error));
  if (settings.exclude && given.exclude.empty()) options.exclude = settings.exclude->value;
  if (settings.rules && given.rules.empty()) options.rules = settings.rules->value;
  for (const auto& [package, folder] : settings.packages)
    options.packages.emplace(package, folder.value);
  for (const auto& [name, value] : settings.environment)
    options.environment.emplace(name, value.value);
  if (settings.mmengine && given.mmengine.empty()) options.mmengine = settings.mmengine->value;
  if (settings.language && given.lang.empty()) options.lang = settings.language->value;
  return out;
}

JudgingSettings Settings::judging_of(const std::string& path) const {
  JudgingSettings out;
  if (file_) {
    out = file_->judging;
    for (const SettingsFile::Override& each : file_->overrides) {
      for (const std::string& pattern : each.files) {
        if (!is_about(pattern, path, root_)) continue;
        out.take(each.judging);
        break;
      }
    }
  }
  out.take(given_);
  return out;
}

Options Settings::options_for(const JudgingSettings& judging) const {
  Options out = options_;
  if (judging.target) {
    out.target = judging.target->value;
    out.target_chosen = true;
  }
  if (judging.select) out.select = judging.select->value;
  if (judging.ignore) out.ignore = judging.ignore->value;
  if (judging.fixable) out.fixable = judging.fixable->value;
  if (judging.unfixable) out.unfixable = judging.unfixable->value;
  for (const auto& [rule, level] : judging.severity) out.severities.emplace_back(rule, level.value);
  return out;
}

std::string Settings::shown(const std::string& path) const {
  const JudgingSettings judging = judging_of(path);
  std::string out = fmt::format("# {}\n", report::printable(path));
  const auto add = [&out](std::string_view name, const auto& said, const std::string& standard,
                          const auto& print) {
    out += said ? line(name, print(said->value), said->from) : line(name, standard, kDefault);
  };
  const auto text = [](const std::string& value) { return in_quotes(value); };
  add("target", judging.target, in_quotes(Options().target), text);
  add("select", judging.select, "[]", listed);
  add("ignore", judging.ignore, "[]", listed);
  add("fixable", judging.fixable, "[]", listed);
  add("unfixable", judging.unfixable, "[]", listed);
  for (const auto& [rule, level] : judging.severity)
    out += line("severity." + rule, in_quotes(to_string(level.value)), level.from);
  using List = std::optional<Said<std::vector<std::string>>>;
  using Text = std::optional<Said<std::string>>;
  const auto given_list = [](const std::vector<std::string>& given, const char* option,
                             const List& said) {
    return given.empty() || (said && said->value == given) ? said : List({given, option});
  };
  const auto given_text = [](const std::string& given, const char* option, const Text& said) {
    return given.empty() || (said && said->value == given) ? said : Text({given, option});
  };
  const SettingsFile none;
  const SettingsFile& file = file_ ? *file_ : none;
  add("exclude", given_list(options_.exclude, "--exclude", file.exclude), "[]", listed);
  add("rules", given_list(options_.rules, "--rules", file.rules), "[]", listed);
  const auto pairs = [&out](std::string_view name, const auto& all, const auto& said,
                            const char* option) {
    for (const auto& [key, value] : all) {
      const auto known = said.find(key);
      const bool is_said = known != said.end() && known->second.value == value;
      out += line(fmt::format("{}.{}", name, key), in_quotes(value),
                  is_said ? known->second.from : option);
    }
  };
  pairs("packages", options_.packages, file.packages, "--package");
  pairs("env", options_.environment, file.environment, "--env");
  Text mmengine = given_text(options_.mmengine, "--mmengine", file.mmengine);
  if (!mmengine) {
    Options of_path = options_;
    of_path.paths = {path};
    const auto pinned = mmengine_version(of_path);
    if (pinned && !pinned->place.empty())
      mmengine = {catalog::printed(pinned->version), pinned->place};
  }
  add("mmengine", mmengine, in_quotes(catalog::printed(catalog::kNewestVersion)), text);
  add("language", given_text(options_.lang, "--lang", file.language), "\"\"", text);
  return out;
}

Result<Options> with_settings(const Options& given, const std::string& path) {
  const DiskFileSystem files;
  const std::string current = current_folder();
  const std::string absolute = absolute_path(path, current);
  const std::string root =
      given.root.empty() ? find_root(files, absolute, current) : absolute_path(given.root, current);
  const auto settings = Settings::read(files, root, given);
  if (!settings) {
    Error error = settings.error();
    error.path = relative_path(error.path, current);
    return tl::unexpected(std::move(error));
  }
  return settings->options_for(settings->judging_of(absolute));
}

bool same_judging(const JudgingSettings& a, const JudgingSettings& b) {
  const auto same_levels = [](const auto& x, const auto& y) {
    return x.first == y.first && x.second.value == y.second.value;
  };
  return same(a.target, b.target) && same(a.select, b.select) && same(a.ignore, b.ignore) &&
         same(a.fixable, b.fixable) && same(a.unfixable, b.unfixable) &&
         std::equal(a.severity.begin(), a.severity.end(), b.severity.begin(), b.severity.end(),
                    same_levels);
}

std::string root_of_first(const Options& options) {
  const std::string here = current_folder();
  if (here.empty() || options.paths.empty()) return ".";
  const std::string& first = options.paths.front();
  return find_root(DiskFileSystem(),
                   absolute_path(first == "-" ? options.stdin_filename : first, here), here);
}

int thread_count(const Options& options) {
  if (options.jobs > 0) return options.jobs;
  const unsigned processors = std::thread::hardware_concurrency();
  return processors == 0 ? 1 : static_cast<int>(std::min(processors, 64u));
}

// What --env says comes first. Nothing else is read from the process unless that was asked for, so
// that a project is judged alike on every machine.
project::Settings workspace_settings(const Options& options, std::vector<std::string> roots,
                                     const std::string& current_folder) {
  project::Settings out;
  out.environment = options.environment;
  if (options.env_from_process) out.environment.merge(environment());
  out.knows_all_variables = options.env_from_process;
  out.jobs = thread_count(options);
  out.packages = package_settings(options, out.environment, std::move(roots), current_folder);
  // Of the commands only `check` judges families of configs one after the other.
  if (options.command == "check") out.room = kRoom;
  return out;
}

}  // namespace mmlint::app
