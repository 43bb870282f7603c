#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/paths.h"
#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/iterator.h"
#include "python/library/builtins.h"

// open() for reading a whole text (CPython's Modules/_io/_iomodule.c). Only files of the projects
// are read, as configs of strangers must not make mmlint print what else is on the machine.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// The object that open() gives: a file of a project, read as a whole when it was opened. Its lines
// are not computed.
class OpenFile : public Iterator {
 public:
  explicit OpenFile(std::string_view text) : Iterator("TextIOWrapper"), rest(text) {}
  bool is_copyable() const override { return false; }
  void leave() override { closed = true; }

  std::string_view rest;  // what was not read yet; of the pool
  bool closed = false;

 private:
  Value* advance(Evaluator&, Span) override {
    forget("the lines of a file are not computed");
    return nullptr;
  }
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The argument is not there, or is None.
bool is_default(const Value* value) {
  return !value || value->kind == Value::Kind::kNone;
}

std::string with_line_feeds(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    out += text[i] == '\r' ? '\n' : text[i];
  }
  return out;
}

Value* outside_of_config(Evaluator& e, A a, std::string_view reason) {
  e.hazards.warn(ProblemKind::kEnvironmentDependent, a.span, {{"what", "open"}});
  return not_computed(e, a, reason);
}

Value* read(Evaluator& e, Value* self, A a) {
  auto& file = dynamic_cast<OpenFile&>(*self->object());
  if (file.closed) e.raise("ValueError", "I/O operation on closed file.", a.span);
  if (!a.positional.empty() || !a.keywords.empty()) file.forget("read() with a length");
  if (!file.known()) return e.unknown(file.unknown, a.span);
  return e.pool().string(std::exchange(file.rest, {}), a.span);
}

}  // namespace

Value* builtins::open(Evaluator& e, Value*, A a) {
  if (any_unknown(a)) return outside_of_config(e, a, "open() of an unknown file");
  const Value* name = a.positional.empty() ? keyword(a, "file") : a.positional[0];
  const Value* mode = a.positional.size() > 1 ? a.positional[1] : keyword(a, "mode");
  const Value* encoding = keyword(a, "encoding");
  const bool has_more = std::any_of(a.keywords.begin(), a.keywords.end(), [](const Keyword& k) {
    return !is_one_of(k.name, {"file", "mode", "encoding"});
  });
  const bool is_text_mode = !mode || mode->is_string("r") || mode->is_string("rt");
  const bool is_utf8 =
      is_default(encoding) || is_one_of(encoding->text(), {"utf-8", "utf8", "UTF-8", "UTF8"});
  if (!name || name->kind != Value::Kind::kString || a.positional.size() > 2 || has_more ||
      !is_text_mode || !is_utf8) {
    return outside_of_config(e, a, "open() with these arguments");
  }
  if (!name->text().starts_with('/')) {
    return outside_of_config(e, a, "a file relative to the folder that training starts in");
  }
  const Outside& outside = e.outside();
  const std::string path = absolute_path(name->text(), "/");
  const FileKind kind = outside.files.kind(path);
  if (kind == FileKind::kMissing || kind == FileKind::kSymlink) {
    e.hazards.warn(ProblemKind::kEnvironmentDependent, a.span, {{"what", "open"}});
    e.raise("FileNotFoundError",
            fmt::format("[Errno 2] No such file or directory: '{}'", name->text()), a.span);
  }
  if (!outside.territory.contains(path)) {
    return outside_of_config(e, a, "a file outside of the project is not read");
  }
  if (kind == FileKind::kFolder) {
    e.raise("IsADirectoryError", fmt::format("[Errno 21] Is a directory: '{}'", name->text()),
            a.span);
  }
  e.check_text(outside.files.size(path), a.span);
  const Result<std::string> content = outside.files.read(path);
  if (!content) return outside_of_config(e, a, "a file that cannot be read");
  if (first_invalid_utf8(*content)) return not_computed(e, a, "a file that is not UTF-8");
  const Value* text = e.new_text(with_line_feeds(*content), a.span);
  return iterator_value(e, std::make_unique<OpenFile>(text->text()), a.span);
}

Value* open_file_method(Evaluator& e, Value& object, std::string_view name, Span span) {
  auto* file = dynamic_cast<OpenFile*>(object.object());
  if (!file) return nullptr;
  if (name == "read") return native_value(e, "read", read, &object, true, span);
  file->forget("used in a way that is not computed");
  return e.unknown(fmt::format("{} of a file is not computed", name), span);
}

}  // namespace mmlint::python
