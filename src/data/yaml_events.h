#pragma once

#include <cstddef>
#include <vector>

#include <yaml.h>

#include "data/data_text.h"
#include "value/problem.h"

namespace mmlint::data {

// Thrown where a YAML text gives no value. It does not leave this folder.
struct YamlRefusal {
  Problem problem;
};

// These throw a YamlRefusal: for an exception of PyYAML, with its name and message, and for a text
// that hits a limit of mmlint.
[[noreturn]] void refuse_yaml(Span span, std::string exception, std::string detail,
                              std::vector<Place> places = {});
[[noreturn]] void refuse_large_yaml(Span span, std::string limit);

// Reads one text as libyaml's events. libyaml is the parser of PyYAML's C loader, so both read
// everything in the same way.
class YamlEvents {
 public:
  explicit YamlEvents(const DataText& text);  // throws YamlRefusal
  ~YamlEvents();
  YamlEvents(const YamlEvents&) = delete;
  YamlEvents& operator=(const YamlEvents&) = delete;

  // Returns the next event, which is valid until the next call. Throws YamlRefusal, with libyaml's
  // words and place.
  const yaml_event_t& next();
  // Returns the offset of a mark in bytes of the text; libyaml counts characters.
  std::size_t offset(const yaml_mark_t& mark) const;

 private:
  [[noreturn]] void refuse() const;

  const DataText& text_;
  std::vector<std::size_t> starts_;  // of every character; empty if each is one byte
  yaml_parser_t parser_;
  yaml_event_t event_{};
};

}  // namespace mmlint::data
