#pragma once

#include <cstddef>
#include <vector>

#include <yaml.h>

#include "data/data_text.h"
#include "value/problem.h"

namespace mmlint::data {

// Thrown if a YAML text cannot be read. Caught within this folder.
struct YamlRefusal {
  Problem problem;
};

// Both throw a YamlRefusal: the first for an exception of PyYAML, with its name and message, the
// second for a text that exceeds a limit of mmlint, which `limit` describes.
[[noreturn]] void refuse_yaml(Span span, std::string exception, std::string detail,
                              std::vector<Place> places = {});
[[noreturn]] void refuse_large_yaml(Span span, std::string limit);

// Parses one text into libyaml's events. libyaml is also the parser of PyYAML's C loader, so both
// accept the same texts. The text must outlive this object.
class YamlEvents {
 public:
  explicit YamlEvents(const DataText& text);  // throws YamlRefusal
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Returns the next event, which is owned by this object and valid until the next call. Throws
  // YamlRefusal with the message and place that libyaml gives.
  const yaml_event_t& next();
  // Converts the position of a mark, which libyaml counts in characters, to a byte offset in the
  // text.
  std::size_t offset(const yaml_mark_t& mark) const;

 private:
  [[noreturn]] void refuse() const;

  const DataText& text_;
  std::vector<std::size_t> starts_;  // byte offset of each character; empty if each is one byte
  yaml_parser_t parser_;
  yaml_event_t event_{};
};

}  // namespace mmlint::data
