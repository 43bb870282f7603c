#include "logs/line_splitter.h"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace mmlint::logs;

namespace {

struct Kept {
  std::uint64_t line;
  std::string text;
  bool cut;
  friend bool operator==(const Kept&, const Kept&) = default;
};

// The pieces of a text that comes in parts of this many bytes.
std::vector<Kept> pieces(std::string_view text, std::size_t part) {
  std::vector<Kept> out;
  LineSplitter splitter([&](const Piece& each) {
    out.push_back({each.line, std::string(each.text), each.cut});
  });
  for (std::size_t at = 0; at < text.size(); at += part) splitter.feed(text.substr(at, part));
  splitter.finish();
  return out;
}

}  // namespace

TEST_CASE("a carriage return ends a piece and begins no line") {
  const std::vector<Kept> wanted{{1, " 0%|", false}, {1, "50%|", false}, {1, "", false},
                                 {2, "done", false}, {3, "", false},     {4, "end", false}};
  CHECK(pieces(" 0%|\r50%|\r\ndone\n\nend", 100) == wanted);
}

TEST_CASE("the parts in which a log is read make no difference") {
  std::string text = "a\nbb\r\n\rccc\r\r\n";
  text += std::string(3 * LineSplitter::kLongest, 'x') + "y\nlast";
  const auto whole = pieces(text, text.size());
  for (const std::size_t part : {1, 2, 3, 7, 1000, 40'000, 70'000})
    CHECK(pieces(text, part) == whole);
}

TEST_CASE("of a piece that is too long the beginning and the end are kept") {
  const std::string text = "begin" + std::string(1 << 20, '.') + "the end";
  const auto found = pieces(text + "\nnext", 4096);
  REQUIRE(found.size() == 2);
  CHECK(found[0].cut);
  CHECK(found[0].text.size() < LineSplitter::kLongest + 10);
  CHECK(found[0].text.starts_with("begin..."));
  CHECK(found[0].text.ends_with("...the end"));
  CHECK(found[1] == Kept{2, "next", false});
}

TEST_CASE("a piece that may just be kept is whole") {
  const std::string text(LineSplitter::kLongest, 'x');
  for (const std::size_t part : {std::size_t{1000}, text.size()}) {
    const auto found = pieces(text + "\n", part);
    REQUIRE(found.size() == 1);
    CHECK_FALSE(found[0].cut);
    CHECK(found[0].text == text);
  }
}
