#include "syntax/document.h"

#include "base/text.h"
#include "syntax/bindings.h"
#include "syntax/document_parts.h"
#include "syntax/lexical_scan.h"
#include "syntax/parse.h"

namespace mmlint::syntax {
namespace {

constexpr std::string_view kBom = "\xef\xbb\xbf";

bool has_lone_cr(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos;
       at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') return true;
  }
  return false;
}

void replace_lone_cr(std::string& text) {
  for (std::size_t at = text.find('\r'); at != std::string::npos; at = text.find('\r', at + 1)) {
    if (at + 1 == text.size() || text[at + 1] != '\n') text[at] = '\n';
  }
}

// The entries at the margin of a text, each with the lines that belong to it: those that are
// indented, items of lists and closing brackets. Comments and blank lines belong to none.
std::vector<StatementLines> entries(std::string_view text) {
  std::vector<StatementLines> out;
  for (std::size_t begin = 0, end; begin < text.size(); begin = end + 1) {
    end = std::min(text.find_first_of("\r\n", begin), text.size());
    const std::size_t first = text.find_first_not_of(" \t", begin);
    if (first >= end || text[first] == '#') continue;
    const bool belongs = first > begin || std::string_view("-]}").find(text[first]) != text.npos;
    if (out.empty() || !belongs) out.push_back({static_cast<std::uint32_t>(first), 0});
    out.back().end = static_cast<std::uint32_t>(end);
  }
  return out;
}

}  // namespace

Document::Document(const Source& source) : source_(source), text_(source.bytes()) {
  read();
}

Document::Document(const Source& source, std::string text, OffsetMap map)
    : source_(source), owned_(std::move(text)), text_(owned_), map_(std::move(map)) {
  read();
}

Document::Document(const Source& source, NotPython kind) : source_(source), text_(source.bytes()) {
  if (!check_size() || !check_utf8()) return;
  templates_ = find_templates(text_);
  if (kind.has_comments) find_suppressions();
}

Document::~Document() = default;

std::uint32_t Document::place(std::uint32_t at) const {
  return map_.segments.empty() ? at : map_.to_source(at);
}

void Document::add_problem(SyntaxProblem::Kind kind, std::uint32_t begin, std::uint32_t end,
                           std::string message) const {
  problems_.push_back({kind, {source_.id(), place(begin), place(end)}, std::move(message)});
}

void Document::read() {
  if (!check_text()) return;
  if (has_lone_cr(text_)) {
    if (owned_.empty()) owned_ = text_;
    replace_lone_cr(owned_);
    text_ = owned_;
  }
  if (text_.substr(0, kBom.size()) == kBom) {
    add_problem(SyntaxProblem::Kind::kBom, 0, kBom.size(),
                "the file begins with a byte order mark (BOM), which Python refuses here");
    text_.remove_prefix(kBom.size());
    constexpr auto kShift = static_cast<std::uint32_t>(kBom.size());
    if (map_.segments.empty()) {
      map_.segments.push_back({0, kShift, true});
    } else {
      map_.skip(kShift);
    }
  }
  use_scan();
  // "no" begins many words, so what follows it is found faster.
  constexpr std::string_view kWords[] = {"__", ":=", "global",
                                         std::string_view("nonlocal").substr(2)};
  const std::uint32_t words = words_in(text_, kWords);
  has_dunder_ = (words & 1) != 0;
  may_break_scopes_ = (words & ~1u) != 0;
  check_future_imports();
}

void Document::find_suppressions() {
  for (std::size_t at = text_.find('#'); at != text_.npos; at = text_.find('#', at + 1)) {
    if (at > 0 && std::string_view(" \t\n\r").find(text_[at - 1]) == std::string_view::npos)
      continue;
    const std::size_t end = std::min(text_.find_first_of("\r\n", at), text_.size());
    suppressions_.read(
        source_, {source_.id(), static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(end)});
    at = end - 1;
  }
  if (!suppressions_.comments.empty()) suppressions_.statements = entries(text_);
}

