#include "tests/fuzz/all_readers.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "lib/base/encoding.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/export/game_export.h"
#include "lib/export/json_source.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/export_writer.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/validator.h"
#include "tests/pgn/padded_text.h"
#include "tests/support/namespaces.h"
#include "tests/validate/recorded_validation.h"
#include "tools/library/api.h"

namespace arbiter::testing {

namespace {

// Limits for the findings and their messages, in proportion to the size of the text.
constexpr std::uint64_t kFindingsPerByte = 4;
constexpr std::uint64_t kWordsPerByte = 2000;  // in bytes
constexpr std::uint64_t kOnTop = 1000;

// Checks all findings of validate_file().
class Inspector final : public ValidationListener {
 public:
  Inspector(std::uint64_t bytes, const CodeSet& wanted) : bytes_(bytes), wanted_(wanted) {}

  void on_finding(const LocatedDiagnostic& finding) override {
    const Diagnostic& what = finding.diagnostic;
    ++findings_;
    ++reported_[index_of(what.code)];
    words_ += to_text(finding).size();
    if (what.message.empty()) fault("a finding without words", what.code);
    if (what.offset > bytes_) fault("a finding behind the end of the file", what.code);
    // EmptyFile is reported at the end of the file.
    if (what.code == DiagnosticCode::EmptyFile) return;
    if (what.offset < last_offset_) fault("a finding out of order", what.code);
    if (!is_utf8(what.message) || !is_utf8(what.help)) fault("words that are not UTF-8", what.code);
    if (!is_utf8(finding.excerpt)) fault("an excerpt that is not UTF-8", what.code);
    if (finding.line < last_line_) fault("a line out of order", what.code);
    last_offset_ = what.offset;
    last_line_ = finding.line;
  }

  void on_game(const GameSummary& game) override {
    if (game.number != ++games_) fault_ = "a game with a wrong number";
  }

  bool on_progress(std::uint64_t, std::uint64_t) override { return true; }

  std::optional<std::string> verdict(const FileTotals& totals) {
    if (totals.bytes != bytes_) return fmt::format("{} bytes counted", totals.bytes);
    if (totals.games != games_)
      return fmt::format("{} games counted, {} told", totals.games, games_);
    if (findings_ > kFindingsPerByte * bytes_ + kOnTop)
      return fmt::format("{} findings", findings_);
    if (words_ > kWordsPerByte * bytes_ + kOnTop) return fmt::format("{} bytes reported", words_);
    const bool is_limited =
        totals.withheld > 0 || reported_[index_of(DiagnosticCode::TooManyInGame)] > 0;
    for (const CatalogueEntry& entry : catalogue()) {
      if (!wanted_[index_of(entry.code)]) continue;
      const std::uint64_t count = totals.counts[index_of(entry.code)];
      const std::uint64_t due = entry.once_per_file && count > 0 ? 1 : count;
      const std::uint64_t reported = reported_[index_of(entry.code)];
      if (reported > due || (reported < due && !is_limited))
        fault("counted and reported differ", entry.code);
    }
    return fault_;
  }

 private:
  void fault(std::string_view what, DiagnosticCode code) {
    if (!fault_) fault_ = fmt::format("{}: {}", what, entry_of(code).id);
  }

  std::uint64_t bytes_;
  CodeSet wanted_;
  std::uint64_t findings_ = 0;
  std::uint64_t words_ = 0;
  std::uint64_t games_ = 0;
  std::uint64_t last_offset_ = 0;
  std::uint64_t last_line_ = 1;
  std::array<std::uint64_t, kDiagnosticCount> reported_{};
  std::optional<std::string> fault_;
};

// Returns all games in the text in export format.
std::string exported(std::string_view text) {
  const PaddedText padded(text);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  GameExporter exporter;
  PgnGame game;
  std::string written;
  while (reader.next(game)) exporter.append(game, written);
  return written;
}

// Returns the games exported through JSON, followed by the error if the JSON is malformed.
std::string exported_by_json(std::string_view text, GameFormat format) {
  const PaddedText padded(text);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  GameExporter exporter({}, {.format = format});
  PgnGame game;
  std::string json;
  while (reader.next(game)) exporter.append(game, json);
  if (format == GameFormat::Json) json = json.empty() ? "[]" : "[" + json.substr(1) + "]";
  PortionSource portions(json, {4096, 1, 333});
  JsonSource source(portions);
  std::string pgn;
  std::array<char, 500> block;
  while (const std::size_t size = source.read(block)) pgn.append(block.data(), size);
  return exported(pgn) + source.damage().value_or("");
}

// Returns the tags and words of all games, without the text between games.
std::vector<std::string> words_of(std::string_view text) {
  const PaddedText padded(text);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  PgnGame game;
  std::vector<std::string> words;
  while (reader.next(game)) {
    for (const PgnTag& tag : game.tags)
      words.push_back(fmt::format("[{} {}]", tag.name, tag.value));
    for (const Token& token : game.tokens) {
      words.emplace_back(game.text.substr(token.offset, token.length));
    }
  }
  return words;
}

// Returns whether all words of one text are in the other, however it is read. Signs such as "("
// between tags are not words.
bool loses_no_words(std::string_view text, std::string_view other) {
  std::vector<std::string> before = words_of(text);
  std::vector<std::string> after = words_of(other);
  std::erase_if(before, [](const std::string& word) {
    return std::ranges::none_of(word, [](char c) { return is_letter(c) || is_digit(c); });
  });
  std::ranges::sort(before);
  std::ranges::sort(after);
  return std::ranges::includes(after, before);
}

std::string without_loss(std::string_view text) {
  const PaddedText padded(text);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  PgnGame game;
  std::string written;
  while (reader.next(game)) write_lossless(game, written);
  return written;
}

// Returns whether a comment is not closed. The reader can then only guess where the game ends.
bool has_open_comment(std::string_view text) {
  const PaddedText padded(text);
  CollectingSink sink(CodeSet().set(index_of(DiagnosticCode::UnterminatedBraceComment)));
  PgnReader reader(padded.source(), sink);
  PgnGame game;
  while (reader.next(game)) {
  }
  return !sink.diagnostics().empty();
}

// Checks the unreadable text that the export format keeps in comments. Import parses it only if
// validation found that it may exist.
std::optional<std::string> fault_in_setting_aside(std::string_view text) {
  const PaddedText padded(text);
  CollectingSink nobody{CodeSet()};
  PgnReader reader(padded.source(), nobody);
  Validator validator({}, nobody);
  GameExporter exporter;
  PgnGame game;
  std::string written;
  while (reader.next(game)) {
    validator.check(game);
    const std::uint64_t before = exporter.tally().unreadable_pieces + damaged_tags(game).size();
    written.clear();
    exporter.append(game, written);
    const bool sets_aside = exporter.tally().unreadable_pieces > before;
    if (sets_aside && !validator.played().may_set_aside)
      return fmt::format("text is set aside that validation did not see: {}", written);
  }
  return std::nullopt;
}

struct LibraryMoves {
  std::vector<std::uint16_t> moves;
  std::vector<std::int64_t> ends = {0};  // end of each game in `moves`, after the initial 0

