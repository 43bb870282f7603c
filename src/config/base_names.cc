#include "config/base_names.h"

#include "base/text.h"

namespace mmlint::config {
namespace {

std::size_t end_of_name(std::string_view text, std::size_t at) {
  while (at < text.size() && is_name_byte(text[at])) ++at;
  return at;
}

// The end of an attribute or of a simple index that begins there; `at` if none does.
std::size_t end_of_part(std::string_view text, std::size_t at) {
  if (at >= text.size()) return at;
  if (text[at] == '.') return end_of_name(text, at + 1);
  if (text[at] != '[') return at;
  const std::size_t close = text.find_first_of("[]\n", at + 1);
  return close != text.npos && text[close] == ']' ? close + 1 : at;
}

// The name in `.x` or `['x']`; empty for another part.
std::string_view name_in(std::string_view part) {
  if (part.starts_with('.')) return part.substr(1);
  const std::size_t quotes = part.find_first_of("'\"");
  if (quotes != 1 || part.size() < 5 || part[part.size() - 2] != part[1]) return {};
  const std::string_view name = part.substr(2, part.size() - 4);
  return end_of_name(name, 0) == name.size() ? name : std::string_view();
}

// Calls `explain` for each name that Python does not find.
template <class Explain>
void for_each_name(std::vector<Problem>& problems, Explain explain) {
  for (Problem& problem : problems) {
    const auto exception = problem.captures.find("exception");
    if (problem.kind == ProblemKind::kUndefinedName && exception != problem.captures.end() &&
        exception->second == "NameError")
      explain(problem, problem.captures.at("name"));
  }
}

}  // namespace

std::optional<TextEdit> as_imported_name(const syntax::Document& document, Span at) {
  const std::string_view text = document.source().bytes();
  std::size_t end = end_of_part(text, at.end);
  const std::string_view name = name_in(text.substr(at.end, end - at.end));
  if (name.empty() || text.substr(end).starts_with('(')) return std::nullopt;
  const std::size_t rest = end;
  for (std::size_t next = end_of_part(text, end); next != end; next = end_of_part(text, end))
    end = next;
  std::string out(name);
  out += text.substr(rest, end - rest);
  const std::size_t before = text.find_last_not_of(' ', at.begin - 1);
  const std::size_t after = text.find_first_not_of(' ', end);
  const bool in_braces = at.begin > 1 && before != text.npos && before > 0 && after != text.npos &&
                         text.substr(before - 1, 2) == "{{" && text.substr(after, 2) == "}}";
  if (!in_braces) return TextEdit{{at.file, at.begin, static_cast<std::uint32_t>(end)}, out};
  return TextEdit{
      {at.file, static_cast<std::uint32_t>(before - 1), static_cast<std::uint32_t>(after + 2)},
      out};
}

void explain_names_of_base(std::vector<Problem>& problems, const Value& base) {
  for_each_name(problems, [&](Problem& problem, const std::string& name) {
    if (!base.dict().get(name)) return;
    problem.form = "of-base";
    problem.captures["nearest"] = "_base_." + name;
  });
}

void explain_lazy_names(std::vector<Problem>& problems, const syntax::Document& document,
                        const Value& globals) {
  for_each_name(problems, [&](Problem& problem, const std::string& name) {
    if (name != "_base_") return;
    const auto edit = as_imported_name(document, problem.span);
    const std::string_view text = edit ? std::string_view(edit->replacement) : std::string_view();
    const bool is_imported = globals.dict().get(text.substr(0, end_of_name(text, 0))) != nullptr;
    problem.form = is_imported ? "imported" : "lazy";
    problem.captures["nearest"] = text;
  });
}

void explain_names_of_body(std::vector<Problem>& problems, const syntax::Document& document) {
  for_each_name(problems, [&](Problem& problem, const std::string& name) {
    const auto is_it = [&](const auto& statement) { return statement.name == name; };
    if (std::ranges::any_of(document.statements(), is_it)) problem.form = "of-body";
  });
}

}  // namespace mmlint::config
