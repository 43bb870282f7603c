#include "base/text_edit.h"

namespace mmlint {

TextEdit insertion(FileId file, std::uint32_t at, std::string text) {
  return {{file, at, at}, std::move(text)};
}

bool touches(const TextEdit& a, const TextEdit& b) {
  if (a.span.file != b.span.file) return false;
  if (a.span.begin == b.span.begin) return true;
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

Result<std::string> apply_edits(std::string_view bytes, std::vector<TextEdit> edits) {
  std::ranges::sort(edits, [](const TextEdit& a, const TextEdit& b) { return a.span < b.span; });
  std::size_t size = bytes.size();
  for (std::size_t i = 0; i < edits.size(); ++i) {
    const Span& span = edits[i].span;
    MM_CHECK(span.file == edits.front().span.file);
    if (span.begin > span.end || span.end > bytes.size()) {
      return fail("one of its edits lies outside of the file");
    }
    // Sorted, so if any two edits touch then two neighbours do.
    if (i > 0 && touches(edits[i - 1], edits[i])) {
      return fail("two of its edits change the same text");
    }
    size += edits[i].replacement.size();
  }

  std::string out;
  out.reserve(size);
  std::size_t copied = 0;
  for (const TextEdit& edit : edits) {
    out.append(bytes.substr(copied, edit.span.begin - copied));
    out.append(edit.replacement);
    copied = edit.span.end;
  }
  out.append(bytes.substr(copied));
  return out;
}

}  // namespace mmlint
