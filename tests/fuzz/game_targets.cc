// Targets for game texts.

#include <fmt/format.h>

#include <array>
#include <span>
#include <vector>

#include "lib/base/result.h"
#include "lib/export/file_export.h"
#include "lib/export/json_source.h"
#include "lib/io/input_files.h"
#include "lib/notation/piece_letters.h"
#include "lib/os/file.h"
#include "lib/pgn/reader.h"
#include "lib/repair/file_repair.h"
#include "tests/fuzz/all_readers.h"
#include "tests/fuzz/targets.h"
#include "tests/pgn/padded_text.h"
#include "tests/pgn/portion_source.h"
#include "tests/validate/recorded_validation.h"

namespace arbiter::testing {
namespace {

// Returns options from the bits of the first byte.
FileValidationOptions options_of(char choice) {
  FileValidationOptions options = all_checks((choice & 1) != 0 ? 2 : 1);
  if ((choice & 2) != 0) options.validator.illegal_moves = IllegalMoves::Follow;
  if ((choice & 4) != 0) options.validator.piece_letters = *parse_piece_letters("KDTLS");
  if ((choice & 8) != 0) options.validator.rules = RulesProfile::Fide2014;
  if ((choice & 16) != 0) options.wanted = CodeSet();
  return options;
}

// Returns the number of legal half-moves of each game, by game number.
std::vector<std::uint32_t> plies_of(const std::string& text) {
  class Plies final : public ValidationListener {
   public:
    void on_finding(const LocatedDiagnostic&) override {}
    void on_game(const GameSummary& game) override { plies.push_back(game.plies); }
    bool on_progress(std::uint64_t, std::uint64_t) override { return true; }
    std::vector<std::uint32_t> plies;
  };
  Plies plies;
  PortionSource source(text);
  FileValidationOptions options;
  options.reports_games = true;
  (void)validate_file(source, options, plies);
  return std::move(plies.plies);
}

// Returns the file as written by `fmt`; nothing if it is not text.
std::optional<std::string> rewritten(const std::string& text) {
  std::string written;
  PortionSource source(text);
  const auto file =
      FileExporter(GameForm::Export).run(source, [&](std::string_view part, std::string_view) {
        written += part;
      });
  return file ? std::optional(std::move(written)) : std::nullopt;
}

class RepairedFile final : public FileRepairListener {
 public:
  void on_broken(const BrokenGameInFile& game, std::uint32_t) override {
    if (game.place.line == 0 || game.place.column == 0) is_misplaced = true;
  }
  void on_chunk(std::string_view part, std::span<const TextChange> changes) override {
    text += changed(part, changes);
  }

  std::string text;
  bool is_misplaced = false;
};

// A decompression bomb need not be fully unpacked.
constexpr std::size_t kMaxUnpacked = std::size_t{4} << 20;

void read_members(Input& input) {
  std::array<char, 65536> block;
  std::size_t unpacked = 0;
  while (const auto member = input.next_member()) {
    while (const std::size_t size = member->source.read(block)) {
      unpacked += size;
      if (unpacked > kMaxUnpacked) return;
    }
    (void)member->source.damage();
  }
  (void)input.damage();
}

}  // namespace

FuzzFault fuzz_findings(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  return fault_in_validation(bytes.substr(1), options_of(bytes[0]));
}

FuzzFault fuzz_writing(std::string_view text) {
  if (auto fault = fault_in_writing(text)) return fault;
  const std::string before(text);
  const auto after = rewritten(before);
  if (!after) return std::nullopt;
  if (rewritten(*after) != after) return "writing a file again changes it";
  if (plies_of(before) != plies_of(*after)) return "the games have other moves once written";
  return std::nullopt;
}

// Each game in JSON is one game in PGN, however unusual its strings.
FuzzFault fuzz_json(std::string_view text) {
  PortionSource portions(text, {4096, 1, 333});
  JsonSource source(portions);
  std::string pgn;
  std::array<char, 333> block;
  while (const std::size_t size = source.read(block)) pgn.append(block.data(), size);
  if (const auto damage = source.damage(); damage && !damage->starts_with("line ")) {
    return "a fault without its place";
  }
  std::uint64_t games = 0;
  const PaddedText padded(pgn);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  for (PgnGame game; reader.next(game);) ++games;
  if (games != source.games()) return fmt::format("{} games became {}", source.games(), games);
  return fault_in_writing(pgn);
}

FuzzFault fuzz_repair(std::string_view text) {
  const std::string before(text);
  FileRepairOptions options;
  RepairedFile looked_at;
  PortionSource source(before);
  const auto found = repair_file(source, options, looked_at);
  if (!found) return std::nullopt;
  if (looked_at.is_misplaced) return "a place without a line or column";
  if (looked_at.text != before) return "a file that is only looked at is changed";
  options.min_share = 0;
  RepairedFile mended;
  PortionSource again(before);
  const auto totals = repair_file(again, options, mended);
  PortionSource repaired(mended.text);
  RepairedFile rest;
  const auto left = repair_file(repaired, {}, rest);
  if (!totals || !left) return "a repaired file cannot be read";
  if (left->broken + totals->repaired != totals->broken) return "a repaired game is broken again";
  return std::nullopt;
}

FuzzFault fuzz_archive(std::string_view bytes) {
  const MemoryFile file(bytes);
  try {
    const auto input = open_input(file.name());
    if (input) read_members(**input);
  } catch (const IoError&) {
    return std::nullopt;  // an error is a valid result
  }
  return std::nullopt;
}

}  // namespace arbiter::testing
