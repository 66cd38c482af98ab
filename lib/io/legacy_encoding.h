// Names of encodings, the characters of single-byte encodings, and a guess at the encoding of a
// file.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "lib/base/result.h"

namespace arbiter {

// The bytes from 80 to FF as characters; 0 where the encoding has none.
using HighCharacters = std::array<char32_t, 128>;

struct LegacyEncoding {
  std::string_view name;  // "windows-1251"
  HighCharacters characters{};
};

// Returns the names of the encodings among which guess_encoding() chooses.
std::span<const std::string_view> legacy_encoding_names();

// Returns these encodings. The first call computes them.
std::span<const LegacyEncoding> legacy_encodings();

// Returns a single-byte encoding by any name that iconv accepts, ignoring case. The error lists the
// usual names.
Result<LegacyEncoding> find_legacy_encoding(std::string_view name);

// Checks whether texts can be converted from an encoding, of one byte or several per character. The
// name is one that iconv accepts. The error lists the usual names.
std::optional<Error> fault_of_encoding(const std::string& name);

// Text that was decoded from one encoding by mistake.
struct WrongDecoding {
  const HighCharacters& decoded_as;
  const HighCharacters& encoding;
};

// Returns the text as it would be in the right encoding. Characters that the wrong encoding does
// not have are kept.
std::string decoded_again(std::string_view utf8, const WrongDecoding& wrong);

struct EncodingGuess {
  const LegacyEncoding* encoding;  // null: none fits better than Windows-1252
  bool is_sure = false;
  // Proves Windows-1252: no other encoding fits better, most letters are ASCII, and the other
  // letters of each word belong to one Western language.
  bool is_western = false;
};

// Guesses the encoding of a text that is not UTF-8 by the letters of the names in its tags, or
// otherwise of all its words. Linear; reads at most 64 names.
EncodingGuess guess_encoding(std::string_view text);

}  // namespace arbiter
