#include "report/baseline.h"

#include <chrono>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <doctest/doctest.h>

namespace mmlint::report {
namespace {

// Files below /p with findings of rules, each with the same text.
class Run {
 public:
  void add(const std::string& path, const std::vector<std::string>& codes,
           const std::string& text = "x") {
    const Source& source = sources_.add("/p/" + path, text);
    for (const std::string& code : codes) {
      Diagnostic finding;
      finding.code = code;
      finding.primary = {source.id(), 0, static_cast<std::uint32_t>(text.size())};
      finding.targets = {"gcu"};
      report_.diagnostics.push_back(std::move(finding));
    }
    judged_.paths.insert("/p/" + path);
  }

  Baseline baseline() const { return baseline_of(report_, sources_, "/p"); }

  // The files in which something is new.
  std::set<std::string> files_with_news(const Baseline& baseline) {
    judged_.exists = [this](const std::string& path) { return judged_.paths.count(path) != 0; };
    apply_baseline(baseline, "/p", judged_, sources_, report_);
    std::set<std::string> out;
    for (const Diagnostic& left : report_.diagnostics)
      out.insert(sources_.get(left.primary.file).path().substr(3));
    return out;
  }

 private:
  SourceStore sources_;
  RunReport report_;
  JudgedFiles judged_;
};

using Files = std::map<std::string, std::vector<std::string>>;

std::set<std::string> news(const Files& before, const Files& after) {
  Run old, now;
  for (const auto& [path, codes] : before) old.add(path, codes);
  for (const auto& [path, codes] : after) now.add(path, codes);
  return now.files_with_news(old.baseline());
}

using Names = std::set<std::string>;

TEST_CASE("a file that was moved is known by its name, or by all that is found in it") {
  CHECK(news({{"a/x.py", {"R1"}}}, {{"b/x.py", {"R1"}}}) == Names{});
  CHECK(news({{"a/x.py", {"R1"}}}, {{"b/x.py", {"R1", "R2"}}}) == Names{"b/x.py"});
  CHECK(news({{"a/x.py", {"R1"}}}, {{"b/y.py", {"R1"}}}) == Names{});
  CHECK(news({{"a/x.py", {"R1"}}}, {{"b/y.py", {"R1", "R2"}}}) == Names{"b/y.py"});
}

TEST_CASE("a new file that is alike does not take the entries of one that was moved") {
  CHECK(news({{"b/x.py", {"R1"}}}, {{"a/new.py", {"R1"}}, {"c/x.py", {"R1"}}}) ==
        Names{"a/new.py"});
  CHECK(news({{"b/x.py", {"R1"}}, {"b/y.py", {"R1"}}},
             {{"a/new.py", {"R1"}}, {"c/x.py", {"R1"}}, {"d.py", {"R1"}}}) ==
        Names{"a/new.py", "d.py"});
  CHECK(news({{"b/x.py", {"R1"}}}, {{"a/x.py", {"R1", "R2"}}, {"c/x.py", {"R1"}}}) ==
        Names{"a/x.py"});
}

TEST_CASE("where more files are alike than are gone, none of them is taken for one") {
  CHECK(news({{"x.py", {"R1"}}}, {{"y.py", {"R1"}}, {"z.py", {"R1"}}}) == Names{"y.py", "z.py"});
  CHECK(news({{"v.py", {"R1"}}, {"x.py", {"R1"}}}, {{"y.py", {"R1"}}, {"z.py", {"R1"}}}) ==
        Names{});
}

TEST_CASE("many files that are gone and many that are new are no work") {
  Run old, now;
  for (int i = 0; i < 20000; ++i) {
    old.add("old/" + std::to_string(i) + ".py", {"R1", "R" + std::to_string(i)});
    now.add("new/" + std::to_string(i) + "_.py", {"R1", "S" + std::to_string(i)});
    old.add("old/" + std::to_string(i) + "/same.py", {"R1"});
    now.add("new/" + std::to_string(i) + "/same.py", {"R1"});
  }
  const Baseline baseline = old.baseline();
  const auto begin = std::chrono::steady_clock::now();
  CHECK(now.files_with_news(baseline).size() == 20000);
  CHECK(std::chrono::steady_clock::now() - begin < std::chrono::seconds(60));
}

std::string text_in_baseline(const std::string& text) {
  Run run;
  run.add("a.py", {"MM101"}, text);
  return run.baseline().begin()->text;
}

bool is_known(const std::string& before, const std::string& after) {
  return text_in_baseline(before) == text_in_baseline(after);
}

TEST_CASE("a layout of the code does not count") {
  CHECK(text_in_baseline("dict( a = \"b\" )") == "dict(a='b')");
  CHECK(is_known("dict(type='A', n=[1, 2])",
                 "dict(\n    type=\"A\",\n    n=[\n        1,\n        2,\n    ],\n)"));
  CHECK(is_known("dict(a=1)", "dict(a=1)\r\n"));
  CHECK(!is_known("dict(a=1)", "dict(a=2)"));
  for (std::size_t size = 90; size < 110; ++size) {
    const std::string long_name(size, 'n');
    CHECK(is_known("f(" + long_name + ", b)", "f(\n    " + long_name + ",\n    b,\n)"));
    CHECK(is_known("f(" + long_name + "界)", "f(\n    " + long_name + "界,\n)"));
  }
}

TEST_CASE("an older file is read as if it was written now") {
  const auto read = parse_baseline(R"~({"version": 1, "findings": [{"path": "a.py", "rule": "MM101",
      "target": "gcu", "key": "", "text": "dict(a = \"b\",\n)"}]})~",
                                   "b.json");
  REQUIRE(read.has_value());
  CHECK(read->begin()->text == "dict(a='b')");
  CHECK(parse_baseline(render_baseline(*read), "b.json") == *read);
}

TEST_CASE("names that are no UTF-8 are told apart") {
  Run run;
  run.add("\xed\xa0\x80.py", {"R1"});
  run.add("\xed\xa0\x81.py", {"R1"});
  CHECK(run.baseline().size() == 2);
  CHECK(run.baseline().begin()->path == "\\xed\\xa0\\x80.py");
}

TEST_CASE("a file that is nested deeply is refused before it is read") {
  const std::string deep(300000, '[');
  for (const std::string& text :
       {"{\"version\":1,\"findings\":[" + deep + std::string(300000, ']') + "]}", deep,
        "{\"version\":" + deep + std::string(300000, ']') + ",\"findings\":[]}",
        "{\"\\\"[\":" + deep}) {
    const auto read = parse_baseline(text, "b.json");
    REQUIRE(!read.has_value());
    CHECK(read.error().message.starts_with("is nested too deeply"));
  }
  std::string brackets = "\"" + std::string(100, '[') + "\"";
  CHECK(parse_baseline("{\"version\":1,\"x\":" + brackets + ",\"findings\":[]}", "b.json"));
  const auto wrong = parse_baseline("{\"version\":1,\"findings\":[[[1]]]}", "b.json");
  CHECK(wrong.error().message.starts_with("entry 1 has no text 'path'"));
}

}  // namespace
}  // namespace mmlint::report
