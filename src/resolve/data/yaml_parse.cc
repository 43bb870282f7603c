#include "resolve/data/yaml_parse.h"

#include <sstream>

#include <yaml-cpp/depthguard.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "base/text.h"
#include "resolve/data/yaml_build.h"

namespace mmlint::resolve {
namespace {

constexpr std::size_t kMaxEvents = 1'000'000;

struct TooMany {};

class Collector : public YAML::EventHandler {
 public:
  std::vector<YamlEvent> events;

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({YamlEvent::Type::kNull, at(mark), false, "?", anchor, ""});
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add({YamlEvent::Type::kAlias, at(mark), false, "", anchor, ""});
  }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    add({YamlEvent::Type::kScalar, at(mark), false, tag, anchor, value});
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value style) override {
    const bool flow = style == YAML::EmitterStyle::Flow;
    add({YamlEvent::Type::kSequence, at(mark), flow, tag, anchor, ""});
  }
  void OnSequenceEnd() override { add({YamlEvent::Type::kEnd, 0, false, "", 0, ""}); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value style) override {
    const bool flow = style == YAML::EmitterStyle::Flow;
    add({YamlEvent::Type::kMapping, at(mark), flow, tag, anchor, ""});
  }
  void OnMapEnd() override { add({YamlEvent::Type::kEnd, 0, false, "", 0, ""}); }

 private:
  static std::size_t at(const YAML::Mark& mark) {
    return mark.pos < 0 ? 0 : static_cast<std::size_t>(mark.pos);
  }
  void add(YamlEvent event) {
    if (events.size() >= kMaxEvents) throw TooMany{};
    events.push_back(std::move(event));
  }
};

YamlRefusal refused(const DataText& text, std::size_t at, std::string exception,
                    std::string detail) {
  const std::size_t begin = std::min(at, text.text.size());
  const Span span = text.span(begin, std::min(begin + 1, text.text.size()));
  return {Problem{ProblemKind::kSyntaxError,
                  span,
                  {{"language", "YAML"},
                   {"exception", std::move(exception)},
                   {"detail", std::move(detail)}},
                  {}},
          "", span};
}

YamlRefusal too_much(const DataText& text, std::string limit) {
  const Span span = text.span(0, 0);
  return {Problem{ProblemKind::kLimitReached, span, {{"limit", std::move(limit)}}, {}}, "", span};
}

// The characters that libyaml's reader takes (yaml_parser_update_buffer in src/reader.c). What is a
// line end to libyaml alone cannot be read by yaml-cpp.
std::optional<YamlRefusal> check_characters(const DataText& text) {
  const std::string_view t = text.text;
  for (std::size_t i = 0; i < t.size();) {
    const auto c = static_cast<unsigned char>(t[i]);
    if (c < 0x80) {
      if ((c < 0x20 && c != '\t' && c != '\n') || c == 0x7f)
        return refused(text, i, "ReaderError", "control characters are not allowed");
      ++i;
      continue;
    }
    const std::size_t length = character_length(t.substr(i));
    const std::string_view character = t.substr(i, length);
    if (character == "\xc2\x85" || character == "\xe2\x80\xa8" || character == "\xe2\x80\xa9" ||
        character == "\xef\xbb\xbf") {
      return YamlRefusal{std::nullopt, std::string(kReadDifferently), text.span(i, i + length)};
    }
    const bool control = character[0] == '\xc2' && static_cast<unsigned char>(character[1]) < 0xa0;
    if (control || character == "\xef\xbf\xbe" || character == "\xef\xbf\xbf") {
      return refused(text, i, "ReaderError", "control characters are not allowed");
    }
    i += length;
  }
  return std::nullopt;
}

}  // namespace

std::variant<YamlTree, YamlRefusal> parse_yaml(const DataText& text) {
  if (auto wrong = check_characters(text)) return std::move(*wrong);
  Collector collector;
  try {
    std::istringstream in(text.text);
    YAML::Parser parser(in);
    parser.HandleNextDocument(collector);
    const std::size_t first = collector.events.size();
    if (parser.HandleNextDocument(collector)) {
      const std::size_t begin = first < collector.events.size() ? collector.events[first].at : 0;
      const std::size_t mark = text.text.rfind("\n---", begin);
      const std::size_t at = mark == std::string::npos ? 0 : mark + 1;
      return refused(text, at, "ComposerError",
                     "expected a single document in the stream, but found another document");
    }
  } catch (const TooMany&) {
    return too_much(text, "1000000 YAML nodes");
  } catch (const YAML::DeepRecursion&) {
    return too_much(text, "500 nested values");
  } catch (const YAML::Exception& error) {
    const auto at = error.mark.is_null() ? 0 : static_cast<std::size_t>(error.mark.pos);
    const bool no_token = at < text.text.size() && (text.text[at] == '@' || text.text[at] == '`');
    if (error.msg == YAML::ErrorMsg::UNKNOWN_TOKEN && !no_token) {
      return YamlRefusal{std::nullopt, std::string(kReadDifferently), text.span(at, at)};
    }
    return refused(text, at, "", error.msg);
  }
  return build_yaml(text, collector.events);
}

}  // namespace mmlint::resolve
