#include "probe/block.h"

#include <doctest/doctest.h>

#include "base/sha256.h"

using namespace mmlint;
using namespace mmlint::probe;

namespace {

const std::string kRunner =
    "class Runner:\n"
    "    def wrap_model(self, cfg, model):\n"
    "        if cfg is None:\n"
    "            model = MMDistributedDataParallel(model)\n"
    "        else:\n"
    "            model = MODEL_WRAPPERS.build(cfg)\n"
    "        return model";

std::string with_crlf(const std::string& text) {
  std::string out;
  for (const char c : text) out += c == '\n' ? "\r\n" : std::string(1, c);
  return out;
}

std::string probed(const std::string& text) {
  const Source source(FileId{0}, "/runner.py", text);
  return with_probe(source, *find_wrap_model(source), "1.2.3");
}

const std::string kBlock = "            # >>> mmlint probe 1.2.3, sha256 without it " +
                           sha256(kRunner) +
                           "\n"
                           "            try:  # 'mmlint probe restore' takes these lines out\n"
                           "                from . import mmlint_probe  # noqa: F401\n"
                           "            except Exception:\n"
                           "                pass\n"
                           "            # <<< mmlint probe\n";

}  // namespace

TEST_CASE("a block stands above each statement that wraps, as deep as that is") {
  std::string expected = kRunner;
  expected.insert(expected.find("            model = MODEL_WRAPPERS"), kBlock);
  expected.insert(expected.find("            model = MMDistributed"), kBlock);
  CHECK(probed(kRunner) == expected);
}

TEST_CASE("without the probe a file is what it was, and says who put the probe in") {
  for (const std::string& text : {kRunner, kRunner + "\n", with_crlf(kRunner)}) {
    const auto back = without_probe(probed(text));
    REQUIRE(back);
    CHECK(back->original == text);
    CHECK(back->version == "1.2.3");
    CHECK(back->sha256 == sha256(text));
  }
  CHECK(!without_probe(kRunner));
  CHECK(!without_probe("# mmlint probe\n"));
}

TEST_CASE("the lines of a block end as those around it") {
  const std::string text = probed(with_crlf(kRunner));
  for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1))
    CHECK(text[at - 1] == '\r');
}

TEST_CASE("what was changed since does not have the hash") {
  std::string text = probed(kRunner);
  text.insert(text.find("        return"), "        print(model)\n");
  const auto changed = without_probe(text);
  REQUIRE(changed);
  CHECK(sha256(changed->original) != changed->sha256);
  CHECK(changed->original.find("print(model)") != std::string::npos);
}

TEST_CASE("a block that lost its end takes the rest with it, and so the hash is another") {
  std::string text = probed(kRunner);
  text.erase(text.rfind("            # <<< mmlint probe\n"),
             std::string("            # <<< mmlint probe\n").size());
  const auto open = without_probe(text);
  REQUIRE(open);
  CHECK(sha256(open->original) != open->sha256);
}

TEST_CASE("a marker without a hash") {
  const auto bare = without_probe("# >>> mmlint probe 9\nx\n# <<< mmlint probe\ny\n");
  REQUIRE(bare);
  CHECK(bare->version == "9");
  CHECK(bare->sha256 == "");
  CHECK(bare->original == "y\n");
}
