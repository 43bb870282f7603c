#include "app/settings/settings_file.h"

#include <toml++/toml.h>

#include "base/algorithms.h"
#include "base/paths.h"
#include "base/text.h"

namespace mmlint::app {
namespace {

constexpr std::uint64_t kMostBytes = 1u << 20;

// A wrong setting; read_settings() turns it into its result.
struct Wrong {
  Error error;
};

// Reads one table, key by key. Each function throws Wrong for a value of another kind.
class Table {
 public:
  Table(const toml::table& table, const std::string& path) : table_(table), path_(path) {}

  using Read = std::function<void(const toml::node&, const std::string& from)>;
  // Reads a key, if it is there.
  void key(std::string_view name, const Read& read) {
    known_.emplace_back(name);
    if (const toml::node* node = table_.get(name)) read(*node, place(*node));
  }
  // Complains of a key that none of the calls has named.
  void nothing_else(std::string_view where,
                    const std::map<std::string, std::string>& elsewhere = {}) const {
    for (const auto& [name, node] : table_) {
      const std::string word(name.str());
      if (is_in(word, known_)) continue;
      if (const auto why = elsewhere.find(word); why != elsewhere.end()) fail(node, why->second);
      const auto near = nearest(word, known_);
      fail(node, fmt::format("unknown setting '{}'{}{}", word, where,
                             near ? fmt::format(", did you mean '{}'?", *near)
                                  : fmt::format("; known: {}", fmt::join(known_, ", "))));
    }
  }

  std::string text(const toml::node& node, std::string_view name) const {
    if (const auto* value = node.as_string(); value && !value->get().empty()) return value->get();
    fail(node, fmt::format("'{}' must be a text, such as {} = \"...\"", name, name));
  }
  std::vector<std::string> texts(const toml::node& node, std::string_view name) const {
    const toml::array* list = node.as_array();
    if (!list) fail(node, fmt::format("'{}' must be a list of texts: {} = [\"...\"]", name, name));
    std::vector<std::string> out;
    for (const toml::node& item : *list) out.push_back(text(item, name));
    return out;
  }
  // One text, or a list of them.
  std::vector<std::string> some(const toml::node& node, std::string_view name) const {
    return node.is_array() ? texts(node, name) : std::vector<std::string>{text(node, name)};
  }
  // Returns texts of a node that are patterns for paths.
  std::vector<std::string> patterns(const toml::node& node, std::vector<std::string> texts) const {
    for (const std::string& pattern : texts) {
      if (const std::string wrong = wrong_in_pattern(pattern); !wrong.empty()) fail(node, wrong);
    }
    return texts;
  }
  const toml::table& table(const toml::node& node, std::string_view name) const {
    if (const toml::table* table = node.as_table()) return *table;
    fail(node, fmt::format("'{}' must be a table, such as [{}]", name, name));
  }
  std::string place(const toml::node& node) const {
    return fmt::format("{}:{}", path_, node.source().begin.line);
  }
  [[noreturn]] void fail(const toml::node& node, std::string message) const {
    throw Wrong{{std::move(message), path_, node.source().begin.line}};
  }
  const std::string& path() const { return path_; }

