#include "syntax/templates.h"

#include "base/paths.h"
#include "base/syntax_problem.h"
#include "syntax/environment_templates.h"
#include "syntax/lexical_scan.h"
#include "syntax/python_text.h"

namespace mmlint::syntax {
namespace {

constexpr std::size_t kFewTokens = 100;

// fileDirname and so on, in MMEngine's order.
void put_in_predefined(ExpandedText& expanded, std::string_view file_path) {
  const std::pair<std::string_view, std::string> variables[] = {
      {"fileDirname", parent_folder(file_path)},
      {"fileBasename", std::string(file_name(file_path))},
      {"fileBasenameNoExtension", std::string(stem(file_path))},
      {"fileExtname", std::string(extension(file_path))},
  };
  for (const auto& [name, value] : variables) {
    std::string plain = value;
    std::ranges::replace(plain, '\\', '/');
    std::vector<Replacement> found;
    std::size_t from = 0;
    for (const std::uint32_t begin : find_templates(expanded.text)) {
      if (begin < from) continue;
      std::size_t at = skip_python_space(expanded.text, begin + 2);
      if (expanded.text.compare(at, name.size(), name) != 0) continue;
      at = skip_python_space(expanded.text, at + name.size());
      if (expanded.text.compare(at, 2, "}}") != 0) continue;
      from = at + 2;
      found.push_back({begin, from, plain});
    }
    expanded.replace(found);
  }
}

// The path of a base variable that begins at an offset, and where the braces end.
std::optional<std::pair<std::string, std::size_t>> base_variable(std::string_view text,
                                                                 std::size_t begin) {
  static constexpr std::string_view kPrefix = "_base_.";
  std::size_t at = skip_python_space(text, begin + 2);
  if (text.compare(at, kPrefix.size(), kPrefix) != 0) return std::nullopt;
  at += kPrefix.size();
  const std::size_t path = at;
  for (std::size_t length = 1; at < text.size(); at += length) {
    const char32_t c = code_point_at(text, at, length);
    if (c != '.' && !is_python_word(c)) break;
  }
  const std::size_t end = skip_python_space(text, at);
  if (at == path || text.compare(end, 2, "}}") != 0) return std::nullopt;
  return std::pair(std::string(text.substr(path, at - path)), end + 2);
}

// One that does not stand in the text, if looking for it is cheap.
std::string token_for(const std::string& path, std::string_view text, bool look) {
  for (std::uint64_t salt = 0;; ++salt) {
    const std::uint64_t hash = content_hash(path + std::to_string(salt)) & 0xffffff;
    std::string token = fmt::format("_{}_{:06x}", path, hash);
    if (!look || text.find(token) == std::string_view::npos) return token;
  }
}

void put_in_base_variables(ExpandedText& expanded, const Source& source,
                           std::vector<BaseVariable>& variables) {
  std::vector<Replacement> found;
  std::map<std::string, std::string> tokens;  // by path
  std::size_t from = 0;
  for (const std::uint32_t begin : find_templates(expanded.text)) {
    if (begin < from) continue;
    const auto match = base_variable(expanded.text, begin);
    if (!match) continue;
    const auto& [path, end] = *match;
    from = end;
    const auto [known, is_new] = tokens.try_emplace(path);
    if (is_new) known->second = token_for(path, expanded.text, tokens.size() <= kFewTokens);
    found.push_back({begin, end, "\"" + known->second + "\""});
    const Span span{source.id(), expanded.place(begin), expanded.place(end)};
    variables.push_back({known->second, path, span});
  }
  expanded.replace(found);
}

}  // namespace

std::uint32_t ExpandedText::place(std::size_t at) const {
  const auto offset = static_cast<std::uint32_t>(at);
  return map.segments.empty() ? offset : map.to_source(offset);
}

void ExpandedText::replace(const std::vector<Replacement>& replacements) {
  std::size_t size_after = text.size();
  for (const Replacement& each : replacements) size_after += each.text.size();
  too_large = too_large || size_after > 2 * kMaxBytes;
  if (replacements.empty() || too_large) return;
  if (map.segments.empty()) map.segments.push_back({0, 0, true});
  std::string result;
  OffsetMap composed;
  const auto size = [&] { return static_cast<std::uint32_t>(result.size()); };
  const auto copy = [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<std::uint32_t>(begin);
    auto next = std::upper_bound(
        map.segments.begin(), map.segments.end(), first,
        [](std::uint32_t at, const OffsetMap::Segment& segment) { return at < segment.expanded; });
    composed.segments.push_back({size(), map.to_source(first), std::prev(next)->copied});
    for (; next != map.segments.end() && next->expanded < end; ++next) {
      composed.segments.push_back({size() + (next->expanded - first), next->source, next->copied});
    }
    result.append(text, begin, end - begin);
  };
  std::size_t at = 0;
  for (const Replacement& each : replacements) {
    if (at < each.begin) copy(at, each.begin);
    composed.segments.push_back({size(), place(each.begin), false});
    result += each.text;
    at = each.end;
  }
  copy(at, text.size());
  text = std::move(result);
  map = std::move(composed);
}

std::size_t skip_python_space(std::string_view text, std::size_t at) {
  for (std::size_t length = 1; at < text.size(); at += length) {
    if (!is_python_space(code_point_at(text, at, length))) break;
  }
  return at;
}

Expansion expand_templates(const Source& source, std::string_view file_path,
                           const std::map<std::string, std::string>& environment,
                           bool has_all_variables) {
  ExpandedText expanded{std::string(source.bytes()), {}, false};
  Expansion result;
  put_in_predefined(expanded, file_path);
  result.problem =
      put_in_environment(expanded, source, environment, has_all_variables, result.unknown);
  if (!result.problem) put_in_base_variables(expanded, source, result.base_variables);
  if (expanded.too_large && !result.problem) {
    const Span all{source.id(), 0, static_cast<std::uint32_t>(source.bytes().size())};
    result.problem =
        TemplateProblem{all, {}, "MemoryError", "the templates expand to too much text"};
  }
  result.text = std::move(expanded.text);
  result.map = std::move(expanded.map);
  return result;
}

}  // namespace mmlint::syntax
