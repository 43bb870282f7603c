#include "base/text.h"

#include <doctest/doctest.h>

using namespace mmlint;

TEST_CASE("invalid UTF-8 is found where Python's strict decoder finds it") {
  struct Case {
    std::string_view bytes;
    std::size_t at;
  };
  for (const Case& c :
       {Case{"\x80", 0}, Case{"a\xFF", 1}, Case{"ab\xC0\x80", 2}, Case{"\xC1\xBF", 0},
        Case{"\xE4\xB8", 0}, Case{"\xE0\x80\x80", 0}, Case{"\xED\xA0\x80", 0},
        Case{"\xF0\x80\x80\x80", 0}, Case{"\xF4\x90\x80\x80", 0}, Case{"\xF5\x80\x80\x80", 0},
        Case{"12345678\xE4\xB8\xAD\xF0\x9F\x98", 11}, Case{"1234567\xC3", 7}}) {
    CAPTURE(c.at);
    CHECK(first_invalid_utf8(c.bytes) == c.at);
  }
  for (const std::string_view good :
       {"", "plain", "exactly8", "中文 and 😀 and é", "\xEF\xBB\xBF bom", "\xF4\x8F\xBF\xBF",
        "\xED\x9F\xBF\xEE\x80\x80"}) {
    CAPTURE(good);
    CHECK_FALSE(first_invalid_utf8(good).has_value());
  }
}

TEST_CASE("characters are code points, an invalid byte is one") {
  CHECK(count_characters("") == 0);
  CHECK(count_characters("abc") == 3);
  CHECK(count_characters("中文") == 2);
  CHECK(count_characters("a😀b") == 3);
  CHECK(count_characters("e\xCC\x81") == 2);
  CHECK(count_characters("\xE4\xB8") == 2);
  CHECK(count_characters("\xFF中") == 2);
  CHECK(character_length("") == 0);
  CHECK(character_length("\xFF中") == 1);
  CHECK(character_length("中文") == 3);
  CHECK(count_characters("\xED\xA0\xBD\xED\xB8\x80") == 2);  // two surrogates
}

