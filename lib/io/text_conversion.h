// Streams of text in other forms than UTF-8: UTF-16, single-byte encodings, and HTML pages.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/io/byte_source.h"
#include "lib/io/legacy_encoding.h"

namespace arbiter {

// The form of a text before its conversion.
struct TextForm {
  std::optional<Encoding> encoding = {};  // where it was UTF-16
  bool is_html = false;
  // The encoding that a guess found; empty until the text has been read. The text is converted from
  // it only if the guess is sure.
  std::string_view guess = {};
  // The single-byte encoding, guessed or given, from which the text is converted.
  std::string_view converted_from = {};

  bool is_plain() const { return !encoding && !is_html && converted_from.empty(); }
};

// The treatment of text that is not UTF-8.
enum class LegacyText : std::uint8_t {
  Guess,  // converts it if its encoding is sure, see guess_encoding()
  Keep,
  Convert,  // from a given encoding
};

// Sets it for all files that the program opens from now on. Not thread-safe.
void set_legacy_text(LegacyText treatment, const LegacyEncoding& encoding = {});

// Returns the form of a text that begins with `start`; PeekableSource::kPeekBytes are enough.
TextForm form_of_text(std::string_view start);

struct PlainText {
  std::unique_ptr<TextForm> form;  // before the conversion
  std::unique_ptr<ByteSource> source;
};

// Converts UTF-16 and other encodings to UTF-8, and removes the tags and replaces the entities of
// HTML pages.
PlainText plain_text(std::unique_ptr<PeekableSource> source);

// Returns the character of an entity of HTML or XML without "&" and ";": "amp", "#39", "#x27".
std::optional<char32_t> code_point_of_entity(std::string_view name);

// Checks whether plain_text() changes nothing. Reads to the first byte that is not UTF-8, and up to
// 1 MB beyond.
bool is_plain_text(std::unique_ptr<PeekableSource> source);

}  // namespace arbiter
