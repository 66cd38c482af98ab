#include "tools/cli/output/game_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/stored_pgn.h"
#include "lib/notation/fen.h"
#include "lib/notation/san.h"
#include "tools/cli/output/record_writer.h"

namespace arbiter {
namespace {

using Elo = std::optional<std::uint16_t>;
using Listed = ListedGame;

std::string elo_text(Elo elo) { return elo ? fmt::format("{}", *elo) : std::string(); }

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

RecordDesign<Listed>::ShownColumn hit_column(HitDetail detail) {
  if (detail == HitDetail::Count) {
    return {number_column("Hits"),
            [](const Listed& l) { return Cell{fmt::format("{}", l.hits->count)}; }};
  }
  return {{.heading = "Hit", .importance = 6}, [](const Listed& l) {
            std::vector<std::string_view> contexts;
            for (const HitText& hit : l.hits->shown) contexts.push_back(hit.context);
            return Cell{fmt::format("{}", fmt::join(contexts, "; "))};
          }};
}

// Returns the result of `part` for each hit that is shown.
template <class Part>
Value value_of_hits(const Listed& listed, Part part) {
  std::vector<std::string> texts;
  for (const HitText& hit : listed.hits->shown) texts.push_back(part(hit));
  return Value::of_list(std::move(texts));
}

void add_hit_fields(HitDetail detail, std::vector<RecordDesign<Listed>::NamedField>& fields) {
  fields.push_back({{"hits"}, [](const Listed& l) { return Value::of(l.hits->count); }});
  if (detail == HitDetail::Count) return;
  fields.push_back({{"hit_plies"}, [](const Listed& l) {
                      return value_of_hits(l, [](const HitText& hit) {
                        return hit.hit.first == hit.hit.last
                                   ? fmt::format("{}", hit.hit.first)
                                   : fmt::format("{}..{}", hit.hit.first, hit.hit.last);
                      });
                    }});
  fields.push_back({{"hit_moves"}, [](const Listed& l) {
                      return value_of_hits(l, [](const HitText& hit) { return hit.move; });
                    }});
  fields.push_back({{"hit_contexts"}, [](const Listed& l) {
                      return value_of_hits(l, [](const HitText& hit) { return hit.context; });
                    }});
  fields.push_back({{"hit_fens"}, [](const Listed& l) {
                      return value_of_hits(l, [](const HitText& hit) { return hit.fen; });
                    }});
}

std::vector<RecordDesign<Listed>::ShownColumn> columns(const GameTablePlan& plan) {
  std::vector<RecordDesign<Listed>::ShownColumn> columns = {
      {number_column("Game"), [](const Listed& l) { return Cell{fmt::format("{}", id_of(l))}; }},
      {{.heading = "Date", .importance = 5},
       [](const Listed& l) { return Cell{date_text(l.game.date)}; }},
      {name_column("White"), [](const Listed& l) { return Cell{l.game.white}; }},
      {number_column("Elo", 4), [](const Listed& l) { return Cell{elo_text(l.game.white_elo)}; }},
      {name_column("Black"), [](const Listed& l) { return Cell{l.game.black}; }},
      {number_column("Elo", 4), [](const Listed& l) { return Cell{elo_text(l.game.black_elo)}; }},
      {{.heading = "Result"},
       [](const Listed& l) { return Cell{std::string(to_string(l.game.result))}; }},
      {{.heading = "ECO", .importance = 3},
       [](const Listed& l) { return Cell{eco_text(eco_of(l.game))}; }},
      {number_column("Plies", 2),
       [](const Listed& l) { return Cell{fmt::format("{}", l.game.plies)}; }},
  };
  if (plan.has_places) {
    columns.push_back({{.heading = "Next move", .importance = 6}, [](const Listed& l) {
                         return Cell{l.place->next.empty() ? "(end)" : l.place->label};
                       }});
  }
  if (plan.hits) columns.push_back(hit_column(*plan.hits));
  columns.push_back({{.heading = "Event", .importance = 1, .min_width = 12, .max_width = 40},
                     [](const Listed& l) { return Cell{l.game.event}; }});
  return columns;
}

Value opening_ply_of(const StoredGame& game) {
  return game.opening.empty() ? Value() : Value::of(game.opening_ply);
}

std::vector<RecordDesign<Listed>::NamedField> fields(const GameTablePlan& plan) {
  std::vector<RecordDesign<Listed>::NamedField> fields = {
      {{"id"}, [](const Listed& l) { return Value::of(id_of(l)); }},
      {{"white"}, [](const Listed& l) { return Value::of_known(l.game.white); }},
      {{"black"}, [](const Listed& l) { return Value::of_known(l.game.black); }},
      {{"white_elo"}, [](const Listed& l) { return Value::of(l.game.white_elo); }},
      {{"black_elo"}, [](const Listed& l) { return Value::of(l.game.black_elo); }},
      {{"event"}, [](const Listed& l) { return Value::of_known(l.game.event); }},
      {{"site"}, [](const Listed& l) { return Value::of_known(l.game.site); }},
      {{"date"}, [](const Listed& l) { return Value::of(date_text(l.game.date)); }},
      {{"round"}, [](const Listed& l) { return Value::of_known(l.game.round); }},
      {{"result"}, [](const Listed& l) { return Value::of(to_string(l.game.result)); }},
      {{"eco"}, [](const Listed& l) { return Value::of_known(eco_text(l.game.eco)); }},
      {{"opening_eco"},
       [](const Listed& l) { return Value::of_known(eco_text(l.game.opening_eco)); }},
      {{"opening"}, [](const Listed& l) { return Value::of_known(l.game.opening); }},
      {{"opening_ply"}, [](const Listed& l) { return opening_ply_of(l.game); }},
      {{"plies"}, [](const Listed& l) { return Value::of(l.game.plies); }},
      {{"ending"}, [](const Listed& l) { return Value::of(to_string(l.game.ending)); }},
      {{"start"}, [](const Listed& l) { return Value::of_known(l.game.start); }},
      {{"source"}, [](const Listed& l) { return Value::of_known(l.game.source); }},
      {{"offset"}, [](const Listed& l) { return Value::of(l.game.offset); }},
      {{"line"}, [](const Listed& l) { return Value::of(l.game.line); }},
      {{"flags"}, [](const Listed& l) { return Value::of_list(flags_of(l.game)); }},
  };
  if (plan.has_places) {
    fields.push_back({{"ply"}, [](const Listed& l) { return Value::of(l.place->ply); }});
    fields.push_back({{"next"}, [](const Listed& l) { return Value::of_known(l.place->next); }});
  }
  if (plan.hits) add_hit_fields(*plan.hits, fields);
  return fields;
}

class RecordTable final : public GameTable {
 public:
  RecordTable(const GameTablePlan& plan, Console& console)
      : records_(plan.format, {.type = "game", .columns = columns(plan), .fields = fields(plan)},
                 console) {}

