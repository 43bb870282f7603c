#pragma once

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "base/source.h"
#include "base/text_edit.h"
#include "syntax/document.h"

namespace mmlint::test {

// A Python file in memory, to plan edits of its text and apply them.
struct Edited {
  explicit Edited(std::string text)
      : source(sources.add("/p/a.py", std::move(text))), document(source) {}

  const syntax::Stmt& statement(std::size_t i) {
    const syntax::Stmt* stmt = document.statement(i);
    REQUIRE(stmt);
    return *stmt;
  }
  // The right side of the last statement, an assignment.
  const syntax::Expr& last_value() {
    const syntax::Stmt& last = statement(document.statements().size() - 1);
    REQUIRE(last.kind == syntax::StmtKind::kAssign);
    return *syntax::as<syntax::Assign>(last).value;
  }
  // Where a text is found first.
  std::uint32_t offset(std::string_view text) const {
    const std::size_t at = source.bytes().find(text);
    REQUIRE(at != std::string_view::npos);
    return static_cast<std::uint32_t>(at);
  }
  std::string after(std::vector<TextEdit> edits) const {
    const auto text = apply_edits(source.bytes(), std::move(edits));
    REQUIRE(text);
    return *text;
  }

  SourceStore sources;
  const Source& source;
  syntax::Document document;
};

}  // namespace mmlint::test
