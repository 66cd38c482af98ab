#include "tools/cli/output/game_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <span>
#include <string_view>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "lib/diagnostics/catalogue.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/output/record_table.h"
#include "tools/cli/output/text_cells.h"

namespace arbiter {
namespace {

using Listed = ListedGame;

std::uint64_t id_of(const Listed& listed) {
  return static_cast<std::uint64_t>(number_of(listed.game.id));
}

std::vector<std::string> flags_of(const StoredGame& game) {
  std::vector<std::string> flags;
  if ((game.flags & kIncomplete) != 0) flags.emplace_back("incomplete");
  if ((game.flags & kDuplicate) != 0) flags.emplace_back("duplicate");
  if ((game.flags & kUnchecked) != 0) flags.emplace_back("unchecked");
  return flags;
}

// Returns the result of `part` for each displayed hit.
template <class Part>
Value value_of_hits(const Listed& listed, Part part) {
  std::vector<std::string> texts;
  for (const HitText& hit : listed.hits->shown) texts.push_back(std::invoke(part, hit));
  return Value::of_list(std::move(texts));
}

// Returns the length of a game; nothing if its moves were not checked.
Value plies_of(const StoredGame& game) {
  return (game.flags & kUnchecked) != 0 ? Value() : Value::of(game.plies);
}

Value opening_ply_of(const StoredGame& game) {
  return game.opening.empty() ? Value() : Value::of(game.opening_ply);
}

using Entries = std::vector<RecordEntry<Listed>>;

void add_hits(HitDetail detail, Entries& entries) {
  if (detail == HitDetail::Count) {
    entries.push_back(
        {number_column("Hits"), "hits", [](auto& l) { return Value::of(l.hits->count); }});
    return;
  }
  entries.push_back({{.heading = "Hit", .importance = 6}, [](auto& l) {
                       std::vector<std::string_view> contexts;
                       for (const HitText& hit : l.hits->shown) contexts.push_back(hit.context);
                       return fmt::format("{}", fmt::join(contexts, "; "));
                     }});
  entries.push_back({"hits", [](auto& l) { return l.hits->count; }});
  entries.push_back({"hit_plies", [](auto& l) {
                       return value_of_hits(l, [](const HitText& hit) {
                         return hit.hit.first == hit.hit.last
                                    ? fmt::format("{}", hit.hit.first)
                                    : fmt::format("{}..{}", hit.hit.first, hit.hit.last);
                       });
                     }});
  entries.push_back({"hit_moves", [](auto& l) { return value_of_hits(l, &HitText::move); }});
  entries.push_back({"hit_contexts", [](auto& l) { return value_of_hits(l, &HitText::context); }});
  entries.push_back({"hit_fens", [](auto& l) { return value_of_hits(l, &HitText::fen); }});
}

// The columns have the order game, date, White, ...; the fields have the order id, white, black,
// ...
RecordKind<Listed> kind_of(const GameTablePlan& plan) {
  RecordKind<Listed> kind{
      "game",
      {{number_column("Game"), "id", [](auto& l) { return Value::of(id_of(l)); }},
       {{.heading = "Date", .importance = 5}, [](auto& l) { return date_text(l.game.date); }},
       {name_column("White"), "white", [](auto& l) { return l.game.white; }},
       {number_column("Elo", 4), [](auto& l) { return Value::of(l.game.white_elo); }},
       {name_column("Black"), "black", [](auto& l) { return l.game.black; }},
       {"white_elo", [](auto& l) { return l.game.white_elo; }},
       {number_column("Elo", 4), "black_elo", [](auto& l) { return Value::of(l.game.black_elo); }},
       {"event", [](auto& l) { return l.game.event; }},
       {"site", [](auto& l) { return l.game.site; }},
       {"date", [](auto& l) { return Value::of(date_text(l.game.date)); }},
       {"round", [](auto& l) { return l.game.round; }},
       {{.heading = "Result"},
        "result",
        [](auto& l) { return Value::of(to_string(l.game.result)); }},
       {"eco", [](auto& l) { return eco_text(l.game.eco); }},
       {{.heading = "ECO", .importance = 3}, [](auto& l) { return eco_text(eco_of(l.game)); }},
       {"opening_eco", [](auto& l) { return eco_text(l.game.opening_eco); }},
       {"opening", [](auto& l) { return l.game.opening; }},
       {"opening_ply", [](auto& l) { return opening_ply_of(l.game); }},
       {number_column("Plies", 2), "plies", [](auto& l) { return plies_of(l.game); }},
       {"ending", [](auto& l) { return Value::of(to_string(l.game.ending)); }},
       {"start", [](auto& l) { return l.game.start; }},
       {"source", [](auto& l) { return l.game.source; }},
       {"offset", [](auto& l) { return l.game.offset; }},
       {"line", [](auto& l) { return l.game.line; }},
       {"flags", [](auto& l) { return Value::of_list(flags_of(l.game)); }}}};
  if (plan.has_places) {
    kind.entries.push_back({{.heading = "Next move", .importance = 6}, [](auto& l) {
                              return l.place->next.empty() ? "(end)" : l.place->label;
                            }});
    kind.entries.push_back({"ply", [](auto& l) { return l.place->ply; }});
    kind.entries.push_back({"next", [](auto& l) { return l.place->next; }});
  }
  if (plan.hits) add_hits(*plan.hits, kind.entries);
  kind.entries.push_back({{.heading = "Event", .importance = 1, .min_width = 12, .max_width = 40},
                          [](auto& l) { return l.game.event; }});
  return kind;
}

class ListTable final : public GameTable {
 public:
  ListTable(const GameTablePlan& plan, Console& console)
      : records_(plan.format, kind_of(plan), console) {}

