#include "db/stream/file_filter.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <variant>

#include "db/import/game_drafter.h"
#include "db/model/game_record.h"
#include "db/stream/exporter.h"
#include "lib/base/text.h"
#include "lib/base/threads.h"
#include "lib/export/game_export.h"
#include "lib/movetext/movetext_reader.h"
#include "lib/movetext/movetext_reading.h"
#include "lib/pgn/pgn_game.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "lib/validate/movetext_walk.h"
#include "lib/validate/text_checks.h"

namespace arbiter {
namespace {

// A search for a position in a game, including its variations.
class VariationSearch : public MovetextListener<VariationSearch> {
 public:
  explicit VariationSearch(const std::optional<PieceLetters>& letters)
      : MovetextListener(letters) {}

  // Returns whether the position occurs in the game, which begins with `start`.
  bool finds(const PositionQuery& query, const PgnGame& game, const Position& start) {
    query_ = &query;
    has_found_ = query.finds(start);
    if (!has_found_) read(game, start);
    return has_found_;
  }

 private:
  friend class MovetextReader<VariationSearch>;

  void played(const Token&, San, Move) { has_found_ = has_found_ || query_->finds(position()); }

  const PositionQuery* query_ = nullptr;
  bool has_found_ = false;
};

// Returns whether the test uses only tags, so that its result needs no moves.
bool uses_only_tags(const GameTest& test) {
  if (const auto* number = std::get_if<NumberTest>(&test)) {
    return number->of == GameNumber::Date || number->of == GameNumber::WhiteElo ||
           number->of == GameNumber::BlackElo || number->of == GameNumber::Id;
  }
  if (const auto* comparison = std::get_if<ComparisonTest>(&test)) {
    return !comparison->uses_number(GameNumber::Plies);
  }
  const TestedPart part = tested_part(test);
  return (part == TestedPart::Columns || part == TestedPart::Round || part == TestedPart::Tags) &&
         !std::holds_alternative<OpeningTest>(test);
}

// The part of a game that a query needs.
enum class NeededPart { Nothing, Tags, Moves };

NeededPart needed_part(const FileFilterOptions& options) {
  const StreamQuery& query = options.query;
  if (options.has_fingerprints) return NeededPart::Moves;
  if (query.filter.is_empty() && !query.position) return NeededPart::Nothing;
  const bool needs_moves = query.position || any_test(query.filter, [](const GameTest& test) {
                             return !uses_only_tags(test);
                           });
  return needs_moves ? NeededPart::Moves : NeededPart::Tags;
}

// Matches games against a filter, reusing memory.
class GameMatcher {
 public:
  explicit GameMatcher(const FileFilterOptions& options)
      : query_(options.query),
        part_(needed_part(options)),
        needs_code_(
            any_test(query_.filter,
                     [](const GameTest& test) { return std::holds_alternative<EcoTest>(test); })),
        text_checker_(sink_),
        validator_(query_.validator, sink_),
        drafter_({.index_plies = 0,
                  .letters = query_.validator.piece_letters,
                  .openings = query_.openings}),
        variations_(query_.validator.piece_letters) {}

  // Returns the sink for the reader of the games, which receives the findings of the next game.
  DiagnosticSink& findings_of_next() {
    sink_.start_game();
    return sink_;
  }

  // Returns whether the game that was read with findings_of_next() matches. `number` is its number,
  // and `source` the name of its file. Takes a microsecond or two if only tags are needed,
  // otherwise about as long as checking the game.
  bool matches_game(const PgnGame& game, std::uint64_t number, std::string_view source) {
    if (part_ == NeededPart::Nothing) return true;
    batch_.clear();
    draft(game);
    GameView view = view_of(batch_, batch_.games.back(), source);
    view[GameNumber::Id] = number;
    if (!matches(query_.filter, view)) return false;
    return !query_.position || has_position(game);
  }

  // Returns the fingerprint of the last game. Precondition: the options request fingerprints.
  GameFingerprint fingerprint() const { return fingerprint_of(batch_, batch_.games.back()); }

 private:
  bool has_position(const PgnGame& game) {
    const PlayedGame& played = validator_.played();
    if (!played.has_board) return false;
    return reaches_position(played) ||
           (query_.is_anywhere && game.has_variations &&
            variations_.finds(*query_.position, game, played.start.position));
  }

  void draft(const PgnGame& game) {
    if (part_ == NeededPart::Tags) {
      drafter_.add_tags(game, batch_);
      if (!needs_code_ || batch_.games.back().eco != 0) return;
      batch_.clear();  // the code depends on the moves
    }
    text_checker_.check({game.text, game.offset}, LineEnd::LineFeed);
    const GameSummary& summary = validator_.check(game);
    drafter_.add({game, validator_.played(), summary, sink_.findings()}, batch_);
  }

