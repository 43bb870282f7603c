#pragma once

#include <string_view>

#include "python/eval/iterator.h"

namespace mmlint::python {

// The object that open() gives: a file of a project, read as a whole when it was opened. Its items
// are its lines.
class OpenFile : public Iterator {
 public:
  // `content` belongs to the pool: UTF-8 with LF as line end, unless it is binary.
  OpenFile(std::string_view content, bool is_binary)
      : Iterator(is_binary ? "BufferedReader" : "TextIOWrapper"),
        binary(is_binary),
        rest_(content) {}
  bool is_copyable() const override { return false; }
  void leave() override { closed = true; }

  // Returns the next `count` characters, of a binary file bytes; all that is left if count < 0.
  Value* read(Evaluator& e, std::int64_t count, Span span);
  // Returns the next line with its line end; an empty text at the end.
  Value* line(Evaluator& e, Span span);

  const bool binary;
  bool closed = false;

 private:
  Value* advance(Evaluator& e, Span span) override;
  Value* take(Evaluator& e, std::size_t bytes, Span span);

  std::string_view rest_;
};

// Does what the builtin open() does; an unknown value for what cannot be read here.
Value* open_file(Evaluator& e, Value* self, const Arguments& a);
// Returns an attribute of an open file; null for a name that is not computed.
Value* open_file_method(Evaluator& e, Value& file, std::string_view name, Span span);

}  // namespace mmlint::python
