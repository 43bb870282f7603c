#include "syntax/environment_templates.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "syntax/lexical_scan.h"
#include "syntax/python_regex.h"

namespace mmlint::syntax {
namespace {

struct Variable {
  std::string name;
  std::string fallback;
  std::size_t begin, end;
};

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

// \{\{[\'\"]?\s*\$(\w+)\s*\:\s*(\S*?)\s*[\'\"]?\}\} at an offset of "{{".
std::optional<Variable> read_variable(std::string_view text, std::size_t begin, Ends& ends) {
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
  const std::size_t value = skip_python_space(text, at + 1);
  const Ends::End& end = ends.of(value);
  if (!end.closed) return std::nullopt;
  return Variable{std::string(text.substr(name, name_end - name)),
                  std::string(text.substr(value, end.at - value)), begin, *end.closed};
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

bool is_pattern(std::string_view fallback) {
  return fallback.find_first_of(".^$*+?{}[]\\|()") != std::string_view::npos;
}

// Steps of matching for all variables of a file together; only hostile files take more, whose text
// then stays as it is.
constexpr std::size_t kMaxSteps = 1u << 22;
constexpr std::size_t kBytesPerStep = 16;  // of a search
// Places of one pattern. One with an empty alternative matches everywhere, and so again in what it
// was replaced by.
constexpr std::size_t kMaxMatches = 10'000;

using Key = std::pair<std::string, std::string>;  // name and default

// The places of defaults that stand for themselves.
std::vector<Replacement> plain_matches(std::string_view text,
                                       const std::map<Key, std::string>& values) {
  std::vector<Replacement> found;
  for (Variable& each : find_variables(text)) {
    const auto value = values.find({std::move(each.name), std::move(each.fallback)});
    if (value != values.end()) found.push_back({each.begin, each.end, value->second});
  }
  return found;
}

// The places that MMEngine replaces for a default that is a pattern: it pastes the default into a
// new pattern without escaping it, so one with `+` or `[` may match nothing, or something else.
std::vector<Replacement> matches(std::string_view text, const Variable& variable,
                                 const std::string& value, std::string& error, std::size_t& steps) {
  std::vector<Replacement> found;
  const PythonRegex regex(
      R"(\{\{['"]?\s*\$)" + variable.name + R"(\s*\:\s*)" + variable.fallback + R"(\s*['"]?\}\})",
      error);
  if (!error.empty()) return found;
  steps -= std::min(steps, text.size() / kBytesPerStep);
  std::size_t from = 0;
  const auto try_at = [&](std::size_t at, bool must_advance) {
    if (at < from || steps == 0 || found.size() > kMaxMatches) return;
    if (const auto end = regex.match_at(text, at, steps, must_advance)) {
      found.push_back({at, *end, value});
      from = *end;
    }
  };
  if (variable.fallback.find('|') == std::string::npos) {
    for (const std::uint32_t at : find_templates(text)) try_at(at, false);
    return found;
  }
  // A part of the pattern may match nothing, between any two characters; as re.sub of Python 3.7
  // and newer, something that is not empty may follow at the same place.
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0) == 0x80) continue;
    const std::size_t before = found.size();
    try_at(at, false);
    if (found.size() > before && from == at) try_at(at, true);
  }
  return found;
}

}  // namespace

std::optional<TemplateProblem> put_in_environment(
    ExpandedText& expanded, const Source& source,
    const std::map<std::string, std::string>& environment,
    std::vector<UnchangedTemplate>& unchanged) {
  const std::vector<Variable> variables = find_variables(expanded.text);
  std::vector<Span> spans;
  for (const Variable& each : variables) {
    spans.push_back({source.id(), expanded.place(each.begin), expanded.place(each.end)});
  }
  // One after the other, as MMEngine does; defaults that stand for themselves all at once.
  std::map<Key, std::string> plain;
  std::size_t steps = kMaxSteps;
  const auto put_in_plain = [&] {
    steps -= std::min(steps, expanded.text.size() / kBytesPerStep);
    if (plain.empty() || steps == 0) return;
    expanded.replace(plain_matches(expanded.text, plain));
    plain.clear();
  };
  for (std::size_t i = 0; i < variables.size(); ++i) {
    const Variable& variable = variables[i];
    const auto set = environment.find(variable.name);
    const std::string& value = set == environment.end() ? variable.fallback : set->second;
    if (value.empty()) {
      return TemplateProblem{
          spans[i], variable.name, "KeyError",
          "`" + variable.name + "` is not set in the environment and has no default"};
    }
    std::string error;
    std::string text = read_template(value, error);
    if (!is_pattern(variable.fallback)) {
      if (error.empty()) plain.try_emplace({variable.name, variable.fallback}, std::move(text));
    } else if (put_in_plain(); steps > 0) {
      std::string pattern_error;
      const auto found = matches(expanded.text, variable, text, pattern_error, steps);
      if (!pattern_error.empty()) error = pattern_error;
      if (error.empty()) expanded.replace(found);
      expanded.too_large = expanded.too_large || found.size() > kMaxMatches;
    }
    if (!error.empty()) return TemplateProblem{spans[i], variable.name, "re.error", error};
    if (expanded.too_large) return std::nullopt;
  }
  put_in_plain();
  const bool any_pattern = std::any_of(variables.begin(), variables.end(),
                                       [](const Variable& v) { return is_pattern(v.fallback); });
  if (!any_pattern) return std::nullopt;
  for (const Variable& each : find_variables(expanded.text)) {
    unchanged.push_back({{source.id(), expanded.place(each.begin), expanded.place(each.end)},
                         each.name,
                         each.fallback});
  }
  return std::nullopt;
}

}  // namespace mmlint::syntax
