#include "data/yaml_parse.h"

#include <new>

#include "base/text.h"
#include "data/yaml_tags.h"

namespace mmlint::data {
namespace {

using Kind = YamlNode::Kind;

constexpr std::size_t kMaxEvents = 1'000'000;

std::string_view view(const yaml_char_t* text) {
  return text ? reinterpret_cast<const char*>(text) : std::string_view();
}

// Behind an anchor, a tag and the white space and comments behind them.
std::size_t skip_properties(std::string_view text, std::size_t at) {
  while (at < text.size() && (text[at] == '&' || text[at] == '!')) {
    const bool verbatim = text.substr(at).starts_with("!<");
    at = text.find_first_of(verbatim ? ">" : " \t\n,[]{}", at);
    if (verbatim && at != text.npos) ++at;
    at = text.find_first_not_of(" \t\n", at);
    while (at < text.size() && text[at] == '#')
      at = text.find_first_not_of(" \t\n", text.find('\n', at));
  }
  return std::min(at, text.size());
}

class Composer {
 public:
  explicit Composer(const DataText& text) : source_(text), text_(text.text), events_(text) {}

  YamlTree run() {
    events_.next();  // the stream's start
    if (events_.next().type == YAML_STREAM_END_EVENT) return std::move(tree_);
    tree_.root = compose(events_.next(), 0);
    events_.next();  // the document's end
    const yaml_event_t& behind = events_.next();
    if (behind.type != YAML_STREAM_END_EVENT) {
      refuse(behind, "expected a single document in the stream, but found another document");
    }
    return std::move(tree_);
  }

 private:
  [[noreturn]] void refuse(const yaml_event_t& event, std::string detail,
                           std::vector<Place> places = {}) const {
    refuse_yaml(mark(event), "ComposerError", std::move(detail), std::move(places));
  }

  Span mark(const yaml_event_t& event) const {
    const std::size_t at = events_.offset(event.start_mark);
    return source_.span(at, std::min(at + 1, text_.size()));
  }

  YamlNode* compose(const yaml_event_t& event, int depth) {
    if (depth > kMaxYamlDepth)
      refuse_large_yaml(source_.span(0, 0), fmt::format("{} nested values", kMaxYamlDepth));
    if (++count_ > kMaxEvents)
      refuse_large_yaml(source_.span(0, 0), fmt::format("{} YAML nodes", kMaxEvents));
    switch (event.type) {
      case YAML_ALIAS_EVENT:
        return alias(event);
      case YAML_SCALAR_EVENT:
        return scalar(event);
      case YAML_SEQUENCE_START_EVENT: {
        const auto& data = event.data.sequence_start;
        return fill(make(event, Kind::kSequence, data.anchor, data.tag, "seq"), depth);
      }
      default: {
        const auto& data = event.data.mapping_start;
        return fill(make(event, Kind::kMapping, data.anchor, data.tag, "map"), depth);
      }
    }
  }

  YamlNode* alias(const yaml_event_t& event) {
    const auto found = anchors_.find(view(event.data.alias.anchor));
    if (found == anchors_.end()) refuse(event, "found undefined alias");
    end_ = events_.offset(event.end_mark);
    return found->second;
  }

  YamlNode* scalar(const yaml_event_t& event) {
    const auto& data = event.data.scalar;
    const std::string_view value(reinterpret_cast<const char*>(data.value), data.length);
    const std::string_view implicit = data.plain_implicit ? implicit_yaml_tag(value) : "str";
    YamlNode* node = make(event, Kind::kScalar, data.anchor, data.tag, implicit);
    node->value = value;
    std::size_t end = events_.offset(event.end_mark);
    // The empty lines behind a block scalar are its own to libyaml.
    if (data.style == YAML_LITERAL_SCALAR_STYLE || data.style == YAML_FOLDED_SCALAR_STYLE)
      end = text_.find_last_not_of(" \t\n", end - 1) + 1;
    // Where nothing is written, the mark is that of what comes next.
    const std::size_t begin = events_.offset(event.start_mark);
    if (begin < end) end_ = end;
    node->span =
        source_.span(begin < end ? std::min(skip_properties(text_, begin), end) : end_, end_);
    return node;
  }

  // The node that the event begins, with its name.
  YamlNode* make(const yaml_event_t& event, Kind kind, const yaml_char_t* anchor,
                 const yaml_char_t* written, std::string_view implicit) {
    std::string tag(view(written));
    if (first_invalid_utf8(tag))
      refuse_yaml(mark(event), "UnicodeDecodeError", "the tag is not UTF-8");
    if (tag.empty() || tag == "!") tag = std::string(kYamlTag).append(implicit);
    // A mapping without properties may begin with those of its first key.
    const bool named = kind == Kind::kScalar || anchor || written;
    std::size_t begin = events_.offset(event.start_mark);
    if (named) begin = skip_properties(text_, begin);
    YamlNode* node = &tree_.nodes.emplace_back(YamlNode{.kind = kind,
                                                        .tag = std::move(tag),
                                                        .value = "",
                                                        .items = {},
                                                        .span = source_.span(begin, begin),
                                                        .mark = mark(event)});
    if (!anchor) return node;
    const auto [first, is_new] = anchors_.emplace(view(anchor), node);
    if (!is_new)
      refuse(event, "found duplicate anchor",
             {{first->second->mark, {"first occurrence", "首次出现"}}});
    return node;
  }

  // The items of a collection, up to its end.
  YamlNode* fill(YamlNode* node, int depth) {
    const yaml_event_type_t last =
        node->kind == Kind::kSequence ? YAML_SEQUENCE_END_EVENT : YAML_MAPPING_END_EVENT;
    for (;;) {
      const yaml_event_t& event = events_.next();
      if (event.type != last) {
        node->items.push_back(compose(event, depth + 1));
        continue;
      }
      // Only a bracket is written: a block ends behind its last item.
      const std::size_t end = events_.offset(event.end_mark);
      if (events_.offset(event.start_mark) < end) end_ = end;
      node->span.end = std::max(node->span.begin, source_.span(end_, end_).end);
      return node;
    }
  }

  const DataText& source_;
  std::string_view text_;
  YamlEvents events_;
  YamlTree tree_;
  std::map<std::string, YamlNode*, std::less<>> anchors_;
  std::size_t end_ = 0;  // behind the last text of a node
  std::size_t count_ = 0;
};

constexpr std::size_t kMaxTagDirectives = 5000;

}  // namespace

YamlTree parse_yaml(const DataText& text) {
  return Composer(text).run();
}

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
  if (std::ranges::any_of(t, is_wide)) {
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
