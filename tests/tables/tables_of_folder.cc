// What mmlint carries inside, for the program that tests the tables: read when it runs. The folder
// of rules/facts is named by MMLINT_FACTS.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/catalog.h"
#include "catalog/embedded.h"
#include "catalog/image.h"
#include "facts/table.h"

namespace mmlint {

std::string facts::text_of(std::string_view table) {
  const char* folder = std::getenv("MMLINT_FACTS");
  MM_CHECK(folder);
  std::ifstream file(folder + ("/" + std::string(table)) + ".json", std::ios::binary);
  MM_CHECK(file.good());
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

// The image of the build has facts that were derived from the tables.
std::string_view catalog::embedded_image() {
  static const std::string image = [] {
    const auto loaded = Catalog::load();
    MM_CHECK(loaded.has_value());
    return written({loaded->rules(), loaded->targets()});
  }();
  return image;
}

}  // namespace mmlint
