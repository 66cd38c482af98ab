#include "lib/rules/file_export.h"

#include <utility>

#include "lib/base/text.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/lossless_writer.h"
#include "lib/pgn/text_chunks.h"

namespace arbiter {

FileExporter::FileExporter(GameForm form, PieceLetters letters)
    : form_(form), exporter_(std::move(letters)) {}

void FileExporter::write_game(const PgnGame& game) {
  if (form_ == GameForm::Export) return exporter_.append(game, written_);
  write_lossless(game, written_);
  ++lossless_tally_.games;
}

void FileExporter::write_between(std::string_view between) {
  if (form_ == GameForm::Export) return exporter_.append_between(between, written_);
  const std::string_view text = trim(between);
  if (text.empty()) return;
  // What stands behind a game in its line must not begin one.
  const bool begins_line = between.find_first_of("\r\n") < between.find(text.front());
  if (!begins_line && !written_.empty()) written_ += ' ';
  written_ += text;
  written_ += "\n\n";
}

void FileExporter::run(ByteSource& source, const WrittenReceiver& receive) {
  CollectingSink nobody{CodeSet()};
  TextChunks chunks(source);
  TextChunk chunk;
  PgnGame game;
  while (chunks.next(chunk)) {
    written_.clear();
    const std::string_view text = chunk.source.text;
    PgnReader reader(chunk.source, nobody);
    std::size_t position = 0;
    while (reader.next(game)) {
      const std::size_t start = game.offset - chunk.source.offset;
      write_between(text.substr(position, start - position));
      write_game(game);
      position = start + game.text.size();
    }
    write_between(text.substr(position));
    receive(written_, text);
  }
}

const ExportTally& FileExporter::tally() {
  return form_ == GameForm::Export ? exporter_.tally() : lossless_tally_;
}

}  // namespace arbiter
