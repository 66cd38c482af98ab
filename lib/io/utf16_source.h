// Conversion of UTF-16, also of a file in which only some parts are UTF-16.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// The parts of a text that have been read.
struct TextParts {
  std::optional<Encoding> utf16 = {};  // encoding of the first part in UTF-16
  bool has_others = false;             // other parts contain text

  bool is_mixed() const { return utf16 && has_others; }
};

// Returns the byte order if the text begins in UTF-16. `start` is the beginning of a file.
std::optional<Encoding> find_utf16_at_start(std::string_view start);

// A source that converts parts in UTF-16 to UTF-8 without their byte order marks, and does not
// change other parts. Programs that append to a file in another encoding write such files. A part
// in UTF-16 begins where every second byte is NUL, and ends at a tag or at a line of ASCII text.
class Utf16Source final : public ByteSource {
 public:
  // `parts` contains the byte order if the text begins in UTF-16. It must outlive the source.
  Utf16Source(std::shared_ptr<ByteSource> source, TextParts& parts);

  std::size_t read(std::span<char> into) override;
  std::optional<std::string> damage() const override { return source_->damage(); }
  bool is_cpu_bound() const override { return source_->is_cpu_bound(); }

 private:
  // Converts the bytes that need no more context. Returns false at the end.
  bool refill();
  // Convert one part or its beginning, and return the number of bytes used. The rest needs more
  // context.
  std::size_t convert_utf16(std::string_view bytes, bool is_last);
  std::size_t copy_others(std::string_view bytes, bool is_last);
  void begin_utf16(Encoding order);
  void note_others(std::string_view bytes);

  std::shared_ptr<ByteSource> source_;
  TextParts& parts_;
  std::optional<Encoding> order_;  // set within a part in UTF-16
  std::optional<Utf16Decoder> decoder_;
  std::string bytes_;  // bytes that need more context
  std::string text_;
  std::size_t text_read_ = 0;
  char last_ = '\0';  // the last byte of the other parts
};

}  // namespace arbiter
