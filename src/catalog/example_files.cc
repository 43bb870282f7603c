#include "catalog/example_files.h"

#include "base/algorithms.h"
#include "base/paths.h"
#include "base/text.h"
#include "catalog/load.h"
#include "catalog/load_value.h"

namespace mmlint::catalog {
namespace {

constexpr std::string_view kFixed = ".fixed";
constexpr std::string_view kSettings = "example.json";

// The path of the only file of an example, without its extension.
std::string_view usual_path(const Rule& rule) {
  if (rule.documents == "config") return "configs/toy";
  return rule.documents == "script" ? "tools/train" : "tools/run";
}

// Where a file belongs, by its path.
struct Part {
  std::string example;  // "bad-01.lazy.npu"
  std::string path;     // in the project
  bool fixed = false;
};

Part part_of(std::string_view path, const Rule& rule) {
  Part out;
  const std::size_t slash = path.find('/');
  const std::string_view file = path.substr(slash == path.npos ? 0 : slash + 1);
  const std::string end(extension(file));
  std::string_view bare = file.substr(0, file.size() - end.size());
  out.fixed = bare.ends_with(kFixed);
  if (out.fixed) bare.remove_suffix(kFixed.size());
  out.example = slash == path.npos ? bare : path.substr(0, slash);
  out.path = std::string(slash == path.npos ? usual_path(rule) : bare) + end;
  return out;
}

// An example that has a name and no file yet; an error is what is wrong with the name.
tl::expected<Example, std::string> named(const std::string& name, const Rule& rule,
                                         std::span<const Target> targets) {
  Example out;
  out.name = name;
  out.target = "gcu";
  out.style = rule.documents == "config" ? "classic" : rule.documents;
  const std::vector<std::string_view> words = split(name, '.');
  const std::string_view verdict = words.front().substr(0, words.front().find('-'));
  out.good = verdict == "good";
  if (!out.good && verdict != "bad")
    return tl::unexpected<std::string>("an example is called bad-NAME or good-NAME");
  std::vector<std::string_view> known;
  if (rule.documents == "config") known = {"classic", "lazy"};
  for (const Target& target : targets) known.push_back(target.name);
  for (const std::string_view word : std::span(words).subspan(1)) {
    if (!is_in(word, known)) {
      return tl::unexpected(fmt::format("'{}' is no target{}", word, did_you_mean(word, known)));
    }
    const bool style = word == "classic" || word == "lazy";
    (style && rule.documents == "config" ? out.style : out.target) = word;
  }
  return out;
}

ExampleFile& file_called(const std::string& path, Example& example) {
  for (ExampleFile& file : example.files) {
    if (file.path == path) return file;
  }
  example.files.push_back({});
  example.files.back().path = path;
  example.files.back().made = true;  // until it is seen
  return example.files.back();
}

Status add(const ExampleText& text, const Part& part, const Rule& rule, const std::string& source,
           Example& example) {
  auto marked = read_markers(text.text, rule.code, source);
  if (!marked) return tl::unexpected(marked.error());
  if ((part.fixed || example.good) && !marked->markers.empty()) {
    return fail("nothing is found here, so there is nothing to mark", source,
                marked->markers.front());
  }
  ExampleFile& file = file_called(part.path, example);
  if (!(part.fixed ? file.fixed_source : file.source).empty())
    return fail(fmt::format("the file {} of the example is given twice", part.path), source);
  if (part.fixed) {
    if (example.good || !can_be_applied(rule)) return fail("nothing is fixed here", source);
    file.fixed = text.text;
    file.fixed_source = source;
    return {};
  }
  file.made = false;
  file.text = std::move(marked->text);
  file.found_at = std::move(marked->places);
  file.markers = std::move(marked->markers);
  file.source = source;
  return {};
}

// Files with findings stand first, then the usual one, then the others by path, then those that the
// fix makes; `order` stands before all of that.
void sort_files(Example& example, const Rule& rule, const std::vector<std::string>& order) {
  const auto rank = [&](const ExampleFile& file) {
    const auto at = std::find(order.begin(), order.end(), file.path) - order.begin();
    const bool usual = file.path.starts_with(std::string(usual_path(rule)) + '.');
    return std::tuple(at, file.made, file.found_at.empty(), !usual, std::string_view(file.path));
  };
  std::ranges::sort(example.files,
                    [&](const ExampleFile& a, const ExampleFile& b) { return rank(a) < rank(b); });
}

// {"order": [PATH, ...]}: the files of an example that are shown first.
Result<std::vector<std::string>> load_order(const ExampleText& text, const std::string& source) {
  JsonFile file(source, text.text);
  std::vector<std::string> order;
  load_keys(Node(file), order, {}, [](auto& x, auto& f) { f.must("order", x); });
  if (Status status = file.status(); !status) return tl::unexpected(status.error());
  return order;
}

Status complete(const Example& example, const Rule& rule, std::span<const Target> targets,
                const std::string& source) {
  bool found = false;
  for (const ExampleFile& file : example.files) {
    found = found || !file.found_at.empty();
    if (!file.made && file.fixed == file.text)
      return fail("is the text before the fix", file.fixed_source);
  }
  if (example.good) return {};
  if (!found) return fail("a bad example needs a marker where something is found", source);
  const std::string wrong = never_found(rule, example, targets);
  return wrong.empty() ? Status() : fail(wrong, source);
}

constexpr std::string_view kBlank = " \t";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::string_view without_blanks(std::string_view text) {
  return text.substr(std::min(text.size(), text.find_first_not_of(kBlank)));
}

// What a line says if it is a marker, or wants to be one.
struct Comment {
  std::uint32_t begin = 0, end = 0;  // columns; 0: the whole line
  std::string_view words;            // behind the carets
};

std::optional<Comment> read_comment(std::string_view line, std::string_view code) {
  const std::string_view comment = without_blanks(line);
  if (!comment.starts_with('#')) return std::nullopt;
  if (comment.starts_with("#-")) {
    const std::string_view words = trim(comment.substr(2));
    if (words != code) return std::nullopt;  // an ordinary comment
    return Comment{0, 0, words};
  }
  const std::string_view carets = without_blanks(comment.substr(1));
  if (!carets.starts_with('^')) {
    // A caret and the code behind other words: a marker with a slip.
    const std::size_t caret = comment.find('^');
    const bool nearly = caret != comment.npos && comment.find(code, caret) != comment.npos;
    return nearly ? std::optional(Comment{}) : std::nullopt;
  }
  const std::string_view words =
      carets.substr(std::min(carets.size(), carets.find_first_not_of('^')));
  Comment out;
  const bool touches = comment[1] == '^';
  const std::size_t begin =
      static_cast<std::size_t>((touches ? comment : carets).data() - line.data());
  out.begin = static_cast<std::uint32_t>(begin) + 1;
  out.end = static_cast<std::uint32_t>(words.data() - line.data()) + 1;
  const bool one_run = words.starts_with(' ') && words.find('^') == words.npos;
  out.words = one_run ? trim(words) : std::string_view();
  return out;
}

}  // namespace

Result<std::vector<ExampleText>> read_example_texts(const FileSystem& disk,
                                                    const std::string& folder) {
  std::vector<ExampleText> out;
  if (disk.kind(folder) == FileKind::kMissing) return out;
  std::vector<std::string> todo{""};
  while (!todo.empty()) {
    const std::string below = std::move(todo.back());
    todo.pop_back();
    const auto entries = disk.list(join_path(folder, below));
    if (!entries) return tl::unexpected(entries.error());
    for (const FolderEntry& entry : *entries) {
      if (entry.name.starts_with('.')) continue;
      const std::string path = below + entry.name;
      if (entry.kind == FileKind::kFolder) {
        todo.push_back(path + '/');
        continue;
      }
      auto text = disk.read(join_path(folder, path));
      if (!text) return tl::unexpected(text.error());
      out.push_back({path, std::move(*text)});
    }
  }
  std::ranges::sort(out, [](const auto& a, const auto& b) { return a.path < b.path; });
  return out;
}

std::vector<ExampleText> embedded_example_texts(std::string_view code) {
  std::vector<ExampleText> out;
  for (const EmbeddedFile& file : embedded_examples()) {
    if (file.path.starts_with(code) && file.path.substr(code.size()).starts_with('/'))
      out.push_back({std::string(file.path.substr(code.size() + 1)), std::string(file.text)});
  }
  return out;
}

Result<std::vector<Example>> examples_of(const Rule& rule, std::span<const Target> targets,
                                         std::span<const ExampleText> texts,
                                         const std::string& folder) {
  std::vector<Example> out;
  std::map<std::string, std::vector<std::string>> orders;
  for (const ExampleText& text : texts) {
    const Part part = part_of(text.path, rule);
    const std::string source = folder + '/' + text.path;
    if (text.path == part.example + '/' + std::string(kSettings)) {
      auto order = load_order(text, source);
      if (!order) return tl::unexpected(order.error());
      orders[part.example] = std::move(*order);
      continue;
    }
    auto known = std::ranges::find_if(
        out, [&](const Example& example) { return example.name == part.example; });
    if (known == out.end()) {
      auto example = named(part.example, rule, targets);
      if (!example) return fail(example.error(), source);
      known = out.insert(out.end(), std::move(*example));
    }
    if (Status done = add(text, part, rule, source, *known); !done)
      return tl::unexpected(done.error());
  }
  for (Example& example : out) {
    sort_files(example, rule, orders[example.name]);
    const ExampleFile& first = example.files.front();
    const std::string& source = first.made ? first.fixed_source : first.source;
    if (Status done = complete(example, rule, targets, source); !done)
      return tl::unexpected(done.error());
  }
  return out;
}

Result<Marked> read_markers(std::string_view text, std::string_view code,
                            const std::string& source) {
  Marked out;
  std::string_view above;     // the nearest line that is no marker
  std::uint32_t subject = 0;  // its number in `text` without markers
  std::uint32_t number = 0;
  while (!text.empty()) {
    const std::size_t size = std::min(text.find('\n'), text.size() - 1) + 1;
    const std::string_view line = text.substr(0, size);
    text.remove_prefix(size);
    ++number;
    const auto comment = read_comment(line, code);
    if (!comment) {
      out.text += line;
      above = line;
      ++subject;
      continue;
    }
    if (comment->words.empty()) {
      return fail(
          fmt::format("looks like a marker and is none: it needs '#', one run of '^' and {}", code),
          source, number);
    }
    if (comment->words != code) {
      return fail(fmt::format("marks '{}', and this is an example of {}", comment->words, code),
                  source, number);
    }
    if (subject == 0) return fail("a marker with no line above it", source, number);
    if (above.starts_with(kByteOrderMark)) above.remove_prefix(kByteOrderMark.size());
    if (above.ends_with('\n')) above.remove_suffix(1);
    if (comment->end > count_characters(above) + 1)
      return fail("the carets go past the end of the line above", source, number);
    const ExamplePlace place{subject, comment->begin, comment->end, number};
    const auto same = [&](const ExamplePlace& other) {
      return other.line == place.line && other.begin == place.begin && other.end == place.end;
    };
    if (std::ranges::any_of(out.places, same)) return fail("the same marker twice", source, number);
    out.places.push_back(place);
    out.markers.push_back(number);
  }
  return out;
}

}  // namespace mmlint::catalog
