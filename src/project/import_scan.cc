#include "project/import_scan.h"

#include "base/parallel.h"
#include "base/paths.h"
#include "base/text.h"

namespace mmlint::project {
namespace {

// Reads one import statement.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::string_view word() {
    skip_blanks();
    return take([](char c) { return is_name_byte(c); });
  }
  std::string_view dotted() {
    skip_blanks();
    return take([](char c) { return is_name_byte(c) || c == '.'; });
  }
  bool has(char c) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void open() { open_ = has('('); }

 private:
  template <class Test>
  std::string_view take(Test test) {
    const std::size_t begin = at_;
    while (at_ < text_.size() && test(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  // Line ends count as blanks behind a backslash and in parentheses, where comments may stand.
  void skip_blanks() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      std::size_t end = at_;
      if (c == ' ' || c == '\t' || (open_ && (c == '\n' || c == '\r')))
        end = at_ + 1;
      else if (c == '\\')
        end = at_ + (text_.substr(at_ + 1, 2) == "\r\n" ? 3 : 2);
      else if (open_ && c == '#')
        end = text_.find('\n', at_);
      if (end == at_) return;
      at_ = std::min(end, text_.size());
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool open_ = false;
};

void read_plain(Reader reader, std::vector<ScannedImport>& out) {
  do {
    const std::string_view module = reader.dotted();
    if (module.empty()) return;
    out.push_back({0, std::string(module), {}});
    if (reader.has(',')) continue;
    if (reader.word() != "as") return;
    reader.word();
    if (!reader.has(',')) return;
  } while (true);
}

void read_from(Reader reader, std::vector<ScannedImport>& out) {
  std::string_view module = reader.dotted();
  ScannedImport import;
  while (module.starts_with('.')) {
    ++import.level;
    module.remove_prefix(1);
  }
  if (module.empty() && import.level != 0) {
    // `from . import a`, and the blanks of `from . a import b`
    Reader rest = reader;
    const std::string_view next = rest.word();
    if (next != "import") {
      module = next;
      reader = rest;
    }
  }
  import.dotted = std::string(module);
  if (reader.word() != "import" || (import.level == 0 && module.empty())) return;
  reader.open();
  while (true) {
    const std::string_view name = reader.word();
    if (name.empty()) break;
    import.names.emplace_back(name);
    if (reader.has(',')) continue;
    if (reader.word() != "as") break;
    reader.word();
    if (!reader.has(',')) break;
  }
  out.push_back(std::move(import));
}

// The modules that the imports of a text may name, dotted, dots in front included: of `from a
// import b` both a and a.b, since b may be a module or a name in one.
std::vector<std::string> named_modules(std::string_view text) {
  std::vector<std::string> out;
  for (const ScannedImport& import : scan_imports(text)) {
    const std::string package =
        std::string(static_cast<std::size_t>(import.level), '.') + import.dotted;
    out.push_back(package);
    for (const std::string& name : import.names)
      out.push_back(package + (import.dotted.empty() ? "" : ".") + name);
  }
  return out;
}

// The path that ends with a module's, without ".py": "/a/b" for a.b, and the whole one for a module
// that is named from the script's own folder.
std::string path_of(std::string_view module, const std::string& script) {
  std::string folder = parent_folder(script);
  const std::size_t dots = std::min(module.find_first_not_of('.'), module.size());
  for (std::size_t i = 1; i < dots; ++i) folder = parent_folder(folder);
  std::string path(module.substr(dots));
  std::ranges::replace(path, '.', '/');
  return dots > 0 ? join_path(folder, path) : "/" + path;
}

// Whether the name of a file stands in one of the texts.
bool is_named_by(Workspace& workspace, std::span<const std::string> texts,
                 const std::string& path) {
  return std::ranges::any_of(
      texts, [&](const auto& text) { return contains(workspace.text(text), file_name(path)); });
}

}  // namespace

std::vector<ScannedImport> scan_imports(std::string_view text) {
  std::vector<ScannedImport> out;
  const bool has_returns = text.find('\r') != text.npos;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t first = at;
    while (first < text.size() && (text[first] == ' ' || text[first] == '\t')) ++first;
    const std::string_view line = text.substr(first);
    if (line.starts_with("import") && line.size() > 6 && !is_name_byte(line[6]))
      read_plain(Reader(line.substr(6)), out);
    else if (line.starts_with("from") && line.size() > 4 && !is_name_byte(line[4]))
      read_from(Reader(line.substr(4)), out);
    const std::string_view rest = text.substr(0, text.find('\n', first));
    at = (has_returns ? std::min(rest.find('\r', first), rest.size()) : rest.size()) + 1;
  }
  return out;
}

bool runs_when_started(std::string_view text) {
  if (text.find("__main__") != text.npos) return true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const auto name_end =
        std::ranges::find_if_not(line, [](char c) { return is_name_byte(c) || c == '.'; });
    const std::string_view name = line.substr(0, static_cast<std::size_t>(name_end - line.begin()));
    if (name == "for" || name == "while" || name == "with") return true;
    if (!name.empty() && name.size() < line.size() && line[name.size()] == '(') return true;
  }
  return false;
}

std::set<std::string> imported_modules(Workspace& workspace, std::span<const std::string> scripts,
                                       std::span<const std::string> launch_scripts,
                                       std::span<const std::string> candidates,
                                       std::span<const std::string> loadable) {
  std::set<std::string> out;
  if (candidates.empty() && loadable.empty()) return out;
  std::vector<std::string_view> texts;
  for (const std::string& script : scripts) texts.push_back(workspace.text(script));
  std::vector<std::set<std::string>> named(scripts.size());
  parallel_for_files(workspace.settings().jobs, scripts.size(), [&](std::size_t i) {
    for (const std::string& module : named_modules(texts[i]))
      named[i].insert(path_of(module, scripts[i]));
  });
  std::set<std::string> imported;
  for (std::set<std::string>& paths : named) imported.merge(paths);
  // By the end of the path: which folder Python finds it in depends on how the script is started.
  const auto is_imported = [&](const std::string& candidate) {
    const std::string path = candidate.substr(0, candidate.size() - extension(candidate).size());
    for (std::size_t at = 0; at != std::string::npos; at = path.find('/', at + 1)) {
      if (imported.count(path.substr(at)) != 0) return true;
    }
    return false;
  };
  std::ranges::copy_if(candidates, std::inserter(out, out.end()), is_imported);
  for (const std::string& each : loadable) {
    if (is_imported(each) && !is_named_by(workspace, scripts, each) &&
        !is_named_by(workspace, launch_scripts, each))
      out.insert(each);
  }
  return out;
}

}  // namespace mmlint::project
