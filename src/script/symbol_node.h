#pragma once

#include <atomic>

#include "base/intern_table.h"

// What a symbol is made of (script/symbol.h).
namespace mmlint::script {

// A symbol is a root, which may be followed by attributes, calls and items: "<config>.model" is an
// attribute of the loaded config, "torch.nn.Linear()" what a call of torch.nn.Linear returns. The
// root of a library's object is the name of its package: "torch". docs/rules.md has the printed
// forms, which rule files match.
enum class SymbolKind : std::uint8_t {
  kNone,         // no symbol: what is printed is empty
  kName,         // "torch": a package or a builtin, and any other name
  kConfig,       // "<config>": what Config.fromfile returns
  kRunner,       // "<runner>"
  kParser,       // "<parser>": of argparse
  kOptions,      // "<options>": what the parser returns
  kOther,        // "<other command>": the parser of a subcommand that the start does not name
  kEnvironment,  // "<environment>": os.environ
  kRank,         // "<rank>": the index of a process
  kTurn,         // "?turn": a value that differs in each turn of a loop
  kUnknown,      // "?": an object that is not known
  kSuper,        // "<super>": what super() returns
  kFile,         // "<file>PATH": a file that is opened, and its text
  kSpec,         // "<spec>PATH": what importlib.util.spec_from_file_location returns for it
  kBound,        // "<bound>N": a function with arguments of its own; number()
  kGetter,       // "<getter>a.b": what operator.attrgetter('a.b') returns
  kProperty,     // "<property>X": what property(X) returns
  kModule,       // "module@M": a module of the project
  kFunction,     // "def@M:N", "def@M:N#C", "def@M:N|X": see closure() and target()
  kClass,        // "class@M:N"
  kInstance,     // "class@M:N()", "class@M:N/2()": an object of the class
  kMember,       // "class@M:N=CPU()": a member of the class, which is an enumeration
  kGenerator,    // "<generator>@M:N": what a generator returns
  kDeferred,     // "<deferred>M:N": a function or class whose definition is not walked yet
  kMark,         // "<tested>": any other name of the analysis
  kAttribute,    // "X.name"
  kResult,       // "X()": what a call of X returns
  kItem,         // "X[]", "X[a,b]"
};

// What is read of a printed form. Sizes and positions are bytes of the text.
struct SymbolNode : Pinned {
  using Key = std::string_view;
  SymbolNode(Key printed, std::size_t its_hash);  // may make the nodes of its parts
  bool is(Key printed) const { return text == printed; }
  static std::size_t hash_of(Key printed) { return std::hash<Key>()(printed); }

  const std::string text;
  const std::size_t hash;  // of the text
  SymbolKind kind = SymbolKind::kName, root = SymbolKind::kName;
  std::uint32_t root_size = 0;            // of the text
  std::uint32_t package_size = 0;         // the same; see package()
  std::uint32_t owner_size = 0;           // the same; 0 for a root
  std::uint32_t name = 0, name_size = 0;  // the part of the text that name() is
  std::uint32_t target = 0;               // where receiver() or target() begins; 0 for none
  int module = -1, closure = -1;          // -1: none
  std::uint32_t offset = 0;               // or the number of a bound function
  const SymbolNode* own_class = nullptr;  // see class_of()
  bool has_call = false;                  // "()" is in the text
  bool is_dotted = false;                 // a name without calls and items
  bool is_definition = false;             // see is_definition()
  // What script/symbols.h has found out of it; 0 until somebody asks.
  mutable std::atomic<std::uint16_t> roles = 0;
  // The nodes of owner() and result(); null until somebody asks.
  mutable std::atomic<const SymbolNode*> owner = nullptr, result = nullptr;
};

// Returns the node of a printed form, which is read the first time. It lives until the process
// ends.
const SymbolNode* symbol_node(std::string_view text);
// Returns the node of a root that is printed as its kind alone, such as "<config>".
const SymbolNode* root_node(SymbolKind kind);

}  // namespace mmlint::script
