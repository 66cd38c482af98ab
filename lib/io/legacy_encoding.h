// Names of encodings other than UTF-8, and conversion of whole texts. Also a guess at the encoding
// of a file, and the repair of text that was decoded twice.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

// Returns the names of the most common encodings.
std::span<const std::string_view> legacy_encoding_names();

// Checks whether text can be converted from an encoding, of one byte or several per character. The
// name is one that iconv accepts. The error lists the usual names.
std::optional<Error> fault_of_encoding(const std::string& name);

// Converts text from one encoding to another, as iconv does.
class CharacterConverter {
 public:
  CharacterConverter(const std::string& to, const std::string& from);

  // Returns false if the C library does not have one of the encodings.
  bool is_open() const { return converter_ != nullptr; }

  // Converts a whole text. Calls `keep` for each byte that cannot be converted, with the result so
  // far. Precondition: is_open().
  using Keep = std::function<void(char byte, std::string& result)>;
  std::string convert(std::string_view text, const Keep& keep) const;

  // Converts some bytes or, without any, flushes the converter. Advances `from` and `left`. Returns
  // 0, or errno as of iconv(). Precondition: is_open().
  int convert_some(char** from, std::size_t* left, std::string& result) const;

 private:
  struct Closer {
    void operator()(void* converter) const;
  };
  std::unique_ptr<void, Closer> converter_;
};

// Corrects text that was decoded with the wrong encoding.
class Redecoder {
 public:
  // Precondition: fault_of_encoding() accepts both names.
  Redecoder(const std::string& decoded_as, const std::string& encoding);

  // Returns the text decoded as `encoding`. Words that `decoded_as` cannot represent, and bytes
  // that are invalid in `encoding`, are kept.
  std::string decode(std::string_view utf8) const;

 private:
  CharacterConverter undo_;
  CharacterConverter decode_;
};

// The most likely encoding of a text that is not UTF-8.
struct EncodingGuess {
  std::string_view encoding = {};  // the most likely; empty if the text has no words to judge
  double probability = 0;          // probability of `encoding`
  // The next most likely encoding that gives a different text; empty if there is none.
  std::string_view runner_up = {};
  double runner_up_probability = 0;

  // Checks whether the text can be converted without an encoding from the user.
  bool is_sure() const { return probability >= 0.95; }
};

// Guesses the encoding of a text by letter and letter-pair frequencies of each language. Judges tag
// values and movetext separately. Linear time; judges at most 800 different words.
EncodingGuess guess_encoding(std::string_view text);

// Returns the text before its UTF-8 was read as Windows-1252, 1251 or 1250, once or several times:
// "Müller" for "MÃ¼ller". Returns nothing unless that is certain. It is certain if all of the text
// was decoded in this way, and the result is unique, with non-ASCII letters of one script.
// Characters that may be punctuation after a capital letter are not evidence. Escapes such as
// "\u0142" become characters.
std::optional<std::string> undo_mojibake(std::string_view utf8);

}  // namespace arbiter
