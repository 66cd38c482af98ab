#include "lib/rules/game_export.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "lib/base/text.h"
#include "lib/chess/playable.h"
#include "lib/notation/fen.h"
#include "lib/pgn/export_writer.h"
#include "lib/pgn/tag_value.h"
#include "lib/rules/export_text.h"
#include "lib/rules/export_walk.h"
#include "lib/rules/result_text.h"
#include "lib/rules/variant.h"

namespace arbiter {

namespace {

// What stands for "unknown" in the roster, in its order (PGN 8.1.1).
constexpr std::string_view kUnknown[kRosterSize] = {"?", "?", "????.??.??", "?", "?", "?", "*"};

struct ExportTag {
  std::string name;
  std::string value;  // what it means
  KnownTag known;

  bool operator==(const ExportTag&) const = default;
};

bool comes_before(const ExportTag& a, const ExportTag& b) {
  const std::size_t a_place = std::min(static_cast<std::size_t>(a.known), kRosterSize);
  const std::size_t b_place = std::min(static_cast<std::size_t>(b.known), kRosterSize);
  if (a_place != b_place) return a_place < b_place;
  return a_place == kRosterSize && a.name < b.name;
}

// The position that a FEN gives, if moves can be played from it.
std::optional<Position> playable_position(std::string_view fen) {
  std::variant<ParsedFen, FenError> parsed = parse_fen(fen);
  ParsedFen* read = std::get_if<ParsedFen>(&parsed);
  if (read == nullptr || !is_playable(read->setup)) return std::nullopt;
  read->setup.fullmove_number = std::max<std::uint32_t>(read->setup.fullmove_number, 1);
  return Position(read->setup);
}

// A value as it can be written (see quote()).
std::string without_controls(std::string value) {
  const auto is_control = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  std::ranges::replace_if(value, is_control, ' ');
  return value;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Where a tag begins with its bracket, and where it ends.
TextSpan span_of(const PgnTag& tag, std::string_view text) {
  const std::size_t start = text.find_last_of('[', tag.offset - 1);
  std::size_t end = tag.value_offset + tag.value.size();
  const auto take = [&](char c) { end += end < text.size() && text[end] == c ? 1 : 0; };
  take('"');
  while (end < text.size() && (text[end] == ' ' || text[end] == '\t')) ++end;
  take(']');
  return {start, end - start};
}

// The text before and between the tags, up to the first word behind them, that
// is neither: damaged tags.
std::vector<std::string_view> damaged_tags(const PgnGame& game) {
  std::vector<std::string_view> found;
  std::size_t covered = 0;
  const auto cover = [&](TextSpan span) {
    const std::size_t start = std::max(span.offset, covered);
    const std::string_view gap = trim(game.text.substr(covered, start - covered));
    if (!std::all_of(gap.begin(), gap.end(), is_blank)) found.push_back(gap);
    covered = std::max(covered, span.offset + span.size);
  };
  std::size_t tag = 0;
  for (const Token& token : game.tokens) {
    for (; tag < game.tags.size() && game.tags[tag].offset < token.offset; ++tag) {
      cover(span_of(game.tags[tag], game.text));
    }
    cover({token.offset, token.length});
    if (tag == game.tags.size()) return found;
  }
  for (; tag < game.tags.size(); ++tag) cover(span_of(game.tags[tag], game.text));
  cover({game.text.size(), 0});
  return found;
}

}  // namespace

class GameExporter::Implementation {
 public:
  explicit Implementation(PieceLetters letters)
      : letters_(std::move(letters)), walk_(letters_, utf8_, tally_) {}

  void append(const PgnGame& game, std::string& text);
  void append_between(std::string_view between, std::string& text);

  const ExportTally& tally() {
    tally_.converted_texts = utf8_.conversions();
    return tally_;
  }

 private:
  void collect_tags(const PgnGame& game);
  void add_missing_tags(std::string_view result);
  void write_tags(ExportWriter& writer) const;
  std::string terminator_of(const std::optional<WrittenTerminator>& written);
  const ExportTag* tag(KnownTag known) const;
  std::optional<Position> first_position() const;

