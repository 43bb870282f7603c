#pragma once

#include <functional>
#include <string>
#include <vector>

#include "value/value.h"

namespace mmlint {

class ReprWriter;

// What is behind a Value of kind kObject or kReference.
struct Object {
  virtual ~Object() = default;
  // As Python's == and hash(); where they differ from identity.
  virtual bool equals(const Object& other) const { return this == &other; }
  virtual std::size_t hash() const { return std::hash<const void*>{}(this); }
  // False for what copy.deepcopy raises TypeError for.
  virtual bool is_copyable() const { return true; }
  virtual void leave() {}  // the end of a `with` statement: __exit__
  // Appends what Python's repr() gives for `value`, whose object this is; false where that is not
  // known, which is what most objects say.
  virtual bool repr(ReprWriter& /*out*/, const Value& /*value*/, int /*depth*/) const {
    return false;
  }
};

// A date or a datetime, which only YAML makes; the value's `text` is its isoformat().
struct DateObject : Object {};

// addict's Dict, which ConfigDict's | gives (rule C9): it makes up what it does not have.
inline bool is_addict(const Value& v) {
  return v.kind == Value::Kind::kDict && v.fixed;
}

// MMEngine's LazyObject and LazyAttr (mmengine/config/lazy.py).
struct LazyObject : Object {
  std::string prefix;               // what an attribute is appended to
  std::string name;                 // str() of it
  std::string module;               // its `module` attribute
  bool imported = false;            // from module import name
  Value* source = nullptr;          // of a LazyAttr: the object that it is an attribute of
  std::vector<std::string> dotted;  // of `import a.b` and `import a`: what was imported

  // LazyObject.__repr__ and LazyAttr.__repr__ are their __str__.
  bool repr(ReprWriter& out, const Value& value, int depth) const override;
};

}  // namespace mmlint
