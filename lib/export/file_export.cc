#include "lib/export/file_export.h"

#include <utility>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/reader.h"
#include "lib/validate/text_checks.h"

namespace arbiter {

FileExporter::FileExporter(GameForm form, std::optional<PieceLetters> letters,
                           const GameShape& shape)
    : form_(form), exporter_(std::move(letters), shape) {}

void FileExporter::write_game(const PgnGame& game) {
  if (form_ == GameForm::Export) return exporter_.append(game, written_);
  write_lossless(game, written_);
  ++lossless_tally_.games;
}

void FileExporter::write_between(std::string_view between) {
  if (form_ == GameForm::Export) return exporter_.append_between(between, written_);
  const std::string_view text = trim(between);
  if (text.empty()) return;
  // Text in the middle of a line must not begin a line here: it could become part of a game.
  const auto at = static_cast<std::size_t>(text.data() - between.data());
  const bool begins_line =
      at == 0 ? written_.empty() : between[at - 1] == '\n' || between[at - 1] == '\r';
  if (!begins_line) written_ += ' ';
  written_ += text;
  written_ += "\n\n";
}

void FileExporter::write_chunk(const PgnText& source, FileExport& file) {
  CollectingSink nobody{CodeSet()};
  PgnReader reader(source, nobody,
                   form_ == GameForm::Lossless ? SetAside::Keep : SetAside::ReadBack);
  PgnGame game;
  std::size_t position = 0;
  while (reader.next(game)) {
    const std::size_t start = game.offset - source.offset;
    write_between(source.text.substr(position, start - position));
    write_game(game);
    ++file.games;
    position = start + game.text.size();
    if (form_ == GameForm::Export) note_game(source.text.substr(0, start), file);
  }
  write_between(source.text.substr(position));
}

// Records unplayed and translated games. `before` is the text of the chunk before the game.
void FileExporter::note_game(std::string_view before, FileExport& file) const {
  const auto line_of = [&](std::uint32_t offset) {
    const std::string_view all(before.data(), before.size() + offset);
    return lines_ + count_line_breaks(all) + 1;
  };
  const auto note = [&](const auto& move, std::vector<ExportedMoveInFile>& moves) {
    if (!move || moves.size() == kMaxReported) return;
    moves.push_back({line_of(move->offset), file.games, *move});
  };
  note(exporter_.unplayed_rest(), file.unplayed);
  note(exporter_.translated_move(), file.translated);
}

Result<FileExport> FileExporter::run(ByteSource& source, const WrittenReceiver& receive) {
  FileExport file;
  const std::uint64_t set_aside_before = exporter_.tally().unreadable_pieces;
  TextChunks chunks(source);
  TextChunk chunk;
  lines_ = 0;
  bool is_first = true;
  while (chunks.next(chunk)) {
    if (is_first && !chunk.precedes_game && find_binary(chunk.source)) {
      return Error{"it is not text, so it has no games"};
    }
    is_first = false;
    written_.clear();
    write_chunk(chunk.source, file);
    lines_ += count_line_breaks(chunk.source.text);
    receive(written_, chunk.source.text);
  }
  file.set_aside = exporter_.tally().unreadable_pieces - set_aside_before;
  return file;
}

const ExportTally& FileExporter::tally() {
  return form_ == GameForm::Export ? exporter_.tally() : lossless_tally_;
}

}  // namespace arbiter
