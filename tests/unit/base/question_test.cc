#include "base/question.h"

#include <doctest/doctest.h>

namespace mmlint {
namespace {

using Kind = Question::Kind;

TEST_CASE("questions have the names that rule files use") {
  CHECK(name_of({Kind::kDevice, "cuda"}) == "device:cuda");
  CHECK(name_of({Kind::kConfigText, "launcher=none"}) == "config-is:launcher=none");
  CHECK(name_of({Kind::kGroup}) == "group");
  CHECK(name_of({Kind::kGroupFailed}) == "group-failed");
  CHECK(name_of({Kind::kAttribute, "torch.npu"}) == "has:torch.npu");
  CHECK(name_of({Kind::kEquals, ""}) == "is:");
}

TEST_CASE("a pattern fits the questions that it names") {
  const auto fits = [](std::string_view pattern, const Question& question) {
    const auto read = read_question_pattern(pattern);
    REQUIRE(read);
    return read->fits(question);
  };
  CHECK(fits("*", {Kind::kWrapped}));
  CHECK(fits("*", {Kind::kOption, "amp"}));
  CHECK(fits("group", {Kind::kGroup}));
  CHECK(!fits("group", {Kind::kGroupFailed}));
  CHECK(fits("option:*", {Kind::kOption, "amp"}));
  CHECK(!fits("option:*", {Kind::kConfig, "amp"}));
  CHECK(fits("has:torch.*", {Kind::kAttribute, "torch.npu"}));
  CHECK(!fits("has:torch.*", {Kind::kAttribute, "numpy"}));
  CHECK(fits("device:npu", {Kind::kDevice, "npu"}));
  CHECK(!fits("device:npu", {Kind::kDevice, "npu2"}));
}

TEST_CASE("a pattern that no question can fit is refused") {
  for (const char* name : {"", "grup", "group:x", "device", "devices:npu", "d*", "wrapped:*"})
    CHECK_MESSAGE(!read_question_pattern(name), name);
}

}  // namespace
}  // namespace mmlint
