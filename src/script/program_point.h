#pragma once

#include "base/span.h"
#include "script/guard.h"

// What is known of a run at a place of a training script.
namespace mmlint::script {

// On which of the paths to a program point an event has happened. kNone and kAll are must facts;
// kSome says nothing of a single path.
enum class OnPaths : std::uint8_t { kNone, kSome, kAll };

// What is known of a run at the place of a fact.
struct ProgramPoint {
  Guard guard;  // the path condition: it must hold here
  // Must: one of these holds as well, of a condition that holds in several ways. Empty: nothing.
  std::vector<Guard> ways = {};
  bool handled = false;   // must: inside a `try` that goes on after an exception
  Span handled_by = {};   // the body of that `try` (Attempt::body); unknown if several or none do
  bool open = false;      // must: inside a branch on a condition of which nothing is known
  Guard open_where = {};  // only where this holds: elsewhere a run does not take the other branch
  // Must: torch computes no gradients here, as under torch.no_grad(). Assumed in every decorated
  // function, since the decorator may be torch.no_grad().
  bool no_gradients = false;
  bool reached = true;  // may: the run gets here from the script's first line, if not stopped
  // The class or function that holds the place, if nothing in the program reaches it and its file
  // calls `register_module`: a registry may build it. Unknown otherwise.
  Span built_as = {};
  OnPaths group = OnPaths::kNone;   // the default process group has been made
  OnPaths runner = OnPaths::kNone;  // a Runner has been built

  // Takes over from the point before a statement what no longer holds behind it.
  void leave(const ProgramPoint& before) {
    handled_as(before);
    open = before.open;
    open_where = before.open_where;
    ways = before.ways;
  }
  // Takes over from another point by which `try` an exception is handled.
  void handled_as(const ProgramPoint& other) {
    handled = other.handled;
    handled_by = other.handled_by;
  }
  friend bool operator==(const ProgramPoint&, const ProgramPoint&) = default;
};

}  // namespace mmlint::script
