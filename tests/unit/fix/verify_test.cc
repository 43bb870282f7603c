#include "fix/verify.h"

#include <doctest/doctest.h>

#include "unit/project.h"

namespace mmlint {
namespace {

// A project with one config as it was and as it is, each with the base that it names.
struct Twice {
  Twice(const std::string& before, const std::string& after,
        const std::map<std::string, std::string>& more = {})
      : project(with(more, before, after)) {}

  static std::map<std::string, std::string> with(std::map<std::string, std::string> files,
                                                 const std::string& before,
                                                 const std::string& after) {
    files["configs/before.py"] = before;
    files["configs/after.py"] = after;
    return files;
  }

  const config::Resolved& before() { return project.resolve("configs/before.py"); }
  const config::Resolved& after() { return project.resolve("configs/after.py"); }
  bool load_alike() { return fix::loads_as_before(before(), after(), project.sources); }

  // "key: before -> after" of every difference; '-' where there is no value.
  std::vector<std::string> differences() {
    std::vector<std::string> out;
    for (const Intent& each : fix::differences(before(), after(), project.sources)) {
      CHECK(each.config == "/p/configs/before.py");
      out.push_back(each.key + ": " + each.before.value_or("-") + " -> " +
                    each.after.value_or("-"));
    }
    return out;
  }

  test::MemoryProject project;
};

using Texts = std::vector<std::string>;

Texts differences(const std::string& before, const std::string& after) {
  return Twice(before, after).differences();
}

TEST_CASE("every key that differs is named by its path, with both values") {
  const std::string base = "model = dict(type='M', head=dict(size=1, names=['a', 'b']))\n";
  CHECK(differences(base, "# other text, same meaning\n" + base).empty());
  CHECK(differences(base, "model = dict(type='M', head=dict(size=2, names=['a', 'c']))\n") ==
        Texts{"model.head.size: 1 -> 2", "model.head.names.1: 'b' -> 'c'"});
  // 1 and True are equal to Python, and not what a config says.
  CHECK(differences("a = 1\n", "a = True\n") == Texts{"a: 1 -> True"});
  CHECK(differences("a = 0.5\nb = 1.0\n", "a = 0.25\nb = 1\n") ==
        Texts{"a: 0.5 -> 0.25", "b: 1.0 -> 1"});
}

TEST_CASE("what only one of them has is one difference, at its own key") {
  CHECK(differences("a = dict(b=1)\n", "a = dict(b=1, c=dict(d=1, e=2))\n") ==
        Texts{"a.c: - -> dict(d=1, e=2)"});
  CHECK(differences("a = dict(b=1)\nc = 2\n", "c = 2\n") == Texts{"a: dict(b=1) -> -"});
  // Lists of other lengths, or of another kind, are compared as a whole.
  CHECK(differences("a = [1, 2]\n", "a = [1, 2, 3]\n") == Texts{"a: [1, 2] -> [1, 2, 3]"});
  CHECK(differences("a = [1]\n", "a = (1, )\n").size() == 1);
  CHECK(differences("a = dict()\n", "a = None\n").size() == 1);
}

TEST_CASE("keys that are no names stand in brackets") {
  CHECK(differences("a = {'x.y': 1, 3: 1}\n", "a = {'x.y': 2, 3: 2}\n") ==
        Texts{"a[\"x.y\"]: 1 -> 2", "a[3]: 1 -> 2"});
}

TEST_CASE("unknown values that the same text made are equal") {
  const std::string import = "import orchard\n";
  CHECK(
      differences(import + "a = orchard.trees(1)\n", import + "\na = orchard.trees(1)\n").empty());
}

TEST_CASE("a config that does not load has no differences, and does not load as before") {
  Twice broken("a = 1\n", "a = 1\nraise ValueError('no')\n");
  CHECK(broken.differences().empty());
  CHECK_FALSE(broken.load_alike());
  CHECK(Twice("a = 1\n", "a = 2\n").load_alike());
}

TEST_CASE("a config that did not load may go on not to load, for the same problem") {
  CHECK(Twice("_base_ = './none.py'\na = 1\n", "_base_ = './none.py'\na = 2\n").load_alike());
  CHECK_FALSE(Twice("_base_ = './none.py'\n", "_base_ = './nowhere.py'\n").load_alike());
  CHECK_FALSE(Twice("_base_ = './none.py'\n", "a = 1\n").load_alike());
  // A base that does not load is one's own problem no more than before.
  const std::map<std::string, std::string> bases{{"configs/bad.py", "raise ValueError('no')\n"},
                                                 {"configs/good.py", "b = 1\n"}};
  CHECK(Twice("_base_ = './bad.py'\n", "_base_ = './bad.py'\na = 2\n", bases).load_alike());
  CHECK_FALSE(Twice("_base_ = './good.py'\n", "_base_ = './bad.py'\n", bases).load_alike());
}

TEST_CASE("a config that raised may begin to load, or raise further down") {
  const std::string raises = "a = [b, c]\n";
  CHECK(Twice(raises, "a = [1, 2]\n").load_alike());
  CHECK(Twice(raises, "a = [1, c]\n").load_alike());
  CHECK_FALSE(Twice("a = [1, c]\n", raises).load_alike());
  CHECK(Twice("a = 'x' / 2\n", "a = 2\n").load_alike());
}

TEST_CASE("what only its encoding kept from loading may begin to load") {
  CHECK(Twice("\xEF\xBB\xBF"
              "a = 1\n",
              "a = 1\n")
            .load_alike());
  CHECK_FALSE(Twice("a = 1\n",
                    "\xEF\xBB\xBF"
                    "a = 1\n")
                  .load_alike());
}

TEST_CASE("what Python refuses even with another encoding is not unblocked") {
  CHECK(Twice("\xEF\xBB\xBF"
              "a = b\n",
              "a = b\n")
            .load_alike());
  CHECK_FALSE(Twice("\xEF\xBB\xBF"
                    "a =\n",
                    "a =\n")
                  .load_alike());
}

TEST_CASE("patterns of keys") {
  using fix::matches_key_pattern;
  CHECK(matches_key_pattern("a.b.c", "a.b.c"));
  CHECK_FALSE(matches_key_pattern("a.b.c", "a.b"));
  CHECK_FALSE(matches_key_pattern("a.b", "a.b.c"));
  CHECK(matches_key_pattern("a.b.c", "a.*.c"));
  CHECK_FALSE(matches_key_pattern("a.b.b.c", "a.*.c"));
  CHECK(matches_key_pattern("a.b.b.c", "a.**.c"));
  CHECK(matches_key_pattern("a.c", "a.**.c"));
  CHECK(matches_key_pattern("a.b.c", "**"));
  CHECK(matches_key_pattern("a.0.type", "a.*.type"));
  // One part may hold dots, or stand behind no dot.
  CHECK(matches_key_pattern("a[\"x.y\"].type", "a.*.type"));
  CHECK(matches_key_pattern("a[3].type", "a.*.type"));
}

}  // namespace
}  // namespace mmlint
