#include "lib/export/file_export.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lib/base/text.h"
#include "lib/base/text_scan.h"
#include "lib/base/threads.h"
#include "lib/diagnostics/sink.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

struct ExportedChunk {
  TextChunk chunk;
  std::string written = {};
  // Line and game numbers are relative to the start of the chunk.
  FileExport games = {};
  std::vector<EditedGame> edited = {};
  std::uint64_t lines = 0;  // number of lines in the chunk
};

// Appends the reported games of a chunk to those of the file, up to the limit.
void append_reported(std::vector<ExportedMoveInFile>& games, std::uint64_t lines_before,
                     std::uint64_t games_before, std::vector<ExportedMoveInFile>& all) {
  for (ExportedMoveInFile& game : games) {
    if (all.size() == FileExporter::kMaxReported) return;
    game.line += lines_before;
    game.game += games_before;
    all.push_back(std::move(game));
  }
}

// Merges chunk results in order.
class ExportedFile {
 public:
  explicit ExportedFile(const EditReceiver& edits) : edits_(edits) {}

  void add(ExportedChunk& chunk) {
    for (EditedGame& game : chunk.edited) {
      game.line += lines_;
      game.game += file_.games;
      if (edits_) edits_(game);
    }
    append_reported(chunk.games.unplayed, lines_, file_.games, file_.unplayed);
    append_reported(chunk.games.translated, lines_, file_.games, file_.translated);
    file_.games += chunk.games.games;
    file_.set_aside += chunk.games.set_aside;
    lines_ += chunk.lines;
  }

  FileExport take() { return std::move(file_); }

 private:
  const EditReceiver& edits_;
  FileExport file_;
  std::uint64_t lines_ = 0;
};

}  // namespace

// Writes the chunks of one thread, reusing memory.
class FileExporter::ChunkExporter {
 public:
  ChunkExporter(GameForm form, const std::optional<PieceLetters>& letters, const GameShape& shape)
      : form_(form), exporter_(letters, shape) {}

  ExportedChunk write(TextChunk chunk) {
    const std::uint64_t set_aside_before = exporter_.tally().unreadable_pieces;
    ExportedChunk exported{.chunk = std::move(chunk)};
    write_games(exported);
    exported.written = std::exchange(written_, {});
    exported.games.set_aside = exporter_.tally().unreadable_pieces - set_aside_before;
    exported.lines = count_line_breaks(exported.chunk.source.text);
    return exported;
  }

  const ExportTally& tally() const {
    return form_ == GameForm::Export ? exporter_.tally() : lossless_tally_;
  }

 private:
  void write_games(ExportedChunk& chunk);
  void note_game(std::string_view before, FileExport& games) const;
  void write_between(std::string_view text, std::size_t from, std::size_t to);
  void write_game(const PgnGame& game);

  GameForm form_;
  GameExporter exporter_;
  ExportTally lossless_tally_;
  std::string written_;
};

void FileExporter::ChunkExporter::write_game(const PgnGame& game) {
  if (form_ == GameForm::Export) return exporter_.append(game, written_);
  write_lossless(game, written_);
  ++lossless_tally_.games;
}

void FileExporter::ChunkExporter::write_between(std::string_view text, std::size_t from,
                                                std::size_t to) {
  const std::string_view between = text.substr(from, to - from);
  if (form_ == GameForm::Export) return exporter_.append_between(between, written_);
  const std::string_view written = trim(between);
  if (written.empty()) return;
  // Text from the middle of a line must not start a line in the output, where it might be read as
  // part of a game.
  if (!is_line_start(text.data(), written.data())) written_ += ' ';
  written_ += written;
  written_ += "\n\n";
}

void FileExporter::ChunkExporter::write_games(ExportedChunk& chunk) {
  const PgnText& source = chunk.chunk.source;
  FileExport& file = chunk.games;
  CollectingSink nobody{CodeSet()};
  PgnReader reader(source, nobody,
                   form_ == GameForm::Lossless ? SetAside::Keep : SetAside::ReadBack);
  PgnGame game;
  std::size_t position = 0;
  std::size_t counted = 0;
  std::uint64_t line = 1;  // line number of `counted`
  while (reader.next(game)) {
    const std::size_t start = game.offset - source.offset;
    write_between(source.text, position, start);
    write_game(game);
    ++file.games;
    position = start + game.text.size();
    if (form_ == GameForm::Lossless) continue;
    note_game(source.text.substr(0, start), file);
    if (exporter_.notes().is_empty()) continue;
    line += count_line_breaks(source.text.substr(counted, start - counted));
    counted = start;
    chunk.edited.push_back({line, file.games, exporter_.notes()});
  }
  write_between(source.text, position, source.text.size());
}

// Records unplayed and translated games. `before` is the text of the chunk before the game.
void FileExporter::ChunkExporter::note_game(std::string_view before, FileExport& file) const {
  const auto line_of = [&](std::uint32_t offset) {
    const std::string_view all(before.data(), before.size() + offset);
    return count_line_breaks(all) + 1;
  };
  const auto note = [&](const auto& move, std::vector<ExportedMoveInFile>& moves) {
    if (!move || moves.size() == kMaxReported) return;
    moves.push_back({line_of(move->offset), file.games, *move});
  };
  note(exporter_.unplayed_rest(), file.unplayed);
  note(exporter_.translated_move(), file.translated);
}

FileExporter::FileExporter(GameForm form, std::optional<PieceLetters> letters,
                           const GameShape& shape)
    : form_(form), letters_(std::move(letters)), shape_(shape) {}

FileExporter::~FileExporter() = default;

void FileExporter::prepare(unsigned jobs) {
  while (exporters_.size() < jobs) {
    exporters_.push_back(std::make_unique<ChunkExporter>(form_, letters_, shape_));
  }
}

Result<FileExport> FileExporter::run(ByteSource& source, const WrittenReceiver& receive,
                                     unsigned jobs) {
  TextChunks chunks(source);
  std::optional<TextChunk> first(std::in_place);
  if (!chunks.next(*first)) return FileExport();
  if (const auto other = find_other_content(*first, chunks)) {
    return Error{"it is " + other->description()};
  }
  if (first->source.ends_file) jobs = 1;
  prepare(jobs);
  const auto take = [&]() -> std::optional<TextChunk> {
    if (first) return std::exchange(first, std::nullopt);
    TextChunk chunk;
    if (!chunks.next(chunk)) return std::nullopt;
    return chunk;
  };
  ExportedFile file(edits_);
  run_in_order(
      jobs, take,
      [&](unsigned worker, TextChunk& chunk) {
        return exporters_[worker]->write(std::move(chunk));
      },
      [&](ExportedChunk exported) {
        receive(exported.written, exported.chunk.source.text);
        file.add(exported);
      });
  return file.take();
}

ExportTally FileExporter::tally() const {
  ExportTally sum;
  for (const auto& exporter : exporters_) sum += exporter->tally();
  return sum;
}

}  // namespace arbiter
