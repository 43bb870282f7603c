#include "resolve/data/yaml_build.h"

#include <algorithm>
#include <map>
#include <set>

#include "resolve/data/yaml_scalar.h"
#include "resolve/data/yaml_tags.h"

namespace mmlint::resolve {
namespace {

using Type = YamlEvent::Type;
using Kind = YamlNode::Kind;

constexpr int kNoIndent = -1;
const std::string kYamlTag = "tag:yaml.org,2002:";

bool is_name(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' ||
         c == '-';
}

class Builder {
 public:
  Builder(const DataText& text, std::span<const YamlEvent> events)
      : source_(text), text_(text.text), events_(events) {}

  std::variant<YamlTree, YamlRefusal> run() {
    try {
      for (std::size_t i = 0; i < events_.size(); ++i) {
        if (events_[i].type == Type::kEnd)
          close();
        else
          take(events_[i], next_mark(i));
      }
      walk(text_.size());
    } catch (YamlRefusal& refusal) {
      return std::move(refusal);
    }
    return std::move(tree_);
  }

 private:
  struct Frame {
    YamlNode* node;
    bool flow;
    int indent = kNoIndent;  // the column of a block collection
    bool pair = false;       // the mapping of `[key: value]`, which has no braces
  };

  struct Properties {
    bool anchor = false;
    std::string_view tag;   // as written
    std::size_t end = 0;    // behind them
    std::size_t start = 0;  // where the node itself begins, behind white space
  };

  [[noreturn]] void unclear(std::size_t at) const {
    const std::size_t begin = std::min(at, text_.size());
    const Span span = source_.span(begin, std::min(begin + 1, text_.size()));
    throw YamlRefusal{std::nullopt, std::string(kReadDifferently), span};
  }

  [[noreturn]] void duplicate_anchor(std::size_t at) const {
    const Span span = source_.span(at, at + 1);
    throw YamlRefusal{Problem{ProblemKind::kSyntaxError,
                              span,
                              {{"language", "YAML"},
                               {"exception", "ComposerError"},
                               {"detail", "found duplicate anchor"}},
                              {}},
                      "", span};
  }

  char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
  bool blank_or_end(std::size_t i) const {
    return i >= text_.size() || text_[i] == ' ' || text_[i] == '\t' || text_[i] == '\n';
  }
  bool in_flow() const { return !frames_.empty() && frames_.back().flow; }
  int indent() const {
    const auto block = std::find_if(frames_.rbegin(), frames_.rend(),
                                    [](const Frame& frame) { return !frame.flow; });
    return block == frames_.rend() ? kNoIndent : block->indent;
  }

  std::size_t next_mark(std::size_t i) const {
    for (++i; i < events_.size(); ++i) {
      if (events_[i].type != Type::kEnd) return events_[i].at;
    }
    return text_.size() + 1;
  }

  // Moves on over text that is known.
  void move_to(std::size_t to) {
    for (; cursor_ < to; ++cursor_) {
      if (text_[cursor_] == '\n') line_ = cursor_ + 1;
    }
  }
  int column() const { return static_cast<int>(cursor_ - line_); }

  // Moves on over what may stand between two nodes, to an offset or to a character.
  void walk(std::size_t to, char stop = '\0') {
    dash_ = kNoIndent;
    while (cursor_ < to) {
      const char c = text_[cursor_];
      if (c == stop) return;
      if (c == '#') {
        comment();
      } else if ((c == '-' || c == '.') && column() == 0 && is_document_mark(text_, cursor_)) {
        if (!frames_.empty()) unclear(cursor_);
        move_to(cursor_ + 3);
      } else if (c == '-' && !in_flow() && (at(cursor_ + 1) == ' ' || at(cursor_ + 1) == '\n')) {
        dash_ = column();
        move_to(cursor_ + 1);
      } else if (c == ':' && (blank_or_end(cursor_ + 1) || (in_flow() && is_behind_quote()))) {
        move_to(cursor_ + 1);
      } else if (c == ' ' || c == '\n' || (c == ',' && in_flow())) {
        move_to(cursor_ + 1);
      } else if (c == '\t' && is_trailing()) {
        move_to(std::min(text_.find_first_not_of(" \t", cursor_), text_.size()));
      } else {
        unclear(cursor_);
      }
    }
    if (cursor_ > to) unclear(to);
  }

  void comment() {
    if (cursor_ > 0 && !blank_or_end(cursor_ - 1)) unclear(cursor_);
    move_to(std::min(text_.find('\n', cursor_), text_.size()));
  }