  PieceLetters letters_;
  Utf8Text utf8_;
  ExportTally tally_;
  ExportWalk walk_;
  std::vector<ExportTag> tags_;
};

// A Result in other words is put in PGN's form if it means no more than that.
void GameExporter::Implementation::collect_tags(const PgnGame& game) {
  tags_.clear();
  for (const PgnTag& tag : game.tags) {
    ExportTag copy{std::string(utf8_.of(tag.name)), "", tag.known};
    copy.value = without_controls(unescape(utf8_.of(tag.value)));
    if (std::ranges::find(tags_, copy) != tags_.end()) {
      ++tally_.dropped_tags;
      continue;
    }
    const auto result =
        tag.known == KnownTag::Result ? read_result(copy.value) : std::optional<ResultReading>();
    if (result && result->form == ResultForm::Nonstandard) {
      copy.value = to_string(result->outcome);
      ++tally_.respelled_results;
    }
    tags_.push_back(std::move(copy));
  }
}

// The first tag of that name.
const ExportTag* GameExporter::Implementation::tag(KnownTag known) const {
  const auto found = std::ranges::find(tags_, known, &ExportTag::known);
  return found == tags_.end() ? nullptr : &*found;
}

// Nothing where moves cannot be played, or are those of another game.
std::optional<Position> GameExporter::Implementation::first_position() const {
  if (const ExportTag* variant = tag(KnownTag::Variant)) {
    const std::optional<VariantReading> reading = read_variant(variant->value);
    if (!reading || reading->rules == VariantRules::Other) return std::nullopt;
  }
  const ExportTag* fen = tag(KnownTag::Fen);
  if (fen == nullptr || fen->value.empty()) return Position();
  return playable_position(fen->value);
}

std::string GameExporter::Implementation::terminator_of(
    const std::optional<WrittenTerminator>& written) {
  if (written) {
    if (written->form != ResultForm::Standard) ++tally_.respelled_results;
    return std::string(written->result);
  }
  ++tally_.added_terminators;
  const auto tag = std::ranges::find(tags_, KnownTag::Result, &ExportTag::known);
  const auto result = tag == tags_.end() ? std::optional<ResultReading>() : read_result(tag->value);
  return std::string(to_string(result ? result->outcome : Outcome::Unknown));
}

void GameExporter::Implementation::add_missing_tags(std::string_view result) {
  const auto add = [&](KnownTag known, std::string_view value) {
    if (tag(known) != nullptr) return;
    tags_.push_back({std::string(name_of(known)), std::string(value), known});
    ++tally_.added_tags;
  };
  for (std::size_t i = 0; i < kRosterSize; ++i) {
    const auto known = static_cast<KnownTag>(i);
    add(known, known == KnownTag::Result ? result : kUnknown[i]);
  }
  const ExportTag* fen = tag(KnownTag::Fen);
  if (fen != nullptr && !fen->value.empty()) add(KnownTag::SetUp, "1");
}

void GameExporter::Implementation::write_tags(ExportWriter& writer) const {
  for (const ExportTag& tag : tags_) writer.tag(tag.name, tag.value);
  writer.end_tags();
}

void GameExporter::Implementation::append(const PgnGame& game, std::string& text) {
  ++tally_.games;
  const std::optional<WrittenTerminator> written = find_terminator(game);
  collect_tags(game);
  const std::string terminator = terminator_of(written);
  add_missing_tags(terminator);
  std::ranges::stable_sort(tags_, comes_before);

  ExportWriter writer(text);
  write_tags(writer);
  for (const std::string_view damaged : damaged_tags(game)) {
    writer.comment("unreadable: " + std::string(utf8_.of(damaged)));
    ++tally_.unreadable_pieces;
  }
  walk_.run(game, first_position(), written, writer);
  writer.end_game(terminator);
}

void GameExporter::Implementation::append_between(std::string_view between, std::string& text) {
  bool has_lines = false;
  while (!between.empty()) {
    const std::size_t end = std::min(between.find_first_of("\r\n"), between.size());
    std::string_view line = between.substr(0, end);
    between.remove_prefix(std::min(end + 1, between.size()));
    if (line.starts_with(kUtf8Bom)) line.remove_prefix(kUtf8Bom.size());
    line = trim(line);
    if (std::all_of(line.begin(), line.end(), is_blank)) continue;
    if (line[0] != '%') text += "% ";
    text += utf8_.of(line);
    text += '\n';
    has_lines = true;
    ++tally_.skipped_lines;
  }
  if (has_lines) text += '\n';
}

GameExporter::GameExporter(PieceLetters letters)
    : implementation_(std::make_unique<Implementation>(std::move(letters))) {}

GameExporter::~GameExporter() = default;

void GameExporter::append(const PgnGame& game, std::string& text) {
  implementation_->append(game, text);
}

void GameExporter::append_between(std::string_view between, std::string& text) {
  implementation_->append_between(between, text);
}

const ExportTally& GameExporter::tally() const { return implementation_->tally(); }

}  // namespace arbiter
