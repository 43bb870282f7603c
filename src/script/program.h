#pragma once

#include "script/module_finder.h"
#include "script/sites.h"
#include "script/symbol.h"

namespace mmlint::script {

// A function or method of the project. Its kind is read off its decorators.
struct FunctionInfo {
  enum class Kind : std::uint8_t {
    kPlain,
    kStatic,
    kClass,
    kProperty,
    kSetter  // also a deleter
  } kind = Kind::kPlain;
  int module = 0;                          // index in the program
  const syntax::Function* node = nullptr;  // not owned
  Symbol owner;                  // the class whose body holds it; none for other functions
  bool manages_context = false;  // a generator with @contextmanager
  int closure = -1;              // index in Walk::closures of its latest closure; -1 for none
};

// A class of the project.
struct ClassInfo {
  int module = 0;                       // index in the program
  const syntax::Class* node = nullptr;  // not owned
  std::vector<Symbol> bases;            // unknown() for those that are not known
  std::map<std::string_view, FunctionInfo*> methods, setters;  // by name, without inherited ones
};

// A function as a callee: the function with its closure and the object that it is bound to.
struct FunctionRef {
  FunctionInfo* info = nullptr;  // the program owns it
  int closure = -1;              // index in Walk::closures; -1 for none
  Symbol self;                   // what its first parameter is bound to; none if it is not bound
  Sites sites = {};              // the calls that have made that object
};

inline constexpr std::size_t kMostModules = 400;  // of a program: no more are read

// One file of a program.
struct Module {
  std::string path;                            // absolute
  std::string name;                            // the value of __name__
  const syntax::Document* document = nullptr;  // not owned; null for a package without __init__.py
  std::vector<const syntax::Stmt*> statements;
  bool binds_each_once = false;  // see FoundModule
};

// The modules, functions and classes of a program, and the symbols that name them.
class Program {
 public:
  // Adds a module and returns its 0-based index; the index of the module that has this path
  // already, if one has. The first module is the entry script.
  int add(const FoundModule& found, std::string name);
  const Module& module(int index) const { return modules_[static_cast<std::size_t>(index)]; }
  std::size_t size() const { return modules_.size(); }

  // Each adds a function, lambda or class of the module at that index and returns its symbol. For a
  // node that was added before the symbol is the same, and a class gets the new bases.
  Symbol add(int module, const syntax::Function& function, Symbol owner);
  Symbol add(int module, const syntax::Lambda& lambda);
  Symbol add(int module, const syntax::Class& node, std::vector<Symbol> bases);

  // Each returns what a symbol stands for; nullopt or null if that is not a function, class or
  // module of the project. The program owns the infos.
  std::optional<FunctionRef> function(Symbol symbol);
  ClassInfo* class_of(Symbol symbol);  // of the class, or of an instance

  // Returns the method resolution order of a class, beginning with itself. Symbols of classes of
  // libraries are in it; what these inherit from is not.
  std::vector<Symbol> linearized(Symbol class_symbol);
  // Returns the first method of that name in the method resolution order of a class; null if the
  // project has none. If `behind` is given, only the classes after `behind` count, as for
  // super(). The program owns the result.
  FunctionInfo* method(Symbol class_symbol, std::string_view name, Symbol behind = {});
  // Returns true if the class inherits from a class that the project does not define, other than
  // `object`: it may have any member.
  bool has_foreign_base(Symbol class_symbol);
  // Returns true if the project defines the class and all that it inherits from, but for classes of
  // libraries that give it no members.
  bool is_plain(Symbol class_symbol);

  // Returns true if a class is an enumeration of Python's `enum`.
  bool is_enumeration(Symbol class_symbol);
  // Returns the names of the fields of a dataclass or named tuple, inherited ones first.
  std::vector<std::string_view> fields_of(Symbol class_symbol);

  // Returns true if the project defines the function or class that the symbol stands for.
  bool defines(Symbol symbol) { return function(symbol) || class_of(symbol); }
  // Returns the symbol whose constructor a call of a symbol runs: for a class of the project
  // without an __init__ the Runner or DataParallel that it inherits from, else the symbol itself.
  Symbol constructor(Symbol symbol);
  // Returns the symbol of `super().name` in a method of the class `owner`, for the object `self`,
  // if a library's class comes after `owner`; for __init__ that is the class itself, whose
  // constructor it is. "super().name" if no library's class comes after it.
  Symbol behind(Symbol self, Symbol owner, std::string_view name);
  // Returns the methods that the call of a method of an unknown object ("?.fit"), or of the module
  // inside of a wrapper, may mean: those of that name in the given classes; empty if there are more
  // than three.
  std::vector<FunctionRef> possible_methods(Symbol symbol, const std::set<Symbol>& classes);

  // Returns the names that the statements of a module call: "f" for each f(...) in it.
  const std::unordered_set<std::string_view>& called_names(int module);
  // Returns all functions of a module, by the 0-based byte offset at which they begin.
  std::map<std::uint32_t, FunctionInfo>& functions(int module);

 private:
  // A lambda as the function that returns its body.
  struct OfLambda {
    syntax::Return body;
    const syntax::Stmt* only;
    syntax::Function function;
  };
  std::deque<OfLambda> lambdas_;
  std::vector<Module> modules_;
  std::map<std::string, int> by_path_;
  std::vector<std::map<std::uint32_t, FunctionInfo>> functions_;
  std::vector<std::map<std::uint32_t, ClassInfo>> classes_;
  struct Order {
    std::vector<Symbol> classes;
    std::size_t version = 0;
  };
  // The method resolution order of a class. Valid until a class is added.
  const std::vector<Symbol>& order_of(Symbol class_symbol);
  std::unordered_map<Symbol, Order> orders_;
  std::size_t version_ = 1;                            // of all classes and their bases
  std::unordered_set<std::string_view> method_names_;  // of all classes
  std::map<int, std::unordered_set<std::string_view>> called_names_;  // by module, if asked for
};

}  // namespace mmlint::script
