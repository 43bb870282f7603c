#include <doctest/doctest.h>

#include <string>

#include "shell_syntax/shell_document.h"

using namespace mmlint;
using namespace mmlint::shell_syntax;

namespace {

std::string show(Block block);
std::string show(const Statement& statement);

std::string show(std::span<const Part> parts) {
  std::string out;
  for (const Part& part : parts) {
    const std::string text(part.text);
    switch (part.kind) {
      case PartKind::kLiteral:
        out += text;
        break;
      case PartKind::kSingleQuoted:
      case PartKind::kAnsiC:
        out += "'" + text + "'";
        break;
      case PartKind::kDoubleQuoted:
        out += '"' + show(part.parts) + '"';
        break;
      case PartKind::kVariable:
        out += "<" + text;
        if (!part.subscript.empty()) out += "[" + std::string(part.subscript) + "]";
        if (!part.op.empty()) out += " " + std::string(part.op) + " " + show(part.parts);
        out += ">";
        break;
      case PartKind::kCommand:
        out += part.readable ? "$(" + show(part.body) + ")" : "$(?)";
        break;
      case PartKind::kProcess:
        out += "<(" + show(part.body) + ")";
        break;
      case PartKind::kArithmetic:
        out += "$((" + text + "))";
        break;
      case PartKind::kRange:
        out += "{" + text + "}";
        break;
      case PartKind::kSpecial:
        out += "?" + text + "?";
        break;
    }
  }
  return out;
}

std::string show(std::span<const Word> words) {
  std::string out;
  for (const Word& word : words) out += (out.empty() ? "" : " ") + show(word.parts);
  return out;
}

std::string show(std::span<const Assignment> assignments) {
  std::string out;
  for (const Assignment& each : assignments) {
    out += "[" + std::string(each.name);
    if (!each.subscript.empty()) out += "." + std::string(each.subscript);
    if (each.is_array) {
      out += (each.append ? "+=(" : "=(") + show(each.items) + ")";
    } else if (each.value != nullptr) {
      out += (each.append ? "+=" : "=") + show(each.value->parts);
    }
    out += "]";
  }
  return out;
}

std::string show_plain(const Statement& statement) {
  switch (statement.kind) {
    case StatementKind::kCommand: {
      const auto& command = as<Command>(statement);
      return show(command.assignments) + show(command.words) + show(command.declared);
    }
    case StatementKind::kPipeline: {
      std::string out = as<Pipeline>(statement).negated ? "!" : "";
      if (as<Pipeline>(statement).timed) out += "time ";
      std::string bar;
      for (const Statement* each : as<Pipeline>(statement).commands) {
        out += bar + show(*each);
        bar = " | ";
      }
      return out;
    }
    case StatementKind::kAndOr:
      return show(*as<AndOr>(statement).left) + (as<AndOr>(statement).is_and ? " && " : " || ") +
             show(*as<AndOr>(statement).right);
    case StatementKind::kIf:
      return "if(" + show(as<If>(statement).condition) + ")(" + show(as<If>(statement).then) +
             ")(" + show(as<If>(statement).otherwise) + ")";
    case StatementKind::kFor:
      return "for(" + std::string(as<For>(statement).variable) +
             (as<For>(statement).has_in ? " in " + show(as<For>(statement).items) : "") + ")(" +
             show(as<For>(statement).body) + ")";
    case StatementKind::kForArithmetic:
      return "for((" + std::string(as<ForArithmetic>(statement).header) + "))(" +
             show(as<ForArithmetic>(statement).body) + ")";
    case StatementKind::kWhile:
      return (as<While>(statement).until ? "until(" : "while(") +
             show(as<While>(statement).condition) + ")(" + show(as<While>(statement).body) + ")";
    case StatementKind::kCase: {
      std::string out = "case(" + show(as<Case>(statement).subject->parts) + ")";
      for (const CaseItem& item : as<Case>(statement).items) {
        out += "(" + show(item.patterns) + ": " + show(item.body) + ")";
      }
      return out;
    }
    case StatementKind::kFunction:
      return std::string(as<shell_syntax::Function>(statement).name) + "()" +
             show(*as<shell_syntax::Function>(statement).body);
    case StatementKind::kGroup:
      return "{" + show(as<Compound>(statement).body) + "}";
    case StatementKind::kSubshell:
      return "(" + show(as<Compound>(statement).body) + ")";
    case StatementKind::kTest:
      return "[[" + show(as<shell_syntax::Test>(statement).words) +
             std::string(as<shell_syntax::Test>(statement).arithmetic) + "]]";
  }
  return "";
}

std::string show(const Statement& statement) {
  std::string out = show_plain(statement);
  for (const Redirect& each : statement.redirects) {
    out += " " + std::string(each.descriptor) + std::string(each.op) + show(each.target->parts);
  }
  return out + (statement.background ? " &" : "");
}

std::string show(Block block) {
  std::string out;
  for (const Statement* each : block) out += (out.empty() ? "" : "; ") + show(*each);
  return out;
}

// The statements, and "line: message" of a problem.
std::string read(std::string text) {
  const Source source(FileId{0}, "/project/run.sh", std::move(text));
  const ShellDocument document(source);
  std::string out = show(document.statements());
  for (const SyntaxProblem& each : document.problems()) {
    out +=
        " !" + std::to_string(source.lines().position(each.span.begin).line) + ": " + each.message;
  }
  return out;
}

}  // namespace

