// Names of encodings other than UTF-8, and conversion of whole texts. Also a guess at the encoding
// of a file, and the repair of text that was decoded twice.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "lib/base/result.h"

namespace arbiter {

// Returns the names of the most frequent encodings.
std::span<const std::string_view> legacy_encoding_names();

// Checks whether texts can be converted from an encoding, of one byte or several per character. The
// name is one that iconv accepts. The error lists the usual names.
std::optional<Error> fault_of_encoding(const std::string& name);

// Converts texts from one encoding to another, as iconv does.
class CharacterConverter {
 public:
  CharacterConverter(const std::string& to, const std::string& from);

  // False if the C library does not have one of the encodings.
  bool is_open() const { return converter_ != nullptr; }

  // Converts a whole text. `keep` receives each byte that cannot be converted, and the result so
  // far. Precondition: is_open().
  using Keep = std::function<void(char byte, std::string& result)>;
  std::string convert(std::string_view text, const Keep& keep) const;

 private:
  struct Closer {
    void operator()(void* converter) const;
  };
  std::unique_ptr<void, Closer> converter_;
};

// Decodes texts again that were decoded from one encoding by mistake.
class Redecoder {
 public:
  // Precondition: neither name has a fault, see fault_of_encoding().
  Redecoder(const std::string& decoded_as, const std::string& encoding);

  // Returns the text as it would be in the right encoding. Words that have no character of the
  // wrong encoding are kept, and so are bytes that the right one lacks.
  std::string decode(std::string_view utf8) const;

 private:
  CharacterConverter undo_;
  CharacterConverter decode_;
};

// The encoding of a text that is not UTF-8, judging by its letters.
struct EncodingGuess {
  std::string_view encoding = {};   // the likeliest; empty: the text has no words to judge
  double probability = 0;           // that this encoding is correct
  std::string_view runner_up = {};  // the likeliest that results in another text; empty: none
  double runner_up_probability = 0;

  // Checks whether the text can be converted without a given encoding.
  bool is_sure() const { return probability >= 0.95; }
};

// Guesses the encoding of a text by the letters and pairs of letters of each language. Tag values
// and the rest are judged separately. Linear; judges at most 800 different words.
EncodingGuess guess_encoding(std::string_view text);

// Returns the text before its UTF-8 was read as Windows-1252, 1251 or 1250, once or several times:
// "Müller" for "MÃ¼ller". Returns nothing unless that is proved. The whole text must have been read
// so, with one result, whose letters beyond ASCII are of one script. Signs that may be punctuation
// after a capital letter prove nothing. Escapes such as "\u0142" become characters.
std::optional<std::string> undo_mojibake(std::string_view utf8);

}  // namespace arbiter
