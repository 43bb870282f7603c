#pragma once

#include "syntax/document.h"
#include "value/pool.h"
#include "value/problem.h"

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

// What a JSON or YAML file holds, read as mmengine.load in mmengine/fileio/io.py does. Its pool
// owns the values.
struct DataFile {
  std::unique_ptr<Pool> pool;
  Value* root = nullptr;  // in the pool, not frozen; null if there are problems
  std::vector<Problem> problems;
};

// Returns true for paths that end with .json, .yaml or .yml, in lower case only.
bool is_data_file(std::string_view path);

// Returns true for metafile.yml and model-index.yml, which list models and are never configs.
bool is_model_index(std::string_view path);

// Reads a whole file, which must be valid UTF-8, in the format of the extension of `path`. Every
// entry of a dict gets an origin. A file that MMEngine refuses gives problems and a null root.
DataFile read_data(const DataText& text, std::string_view path);

// Reads JSON as Python's json.load does: with NaN and Infinity, integers of any size, lone
// surrogates, and the last value of a key that is given twice. Problems have the messages of
// Python's json.
DataFile read_json(const DataText& text);
// Reads YAML as yaml.load of PyYAML 6 does with its C loader: YAML 1.1 with merge keys, the tags of
// Python's own types, and the last value of a key that is given twice.
DataFile read_yaml(const DataText& text);

// Returns true if a file seems to have a top-level `_base_`. It searches the text without parsing
// it, which is cheap and now and then wrong.
bool names_bases(std::string_view text, std::string_view path);

}  // namespace mmlint::data
