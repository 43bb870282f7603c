#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/document.h"

namespace mmlint::script {

// A function of the project. What it is in its class is told by its decorators.
struct FunctionInfo {
  enum class Kind : std::uint8_t {
    kPlain,
    kStatic,
    kClass,
    kProperty,
    kSetter
  } kind = Kind::kPlain;
  int module = 0;
  const syntax::Function* node = nullptr;
  std::string owner;  // the symbol of the class that holds it; empty of other functions
  int closure = -1;   // the last one that was made of it; see Walker::closures_
};

// A class of the project.
struct ClassInfo {
  int module = 0;
  const syntax::Class* node = nullptr;
  std::vector<std::string> bases;  // the symbols of those that are known
  std::map<std::string_view, FunctionInfo*> methods, setters;  // that stand in it
};

// A function with what its symbol binds.
struct FunctionRef {
  FunctionInfo* info = nullptr;
  int closure = -1;
  std::string self;  // the symbol that its first parameter gets; empty if it gets none
};

// One file of a program.
struct Module {
  std::string path;
  std::string name;                            // what __name__ is
  const syntax::Document* document = nullptr;  // null for a package without __init__.py
  std::vector<const syntax::Stmt*> statements;
};

// The modules, functions and classes of a program, and the symbols that name them (symbols.h).
class Program {
 public:
  // Adds a module that is parsed, or returns the index of the one that has this path.
  int add(std::string path, std::string name, const syntax::Document* document,
          syntax::Parser& parser);
  const Module& module(int index) const { return modules_[static_cast<std::size_t>(index)]; }
  std::size_t size() const { return modules_.size(); }

  // Each returns the symbol of what is added. What was added before stays as it is.
  std::string add(int module, const syntax::Function& function, std::string owner);
  std::string add(int module, const syntax::Class& node, std::vector<std::string> bases);

  // Returns what a symbol stands for; nothing if it is none of the project. The results belong to
  // the program.
  std::optional<FunctionRef> function(std::string_view symbol);
  ClassInfo* class_of(std::string_view symbol);  // of the class, or of an instance
  static std::optional<int> module_of(std::string_view symbol);
  static std::string symbol_of_module(int index) { return "module@" + std::to_string(index); }
  // Returns the class of an instance's symbol, "class@0:7" of "class@0:7()"; else the symbol.
  static std::string_view class_symbol(std::string_view symbol);

  // The class itself and what it inherits from, in the order in which Python looks; symbols of
  // libraries are among them.
  std::vector<std::string> linearized(std::string_view class_symbol);
  // The function of that name in the class or in one that it inherits from, but for those before
  // `behind` and itself; null if the project has none. *found gets the class that holds it.
  FunctionInfo* method(std::string_view class_symbol, std::string_view name,
                       std::string_view behind = {});
  // True if something that is no class of the project is inherited: it may have any member.
  bool has_foreign_base(std::string_view class_symbol);

  // True if the project defines what a call of the symbol does.
  bool defines(std::string_view symbol) { return function(symbol) || class_of(symbol); }
  // Returns what is called where a symbol is: of a class without a constructor of its own that of a
  // Runner or a DataParallel that it inherits from, else the symbol itself.
  std::string constructor(const std::string& symbol);
  // Returns the symbol of `super().name` if that is a library's, for an object of this symbol in a
  // method of the class `owner`: super().__init__ is the constructor of its class.
  std::string behind(std::string_view self, std::string_view owner, std::string_view name);
  // Returns the methods that a call of something unknown ("?.fit") may mean: those of that name of
  // the given classes, if they are few.
  std::vector<FunctionRef> possible_methods(std::string_view symbol,
                                            const std::set<std::string>& classes);

  // All functions of a module, by the offset at which they stand.
  std::map<std::uint32_t, FunctionInfo>& functions(int module);

 private:
  std::vector<Module> modules_;
  std::map<std::string, int> by_path_;
  std::vector<std::map<std::uint32_t, FunctionInfo>> functions_;
  std::vector<std::map<std::uint32_t, ClassInfo>> classes_;
};

}  // namespace mmlint::script
