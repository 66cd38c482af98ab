// Copied output of a reader, to be compared and printed.
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "lib/diagnostics/sink.h"
#include "lib/pgn/pgn_game.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {

struct TagRead {
  std::uint64_t offset = 0;  // offset of the name in the file
  std::uint64_t value_offset = 0;
  std::string name;
  std::string value;
  bool operator==(const TagRead&) const = default;
};

struct TokenRead {
  TokenKind kind = TokenKind::Stray;
  std::uint64_t offset = 0;  // offset in the file
  std::string text;
  std::uint32_t number = 0;  // value of a MoveNumber or Nag
  bool operator==(const TokenRead&) const = default;
};

struct GameRead {
  std::uint64_t offset = 0;
  std::string text;
  std::vector<TagRead> tags;
  std::vector<TokenRead> tokens;
  bool operator==(const GameRead&) const = default;
};

struct FindingRead {
  std::uint64_t offset = 0;
  std::uint32_t length = 0;
  std::string_view id;
  auto operator<=>(const FindingRead&) const = default;
};

struct FileRead {
  std::vector<GameRead> games;
  std::vector<FindingRead> findings;  // in file order
  bool operator==(const FileRead&) const = default;
};

GameRead copy_of(const PgnGame& game);

// Reads the whole text at once, followed by the padding that the reader needs.
FileRead read_in_one_piece(std::string_view text);

// Reads from a source that returns `step` bytes at a time, in chunks of about `target`.
FileRead read_in_chunks(std::string_view text, std::size_t step, std::size_t target);

// Returns lines such as "Move e4", one for each tag or token.
std::string shown(const GameRead& game);
std::ostream& operator<<(std::ostream& out, const GameRead& game);
std::ostream& operator<<(std::ostream& out, const FindingRead& finding);

}  // namespace arbiter::testing