  // White space before a comment or a line end, behind something else.
  bool is_trailing() const {
    const std::size_t next = text_.find_first_not_of(" \t", cursor_);
    if (next != text_.npos && text_[next] != '\n' && text_[next] != '#') return false;
    return text_.find_first_not_of(" \t", line_) < cursor_;
  }

  bool is_behind_quote() const {
    const char before = cursor_ > 0 ? text_[cursor_ - 1] : '\0';
    return before == '"' || before == '\'';
  }

  Properties properties(std::size_t begin) const {
    Properties out;
    std::size_t i = begin;
    out.end = out.start = i;
    while (at(i) == '&' || at(i) == '!') {
      const std::size_t first = i;
      const bool is_anchor = text_[i] == '&';
      ++i;
      if (is_anchor) {
        while (is_name(at(i))) ++i;
        if (i == first + 1 || out.anchor) unclear(first);
        out.anchor = true;
      } else {
        if (at(i) == '!') ++i;
        while (is_name(at(i)) || at(i) == '/' || at(i) == '.' || at(i) == ':') ++i;
        if (!out.tag.empty()) unclear(first);
        out.tag = text_.substr(first, i - first);
        if (out.tag == "!!") unclear(first);
      }
      const bool closed =
          in_flow() && (at(i) == ',' || (is_anchor && (at(i) == ']' || at(i) == '}')));
      if (!blank_or_end(i) && !closed) unclear(i);
      out.end = i;
      i = skip_space(i);
      out.start = i;
    }
    return out;
  }

  // White space and comments.
  std::size_t skip_space(std::size_t i) const {
    for (;;) {
      i = std::min(text_.find_first_not_of(" \n", i), text_.size());
      if (at(i) != '#' || !blank_or_end(i - 1)) return i;
      i = std::min(text_.find('\n', i), text_.size());
    }
  }

  void take(const YamlEvent& event, std::size_t next) {
    const std::size_t begin = event.at;
    if (begin > text_.size()) unclear(text_.size());
    const bool key = !frames_.empty() && frames_.back().node->kind == Kind::kMapping &&
                     frames_.back().node->items.size() % 2 == 0;
    // The mark of a node without any text is that of what comes next.
    const Properties own = properties(begin);
    const bool named = own.end > begin;
    const bool scalar = event.type == Type::kScalar || event.type == Type::kNull;
    bool empty = scalar && (own.start >= next || own.start >= text_.size());
    if (scalar && !empty && event.value.empty()) {
      const char c = text_[own.start];
      const bool written = event.type == Type::kNull
                               ? c == '~' || c == 'n' || c == 'N'
                               : c == '"' || c == '\'' || c == '|' || c == '>';
      empty = !written;
    }
    if (empty && !named) {
      if (key || (in_flow() && frames_.back().node->kind == Kind::kSequence)) unclear(begin);
      const Span span = source_.span(last_end_, last_end_);
      add(make(Kind::kScalar, kYamlTag + "null", span));
      return;
    }
    if (begin < cursor_) unclear(begin);
    walk(begin);
    locate(key);
    const bool block_list = event.type == Type::kSequence && !event.flow;
    if (!key) require_indent(column(), block_list);
    if (named && (event.anchor != 0) != own.anchor) unclear(begin);
    if (named) {
      move_to(own.end);
      last_end_ = own.end;
    }
    if (named && !key && !empty && (scalar || event.flow)) {
      move_to(own.start);
      require_indent(column(), false);
    }
    switch (event.type) {
      case Type::kAlias:
        return alias(event);
      case Type::kSequence:
      case Type::kMapping:
        return open(event, own);
      default:
        break;
    }
    if (empty) {
      const std::string tag = own.tag.empty()  ? kYamlTag + "null"
                              : own.tag == "!" ? kYamlTag + "str"
                                               : event.tag;
      YamlNode* node = make(Kind::kScalar, tag, source_.span(last_end_, last_end_));
      name(event, node);
      return add(node);
    }
    scalar_node(event, own);
  }

  // A value stands behind the column of the collection around it; a block list may stand at it.
  void require_indent(int found, bool block_list) const {
    if (!in_flow() && found < indent() + (block_list ? 0 : 1)) unclear(cursor_);
  }

  // The column of the block collection that the node at the cursor is an item of.
  void locate(bool key) {
    if (frames_.empty() || frames_.back().flow) return;
    Frame& frame = frames_.back();
    int found = frame.indent;
    if (frame.node->kind == Kind::kSequence) {
      if (dash_ == kNoIndent) unclear(cursor_);
      found = dash_;
    } else if (key) {
      found = column();
    }
    if (frame.indent != kNoIndent && found != frame.indent) unclear(cursor_);
    frame.indent = found;
  }

