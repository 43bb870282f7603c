#include "shell_syntax/command_reader.h"

namespace mmlint::shell_syntax {

// Of the number or `{name}` before a redirect operator.
std::uint32_t CommandReader::descriptor_length() const {
  std::uint32_t length = 0;
  if (peek() == '{' && is_name_start(peek(1))) {
    length = 2;
    while (is_name(peek(length))) ++length;
    if (peek(length++) != '}') return 0;
  } else {
    while (peek(length) >= '0' && peek(length) <= '9') ++length;
  }
  return peek(length) == '<' || peek(length) == '>' ? length : 0;
}

bool CommandReader::at_redirect() const {
  if (sees("&>")) return true;
  const std::uint32_t length = descriptor_length();
  const char c = peek(length);
  return (c == '<' || c == '>') && (length > 0 || peek(1) != '(');
}

Redirect CommandReader::redirect() {
  const std::uint32_t begin = at_;
  at_ += descriptor_length();
  Redirect out{.begin = begin,
               .end = begin,
               .descriptor = text_between(begin, at_),
               .op = {},
               .target = nullptr,
               .heredoc = nullptr};
  constexpr std::string_view kOperators[] = {"&>>", "&>", "<<<", "<<-", "<<", "<&",
                                             "<>",  "<",  ">>",  ">&",  ">|", ">"};
  for (const std::string_view op : kOperators) {
    if (!sees(op)) continue;
    out.op = op;
    at_ += static_cast<std::uint32_t>(op.size());
    break;
  }
  skip_blanks();
  if (at_word_end() || peek() == '#' ||
      (descriptor_length() > 0 && !out.op.ends_with('&') && peek() != '{')) {
    fail_unexpected();
    return out;
  }
  const std::uint32_t target = at_;
  out.target = make(word());
  out.end = at_;
  if (failed()) return out;
  if (out.op == "<<" || out.op == "<<-") {
    Heredoc* heredoc = make(Heredoc{{}, false, out.op == "<<-", size(), size(), false});
    std::string delimiter;
    for (std::uint32_t at = target; at < at_; ++at) {
      const char c = input().text[at];
      const bool quote = c == '\'' || c == '"' || c == '\\';
      heredoc->quoted = heredoc->quoted || quote;
      if (!quote) delimiter += c;
    }
    heredoc->delimiter = keep(delimiter);
    pending_.push_back(heredoc);
    out.heredoc = heredoc;
  }
  return out;
}

// At the first line of the body: goes behind the delimiter's line, or to the end, which bash takes
// for the delimiter with a warning.
void CommandReader::read_heredoc(Heredoc& heredoc) {
  heredoc.begin = at_;
  bool continued = false;
  while (!at_end()) {
    const std::uint32_t begin = at_;
    at_ = static_cast<std::uint32_t>(std::min<std::size_t>(input().text.find('\n', at_), size()));
    std::string_view line = text_between(begin, at_);
    if (!at_end()) ++at_;
    if (line.ends_with('\r')) line.remove_suffix(1);
    std::string_view bare = line;
    if (heredoc.strip_tabs) bare.remove_prefix(std::min(bare.find_first_not_of('\t'), bare.size()));
    if (bare == heredoc.delimiter && !continued) {
      heredoc.end = begin;
      return;
    }
    const std::size_t last = line.find_last_not_of('\\');
    const std::size_t backslashes = line.size() - (last == line.npos ? 0 : last + 1);
    continued = !heredoc.quoted && backslashes % 2 == 1;
    heredoc.expands =
        heredoc.expands || (!heredoc.quoted && line.find_first_of("$`\\") != line.npos);
  }
  heredoc.end = size();
}

}  // namespace mmlint::shell_syntax
