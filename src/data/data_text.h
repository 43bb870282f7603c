#pragma once

#include <string>
#include <string_view>

#include "base/source.h"
#include "syntax/document.h"

namespace mmlint::data {

// The text of a JSON or YAML file as MMEngine hands it to the parser: with templates replaced,
// every line end an LF (Python reads it with universal newlines), without a BOM. Offsets in this
// folder are bytes of it.
struct DataText {
  FileId file;
  std::string text;
  syntax::OffsetMap map;  // to the file
  bool has_bom = false;

  // `expanded` is the file's text with its templates replaced, and `to_file` leads back to the
  // file.
  DataText(FileId id, std::string_view expanded, syntax::OffsetMap to_file);

  // Returns the place in the file of the bytes [begin, end) of the text.
  Span span(std::size_t begin, std::size_t end) const;
};

}  // namespace mmlint::data
