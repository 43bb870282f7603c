#include "data/yaml_events.h"

#include <algorithm>
#include <new>

#include <fmt/format.h>

namespace mmlint::data {
namespace {

constexpr std::size_t kMaxTagDirectives = 5000;

}  // namespace

void refuse_yaml(Span span, std::string exception, std::string detail, std::vector<Place> places) {
  throw YamlRefusal{
      {ProblemKind::kSyntaxError,
       span,
       {{"language", "YAML"}, {"exception", std::move(exception)}, {"detail", std::move(detail)}},
       std::move(places)}};
}

void refuse_large_yaml(Span span, std::string limit) {
  throw YamlRefusal{{ProblemKind::kLimitReached, span, {{"limit", std::move(limit)}}, {}}};
}

YamlEvents::YamlEvents(const DataText& text) : text_(text) {
  const std::string_view t = text.text;
  // libyaml compares each with all before it.
  std::size_t directives = 0;
  for (std::size_t at = t.find("%TAG"); at != t.npos; at = t.find("%TAG", at + 1)) ++directives;
  if (directives > kMaxTagDirectives)
    refuse_large_yaml(text.span(0, 0), fmt::format("{} YAML tag directives", kMaxTagDirectives));
  const auto is_wide = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  if (std::any_of(t.begin(), t.end(), is_wide)) {
    for (std::size_t i = 0; i < t.size(); ++i) {
      if ((static_cast<unsigned char>(t[i]) & 0xc0) != 0x80) starts_.push_back(i);
    }
  }
  if (yaml_parser_initialize(&parser_) == 0) throw std::bad_alloc();
  yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
  yaml_parser_set_input_string(&parser_, reinterpret_cast<const yaml_char_t*>(t.data()), t.size());
}

YamlEvents::~YamlEvents() {
  yaml_event_delete(&event_);
  yaml_parser_delete(&parser_);
}

const yaml_event_t& YamlEvents::next() {
  yaml_event_delete(&event_);
  if (yaml_parser_parse(&parser_, &event_) == 0) refuse();
  return event_;
}

std::size_t YamlEvents::offset(const yaml_mark_t& mark) const {
  if (starts_.empty()) return std::min(mark.index, text_.text.size());
  return mark.index < starts_.size() ? starts_[mark.index] : text_.text.size();
}

// As CParser._parser_error in yaml/_yaml.pyx.
void YamlEvents::refuse() const {
  const auto place = [this](std::size_t at) {
    const std::size_t begin = std::min(at, text_.text.size());
    return text_.span(begin, std::min(begin + 1, text_.text.size()));
  };
  if (parser_.error == YAML_READER_ERROR) {
    const auto value = static_cast<unsigned>(parser_.problem_value);
    refuse_yaml(place(parser_.problem_offset), "ReaderError",
                fmt::format("unacceptable character #x{:04x}: {}", value, parser_.problem));
  }
  if (parser_.error == YAML_MEMORY_ERROR) throw std::bad_alloc();
  std::vector<Place> context;
  if (parser_.context && parser_.context_mark.index != parser_.problem_mark.index)
    context.push_back({place(offset(parser_.context_mark)), {parser_.context, parser_.context}});
  refuse_yaml(place(offset(parser_.problem_mark)),
              parser_.error == YAML_SCANNER_ERROR ? "ScannerError" : "ParserError", parser_.problem,
              std::move(context));
}

}  // namespace mmlint::data
