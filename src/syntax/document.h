#pragma once

#include <atomic>
#include <forward_list>
#include <memory_resource>

#include "base/suppression.h"
#include "base/syntax_problem.h"
#include "syntax/ast.h"
#include "syntax/offset_map.h"

namespace mmlint::syntax {

// Where a top-level statement stands, found without parsing: from its first byte to the last byte
// of its last token. Statements separated by ';' count separately.
struct StatementRange {
  std::uint32_t begin;
  std::uint32_t end;
  std::string_view keyword;  // first word ("from", "if", "model"), also behind '('; may be empty
  std::string_view name;     // the target of `name = ...` and `name: type`, else empty
};

// One source as a list of top-level statements, each parsed when it is first asked for. Parsing is
// not thread-safe: one thread works on a document at a time; where several may, each holds
// parsing(). Reading what is parsed is safe. The nodes belong to the document until they are
// forgotten, and the source must outlive it.
class Document : Pinned {
 public:
  // Scans the text; does not parse. `text` is the source's own bytes, or what became of them after
  // templates were expanded, with the map back.
  explicit Document(const Source& source);
  // Reads a file that is not Python, such as a shell script. It has no statements; its suppressions
  // are those of `#` comments that stand alone or behind a space, if its language has such, and
  // hold for lines that begin at the margin with those below them that do not. problems() says
  // whether it is too large or not UTF-8.
  struct NotPython {
    bool has_comments;
  };
  Document(const Source& source, NotPython);
  Document(const Source& source, std::string text, OffsetMap map);
  ~Document();

  const Source& source() const { return source_; }
  std::mutex& parsing() const { return parsing_; }
  // Offsets below are offsets in the source file.
  std::span<const StatementRange> statements() const { return statements_; }
  // Returns the nodes of the i-th statement, counted from 0; null if it is not valid Python:
  // problems() then says why.
  const Stmt* statement(std::size_t i) const;
  // Parses every statement; returns false if problems() is not empty afterwards.
  bool parse_all() const;
  // Frees the nodes of all statements; who asks for one again gets it parsed again. problems()
  // stay, and so do the texts of the nodes: strings and names. forget_all() frees these as well.
  void forget_nodes() const;
  void forget_all() const;
  // Has both do nothing from now on: somebody refers to nodes as long as the document lives.
  void keep_nodes() const { keeps_nodes_ = true; }
  // Returns true if the text has words about which Python may refuse names, as parse_all() knows.
  bool may_break_scopes() const { return may_break_scopes_; }
  bool has_dunder() const { return has_dunder_; }  // "__" stands somewhere, as in __file__
  std::span<const SyntaxProblem> problems() const { return problems_; }
  const Suppressions& suppressions() const { return suppressions_; }
  // Returns the quote that most strings of the file use, docstrings and the like aside.
  char usual_quote() const;
  // Returns the byte offsets of "{{" in the raw text, comments and strings included; most files
  // have none.
  std::span<const std::uint32_t> templates() const { return templates_; }

 private:
  struct Range {
    std::uint32_t begin, end;
  };

  void read();
  void find_suppressions();
  bool check_size();
  bool check_utf8();
  bool check_text();
  std::string_view normal_name(std::string_view written);
  void use_scan();
  void check_future_imports();
  // Adds a problem between two offsets of text_.
  void add_problem(SyntaxProblem::Kind kind, std::uint32_t begin, std::uint32_t end,
                   std::string message) const;
  std::uint32_t place(std::uint32_t at) const;
  // Returns where a statement stands in text_.
  Range text_range(std::size_t i) const {
    if (text_ranges_.empty()) return {statements_[i].begin, statements_[i].end};
    return text_ranges_[i];
  }
  void refuse(std::size_t i) const;
  bool is_refused(std::size_t i) const;

  const Source& source_;
  std::string owned_;      // the text if it is not the source's own (templates, lone CR)
  std::string_view text_;  // what is parsed: without a BOM, with LF for a lone CR
  OffsetMap map_;          // from text_ to the file
  std::vector<StatementRange> statements_;  // source offsets
  std::vector<Range> text_ranges_;          // the same as offsets in text_, if these are others
  Suppressions suppressions_;
  std::vector<std::uint32_t> templates_;
  std::forward_list<std::string>
      normal_names_;  // what names in statements_ refer to that is not in text_
  mutable std::vector<SyntaxProblem> problems_;
  mutable std::mutex parsing_;
  mutable std::vector<const Stmt*> parsed_;   // null if it was not, or was forgotten
  mutable std::vector<std::size_t> refused_;  // sorted: the statements that are not valid
  mutable bool all_parsed_ = false;
  bool may_break_scopes_ = false, has_dunder_ = false;
  mutable std::atomic<bool> keeps_nodes_ = false;
  mutable char usual_quote_ = 0;  // 0: not counted yet
  mutable std::pmr::monotonic_buffer_resource nodes_;
  mutable std::pmr::monotonic_buffer_resource texts_{64};
};

}  // namespace mmlint::syntax
