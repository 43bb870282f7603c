#include "syntax/templates.h"

#include <doctest/doctest.h>

#include "syntax/document.h"

using namespace mmlint;
using namespace mmlint::syntax;

namespace {

const std::map<std::string, std::string> kEnvironment = {{"SET", "7"}, {"EMPTY", ""}};

Source file(std::string bytes) {
  return Source(FileId{3}, "/project/configs/my_config.v2.py", std::move(bytes));
}

std::string expanded(std::string bytes) {
  const Source source = file(std::move(bytes));
  return expand_templates(source, source.path(), kEnvironment).text;
}

}  // namespace

TEST_CASE("predefined variables") {
  CHECK(expanded("a = '{{ fileDirname }}/{{fileBasename}}'") ==
        "a = '/project/configs/my_config.v2.py'");
  CHECK(expanded("{{\n fileBasenameNoExtension\t}}{{ fileExtname }}") == "my_config.v2.py");
  CHECK(expanded("{{ filebasename }} { { fileExtname }}") ==
        "{{ filebasename }} { { fileExtname }}");
}

TEST_CASE("environment variables") {
  CHECK(expanded("{{$SET:1}} {{'$UNSET:80'}} '{{ $UNSET : a/b }}'") == "7 80 'a/b'");
  CHECK(expanded("{{$UNSET:a+b}} {{$UNSET}} {{$UNSET:a b}}") ==
        "{{$UNSET:a+b}} {{$UNSET}} {{$UNSET:a b}}");
  const Source empty = file("x = '{{$EMPTY:1}}'");
  const Expansion wrong = expand_templates(empty, empty.path(), kEnvironment);
  REQUIRE(wrong.problem);
  CHECK(wrong.problem->exception == "KeyError");
  CHECK(wrong.problem->name == "EMPTY");
  CHECK(empty.text(wrong.problem->span) == "{{$EMPTY:1}}");
}

TEST_CASE("a default that is an expression leaves a template unknown") {
  // Text, and for each unknown template of it whether its own default is the expression.
  const auto unknown = [](std::string text) {
    const Source source = file(std::move(text));
    const Expansion expansion = expand_templates(source, source.path(), kEnvironment);
    CHECK(!expansion.problem);
    std::vector<std::pair<std::string, bool>> found;
    for (const UnknownTemplate& each : expansion.unknown) {
      CHECK(source.text(each.span).starts_with("{{"));
      found.emplace_back(each.name + ":" + each.fallback, each.expression);
    }
    return found;
  };
  using Found = std::vector<std::pair<std::string, bool>>;
  for (const char* plain :
       {"a-b", "./data/v1.0", "1e-3", "a{x}b", "a{2", "]", "~/x", "中.py", "a:b,c"}) {
    CAPTURE(plain);
    CHECK(unknown("x = '{{$UNSET:" + std::string(plain) + "}}'") == Found{});
  }
  for (const char* expression :
       {"a+b", "a*", "a?", "^a", "a$", "[a", "a]|b", "a\\.b", "(a", "a)", "a{2}b", "a{,2}b"}) {
    CAPTURE(expression);
    CHECK(unknown("x = '{{$SET:" + std::string(expression) + "}}'") ==
          Found{{"SET:" + std::string(expression), true}});
  }
  // It may match every template of its variable; with a '|', parts of any.
  CHECK(unknown("{{$SET:a+}} {{$SET:aa}} {{$UNSET:aa}}") ==
        Found{{"SET:a+", true}, {"SET:aa", false}});
  CHECK(unknown("{{$SET:a|b}} {{$UNSET:b}}") == Found{{"SET:a|b", true}, {"UNSET:b", false}});
  // A '.' matches itself, and what else it may match is unknown.
  CHECK(unknown("{{$SET:a.b}} {{$SET:a.b}} {{$SET:ab}} {{$UNSET:axb}}") == Found{});
  CHECK(unknown("{{$SET:a.b}} {{$SET:axb}}") == Found{{"SET:a.b", false}, {"SET:axb", false}});
  CHECK(unknown("{{$SET:a.b}} {{$SET:a b}}") == Found{{":", false}});
}

TEST_CASE("base variables become tokens that depend on the text only") {
  const Source source = file("a = {{_base_.x.y}}\nb = {{ _base_.x.y }}\nc = '{{_base_.z}}'\n");
  const Expansion first = expand_templates(source, source.path(), kEnvironment);
  const Expansion again = expand_templates(source, source.path(), {});
  CHECK(first.text == again.text);
  REQUIRE(first.base_variables.size() == 3);
  CHECK(first.base_variables[0].path == "x.y");
  CHECK(first.base_variables[0].token == first.base_variables[1].token);
  CHECK(first.base_variables[0].token.substr(0, 5) == "_x.y_");
  CHECK(first.base_variables[0].token.size() == 11);
  CHECK(source.text(first.base_variables[1].span) == "{{ _base_.x.y }}");
  CHECK(first.text.find("a = \"" + first.base_variables[0].token + "\"\n") == 0);
}

TEST_CASE("nodes of an expanded text stand where the file has them") {
  const Source source =
      file("x = 1\na = dict(n={{'$UNSET:80'}}, d='{{ fileBasename }}/e', b={{_base_.c}})\ny = 2\n");
  Expansion expansion = expand_templates(source, source.path(), kEnvironment);
  const Document document(source, std::move(expansion.text), std::move(expansion.map));
  REQUIRE(document.parse_all());
  REQUIRE(document.statements().size() == 3);
  const auto text = [&](std::uint32_t begin, std::uint32_t end) {
    return std::string(source.bytes().substr(begin, end - begin));
  };
  CHECK(text(document.statements()[2].begin, document.statements()[2].end) == "y = 2");
  CHECK(document.templates().size() == 3);
  const auto& call = as<Call>(*as<Assign>(*document.statement(1)).value);
  REQUIRE(call.arguments.size() == 3);
  const auto value = [&](std::size_t i) { return call.arguments[i].value; };
  CHECK(value(0)->kind == ExprKind::kInteger);
  CHECK(text(value(0)->begin, value(0)->end) == "{{'$UNSET:80'}}");
  CHECK(as<String>(*value(1)).value == "my_config.v2.py/e");
  CHECK(text(value(1)->begin, value(1)->end) == "'{{ fileBasename }}/e'");
  CHECK(text(value(2)->begin, value(2)->end) == "{{_base_.c}}");
  CHECK(text(call.arguments[2].begin, call.arguments[2].end) == "b={{_base_.c}}");
}

TEST_CASE("an offset map without segments changes nothing") {
  OffsetMap map;
  CHECK(map.to_source(12) == 12);
  map.segments = {{0, 3, true}, {5, 8, false}, {9, 20, true}};
  CHECK(map.to_source(0) == 3);
  CHECK(map.to_source(4) == 7);
  CHECK(map.to_source(7) == 8);
  CHECK(map.to_source(10) == 21);
  map.skip(2);
  CHECK(map.to_source(0) == 5);
  CHECK(map.to_source(8) == 21);
}