  void add(const ListedGame& game) override { records_.add(game); }
  void finish() override { records_.finish(); }

 private:
  Records<ListedGame> records_;
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

// The number of half-moves shown before and after the one that led to the hit.
constexpr std::size_t kMovesAround = 2;

std::string number_text(const Position& before) {
  return fmt::format("{}.{} ", before.fullmove_number(), before.turn() == Color::White ? "" : "..");
}

HitText text_of(const StoredGame& game, PatternHit hit) {
  HitText text{hit, "start", {}, {}};
  const std::size_t marked = hit.first;  // the number of the move, from 1
  const std::size_t first = marked > kMovesAround ? marked - kMovesAround : 1;
  const std::size_t last = std::min(marked + kMovesAround, game.moves.size());
  Position position(first_setup(game));
  if (marked == 0) text.context = "[start]", text.fen = fen_of(position);
  for (std::size_t i = 1; i <= last; ++i) {
    if (i >= first) {
      const bool has_number = i == first || i == marked || position.turn() == Color::White;
      const std::string san =
          (has_number ? number_text(position) : "") + san_of(game.moves[i - 1], position);
      if (!text.context.empty()) text.context += ' ';
      text.context += i == marked ? fmt::format("[{}]", san) : san;
      if (i == marked) text.move = san;
    }
    position.play(game.moves[i - 1]);
    if (i == marked) text.fen = fen_of(position);
  }
  return text;
}

}  // namespace

PositionPlace place_in(const StoredGame& game, std::uint16_t ply) {
  PositionPlace place{.ply = ply, .label = {}, .next = {}};
  if (ply >= game.moves.size()) return place;
  Position position(first_setup(game));
  for (std::size_t i = 0; i < ply; ++i) position.play(game.moves[i]);
  place.next = san_of(game.moves[ply], position);
  place.label = fmt::format("{}.{} {}", position.fullmove_number(),
                            position.turn() == Color::White ? "" : "..", place.next);
  return place;
}

std::unique_ptr<GameTable> make_game_table(const GameTablePlan& plan, Console& console) {
  if (plan.format == AnswerFormat::Pgn) return std::make_unique<PgnTable>(console);
  return std::make_unique<RecordTable>(plan, console);
}

GameHits hits_in(const StoredGame& game,
                 std::span<const std::shared_ptr<const PatternPlan>> patterns, HitDetail detail) {
  const std::vector<PatternHit> hits = pattern_hits(patterns, first_setup(game), game.moves);
  GameHits result{.count = hits.size(), .shown = {}};
  for (const PatternHit& hit : hits) {
    if (detail == HitDetail::Count || (detail == HitDetail::First && !result.shown.empty())) break;
    result.shown.push_back(text_of(game, hit));
  }
  return result;
}

}  // namespace arbiter