TEST_CASE("shell words are parts with the values they stand for") {
  CHECK(read("a b\\ c 'd e' \"f $g\" $'h\\n'\n") == "a b c 'd e' \"f <g>\" 'h\n'");
  CHECK(read("a ${b} ${b:-c d} \"${b:-\"c\" 'd'}\" ${#b} ${!b} ${b[@]} ${b%%.*}") ==
        "a <b> <b :- c d> \"<b :- \"c\" 'd'>\" <b length > <b indirect > <b[@]> <b %% .?*?>");
  CHECK(read("a $(b $(c)) `d` \"`e \\\" f`\" $((1+(2))) $((a); (b)) <(c)") ==
        "a $(b $(c)) $(d) \"$(?)\" $((1+(2))) $((a); (b)) <(c)");
  CHECK(read("a {0..7} {a,b} {} *.py ~/b c~ x=~ [ a[0]") ==
        "a {0..7} ?{?a,b} {} ?*?.py ?~?/b c~ x=?~? [ a?[?0]");
  CHECK(read("A={a,b}*") == "[A={a,b}*]");
  CHECK(read("a $1 $10 ${10} $@ $# $? $ a$") == "a <1> <1>0 <10> <@> <#> <?> $ a$");
  CHECK(read("\"a\\\nb\\$c\\d\"") == "\"ab$c\\d\"");
}

TEST_CASE("shell commands have assignments, words and redirects") {
  CHECK(read("A=1 B=\"x\" run c=d 2>&1 > log &") == "[A=1][B=\"x\"]run c=d 2>&1 >log &");
  CHECK(read("A=1\nrun\n") == "[A=1]; run");
  CHECK(read("x=$((1+2)) z=<(ls)\nrun\n") == "[x=$((1+2))][z=<(ls)]; run");
  CHECK(read("export A=1 B -x \"$C\"") == "export -x \"<C>\"[A=1][B]");
  CHECK(read("A=(a \"b c\" $d)\nA+=(e) A[0]=f") == "[A=(a \"b c\" <d>)]; [A+=(e)][A.0=f]");
  CHECK(read("run \\\n  --a \\\r\n  --b # c\n") == "run --a --b");
  CHECK(read("echo >&2 a") == "echo a >&2");
  CHECK(read("! a | b |& c && d || e; f") == "!a | b | c && d || e; f");
  CHECK(read("time -p a") == "time a");
}

TEST_CASE("compound commands") {
  CHECK(read("if a; then b; elif c; then d; else e; fi > log") == "if(a)(b)(if(c)(d)(e)) >log");
  CHECK(read("for i in {0..7}; do a; done &") == "for(i in {0..7})(a) &");
  CHECK(read("for i; do a; done; for ((i=0; i<8; i++)); do b; done") ==
        "for(i)(a); for((i=0; i<8; i++))(b)");
  CHECK(read("while a; do b; done < x; until c; do d; done") == "while(a)(b) <x; until(c)(d)");
  CHECK(read("case $a in b|c) d;; (*) ;; esac") == "case(<a>)(b c: d)(?*?: )");
  CHECK(read("f() { a; }; function g { b; }\nh () ( c )") == "f(){a}; g(){b}; h()(c)");
  CHECK(read("[[ $a == b && ( -n c || $d =~ ^(e|f)$ ) ]]") == "[[<a> == b -n c <d> =~ ^ e f $]]");
  CHECK(read("((a > 1)) && ((a); (b))") == "[[a > 1]] && ((a); (b))");
  CHECK(read("if a\r\nthen\r\n b\r\nfi\r\n") == "if(a)(b)()");
}

TEST_CASE("here-documents") {
  const std::string text = "cat <<'A' <<-B | c\n$x\n B\nA\n\t$y\n\tB\nd\n";
  const Source source(FileId{0}, "/project/run.sh", text);
  const ShellDocument document(source);
  CHECK(show(document.statements()) == "cat <<'A' <<-B | c; d");
  const auto& pipeline = as<Pipeline>(*document.statements()[0]);
  const auto redirects = pipeline.commands[0]->redirects;
  REQUIRE(redirects.size() == 2);
  const Heredoc& first = *redirects[0].heredoc;
  CHECK(first.quoted);
  CHECK(!first.expands);
  CHECK(text.substr(first.begin, first.end - first.begin) == "$x\n B\n");
  const Heredoc& second = *redirects[1].heredoc;
  CHECK(!second.quoted);
  CHECK(second.expands);
  CHECK(text.substr(second.begin, second.end - second.begin) == "\t$y\n");
}