  bool reaches_position(const PlayedGame& played) const {
    const auto keys = query_.position->keys();
    Position position = played.start.position;
    std::size_t replayed = 0;
    for (std::size_t ply = 0; ply <= played.moves.size(); ++ply) {
      if (!std::ranges::binary_search(keys, played.keys[ply])) continue;
      while (replayed < ply) position.play(played.moves[replayed++]);
      if (query_.position->matches(position)) return true;
    }
    return false;
  }

  const StreamQuery& query_;
  NeededPart part_;
  bool needs_code_;  // true if the ECO code is needed, which may depend on the moves
  FindingSink sink_;
  TextChecker text_checker_;
  Validator validator_;
  GameDrafter drafter_;
  VariationSearch variations_;
  DraftBatch batch_;  // contains one game
};

// Returns the value as written by the exporter. For a tag that was not written, returns the value
// in the source.
std::string value_of(const PgnGame& game, const GameExporter& exporter, const std::string& name) {
  const auto written = exporter.written_tag(name);
  const auto tag = std::ranges::find(game.tags, name, &PgnTag::name);
  if (!written && tag == game.tags.end()) return {};
  std::string value(trim(written ? *written : utf8_value(tag->value)));
  const bool is_unknown = value.find_first_not_of("?.-") == std::string::npos;
  return is_unknown ? "" : value;
}

std::vector<std::string> keys_of(const PgnGame& game, const GameExporter& exporter,
                                 const SplitKeys& split) {
  std::vector<std::string> keys;
  for (const std::string& name : split.tags) {
    std::string key = value_of(game, exporter, name);
    if (split.by_whole_round && RoundTest::parse(key))
      key.resize(std::min(key.find('.'), key.size()));
    key.resize(size_of_code_points(key, split.characters));
    if (split.cuts_unknown) {
      key.resize(std::min(key.find('?'), key.size()));
      while (key.ends_with('.')) key.pop_back();
    }
    if (std::ranges::find(keys, key) == keys.end()) keys.push_back(std::move(key));
  }
  return keys;
}

// Returns the mark for the query's position, or for the named positions.
PositionMark mark_of(const FileFilterOptions& options) {
  if (options.marked.positions == nullptr) {
    return mark_of(options.query.position, options.query.is_anywhere);
  }
  const auto find = [marked = options.marked](const Position& position) {
    return marked.positions->find(position.key());
  };
  const auto label = [find, names = options.marked.names](const Position& position) {
    return (*names)[*find(position)];
  };
  return {.is_match = [find](const Position& position) { return find(position).has_value(); },
          .is_anywhere = options.query.is_anywhere,
          .label = label};
}

// Filters chunks, reusing memory.
class ChunkFilter {
 public:
  ChunkFilter(const FileFilterOptions& options, std::string_view source)
      : options_(options),
        source_(source),
        matcher_(options),
        wanted_(options.query.validator.piece_letters, options.shape),
        rest_(options.query.validator.piece_letters),
        games_(options.games_before),
        mark_(mark_of(options)) {}

  StreamedChunk filter(const TextChunk& chunk) {
    StreamedChunk streamed;
    PgnReader reader(chunk.source, matcher_.findings_of_next());
    const std::string_view text = chunk.source.text;
    std::size_t position = 0;
    for (PgnGame game; reader.next(game);) {
      const std::size_t start = game.offset - chunk.source.offset;
      streamed.lines_between += lines_between(text.substr(position, start - position));
      position = start + game.text.size();
      ++streamed.games;
      if (matcher_.matches_game(game, ++games_, source_)) {
        add(game, wanted_, streamed.wanted);
        if (options_.split) {
          streamed.wanted.keys.push_back(keys_of(game, wanted_, *options_.split));
        }
        if (options_.has_fingerprints) {
          streamed.wanted.fingerprints.push_back(matcher_.fingerprint());
        }
      } else if (options_.has_rest) {
        add(game, rest_, streamed.rest);
      }
      matcher_.findings_of_next();
    }
    streamed.lines_between += lines_between(text.substr(position));
    return streamed;
  }

 private:
  void add(const PgnGame& game, GameExporter& exporter, StreamedGames& games) {
    const std::uint64_t before = exporter.tally().unreadable_pieces;
    const std::uint64_t emptied = exporter.tally().emptied_games;
    if (options_.text == StreamedText::Export) exporter.append(game, games.text, mark_);
    games.set_aside.push_back(exporter.tally().unreadable_pieces - before);
    games.emptied.push_back(exporter.tally().emptied_games > emptied);
    games.ends.push_back(games.text.size());
  }

