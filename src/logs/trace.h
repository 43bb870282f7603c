#pragma once

#include "base/std.h"

namespace mmlint::logs {

// A call of a traceback.
struct Frame {
  std::string path;
  std::uint32_t line = 0;  // 1-based
  std::string function;    // may be empty, as in a SyntaxError
  std::string source;      // the line of code, if the log has it
  bool catches = false;    // marked by loguru, which also prints the calls outside of this one

  friend bool operator==(const Frame& a, const Frame& b) {
    return a.line == b.line && a.path == b.path && a.function == b.function;
  }
};

// An exception in a log, with the calls that led to it, outermost first.
struct Trace {
  std::string type;     // "torch.cuda.OutOfMemoryError"; empty where lines are too mixed to tell
  std::string message;  // what stands behind the type, lines joined by '\n'; bounded
  std::vector<Frame> frames;
  std::optional<int> rank;
  std::uint64_t first_line = 0;  // of the log: where the traceback begins
  std::uint64_t line = 0;        // where the exception stands
  bool mixed = false;            // lines of several processes stand between its own
  bool headless = false;  // without the line that begins one, as Python tells of a script's syntax
  bool wrapped = false;   // raised for another exception, which is a trace of its own behind it
  std::vector<Trace> earlier;  // those that it was raised in the handling of, the first one first

  // True for a traceback whose exception is not in the log, or not to be told from other lines.
  bool is_unfinished() const { return type.empty() && !frames.empty(); }
  std::string text() const {
    return message.empty() ? type : type.empty() ? message : type + ": " + message;
  }
};

// What a line of a log is to a traceback.
bool begins_traceback(std::string_view text);
// Returns the call of `  File "x.py", line 3, in f`, also as IPython, Jupyter and loguru write it.
std::optional<Frame> frame_of(std::string_view text);
// A line such as "ValueError: message" at the first column.
struct ExceptionLine {
  std::string_view type, message;
};
// Returns the exception that the line names; with `anything`, inside of a traceback, also a name
// that does not say by its ending that it is an exception. Warnings are none.
std::optional<ExceptionLine> exception_of(std::string_view text, bool anything);
// Returns the message of "  what():  message", with which C++ ends a program by an exception that
// is not caught; empty for another line.
std::string_view thrown_by_cpp(std::string_view text);
// Returns true if the line says that the next traceback was raised while the last one was handled.
bool joins_tracebacks(std::string_view text);
// Returns true if the next traceback is only told of: nothing ended because of it.
bool ignores_traceback(std::string_view text);

// Returns true for an exception that went through the whole program, up to the script that Python
// was started with, so that its process ended: one that is caught has no call from outside of the
// function that catches it. What a module raises before anything has `trained` may be an import
// that another one goes without.
bool ends_program(const Trace& trace, bool trained);

// Returns a text in which numbers, addresses and the like are all the same, so that what several
// ranks say about their own cards is equal.
std::string normalized(std::string_view text);

// Returns true for a file of the user's project, as far as its path tells: not of Python, of a
// package that is installed, or of a notebook's kernel.
bool is_of_project(const Frame& frame);
// Returns the innermost call of the project; null if there is none.
const Frame* project_frame(const Trace& trace);

}  // namespace mmlint::logs
