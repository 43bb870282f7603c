#include "check/script/words.h"

#include "base/text.h"
#include "check/script/pattern_words.h"

namespace mmlint::check {

using catalog::Literal;
using catalog::Match;
namespace does = catalog::does;

namespace {

const std::string kConfig = "Config";

// "set_device" of "torch.cuda.set_device" and "*.set_device", "amp" of "torch.cuda.amp.*" and
// "--amp"; empty for "*".
std::string last_word(std::string_view name) {
  std::size_t end = name.size();
  while (end > 0 && !is_name_byte(name[end - 1])) --end;
  std::size_t begin = end;
  while (begin > 0 && is_name_byte(name[begin - 1])) --begin;
  return std::string(name.substr(begin, end - begin));
}

// "torch", "cuda" of "torch.cuda.nvtx.range", "mmcv", "utils" of "mmcv.utils.Registry": a script
// that has a part of these libraries under any name says somewhere where that is from. Empty for
// what other packages may give on.
std::vector<std::string> modules_of(std::string_view name) {
  const std::string_view library = name.substr(0, name.find('.'));
  if (library.size() == name.size() || (library != "torch" && library != "mmcv")) return {};
  std::vector<std::string> out{std::string(library)};
  name.remove_prefix(library.size() + 1);
  const std::size_t dot = name.find('.');
  const std::string_view second = name.substr(0, dot);
  if (dot != name.npos && std::ranges::all_of(second, is_name_byte)) out.emplace_back(second);
  return out;
}

// "optim_wrapper" of "optim_wrapper.type": the rarest part of a key.
Literal first_parts(const Literal& keys) {
  Literal::List out;
  if (const Literal::List* list = keys.list()) {
    for (const Literal& key : *list)
      out.push_back(Literal{key.string() ? key.string()->substr(0, key.string()->find('.')) : ""});
  }
  return Literal{out};
}

std::string_view word_at(std::string_view text, std::size_t begin) {
  std::size_t end = begin;
  while (end < text.size() && is_name_byte(text[end])) ++end;
  return text.substr(begin, end - begin);
}

// Whether a word stands between two other words of a line, as in "the path to save": in code that
// is a bare name. What makes a name one of a library is an import, a dot or a string of its own.
bool is_prose(std::string_view text, std::size_t begin, std::size_t end) {
  if (begin == 0 || text[begin - 1] != ' ' || end >= text.size() || text[end] != ' ') return false;
  std::size_t before = text.find_last_not_of(' ', begin - 1);
  const std::size_t after = text.find_first_not_of(' ', end);
  if (before == text.npos || after == text.npos || !is_name_byte(text[before])) return false;
  while (before > 0 && is_name_byte(text[before - 1])) --before;
  const std::string_view last = word_at(text, before), next = word_at(text, after);
  return !next.empty() && last != "import" && last != "from" && next != "import" && next != "as";
}

// Says quickly of most words that a set does not have them, by their length and their first,
// second and last letter.
class Filter {
 public:
  explicit Filter(const std::set<std::string, std::less<>>& words) : has_(kLengths * kHashes) {
    for (const std::string& word : words) {
      const std::string_view name = std::string_view(word).substr(word.starts_with('.') ? 1 : 0);
      if (!name.empty()) has_[index(name)] = true;
    }
  }
  bool may_have(std::string_view word) const { return has_[index(word)]; }

 private:
  static constexpr std::size_t kLengths = 32, kHashes = 256;
  static std::size_t index(std::string_view word) {
    const auto letter = [word](std::size_t i) { return static_cast<unsigned char>(word[i]); };
    const unsigned letters = letter(0) * 31U + letter(word.size() > 1 ? 1 : 0) * 7U;
    return std::min(word.size(), kLengths - 1) * kHashes +
           ((letters + letter(word.size() - 1)) & 0xFFU);
  }