TEST_CASE("identifiers are compared in the form NFKC") {
  CHECK(nfkc("µ") == "μ");
  CHECK(nfkc("ｌｒ") == "lr");
  CHECK(nfkc("ﬁ") == "fi");
  CHECK(nfkc("e\xCC\x81") == "é");
  CHECK(nfkc("\xE1\x84\x92\xE1\x85\xA1\xE1\x86\xAB") == "한");
  CHECK(nfkc("ℌ𝔩²") == "Hl2");
  CHECK(nfkc("学习率_é") == "学习率_é");
  std::string marks = "a";  // which utf8proc would need minutes for
  for (int i = 0; i < 100'000; ++i) marks += "\xCC\x81\xCC\x96";
  CHECK(nfkc(marks) == marks);
}

// As str.isidentifier says, and as NFKC leaves them.
TEST_CASE("identifiers that Python takes as they are written") {
  for (const char* name : {"a", "_1", "学习率", "é", "Ж_2", "한글", "aٓ", "_٣"}) {
    CAPTURE(name);
    CHECK(is_normal_identifier(name));
  }
  for (const char* name :
       {"", "1a", "٣", "ﬁ", "ｌｒ", "a-b", "😀", "ⸯ", "a²", "\xED\xA0\x80", "a\xFF"}) {
    CAPTURE(name);
    CHECK(!is_normal_identifier(name));
  }
}

TEST_CASE("terminal columns") {
  CHECK(display_width("backend") == 7);
  CHECK(display_width("中文") == 4);
  CHECK(display_width("ｗｉｄｅ") == 8);
  CHECK(display_width("한글") == 4);
  CHECK(display_width("かな。") == 6);
  CHECK(display_width("😀🚀") == 4);
  CHECK(display_width("e\xCC\x81") == 1);
  CHECK(display_width("a\xE2\x80\x8D") == 1);  // zero width joiner
  CHECK(display_width("\xE2\x9C\x93 é ß Ж → ─") == 11);
  CHECK(display_width("·…") == 2);                        // ambiguous ones
  CHECK(display_width("\xE0\xA4\x95\xE0\xA4\x83") == 1);  // a mark that takes room of its own
  CHECK(display_width("\x1B[0m\x7F") == 3);
  CHECK(display_width("\t") == 1);
  CHECK(display_width("\xFF\xFE") == 2);
}

TEST_CASE("append_utf8") {
  std::string out;
  for (const char32_t c : {U'a', U'\x7F', U'\x80', U'é', U'\x7FF', U'\x800', U'中', U'\xFFFF',
                           U'\x10000', U'😀', U'\x10FFFF'}) {
    append_utf8(out, c);
  }
  CHECK(out == "a\x7F\xC2\x80é\xDF\xBF\xE0\xA0\x80中\xEF\xBF\xBF\xF0\x90\x80\x80😀\xF4\x8F\xBF\xBF");
  CHECK_FALSE(first_invalid_utf8(out).has_value());
  std::string surrogate;
  append_utf8(surrogate, static_cast<char32_t>(0xD800));
  CHECK(surrogate == "\xED\xA0\x80");
}

TEST_CASE("the nearest word") {
  const std::vector<std::string> words = {"check", "fix", "port", "show", "diagnose"};
  CHECK(nearest("chekc", words) == "check");
  CHECK(nearest("chck", words) == "check");
  CHECK(nearest("diagnsoee", words) == "diagnose");
  CHECK(nearest("check", words) == "check");
  CHECK(nearest("fi", words) == "fix");
  CHECK_FALSE(nearest("chxxk", words).has_value());  // two edits, one allowed
  CHECK_FALSE(nearest("install", words).has_value());
  CHECK_FALSE(nearest("", words).has_value());
  const std::vector<std::string> longs = {std::string(255, 'a'), std::string(256, 'a')};
  CHECK(nearest(std::string(254, 'a'), longs) == longs[0]);
  CHECK_FALSE(nearest(std::string(256, 'a') + "b", longs).has_value());  // it would cost too much
  const std::vector<std::string> twins = {"ab", "ac"};
  CHECK(nearest("ad", twins) == "ab");
  CHECK_FALSE(nearest("ad", {}).has_value());
}

TEST_CASE("split, trim, is_identifier") {
  using Parts = std::vector<std::string_view>;
  CHECK(split("a,b,,c", ',') == Parts{"a", "b", "", "c"});
  CHECK(split("", ',') == Parts{""});
  CHECK(split(",", ',') == Parts{"", ""});
  CHECK(trim(" \t\r\n\f\va b \n") == "a b");
  CHECK(trim(" \n").empty());
  CHECK(trim("").empty());
  CHECK(is_identifier("_base_"));
  CHECK(is_identifier("x9"));
  CHECK(is_identifier("变量"));
  CHECK_FALSE(is_identifier("9x"));
  CHECK_FALSE(is_identifier("a-b"));
  CHECK_FALSE(is_identifier(""));
}

TEST_CASE("a word is found wherever it stands") {
  CHECK_FALSE(contains("", "ab"));
  CHECK(contains("ab", ""));
  CHECK_FALSE(contains("", "a"));
  CHECK(contains(std::string_view("bab").substr(0, 2), "a"));
  CHECK_FALSE(contains(std::string_view("bab").substr(0, 1), std::string_view("ab").substr(0, 1)));
  for (const std::string word : {":=", "global", "__import__", "a longer word than sixteen"}) {
    for (std::size_t length = word.size(); length < 120; length += 7) {
      std::string text(length, '_');
      CHECK_FALSE(contains(text, word));
      CHECK_FALSE(contains(std::string_view(word).substr(1), word));
      for (std::size_t at = 0; at + word.size() <= length; ++at) {
        std::string with = text;
        with.replace(at, word.size(), word);
        CHECK(contains(with, word));
        CHECK(contains(std::string_view(with).substr(0, at + word.size()), word));
        CHECK_FALSE(contains(std::string_view(with).substr(0, at + word.size() - 1), word));
        CHECK_FALSE(contains(std::string_view(with).substr(at + 1), word));
        const std::string_view words[] = {"Runner", word, "__future__"};
        CHECK(words_in(with, words) == 2);
      }
    }
  }
}
