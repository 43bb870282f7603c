#include "logs/prefix.h"

#include <doctest/doctest.h>

#include <optional>
#include <string>

using namespace mmlint::logs;

namespace {

struct Case {
  const char* line;
  const char* text;
  std::optional<int> rank;
};

TEST_CASE("prefixes that only one log has are learned from the beginning of a traceback") {
  OwnPrefixes own;
  const std::string_view line = "(Worker pid=17) 10:11:12   File \"x.py\", line 3, in main";
  CHECK(own.without(line) == line);
  own.learn("see Traceback (most recent call last): of the other log");
  CHECK(own.without("see below") == "see below");
  own.learn("(Worker pid=17) 10:11:11 Traceback (most recent call last):");
  CHECK(own.without(line) == "  File \"x.py\", line 3, in main");
  CHECK(own.without("(Worker pid=204) 10:11:12 ValueError: 3") == "ValueError: 3");
  CHECK(own.without("(Worker pid=17) 10:11:12") == "");
  CHECK(own.without("(Worker pid=x) 10:11:12 a") == "(Worker pid=x) 10:11:12 a");
  own.learn("job-1 | Original Traceback (most recent call last):");
  CHECK(own.without("job-2 | a") == "a");
}

}  // namespace

TEST_CASE("prefixes of launchers and loggers are taken off, and the indentation stays") {
  const Case cases[] = {
      {"[rank2]: Traceback", "Traceback", 2},
      {"[rank12]:   File \"a.py\", line 3", "  File \"a.py\", line 3", 12},
      {"[default3]:ValueError: x", "ValueError: x", 3},
      {"[rank1]: [rank1]: ValueError: x", "ValueError: x", 1},
      {"    [rank1]: ValueError: x", "ValueError: x", 1},
      {"3: ValueError: x", "ValueError: x", 3},
      {" 7:   File \"a.py\"", "  File \"a.py\"", 7},
      {"[1,5]<stderr>:ValueError: x", "ValueError: x", 5},
      {"2024-05-01 10:11:12,345 - mmengine - INFO - Config:", "Config:", std::nullopt},
      {"05/01 10:11:12 - mmengine - INFO - Epoch(train) [1]", "Epoch(train) [1]", std::nullopt},
      {"2024-05-01T10:11:12.345678Z Traceback", "Traceback", std::nullopt},
      {"[rank3]: 2024/05/01 10:11:12 - mmengine - ERROR - x", "x", 3},
      {"  File \"a.py\", line 3", "  File \"a.py\", line 3", std::nullopt},
      {"12:30 lunch", "12:30 lunch", std::nullopt},
      {"[rank]: x", "[rank]: x", std::nullopt},
      {"123456: x", "123456: x", std::nullopt},
  };
  for (const Case& each : cases) {
    CAPTURE(each.line);
    const Unprefixed found = unprefix(each.line);
    CHECK(found.text == each.text);
    CHECK(found.rank == each.rank);
  }
  CHECK(unprefix("2024-05-01 10:11:12 x").stamped);
  CHECK_FALSE(unprefix("[rank0]: x").stamped);
}

TEST_CASE("a message may begin behind a progress bar") {
  const std::string bar = " 33%|###  | 575/1725 [3:03:39<6:06:20, 19.11s/it";
  CHECK(second_message(bar + "[rank1]:[E ProcessGroupNCCL.cpp] x") == bar.size());
  CHECK(second_message(bar + "Traceback (most recent call last):") == bar.size());
  CHECK(second_message("Traceback (most recent call last):") == std::string::npos);
  CHECK(second_message("Original Traceback (most recent call last):") == std::string::npos);
  CHECK(second_message("print(\"Traceback (most recent call last):\")") == std::string::npos);
  CHECK(second_message("[rank1]: [rank1]: x") == std::string::npos);
}

TEST_CASE("colours and titles go") {
  std::string buffer;
  CHECK(without_colours("\x1b[31mred\x1b[0m and \x1b[1;32mgreen", buffer) == "red and green");
  CHECK(without_colours("\x1b]0;title\x07text\x1b[K", buffer) == "text");
  CHECK(without_colours("plain", buffer) == "plain");
  CHECK(without_colours("end\x1b", buffer) == "end");
}
