#include "lib/io/utf16_source.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "lib/base/text.h"

namespace arbiter {
namespace {

constexpr std::size_t kUtf16BlockBytes = 32 * 1024;
constexpr std::size_t kContext = 64;  // bytes after a position that prove the encoding there
constexpr std::size_t kMarkBytes = 2;

constexpr bool is_text_byte(char c) {
  return (c >= ' ' && c <= '~') || c == '\t' || c == '\r' || c == '\n';
}

// Checks for a tag: `[Event "`
bool has_whole_tag(std::string_view text) {
  for (std::size_t at = text.find('['); at != text.npos; at = text.find('[', at + 1)) {
    const std::string_view name = text.substr(at + 1);
    const auto end = std::ranges::find_if_not(name, [](char c) { return is_letter(c); });
    const auto size = static_cast<std::size_t>(end - name.begin());
    if (size >= 2 && name.substr(size).starts_with(" \"")) return true;
  }
  return false;
}

// Checks whether text that is not UTF-16 begins. `rest` is the rest of the file, or its first
// kContext bytes. Ideograms in UTF-16 may look like ASCII text, but not with spaces between them.
bool begins_other_text(std::string_view rest) {
  if (rest.starts_with(kUtf8Bom)) rest.remove_prefix(kUtf8Bom.size());
  const auto end = std::ranges::find_if_not(rest, is_text_byte);
  const std::string_view text = rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
  if (has_whole_tag(text)) return true;
  constexpr std::ptrdiff_t kMinSpaces = 3;
  return text.size() >= std::min(rest.size(), kContext / 2) &&
         std::ranges::count_if(text, [](char c) { return c <= ' '; }) >= kMinSpaces;
}

// Checks whether UTF-16 begins with the byte before the NUL byte that starts `rest`. `rest` is the
// rest of the file, or its first kContext bytes.
bool continues_utf16(std::string_view rest) {
  constexpr std::size_t kUnits = 6;  // `Site "`
  const std::size_t units = std::min(kUnits, rest.size() / 2);
  for (std::size_t unit = 0; unit < units; ++unit) {
    if (rest[2 * unit] != '\0' || !is_text_byte(rest[2 * unit + 1])) return false;
  }
  return units >= 3;
}

constexpr Encoding other_order(Encoding order) {
  return order == Encoding::Utf16Le ? Encoding::Utf16Be : Encoding::Utf16Le;
}

constexpr std::string_view mark_of(Encoding order) {
  return order == Encoding::Utf16Le ? "\xFF\xFE" : "\xFE\xFF";
}

}  // namespace

std::optional<Encoding> find_utf16_at_start(std::string_view start) {
  if (begins_other_text(start.substr(0, kContext))) return std::nullopt;
  return find_utf16(start);
}

Utf16Source::Utf16Source(std::shared_ptr<ByteSource> source, TextParts& parts)
    : source_(std::move(source)), parts_(parts) {
  if (parts.utf16) begin_utf16(*parts.utf16);
}

std::size_t Utf16Source::read(std::span<char> into) {
  if (text_read_ == text_.size() && bytes_.empty() && !order_) {
    const std::size_t size = source_->read(into);
    const std::string_view bytes(into.data(), size);
    const std::size_t end = size - std::min(size, kMarkBytes + 1);
    const bool may_have_mark = bytes.find_first_of("\xFE\xFF", end) != bytes.npos;
    if (!may_have_mark && bytes.find('\0') == bytes.npos) {
      note_others(bytes);
      return size;
    }
    bytes_ = bytes;
  }
  while (text_read_ == text_.size()) {
    if (!refill()) return 0;
  }
  const std::size_t size = std::min(into.size(), text_.size() - text_read_);
  std::memcpy(into.data(), text_.data() + text_read_, size);
  text_read_ += size;
  return size;
}

bool Utf16Source::refill() {
  text_.clear();
  text_read_ = 0;
  const std::size_t kept = bytes_.size();
  bytes_.resize(kept + kUtf16BlockBytes);
  const std::size_t size = source_->read(std::span(bytes_.data() + kept, kUtf16BlockBytes));
  bytes_.resize(kept + size);
  const bool is_last = size == 0;
  std::string_view rest = bytes_;
  while (!rest.empty()) {
    const bool was_utf16 = order_.has_value();
    const std::size_t used = was_utf16 ? convert_utf16(rest, is_last) : copy_others(rest, is_last);
    rest.remove_prefix(used);
    if (order_.has_value() == was_utf16) break;
  }
  bytes_.erase(0, bytes_.size() - rest.size());
  if (is_last && order_) decoder_->finish(text_);
  return !is_last || !text_.empty();
}

std::size_t Utf16Source::convert_utf16(std::string_view bytes, bool is_last) {
  std::size_t converted = 0;
  std::size_t at = 0;
  const auto convert_to = [&](std::size_t end) {
    decoder_->append(bytes.substr(converted, end - converted), text_);
    converted = end;
  };
  for (; at + (is_last ? 1 : kContext) < bytes.size(); at += 2) {
    if (bytes[at] == '\0' || bytes[at + 1] == '\0') continue;
    if (bytes.substr(at).starts_with(mark_of(other_order(*order_)))) {
      convert_to(at);
      converted += kMarkBytes;
      begin_utf16(other_order(*order_));
    } else if (begins_other_text(bytes.substr(at, kContext))) {
      convert_to(at);
      decoder_->finish(text_);
      order_.reset();
      return at;
    }
  }
  convert_to(is_last ? bytes.size() : at);
  return converted;
}

std::size_t Utf16Source::copy_others(std::string_view bytes, bool is_last) {
  const auto copy_to = [&](std::size_t end) {
    text_ += bytes.substr(0, end);
    note_others(bytes.substr(0, end));
    return end;
  };
  const auto before = [&](std::size_t at, std::size_t size) { return at - std::min(at, size); };
  for (std::size_t nul = 0; (nul = bytes.find('\0', nul)) != bytes.npos; ++nul) {
    const std::string_view rest = bytes.substr(nul, kContext);
    if (rest.size() < kContext && !is_last) return copy_to(before(nul, kMarkBytes + 1));
    if (!continues_utf16(rest)) continue;
    for (const Encoding order : {Encoding::Utf16Le, Encoding::Utf16Be}) {
      const std::size_t mark = before(nul, kMarkBytes + (order == Encoding::Utf16Le ? 1 : 0));
      if (!bytes.substr(mark).starts_with(mark_of(order))) continue;
      begin_utf16(order);
      return copy_to(mark) + kMarkBytes;
    }
    if (nul == 0 && !parts_.has_others) {
      begin_utf16(Encoding::Utf16Be);
      return 0;
    }
    if (!is_text_byte(nul == 0 ? last_ : bytes[nul - 1])) continue;
    // Copies the character before the NUL byte, which is the same in both encodings.
    begin_utf16(Encoding::Utf16Le);
    return copy_to(nul) + 1;
  }
  const std::size_t mark = bytes.find_first_of("\xFE\xFF", before(bytes.size(), kMarkBytes + 1));
  return copy_to(is_last ? bytes.size() : std::min(mark, bytes.size()));
}

void Utf16Source::begin_utf16(Encoding order) {
  if (decoder_ && order_) decoder_->finish(text_);
  order_ = order;
  decoder_.emplace(order);
  if (!parts_.utf16) parts_.utf16 = order;
}

void Utf16Source::note_others(std::string_view bytes) {
  if (bytes.empty()) return;
  last_ = bytes.back();
  parts_.has_others = true;
}

}  // namespace arbiter
