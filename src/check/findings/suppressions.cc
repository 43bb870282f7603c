#include "check/findings/suppressions.h"

#include "base/text.h"
#include "syntax/walk.h"

namespace mmlint::check {

using catalog::Catalog;
using catalog::Rule;

namespace {

constexpr std::size_t kMostUnused = 20;  // names in one comment that get a problem each

LocalizedText and_more(std::size_t count) {
  return {fmt::format("{} more names in this comment suppress nothing", count),
          fmt::format("这条注释中还有 {} 个名称没有忽略任何问题", count)};
}

// A text with blanks in place of the brackets and commas of Chinese text.
std::string without_wide_marks(std::string_view text) {
  std::string out(text);
  for (const std::string_view mark : kWideMarks) {
    for (std::size_t at = out.find(mark); at != out.npos; at = out.find(mark, at))
      out.replace(at, mark.size(), " ");
  }
  return out;
}

// The rules that a comment names behind its word without the brackets, as far as it does.
std::string named_behind(std::string_view comment, const Catalog& catalog) {
  static constexpr std::string_view kBetween = " \t,:=[]()";
  const std::string plain = without_wide_marks(comment);
  std::string_view text = plain;
  std::string out;
  for (std::size_t count = 0; count < kMostUnused; ++count) {
    text.remove_prefix(std::min(text.find_first_not_of(kBetween), text.size()));
    const std::string_view name = text.substr(0, text.find_first_of(kBetween));
    if (catalog.rule(name) == nullptr) break;
    if (!out.empty()) out += ", ";
    out += name;
    text.remove_prefix(name.size());
  }
  return out.empty() ? "CODE" : out;
}

// A comment that is not written as mmlint reads it.
Problem not_read(const Suppression& s, const SourceStore& sources, const Catalog& catalog) {
  const std::string_view word = sources.text(s.word);
  const bool of_file = word.size() > 6 && nearest(word, std::array<std::string, 1>{"ignore-file"});
  const std::string_view behind = sources.text({s.word.file, s.word.end, s.comment.end});
  return {.kind = ProblemKind::kUnusedSuppression,
          .span = s.comment,
          .captures = {{"word", of_file ? "ignore-file" : "ignore"},
                       {"code", named_behind(behind, catalog)}},
          .places = {},
          .form = "not-read"};
}

bool is_judged_wholly(const Request& request, const std::string& path) {
  project::Workspace& workspace = request.workspace;
  const auto loads = [&](const std::string& config) {
    const config::Resolved* resolved = workspace.resolve(config);
    return resolved && resolved->ok();
  };
  switch (workspace.kind(path)) {
    case config::DocumentKind::kShell: {
      const auto* script = workspace.launch_scripts(std::span(&path, 1)).front();
      return script && script->is_valid() && script->summary.is_whole();
    }
    case config::DocumentKind::kScript: {
      const auto* script = workspace.scripts(std::span(&path, 1)).front();
      return script && script->complete;
    }
    default: {
      const auto heirs = request.index.reach({path});
      return loads(path) &&
             std::ranges::all_of(heirs, [&](const auto* heir) { return loads(heir->path()); });
    }
  }
}

}  // namespace

const Suppressions& Suppressed::read(const project::Workspace::Facts& file) const {
  static const Suppressions kNone;
  if (file.kind == config::DocumentKind::kShell) {
    const auto* script = workspace_.launch_scripts(std::span(&file.node->path(), 1)).front();
    return script ? script->document.suppressions() : kNone;
  }
  const syntax::Document* document = workspace_.document(file);
  return document ? document->suppressions() : kNone;
}

// Whether a config names its bases in a statement: `_base_`, or the block of read_base().
bool Suppressed::names_bases(const std::string& path, const StatementLines& statement) const {
  const syntax::Document& document = *workspace_.document(path);
  const auto statements = document.statements();
  if (statements.empty())
    return document.source().bytes().substr(statement.begin).starts_with("_base_");
  const std::size_t i = syntax::statement_at(document, statement.begin);
  if (i >= statements.size()) return false;
  return statements[i].keyword == "_base_" || statements[i].keyword == "with";
}

Suppressed::File& Suppressed::file(const std::string& path) {
  const auto [known, is_new] = files_.try_emplace(path);
  File& out = known->second;
  if (!is_new) return out;
  out.found = &read(workspace_.facts(path));
  const auto& statements = out.found->statements;
  for (const Suppression& s : out.found->comments) {
    Comment& comment = out.comments.emplace_back(Comment{&s, {}});
    if (!s.suppresses) continue;
    const Place place = out.found->statement_at(s.comment.begin);
    comment.places.push_back(s.of_file ? kWholeFile : place);
    if (!s.of_file && place < statements.size() && names_bases(path, statements[place]))
      comment.places.push_back(kBases);
    for (const Span name : s.rules) {
      for (const Place at : comment.places)
        out.names.try_emplace({at, small_letters(workspace_.sources().text(name))}, false);
    }
  }
  return out;
}

Suppressed::File& Suppressed::file(FileId id) {
  File*& known = by_id_[id];
  if (!known) known = &file(workspace_.sources().get(id).path());
  return *known;
}

bool Suppressed::use(File& file, Place place, const Rule& rule) {
  bool is_named = false;
  for (const std::string* name : {&rule.code, &rule.name}) {
    const auto found = file.names.find({place, small_letters(*name)});
    if (found != file.names.end()) is_named = found->second = true;
  }
  any_ = any_ || is_named;
  return is_named;
}

bool Suppressed::has_comments(const project::Workspace::Facts& file) const {
  return !read(file).comments.empty();
}

void Suppressed::set_partial(FileId file) {
  partial_.insert(file);
}

bool Suppressed::is_suppressed(Span span, const Rule& rule) {
  File& in = file(span.file);
  if (in.names.empty()) return false;
  const bool by_statement = use(in, in.found->statement_at(span.begin), rule);
  return use(in, kWholeFile, rule) || by_statement;
}

bool Suppressed::is_out_of(const config::Resolved& config, const Rule& rule) {
  // Most have no comments at all. Those of a text whose templates were replaced are not asked.
  const syntax::Document* document = config.document;
  if (document && document->templates().empty() && document->suppressions().comments.empty())
    return false;
  File& in = config.document ? file(config.document->source().id()) : file(config.path);
  if (in.names.empty()) return false;
  const bool by_bases = use(in, kBases, rule);
  return use(in, kWholeFile, rule) || by_bases;
}

std::vector<Problem> Suppressed::unused(const std::string& path,
                                        const std::set<std::string>& active,
                                        const Catalog& catalog) {
  std::vector<Problem> out;
  const SourceStore& sources = workspace_.sources();
  const File& in = file(path);
  for (const auto& [comment, places] : in.comments) {
    if (!comment->suppresses) out.push_back(not_read(*comment, sources, catalog));
    std::size_t count = 0;
    Span next;  // the first that gets no problem of its own
    for (const Span at : comment->rules) {
      const std::string name(sources.text(at));
      const Rule* rule = catalog.rule(name);
      const bool is_judged = rule == nullptr || (active.count(rule->code) != 0 &&
                                                 partial_.count(comment->comment.file) == 0);
      const std::string small = small_letters(name);
      const bool is_used = std::ranges::any_of(places, [&](Place place) {
        return in.names.at({place, small});
      });
      if (!is_judged || is_used) continue;
      if (++count > kMostUnused) {
        if (!next.known()) next = at;
        continue;
      }
      Problem& problem = out.emplace_back();
      problem.kind = ProblemKind::kUnusedSuppression;
      problem.span = at;
      problem.captures = {{"word", comment->of_file ? "ignore-file" : "ignore"}, {"code", name}};
      if (rule != nullptr) continue;
      problem.form = "unknown";
      if (auto meant = catalog.nearest(name)) problem.captures["nearest"] = std::move(*meant);
    }
    if (next.known()) out.back().places.push_back({next, and_more(count - kMostUnused)});
  }
  return out;
}

std::vector<Problem> unused_codes(Suppressed& suppressed, const Request& request,
                                  const project::Workspace::Facts& file,
                                  const std::set<std::string>& active) {
  if (request.catalog == nullptr || !suppressed.has_comments(file)) return {};
  const std::string& path = file.node->path();
  return suppressed.unused(path, is_judged_wholly(request, path) ? active : std::set<std::string>(),
                           *request.catalog);
}

}  // namespace mmlint::check