bool Document::check_size() {
  const auto size = static_cast<std::uint32_t>(std::min<std::size_t>(text_.size(), kMaxBytes + 1));
  if (size > kMaxBytes) {
    add_problem(SyntaxProblem::Kind::kTooLarge, 0, 0, too_large_message(text_.size()));
    return false;
  }
  return true;
}

bool Document::check_utf8() {
  if (const auto wrong = first_invalid_utf8(text_)) {
    const auto at = static_cast<std::uint32_t>(*wrong);
    add_problem(SyntaxProblem::Kind::kNotUtf8, at, at + 1, not_utf8_message(text_, at, place(at)));
    return false;
  }
  return true;
}

// False if there is nothing to scan.
bool Document::check_text() {
  if (!check_size() || !check_utf8()) return false;
  if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos) {
    const auto at = static_cast<std::uint32_t>(nul);
    add_problem(SyntaxProblem::Kind::kSyntaxError, at, at + 1,
                "source code cannot contain null bytes");
    return false;
  }
  return true;
}

std::string_view Document::normal_name(std::string_view written) {
  if (is_ascii(written)) return written;
  return normal_names_.emplace_front(nfkc(written));
}

void Document::use_scan() {
  ScanResult scanned = scan(text_);
  templates_ =
      map_.segments.empty() ? std::move(scanned.templates) : find_templates(source_.bytes());
  statements_.reserve(scanned.statements.size());
  const bool has_map = !map_.segments.empty();
  if (has_map) text_ranges_.reserve(scanned.statements.size());
  parsed_.resize(scanned.statements.size());
  for (const ScannedStatement& each : scanned.statements) {
    const StatementHead head = read_head(text_.substr(each.begin, each.end - each.begin));
    statements_.push_back(
        {place(each.begin), place(each.end), normal_name(head.keyword), normal_name(head.name)});
    if (has_map) text_ranges_.push_back({each.begin, each.end});
  }
  for (const auto& [begin, end] : scanned.comments)
    suppressions_.read(source_, {source_.id(), place(begin), place(end)});
  if (!suppressions_.comments.empty()) {
    bool decorated = false;
    for (const auto& [begin, end] : scanned.logical_lines) {
      if (!decorated) suppressions_.statements.push_back({place(begin), 0});
      suppressions_.statements.back().end = place(end);
      decorated = text_[begin] == '@';
    }
  }
  const auto note = [&](ScanProblem& problem) {
    const auto last = static_cast<std::uint32_t>(text_.size());
    add_problem(SyntaxProblem::Kind::kSyntaxError, problem.offset,
                std::min(problem.offset + 1, last), std::move(problem.message));
    if (problem.statement < parsed_.size()) refuse(problem.statement);
  };
  for (ScanProblem& problem : scanned.problems) note(problem);
  if (scanned.too_deep) note(*scanned.too_deep);
  if (scanned.too_many) {
    const std::uint32_t at = text_range(statements_.size() - 1).begin;
    refuse(statements_.size() - 1);
    add_problem(SyntaxProblem::Kind::kTooLarge, at, at,
                fmt::format("the file has more than {} statements", kMaxStatements));
  }
}

// They may only stand behind the docstring and each other (future_parse in CPython's future.c).
void Document::check_future_imports() {
  bool first = true;
  bool late = false;
  for (std::size_t i = 0; i < statements_.size(); ++i) {
    const bool imports = statements_[i].keyword == "from";
    if (late && !imports) continue;
    const Range range = text_range(i);
    const std::string_view statement = text_.substr(range.begin, range.end - range.begin);
    bool is_future = false;
    if (imports) {
      const std::size_t module = statement.find_first_not_of(" \t\f\\\r\n", 4);
      is_future = module != std::string_view::npos && statement.substr(module, 10) == "__future__";
    }
    if (is_future && late) {
      add_problem(SyntaxProblem::Kind::kSyntaxError, range.begin, range.end,
                  "from __future__ imports must occur at the beginning of the file");
      refuse(i);
    }
    const bool prefixed =
        !statement.empty() && std::string_view("rRuU").find(statement[0]) != statement.npos;
    const std::string_view literal = statement.substr(prefixed ? 1 : 0);
    const bool is_docstring = first && (literal.starts_with('\'') || literal.starts_with('"')) &&
                              (statement.back() == '"' || statement.back() == '\'');
    // MMEngine takes the block of a lazy config out of the code.
    const bool names_bases = statement.starts_with("with read_base(");
    late = late || (!is_future && !is_docstring && !names_bases);
    first = false;
  }
}

