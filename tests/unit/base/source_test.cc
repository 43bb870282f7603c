#include "base/source.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "temporary_folder.h"

using namespace mmlint;

TEST_CASE("a source knows its line ends") {
  SourceStore store;
  CHECK(store.add("/a", "x\ny\r\n").line_end() == "\n");
  CHECK(store.add("/b", "x\r\ny\n").line_end() == "\r\n");
  CHECK(store.add("/c", "x\ry").line_end() == "\r");
  CHECK(store.add("/d", "x\r").line_end() == "\r");
  CHECK(store.add("/e", "x").line_end() == "\n");
  CHECK(store.size() == 5);
}

TEST_CASE("spans of a store") {
  SourceStore store;
  store.add("/a", "nothing");
  const Source& source = store.add("/b.py", "a = 1\nb = '中'\n");
  CHECK(source.id() == static_cast<FileId>(1));
  CHECK(source.path() == "/b.py");
  CHECK(&store.get(source.id()) == &source);
  const Span span{source.id(), 10, 15};
  CHECK(store.text(span) == "'中'");
  CHECK(store.begin_of(span) == Position{2, 5});
  CHECK(store.end_of(span) == Position{2, 8});
  CHECK_THROWS_AS(source.text(Span{source.id(), 10, 99}), InternalError);
  CHECK_THROWS_AS(source.text(Span{static_cast<FileId>(0), 0, 1}), InternalError);
  CHECK_THROWS_AS(store.get(FileId::kNone), InternalError);
}