  std::vector<bool> has_;
};

// Follows which words of a text stand in an import.
class Imports {
 public:
  // A word that begins a line, as far as blanks and what stands before ';' and ':' do not count.
  void begin(std::string_view word, bool indented) {
    is_import_ = word == "import" || word == "from";
    names_ = word == "import";
    indented_ = indented;
    in_parentheses_ = in_comment_ = is_alias_ = false;
    module_.clear();
    full_.clear();
  }
  // Takes a word of an import, and returns the full name that ends here: "mmcv.utils" and
  // "mmcv.utils.Registry" in "from mmcv.utils import Registry"; empty for another word. `joined`
  // says that a dot stands before the word.
  std::string_view word(std::string_view word, bool joined) {
    if (word == "from" && !names_) return {};
    if (word == "import") module_ = std::exchange(full_, {});
    if (word == "as") is_alias_ = true;
    names_ = names_ || word == "import";
    if (word == "import" || word == "as") return {};
    if (names_) bound_.emplace_back(word, indented_);
    if (std::exchange(is_alias_, false)) return {};
    if (!joined) full_ = module_;
    if (joined || !module_.empty()) full_ += '.';
    return full_ += word;
  }
  // A byte that is no part of a word.
  void other(std::string_view text, std::size_t at) {
    if (!is_import_) return;
    const char c = text[at];
    in_comment_ = c != '\n' && (in_comment_ || c == '#');
    if (in_comment_) return;
    has_star_ = has_star_ || (names_ && c == '*');
    if (c == '(' || c == ')') in_parentheses_ = c == '(';
    const bool goes_on = in_parentheses_ || text.substr(0, at).ends_with('\\') ||
                         text.substr(0, at).ends_with("\\\r");
    if ((c == '\n' && !goes_on) || c == ';') is_import_ = names_ = false;
  }
  bool is_import() const { return is_import_; }
  bool has_star() const { return has_star_; }
  // Whether an indented one and another one import a name.
  bool any_twice() {
    std::ranges::sort(bound_);
    for (std::size_t i = 1; i < bound_.size(); ++i) {
      if (bound_[i].first == bound_[i - 1].first && (bound_[i].second || bound_[i - 1].second))
        return true;
    }
    return false;
  }

