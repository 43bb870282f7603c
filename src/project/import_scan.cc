#include "project/import_scan.h"

#include <algorithm>
#include <utility>

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

}  // namespace

std::vector<ScannedImport> scan_imports(std::string_view text) {
  std::vector<ScannedImport> out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t first = text.find_first_not_of(" \t", at);
    if (first == text.npos) break;
    const std::string_view line = text.substr(first);
    if (line.starts_with("import") && line.size() > 6 && !is_name_byte(line[6]))
      read_plain(Reader(line.substr(6)), out);
    else if (line.starts_with("from") && line.size() > 4 && !is_name_byte(line[4]))
      read_from(Reader(line.substr(4)), out);
    at = std::min(text.find('\n', first), text.size());
    const std::size_t lone = text.substr(first, at - first).find('\r');
    at = lone == text.npos ? at + 1 : first + lone + 1;
  }
  return out;
}

bool runs_when_started(std::string_view text) {
  if (text.find("__main__") != text.npos) return true;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    const auto name_end = std::find_if_not(line.begin(), line.end(),
                                           [](char c) { return is_name_byte(c) || c == '.'; });
    const std::string_view name = line.substr(0, static_cast<std::size_t>(name_end - line.begin()));
    if (name == "for" || name == "while" || name == "with") return true;
    if (!name.empty() && name.size() < line.size() && line[name.size()] == '(') return true;
  }
  return false;
}

}  // namespace mmlint::project
