#include "logs/assembler.h"

#include "base/algorithms.h"
#include "base/text.h"

namespace mmlint::logs {
namespace {

constexpr std::size_t kMessage = 4096;       // bytes of a message that are kept
constexpr std::uint32_t kMessageLines = 12;  // lines of it
constexpr std::size_t kFrames = 120;         // calls of a traceback; more are recursion
constexpr std::size_t kOpen = 64;            // tracebacks that are open at a time
constexpr std::uint32_t kIdle = 400;         // lines of others after which one is given up
constexpr std::size_t kSource = 400;         // bytes of a line of code
constexpr std::size_t kChain = 8;
constexpr std::size_t kLoose = 600;  // bytes that are kept of lines between mixed tracebacks
constexpr std::size_t kStreams = 4096;

// Exceptions that only tell of another one, whose traceback stands behind them.
bool wraps_another(const Trace& trace) {
  return trace.type.ends_with("ProcessRaisedException") ||
         (trace.message.starts_with("Caught ") &&
          (trace.message.find(" in DataLoader worker process ") != std::string::npos ||
           trace.message.find(" in replica ") != std::string::npos)) ||
         trace.type.ends_with("_RemoteTraceback") || trace.type == "RemoteTraceback";
}

// Lines of loggers and launchers, which go on with no message.
bool begins_other(std::string_view text) {
  for (const std::string_view start : {"WARNING",
                                       "ERROR:",
                                       "INFO:",
                                       "[W ",
                                       "[E ",
                                       "[I ",
                                       "E0",
                                       "E1",
                                       "W0",
                                       "W1",
                                       "srun:",
                                       "slurmstepd",
                                       "terminate called",
                                       "Killed",
                                       "=====",
                                       "-----",
                                       "*****",
                                       "Epoch",
                                       "Iter(",
                                       "usage:",
                                       "  0%|"}) {
    if (text.starts_with(start)) return true;
  }
  return false;
}

// True if a line of code calls a function, as far as its name tells.
bool calls_function(std::string_view source, std::string_view function) {
  const std::size_t at = function.empty() ? source.npos : source.find(function);
  return at != source.npos && source.substr(at + function.size()).starts_with('(');
}

void add_to_message(std::string& message, std::string_view text) {
  if (message.size() >= kMessage) return;
  if (!message.empty()) message += '\n';
  message.append(text.substr(0, kMessage - message.size()));
}

}  // namespace

// Gives the traceback that is complete, unless it goes on with another one.
void Assembler::release(Stream& stream) {
  if (!stream.done) return;
  Trace trace = std::move(*stream.done);
  stream.done.reset();
  sink_(std::move(trace));
}

void Assembler::begin(Stream& stream, const LogLine& line) {
  if (stream.done && stream.joined) {
    if (stream.chain.size() < kChain) stream.chain.push_back(std::move(*stream.done));
    stream.done.reset();
  } else if (stream.done && wraps_another(*stream.done)) {
    stream.done->wrapped = true;
    release(stream);
    stream.chain.clear();
  } else {
    release(stream);
    stream.chain.clear();
  }
  Open open;
  open.trace.rank = line.rank;
  open.trace.first_line = line.number;
  if (stream.joined) open.trace.earlier = std::move(stream.chain);
  stream.joined = false;
  stream.chain.clear();
  if (stream.open.size() >= kOpen) stream.open.erase(stream.open.begin());
  stream.open.push_back(std::move(open));
  if (stream.open.size() > 1) stream.mixed = true;
}

// Gives the longest of the tracebacks whose end never came, with what may be their exception.
void Assembler::give_up(Stream& stream) {
  const auto shorter = [](const Open& a, const Open& b) {
    return a.trace.frames.size() < b.trace.frames.size();
  };
  const auto longest = std::ranges::max_element(stream.open, shorter);
  if (longest == stream.open.end() || longest->trace.frames.empty() || stream.ignored) return;
  if (longest->trace.headless) return;  // it may be any text
  Trace trace = std::move(longest->trace);
  const Frame& inner = trace.frames.back();
  trace.mixed = stream.mixed;
  trace.line = stream.loose.empty() ? trace.first_line : stream.loose_line;
  trace.message = stream.loose;
  if (trace.message.empty()) trace.message = inner.source.empty() ? inner.path : inner.source;
  sink_(std::move(trace));
}

bool Assembler::take_frame(Stream& stream, Frame&& frame) {
  if (stream.open.empty()) return false;
  Open* chosen = nullptr;
  bool called = false;  // the last line of the one that was chosen calls this function
  for (Open& each : stream.open) {
    const auto& frames = each.trace.frames;
    if (is_in(frame, frames)) continue;
    const bool calls = !frames.empty() && calls_function(frames.back().source, frame.function);
    if (chosen == nullptr || (calls && !called)) {
      chosen = &each;
      called = calls;
    }
  }
  if (chosen == nullptr) chosen = &stream.open.back();  // recursion
  // Of a call that another process made as well, the line of code may be known.
  for (const Open& each : stream.open) {
    const auto& others = each.trace.frames;
    const auto same = std::ranges::find(others, frame);
    if (frame.source.empty() && same != others.end()) frame.source = same->source;
  }
  auto& frames = chosen->trace.frames;
  if (frames.size() >= kFrames) frames.erase(frames.begin() + kFrames / 2);
  frames.push_back(std::move(frame));
  chosen->idle = 0;
  chosen->call = ++stream.calls;
  return true;
}

// A line of code below its call, or the marks below that.
bool Assembler::take_source(Stream& stream, std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t");
  if (begin == text.npos || begin < 2) return false;
  std::string_view bare = text.substr(begin, kSource);
  if (bare.find_first_not_of("^~ ") == bare.npos) return true;
  // Marks of another process may stand around it.
  const std::size_t code = bare.starts_with('^') ? bare.find_first_not_of("^ ") : 0;
  bare = bare.substr(code, bare.find_last_not_of("^ ") + 1 - code);
  // Of a call that several processes made, each prints the line.
  const auto count = std::ranges::count_if(stream.open, [&](const Open& each) {
    return std::ranges::any_of(each.trace.frames,
                               [&](const Frame& frame) { return frame.source == bare; });
  });
  if (count > 1) return true;
  Open* newest = nullptr;
  for (Open& each : stream.open) {
    if (each.trace.frames.empty() || !each.trace.frames.back().source.empty()) continue;
    if (newest == nullptr || each.call > newest->call) newest = &each;
  }
  if (newest == nullptr) return count > 0;
  const Frame& frame = newest->trace.frames.back();
  newest->idle = 0;
  for (Open& each : stream.open) {
    for (Frame& same : each.trace.frames) {
      if (same == frame && same.source.empty()) same.source = bare;
    }
  }
  return true;
}

void Assembler::end(Stream& stream, const ExceptionLine& exception, const LogLine& line) {
  auto longest = stream.open.begin();
  for (auto each = stream.open.begin(); each != stream.open.end(); ++each) {
    if (each->trace.frames.size() > longest->trace.frames.size()) longest = each;
  }
  Trace trace;
  if (longest != stream.open.end()) {
    trace = std::move(longest->trace);
    stream.open.erase(longest);
  } else {
    trace.first_line = line.number;
    trace.rank = line.rank;
  }
  trace.type = exception.type;
  trace.message.clear();
  add_to_message(trace.message, exception.message);
  trace.line = line.number;
  trace.mixed = stream.mixed;
  if (stream.open.empty()) stream.mixed = false;
  const bool ignored = stream.ignored;
  stream.ignored = false;
  release(stream);
  if (ignored) return;
  stream.done = std::move(trace);
  if (stream.open.empty()) stream.loose.clear();
  stream.message_lines = 0;
  stream.joined = false;
}

bool Assembler::take_exception(Stream& stream, const LogLine& line) {
  const bool inside = !stream.open.empty();
  if (const auto exception = exception_of(line.text, inside)) {
    end(stream, *exception, line);
    return true;
  }
  return false;
}

// Goes on with the message of the exception above.
bool Assembler::take_message(Stream& stream, const LogLine& line) {
  if (!stream.done || line.stamped) return false;
  if (stream.joined) return trim(line.text).empty();
  Trace& trace = *stream.done;
  if (trim(line.text)
          .empty()) {  // behind it stands something else, but for the text of an empty message
    if (!trace.message.empty()) stream.message_lines = kMessageLines;
    return true;
  }
  if (stream.message_lines >= kMessageLines || begins_other(line.text)) return false;
  ++stream.message_lines;
  add_to_message(trace.message, line.text);
  return true;
}

bool Assembler::take(const LogLine& line, bool reports) {
  const int key = line.rank.value_or(-1);
  const auto found = streams_.find(key);
  const bool starts = begins_traceback(line.text);
  const bool ignores = ignores_traceback(line.text);
  if (found == streams_.end()) {
    if (!starts && !ignores && !exception_of(line.text, false) &&
        !line.text.starts_with("  File \""))
      return false;
    if (streams_.size() >= kStreams) return false;
  }
  Stream& stream = found == streams_.end() ? streams_[key] : found->second;
  if (ignores) {
    release(stream);
    return stream.ignored = true;
  }
  if (joins_tracebacks(line.text)) {
    stream.joined = stream.done.has_value();
    return true;
  }
  if (starts) {
    begin(stream, line);
    return true;
  }
  if (auto frame = stream.open.empty() ? frame_of(line.text) : std::nullopt;
      frame && frame->function.empty() && line.text.starts_with("  File \"")) {
    begin(stream, line);
    stream.open.back().trace.headless = true;
    return take_frame(stream, std::move(*frame));
  }
  if (!stream.open.empty()) {
    if (auto frame = frame_of(line.text)) return take_frame(stream, std::move(*frame));
    if (take_source(stream, line.text)) return true;
  }
  if (take_exception(stream, line)) return true;
  if (!stream.open.empty()) {
    if (stream.loose.empty()) stream.loose_line = line.number;
    const std::string_view bare =
        line.text.substr(std::min(line.text.find_first_not_of(": "), line.text.size()));
    if (!line.stamped && !begins_other(bare) && stream.loose.size() < kLoose)
      add_to_message(stream.loose, bare);
    for (Open& each : stream.open) ++each.idle;
    std::erase_if(stream.open, [](const Open& each) { return each.idle > kIdle; });
  }
  if (!reports && take_message(stream, line)) return true;
  release(stream);
  return false;
}

void Assembler::finish() {
  for (auto& [rank, stream] : streams_) {
    release(stream);
    give_up(stream);
  }
  streams_.clear();
}

}  // namespace mmlint::logs
