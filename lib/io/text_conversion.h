// Streams of text in other forms than UTF-8: UTF-16, other encodings, HTML pages, and frames.
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

namespace arbiter {

// The form of a text before its conversion.
struct TextForm {
  std::optional<Encoding> encoding = {};  // where it was UTF-16
  bool is_html = false;
  // The sentence about the frame that was removed, see text_frame.h; empty if there is none.
  std::string frame = {};
  // The likeliest encoding; empty until the text has been read, or if that is surely Windows-1252.
  // The text is converted from it only if the guess is sure.
  EncodingGuess guess = {};
  // The encoding, guessed or given, from which the text is converted.
  std::string_view converted_from = {};
  // The encoding of the text is uncertain: see EncodingGuess::is_sure(); or it has escape sequences
  // of ISO 2022 or HZ.
  bool is_unproved = false;
  // The bytes that could not be decoded; they are kept.
  struct Undecoded {
    std::uint64_t bytes = 0;
    std::uint64_t line = 1;  // of the first
    unsigned char first = 0;
  };
  Undecoded undecoded = {};
  bool is_cut = false;  // the source ended early, so the end of the text is missing

  // Checks whether the bytes outside of letters are the same as in the file.
  bool has_own_bytes() const { return !encoding && !is_html && frame.empty(); }
  bool is_plain() const { return has_own_bytes() && converted_from.empty(); }
};

// The treatment of text that is not UTF-8.
enum class LegacyText : std::uint8_t {
  Guess,  // converts it if its encoding is sure, see guess_encoding()
  Keep,
  Convert,  // from a given encoding; text that is UTF-8 and more than ASCII is kept
};

// Sets it for all files that the program opens from now on. `encoding` is a name without a fault,
// see fault_of_encoding(). Not thread-safe.
void set_legacy_text(LegacyText treatment, std::string_view encoding = {});

// Checks whether undecoded bytes are written as they are: the encoding was given, not guessed.
bool keeps_undecoded_bytes();

// From now on, a text counts as damaged if its encoding is uncertain, so that no file is replaced
// by a guess. A given encoding is certain. Not thread-safe.
void require_proved_encodings();

// Called with the name of each text whose encoding was guessed, or is not the given one but UTF-8,
// on the thread that reads it.
using GuessListener = std::function<void(std::string_view name, const TextForm& form)>;

// Not thread-safe.
void set_guess_listener(GuessListener listener);

// Returns the sentence for a GuessListener.
std::string guess_text(const TextForm& form);

// Returns the form of a text that begins with `start`; PeekableSource::kPeekBytes are enough.
TextForm form_of_text(std::string_view start);

struct PlainText {
  std::unique_ptr<TextForm> form;  // before the conversion
  std::unique_ptr<ByteSource> source;
};

// Converts UTF-16 and other encodings to UTF-8, removes the tags and replaces the entities of
// HTML pages, and removes the frame around games. A byte that cannot be decoded is kept; the damage
// of the source then contains the place of the first. The GuessListener receives `name`.
PlainText plain_text(std::unique_ptr<PeekableSource> source, std::string name = {});

// Returns the character of an entity of HTML or XML without "&" and ";": "amp", "#39", "#x27".
std::optional<char32_t> code_point_of_entity(std::string_view name);

// Checks whether plain_text() changes nothing. Reads to the first byte that is not UTF-8, and up to
// 1 MB beyond.
bool is_plain_text(std::unique_ptr<PeekableSource> source);

}  // namespace arbiter
