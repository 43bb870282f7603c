#include "catalog/image.h"

#include <doctest/doctest.h>

#include <cstdint>
#include <limits>
#include <string>

#include "base/result.h"
#include "catalog/regex.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

std::string written(const Catalog& catalog) {
  return written(Image{catalog.rules(), catalog.targets()});
}

Literal literal_after(const Literal& literal) {
  Image image;
  image.targets.emplace_back().facts = literal;
  return read_image(written(image)).targets.at(0).facts;
}

}  // namespace

TEST_CASE("an image is read as it was written, and as the loader leaves what it holds") {
  const std::string bytes = written(*Catalog::load());
  CHECK(bytes.size() > 100000);
  CHECK(written(read_image(bytes)) == bytes);
  CHECK(written(Catalog::of_image(bytes)) == bytes);
}

TEST_CASE("targets of an image go back to an earlier MMEngine") {
  const std::string bytes = written(*Catalog::load());
  for (const Version& version :
       {Version{0, 10, 7}, Version{0, 8, 0}, Version{0, 5, 0}, Version{0, 1, 0}}) {
    CAPTURE(printed(version));
    CHECK(written(Catalog::of_image(bytes, version)) == written(*Catalog::load({}, version)));
  }
  CHECK(written(Catalog::of_image(bytes, {0, 5, 0})) != bytes);
  const auto rules_at = [&](const Version& version) {
    const Catalog catalog = Catalog::of_image(bytes, version);
    return catalog.active(*catalog.target("cpu")).size();
  };
  const auto loaded_at = [&](const Version& version) {
    const Catalog catalog = *Catalog::load({}, version);
    return catalog.active(*catalog.target("cpu")).size();
  };
  CHECK(rules_at({0, 1, 0}) == loaded_at({0, 1, 0}));
  CHECK(rules_at({0, 1, 0}) < rules_at(kNewestVersion));
}

TEST_CASE("each kind of literal keeps its value") {
  for (const Literal& literal :
       {Literal{nullptr}, Literal{true}, Literal{false}, Literal{std::int64_t{0}},
        Literal{std::int64_t{-1}}, Literal{std::int64_t{127}}, Literal{std::int64_t{128}},
        Literal{std::numeric_limits<std::int64_t>::min()},
        Literal{std::numeric_limits<std::int64_t>::max()}, Literal{0.1}, Literal{-1e300},
        Literal{std::string()}, Literal{std::string("\0界", 4)}, Literal{std::string(300, 'x')},
        Literal{Literal::List{}},
        Literal{Literal::List{{std::string("a")}, {nullptr}, {Literal::List{{true}}}}},
        Literal{Literal::Dict{{"b", {std::int64_t{1}}}, {"a", {Literal::Dict{}}}}}}) {
    CHECK(literal_after(literal) == literal);
  }
}

TEST_CASE("a pattern of an image finds what the loaded one finds") {
  ValueTest test{ValueTest::Kind::kMatches, false, {}, *Regex::compile("^a(b+)$")};
  Image image;
  image.rules.emplace_back().match.tests.push_back(test);
  const Image after = read_image(written(image));
  const auto& regex = after.rules.at(0).match.tests.at(0).regex;
  REQUIRE(regex);
  CHECK(regex->pattern() == "^a(b+)$");
  CHECK(regex->group("abb") == "bb");
  CHECK(!regex->matches("ba"));
}

TEST_CASE("bytes that are no image are an internal error") {
  Image image;
  image.targets.emplace_back().name = "toy";
  image.rules.emplace_back().code = "TOY001";
  const std::string bytes = written(image);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    CAPTURE(size);
    CHECK_THROWS_AS(read_image(bytes.substr(0, size)), InternalError);
  }
  CHECK_THROWS_AS(read_image(bytes + '\0'), InternalError);
  CHECK_THROWS_AS(read_image("\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), InternalError);
}