  bool operator==(const LibraryMoves&) const = default;
};

LibraryMoves library_moves(const api::Source& source) {
  LibraryMoves read;
  for (const api::Game& game : api::read(source)) {
    read.moves.insert(read.moves.end(), game.codes.begin(), game.codes.end());
    read.ends.push_back(static_cast<std::int64_t>(read.moves.size()));
    if (game.line().size() < game.codes.size()) throw api::Error("line() has too few moves");
  }
  return read;
}

}  // namespace

std::optional<std::string> fault_in_validation(std::string_view text,
                                               FileValidationOptions options) {
  PortionSource source(text, {4096, 1, 333});
  Inspector inspector(text.size(), options.wanted);
  options.reports_games = true;
  const FileTotals totals = validate_file(source, options, inspector);
  return inspector.verdict(totals);
}

std::optional<std::string> fault_in_writing(std::string_view text) {
  if (auto fault = fault_in_setting_aside(text)) return fault;
  const std::string once = exported(text);
  if (!is_utf8(once)) return "the export format is not UTF-8";
  if (exported(once) != once) return "writing the export format again changes it";
  for (const GameFormat format : {GameFormat::Json, GameFormat::JsonLines}) {
    const std::string read_back = exported_by_json(text, format);
    if (read_back != once) return "JSON loses something: " + read_back;
  }
  if (!loses_no_words(text, without_loss(text)) && !has_open_comment(text))
    return "the lossless form loses words";
  return std::nullopt;
}

std::optional<std::string> fault_in_library(std::string_view text, unsigned jobs) try {
  const api::Source source = api::Source::bytes(text);
  const LibraryMoves read = library_moves(source);
  const api::Columns columns = api::read_columns(source, {"White"}, {.threads = jobs});
  if (columns.move_offsets != read.ends) return "columns have other games than read()";
  if (columns.moves != read.moves) return "columns have other moves than read()";
  for (const api::Finding& finding : api::validate(source, {.work = {.threads = jobs}})) {
    if (!is_utf8(finding.message)) return "a message that is not UTF-8";
  }
  const api::Repaired repaired = api::repair(source, 0.95, {.threads = jobs});
  // Other encodings and HTML are converted, so they are not compared.
  if (repaired.changed == 0 && library_moves(api::Source::text(repaired.pgn)) != read)
    return "an unused repair";
  if (!is_utf8(api::fmt(source, {.threads = jobs}))) return "the games are not UTF-8";
  return std::nullopt;
} catch (const api::Error& error) {
  const std::string_view why = error.what();
  if (why.ends_with("it is not text")) return std::nullopt;
  // The library rejects text without games, so the text is read again with tags, which make it a
  // game.
  constexpr std::string_view kTags = "[Event \"x\"]\n[Site \"x\"]\n\n";
  if (!why.ends_with("it is not PGN") || text.starts_with(kTags)) return std::string(why);
  return fault_in_library(fmt::format("{}{}", kTags, text), jobs);
}

std::optional<std::string> fault_in_reading(std::string_view text, unsigned jobs) {
  for (const IllegalMoves illegal_moves : {IllegalMoves::Stop, IllegalMoves::Follow}) {
    FileValidationOptions options = all_checks(jobs);
    options.validator.illegal_moves = illegal_moves;
    if (auto fault = fault_in_validation(text, options)) return fault;
  }
  if (auto fault = fault_in_library(text, jobs)) return fault;
  return fault_in_writing(text);
}

}  // namespace arbiter::testing
