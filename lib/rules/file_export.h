// A whole file of games written anew, in bounded memory.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "lib/pgn/byte_source.h"
#include "lib/rules/game_export.h"

namespace arbiter {

enum class GameForm : std::uint8_t {
  Export,    // as GameExporter writes it
  Lossless,  // as write_lossless writes it; text between games as it is
};

// Receives what is written in place of a stretch of the file, in order. The
// stretches together are the file.
using WrittenReceiver = std::function<void(std::string_view written, std::string_view source)>;

class FileExporter {
 public:
  explicit FileExporter(GameForm form, PieceLetters letters = {});

  // Throws IoError where the system cannot read.
  void run(ByteSource& source, const WrittenReceiver& receive);

  // Of all files; for the lossless form the games only.
  const ExportTally& tally();

 private:
  void write_between(std::string_view between);
  void write_game(const PgnGame& game);

  GameForm form_;
  GameExporter exporter_;
  ExportTally lossless_tally_;
  std::string written_;
};

}  // namespace arbiter
