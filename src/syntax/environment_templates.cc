#include "syntax/environment_templates.h"

#include "base/text.h"
#include "syntax/lexical_scan.h"
#include "syntax/python_text.h"

namespace mmlint::syntax {
namespace {

struct Variable {
  std::string name;
  std::string fallback;
  std::size_t begin, end;
};

using Key = std::pair<std::string, std::string>;  // name and default

bool is_quote(char c) {
  return c == '\'' || c == '"';
}

// Where `\s*['"]?\}\}` ends if it matches at an offset.
std::optional<std::size_t> closing(std::string_view text, std::size_t at) {
  at = skip_python_space(text, at);
  if (at < text.size() && is_quote(text[at])) ++at;
  if (text.substr(std::min(at, text.size()), 2) != "}}") return std::nullopt;
  return at + 2;
}

// Where defaults end: at the first place from their beginning on behind which a template closes, or
// at a blank that none closes behind. Defaults that begin before it all end there, so that a text
// with many openings is not read once for each of them.
class Ends {
 public:
  struct End {
    std::size_t at;
    std::optional<std::size_t> closed;  // where the template ends
  };
  explicit Ends(std::string_view text) : text_(text) {}

  const End& of(std::size_t value) {
    if (value >= from_ && value <= end_.at) return end_;
    from_ = value;
    std::size_t length = 1;
    for (end_.at = value;; end_.at += length) {
      end_.closed = closing(text_, end_.at);
      if (end_.closed || end_.at >= text_.size() ||
          is_python_space(code_point_at(text_, end_.at, length))) {
        return end_;
      }
    }
  }

 private:
  std::string_view text_;
  std::size_t from_ = 1;  // from_ > end_.at: nothing is known yet
  End end_{0, std::nullopt};
};

struct Opening {
  std::string_view name;
  std::size_t after;  // where what follows the ':' begins
};

// \{\{[\'\"]?\s*\$(\w+)\s*\: at an offset of "{{".
std::optional<Opening> read_opening(std::string_view text, std::size_t begin) {
  std::size_t at = begin + 2;
  if (at < text.size() && is_quote(text[at])) ++at;
  at = skip_python_space(text, at);
  if (at >= text.size() || text[at] != '$') return std::nullopt;
  const std::size_t name = ++at;
  std::size_t length = 1;
  for (; at < text.size() && is_python_word(code_point_at(text, at, length)); at += length) {
  }
  const std::size_t name_end = at;
  at = skip_python_space(text, at);
  if (name_end == name || at >= text.size() || text[at] != ':') return std::nullopt;
  return Opening{text.substr(name, name_end - name), at + 1};
}

// The opening, then \s*(\S*?)\s*[\'\"]?\}\}.
std::optional<Variable> read_variable(std::string_view text, std::size_t begin, Ends& ends) {
  const auto opening = read_opening(text, begin);
  if (!opening) return std::nullopt;
  const std::size_t value = skip_python_space(text, opening->after);
  const Ends::End& end = ends.of(value);
  if (!end.closed) return std::nullopt;
  return Variable{std::string(opening->name), std::string(text.substr(value, end.at - value)),
                  begin, *end.closed};
}

std::vector<Variable> find_variables(std::string_view text) {
  std::vector<Variable> found;
  Ends ends(text);
  std::size_t from = 0;
  for (const std::uint32_t begin : find_templates(text)) {
    if (begin < from) continue;
    if (auto variable = read_variable(text, begin, ends)) {
      from = variable->end;
      found.push_back(std::move(*variable));
    }
  }
  return found;
}

bool is_octal(std::string_view text, std::size_t at) {
  return at < text.size() && text[at] >= '0' && text[at] <= '7';
}

// What `re.sub` makes of a replacement: backslashes are interpreted (parse_template in CPython's
// Lib/re/_parser.py). Sets `error` where it raises.
std::string read_template(std::string_view value, std::string& error) {
  static constexpr std::string_view kLetters = "abfnrtv\\";
  static constexpr std::string_view kMeaning = "\a\b\f\n\r\t\v\\";
  std::string result;
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '\\') {
      result += value[i];
      continue;
    }
    const std::string place = " at position " + std::to_string(i);
    if (++i == value.size()) {
      error = "bad escape (end of pattern)" + place;
      break;
    }
    const char c = value[i];
    if (const std::size_t known = kLetters.find(c); known != std::string_view::npos) {
      result += kMeaning[known];
    } else if (c == 'g') {
      error = "missing <" + place;
    } else if (c == '0' ||
               (is_octal(value, i) && is_octal(value, i + 1) && is_octal(value, i + 2))) {
      char32_t code = 0;
      for (std::size_t digits = 0; digits < 3 && is_octal(value, i); ++digits, ++i) {
        code = code * 8 + static_cast<char32_t>(value[i] - '0');
      }
      --i;
      if (code > 0377) error = "octal escape value outside of range 0-0o377" + place;
      append_utf8(result, code);
    } else if (c >= '0' && c <= '9') {
      error = std::string("invalid group reference ") + c + place;
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      error = std::string("bad escape \\") + c + place;
    } else {
      result += '\\';
      result += c;
    }
    if (!error.empty()) break;
  }
  return result;
}

// MMEngine pastes a default into a regular expression as it is. One with these characters is an
// expression to it; a '.' alone matches itself and is none.
bool is_expression(std::string_view fallback) {
  if (fallback.find_first_of("^$*+?[\\|()") != std::string_view::npos) return true;
  for (std::size_t at = fallback.find('{'); at != fallback.npos; at = fallback.find('{', at + 1)) {
    const std::size_t end = fallback.find_first_not_of("0123456789,", at + 1);
    if (end > at + 1 && end != fallback.npos && fallback[end] == '}') return true;  // a repetition
  }
  return false;
}

