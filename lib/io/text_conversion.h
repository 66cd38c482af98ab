// Conversion of text to plain UTF-8, from UTF-16, other encodings, HTML and text frames.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "lib/base/encoding.h"
#include "lib/io/byte_source.h"
#include "lib/io/legacy_encoding.h"
#include "lib/io/utf16_source.h"

namespace arbiter {

// The original form of a converted text.
struct TextForm {
  TextParts parts = {};  // updated while the text is read
  bool is_html = false;
  // A sentence about the removed frame, see text_frame.h; empty if there is none.
  std::string frame = {};
  // The most likely encoding, used only if EncodingGuess::is_sure(). Empty before the text has been
  // read, and for certain Windows-1252.
  EncodingGuess guess = {};
  // The encoding from which the text was converted, guessed or given; empty if the text is not
  // converted.
  std::string_view converted_from = {};
  // True if the encoding is uncertain (see EncodingGuess::is_sure()), or if the text contains ISO
  // 2022 or HZ escape sequences.
  bool is_unproved = false;
  struct Undecoded {
    std::uint64_t bytes = 0;
    std::uint64_t line = 1;  // line of the first undecoded byte
    unsigned char first = 0;
  };
  Undecoded undecoded = {};
  bool is_cut = false;  // the source ended early, so the end of the text is missing

  // Checks whether all bytes except letters are the same as in the file.
  bool has_own_bytes() const { return !parts.utf16 && !is_html && frame.empty(); }
  bool is_plain() const { return has_own_bytes() && converted_from.empty(); }
};

// The treatment of text that is not UTF-8.
enum class LegacyText : std::uint8_t {
  Guess,  // converts text whose encoding is certain, see guess_encoding()
  Keep,
  Convert,  // converts text from a given encoding, unless it is non-ASCII UTF-8
};

// Sets the treatment for all files opened later. Precondition: fault_of_encoding() accepts
// `encoding`. Not thread-safe.
void set_legacy_text(LegacyText treatment, std::string_view encoding = {});

// Checks whether undecoded bytes are written unchanged, because the encoding was given and not
// guessed.
bool keeps_undecoded_bytes();

// From now on, text of uncertain encoding counts as damaged, so that no file is replaced based on a
// guess. A given encoding is certain. Not thread-safe.
void require_proved_encodings();

// A function that is called on the reading thread with the name of each text whose encoding was
// guessed. It is also called for UTF-8 text if another encoding was given.
using GuessListener = std::function<void(std::string_view name, const TextForm& form)>;

// Not thread-safe.
void set_guess_listener(GuessListener listener);

std::string guess_text(const TextForm& form);

TextForm form_of_text(std::string_view start);

struct PlainText {
  std::unique_ptr<TextForm> form;  // the form before the conversion
  std::unique_ptr<ByteSource> source;
};

// Converts UTF-16 and other encodings to UTF-8, removes HTML tags, replaces HTML entities, and
// removes the frame around games. Bytes that cannot be decoded are kept; damage() of the source
// then contains the position of the first such byte. The GuessListener receives `name`.
PlainText plain_text(std::unique_ptr<PeekableSource> source, std::string name = {});

// Returns the character of an HTML or XML entity, given without "&" and ";": "amp", "#39", "#x27".
std::optional<char32_t> code_point_of_entity(std::string_view name);

// Checks whether plain_text() changes nothing. Reads up to 1 MB beyond the first byte that is not
// UTF-8.
bool is_plain_text(std::unique_ptr<PeekableSource> source);

}  // namespace arbiter
