#include "syntax/document_parts.h"

#include "base/algorithms.h"
#include "base/text.h"

namespace mmlint::syntax {
namespace {

// Words that no name can be and that a ':' may follow at once.
bool is_keyword(std::string_view word) {
  static constexpr std::string_view kWords[] = {"else",   "try",  "finally", "except",
                                                "lambda", "True", "False",   "None"};
  return is_in(word, kWords);
}

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\f"), text.size()));
}

// Over opening parentheses, and what may stand behind them.
void skip_opening(std::string_view& text) {
  if (!text.starts_with('(')) return;
  for (;;) {
    text.remove_prefix(std::min(text.find_first_not_of("( \t\f\r\n\\"), text.size()));
    if (!text.starts_with('#')) return;
    text.remove_prefix(std::min(text.find('\n'), text.size()));
  }
}

}  // namespace

StatementHead read_head(std::string_view statement) {
  skip_opening(statement);
  const auto stop = std::ranges::find_if_not(statement, is_name_byte);
  StatementHead head{statement.substr(0, static_cast<std::size_t>(stop - statement.begin())), {}};
  std::string_view rest = statement.substr(head.keyword.size());
  skip_blanks(rest);
  const char first = rest.empty() ? '\0' : rest[0];
  const bool assigns = first == '=' && rest.substr(0, 2) != "==";
  const bool annotates = first == ':' && rest.substr(0, 2) != ":=" && !is_keyword(head.keyword);
  if (assigns || annotates) head.name = head.keyword;
  return head;
}

}  // namespace mmlint::syntax
