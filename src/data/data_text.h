#pragma once

#include <string>
#include <string_view>

#include "base/source.h"
#include "syntax/document.h"

namespace mmlint::data {

// The text of a JSON or YAML file as MMEngine hands it to the parser: templates put in, every line
// end an LF (Python reads it with universal newlines), without a BOM. Offsets are in bytes of it.
struct DataText {
  FileId file;
  std::string text;
  syntax::OffsetMap map;  // to the file
  bool has_bom = false;

  // `text` is the file's with its templates put in, and `map` leads back to the file.
  DataText(FileId id, std::string_view expanded, syntax::OffsetMap to_file);

  Span span(std::size_t begin, std::size_t end) const;
};

}  // namespace mmlint::data
