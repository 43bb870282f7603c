#include "app/judging.h"

#include <doctest/doctest.h>

#include "app/options.h"
#include "catalog/catalog.h"
#include "catalog/image.h"

using namespace mmlint;

namespace {

std::string written(const catalog::Catalog& catalog) {
  return catalog::written(catalog::Image{catalog.rules(), catalog.targets()});
}

}  // namespace

TEST_CASE("the rules of a run are those that the rule files inside the binary say") {
  app::Options options;
  options.target = "gcu";
  for (const auto& [name, version] : {std::pair("0.10.7", catalog::Version{0, 10, 7}),
                                      std::pair("0.6.0", catalog::Version{0, 6, 0})}) {
    CAPTURE(name);
    options.mmengine = name;
    const auto judging = app::prepare_judging(options);
    REQUIRE(judging);
    CHECK(written((*judging)->catalog) == written(*catalog::Catalog::load({}, version)));
  }
}
