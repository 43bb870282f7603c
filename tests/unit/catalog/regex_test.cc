#include "catalog/regex.h"

#include <doctest/doctest.h>

namespace mmlint::catalog {
namespace {

// Whether a pattern matches, and the same pattern in a group, of which nothing is known before RE2
// has looked.
bool matches(const std::string& pattern, std::string_view text) {
  const auto regex = Regex::compile(pattern);
  const auto whole = Regex::compile("(?:" + pattern + ")");
  REQUIRE(regex);
  REQUIRE(whole);
  CHECK_MESSAGE((*regex)->matches(text) == (*whole)->matches(text), pattern, " in ", text);
  return (*regex)->matches(text);
}

TEST_CASE("the end of a pattern tells texts apart, but changes nothing") {
  const char* patterns[] = {"(^|\\.)(SyncBN|MMSyncBN|SyncBatchNorm)$",
                            "(^|\\.)EmptyCacheHook$",
                            "a|b$",
                            "(a|b$",
                            "x\\d$",
                            "^(cuda|npu)(:[0-9]+)?$",
                            "(a(b|c))$",
                            "\\(a|b\\)$",
                            "[(]a|b)$",
                            "(x[ab])$",
                            "(x[ab]y|z)$",
                            "(x[a|b]y|z)$",
                            "(?i)bn$",
                            "(?m)a$",
                            "(|a)$",
                            "(a|)$",
                            "a$$",
                            "a\\$",
                            "\\\\a$",
                            "(a+|b)$",
                            "(a|b)+$",
                            "Hook",
                            "",
                            "$",
                            "a{2}$",
                            "ab?$",
                            ".$",
                            "(^|\\.)(é|z)$",
                            "é$"};
  const char* texts[] = {
      "",       "a",      "b",     "c",    "ab",  "aa",        "xa",      "x1",
      "xy",     "xay",    "x|y",   "z",    "BN",  "bn",        "a\n",     "a\nb",
      "a$",     "\\a",    "(a",    "b)",   "é",   "mm.SyncBN", "SyncBN2", "SyncBN.",
      "ddd",    "cuda:0", "cuda",  "npu",  "xb)", "a+",        "Hook",    "mm.EmptyCacheHook",
      "Conv2d", "Conv4d", "d",     "2d",   "ace", "abe",       "abce",    "fg",
      "g",      "ac",     "ab|cd", "Ab",   "41b", "01b",       "Ac",      "1ab",
      "dab",    "bc",     "abc",   "a.bc", "cd",  "]y",        "x]y"};
  int compiled = 0;
  for (const char* pattern : patterns) {
    if (!Regex::compile(pattern)) continue;
    ++compiled;
    for (const char* text : texts) matches(pattern, text);
  }
  CHECK(compiled > 20);
  CHECK(matches(patterns[0], "mm.SyncBN"));
  CHECK(!matches(patterns[0], "SyncBN2"));
  CHECK(matches(patterns[1], "mm.EmptyCacheHook"));
  CHECK(matches("a|b$", "ac"));
}

}  // namespace
}  // namespace mmlint::catalog
