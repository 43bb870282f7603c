#include "base/diagnostic.h"

#include <doctest/doctest.h>

#include "base/result.h"

using namespace mmlint;

TEST_CASE("results are ordered by offset, code and key") {
  Diagnostic first;
  first.code = "MM301";
  first.primary = {static_cast<FileId>(0), 5, 9};
  Diagnostic second = first;
  CHECK_FALSE(before(first, second));
  second.key = "b";
  CHECK(before(first, second));
  first.code = "MM302";
  CHECK(before(second, first));
  second.primary.begin = 6;
  CHECK(before(first, second));
  // The file is the caller's.
  second.primary.file = static_cast<FileId>(7);
  first.primary.begin = 7;
  CHECK(before(second, first));
}

TEST_CASE("names of severities and safeties") {
  CHECK(std::string(to_string(Severity::kWarning)) == "warning");
  CHECK(std::string(to_string(Safety::kDisplay)) == "display");
}

TEST_CASE("an error is printed with what is known") {
  CHECK(to_string(Error{"no such file", "/a", 0}) == "/a: no such file");
  CHECK(to_string(Error{"bad key", "/a", 3}) == "/a:3: bad key");
  CHECK(to_string(Error{"bad", "", 3}) == "bad");
}

TEST_CASE("a failed check says which") {
  CHECK_NOTHROW(MM_CHECK(1 + 1 == 2));
  try {
    MM_CHECK(1 + 1 == 3);
    FAIL("it did not throw");
  } catch (const InternalError& error) {
    const std::string what = error.what();
    CHECK(what.find("1 + 1 == 3") != what.npos);
    CHECK(what.find("diagnostic_test.cc:") != what.npos);
  }
}
