#include "db/import/game_drafter.h"

#include <algorithm>
#include <bitset>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/move_code.h"
#include "lib/base/encoding.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/chess/position_key.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/notation/fen.h"
#include "lib/pgn/comment_parts.h"
#include "lib/pgn/pgn_game.h"
#include "lib/tags/claimed_end.h"
#include "lib/validate/start_position.h"

namespace arbiter {
namespace {

GameResult result_of(const GameSummary& summary) { return summary.result.value_or(GameResult()); }

Ending ending_by(EndReason reason) {
  constexpr Ending kEndings[] = {Ending::Checkmate,    Ending::Stalemate, Ending::DeadPosition,
                                 Ending::DeadPosition, Ending::Fivefold,  Ending::SeventyFive,
                                 Ending::Threefold,    Ending::Fifty};
  static_assert(static_cast<std::size_t>(EndReason::FiftyMoves) + 1 == std::size(kEndings));
  return kEndings[static_cast<std::size_t>(reason)];
}

std::optional<Ending> ending_on_board(const PlayedGame& played, const GameSummary& summary) {
  if (played.end) {
    const bool was_played_past = played.end->ply < played.moves.size();
    if (was_played_past && played.is_complete && !has_legal_move(played.last)) {
      return played.last.is_check() ? Ending::Checkmate : Ending::Stalemate;
    }
    return ending_by(played.end->reason);
  }
  if (!played.is_complete || result_of(summary).outcome != Outcome::Draw) return std::nullopt;
  if (played.last_occurrences >= 3) return Ending::Threefold;
  if (played.last.halfmove_clock() >= 100) return Ending::Fifty;
  return std::nullopt;
}

// Returns the ending for a claimed cause; nothing for endings that depend on the board.
std::optional<Ending> ending_by(EndCause cause) {
  switch (cause) {
    case EndCause::Time:
      return Ending::TimeForfeit;
    case EndCause::Forfeit:
      return Ending::Abandoned;
    case EndCause::Adjudication:
      return Ending::Adjudication;
    case EndCause::RulesInfraction:
      return Ending::RulesInfraction;
    case EndCause::Resignation:
      return Ending::Resignation;
    case EndCause::Agreement:
      return Ending::Agreement;
    default:
      return std::nullopt;
  }
}

std::optional<Ending> ending_in_words(const PgnGame& game) {
  const PgnTag* tag = game.tag(KnownTag::Termination);
  if (tag == nullptr) return std::nullopt;
  if (equal_ignoring_case(tag->value, "abandoned")) return Ending::Abandoned;
  const auto name = [&](KnownTag player) {
    const PgnTag* found = game.tag(player);
    return found == nullptr ? std::string_view() : found->value;
  };
  const PlayerNames players{.white = name(KnownTag::White), .black = name(KnownTag::Black)};
  const TerminationReading reading = read_termination(tag->value, players);
  return reading.claim ? ending_by(reading.claim->cause) : std::nullopt;
}

constexpr std::uint32_t bit(TokenKind kind) { return 1u << static_cast<unsigned>(kind); }

// Returns whether the movetext ends with the game's result, in any spelling.
bool has_plain_result(const PgnGame& game, const PlayedGame& played) {
  const auto& terminator = played.terminator;
  if (!terminator || terminator->last + 1 != game.tokens.size()) return false;
  const ResultReading& reading = terminator->reading;
  const bool is_plain =
      reading.form == ResultForm::Standard || reading.form == ResultForm::Nonstandard;
  return is_plain && reading.outcome == played.result->outcome;
}

// Returns the index of the first token after the tags.
std::size_t first_after_tags(const PgnGame& game) {
  if (game.tags.empty()) return 0;
  const std::uint32_t last_tag = game.tags.back().offset;
  std::size_t first = 0;
  while (first < game.tokens.size() && game.tokens[first].offset < last_tag) ++first;
  return first;
}

bool is_blank(char c) { return static_cast<unsigned char>(c) <= ' '; }

// Returns whether each tag ends with `"]`, with only spaces before the next tag or token. True for
// nearly all games, and faster than a search for damaged tags.
bool has_tidy_tags(const PgnGame& game) {
  const std::string_view text = game.text;
  if (game.tags.empty()) return false;
  std::size_t at = 0;
  for (const PgnTag& tag : game.tags) {
    while (at < text.size() && is_blank(text[at])) ++at;
    if (at + 1 != tag.offset || text[at] != '[') return false;
    at = tag.value_offset + tag.value.size();
    if (text.substr(at, 2) != "\"]") return false;
    at += 2;
  }
  if (game.tokens.empty() || game.tokens.front().kind == TokenKind::Escape) return false;
  const std::size_t end = game.tokens.front().offset;
  while (at < end && is_blank(text[at])) ++at;
  return at == end;
}

bool has_damaged_tags(const PgnGame& game) {
  return !has_tidy_tags(game) && !damaged_tags(game).empty();
}

// Returns the comment that GameExporter writes for a damaged tag.
std::string comment_of(std::string_view damaged) {
  std::string text = std::string(kUnreadableTag) + ' ' + decode_text(damaged).utf8;
  std::ranges::replace(text, '}', ')');
  std::ranges::replace_if(
      text, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return text + "}\n";
}

// Returns whether the token would start an escaped line in column 1.
bool begins_with_stray_percent(const PgnGame& game, const Token& token) {
  return token.kind != TokenKind::Escape && game.text_of(token).starts_with('%');
}

// Returns whether the game consists only of move numbers, the legal moves of its main line in any
// spelling, and one result at its end. Takes about 0.1 us per game.
bool is_plain(const PgnGame& game, const PlayedGame& played) {
  if (!played.is_complete || played.has_other_words || !has_plain_result(game, played))
    return false;
  std::uint32_t kinds = 0;
  for (const Token& token : std::span(game.tokens).first(played.terminator->first)) {
    kinds |= bit(token.kind);
  }
  kinds &= ~(bit(TokenKind::MoveNumber) | bit(TokenKind::Move) | bit(TokenKind::Word));
  return kinds == 0 && !has_damaged_tags(game);
}

std::uint8_t flags_of(const CheckedGame& checked) {
  const PlayedGame& played = checked.played;
  unsigned flags = 0;
  if (!played.has_board) flags |= kUnchecked;
  if (!played.is_complete && checked.summary.is_checked) flags |= kIncomplete;
  return static_cast<std::uint8_t>(flags);
}

// The batch columns of the seven tag roster, by KnownTag.
constexpr BatchSpan GameDraft::*kRosterColumns[kRosterSize] = {
    &GameDraft::event, &GameDraft::site,  nullptr, &GameDraft::round,
    &GameDraft::white, &GameDraft::black, nullptr};

void fill_column(const RecordTag& tag, GameDraft& draft, DraftBatch& batch) {
  const auto known = static_cast<std::size_t>(tag.known);
  if (known < kRosterSize && kRosterColumns[known] != nullptr) {
    draft.*kRosterColumns[known] = batch.add(tag.value);
  } else if (tag.known == KnownTag::Date) {
    draft.date = date_number(tag.value);
  } else if (tag.known == KnownTag::WhiteElo) {
    draft.white_elo = elo_number(tag.value);
  } else if (tag.known == KnownTag::BlackElo) {
    draft.black_elo = elo_number(tag.value);
  } else if (tag.known == KnownTag::Eco) {
    draft.eco = eco_number(tag.value);
  }
}

// Adds postings for the positions of the main line up to a ply.
void add_postings(const PlayedGame& played, std::uint32_t max_ply, DraftBatch& batch) {
  const auto game = static_cast<std::uint32_t>(batch.games.size() - 1);
  const std::size_t last = std::min<std::size_t>(played.moves.size(), max_ply);
  const std::size_t before = batch.postings.size();
  batch.postings.resize(before + last + 1);
  Posting* posting = batch.postings.data() + before;
  for (std::size_t ply = 0; ply <= last; ++ply) {
    const bool has_next = ply < played.moves.size();
    *posting++ = {.key = played.keys[ply],
                  .game = game,
                  .next = has_next ? played.moves[ply].bits() : std::uint16_t{0},
                  .ply = static_cast<std::uint16_t>(ply)};
  }
}

}  // namespace

Ending ending_of_game(const PgnGame& game, const PlayedGame& played, const GameSummary& summary) {
  const GameResult result = result_of(summary);
  if (played.has_board) {
    if (const auto ending = ending_on_board(played, summary)) return *ending;
    const bool has_moves = !played.moves.empty() || !played.is_complete;
    if (!has_moves && result.is_known()) return Ending::Forfeit;
  }
  if (const auto ending = ending_in_words(game)) return *ending;
  return result.is_known() ? Ending::Unknown : Ending::Unfinished;
}

// Returns the original movetext in UTF-8. Damaged tags and stray text between the tags come first,
// as comments. GameExporter exports the result like the game itself. Moves with piece letters of
// other languages are translated. The result is a view of the game's text, or of `movetext_`.
std::string_view GameDrafter::kept_movetext(const PgnGame& game, const PlayedGame& played) {
  movetext_.clear();
  // Set-aside moves are set aside again, so that they are read in the same way.
  if (played.has_other_letters || !game.line_ends.empty()) {
    exporter_.append(game, movetext_);
    return std::string_view(movetext_).substr(movetext_.find("\n\n") + 2);  // after the tags
  }
  const std::size_t first = first_after_tags(game);
  const bool is_simple = first == 0 && !game.tokens.empty() && !has_damaged_tags(game) &&
                         !has_markup(game) && !begins_with_stray_percent(game, game.tokens.front());
  if (is_simple) {
    const std::size_t start = game.tokens.front().offset;
    const std::size_t end = game.tokens.back().offset + game.tokens.back().length;
    const std::string_view written = game.text.substr(start, end - start);
    if (is_utf8(written)) return written;
  }
  compose_movetext(game, first);
  return movetext_;
}

// Returns the number of text fragments that GameExporter cannot parse as moves. Runs the exporter
// only if there may be any: see PlayedGame::may_set_aside.
std::uint64_t GameDrafter::pieces_set_aside(const PgnGame& game, const PlayedGame& played) {
  if (!played.may_set_aside && !has_damaged_tags(game)) return 0;
  const std::uint64_t before = exporter_.tally().unreadable_pieces;
  exported_.clear();
  exporter_.append(game, exported_);
  return exporter_.tally().unreadable_pieces - before;
}

// Composes the movetext token by token, because the tokens may have different encodings.
void GameDrafter::compose_movetext(const PgnGame& game, std::size_t first) {
  for (const std::string_view damaged : damaged_tags(game)) movetext_ += comment_of(damaged);
  if (game.tokens.empty()) return;
  std::size_t at = game.tokens[0].offset;
  for (std::size_t i = 0; i < game.tokens.size(); ++i) {
    const Token& token = game.tokens[i];
    const std::string_view gap = game.text.substr(at, token.offset - at);
    // A tag or markup. After a word, an empty comment separates the next token.
    const TokenKind before = i > 0 ? game.tokens[i - 1].kind : TokenKind::Escape;
    const bool is_after_word = before < TokenKind::BraceComment || before > TokenKind::Escape;
    movetext_ += is_blank_text(gap) ? decode_text(gap).utf8 : is_after_word ? "\n{}\n" : "\n";
    if (i == first && begins_with_stray_percent(game, token)) movetext_ += ' ';
    movetext_ += decode_text(game.text_of(token)).utf8;
    at = token.offset + token.length;
  }
}

GameDrafter::GameDrafter(const DrafterOptions& options)
    : options_(options), exporter_(options.letters) {}

void GameDrafter::add(const CheckedGame& checked, DraftBatch& batch) {
  const PgnGame& game = checked.game;
  const PlayedGame& played = checked.played;
  GameDraft& draft = batch.games.emplace_back();
  draft.offset = game.offset;
  draft.line = checked.line;
  draft.result = checked.summary.result.value_or(GameResult()).outcome;
  draft.ending = ending_of_game(game, played, checked.summary);
  draft.flags = flags_of(checked);

  read_tags(game, draft, batch);
  if (played.has_board) add_moves(played, draft, batch);

  std::string_view movetext;
  if (!is_plain(game, played)) {
    movetext = kept_movetext(game, played);
    if (!movetext.empty()) draft.flags |= kHasMovetext;
    draft.set_aside = static_cast<std::uint32_t>(pieces_set_aside(game, played));
  }
  add_record(movetext, draft, batch);

  draft.first_finding = static_cast<std::uint32_t>(batch.findings.size());
  draft.findings = static_cast<std::uint32_t>(checked.findings.size());
  batch.findings.insert(batch.findings.end(), checked.findings.begin(), checked.findings.end());
}

void GameDrafter::add_tags(const PgnGame& game, DraftBatch& batch) {
  GameDraft& draft = batch.games.emplace_back();
  read_tags(game, draft, batch);
  add_record({}, draft, batch);
}

void GameDrafter::add_record(std::string_view movetext, GameDraft& draft, DraftBatch& batch) {
  record_.clear();
  append_record({tags_, movetext}, view_of(batch, draft, {}), record_);
  draft.record = batch.add(record_);
}

// Returns a quoted string in UTF-8, unescaped. The view is valid until the next game.
std::string_view GameDrafter::meaning_of(std::string_view written) {
  if (is_utf8(written) && written.find('\\') == std::string_view::npos) return written;
  return meanings_.emplace_back(utf8_value(written));
}

// Reads the tags into the columns; the first tag of each name counts. In old lichess.org files, the
// only date is UTCDate.
void GameDrafter::read_tags(const PgnGame& game, GameDraft& draft, DraftBatch& batch) {
  tags_.clear();
  if (!meanings_.empty()) meanings_.clear();
  std::bitset<kKnownTagCount + 1> seen;
  const StartTags start(game);
  for (const PgnTag& read : game.tags) {
    const auto tag = start.corrected(read);
    if (!tag) continue;
    const std::string_view name =
        is_utf8(tag->name) ? tag->name : meanings_.emplace_back(decode_text(tag->name).utf8);
    const bool is_new = tag->value.data() != read.value.data();
    const std::string_view value =
        is_new ? meanings_.emplace_back(tag->value) : meaning_of(tag->value);
    tags_.push_back({name, value, tag->known});
    const auto known = static_cast<std::size_t>(tag->known);
    if (!seen.test(known)) fill_column(tags_.back(), draft, batch);
    seen.set(known);
  }
  if (draft.date != 0) return;
  if (const PgnTag* tag = game.tag(KnownTag::UtcDate)) draft.date = date_number(tag->value);
}

void GameDrafter::add_moves(const PlayedGame& played, GameDraft& draft, DraftBatch& batch) const {
  draft.plies = static_cast<std::uint16_t>(played.moves.size());
  if (played.start.setup != initial_setup()) {
    draft.start = batch.add(fen_of(played.start.setup, CastlingLetters::Shredder));
  }
  const std::size_t start = batch.bytes.size();
  pack_moves(played.moves, batch.bytes);
  draft.moves = {static_cast<std::uint32_t>(start),
                 static_cast<std::uint32_t>(batch.bytes.size() - start)};
  MovesHash hash(played.start.position.key());
  for (const Move move : played.moves) hash.add(code_of(move));
  draft.moves_hash = hash.value();
  draft.opening = options_.openings->of_keys({played.keys.data(), played.moves.size() + 1});
  add_postings(played, options_.index_plies.value_or(draft.plies), batch);
}

namespace {

bool is_about_lines(DiagnosticCode code) {
  return code == DiagnosticCode::MixedNewlines || code == DiagnosticCode::LoneCr ||
         code == DiagnosticCode::LineTooLong;
}

bool is_only_counted(DiagnosticCode code) {
  const Group group = entry_of(code).group;
  return group == Group::Lexical || group == Group::Tags;
}

CodeSet wanted_findings() {
  CodeSet wanted = kept_findings();
  for (const CatalogueEntry& entry : catalogue()) {
    if (is_only_counted(entry.code)) wanted.reset(index_of(entry.code));
  }
  return wanted;
}

// Returns the priority of a finding in worst().
auto weight_of(const Diagnostic& diagnostic) {
  return std::tuple(entry_of(diagnostic.code).severity, diagnostic.ply.has_value());
}

}  // namespace

CodeSet kept_findings() {
  CodeSet kept;
  for (const CatalogueEntry& entry : catalogue()) {
    kept[index_of(entry.code)] = entry.severity != Severity::Style &&
                                 entry.group != Group::Tournament && !is_about_lines(entry.code);
  }
  return kept;
}

FindingSink::FindingSink() : DiagnosticSink(wanted_findings()) {
  const CodeSet kept = kept_findings();
  for (const CatalogueEntry& entry : catalogue()) {
    const bool is_kept = kept[index_of(entry.code)];
    if (is_kept && is_only_counted(entry.code)) counters_.push_back({entry.code, 0});
  }
}

void FindingSink::start_game() {
  start_file();
  findings_.clear();
  worst_.reset();
  for (Counter& counter : counters_) counter.before = count_of(counter.code);
  DiagnosticSink::start_game();
}

std::span<const DraftFinding> FindingSink::findings() {
  finish_game();
  for (const Counter& counter : counters_) {
    if (count_of(counter.code) > counter.before) findings_.push_back({counter.code, 0});
  }
  if (findings_.size() < 2) return findings_;
  std::ranges::sort(findings_, {}, [](const DraftFinding& finding) {
    return std::tuple(finding.ply, finding.code);
  });
  const auto repeated = std::ranges::unique(findings_);
  findings_.erase(repeated.begin(), repeated.end());
  return findings_;
}

std::optional<Diagnostic> FindingSink::worst() const {
  if (worst_) return worst_;
  std::optional<Diagnostic> worst;
  for (const Counter& counter : counters_) {
    const CatalogueEntry& entry = entry_of(counter.code);
    const bool is_worse = !worst || entry.severity > entry_of(worst->code).severity;
    if (count_of(counter.code) == counter.before || !is_worse) continue;
    worst = Diagnostic{.code = counter.code};
    worst->message = entry.meaning;
  }
  return worst;
}

void FindingSink::receive(Diagnostic diagnostic) {
  findings_.push_back({diagnostic.code, diagnostic.ply.value_or(0)});
  if (entry_of(diagnostic.code).severity < Severity::Error) return;
  if (!worst_ || weight_of(diagnostic) > weight_of(*worst_)) worst_ = std::move(diagnostic);
}

}  // namespace arbiter
