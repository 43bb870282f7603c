#include "script/guard.h"

#include <doctest/doctest.h>

namespace mmlint::script {
namespace {

const Question kCuda{Question::Kind::kDevice, "cuda"};
const Question kGroup{Question::Kind::kGroup};

TEST_CASE("a guard keeps what must hold and refuses what contradicts it") {
  Guard guard;
  CHECK(!guard.answer(kCuda));
  CHECK(guard.add({kCuda, true}));
  CHECK(guard.add({kCuda, true}));
  CHECK(!guard.add({kCuda, false}));
  CHECK(guard.answer(kCuda) == true);
  CHECK(guard.conditions().size() == 1);
  guard.forget(kCuda);
  CHECK(!guard.answer(kCuda));
}

TEST_CASE("where paths meet, the answers of both are left") {
  Guard a, b;
  a.add({kCuda, true});
  a.add({kGroup, true});
  b.add({kCuda, true});
  b.add({kGroup, false});
  const Guard both = common(a, b);
  CHECK(both.answer(kCuda) == true);
  CHECK(!both.answer(kGroup));
  CHECK(common(a, Guard()) == Guard());
}

TEST_CASE("conditions are sorted by the names of their questions") {
  Guard guard;
  guard.add({{Question::Kind::kModule, "a"}, true});
  guard.add({{Question::Kind::kEquals, "b"}, true});
  guard.add({{Question::Kind::kConfig, "c"}, true});
  std::string names;
  for (const Condition& each : guard.conditions()) names += name_of(each.question) + " ";
  CHECK(names == "config:c is:b module:a ");
}

}  // namespace
}  // namespace mmlint::script