  void scalar_node(const YamlEvent& event, const Properties& own) {
    move_to(own.start);
    if (in_flow() && (at(own.start) == ':' || at(own.start) == '?')) unclear(own.start);
    auto read = scan_yaml_scalar(text_, own.start, indent(), in_flow());
    const bool same = read && (event.type == Type::kNull ? implicit_yaml_tag(read->value) == "null"
                                                         : read->value == event.value);
    if (!same) unclear(own.start);
    std::string tag = event.tag;
    if (own.tag == "!" || (own.tag.empty() && read->plain)) {
      tag = kYamlTag + std::string(implicit_yaml_tag(read->value));
    } else if (own.tag.empty()) {
      tag = kYamlTag + "str";
    }
    YamlNode* node = make(Kind::kScalar, std::move(tag), source_.span(own.start, read->end));
    node->value = std::move(read->value);
    name(event, node);
    move_to(read->end);
    last_end_ = read->end;
    add(node);
  }

  void alias(const YamlEvent& event) {
    std::size_t end = event.at + 1;
    while (is_name(at(end))) ++end;
    const bool closed = in_flow() && (at(end) == ',' || at(end) == ']' || at(end) == '}');
    const auto target = anchors_.find(event.anchor);
    if (at(event.at) != '*' || (!blank_or_end(end) && !closed) || target == anchors_.end())
      unclear(event.at);
    move_to(end);
    last_end_ = end;
    add(target->second);
  }

  void open(const YamlEvent& event, const Properties& own) {
    const bool list = event.type == Type::kSequence;
    std::string tag = event.tag;
    if (own.tag.empty() || own.tag == "!") tag = kYamlTag + (list ? "seq" : "map");
    YamlNode* node = make(list ? Kind::kSequence : Kind::kMapping, std::move(tag),
                          source_.span(own.start, own.start));
    name(event, node);
    const bool pair = !list && event.flow && at(own.start) != '{' && in_flow() &&
                      frames_.back().node->kind == Kind::kSequence;
    if (pair && own.end > event.at) unclear(event.at);
    if (event.flow && !pair) {
      if (at(own.start) != (list ? '[' : '{')) unclear(own.start);
      move_to(own.start + 1);
    }
    add(node);
    frames_.push_back({node, event.flow, kNoIndent, pair});
  }

  void close() {
    const Frame frame = frames_.back();
    if (frame.flow && !frame.pair) {
      const char bracket = frame.node->kind == Kind::kSequence ? ']' : '}';
      walk(text_.size(), bracket);
      if (at(cursor_) != bracket) unclear(cursor_);
      move_to(cursor_ + 1);
      last_end_ = cursor_;
    }
    frames_.pop_back();
    frame.node->span.end = std::max(frame.node->span.begin, source_.span(last_end_, last_end_).end);
  }

  YamlNode* make(Kind kind, std::string tag, Span span) {
    return &tree_.nodes.emplace_back(YamlNode{kind, std::move(tag), "", {}, span});
  }

  void name(const YamlEvent& event, YamlNode* node) {
    if (event.anchor == 0) return;
    anchors_[event.anchor] = node;
    const std::size_t mark = text_.find('&', event.at);
    std::size_t end = mark + 1;
    while (is_name(at(end))) ++end;
    if (!names_.insert(text_.substr(mark, end - mark)).second) duplicate_anchor(mark);
  }

  void add(YamlNode* node) {
    if (frames_.empty())
      tree_.root = node;
    else
      frames_.back().node->items.push_back(node);
  }

  const DataText& source_;
  std::string_view text_;
  std::span<const YamlEvent> events_;
  YamlTree tree_;
  std::vector<Frame> frames_;
  std::map<std::size_t, YamlNode*> anchors_;
  std::set<std::string_view> names_;
  std::size_t cursor_ = 0;    // behind what is understood so far
  std::size_t line_ = 0;      // where the line of the cursor begins
  std::size_t last_end_ = 0;  // behind the last token of a node
  int dash_ = kNoIndent;      // the column of the last '-' that walk() met
};

}  // namespace

std::variant<YamlTree, YamlRefusal> build_yaml(const DataText& text,
                                               std::span<const YamlEvent> events) {
  return Builder(text, events).run();
}

}  // namespace mmlint::resolve