TEST_CASE("addresses stay while threads add and read") {
  SourceStore store;
  const Source& first = store.add("/first", "a\nb\nc");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&store, &first] {
      for (int n = 0; n < 200; ++n) {
        const Source& added = store.add("/x", std::string(100, '\n'));
        if (store.get(added.id()).lines().line_count() != 101) std::abort();
        if (first.lines().line_count() != 3) std::abort();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(store.size() == 801);
  CHECK(&store.get(static_cast<FileId>(0)) == &first);
}

TEST_CASE("what was put away is read again, if it is still there") {
  const TemporaryFolder folder;
  const std::string path = folder / "a.py";
  const std::string text = "a = 1\r\nb = 'é'\n";
  std::ofstream(path) << text;
  SourceStore store;
  const Source& source = store.add(path, text);
  const Span name{source.id(), 7, 8};
  CHECK(source.lines().line_count() == 3);
  source.put_away();
  CHECK(source.text(name) == "b");
  source.put_away();
  CHECK(source.lines().position(7).line == 2);
  CHECK(source.line_end() == "\r\n");
  CHECK(source.hash() == content_hash(text));

  source.put_away();
  source.put_away();
  std::ofstream(path) << "c";
  CHECK_THROWS_WITH_AS(source.bytes(), path.c_str(), FileChanged);
  std::filesystem::remove(path);
  CHECK_THROWS_AS(source.lines(), FileChanged);
  std::ofstream(path) << text;
  CHECK(source.bytes() == text);
}

TEST_CASE("the hash sees every byte, its place and the length") {
  std::set<std::uint64_t> seen;
  std::size_t made = 0;
  for (std::size_t length = 0; length <= 70; ++length) {
    const std::string zeros(length, '\0');
    seen.insert(content_hash(zeros));
    ++made;
    for (std::size_t at = 0; at < length; ++at) {
      std::string changed = zeros;
      changed[at] = 1;
      seen.insert(content_hash(changed));
      ++made;
    }
  }
  CHECK(seen.size() == made);
  CHECK(content_hash("backend='nccl'") == content_hash(std::string("backend='nccl'")));
}

namespace {

std::vector<std::string_view> lines_of(std::string_view text) {
  const LineIndex index(text);
  std::vector<std::string_view> lines;
  for (std::uint32_t line = 1; line <= index.line_count(); ++line) {
    lines.push_back(index.line_text(line));
  }
  return lines;
}

using Lines = std::vector<std::string_view>;

}  // namespace

TEST_CASE("every kind of line end") {
  CHECK(lines_of("") == Lines{""});
  CHECK(lines_of("a") == Lines{"a"});
  CHECK(lines_of("a\n") == Lines{"a", ""});
  CHECK(lines_of("a\nb") == Lines{"a", "b"});
  CHECK(lines_of("a\r\nb\r\n") == Lines{"a", "b", ""});
  CHECK(lines_of("a\rb\r") == Lines{"a", "b", ""});
  CHECK(lines_of("\r") == Lines{"", ""});
  CHECK(lines_of("\n\n") == Lines{"", "", ""});
  CHECK(lines_of("\r\r\n\n\r") == Lines{"", "", "", "", ""});
  CHECK(lines_of("a\nb\r\nc\rd\n\re") == Lines{"a", "b", "c", "d", "", "e"});
  CHECK(lines_of("a\n\rb") == Lines{"a", "", "b"});
  // Only these three end a line: neither form feed nor the separators of Unicode do.
  CHECK(lines_of("a\fb\vc\xC2\x85 d\xE2\x80\xA8 e").size() == 1);
}

TEST_CASE("where lines begin") {
  const LineIndex index("ab\r\ncd\ne");
  CHECK(index.line_begin(1) == 0);
  CHECK(index.line_begin(2) == 4);
  CHECK(index.line_begin(3) == 7);
  CHECK_THROWS_AS(index.line_begin(0), InternalError);
  CHECK_THROWS_AS(index.line_begin(4), InternalError);
}

TEST_CASE("columns count characters") {
  const std::string_view text = "x = '中文😀'  # é\ny = 1";
  const LineIndex index(text);
  CHECK(index.position(0) == Position{1, 1});
  CHECK(index.position(5) == Position{1, 6});   // 中
  CHECK(index.position(8) == Position{1, 7});   // 文
  CHECK(index.position(11) == Position{1, 8});  // 😀
  CHECK(index.position(15) == Position{1, 9});
  const auto second = static_cast<std::uint32_t>(text.find('y'));
  CHECK(index.position(second) == Position{2, 1});
  CHECK(index.position(second - 1) == Position{1, 15});  // the line end itself
}

TEST_CASE("an offset inside a character is that character") {
  const LineIndex index("a中😀b");
  CHECK(index.position(2) == Position{1, 2});
  CHECK(index.position(3) == Position{1, 2});
  CHECK(index.position(4) == Position{1, 3});
  CHECK(index.position(7) == Position{1, 3});
  CHECK(index.position(8) == Position{1, 4});
}

TEST_CASE("an offset past the end is the end") {
  CHECK(LineIndex("ab").position(99) == Position{1, 3});
  CHECK(LineIndex("ab\n").position(3) == Position{2, 1});
  CHECK(LineIndex("").position(7) == Position{1, 1});
}

TEST_CASE("a byte order mark has no column") {
  const LineIndex index(
      "\xEF\xBB\xBF"
      "a = 1\nb");
  CHECK(index.position(0) == Position{1, 1});
  CHECK(index.position(2) == Position{1, 1});
  CHECK(index.position(3) == Position{1, 1});
  CHECK(index.position(4) == Position{1, 2});
  CHECK(index.position(9) == Position{2, 1});
  CHECK(index.line_begin(1) == 3);
  CHECK(index.line_text(1) == "a = 1");
  CHECK(LineIndex("\xEF\xBB\xBF").line_text(1).empty());
}

TEST_CASE("CR and LF are columns of the line they end") {
  const LineIndex index("ab\r\ncd");
  CHECK(index.position(2) == Position{1, 3});
  CHECK(index.position(3) == Position{1, 4});
  CHECK(index.position(4) == Position{2, 1});
}

TEST_CASE("bytes that are not UTF-8 count one column each") {
  const LineIndex index(
      "\xFF\xFE"
      "a\n\xE4\xB8");
  CHECK(index.position(2) == Position{1, 3});
  CHECK(index.position(6) == Position{2, 3});
}

TEST_CASE("columns are the same in lines of any length") {
  // Characters of 1 to 4 bytes, broken ones between them, in lines that cross many marks.
  const std::string piece = "ab\xC3\xA9\xE6\x9E\x9C\xF0\x9F\x8D\x8E\xFF\xE4\xB8z";
  std::string line;
  while (line.size() < 30'000) line += piece;
  const std::string text = "\xEF\xBB\xBF" + line + "\r\n" + line + "\nx\n" + line;
  const LineIndex index(text);
  CHECK(index.line_count() == 4);
  for (std::uint32_t number = 1; number <= 4; ++number) {
    const std::uint32_t begin = index.line_begin(number);
    const std::string_view one = index.line_text(number);
    std::uint32_t column = 1;
    for (std::size_t at = 0; at < one.size(); ++column) {
      const std::size_t length = character_length(one.substr(at));
      for (std::size_t i = 0; i < length; ++i) {
        const Position found = index.position(begin + static_cast<std::uint32_t>(at + i));
        if (found != Position{number, column}) FAIL("byte " << at + i << " of line " << number);
      }
      at += length;
    }
  }
  // Bytes that continue nothing.
  const std::string broken(20'000, '\x80');
  CHECK(LineIndex(broken).position(15'000) == Position{1, 15'001});
}
