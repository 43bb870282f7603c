#include "script/symbol_node.h"

namespace mmlint::script {
namespace {

using Kind = SymbolKind;

constexpr std::array<std::pair<std::string_view, Kind>, 17> kRoots = {{
    {"<config>", Kind::kConfig},
    {"<runner>", Kind::kRunner},
    {"<parser>", Kind::kParser},
    {"<options>", Kind::kOptions},
    {"<other command>", Kind::kOther},
    {"<environment>", Kind::kEnvironment},
    {"<rank>", Kind::kRank},
    {"?turn", Kind::kTurn},
    {"?", Kind::kUnknown},
    {"<super>", Kind::kSuper},
    {"<file>", Kind::kFile},
    {"<spec>", Kind::kSpec},
    {"<bound>", Kind::kBound},
    {"<getter>", Kind::kGetter},
    {"<property>", Kind::kProperty},
    {"<generator>@", Kind::kGenerator},
    {"<deferred>", Kind::kDeferred},
}};

// Reads a printed form into the parts of a node.
class Reader {
 public:
  explicit Reader(SymbolNode& node) : node_(node), text_(node.text) {}

  void read() {
    std::size_t size = root();
    node_.root = node_.kind;
    node_.root_size = static_cast<std::uint32_t>(size);
    if (size < text_.size()) follow(size);
  }

 private:
  // Reads a number and moves `at` behind it; false if there is none.
  template <class Number>
  bool number(std::size_t& at, Number& out) {
    const auto [end, error] = std::from_chars(text_.data() + at, text_.data() + text_.size(), out);
    if (error != std::errc()) return false;
    at = static_cast<std::size_t>(end - text_.data());
    return true;
  }
  bool next(std::size_t at, char c) const { return at < text_.size() && text_[at] == c; }
  void name(std::size_t begin, std::size_t end) {
    node_.name = static_cast<std::uint32_t>(begin);
    node_.name_size = static_cast<std::uint32_t>(end - begin);
  }

  // "M:N" at `at`, which is moved behind it.
  bool place(std::size_t& at) {
    std::uint32_t module = 0, offset = 0;
    std::size_t behind = at;
    if (!number(behind, module) || !next(behind, ':')) return false;
    if (!number(++behind, offset)) return false;
    at = behind;
    node_.module = static_cast<int>(module);
    node_.offset = offset;
    return true;
  }

  // Reads the root and returns its size.
  std::size_t root() {
    for (const auto& [begin, kind] : kRoots) {
      if (!text_.starts_with(begin)) continue;
      if (const std::size_t size = rest_of(kind, begin.size())) {
        node_.kind = kind;
        return size;
      }
    }
    std::size_t size = 7;
    std::uint32_t module = 0;
    if (text_.starts_with("module@") && number(size, module)) {
      node_.kind = Kind::kModule;
      node_.module = static_cast<int>(module);
      return size;
    }
    if (text_.starts_with("def@") && place(size = 4)) return function(size);
    if (text_.starts_with("class@") && place(size = 6)) return class_or_object(size);
    if (text_.starts_with('<')) {
      node_.kind = Kind::kMark;
      const std::size_t end = text_.find('>');
      return end == text_.npos ? text_.size() : end + 1;
    }
    // A name; a relative import begins with dots.
    const std::size_t begin = std::min(text_.find_first_not_of('.'), text_.size());
    size = std::min(text_.find_first_of(".([", begin), text_.size());
    name(begin, size);
    return size;
  }

  // Returns the size of a root of this kind, whose text goes on at `at`; 0 if it is none.
  std::size_t rest_of(Kind kind, std::size_t at) {
    switch (kind) {
      case Kind::kFile:
      case Kind::kSpec:
      case Kind::kGetter:
        name(at, text_.size());
        return text_.size();
      case Kind::kProperty:
        node_.target = static_cast<std::uint32_t>(at);
        return text_.size();
      case Kind::kBound:
        return number(at, node_.offset) ? at : 0;
      case Kind::kGenerator:
      case Kind::kDeferred:
        return place(at) ? at : 0;
      default:
        return at;
    }
  }

  std::size_t function(std::size_t at) {
    node_.kind = Kind::kFunction;
    if (next(at, '#')) number(++at, node_.closure);
    if (!next(at, '|')) return at;
    node_.target = static_cast<std::uint32_t>(at + 1);
    return text_.size();
  }

  // Also of "class@M:N()", "class@M:N/2()", "class@M:N=CPU()".
  std::size_t class_or_object(std::size_t at) {
    node_.kind = Kind::kClass;
    if (at != text_.size()) node_.own_class = symbol_node(text_.substr(0, at));
    const std::string_view rest = text_.substr(at);
    const std::size_t end = rest.find("()");
    if (end == rest.npos) return at;
    const bool has_mark = rest.starts_with('/') || rest.starts_with('=');
    if (end != 0 && (!has_mark || rest.substr(0, end).find_first_of(".(|#") != rest.npos))
      return at;
    node_.kind = rest.starts_with('=') ? Kind::kMember : Kind::kInstance;
    return at + end + 2;
  }

  // Reads the last of what follows the root.
  void follow(std::size_t root) {
    std::size_t owner = text_.size();
    if (text_.ends_with("()") && text_.size() >= root + 2) {
      node_.kind = Kind::kResult;
      owner = text_.size() - 2;
      name(0, 0);
    } else if (text_.ends_with(']') && text_.rfind('[') != text_.npos && text_.rfind('[') >= root) {
      node_.kind = Kind::kItem;
      owner = text_.rfind('[');
      name(owner + 1, text_.size() - 1);
    } else {
      node_.kind = Kind::kAttribute;
      const std::size_t dot = text_.rfind('.');
      owner = dot == text_.npos || dot < root ? root : dot;
      name(std::min(owner + 1, text_.size()), text_.size());
    }
    node_.owner_size = static_cast<std::uint32_t>(owner);
  }

  SymbolNode& node_;
  const std::string_view text_;
};

}  // namespace

SymbolNode::SymbolNode(Key printed, std::size_t its_hash) : text(printed), hash(its_hash) {
  Reader(*this).read();
  package_size = static_cast<std::uint32_t>(std::min(text.find_first_of(".(["), text.size()));
  has_call = text.find("()") != text.npos;
  is_dotted = root == Kind::kName && text.find_first_of("([") == text.npos;
  is_definition = text.find_first_of("(?<") == text.npos;
}

const SymbolNode* symbol_node(std::string_view text) {
  return InternTable<SymbolNode>::find(text);
}

const SymbolNode* root_node(SymbolKind kind) {
  static const auto all = [] {
    std::array<const SymbolNode*, static_cast<std::size_t>(Kind::kItem) + 1> out{};
    for (const auto& [text, of] : kRoots) out[static_cast<std::size_t>(of)] = symbol_node(text);
    return out;
  }();
  return all[static_cast<std::size_t>(kind)];
}

}  // namespace mmlint::script
