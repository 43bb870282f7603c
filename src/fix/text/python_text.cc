#include "fix/text/python_text.h"

namespace mmlint::fix {

using catalog::Literal;

namespace {

std::string quoted(std::string_view text, char quote) {
  std::string out(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') out += '\\';
    out += c;
  }
  return out + quote;
}

std::string entries(const Literal::Dict& dict, const Style& style, std::string_view separator) {
  std::string out;
  for (const auto& [key, value] : dict) {
    if (!out.empty()) out += separator;
    out += to_argument(key, to_python(value, style), style);
  }
  return out;
}

}  // namespace

Style style_of(const syntax::Document& document) {
  Style style;
  style.quote = document.usual_quote();
  style.line_end = document.source().line_end();
  return style;
}

Style style_near(const syntax::Document& document, Span value) {
  Style style = style_of(document);
  const std::string_view text = document.source().text(value);
  const std::size_t quote = text.find_first_of("'\"");
  if (quote != text.npos && text.find('(') == text.npos) style.quote = text[quote];
  return style;
}

std::string to_argument(std::string_view key, const std::string& value, const Style& style) {
  if (style.braces) return fmt::format("{}: {}", quoted(key, style.quote), value);
  return fmt::format("{}={}", key, value);
}

std::string to_python(const Literal& literal, const Style& style) {
  struct Printer {
    const Style& style;
    std::string operator()(std::nullptr_t) const { return "None"; }
    std::string operator()(bool b) const { return b ? "True" : "False"; }
    std::string operator()(std::int64_t i) const { return fmt::to_string(i); }
    std::string operator()(double d) const { return fmt::to_string(d); }
    std::string operator()(const std::string& s) const { return quoted(s, style.quote); }
    std::string operator()(const Literal::List& list) const {
      std::string out;
      for (const Literal& item : list) out += (out.empty() ? "" : ", ") + to_python(item, style);
      return "[" + out + "]";
    }
    std::string operator()(const Literal::Dict& dict) const {
      const std::string inside = entries(dict, style, ", ");
      return style.braces ? "{" + inside + "}" : "dict(" + inside + ")";
    }
  };
  return std::visit(Printer{style}, literal.value);
}

std::string to_statement(std::string_view name, const Literal& literal, const Style& style) {
  const Literal::Dict* dict = literal.dict();
  const std::string indent = style.line_end + "    ";
  if (!dict || dict->size() < 2) return fmt::format("{} = {}", name, to_python(literal, style));
  return fmt::format("{} = {}{}{}{}", name, style.braces ? "{" : "dict(", indent,
                     entries(*dict, style, "," + indent), style.braces ? "}" : ")");
}

}  // namespace mmlint::fix
