#pragma once

#include "syntax/document.h"

namespace mmlint::fix {

// Where a script asks about CUDA, and who is used there. The script is read once, for all
// questions. The document must outlive this.
class CudaPlaces {
 public:
  CudaPlaces(const syntax::Document& document);

  // Returns true if a place is in code that the script has for CUDA too: below a condition that
  // speaks of CUDA, in a function or class that has one, in a function or class that is used below
  // one, or in the value of a variable that is read there or in such a function or class.
  bool serve(Span place) const;
  // Returns the name of the function or class of the top level, or below its conditions, that holds
  // a place, else of the variable whose value holds it; empty if none does.
  std::string_view unit_around(Span place) const;
  // Returns true if the file imports a function, class or variable of this name, or the module that
  // has it, and uses it below a condition that speaks of CUDA, or in a function or class that is
  // used below one.
  bool use(std::string_view name) const;

 private:
  // Places of which none holds another.
  class Spans {
   public:
    // Takes places of which each two are apart or one in the other, and keeps the outermost.
    void assign(std::vector<Span> all);
    bool any_around(Span place) const;
    bool any_inside(Span place) const;

   private:
    std::vector<Span> spans_;  // by where they begin
  };
  // From where to where a name is read.
  struct Extent {
    std::uint32_t first = std::numeric_limits<std::uint32_t>::max(), last = 0;
    void add(Span at);
    bool any() const { return first <= last; }
    bool any_outside(Span at) const { return any() && (first < at.begin || last >= at.end); }
  };
  struct Reads {
    Extent asked;    // below a condition that speaks of CUDA
    Extent in_unit;  // in a function or class that is used below one
    bool any() const { return asked.any() || in_unit.any(); }
  };
  using ReadsByName = std::map<std::string_view, Reads>;
  struct Unit {
    std::string_view name;
    Span at;
    bool is_variable;
  };
  struct Found;

  const Unit* outermost(Span place) const;
  bool is_read_outside(const Unit& unit) const;

  Spans asked_;              // all of the statement or expression that asks
  std::vector<Unit> units_;  // the outermost functions, classes and assignments
  ReadsByName names_, attributes_;
  std::multimap<std::string, std::string_view> imported_;  // a name in its module: as what
};

}  // namespace mmlint::fix