// Where a default whose '.' stand for any character ends, if it stands at an offset.
std::optional<std::size_t> match_dots(std::string_view text, std::size_t at,
                                      std::string_view fallback) {
  std::size_t length = 1;
  for (const char c : fallback) {
    if (at >= text.size() || (c == '.' ? text[at] == '\n' : text[at] != c)) return std::nullopt;
    if (c == '.') code_point_at(text, at, length);
    at += c == '.' ? length : 1;
  }
  return at;
}

// Where a template ends that the pattern of a variable with a '.' in its default matches.
std::optional<std::size_t> match_template(std::string_view text, std::size_t begin,
                                          const Key& variable) {
  const auto opening = read_opening(text, begin);
  if (!opening || opening->name != variable.first) return std::nullopt;
  const std::size_t last = skip_python_space(text, opening->after);
  std::size_t length = 1;
  for (std::size_t at = opening->after; at <= last; at += length) {
    if (const auto end = match_dots(text, at, variable.second)) {
      if (const auto closed = closing(text, *end)) return closed;
    }
    if (at < last) code_point_at(text, at, length);
  }
  return std::nullopt;
}

// Which templates have no known value: those whose default is an expression, and the others that
// such an expression, or a '.', may match.
class Unknown {
 public:
  Unknown(std::string_view text, std::span<const Variable> variables) : text_(text) {
    for (const Variable& each : variables) {
      if (each.fallback.find('|') != std::string::npos) all_ = true;  // one side matches alone
      if (is_expression(each.fallback)) names_.insert(each.name);
      if (each.fallback.find('.') != std::string::npos) dotted_.insert({each.name, each.fallback});
    }
    for (const Key& each : dotted_) find_matches(each, variables);
  }

  bool has(const Variable& variable) const { return all_ || names_.contains(variable.name); }
  // What a '.' matches and what is no template to MMEngine without it.
  std::span<const std::pair<std::size_t, std::size_t>> others() const { return others_; }

 private:
  void find_matches(const Key& key, std::span<const Variable> variables) {
    if (names_.contains(key.first)) return;
    for (const std::uint32_t begin : find_templates(text_)) {
      if (++steps_ > kMaxSteps) {
        all_ = true;  // only a hostile file has so many
        return;
      }
      const auto end = match_template(text_, begin, key);
      if (!end) continue;
      const auto known = std::lower_bound(
          variables.begin(), variables.end(), begin,
          [](const Variable& variable, std::size_t at) { return variable.begin < at; });
      if (known == variables.end() || known->begin != begin) {
        others_.emplace_back(begin, *end);
      } else if (known->fallback != key.second) {
        names_.insert(key.first);
      }
    }
  }

  static constexpr std::size_t kMaxSteps = 1u << 22;
  std::string_view text_;
  std::set<std::string> names_;
  std::set<Key> dotted_;
  std::vector<std::pair<std::size_t, std::size_t>> others_;
  std::size_t steps_ = 0;
  bool all_ = false;
};

// The places of the variables that have a value.
std::vector<Replacement> places(std::string_view text, const std::map<Key, std::string>& values) {
  std::vector<Replacement> found;
  for (Variable& each : find_variables(text)) {
    const auto value = values.find({std::move(each.name), std::move(each.fallback)});
    if (value != values.end()) found.push_back({each.begin, each.end, value->second});
  }
  return found;
}

}  // namespace

std::optional<TemplateProblem> put_in_environment(
    ExpandedText& expanded, const Source& source,
    const std::map<std::string, std::string>& environment, bool has_all_variables,
    std::vector<UnknownTemplate>& unknown_templates) {
  const std::vector<Variable> variables = find_variables(expanded.text);
  const auto span_of = [&](std::size_t begin, std::size_t end) {
    return Span{source.id(), expanded.place(begin), expanded.place(end)};
  };
  const Unknown unknown(expanded.text, variables);
  for (const Variable& each : variables) {
    if (!unknown.has(each)) continue;
    unknown_templates.push_back(
        {span_of(each.begin, each.end), each.name, each.fallback, is_expression(each.fallback)});
  }
  for (const auto& [begin, end] : unknown.others()) {
    unknown_templates.push_back({span_of(begin, end), {}, {}, false});
  }
  std::map<Key, std::string> values;
  for (const Variable& variable : variables) {
    const auto set = environment.find(variable.name);
    const std::string& value = set == environment.end() ? variable.fallback : set->second;
    if (value.empty() && !has_all_variables && set == environment.end()) {
      unknown_templates.push_back(
          {span_of(variable.begin, variable.end), variable.name, {}, false, true});
      continue;
    }
    if (value.empty()) {
      return TemplateProblem{
          span_of(variable.begin, variable.end), variable.name, "KeyError",
          "`" + variable.name + "` is not set in the environment and has no default"};
    }
    if (unknown.has(variable)) continue;
    std::string error;
    std::string text = read_template(value, error);
    if (!error.empty()) {
      return TemplateProblem{span_of(variable.begin, variable.end), variable.name, "re.error",
                             error};
    }
    values.try_emplace({variable.name, variable.fallback}, std::move(text));
  }
  expanded.replace(places(expanded.text, values));
  return std::nullopt;
}

}  // namespace mmlint::syntax