const Stmt* Document::statement(std::size_t i) const {
  const Stmt*& known = parsed_.at(i);
  if (known || is_refused(i)) return known;
  const Range range = text_range(i);
  known = parse({.text = text_,
                 .begin = range.begin,
                 .end = range.end,
                 .map = map_,
                 .file = source_.id(),
                 .arena = nodes_,
                 .texts = texts_},
                problems_);
  if (!known) refuse(i);
  return known;
}

void Document::refuse(std::size_t i) const {
  const auto at = std::lower_bound(refused_.begin(), refused_.end(), i);
  if (at == refused_.end() || *at != i) refused_.insert(at, i);
}

bool Document::is_refused(std::size_t i) const {
  return std::binary_search(refused_.begin(), refused_.end(), i);
}

char Document::usual_quote() const {
  if (usual_quote_ != 0) return usual_quote_;
  const std::string_view text = source_.bytes();
  std::size_t single = 0, twice = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\'' && text[i] != '"') continue;
    const bool triple = i + 2 < text.size() && text[i + 1] == text[i] && text[i + 2] == text[i];
    if (triple)
      i += 2;
    else
      ++(text[i] == '"' ? twice : single);
  }
  return usual_quote_ = twice > single ? '"' : '\'';
}

bool Document::parse_all() const {
  if (all_parsed_) return problems_.empty();
  const std::size_t scanned = problems_.size();
  for (std::size_t i = 0; i < statements_.size(); ++i) statement(i);
  // CPython's parser ends at the first error. It refuses indentations, and brackets that are never
  // closed, and looks for errors of the tokenizer in what follows any other error.
  const auto is_of_indentation = [](const SyntaxProblem& each) {
    return contains(each.message, "indent");
  };
  const auto is_of_parser = [&](const SyntaxProblem& each) {
    return is_of_indentation(each) || contains(each.message, "was never closed") ||
           contains(each.message, "__future__");
  };
  const auto found = std::span(problems_).first(scanned);
  const auto of_tokenizer = std::ranges::find_if_not(found, is_of_parser);
  const Span tokenizer = of_tokenizer == found.end() ? Span() : of_tokenizer->span;
  if (scanned > 0) {
    const Span place = problems_.front().span;
    // That a statement is not done where the wrong indentation follows is no error of its own.
    const auto is_earlier = [&](const SyntaxProblem& each) {
      const std::uint32_t begin = std::min(each.span.begin, place.begin);
      return !trim(source_.bytes().substr(begin, place.begin - begin)).empty();
    };
    for (std::size_t i = 0; i < statements_.size() && statements_[i].begin < place.begin; ++i) {
      if (statements_[i].end <= place.begin || !is_refused(i)) continue;
      const std::size_t known = problems_.size();
      std::erase(refused_, i);
      statement(i);
      parsed_[i] = nullptr;
      refuse(i);
      if (problems_.size() > known && !is_earlier(problems_.back())) problems_.pop_back();
    }
    std::ranges::stable_sort(problems_, {}, [](const auto& each) { return each.span.begin; });
    const auto first = std::ranges::find(problems_, tokenizer, &SyntaxProblem::span);
    if (first != problems_.end() && !is_of_indentation(problems_.front()))
      std::rotate(problems_.begin(), first, first + 1);
  }
  if (problems_.empty() && may_break_scopes()) {
    if (auto problem = find_scope_problem(parsed_)) {
      problems_.push_back({SyntaxProblem::Kind::kSyntaxError,
                           {source_.id(), problem->at->begin, problem->at->end},
                           std::move(problem->message)});
    }
  }
  all_parsed_ = true;
  return problems_.empty();
}

void Document::forget_nodes() const {
  if (keeps_nodes_) return;
  std::ranges::fill(parsed_, nullptr);
  nodes_.release();
}

void Document::forget_all() const {
  forget_nodes();
  if (!keeps_nodes_) texts_.release();
}

}  // namespace mmlint::syntax
