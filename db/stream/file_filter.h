// The games of a file in one pass: those that are asked for, and the others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "db/stream/game_judge.h"
#include "db/stream/split_keys.h"
#include "lib/base/result.h"
#include "lib/export/game_shape.h"
#include "lib/io/byte_source.h"

namespace arbiter {

// Games as text, one after another.
struct StreamedGames {
  std::string text = {};
  std::vector<std::size_t> ends = {};  // of each of them in `text`
  // Of each of them: pieces of text that could not be kept as moves.
  std::vector<std::uint64_t> set_aside = {};
  // Of each of them: see split_keys.h; empty if nobody asks for them.
  std::vector<std::vector<std::string>> keys = {};

  std::size_t count() const { return ends.size(); }
  // Precondition: there are so many.
  std::string_view game(std::size_t index) const {
    const std::size_t begin = index == 0 ? 0 : ends[index - 1];
    return std::string_view(text).substr(begin, ends[index] - begin);
  }
};

// What became of a stretch of the file.
struct StreamedChunk {
  StreamedGames wanted = {};
  StreamedGames rest = {};  // only if it is asked for
  std::uint64_t games = 0;  // that were read
  std::uint64_t lines_between = 0;
};

enum class StreamedText : std::uint8_t {
  Export,   // as GameExporter writes it
  Nothing,  // games are only counted: `text` is empty
};

struct FileFilterOptions {
  StreamQuery query;
  StreamedText text = StreamedText::Export;
  GameShape shape = {};                 // of the games that are asked for
  std::optional<SplitKeys> split = {};  // keys are wanted
  bool has_rest = false;
  unsigned jobs = 1;  // threads that judge and write
};

// Called on the thread that asks, in the order of the file. False: that is enough.
using ChunkReceiver = std::function<bool(const StreamedChunk& chunk)>;

// Memory is bounded by a few MB a thread, but for a single game that is larger. Fails on a file
// that is no text (find_binary). Throws IoError where the system cannot read.
std::optional<Error> filter_file(ByteSource& source, std::string_view name,
                                 const FileFilterOptions& options, const ChunkReceiver& receive);

}  // namespace arbiter
