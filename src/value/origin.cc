#include "value/origin.h"

#include "value/value.h"

namespace mmlint {

// What few origins have.
struct Origin::Rare {
  const Origin *source, *shadows, *earlier;
  const std::span<const Origin* const>* reads;
  Span value;  // of any file

  static bool is_needed(const OriginParts& parts) {
    return parts.source || parts.shadows || parts.earlier || parts.reads ||
           (parts.key.known() && parts.value.known() && parts.key.file != parts.value.file);
  }
};

// An origin that says by itself all that is known of it.
struct Origin::Whole : Origin {
  FileId file;               // of the key and of the value; see Rare::value for those of two files
  std::uint32_t begin, end;  // of the value
  bool has_value;
  const Rare* rare;

  Whole(const OriginParts& parts, const Rare* more)
      : Origin(parts.key, parts.how, parts.set, true),
        file(parts.key.known() ? parts.key.file : parts.value.file),
        begin(parts.value.begin),
        end(parts.value.end),
        has_value(parts.value.known()),
        rare(more) {}
};

const Origin* Origin::make(const OriginParts& parts, Arena& arena) {
  const Rare* rare = nullptr;
  if (Rare::is_needed(parts))
    rare = new (arena.allocate(sizeof(Rare)))
        Rare{parts.source, parts.shadows, parts.earlier, parts.reads, parts.value};
  return new (arena.allocate(sizeof(Whole))) Whole(parts, rare);
}

const Origin::Whole* Origin::whole() const {
  return is_whole_ ? static_cast<const Whole*>(this) : nullptr;
}

const Origin::Rare* Origin::rare() const {
  return is_whole_ ? whole()->rare : nullptr;
}

Span Origin::key() const {
  if (!has_key_) return {};
  return {is_whole_ ? whole()->file : set_->span.file, key_begin_, key_begin_ + key_length_};
}

Span Origin::value() const {
  const Whole* whole = this->whole();
  if (!whole) return set_->span;
  if (!whole->has_value) return {};
  return whole->rare ? whole->rare->value : Span{whole->file, whole->begin, whole->end};
}

const Origin* Origin::source() const {
  return rare() ? rare()->source : nullptr;
}

const Origin* Origin::shadows() const {
  return rare() ? rare()->shadows : nullptr;
}

const Origin* Origin::earlier() const {
  return rare() ? rare()->earlier : nullptr;
}

const std::span<const Origin* const>* Origin::reads() const {
  return rare() ? rare()->reads : nullptr;
}

OriginParts Origin::parts() const {
  return {key(), value(), how(), set_, source(), shadows(), earlier(), reads()};
}

Span place(const Origin& origin) {
  const Span key = origin.key();
  return key.known() ? key : origin.value();
}

}  // namespace mmlint
