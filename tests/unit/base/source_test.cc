#include "base/source.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "base/internal_error.h"
#include "temporary_folder.h"

using namespace mmlint;

TEST_CASE("a source knows its line ends and its mark") {
  SourceStore store;
  CHECK(store.add("/a", "x\ny\r\n").line_end() == "\n");
  CHECK(store.add("/b", "x\r\ny\n").line_end() == "\r\n");
  CHECK(store.add("/c", "x\ry").line_end() == "\r");
  CHECK(store.add("/d", "x\r").line_end() == "\r");
  CHECK(store.add("/e", "x").line_end() == "\n");
  CHECK(store.add("/f", "\xEF\xBB\xBFx").has_bom());
  CHECK_FALSE(store.add("/g", "x").has_bom());
  CHECK_FALSE(store.add("/h", "\xEF\xBB").has_bom());
  CHECK(store.size() == 8);
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