  void add(const ListedGame& game) override { records_.add(game); }
  void finish() override { records_.finish(); }

 private:
  RecordTable<ListedGame> records_;
};

class PgnTable final : public GameTable {
 public:
  explicit PgnTable(Console& console) : console_(console) {}

  void add(const ListedGame& listed) override {
    text_.clear();
    pgn_.append(listed.game, listed.record, text_);
    console_.write_data(text_);
  }

  void finish() override {}

 private:
  Console& console_;
  StoredPgn pgn_;
  std::string text_;
};

// The number of half-moves displayed before and after the one that led to the hit.
constexpr std::size_t kMovesAround = 2;

std::string move_number_before(const Position& before) {
  return fmt::format("{}.{} ", before.fullmove_number(), before.turn() == Color::White ? "" : "..");
}

// `positions` includes the positions before the moves around the hit, and the one after it.
HitText text_of(const StoredGame& game, const std::vector<Position>& positions, PatternHit hit) {
  HitText text{hit, "start", {}, fen_of(positions[hit.first])};
  const std::size_t marked = hit.first;  // the move number, counting from 1
  const std::size_t first = marked > kMovesAround ? marked - kMovesAround : 1;
  const std::size_t last = std::min(marked + kMovesAround, game.moves.size());
  if (marked == 0) text.context = "[start]";
  for (std::size_t i = first; i <= last; ++i) {
    const Position& before = positions[i - 1];
    const bool has_number = i == first || i == marked || before.turn() == Color::White;
    const std::string san =
        (has_number ? move_number_before(before) : "") + san_of(game.moves[i - 1], before);
    if (!text.context.empty()) text.context += ' ';
    text.context += i == marked ? fmt::format("[{}]", san) : san;
    if (i == marked) text.move = san;
  }
  return text;
}

PositionPlace place_at(const StoredGame& game, const std::vector<Position>& positions,
                       std::uint16_t ply) {
  PositionPlace place{.ply = ply, .label = {}, .next = {}};
  if (ply >= game.moves.size()) return place;
  place.next = san_of(game.moves[ply], positions[ply]);
  place.label = move_number_before(positions[ply]) + place.next;
  return place;
}

}  // namespace

ListedGame GameLister::list(const StreamedGame& streamed, const std::vector<PatternHit>& others) {
  const StoredGame& game = streamed.game;
  ListedGame listed{game, std::nullopt, std::nullopt, streamed.record};
  if (!detail_ && !streamed.ply) return listed;
  // The last position that is displayed.
  std::size_t last = streamed.ply.value_or(0);
  const auto display = [&last](std::size_t hit) { last = std::max(last, hit + kMovesAround); };
  const bool displays = detail_ && *detail_ != HitDetail::Count;
  if (displays && *detail_ == HitDetail::All) {
    std::ranges::for_each(others, display, &PatternHit::first);
  } else if (displays && !others.empty()) {
    display(std::ranges::min(others).first);
  }
  bool searches = displays && !patterns_.empty();  // the next hit of a pattern is displayed
  const std::size_t end = patterns_.empty() ? std::min(last, game.moves.size()) : game.moves.size();
  if (end > 0) ++replays_;
  const Setup start = first_setup(game);
  PatternHitScan scan(patterns_, start, std::span(game.moves).first(end));
  std::vector<Position> positions = {Position(start)};
  if (searches || last > 0) positions.reserve(end + 1);
  for (std::size_t ply = 0;; ++ply) {
    if (searches && scan.holds()) {
      display(ply);
      searches = *detail_ == HitDetail::All;
    }
    if (ply == end || !scan.next()) break;
    if (!searches && ply >= last) continue;
    positions.push_back(positions.back());
    positions.back().play(game.moves[ply]);
  }
  if (streamed.ply) listed.place = place_at(game, positions, *streamed.ply);
  if (!detail_) return listed;
  std::vector<PatternHit> hits = scan.hits();
  std::ranges::copy(others, std::back_inserter(hits));
  std::ranges::sort(hits);
  hits.erase(std::unique(hits.begin(), hits.end()), hits.end());
  listed.hits = GameHits{.count = hits.size(), .shown = {}};
  if (*detail_ == HitDetail::First) hits.resize(std::min<std::size_t>(hits.size(), 1));
  if (!displays) return listed;
  for (const PatternHit& hit : hits) listed.hits->shown.push_back(text_of(game, positions, hit));
  return listed;
}

std::unique_ptr<GameTable> make_game_table(const GameTablePlan& plan, Console& console) {
  if (plan.format == AnswerFormat::Pgn) return std::make_unique<PgnTable>(console);
  return std::make_unique<ListTable>(plan, console);
}

std::string_view to_string(DrawClaim claim) {
  constexpr std::string_view names[] = {"threefold-ahead", "threefold", "fifty-ahead", "fifty"};
  return names[static_cast<std::size_t>(claim)];
}

std::string ending_text(const GameSummary& game) {
  if (!game.is_checked) return "a variant whose moves are not checked";
  if (game.end) {
    std::string text =
        fmt::format("{} ({})", to_string(game.end->reason), article_of(game.end->reason));
    if (game.end->ply < game.plies) text += fmt::format(" at ply {}", game.end->ply);
    return text;
  }
  if (game.stop && !game.is_replayed) {
    return fmt::format("not replayed beyond ply {}: {}", game.plies, entry_of(game.stop->code).id);
  }
  if (game.stop) {
    return fmt::format("not legal beyond ply {}: {}", game.plies, entry_of(game.stop->code).id);
  }
  if (!game.is_complete) return "not replayed: its initial position cannot be played";
  return "not decided on the board";
}

std::string claim_text(const GameSummary& game) {
  if (!game.first_claim) return {};
  const auto [claim, ply] = *game.first_claim;
  const bool repetition = claim == DrawClaim::Threefold || claim == DrawClaim::ThreefoldAhead;
  const bool ahead = claim == DrawClaim::ThreefoldAhead || claim == DrawClaim::FiftyAhead;
  return fmt::format("a draw by {} could be claimed after ply {}{}",
                     repetition ? "repetition" : "the 50-move rule", ply,
                     ahead ? " with the next move" : "");
}

std::string shown_name(std::string_view name) {
  std::string storage;
  return name.empty() ? "?" : std::string(as_shown(name, storage));
}

}  // namespace arbiter
