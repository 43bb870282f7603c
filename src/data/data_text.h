#pragma once

#include <string>
#include <string_view>

#include "base/source.h"
#include "syntax/document.h"

namespace mmlint::data {

// The text of a JSON or YAML file as MMEngine hands it to the parser: templates are replaced, every
// line end is an LF (Python reads with universal newlines), and there is no BOM. All offsets in
// this folder are bytes of this text, not of the file.
struct DataText {
  FileId file;
  std::string text;
  syntax::OffsetMap map;  // from offsets of the text to those of the file
  bool has_bom = false;

  // `expanded` is the file's text with its templates replaced; `to_file` maps its offsets to those
  // of the file.
  DataText(FileId id, std::string_view expanded, syntax::OffsetMap to_file);

  // Returns the span in the file of the bytes [begin, end) of the text.
  Span span(std::size_t begin, std::size_t end) const;
};

}  // namespace mmlint::data
