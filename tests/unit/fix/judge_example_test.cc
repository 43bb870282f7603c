#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>

#include "base/file_system.h"
#include "catalog/example_files.h"
#include "fix/judge_example.h"
#include "unit/fix/fixed.h"
#include "unit/project.h"

// The examples of every rule are its tests: on its target the bad one is found exactly where it is
// marked, the fix gives exactly the fixed text, a second run changes nothing, and the good one is
// silent.
namespace mmlint {
namespace {

using catalog::Catalog;
using catalog::Example;
using catalog::ExampleFile;
using catalog::Rule;

const Catalog& rules() {
  static const Result<Catalog> loaded = Catalog::load();
  REQUIRE_MESSAGE(loaded, (loaded ? "" : to_string(loaded.error())));
  return *loaded;
}

std::vector<Example> examples_of(const Rule& rule) {
  const std::string folder = MMLINT_SOURCE "/fixtures/rules/" + rule.code;
  const auto texts = catalog::read_example_texts(DiskFileSystem(), folder);
  REQUIRE(texts);
  auto examples = catalog::examples_of(rule, rules().targets(), *texts, folder);
  REQUIRE_MESSAGE(examples, (examples ? "" : to_string(examples.error())));
  return *std::move(examples);
}

TEST_CASE("every example of every rule") {
  const char* only = std::getenv("MMLINT_EXAMPLE");  // the code of one rule, for scripts/test-one
  int tried = 0;
  for (const Rule& rule : rules().rules()) {
    if (only && rule.code != only) continue;
    for (const Example& example : examples_of(rule)) {
      for (const fix::Contradiction& each : fix::judge_example(rules(), rule, example))
        FAIL_CHECK(to_string(Error{each.text, each.source, each.line}));
      ++tried;
    }
  }
  CHECK(tried >= (only ? 1 : 584));
  if (only) MESSAGE(tried << " examples");
}

// The files of an example, before its fix or after it.
std::map<std::string, std::string> texts(const Example& example, bool fixed) {
  std::map<std::string, std::string> out;
  for (const ExampleFile& file : example.files) {
    if (fixed || !file.made) out[file.path] = fixed && file.fixed ? *file.fixed : file.text;
  }
  return out;
}

// A lazy config may inherit files that would be classic ones by themselves, and may be unreadable
// until it is fixed.
bool has_its_style(const Example& example) {
  int lazy = 0, lazy_and_bad = 0;
  for (const bool fixed : {false, true}) {
    const test::MemoryProject project(texts(example, fixed));
    for (const ExampleFile& file : example.files) {
      const auto resolved = project.workspace->resolve("/p/" + file.path);
      if (resolved->style != config::Style::kLazy) continue;
      ++lazy;
      lazy_and_bad += file.found_at.empty() ? 0 : 1;
    }
  }
  if (example.style == "lazy") return lazy > 0;
  return lazy_and_bad == 0 && lazy < 2 * static_cast<int>(example.files.size());
}

TEST_CASE("every rule has a bad example in each style that it applies to") {
  for (const Rule& rule : rules().rules()) {
    if (rule.documents != "config") continue;
    CAPTURE(rule.code);
    const std::vector<Example> examples = examples_of(rule);
    for (const std::string style : {"classic", "lazy"}) {
      CAPTURE(style);
      const bool applies = !rule.only_in || rule.only_in->style == style;
      const bool has = std::any_of(examples.begin(), examples.end(),
                                   [&](const auto& e) { return !e.good && e.style == style; });
      CHECK(has == applies);
    }
    for (const Example& example : examples) {
      CAPTURE(example.name);
      CHECK(has_its_style(example));
    }
  }
}

TEST_CASE("a fix that would change another key is refused and named") {
  // The same variable feeds the backend and the work folder.
  const test::Fixed fixed(
      {{"configs/a.py",
        "name = 'nccl'\nwork_dir = name\nmodel = dict(type='M')\ntrain_dataloader = dict()\n"
        "env_cfg = dict(dist_cfg=dict(backend=name))\n"}},
      "MM101");
  CHECK(fixed.outcome.changes.empty());
  REQUIRE(fixed.outcome.refused.size() == 1);
  CHECK(fixed.refused().find("work_dir") != std::string::npos);
}

// What a rule says that its example does not, or the other way round.
std::string judged(const std::vector<std::pair<std::string, std::string>>& files,
                   std::string_view code = "MM403") {
  const Rule& rule = *rules().rule(code);
  std::vector<catalog::ExampleText> texts;
  for (auto& [path, text] : files) texts.push_back({path, text});
  const auto examples = catalog::examples_of(rule, rules().targets(), texts, "own");
  if (!examples) return to_string(examples.error()) + "\n";
  std::string out;
  for (const Example& example : *examples) {
    for (const fix::Contradiction& each : fix::judge_example(rules(), rule, example))
      out += to_string(Error{each.text, each.source, each.line}) + "\n";
  }
  return out;
}

TEST_CASE("an example that contradicts its rule is seen") {
  const std::string bad = "model = dict(type='M', ema=dict(device='cuda'))\n";
  const std::string mark = "#                                      ^^^^^^ MM403\n";
  const std::string moved = "#                                     ^^^^^^ MM403\n";
  const std::string rest = "train_dataloader = dict(batch_size=2)\n";
  const std::string good = "model = dict(type='M', ema=dict(device='xla'))\n" + rest;
  CHECK(judged({{"bad-1.fixed.py", good}, {"bad-1.py", bad + mark + rest}}) == "");
  CHECK(judged({{"good-1.py", good}}) == "");

  CHECK(judged({{"bad-1.fixed.py", good}, {"bad-1.py", bad + moved + rest}}) ==
        "own/bad-1.py:2: expected MM403 at columns 39-44, and it is not found there\n"
        "own/bad-1.py:1: expected nothing, and found MM403 at columns 40-45: "
        "model.ema.device='cuda' names a device that gcu does not have\n");
  CHECK(judged({{"bad-1.fixed.py", good}, {"bad-1.py", bad + mark + rest + "#^^^^ MM403\n"}}) ==
        "own/bad-1.py:4: expected MM403 at columns 1-5, and it is not found there\n");
  CHECK(judged({{"good-1.py", rest + bad}}) ==
        "own/good-1.py:2: expected nothing, and found MM403 at columns 40-45: "
        "model.ema.device='cuda' names a device that gcu does not have\n");
  CHECK(judged({{"bad-1.fixed.py", "# the model\n" + good}, {"bad-1.py", bad + mark + rest}}) ==
        "own/bad-1.fixed.py:1: expected '# the model' after the fix, and it leaves "
        "'model = dict(type='M', ema=dict(device='xla'))'\n");
  CHECK(judged({{"bad-1.py", bad + mark + rest}}) ==
        "own/bad-1.py:1: the fix changes this file, and bad-1.fixed.py is missing, which says what "
        "it leaves; if this is right, write it:\n"
        "    model = dict(type='M', ema=dict(device='xla'))\n"
        "    train_dataloader = dict(batch_size=2)\n");
}

TEST_CASE("a file that the fix makes and the example lacks is named, with what it holds") {
  const std::string folder = MMLINT_SOURCE "/fixtures/rules/MM201/bad-01/configs/";
  const DiskFileSystem disk;
  const std::string before = disk.read(folder + "toy.py").value();
  const std::string after = disk.read(folder + "toy.fixed.py").value();
  const std::string made = disk.read(folder + "toy_process_group.fixed.py").value();
  const std::string first = "    " + made.substr(0, made.find('\n') + 1);
  const std::string of_folder =
      judged({{"bad-1/configs/toy.fixed.py", after}, {"bad-1/configs/toy.py", before}}, "MM201");
  CHECK(of_folder.starts_with(
      "own/bad-1/configs/toy.fixed.py: the fix makes the file configs/toy_process_group.py, which "
      "the example lacks; if this is right, write bad-1/configs/toy_process_group.fixed.py:\n" +
      first));
  const std::string of_file = judged({{"bad-1.fixed.py", after}, {"bad-1.py", before}}, "MM201");
  CHECK(
      of_file.find("write bad-1/configs/toy_process_group.fixed.py beside bad-1/configs/toy.py:\n" +
                   first) != std::string::npos);
}

TEST_CASE("a shell script that bash refuses is no example") {
  const std::string mark = "#     ^^^^^^^^^^^^^^^^^^^^^^^^ MM603\n";
  CHECK(judged({{"bad-1.sh", "export CUDA_VISIBLE_DEVICES=0,1\n" + mark + "if true; then\n"}},
               "MM603")
            .starts_with("own/bad-1.sh:4: expected a valid shell script, and it is none: "));
}

}  // namespace
}  // namespace mmlint