 private:
  bool is_import_ = false, names_ = false, indented_ = false, in_parentheses_ = false;
  bool has_star_ = false, in_comment_ = false, is_alias_ = false;
  std::string module_, full_;  // what `from` names, and the name that is being read
  std::vector<std::pair<std::string_view, bool>> bound_;  // and whether it is indented
};

bool is_behind_dot(std::string_view text, std::size_t begin) {
  const std::size_t before = text.substr(0, begin).find_last_not_of(" \t\r\n\\");
  return before != text.npos && text[before] == '.';
}

// Whether a word is all of a string, or stands behind a dot.
bool is_member(std::string_view text, std::size_t begin, std::size_t end) {
  const auto is_quote = [&](std::size_t at) {
    return at < text.size() && (text[at] == '\'' || text[at] == '"');
  };
  if (begin > 0 && is_quote(begin - 1) && is_quote(end)) return true;
  return is_behind_dot(text, begin);
}

// "mmcv.utils" of "mmcv.utils.*"; empty for "*.utils".
std::string module_of(const std::string* pattern) {
  std::string_view name;
  if (pattern) name = *pattern;
  if (name.ends_with(".*")) name.remove_suffix(2);
  return name.find('*') == name.npos ? std::string(name) : "";
}

}  // namespace

Words::Words(std::string_view text, const std::set<std::string, std::less<>>& wanted) {
  const Filter filter(wanted);
  Imports imports;
  std::string member;
  std::vector<std::string_view> alone;  // that only a star import could make members of something
  bool line_begins = true, indented = false;
  for (std::size_t i = 0; i < text.size();) {
    if (!is_name_byte(text[i])) {
      const bool ends_line = text[i] == '\n' || text[i] == '\r';
      indented = !ends_line && line_begins && (text[i] == ' ' || text[i] == '\t');
      line_begins = ends_line || indented || text[i] == ';' || text[i] == ':';
      imports.other(text, i);
      ++i;
      while (text[i - 1] == ' ' && i < text.size() && text[i] == ' ') ++i;  // one is as many
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_name_byte(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (line_begins && !imports.is_import()) imports.begin(word, indented);
    if (imports.is_import()) {
      const auto known = wanted.find(imports.word(word, is_behind_dot(text, i)));
      if (known != wanted.end()) words_.insert(*known);
    }
    if (filter.may_have(word)) {
      const auto known = wanted.find(word);
      if (known != wanted.end() && !is_prose(text, i, end)) words_.insert(*known);
      member.assign(1, '.').append(word);
      if (const auto found = wanted.find(member); found != wanted.end()) {
        if (imports.is_import() || is_member(text, i, end))
          words_.insert(*found);
        else if (!is_prose(text, i, end))
          alone.push_back(*found);
      }
    }
    line_begins = false;
    i = end;
  }
  imports_twice_ = imports.any_twice();
  if (imports.has_star()) words_.insert(alone.begin(), alone.end());
}

void Words::add(const Words& other) {
  imports_twice_ = imports_twice_ || other.imports_twice_;
  words_.insert(other.words_.begin(), other.words_.end());
}

void NeededWords::add_to(std::set<std::string, std::less<>>& words) const {
  words.insert(words_.begin(), words_.end());
  for (const NeededWords& child : children_) child.add_to(words);
}

// A name without a word may be anything.
NeededWords::NeededWords(std::vector<std::string> words)
    : kind_(Kind::kWords), words_(std::move(words)) {
  const bool any =
      std::ranges::any_of(words_, [](const std::string& word) { return word.empty(); });
  if (any) kind_ = Kind::kAnything;
}

NeededWords::NeededWords(const Match& match) {
  switch (match.kind) {
    case Match::Kind::kAll:
    case Match::Kind::kAny:
      kind_ = match.kind == Match::Kind::kAll ? Kind::kAll : Kind::kAny;
      children_.reserve(match.children.size());
      for (const Match& child : match.children) children_.emplace_back(child);
      return;
    case Match::Kind::kDoes:
      break;
    default:
      return;
  }
  const catalog::ScriptFact& fact = match.does;
  if (fact.is<does::Loads>() || fact.is<does::Given>()) return;
  if (fact.is<does::Shadow>()) {
    kind_ = Kind::kInnerImport;
    return;
  }
  if (fact.is<does::Import>()) {
    std::vector<std::string> names;
    if (const Literal::List* list = fact.names.list())
      std::ranges::transform(*list, std::back_inserter(names),
                             [](const Literal& name) { return module_of(name.string()); });
    else
      names.push_back(module_of(fact.names.string()));
    *this = NeededWords(std::move(names));
    return;
  }
  if (fact.is<does::Raises>()) {  // what it stops for is asked by a call
    kind_ = Kind::kWords;
    words_ = {"is_available",      "device_count", "is_cuda_available", "is_torch_cuda_available",
              "IS_CUDA_AVAILABLE", "GradScaler"};
    return;
  }
  // Of a text or a symbol that is tested: it stands somewhere, a symbol's first name in its import.
  std::vector<std::string> begin;
  const bool stands = std::ranges::any_of(match.tests, [](const auto& test) {
    const std::string* kind = test.operand.string();
    return test.kind == catalog::ValueTest::Kind::kIs && !test.negate && kind &&
           (*kind == "str" || *kind == "reference");
  });
  std::string second;
  for (const catalog::ValueTest& test : match.tests) {
    if (!stands || test.kind != catalog::ValueTest::Kind::kMatches || test.negate) continue;
    begin = beginnings(test.regex->pattern());
    second = second_name(test.regex->pattern());
  }
  if (!begin.empty() || fact.is<does::Write>()) {
    Match named = match;
    named.tests.clear();
    kind_ = Kind::kAll;
    if (!begin.empty()) children_.push_back(NeededWords(std::move(begin)));
    if (!second.empty()) children_.push_back(NeededWords(std::vector{second}));
    // Only what Config loads is written to.
    if (fact.is<does::Write>()) children_.push_back(NeededWords(std::vector{kConfig}));
    if (fact.is<does::Write>()) named.does.names = first_parts(fact.names);
    if (!fact.is<does::Call>()) named.does.kind = does::Call{};
    children_.emplace_back(named);
    return;
  }
  std::map<std::vector<std::string>, std::vector<std::string>> words;  // by the modules around them
  const auto add = [&](const std::string* name) {
    std::string word = name ? last_word(*name) : "";
    const bool of_anything = name && name->starts_with("*.") && name->substr(2) == word;
    if (of_anything && (fact.is<does::Call>() || fact.is<does::Store>())) word.insert(0, 1, '.');
    const auto* call = fact.as<does::Call>();
    if (word.empty() && call) word = last_word(call->argument);  // by keyword: of any call
    words[name ? modules_of(*name) : std::vector<std::string>()].push_back(std::move(word));
  };
  if (const Literal::List* names = fact.names.list()) {
    for (const Literal& name : *names) add(name.string());
  } else if (fact.names.string()) {
    add(fact.names.string());
  }
  kind_ = Kind::kAny;
  for (auto& [modules, inside] : words) {
    children_.push_back(NeededWords(std::move(inside)));
    if (modules.empty()) continue;
    NeededWords all(std::vector<std::string>{});
    all.kind_ = Kind::kAll;
    for (const std::string& module : modules)
      all.children_.push_back(NeededWords(std::vector{module}));
    all.children_.push_back(std::move(children_.back()));
    children_.back() = std::move(all);
  }
}

bool NeededWords::may_match(const Words& words) const {
  const auto may = [&](const NeededWords& child) { return child.may_match(words); };
  switch (kind_) {
    case Kind::kAnything:
      return true;
    case Kind::kAll:
      return std::ranges::all_of(children_, may);
    case Kind::kAny:
      return std::ranges::any_of(children_, may);
    case Kind::kInnerImport:
      return words.imports_twice();
    case Kind::kWords:
      return std::ranges::any_of(words_, [&](const std::string& word) { return words.has(word); });
  }
  return true;
}

}  // namespace mmlint::check
