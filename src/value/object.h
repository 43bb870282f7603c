#pragma once

#include "value/value.h"

namespace mmlint {

class ReprWriter;

// The part of a Value of kind kObject or kReference that only its own type knows. The Pool owns it.
struct Object {
  virtual ~Object() = default;
  // Compare and hash as Python's == and hash() do; types that compare by more than identity
  // override both.
  virtual bool equals(const Object& other) const { return this == &other; }
  virtual std::size_t hash() const { return std::hash<const void*>{}(this); }
  // Returns false for objects on which copy.deepcopy raises TypeError.
  virtual bool is_copyable() const { return true; }
  // Returns true for what refers to nodes of a document's syntax.
  virtual bool holds_syntax() const { return false; }
  virtual void leave() {}  // called at the end of a `with` statement, as __exit__
  // Appends to `out` what Python's repr() gives for `value`, to which this object belongs. Returns
  // false, as most types do, if mmlint does not know that text.
  virtual bool repr(ReprWriter& /*out*/, const Value& /*value*/, int /*depth*/) const {
    return false;
  }
};

// A date or a datetime, which only YAML makes; the `text` of its Value is its isoformat().
struct DateObject : Object {};

// MMEngine's LazyObject and LazyAttr (mmengine/config/lazy.py).
struct LazyObject : Object {
  std::string prefix;               // the dotted text to which an attribute is appended
  std::string name;                 // what str() gives for it
  std::string module;               // the value of its attribute `module`
  bool imported = false;            // made by `from module import name`
  Value* source = nullptr;          // LazyAttr: the object that it is an attribute of
  std::vector<std::string> dotted;  // for `import a.b` and `import a`: what was imported

  // In MMEngine, __repr__ of both classes is their __str__.
  bool repr(ReprWriter& out, const Value& value, int depth) const override;
};

}  // namespace mmlint