  const FileFilterOptions& options_;
  std::string_view source_;
  GameMatcher matcher_;
  GameExporter wanted_;
  GameExporter rest_;
  std::uint64_t games_;  // number of the last game, if one thread filters all chunks
  PositionMark mark_;
};

}  // namespace

std::optional<Error> filter_file(ByteSource& source, std::string_view name,
                                 const FileFilterOptions& options, const ChunkReceiver& receive) {
  TextChunks chunks(source);
  TextChunk first;
  if (!chunks.next(first)) return std::nullopt;
  if (const auto other = find_other_content(first, chunks)) {
    return Error{"it is " + other->description()};
  }
  const bool needs_numbers = uses_number(options.query.filter, GameNumber::Id);
  const unsigned jobs = first.source.ends_file || needs_numbers ? 1 : options.jobs;
  std::vector<std::unique_ptr<ChunkFilter>> filters(std::max(1U, jobs));
  for (auto& filter : filters) filter = std::make_unique<ChunkFilter>(options, name);
  bool is_first = true;
  bool is_stopped = false;
  const auto take = [&]() -> std::optional<TextChunk> {
    if (is_stopped) return std::nullopt;
    if (std::exchange(is_first, false)) return std::move(first);
    std::optional<TextChunk> next(std::in_place);
    if (!chunks.next(*next)) next.reset();
    return next;
  };
  run_in_order(
      jobs, take,
      [&](unsigned worker, const TextChunk& chunk) { return filters[worker]->filter(chunk); },
      [&](const StreamedChunk& chunk) { is_stopped = is_stopped || !receive(chunk); });
  return std::nullopt;
}

namespace {

constexpr std::size_t kBlockSize = std::size_t{1} << 20;

}  // namespace

GameFingerprint fingerprint_of(const DraftBatch& batch, const GameDraft& draft) {
  const GameIdentity identity = identity_in(batch, draft);
  GameFingerprint game{
      .moves = duplicate_hash(draft.moves_hash, identity),
      .date = draft.date,
      .plies = draft.plies,
      .result = draft.result,
      .white = std::string(identity.white),
      .black = std::string(identity.black),
      .can_have_duplicates = draft.plies >= kMinDistinctPlies || may_be_same(identity, identity)};
  // Moves that were not replayed are only in the record.
  if (!is_replayed(draft)) game.moves ^= std::hash<std::string_view>()(batch.text(draft.record));
  return game;
}

bool SeenGames::is_duplicate(const Game& known, const GameFingerprint& game) const {
  if (known.moves != game.moves || known.plies != game.plies) return false;
  const char* white = blocks_[known.block].data() + known.offset;
  const std::string_view white_name(white);
  const std::string_view black_name(white + white_name.size() + 1);
  return may_be_same({white_name, black_name, known.date, known.result, known.plies},
                     {game.white, game.black, game.date, game.result, game.plies});
}

bool SeenGames::contains_or_add(const GameFingerprint& game) {
  if (!game.can_have_duplicates) return false;
  if (2 * (games_.size() + 1) > places_.size()) grow();
  const std::size_t mask = places_.size() - 1;
  std::size_t place = game.moves & mask;
  std::size_t same_moves = 0;
  for (; places_[place] != 0; place = (place + 1) & mask) {
    const Game& known = games_[places_[place] - 1];
    if (is_duplicate(known, game)) return true;
    if (known.moves == game.moves && ++same_moves == kMaxCandidates) return false;
  }
  add(game);
  places_[place] = static_cast<std::uint32_t>(games_.size());
  return false;
}

void SeenGames::add(const GameFingerprint& game) {
  const std::size_t size = game.white.size() + game.black.size() + 2;
  if (blocks_.empty() || blocks_.back().size() + size > blocks_.back().capacity()) {
    blocks_.emplace_back().reserve(std::max(kBlockSize, size));
  }
  std::string& block = blocks_.back();
  games_.push_back({game.moves, static_cast<std::uint32_t>(blocks_.size() - 1),
                    static_cast<std::uint32_t>(block.size()), game.date, game.plies, game.result});
  block.append(game.white).push_back('\0');
  block.append(game.black).push_back('\0');
}

void SeenGames::grow() {
  places_.assign(std::max<std::size_t>(2 * places_.size(), 1024), 0);
  const std::size_t mask = places_.size() - 1;
  for (std::size_t i = 0; i < games_.size(); ++i) {
    std::size_t place = games_[i].moves & mask;
    while (places_[place] != 0) place = (place + 1) & mask;
    places_[place] = static_cast<std::uint32_t>(i + 1);
  }
}

void GameSample::add(std::string_view text, std::uint64_t set_aside) {
  const std::uint64_t number = seen_++;
  if (number < size_) {
    games_.push_back({number, std::string(text), set_aside});
  } else if (const std::uint64_t place = random_below(seen_); place < size_) {
    games_[static_cast<std::size_t>(place)] = {number, std::string(text), set_aside};
  }
}

const std::vector<GameSample::Game>& GameSample::sorted() {
  std::ranges::sort(games_, {}, &Game::number);
  return games_;
}

// Distributions differ between standard libraries.
std::uint64_t GameSample::random_below(std::uint64_t limit) {
  const std::uint64_t end = UINT64_MAX - UINT64_MAX % limit;
  std::uint64_t value = random_();
  while (value >= end) value = random_();
  return value % limit;
}

}  // namespace arbiter
