#include "check/suppressions.h"

#include <algorithm>

#include <fmt/format.h>

#include "shell/shell_script.h"

namespace mmlint::check {

namespace {

// Whether a text is written as a rule's code: letters and three digits. A name or a part of a code
// suppresses nothing.
bool is_code(std::string_view text) {
  const auto is_in = [](char first, char last) {
    return [=](char c) { return first <= c && c <= last; };
  };
  if (text.size() < 4) return false;
  const std::string_view letters = text.substr(0, text.size() - 3);
  const std::string_view digits = text.substr(text.size() - 3);
  return std::all_of(letters.begin(), letters.end(), is_in('A', 'Z')) &&
         std::all_of(digits.begin(), digits.end(), is_in('0', '9'));
}

constexpr std::size_t kMostUnused = 20;  // codes of one comment that get a problem each

LocalizedText and_more(std::size_t count) {
  return {fmt::format("{} more codes of this comment suppress nothing", count),
          fmt::format("这条注释中还有 {} 个代码没有忽略任何问题", count)};
}

}  // namespace

bool Suppressed::names(const Suppression& s, const std::string& code) {
  const auto [known, is_first] = named_.try_emplace({s.comment, code}, false);
  if (is_first)
    known->second =
        s.codes.empty() || std::find(s.codes.begin(), s.codes.end(), code) != s.codes.end();
  any_ = any_ || known->second;
  return known->second;
}

std::span<const Suppression> Suppressed::comments_of(const std::string& path) const {
  if (workspace_.kind(path) == config::DocumentKind::kShell) {
    const auto* script = workspace_.launch_scripts(std::span(&path, 1)).front();
    return script ? script->document.suppressions() : std::span<const Suppression>();
  }
  const syntax::Document* document = workspace_.document(path);
  return document ? document->suppressions() : std::span<const Suppression>();
}

bool Suppressed::is_suppressed(Span span, const std::string& code) {
  const SourceStore& sources = workspace_.sources();
  const Source& source = sources.get(span.file);
  const auto comments = comments_of(source.path());
  if (comments.empty()) return false;
  const bool shell = workspace_.kind(source.path()) == config::DocumentKind::kShell;
  const std::uint32_t line = sources.begin_of(span).line;
  const auto stands_above = [&](const Suppression& s) {
    const std::size_t before = source.bytes().find_last_not_of(" \t", s.comment.begin - 1);
    const bool alone =
        s.comment.begin == 0 || before == std::string_view::npos || source.bytes()[before] == '\n';
    return shell && alone && s.line + 1 == line;
  };
  // The comments of a file are in the order of their lines.
  const auto first =
      std::lower_bound(comments.begin(), comments.end(), line,
                       [](const Suppression& s, std::uint32_t at) { return s.line + 1 < at; });
  for (auto s = first; s != comments.end() && s->line <= line; ++s) {
    if ((s->line == line || stands_above(*s)) && names(*s, code)) return true;
  }
  return false;
}

bool Suppressed::is_out_of(const config::Resolved& config, const std::string& code) {
  if (!config.document || config.document->suppressions().empty()) return false;
  const SourceStore& sources = workspace_.sources();
  for (const syntax::StatementRange& range : config.document->statements()) {
    if (range.keyword != "_base_" && range.keyword != "with") continue;
    const FileId file = config.document->source().id();
    const std::uint32_t first = sources.begin_of({file, range.begin, range.end}).line;
    const std::uint32_t last = sources.end_of({file, range.begin, range.end}).line;
    for (const Suppression& s : config.document->suppressions()) {
      if (first <= s.line && s.line <= last && names(s, code)) return true;
    }
  }
  return false;
}

std::vector<Problem> Suppressed::unused(const std::string& path,
                                        const std::set<std::string>& active) const {
  std::vector<Problem> out;
  for (const Suppression& s : comments_of(path)) {
    const std::string_view comment = workspace_.sources().get(s.comment.file).text(s.comment);
    std::size_t from = comment.find('[');
    std::size_t count = 0;
    Span next;  // the first that gets no problem of its own
    for (const std::string_view code : s.codes) {
      from = comment.find(code, from);
      const std::string name(code);
      const auto begin = s.comment.begin + static_cast<std::uint32_t>(from);
      from += code.size();
      const bool is_known = active.count(name) != 0 && partial_.count(s.comment.file) == 0;
      const bool is_judged = is_known || !is_code(name);
      const auto known = named_.find({s.comment, name});
      if (!is_judged || (known != named_.end() && known->second)) continue;
      const Span at{s.comment.file, begin, begin + static_cast<std::uint32_t>(code.size())};
      if (++count <= kMostUnused)
        out.push_back({ProblemKind::kUnusedSuppression, at, {{"code", name}}, {}});
      else if (!next.known())
        next = at;
    }
    if (next.known()) out.back().places.push_back({next, and_more(count - kMostUnused)});
  }
  return out;
}

}  // namespace mmlint::check
