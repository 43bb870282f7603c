#include "app/checking/judging.h"

#include <doctest/doctest.h>

#include "app/settings/options.h"
#include "catalog/catalog.h"
#include "catalog/image.h"
#include "catalog/version.h"

using namespace mmlint;

namespace {

std::string written(const catalog::Catalog& catalog) {
  return catalog::written(catalog::Image{catalog.rules(), catalog.targets()});
}

}  // namespace

TEST_CASE("the rules of a run are those that the rule files inside the binary say") {
  app::Options options;
  options.target = "gcu";
  for (const catalog::Version& version : {catalog::Version{0, 10, 7}, catalog::Version{0, 6, 0}}) {
    options.mmengine = catalog::printed(version);
    CAPTURE(options.mmengine);
    const auto judging = app::prepare_judging(options);
    REQUIRE(judging);
    CHECK(written((*judging)->catalog) == written(*catalog::Catalog::load({}, version)));
  }
}