TEST_CASE("what bash refuses is a problem, and what stands before it is read") {
  CHECK(read("a\nif b; then\n") == "a !3: syntax error: unexpected end of file");
  CHECK(read("a\nfi\n") == "a !2: syntax error near unexpected token `fi'");
  CHECK(read("a 'b\n") == " !1: unexpected end of file while looking for matching `''");
  CHECK(read("a \"$(b\"\n") == " !1: unexpected end of file while looking for matching `\"'");
  CHECK(read("a ;; b\n") == "a !1: syntax error near unexpected token `;;'");
  CHECK(read("f() a\n") == " !1: syntax error near unexpected token `a'");
  CHECK(read("a\n( )\n") == "a !2: syntax error near unexpected token `)'");
  CHECK(read("\xef\xbb\xbf# a\nb\n") == "\xef\xbb\xbf# a; b");  // part of a word
  CHECK(read("a \xff\n") == " !1: byte 0xff at offset 2 is not UTF-8");
  CHECK(read(std::string("a\0b", 3)) == " !1: a shell script cannot contain null bytes");
}

TEST_CASE("deep nesting ends") {
  const auto repeat = [](std::string_view text, int count) {
    std::string out;
    for (int i = 0; i < count; ++i) out += text;
    return out;
  };
  for (const std::string open :
       {"(", "{ ", "$(", "\"$(", "${a:-", "$((", "$[", "if ", "if a; then b; elif ", "!(", "<(",
        "a=(", "[[ $(", "((", "f() { ", "case a in b) ", "a && ", "a || "}) {
    CAPTURE(open);
    CHECK(read(repeat(open, 100000)).find(" !") != std::string::npos);
  }
  CHECK(read(repeat("(", 100) + "a" + repeat(")", 100)).find(" !") == std::string::npos);
  CHECK(read("a " + repeat("\"$(a ", 150) + repeat(")\"", 150)).find(" !") == std::string::npos);
  // A subscript that does not end with its line is none: that is found out once for each.
  CHECK(read("a " + repeat("\"${L[ ", 60)).find(" !") != std::string::npos);
}

TEST_CASE("suppressions stand in comments") {
  const Source source(FileId{0}, "/project/run.sh",
                      "echo '# mmlint: ignore'\na # mmlint: ignore[MM601]\n");
  const ShellDocument document(source);
  const auto& found = document.suppressions().comments;
  REQUIRE(found.size() == 1);
  CHECK(source.text(found[0].comment) == "# mmlint: ignore[MM601]");
}

// The line on which the statement of a suppression begins, for each of them.
std::vector<std::uint32_t> lines_of_statements(const std::string& text) {
  const Source source(FileId{0}, "/project/run.sh", text);
  const ShellDocument document(source);
  const Suppressions& found = document.suppressions();
  std::vector<std::uint32_t> out;
  for (const Suppression& each : found.comments) {
    const std::size_t i = found.statement_at(each.comment.begin);
    const bool known = i < found.statements.size();
    out.push_back(known ? source.lines().position(found.statements[i].begin).line : 0);
  }
  return out;
}

TEST_CASE("a suppression holds for a list of commands") {
  using Lines = std::vector<std::uint32_t>;
  const std::string mark = "# mmlint: ignore[MM601]\n";
  CHECK(lines_of_statements(mark + "a \\\n b " + mark + "c\n" + mark) == Lines{2, 2, 0});
  CHECK(lines_of_statements("a &&\n" + mark + "b |\n c " + mark + "d; e " + mark) ==
        Lines{1, 1, 5});
  CHECK(lines_of_statements("A=(\n" + mark + "b)\n" + mark + "c $(\nd " + mark + ")\n") ==
        Lines{1, 5, 5});
  CHECK(lines_of_statements(mark + "for i in a \\\n b; do " + mark + " " + mark + " c \\\n  d\n" +
                            "done " + mark) == Lines{2, 2, 5, 7});
  CHECK(lines_of_statements("f() {\n a\n b; } | c " + mark + "if d \\\n e; then " + mark +
                            "f; fi\n") == Lines{3, 4});
  CHECK(lines_of_statements("a <<X && b " + mark + "# \nX\n" + mark + "c\n") == Lines{1, 5});
  CHECK(lines_of_statements("case $1 in " + mark + mark + " a) b ;;\nesac\n") == Lines{1, 3});
}
