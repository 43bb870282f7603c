#include "config/load.h"

#include "base/text.h"
#include "config/base_problems.h"
#include "syntax/walk.h"

namespace mmlint::config {
namespace {

// Inside an expression, not in a comment.
bool is_code(const syntax::Document& raw, Span span) {
  const std::size_t i = syntax::statement_at(raw, span.begin);
  const syntax::Stmt* stmt = i < raw.statements().size() ? raw.statement(i) : nullptr;
  bool inside = false;
  if (stmt && stmt->kind != syntax::StmtKind::kExpression) {
    syntax::for_each_expr(*stmt, [&](const syntax::Expr& x) {
      const bool leaf = x.kind == syntax::ExprKind::kString ||
                        x.kind == syntax::ExprKind::kFString || x.kind == syntax::ExprKind::kSet;
      inside = inside || (leaf && x.begin <= span.begin && span.end <= x.end);
    });
  }
  return inside;
}

void note_expressions(LoadedFile& file, const syntax::Document& raw) {
  for (const syntax::UnknownTemplate& each : file.expansion->unknown) {
    if (!(each.expression || each.not_given) || !is_code(raw, each.span)) continue;
    if (each.not_given) {
      file.hazards.push_back(
          {ProblemKind::kVariableNotGiven, each.span, {{"name", each.name}}, {}, each.name});
      continue;
    }
    file.hazards.push_back({ProblemKind::kEnvironmentDefaultNotSubstituted,
                            each.span,
                            {{"name", each.name}, {"default", each.fallback}},
                            {}});
  }
}

// Templates are text to MMEngine: they are put in before the file is parsed (rules T1 to T3). False
// if MMEngine refuses one.
bool expand(LoadedFile& file, const syntax::Document& raw, const python::Outside& outside) {
  file.expansion = std::make_unique<syntax::Expansion>(syntax::expand_templates(
      raw.source(), raw.source().path(), outside.environment, outside.knows_all_variables));
  const syntax::Expansion& expansion = *file.expansion;
  if (expansion.problem) {
    const auto& [span, name, exception, detail] = *expansion.problem;
    file.problems.push_back(exception == "MemoryError" ? limit_reached(span, detail)
                                                       : config_raises(span, exception, detail));
  }
  return !expansion.problem.has_value();
}

void load_data(LoadedFile& file, const std::string& path, const python::Outside& outside,
               const Packages& packages) {
  const syntax::Document& raw = *file.raw;
  for (const SyntaxProblem& p : raw.problems()) file.problems.push_back(as_problem(p));
  if (!file.problems.empty()) return;
  if (!raw.templates().empty() && !expand(file, raw, outside)) return;
  file.data = std::make_unique<data::DataFile>(read_data(
      file.expansion ? data::DataText(raw.source().id(), file.expansion->text, file.expansion->map)
                     : data::DataText(raw.source().id(), raw.source().bytes(), {}),
      path));
  file.problems = file.data->problems;
  if (!file.problems.empty()) return;
  file.links = data_links(*file.data->root, path, packages);
  file.problems = file.links.problems;
}

}  // namespace

Problem as_problem(const SyntaxProblem& problem) {
  using Syntax = SyntaxProblem::Kind;
  switch (problem.kind) {
    case Syntax::kNotUtf8:
    case Syntax::kBom:
      return {ProblemKind::kNotUtf8, problem.span, {{"detail", problem.message}}, {}};
    case Syntax::kTooLarge:
    case Syntax::kTooDeep:
      return limit_reached(problem.span, problem.message);
    case Syntax::kSyntaxError:
      break;
  }
  return {ProblemKind::kSyntaxError,
          problem.span,
          {{"language", "Python"}, {"detail", problem.message}},
          {}};
}

std::shared_ptr<LoadedFile> load_file(const std::string& path, const python::Outside& outside,
                                      SourceStore& sources, const Packages& packages) {
  auto out = std::make_shared<LoadedFile>();
  out->is_read_as_config = true;  // but for Python
  // Most are Python by the name that they have themselves, so that everybody may read them.
  std::optional<std::string> itself;
  if (extension(path) == ".py") itself = outside.files.read_itself(path);
  Result<std::string> bytes = itself ? std::move(*itself) : outside.files.read(path);
  if (!bytes) {
    out->error = std::make_unique<const Error>(bytes.error());
    return out;
  }
  const bool is_secret = !itself && !outside.territory.may_quote(path);
  const Source& source = sources.add(path, std::move(*bytes), is_secret);
  if (data::is_data_file(path)) {
    const bool is_yaml = !path.ends_with(".json");
    out->raw = std::make_shared<syntax::Document>(source, syntax::Document::NotPython{is_yaml});
    load_data(*out, path, outside, packages);
    out->kind = classify_data(path, source.bytes(), out->data ? out->data->root : nullptr);
    return out;
  }
  if (is_shell(path, source.bytes())) {
    out->raw = std::make_shared<syntax::Document>(source, syntax::Document::NotPython{true});
    out->kind = DocumentKind::kShell;
    out->problems.push_back(no_config_type({source.id(), 0, 0}));
    return out;
  }
  out->raw = std::make_shared<syntax::Document>(source);
  out->says_file = out->raw->has_dunder() && contains(source.bytes(), "__file__");
  const Classified classified = classify(below_nearest(path, packages.settings().roots), *out->raw);
  out->kind = classified.kind;
  out->by_folder = classified.by_folder;
  if (has_config_type(path))
    out->is_read_as_config = false;
  else
    out->problems.push_back(no_config_type({source.id(), 0, 0}));
  return out;
}

void read_as_config(LoadedFile& file, const python::Outside& outside, const Packages& packages) {
  if (file.is_read_as_config) return;
  file.is_read_as_config = true;
  const syntax::Document& raw = *file.raw;
  const Source& source = raw.source();
  const auto take_problems = [&](const syntax::Document& document) {
    for (const SyntaxProblem& p : document.problems()) file.problems.push_back(as_problem(p));
    return file.problems.empty();
  };
  if (!raw.templates().empty() || raw.may_break_scopes() || !raw.problems().empty())
    raw.parse_all();
  if (!take_problems(raw)) return;
  Decided decided = decide_mode(raw);
  file.mode = decided.mode;
  if (decided.problem) file.problems.push_back(std::move(*decided.problem));
  file.hazards = std::move(decided.hazards);
  if (!file.mode.lazy && !raw.templates().empty() && expand(file, raw, outside)) {
    note_expressions(file, raw);
    file.expanded = std::make_unique<syntax::Document>(source, std::move(file.expansion->text),
                                                       std::move(file.expansion->map));
  }
  if (!file.problems.empty()) return;
  const syntax::Document& document = *file.document();
  file.links = file.mode.lazy ? lazy_links(document, source.path(), packages)
                              : classic_links(document, outside, packages);
  for (const Problem& problem : file.links.problems) file.problems.push_back(problem);
  if (file.problems.empty()) take_problems(document);
}

std::shared_ptr<LoadedFile> as_lazy_base(const LoadedFile& file, std::string spelled,
                                         const Packages& packages) {
  auto out = std::make_shared<LoadedFile>();
  out->is_read_as_config = true;
  out->raw = file.raw;
  out->kind = file.kind;
  out->mode.lazy = out->mode.decided = true;
  if (spelled != out->raw->source().path()) out->spelled = std::move(spelled);
  out->says_file = file.says_file;
  const syntax::Document& document = *out->raw;
  if (document.problems().empty()) {
    out->links = lazy_links(document, out->file_name(), packages);
    out->problems = out->links.problems;
  }
  for (const SyntaxProblem& p : document.problems()) {
    out->problems.push_back(as_problem(p));
  }
  return out;
}

void put_syntax_error_first(Resolved& out) {
  if (out.ok() || !out.document || extension(out.path) != ".py") return;
  for (const Problem& p : out.problems) {
    if (p.kind == ProblemKind::kSyntaxError || p.kind == ProblemKind::kNotUtf8) return;
  }
  if (out.document->parse_all()) return;
  const auto found = out.document->problems();
  const auto first = std::ranges::min_element(
      found, [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  out.problems.insert(out.problems.begin(), as_problem(*first));
}

}  // namespace mmlint::config
