#include "fix/refusal.h"

#include <doctest/doctest.h>

#include <set>

namespace mmlint {
namespace {

using fix::Reason;

std::set<char> captures_in(const std::string& text) {
  std::set<char> out;
  for (std::size_t at = text.find('{'); at != std::string::npos; at = text.find('{', at + 1))
    out.insert(text[at + 1]);
  return out;
}

TEST_CASE("every reason has a text of its own in both languages") {
  std::set<std::string> english, chinese;
  for (std::uint8_t i = 0; i < static_cast<std::uint8_t>(Reason::kCount); ++i) {
    const LocalizedText& text = fix::text_of(static_cast<Reason>(i));
    CAPTURE(text.en);
    CHECK_FALSE(text.en.empty());
    CHECK(english.insert(text.en).second);
    CHECK(chinese.insert(text.zh).second);
    // A byte above ASCII.
    CHECK(text.zh.find_first_of("\xe4\xe5\xe6\xe7\xe8\xe9\xef") != std::string::npos);
    CHECK(captures_in(text.en) == captures_in(text.zh));
    CHECK(text.en.find("byte") == std::string::npos);
  }
}

TEST_CASE("a refusal names what it is about, and what follows it") {
  const fix::Refusal refusal{Reason::kSetIn, {"configs/{0}.py"}, {Reason::kPassItAsWell}};
  CHECK(fix::to_text(refusal, Language::kEnglish) ==
        "it is set in configs/{0}.py; pass it as well, or use --at origin");
  CHECK(fix::to_text(refusal, Language::kChinese) ==
        "它在 configs/{0}.py 中设置；请把它也传入，或使用 --at origin");
}

}  // namespace
}  // namespace mmlint