 private:
  const toml::table& table_;
  const std::string& path_;
  std::vector<std::string> known_;
};

Severity read_severity(const Table& table, const toml::node& node, std::string_view rule) {
  const std::string name = table.text(node, rule);
  for (const Severity each : {Severity::kInfo, Severity::kWarning, Severity::kError}) {
    if (name == to_string(each)) return each;
  }
  table.fail(node, fmt::format("the severity of {} must be \"info\", \"warning\" or \"error\"; to "
                               "have a rule off, write it into 'ignore'",
                               rule));
}

JudgingSettings read_judging(Table& table) {
  JudgingSettings out;
  table.key("target", [&](const auto& node, const auto& from) {
    out.target = {fmt::format("{}", fmt::join(table.some(node, "target"), ",")), from};
  });
  const auto list = [&](std::string_view name, auto& into) {
    table.key(name, [&](const auto& node, const auto& from) {
      into = Said<std::vector<std::string>>{table.texts(node, name), from};
    });
  };
  list("select", out.select);
  list("ignore", out.ignore);
  list("fixable", out.fixable);
  list("unfixable", out.unfixable);
  table.key("severity", [&](const auto& node, const auto&) {
    for (const auto& [rule, level] : table.table(node, "severity")) {
      const std::string name(rule.str());
      out.severity[name] = {read_severity(table, level, name), table.place(level)};
    }
  });
  return out;
}

std::map<std::string, Said<std::string>> read_pairs(const Table& table, const toml::node& node,
                                                    std::string_view name) {
  std::map<std::string, Said<std::string>> out;
  for (const auto& [key, value] : table.table(node, name))
    out[std::string(key.str())] = {table.text(value, key.str()), table.place(value)};
  return out;
}

SettingsFile::Override read_override(const toml::table& one, const std::string& path) {
  static const std::map<std::string, std::string> kOfProjects = [] {
    std::map<std::string, std::string> out;
    for (const char* name :
         {"exclude", "packages", "env", "mmengine", "language", "rules", "overrides"}) {
      out[name] = fmt::format(
          "'{}' holds for all files of a project, since configs inherit from one another; write it "
          "above [[overrides]], or give the folder an mmlint.toml of its own",
          name);
    }
    return out;
  }();
  Table table(one, path);
  SettingsFile::Override out;
  table.key("files", [&](const auto& node, const auto&) {
    out.files = table.patterns(node, table.some(node, "files"));
  });
  out.judging = read_judging(table);
  table.nothing_else(" in [[overrides]]", kOfProjects);
  if (out.files.empty())
    throw Wrong{{"[[overrides]] needs 'files', such as files = [\"configs/gpu\"]", path,
                 one.source().begin.line}};
  return out;
}

SettingsFile read_table(const toml::table& settings, const std::string& path) {
  Table table(settings, path);
  SettingsFile out;
  out.path = path;
  out.folder = parent_folder(path);
  out.judging = read_judging(table);
  table.key("exclude", [&](const auto& node, const auto& from) {
    out.exclude = {table.patterns(node, table.texts(node, "exclude")), from};
  });
  table.key("rules", [&](const auto& node, const auto& from) {
    out.rules = {table.some(node, "rules"), from};
    for (std::string& folder : out.rules->value) folder = absolute_path(folder, out.folder);
  });
  table.key("packages", [&](const auto& node, const auto&) {
    out.packages = read_pairs(table, node, "packages");
    for (auto& [package, folder] : out.packages)
      folder.value = absolute_path(folder.value, out.folder);
  });
  table.key("env", [&](const auto& node, const auto&) {
    out.environment = read_pairs(table, node, "env");
  });
  table.key("mmengine", [&](const auto& node, const auto& from) {
    out.mmengine = {table.text(node, "mmengine"), from};
  });
  table.key("language", [&](const auto& node, const auto& from) {
    out.language = {table.text(node, "language"), from};
    if (out.language->value != "en" && out.language->value != "zh")
      table.fail(node, "'language' must be \"en\" or \"zh\"");
  });
  table.key("overrides", [&](const auto& node, const auto&) {
    const toml::array* list = node.as_array();
    if (!list || !list->is_homogeneous(toml::node_type::table))
      table.fail(node, "'overrides' must be written as [[overrides]]");
    for (const toml::node& one : *list)
      out.overrides.push_back(read_override(*one.as_table(), path));
  });
  table.nothing_else("");
  return out;
}

// Whether a key of a text may have more parts than a parser of tables within tables can follow.
bool is_too_deep(std::string_view text) {
  constexpr std::size_t kMostParts = 1000;
  std::size_t parts = 0;
  for (const char c : text) {
    if (c == '.')
      ++parts;
    else if (!is_name_byte(c) && std::string_view("-\"' \t").find(c) == std::string_view::npos)
      parts = 0;
    if (parts > kMostParts) return true;
  }
  return false;
}

// Whether a text that is no TOML has settings of ours, as far as can be seen.
bool names_ours(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\t' || c == '"' || c == '\''; });
  return text.find("tool.mmlint") != std::string::npos;
}

// The table of mmlint in a file; null if a pyproject.toml has none, or is none of ours to judge.
Result<std::optional<toml::table>> parse(const FileSystem& files, const std::string& path) {
  const bool is_own = file_name(path) == kSettingsFile;
  const FileKind kind = files.kind(path);
  const bool is_too_large = kind == FileKind::kFile && files.size(path) > kMostBytes;
  if (kind == FileKind::kMissing) return std::nullopt;
  if (!is_own && (kind != FileKind::kFile || is_too_large)) return std::nullopt;
  if (kind != FileKind::kFile) return fail("is no file, so its settings cannot be read", path);
  if (is_too_large) return fail("larger than 1 MB, which settings never are", path);
  const auto text = files.read(path);
  if (!text) return tl::unexpected(text.error());
  if (!is_own && text->find("mmlint") == std::string::npos) return std::nullopt;
  if (is_too_deep(*text)) return fail("a key has more than 1000 parts", path);
  try {
    toml::table table = toml::parse(*text);
    if (is_own) return table;
    const auto ours = table["tool"]["mmlint"];
    if (!ours) return std::nullopt;
    if (toml::table* found = ours.as_table()) return std::move(*found);  // a copy has no places
    return fail("[tool.mmlint] must be a table", path, ours.node()->source().begin.line);
  } catch (const toml::parse_error& error) {
    // Another tool's mistake is not ours to tell, but settings of ours must not be lost.
    if (!is_own && !names_ours(*text)) return std::nullopt;
    return fail(fmt::format("is no TOML: {}", error.description()), path,
                error.source().begin.line);
  }
}

template <typename T>
void take_one(std::optional<T>& mine, const std::optional<T>& stronger) {
  if (stronger) mine = stronger;
}

}  // namespace

void JudgingSettings::take(const JudgingSettings& stronger) {
  take_one(target, stronger.target);
  take_one(select, stronger.select);
  take_one(ignore, stronger.ignore);
  take_one(fixable, stronger.fixable);
  take_one(unfixable, stronger.unfixable);
  for (const auto& [rule, level] : stronger.severity) severity[rule] = level;
}

bool has_settings(const FileSystem& files, const std::string& folder) {
  if (files.kind(join_path(folder, kSettingsFile)) != FileKind::kMissing) return true;
  const auto shared = parse(files, join_path(folder, kSharedSettingsFile));
  return !shared || shared->has_value();
}

Result<std::optional<SettingsFile>> read_settings(const FileSystem& files,
                                                  const std::string& folder) {
  const std::string own_path = join_path(folder, kSettingsFile);
  const std::string shared_path = join_path(folder, kSharedSettingsFile);
  const auto own = parse(files, own_path);
  if (!own) return tl::unexpected(own.error());
  const auto shared = parse(files, shared_path);
  if (!shared) return tl::unexpected(shared.error());
  if (*own && *shared) {
    return fail(
        "[tool.mmlint] of the pyproject.toml beside it has settings as well; keep one of them",
        own_path);
  }
  try {
    if (*own) return read_table(**own, own_path);
    if (*shared) return read_table(**shared, shared_path);
  } catch (const Wrong& wrong) {
    return tl::unexpected(wrong.error);
  }
  return std::nullopt;
}

std::string wrong_in_pattern(const std::string& pattern) {
  const std::size_t brace = pattern.find('{');
  if (brace == pattern.npos || pattern.find('}', brace) == pattern.npos) return "";
  return fmt::format(
      "'{}': patterns know *, ?, [ab] and **, but no braces; write one pattern for each", pattern);
}

bool is_about(const std::string& pattern, const std::string& path, const std::string& root) {
  std::string_view bare = pattern;
  const bool is_of_root = bare.starts_with('/') || bare.starts_with("./");
  if (is_of_root) bare.remove_prefix(bare.find('/') + 1);
  while (bare.ends_with('/')) bare.remove_suffix(1);
  for (std::string each = path; is_below(each, root) && each != root; each = parent_folder(each)) {
    if ((!is_of_root && glob_matches(bare, file_name(each))) ||
        glob_matches(bare, relative_path(each, root)))
      return true;
  }
  return false;
}

std::string find_root(const FileSystem& files, const std::string& path,
                      const std::string& current) {
  const std::string start = files.kind(path) == FileKind::kFolder ? path : parent_folder(path);
  for (std::string folder = start;; folder = parent_folder(folder)) {
    if (has_settings(files, folder) ||
        files.kind(join_path(folder, ".git")) != FileKind::kMissing) {
      return folder;
    }
    if (folder.size() <= 1) return current.size() > 1 && is_below(start, current) ? current : start;
  }
}

}  // namespace mmlint::app
