#include "python/library/open_file.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/paths.h"
#include "base/text.h"
#include "python/eval/arguments.h"
#include "python/eval/natives.h"
#include "python/eval/operators.h"

// open() for reading (CPython's Modules/_io/_iomodule.c). Only files of the projects are read, as
// configs of strangers must not make mmlint print what else is on the machine.
namespace mmlint::python {
namespace {

using A = const Arguments&;

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// The keyword or positional argument is not there, or is None.
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

[[noreturn]] void raise_os_error(Evaluator& e, std::string_view type, std::string_view what,
                                 std::string_view path, Span span) {
  e.raise(std::string(type), fmt::format("{}: '{}'", what, path), span);
}

Value* outside_of_config(Evaluator& e, A a, std::string_view reason) {
  e.hazards.warn(ProblemKind::kEnvironmentDependent, a.span, {{"what", "open"}});
  return not_computed(e, a, reason);
}

OpenFile& file_of(Value& self) {
  return dynamic_cast<OpenFile&>(*self.object());
}

OpenFile& readable(Evaluator& e, Value& self, Span span) {
  OpenFile& file = file_of(self);
  if (file.closed) e.raise("ValueError", "I/O operation on closed file.", span);
  return file;
}

Value* read(Evaluator& e, Value* self, A a) {
  OpenFile& file = readable(e, *self, a.span);
  const auto [size, b, c, d] =
      bound(e, a, {.function = "read", .names = {"size"}, .positional = 1, .positional_only = 1});
  if (is_default(size)) return file.read(e, -1, a.span);
  const auto count = index_argument(e, *size, a.span);
  if (count) return file.read(e, *count, a.span);
  file.forget("a part of unknown length was read");
  return not_computed(e, a, "read() of unknown length");
}

Value* readline(Evaluator& e, Value* self, A a) {
  OpenFile& file = readable(e, *self, a.span);
  if (a.positional.empty() && a.keywords.empty()) return file.line(e, a.span);
  file.forget("a part of unknown length was read");
  return not_computed(e, a, "readline() with a length");
}

Value* readlines(Evaluator& e, Value* self, A a) {
  OpenFile& file = readable(e, *self, a.span);
  if (!a.positional.empty() || !a.keywords.empty()) {
    file.forget("a part of unknown length was read");
    return not_computed(e, a, "readlines() with a length");
  }
  Value* lines = drained(e, file, a.span);
  return lines ? lines : e.unknown(file.unknown, a.span);
}

Value* close(Evaluator& e, Value* self, A a) {
  file_of(*self).closed = true;
  return e.pool().none(a.span);
}

constexpr Method kMethods[] = {
    {"close", close}, {"read", read}, {"readline", readline}, {"readlines", readlines}};

}  // namespace

Value* OpenFile::take(Evaluator& e, std::size_t bytes, Span span) {
  Value* out = e.pool().string(rest_.substr(0, bytes), span);
  if (binary) out->kind = Value::Kind::kBytes;
  rest_.remove_prefix(bytes);
  return out;
}

Value* OpenFile::read(Evaluator& e, std::int64_t count, Span span) {
  if (!known()) return e.unknown(unknown, span);
  std::size_t bytes = count < 0 ? rest_.size() : 0;
  for (std::int64_t i = 0; i < count && bytes < rest_.size(); ++i) {
    bytes += binary ? 1 : character_length(rest_.substr(bytes));
  }
  return take(e, bytes, span);
}

Value* OpenFile::line(Evaluator& e, Span span) {
  if (!known()) return e.unknown(unknown, span);
  const std::size_t end = rest_.find('\n');
  return take(e, end == rest_.npos ? rest_.size() : end + 1, span);
}

Value* OpenFile::advance(Evaluator& e, Span span) {
  if (closed) e.raise("ValueError", "I/O operation on closed file.", span);
  return rest_.empty() ? nullptr : line(e, span);
}

Value* open_file(Evaluator& e, Value*, A a) {
  for (const Keyword& k : a.keywords) {
    if (is_one_of(k.name, {"errors", "newline", "closefd", "opener"}) && !is_default(k.value)) {
      return outside_of_config(e, a, "open() with options");
    }
  }
  if (a.positional.size() > 4 || any_unknown(a)) {
    return outside_of_config(e, a, "open() of an unknown file");
  }
  const auto [name, mode, buffering, encoding] =
      bound(e, a,
            {.function = "open",
             .names = {"file", "mode", "buffering", "encoding"},
             .required = 1,
             .positional = 4});
  if (name->kind != Value::Kind::kString || (mode && mode->kind != Value::Kind::kString) ||
      (!is_default(encoding) && encoding->kind != Value::Kind::kString)) {
    return outside_of_config(e, a, "open() of an unknown file");
  }
  const std::string_view how = mode ? mode->text() : "r";
  if (how.find_first_not_of("rwxabt+") != how.npos) {
    e.raise("ValueError", fmt::format("invalid mode: '{}'", how), a.span);
  }
  const bool binary = is_one_of(how, {"rb", "br"});
  if (!binary && !is_one_of(how, {"r", "rt", "tr"})) {
    return outside_of_config(e, a, "a file that is written");
  }
  if (!name->text().starts_with('/')) {
    return outside_of_config(e, a, "a file relative to the folder that training starts in");
  }
  const Outside& outside = e.outside();
  const std::string path = absolute_path(name->text(), "/");
  const FileKind kind = outside.files.kind(path);
  if (kind == FileKind::kMissing || kind == FileKind::kSymlink) {
    e.hazards.warn(ProblemKind::kEnvironmentDependent, a.span, {{"what", "open"}});
    raise_os_error(e, "FileNotFoundError", "[Errno 2] No such file or directory", name->text(),
                   a.span);
  }
  if (!outside.territory.contains(path)) {
    return outside_of_config(e, a, "a file outside of the project is not read");
  }
  if (kind == FileKind::kFolder) {
    raise_os_error(e, "IsADirectoryError", "[Errno 21] Is a directory", name->text(), a.span);
  }
  e.check_text(outside.files.size(path), a.span);
  const Result<std::string> content = outside.files.read(path);
  if (!content) return outside_of_config(e, a, "a file that cannot be read");
  const std::string text = binary ? *content : with_line_feeds(*content);
  const bool is_utf8 =
      is_default(encoding) || is_one_of(encoding->text(), {"utf-8", "utf8", "UTF-8", "UTF8"});
  const bool is_ascii = std::all_of(text.begin(), text.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!binary && !is_ascii && (!is_utf8 || first_invalid_utf8(text))) {
    return not_computed(e, a, "a file that is not read as UTF-8");
  }
  return iterator_value(e, std::make_unique<OpenFile>(e.new_text(text, a.span)->text(), binary),
                        a.span);
}

Value* open_file_method(Evaluator& e, Value& file, std::string_view name, Span span) {
  if (name == "closed") return e.pool().boolean(file_of(file).closed, span);
  return find_method(e, kMethods, file, name, span);
}

}  // namespace mmlint::python
