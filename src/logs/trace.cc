#include "logs/trace.h"

#include "base/text.h"

namespace mmlint::logs {
namespace {

std::optional<std::uint32_t> leading_number(std::string_view text) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end == text.data()) return std::nullopt;
  return value;
}

// `File "x.py", line 3, in f`
std::optional<Frame> plain_frame(std::string_view text) {
  if (!text.starts_with("File \"")) return std::nullopt;
  const std::size_t quote = text.find("\", line ", 6);
  if (quote == text.npos) return std::nullopt;
  const std::string_view rest = text.substr(quote + 8);
  const auto line = leading_number(rest);
  if (!line) return std::nullopt;
  Frame out{std::string(text.substr(6, quote - 6)), *line, {}, {}};
  if (const std::size_t in = rest.find(", in "); in != rest.npos)
    out.function = rest.substr(in + 5);
  return out;
}

// `File ~/x.py:3, in f(a)`, `/x.py in f(a)`, `Cell In[3], line 1`, `Input In [3], in <cell line:
// 1>()`
std::optional<Frame> notebook_frame(std::string_view text) {
  if (text.starts_with("Cell In[") || text.starts_with("Cell In [") ||
      text.starts_with("Input In [")) {
    const std::size_t at = text.find("line ");
    const auto line = at == text.npos ? std::nullopt : leading_number(text.substr(at + 5));
    return Frame{"<notebook>", line.value_or(0), {}, {}};
  }
  if (!text.starts_with("File ")) return std::nullopt;
  const std::size_t in = text.find(", in ");
  if (in == text.npos) return std::nullopt;
  const std::size_t colon = text.rfind(':', in);
  if (colon == text.npos || colon < 5) return std::nullopt;
  const auto line = leading_number(text.substr(colon + 1));
  if (!line) return std::nullopt;
  const std::string_view function = text.substr(in + 5);
  return Frame{std::string(text.substr(5, colon - 5)),
               *line,
               std::string(function.substr(0, function.find('('))),
               {}};
}

constexpr std::array<std::string_view, 7> kEndings = {"Error",   "Exception", "Interrupt", "Exit",
                                                      "Failure", "Timeout",   "Warning"};

}  // namespace

bool begins_traceback(std::string_view text) {
  return text.starts_with("Traceback (most recent call last)") ||
         text.starts_with("Original Traceback (most recent call last)") ||
         (text.ends_with("Traceback (most recent call last)") &&
          exception_of(text.substr(0, text.find(' ')), false));
}

std::optional<Frame> frame_of(std::string_view text) {
  std::string_view bare = trim(text);
  const bool catches = bare.starts_with("> File ");
  if (catches) bare.remove_prefix(2);
  if (auto frame = plain_frame(bare)) {
    frame->catches = catches;
    return frame;
  }
  return notebook_frame(bare);
}

std::optional<ExceptionLine> exception_of(std::string_view text, bool anything) {
  std::size_t end = 0;
  while (end < text.size() && (is_name_byte(text[end]) || text[end] == '.')) ++end;
  if (end == 0 || is_digit(text[0]) || text[0] == '.' || text[end - 1] == '.') return std::nullopt;
  if (end < text.size() && text[end] != ':') return std::nullopt;
  const std::string_view type = text.substr(0, end);
  const std::string_view last = type.substr(type.rfind('.') + 1);
  const bool named =
      std::ranges::any_of(kEndings, [&](std::string_view each) { return last.ends_with(each); });
  if (last.ends_with("Warning")) return std::nullopt;
  const bool upper = last[0] >= 'A' && last[0] <= 'Z';
  const bool dotted = last.size() < type.size();
  if (!(named && upper) && !(anything && (upper || dotted))) return std::nullopt;
  if (end < text.size() && end + 1 < text.size() && text[end + 1] != ' ') return std::nullopt;
  std::string_view message = text.substr(std::min(end + 1, text.size()));
  if (message.starts_with(' ')) message.remove_prefix(1);
  return ExceptionLine{type, message};
}

std::string_view thrown_by_cpp(std::string_view text) {
  constexpr std::string_view kWhat = "what():";
  const std::string_view bare = trim(text);
  return bare.starts_with(kWhat) ? trim(bare.substr(kWhat.size())) : std::string_view();
}

bool joins_tracebacks(std::string_view text) {
  return text.starts_with("During handling of the above exception, another exception occurred") ||
         text.starts_with("The above exception was the direct cause of the following exception");
}

bool ignores_traceback(std::string_view text) {
  return text.starts_with("Exception ignored in") || text.starts_with("--- Logging error ---") ||
         text.starts_with("Error in atexit._run_exitfuncs") ||
         text.starts_with("Exception in thread QueueFeederThread");
}

bool ends_program(const Trace& trace, bool trained) {
  const auto is_runpy = [](const Frame& frame) {
    return frame.path.find("runpy") != std::string::npos;
  };
  const auto main = std::ranges::find_if_not(trace.frames, is_runpy);
  if (main == trace.frames.end() || main->function != "<module>" || !is_of_project(*main))
    return false;
  if (std::ranges::any_of(trace.frames, &Frame::catches)) return false;
  return trained || std::any_of(main, trace.frames.end(), [](const Frame& frame) {
           return is_of_project(frame) && frame.function != "<module>";
         });
}

std::string normalized(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool starts = i == 0 || !is_name_byte(text[i - 1]);
    if (text.substr(i).starts_with("0x") && starts) {
      i += 2;
      while (i < text.size() && is_name_byte(text[i])) ++i;
      out += '#';
      if (i < text.size()) out += text[i];
    } else if (is_digit(text[i])) {
      while (i + 1 < text.size() && (is_digit(text[i + 1]) || text[i + 1] == '.')) ++i;
      out += '#';
    } else {
      out += text[i];
    }
  }
  return out;
}

bool is_of_project(const Frame& frame) {
  std::string path = frame.path;
  std::ranges::replace(path, '\\', '/');
  if (frame.function.starts_with("mmlint_probe")) return false;
  if (path.empty() || path.starts_with("<frozen") || path == "<string>") return false;
  for (const std::string_view part :
       {"site-packages/", "dist-packages/", "/lib/python", "/Lib/", "/lib64/python", "/torch/",
        "/mmengine/", "/mmcv/", "/bin/torchrun", "/bin/mim", ".pyenv/"}) {
    if (path.find(part) != path.npos) return false;
  }
  return true;
}

const Frame* project_frame(const Trace& trace) {
  for (auto each = trace.frames.rbegin(); each != trace.frames.rend(); ++each) {
    if (is_of_project(*each)) return &*each;
  }
  return nullptr;
}

}  // namespace mmlint::logs
