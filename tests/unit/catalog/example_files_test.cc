#include "catalog/example_files.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "catalog/embedded.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

const Catalog& inside() {
  static const Catalog catalog = *Catalog::load();
  return catalog;
}

const std::string kBad = "toy = 1\n#     ^ MM101\n";

Result<std::vector<Example>> load(const std::vector<ExampleText>& texts,
                                  const char* code = "MM101") {
  return examples_of(*inside().rule(code), inside().targets(), texts, "own");
}

std::string error_of_example(const std::vector<ExampleText>& texts, const char* code = "MM101") {
  const auto loaded = load(texts, code);
  return loaded ? std::string() : to_string(loaded.error());
}

const Example* first_of(const std::vector<Example>& examples, bool good,
                        const std::string& target) {
  for (const Example& example : examples) {
    if (example.good == good && example.target == target) return &example;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("an example is a file or a folder, and its name says what it is for") {
  const auto loaded = load({{"bad-1.lazy.npu.fixed.py", "toy = 2\n"},
                            {"bad-1.lazy.npu.py", "\xEF\xBB\xBFtoy = 1\r\n#- MM101\r\n"},
                            {"bad-2/configs/a.py", "a = 1\n"},
                            {"bad-2/configs/a_group.fixed.py", "import os\n"},
                            {"bad-2/configs/b.yaml", kBad},
                            {"good.gcu-s60.json", "{}"}});
  REQUIRE_MESSAGE(loaded, to_string(loaded.error()));
  REQUIRE(loaded->size() == 3);
  const Example& lazy = loaded->at(0);
  CHECK(lazy.name == "bad-1.lazy.npu");
  CHECK(lazy.style == "lazy");
  CHECK(lazy.target == "npu");
  CHECK_FALSE(lazy.good);
  REQUIRE(lazy.files.size() == 1);
  CHECK(lazy.files[0].path == "configs/toy.py");
  CHECK(lazy.files[0].text == "\xEF\xBB\xBFtoy = 1\r\n");
  CHECK(lazy.files[0].fixed == "toy = 2\n");
  CHECK(lazy.files[0].source == "own/bad-1.lazy.npu.py");
  CHECK(lazy.files[0].found_at.at(0).begin == 0);
  const Example& several = loaded->at(1);
  REQUIRE(several.files.size() == 3);
  CHECK(several.files[0].path == "configs/b.yaml");  // it has the finding
  CHECK(several.files[0].text == "toy = 1\n");
  CHECK(several.files[0].found_at.at(0).begin == 7);
  CHECK(several.files[0].found_at.at(0).end == 8);
  CHECK(several.files[0].found_at.at(0).told_line == 2);
  CHECK(several.files[1].path == "configs/a.py");
  CHECK(several.files[2].made);
  CHECK(loaded->at(2).files[0].path == "configs/toy.json");
  CHECK(loaded->at(2).target == "gcu-s60");
  CHECK(loaded->at(2).good);
}

TEST_CASE("the files of an example are in the order that it asks for") {
  const auto loaded = load({{"bad-1/a.py", kBad},
                            {"bad-1/b.py", "b = 1\n"},
                            {"bad-1/example.json", R"({"order": ["b.py"]})"}});
  REQUIRE(loaded);
  CHECK(loaded->at(0).files.at(0).path == "b.py");
  CHECK(loaded->at(0).files.at(1).path == "a.py");
  CHECK(error_of_example({{"bad-1/example.json", "{\"oder\": []}"}}) ==
        "own/bad-1/example.json:1: unknown key 'oder', did you mean 'order'?");
}

TEST_CASE("lines of the file and of the text without markers") {
  const auto loaded = load({{"bad.py", "a = 1\n#   ^ MM101\n#^ MM101\nb = 2\n# ^ MM101\nc = 3\n"}});
  REQUIRE_MESSAGE(loaded, to_string(loaded.error()));
  const ExampleFile& file = loaded->at(0).files.at(0);
  CHECK(file.text == "a = 1\nb = 2\nc = 3\n");
  REQUIRE(file.found_at.size() == 3);
  CHECK(file.found_at[1].begin == 1);
  CHECK(file.found_at[1].end == 3);
  CHECK(file.found_at[2].line == 2);
  CHECK(file.line_in_source(1) == 1);
  CHECK(file.line_in_source(2) == 4);
  CHECK(file.line_in_source(3) == 6);
}

TEST_CASE("what is wrong with a marker") {
  const std::string slip =
      "looks like a marker and is none: it needs '#', one run of '^' and MM101";
  const auto error = [](const std::string& text) { return error_of_example({{"bad.py", text}}); };
  CHECK(error("a = 1\n# ^ ^ MM101\n") == "own/bad.py:2: " + slip);
  CHECK(error("a = 1\n# ^\n") == "own/bad.py:2: " + slip);
  CHECK(error("a = 1\n# here: ^ MM101\n") == "own/bad.py:2: " + slip);
  CHECK(error("a = 1\n#   ^ MM102\n") ==
        "own/bad.py:2: marks 'MM102', and this is an example of MM101");
  CHECK(error("#   ^ MM101\n") == "own/bad.py:1: a marker with no line above it");
  CHECK(error("a = 1\n#    ^ MM101\n") ==
        "own/bad.py:2: the carets go past the end of the line above");
  CHECK(error("a = 1\n#   ^ MM101\n#   ^ MM101\n") == "own/bad.py:3: the same marker twice");
}

TEST_CASE("what is wrong with an example") {
  CHECK(error_of_example({{"a.py", "a = 1\n"}}) ==
        "own/a.py: an example is called bad-NAME or good-NAME");
  CHECK(error_of_example({{"bad-1.nqu.py", kBad}}) ==
        "own/bad-1.nqu.py: 'nqu' is no target, did you mean 'npu'?");
  CHECK(error_of_example({{"bad-1.lazy.py", "import os\n#^^^ MM501\n"}}, "MM501") ==
        "own/bad-1.lazy.py: 'lazy' is no target");
  CHECK(error_of_example({{"bad-1.py", "a = 1\n"}}) ==
        "own/bad-1.py: a bad example needs a marker where something is found");
  CHECK(error_of_example({{"good-1.py", kBad}}) ==
        "own/good-1.py:2: nothing is found here, so there is nothing to mark");
  CHECK(error_of_example({{"bad-1.fixed.py", kBad}, {"bad-1.py", kBad}}) ==
        "own/bad-1.fixed.py:2: nothing is found here, so there is nothing to mark");
  CHECK(error_of_example({{"good-1.fixed.py", "a = 1\n"}}) ==
        "own/good-1.fixed.py: nothing is fixed here");
  CHECK(error_of_example({{"bad-1.fixed.py", "toy = 1\n"}, {"bad-1.py", kBad}}) ==
        "own/bad-1.fixed.py: is the text before the fix");
  CHECK(error_of_example({{"bad-1.py", kBad}, {"bad-1/configs/toy.py", kBad}}) ==
        "own/bad-1/configs/toy.py: the file configs/toy.py of the example is given twice");
  CHECK(error_of_example({{"bad-1.rocm.py", "a = 1\n#^^^^ MM401\n"}}, "MM401") ==
        "own/bad-1.rocm.py: the rule is silent on target 'rocm'");
}

TEST_CASE("the examples inside the binary are those that are shown of fixtures/rules/") {
  for (const Rule& rule : inside().rules()) {
    CAPTURE(rule.code);
    CHECK(rule.examples.empty());
    const std::string folder = MMLINT_SOURCE "/fixtures/rules/" + rule.code;
    const auto texts = read_example_texts(DiskFileSystem(), folder);
    REQUIRE(texts);
    const auto all = examples_of(rule, inside().targets(), *texts, folder);
    const auto embedded = embedded_example_texts(rule.code);
    const auto shown = examples_of(rule, inside().targets(), embedded, folder);
    REQUIRE_MESSAGE(all, to_string(all.error()));
    REQUIRE_MESSAGE(shown, to_string(shown.error()));
    std::size_t count = 0;
    for (const Target& target : inside().targets()) {
      for (const bool good : {false, true}) {
        const Example* wanted = first_of(*all, good, target.name);
        const Example* found = first_of(*shown, good, target.name);
        REQUIRE((wanted == nullptr) == (found == nullptr));
        if (wanted) CHECK(wanted->name == found->name);
        count += wanted ? 1 : 0;
      }
    }
    CHECK(shown->size() == count);
    for (const ExampleText& text : embedded) {
      const auto same = [&](const ExampleText& file) { return file.path == text.path; };
      const auto file = std::find_if(texts->begin(), texts->end(), same);
      REQUIRE(file != texts->end());
      CHECK(file->text == text.text);
    }
  }
}
