

#include "base/algorithms.h"
#include "base/characters.h"
#include "python/library/builtins.h"

// open() for reading a text (CPython's Modules/_io/_iomodule.c). Only files of the projects
// are read, as configs of strangers must not make mmlint print what else is on the machine.
namespace mmlint::python {
namespace {

using A = const Arguments&;

// The object that open() gives: a file of a project, read as a whole when it was opened.
class OpenFile : public Iterator {
 public:
  explicit OpenFile(std::string_view text) : Iterator("TextIOWrapper"), rest(text) {}
  bool is_copyable() const override { return false; }
  void leave() override { closed = true; }

  void check_open(Evaluator& e, Span span) const {
    if (closed) e.raise("ValueError", "I/O operation on closed file.", span);
  }
  // Takes a text off what was not read yet.
  Value* take(Evaluator& e, std::size_t bytes, Span span) {
    Value* out = e.pool().string(rest.substr(0, bytes), span);
    rest.remove_prefix(out->text().size());
    return out;
  }

  std::string_view rest;  // what was not read yet; of the pool
  bool closed = false;

 private:
  Value* advance(Evaluator& e, Span span) override {
    check_open(e, span);
    return rest.empty() ? nullptr : take(e, std::min(rest.find('\n'), rest.size() - 1) + 1, span);
  }
};

// The argument is not there, or is None.
bool is_default(const Value* value) {
  return !value || value->kind == Value::Kind::kNone;
}

Value* outside_of_config(Evaluator& e, A a, std::string_view reason) {
  e.hazards.warn(ProblemKind::kEnvironmentDependent, a.span, {{"what", "open"}});
  return not_computed(e, a, reason);
}

OpenFile& open_file(Evaluator& e, Value* self, A a) {
  auto& file = dynamic_cast<OpenFile&>(*self->object());
  file.check_open(e, a.span);
  return file;
}

// Returns the file of a method that reads lines. How long they may be is not computed.
OpenFile& file_of_lines(Evaluator& e, Value* self, A a) {
  OpenFile& file = open_file(e, self, a);
  if (!a.positional.empty() || !a.keywords.empty()) file.forget("lines of a given length");
  return file;
}

Value* read(Evaluator& e, Value* self, A a) {
  OpenFile& file = open_file(e, self, a);
  const Value* size = bound(e, a, {"read", {"size"}, 0, 1, 1})[0];
  const auto count =
      is_default(size) ? std::optional<std::int64_t>(-1) : index_argument(e, *size, a.span);
  if (!count) file.forget("a part of unknown length was read");
  if (!file.known()) return e.unknown(file.unknown, a.span);
  std::int64_t left = *count;
  const auto is_taken = [&](std::string_view) { return *count < 0 || left-- > 0; };
  return file.take(e, run_of(file.rest, false, is_taken), a.span);
}

Value* readline(Evaluator& e, Value* self, A a) {
  OpenFile& file = file_of_lines(e, self, a);
  Value* line = file.next(e, a.span);
  if (line) return line;
  return file.known() ? e.pool().string("", a.span) : e.unknown(file.unknown, a.span);
}

Value* readlines(Evaluator& e, Value* self, A a) {
  OpenFile& file = file_of_lines(e, self, a);
  Value* lines = drained(e, file, a.span);
  return lines ? lines : e.unknown(file.unknown, a.span);
}

Value* close(Evaluator& e, Value* self, A a) {
  dynamic_cast<OpenFile&>(*self->object()).closed = true;
  return e.pool().none(a.span);
}

constexpr Method kMethods[] = {{"close", close, true},
                               {"read", read, true},
                               {"readline", readline, true},
                               {"readlines", readlines, true}};

}  // namespace

Value* builtins::open(Evaluator& e, Value*, A a) {
  if (any_unknown(a)) return outside_of_config(e, a, "open() of an unknown file");
  const Value* name = a.positional.empty() ? keyword(a, "file") : a.positional[0];
  const Value* mode = a.positional.size() > 1 ? a.positional[1] : keyword(a, "mode");
  const Value* encoding = keyword(a, "encoding");
  const bool has_more = std::ranges::any_of(a.keywords, [](const Keyword& k) {
    return !is_in(k.name, {"file", "mode", "encoding"});
  });
  const bool is_text_mode = !mode || mode->is_string("r") || mode->is_string("rt");
  const bool is_utf8 =
      is_default(encoding) || is_in(encoding->text(), {"utf-8", "utf8", "UTF-8", "UTF8"});
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
  static constexpr Methods kOfFile{"file", kMethods, ""};
  if (Value* method = find_method(e, kOfFile, object, name, span)) return method;
  if (name == "closed") return e.pool().boolean(file->closed, span);
  file->forget("used in a way that is not computed");
  return e.unknown(fmt::format("{} of a file is not computed", name), span);
}

}  // namespace mmlint::python
