#include <doctest/doctest.h>

#include <set>
#include <string>

#include "base/file_system.h"
#include "base/text.h"
#include "catalog/json_reader.h"
#include "unit/catalog/toy_files.h"

using namespace mmlint;
using namespace mmlint::catalog;

namespace {

using Names = std::set<std::string>;

// The values that rules/schema.json allows for the key "do", wherever it describes that key.
void collect_verbs(const Literal& schema, Names& out) {
  if (const auto* list = schema.list()) {
    for (const Literal& item : *list) collect_verbs(item, out);
  }
  if (!schema.dict()) return;
  for (const auto& [key, value] : *schema.dict()) {
    const Literal* one = key == "do" ? find(value, "const") : nullptr;
    const Literal* several = key == "do" ? find(value, "enum") : nullptr;
    if (one) out.insert(*one->string());
    if (several && several->list()) {
      for (const Literal& name : *several->list()) out.insert(*name.string());
    }
    collect_verbs(value, out);
  }
}

TEST_CASE("the schema has the verbs that are loaded, and no others") {
  const std::string path = MMLINT_SOURCE "/rules/schema.json";
  const auto json = DiskFileSystem().read(path);
  REQUIRE(json);
  const JsonFile schema(path, *json);
  REQUIRE_FALSE(schema.failed());
  Names described;
  collect_verbs(schema.root(), described);

  const std::string error =
      rule_error(with(toy_rule(), R"("do": "replace-value")", R"("do": "unheard-of")"));
  const std::string before = "it must be one of ";
  REQUIRE(error.find(before) != std::string::npos);
  Names loaded;
  const std::string names = error.substr(error.find(before) + before.size());
  for (const std::string_view name : split(names, ',')) loaded.insert(std::string(trim(name)));
  CHECK(described == loaded);
}

TEST_CASE("a verb is loaded for the documents that it is for") {
  const auto error = [](std::string_view action) {
    return rule_error(with(
        toy_rule(), R"({"do": "replace-value", "value": "{target.backends.default}"})", action));
  };
  CHECK(error(R"({"do": "use-torchrun"})")
            .ends_with("'use-torchrun' is not for rules about configs"));
  CHECK(error(R"({"do": "guard"})").ends_with("'guard' is not for rules about configs"));
  CHECK(error(R"({"do": "class-to-string"})").find("is not for") == std::string::npos);
}

}  // namespace
