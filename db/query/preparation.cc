#include "db/query/preparation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "db/model/filter_fields.h"
#include "db/model/game_filter.h"
#include "db/query/novelty.h"
#include "db/query/tree_pgn.h"
#include "lib/base/text.h"
#include "lib/chess/legal_moves.h"
#include "lib/laws/wording.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

GameFilter condition(std::string_view field, std::string_view value) {
  return read_condition(*find_field(field), {.value = value}).value();
}

GameFilter with(const GameFilter& filter, GameFilter more) {
  return filter.is_empty() ? more : all_of({filter, std::move(more)});
}

GameFilter missed_claim() { return condition("finding", "decisive-despite-claimable-draw"); }

// The kinds of endings, in the form of --material, with any number of pawns.
struct EndingKind {
  std::string_view name;
  std::string_view material;
};

constexpr EndingKind kEndings[] = {
    {"Pawns", "KP{0,8}kp{0,8}"},
    {"Rooks", "KRP{0,8}krp{0,8}"},
    {"Two rooks each", "KRRP{0,8}krrp{0,8}"},
    {"Queens", "KQP{0,8}kqp{0,8}"},
    {"Bishops", "KBP{0,8}kbp{0,8}"},
    {"Knights", "KNP{0,8}knp{0,8}"},
    {"Bishop against knight", "KBP{0,8}knp{0,8}~"},
    {"Rook and bishop each", "KRBP{0,8}krbp{0,8}"},
    {"Rook and knight each", "KRNP{0,8}krnp{0,8}"},
    {"Rook and bishop against rook and knight", "KRBP{0,8}krnp{0,8}~"},
};

// The rating bands of the opponent.
constexpr std::pair<int, int> kBands[] = {{1, 1999},    {2000, 2199}, {2200, 2299}, {2300, 2399},
                                          {2400, 2499}, {2500, 2599}, {2600, 2699}, {2700, 9999}};

// A reason to study games of the filter: the first ones in this order.
struct Reason {
  std::string_view text;
  GameFilter filter;
  std::string_view order;  // see --sort
  SortOrder sort;
  GameFilter search = {};  // an equivalent faster filter, or empty
};

// The moves of a repertoire, by position. All lines begin in the standard initial position.
class Repertoire {
 public:
  struct Place {
    std::vector<Move> path;  // a line that leads to the position
    std::vector<Move> moves = {};
  };

  // Adds a line. Variations repeat the moves before them.
  void add(const std::vector<Move>& line) {
    Position position;
    for (std::size_t ply = 0;; ++ply) {
      const auto path_end = line.begin() + static_cast<std::ptrdiff_t>(ply);
      Place& place =
          places_.try_emplace(position.key(), Place{{line.begin(), path_end}}).first->second;
      if (ply == line.size()) return;
      if (std::ranges::find(place.moves, line[ply]) == place.moves.end()) {
        place.moves.push_back(line[ply]);
        if (place.moves.size() == 2) ++choices_[index_of(position.turn())];
      }
      position.play(line[ply]);
    }
  }

  void add(const Repertoire& other) {
    for (const auto& [key, place] : other.places_) {
      Place& own = places_.try_emplace(key, Place{place.path}).first->second;
      own.moves.insert(own.moves.end(), place.moves.begin(), place.moves.end());
    }
  }

  // Returns whether the lines may be a repertoire for this side: it has choices in no more
  // positions than the other side.
  bool may_be_for(Color color) const {
    return choices_[index_of(color)] <= choices_[index_of(other(color))];
  }

  // Returns the position's moves, or null if no line reaches it.
  const Place* find(const Position& position) const {
    const auto found = places_.find(position.key());
    return found == places_.end() ? nullptr : &found->second;
  }
  bool is_empty() const { return places_.empty(); }

 private:
  std::map<PositionKey, Place> places_;
  // Number of positions with several moves, by side to move.
  std::array<std::size_t, 2> choices_ = {};
};

class Preparation {
 public:
  Preparation(const PreparationOptions& options, Storage& storage)
      : options_(options),
        storage_(storage),
        games_(games_of(options)),
        white_(as_white(games_)),
        black_(as_black(games_)) {}

  std::vector<PreparationPart> parts() {
    std::vector<PreparationPart> parts;
    const auto add = [&parts](PreparationPart part) {
      if (!part.rows.empty()) parts.push_back(std::move(part));
    };
    add(form());
    add(years());
    add(opponents());
    if (!options_.against.empty()) add(head_to_head());
    add(repertoire(Color::White));
    add(repertoire(Color::Black));
    if (options_.repertoire.lines != nullptr) {
      read_repertoire();
      add(gaps(Color::White));
      add(gaps(Color::Black));
    }
    const OpeningCounts field = count_field();
    add(weak_openings(Color::White, field));
    add(weak_openings(Color::Black, field));
    add(endings());
    add(time_trouble());
    add(claims());
    add(novelties());
    add(worth_looking_at());
    return parts;
  }

  // Returns the games with each colour as a tree.
  std::string pgn(const OpeningTable& openings) {
    std::string text;
    for (const Color color : {Color::White, Color::Black}) {
      const bool is_white = color == Color::White;
      text += pgn_of_tree(tree(color), PlayedLine(),
                          {.player = Color::White,
                           .openings = openings,
                           .event = fmt::format("Repertoire as {}", is_white ? "White" : "Black"),
                           .white = is_white ? options_.player : "?",
                           .black = is_white ? "?" : options_.player});
    }
    return text;
  }

 private:
  // Returns a row without counts. Without a filter, it contains all games of counted().
  static PreparationRow row(std::string label, GameFilter filter = {}, unsigned depth = 0) {
    return {.label = std::move(label), .depth = depth, .question = {std::move(filter)}};
  }

  // Counts the games of a filter for each row.
  std::vector<PreparationRow> counted(const GameFilter& games, std::vector<PreparationRow> rows) {
    std::vector<GameFilter> conditions;
    for (PreparationRow& one : rows) {
      conditions.push_back(one.question.filter);
      if (one.question.filter.is_empty()) one.question.filter = games;
    }
    const std::vector<GameCount> counts = storage_.counts(games, conditions);
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i].count = counts[i];
    return rows;
  }

  static void add_nonempty(PreparationPart& part, std::vector<PreparationRow> rows) {
    for (PreparationRow& one : rows) {
      if (one.count.games > 0) part.rows.push_back(std::move(one));
    }
  }

  PreparationPart form() {
    PreparationPart part{"form", "Results", "Colour"};
    add_nonempty(part, counted(games_, {row("All games"), row("As White", white_),
                                        row("As Black", black_)}));
    return part;
  }

  PreparationPart years() {
    PreparationPart part{"years", "Form by year", "Year"};
    for (const StatisticsRow& group : storage_.groups(games_, GroupBy::Year)) {
      if (group.name.empty()) continue;
      PreparationRow one{.label = group.name, .count = group.count};
      one.question = {with(games_, condition("date", group.name))};
      part.rows.push_back(std::move(one));
    }
    return part;
  }

  PreparationPart opponents() {
    PreparationPart part{"ratings", "By the opponent's rating", "Rating"};
    std::vector<PreparationRow> rows;
    for (const auto& [first, last] : kBands) {
      const std::string range = fmt::format("{}..{}", first, last);
      std::string label = first == 1     ? fmt::format("below {}", last + 1)
                          : last == 9999 ? fmt::format("{} and more", first)
                                         : fmt::format("{}-{}", first, last);
      rows.push_back(row(std::move(label), any_of({with(white_, condition("black-elo", range)),
                                                   with(black_, condition("white-elo", range))})));
    }
    add_nonempty(part, counted(games_, std::move(rows)));
    return part;
  }

  PreparationPart head_to_head() {
    PreparationPart part{"against", fmt::format("Against {}", options_.against), "Colour"};
    const GameFilter games = with(games_, condition("player", options_.against));
    add_nonempty(part, counted(games, {row("All games")}));
    for (const bool is_white : {true, false}) {
      const GameFilter side = is_white ? as_white(games) : as_black(games);
      add_nonempty(part, counted(side, {row(is_white ? "As White" : "As Black")}));
      for (const StatisticsRow& group : first_groups(side, 5)) {
        PreparationRow one{.label = group.name, .depth = 1, .count = group.count};
        one.question = {with(side, opening_condition(group.name))};
        part.rows.push_back(std::move(one));
      }
    }
    return part;
  }

  // Returns the most frequent openings.
  std::vector<StatisticsRow> first_groups(const GameFilter& filter, std::size_t most) {
    std::vector<StatisticsRow> groups = storage_.groups(filter, GroupBy::Opening);
    std::erase_if(groups, [](const StatisticsRow& group) { return group.name.empty(); });
    groups.resize(std::min(groups.size(), most));
    return groups;
  }

  // Returns the filter of an opening. `opening` is a group name, such as "B90 Sicilian Defense:
  // Najdorf Variation".
  static GameFilter opening_condition(std::string_view opening) {
    return with(condition("opening", fmt::format("={}", opening.substr(0, 3))),
                condition("opening", fmt::format("={}", opening.substr(4))));
  }

  const GameFilter& side(Color color) const { return color == Color::White ? white_ : black_; }

  std::uint64_t least_games(Color color) {
    if (options_.min_games) return *options_.min_games;
    return std::max<std::uint64_t>(2, storage_.count({.filter = side(color)}) / 50);
  }

  TreeNode tree(Color color) {
    return storage_.tree({.root = PositionQuery(Position(), Rights::Exact),
                          .depth = static_cast<unsigned>(options_.depth) + 1,
                          .min_games = least_games(color),
                          .filter = side(color)});
  }

  PreparationPart repertoire(Color color) {
    const bool is_white = color == Color::White;
    PreparationPart part{is_white ? "white" : "black",
                         fmt::format("Repertoire as {}", is_white ? "White" : "Black"), "Moves",
                         PreparationKind::Lines};
    const TreeNode root = tree(color);
    if (root.all.all_games() == 0) return part;
    Lines lines{color};
    add_lines(lines, root, Position(), {}, {});
    if (const int last = root.all.last_year; last > 0) {
      part.recent = fmt::format("{}-{}", last - 1, last);
      count_recent(lines,
                   with(side(color), condition("date", fmt::format("{}..{}", last - 1, last))));
    }
    part.rows = std::move(lines.rows);
    return part;
  }

  struct Lines {
    Color color;
    std::vector<PreparationRow> rows = {};
    std::vector<PositionQuery> ends = {};  // the last position of each row
  };

  void count_recent(Lines& lines, const GameFilter& recent) {
    const std::vector<std::uint64_t> counts = storage_.counts_at(recent, lines.ends);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      lines.rows[i].other = GamesQuestion{recent, lines.rows[i].question.moves};
      lines.rows[i].recent = counts[i];
    }
  }

  struct Place {
    std::size_t ply = 0;
    unsigned depth = 0;
  };

  // Adds a row for each move. A row continues while nearly all games continue the same way.
  void add_lines(Lines& lines, const TreeNode& node, const Position& position,
                 const std::string& moves, Place place) {
    constexpr unsigned kMaxDepth = 5;
    for (const TreeMove& first : node.moves) {
      const TreeMove* move = &first;
      Position at = position;
      std::string label;
      std::string line = moves;
      std::size_t ply = place.ply;
      while (move != nullptr && move->move && is_legal(at, *move->move)) {
        label += label.empty()               ? numbered_san(*move->move, at)
                 : at.turn() == Color::White ? " " + numbered_san(*move->move, at)
                                             : " " + san_of(*move->move, at);
        line += (line.empty() ? "" : " ") + san_of(*move->move, at);
        at.play(*move->move);
        ++ply;
        const TreeMove* next = ply < options_.depth ? only_move(*move) : nullptr;
        if (next == nullptr) break;
        move = next;
      }
      if (label.empty()) continue;
      lines.rows.push_back(line_row(move->next.all, std::move(label), place.depth));
      lines.rows.back().question = {side(lines.color), line};
      lines.ends.emplace_back(at, Rights::Exact);
      if (place.depth + 1 < kMaxDepth && ply < options_.depth) {
        add_lines(lines, move->next, at, line, {ply, place.depth + 1});
      }
    }
  }

  // Returns the move that follows `move` in nine of ten games, or null.
  static const TreeMove* only_move(const TreeMove& move) {
    const TreeNode& next = move.next;
    if (next.moves.empty() || !next.moves.front().move) return nullptr;
    const TreeMove& first = next.moves.front();
    const bool is_only = 10 * first.sums.all_games() >= 9 * next.all.all_games();
    return is_only ? &first : nullptr;
  }

  // Returns the row of a line. Its numbers include all games that reached the position, in any move
  // order.
  static PreparationRow line_row(const MoveSums& sums, std::string label, unsigned depth) {
    PreparationRow one = row(std::move(label), {}, depth);
    one.count.games = sums.all_games();
    std::ranges::copy(sums.games, one.count.results.begin());
    one.last_year = sums.last_year;
    return one;
  }

  // Reads the repertoire of each side. Each game is the repertoire of one side, or of both.
  void read_repertoire() {
    const std::vector<std::uint64_t>& starts = options_.repertoire.starts;
    Repertoire game_lines;
    std::ptrdiff_t last = 0;
    const auto finish_game = [&] {
      for (const Color color : {Color::White, Color::Black}) {
        if (game_lines.may_be_for(color)) own_[index_of(color)].add(game_lines);
      }
      game_lines = {};
    };
    const auto receive = [&](const StreamedBatch& batch) {
      for (const auto& [game, ply, record, findings] : batch.games) {
        const auto number = std::ranges::upper_bound(starts, game.offset) - starts.begin();
        if (starts.empty() || number != last) finish_game();
        last = number;
        if (game.start.empty() && (game.flags & kUnchecked) == 0) game_lines.add(game.moves);
      }
    };
    options_.repertoire.lines->stream({}, {.has_records = false, .receive = receive});
    finish_game();
  }

  // Returns the most frequent positions after a move of the player in which the repertoire has no
  // move, although it contains the previous position.
  PreparationPart gaps(Color color) {
    constexpr std::size_t kMost = 20;
    const bool is_white = color == Color::White;
    PreparationPart part{is_white ? "white-gaps" : "black-gaps",
                         fmt::format("Gaps in the repertoire against {}", to_string(color)),
                         "Moves", PreparationKind::Lines};
    const Repertoire& own = own_[index_of(other(color))];
    if (own.is_empty()) return part;
    struct Gap {
      std::vector<Move> line;
      std::uint64_t games = 0;
    };
    std::map<PositionKey, Gap> gaps;
    const auto receive = [&](const StreamedBatch& batch) {
      for (const StreamedGame& one : batch.games) {
        if ((one.game.flags & kUnchecked) == 0) {
          if (auto line = gap_in(one.game, color, own)) {
            Position after;
            for (const Move move : *line) after.play(move);
            Gap& gap = gaps[after.key()];
            if (++gap.games == 1) gap.line = *std::move(line);
          }
        }
      }
    };
    storage_.stream({.filter = side(color)}, {.has_records = false, .receive = receive});
    std::vector<Gap> sorted;
    for (auto& [key, gap] : gaps) sorted.push_back(std::move(gap));
    std::ranges::stable_sort(sorted, std::greater(), &Gap::games);
    sorted.resize(std::min(sorted.size(), kMost));
    for (const Gap& gap : sorted) part.rows.push_back(gap_row(gap.line, color));
    std::ranges::sort(part.rows, [](const PreparationRow& a, const PreparationRow& b) {
      return a.count.games != b.count.games ? a.count.games > b.count.games : a.label < b.label;
    });
    return part;
  }

  // If the game leaves the repertoire by a player's move, returns the repertoire's line and that
  // move.
  static std::optional<std::vector<Move>> gap_in(const StoredGame& game, Color color,
                                                 const Repertoire& own) {
    Position position(first_setup(game));
    for (const Move move : game.moves) {
      const Repertoire::Place* const before = own.find(position);
      const bool is_players = position.turn() == color;
      position.play(move);
      if (before == nullptr || !is_players) continue;
      const Repertoire::Place* const after = own.find(position);
      if (after != nullptr && !after->moves.empty()) continue;
      std::vector<Move> line = before->path;
      line.push_back(move);
      return line;
    }
    return std::nullopt;
  }

  PreparationRow gap_row(const std::vector<Move>& moves, Color color) {
    Position at;
    std::string line;
    for (const Move move : moves) {
      line += (line.empty() ? "" : " ") + san_of(move, at);
      at.play(move);
    }
    const TreeNode node = storage_.tree(
        {.root = PositionQuery(at, Rights::Exact), .depth = 1, .filter = side(color)});
    PreparationRow one = line_row(node.all, numbered_line(Position(), moves), 0);
    one.question = {side(color), std::move(line)};
    return one;
  }

  using OpeningCounts = std::map<std::string, GameCount, std::less<>>;

  // Returns the results of each opening in the games of all players, from White's side.
  OpeningCounts count_field() {
    OpeningCounts field;
    const auto add = [&](const GameFilter& games, bool is_black) {
      for (StatisticsRow& group : storage_.groups(games, GroupBy::Opening)) {
        auto& results = group.count.results;
        if (is_black) {
          std::swap(results[static_cast<std::size_t>(Outcome::WhiteWins)],
                    results[static_cast<std::size_t>(Outcome::BlackWins)]);
        }
        field[group.name] += group.count;
      }
    };
    const GameFilter& all = options_.filter;
    if (white_is_player(all)) {
      add(as_white(all), false);  // the counts are from this player's side
      add(as_black(all), true);
    } else {
      add(all, false);
    }
    return field;
  }

  // Returns the openings in which the player loses most points compared with the average of all
  // players.
  PreparationPart weak_openings(Color color, const OpeningCounts& field) {
    const bool is_white = color == Color::White;
    PreparationPart part{
        is_white ? "weak-white" : "weak-black",
        fmt::format("Worst openings as {}, against the field", is_white ? "White" : "Black"),
        "Opening", PreparationKind::Openings};
    struct Weak {
      StatisticsRow group;
      double score = 0;  // score of all players
      double lost = 0;   // in points
    };
    std::vector<Weak> weak;
    for (const StatisticsRow& group : storage_.groups(side(color), GroupBy::Opening)) {
      const auto counted = field.find(group.name);
      if (group.name.empty() || group.count.finished() < kMinGames || counted == field.end()) {
        continue;
      }
      const auto own = group.count.score();
      const auto white = counted->second.score();
      if (!own || !white) continue;
      const double score = is_white ? *white : 1 - *white;
      const double lost = (score - *own) * static_cast<double>(group.count.finished());
      if (lost > 0) weak.push_back({group, score, lost});
    }
    std::ranges::stable_sort(weak, [](const Weak& a, const Weak& b) { return a.lost > b.lost; });
    weak.resize(std::min<std::size_t>(weak.size(), 5));
    for (const Weak& one : weak) {
      PreparationRow opening{.label = one.group.name, .count = one.group.count};
      const GameFilter name = opening_condition(one.group.name);
      opening.question = {with(side(color), name)};
      opening.field = one.score;
      opening.other = GamesQuestion{with(options_.filter, name)};
      part.rows.push_back(std::move(opening));
    }
    return part;
  }

  // Returns the games with these pieces in which the player was up or down in pawns for four
  // consecutive positions.
  GameFilter with_balance(std::string_view material, std::string_view word) const {
    const auto pattern = [&](std::string_view color) {
      return condition("pattern",
                       fmt::format("(material \"{}\" and {} {} 1..) for 4", material, color, word));
    };
    return any_of({with(white_, pattern("white")), with(black_, pattern("black"))});
  }

  PreparationPart endings() {
    PreparationPart part{"endings", "Endings", "Ending"};
    for (const EndingKind& kind : kEndings) {
      std::vector<PreparationRow> rows =
          counted(with(games_, condition("material", kind.material)),
                  {row(std::string(kind.name)),
                   row("a pawn or more up", with_balance(kind.material, "up"), 1),
                   row("a pawn or more down", with_balance(kind.material, "down"), 1)});
      if (rows.front().count.games >= kMinGames) add_nonempty(part, std::move(rows));
    }
    return part;
  }

  PreparationPart claims() {
    PreparationPart part{"claims", "Unclaimed draws", "Result"};
    const auto missed = [this](Outcome result) {
      return with(with_player_result(games_, result), missed_claim());
    };
    add_nonempty(
        part,
        counted(games_, {row("Lost, but could have claimed a draw", missed(Outcome::BlackWins)),
                         row("Won, but the opponent could have claimed a draw",
                             missed(Outcome::WhiteWins))}));
    return part;
  }

  // Returns the games in which the player with this colour, or the opponent, had this remaining
  // time.
  GameFilter with_clock(std::string_view seconds, bool is_opponent) const {
    const auto clock = [&](bool is_white) {
      return condition(is_white ? "white-clock" : "black-clock", seconds);
    };
    return any_of({with(white_, clock(!is_opponent)), with(black_, clock(is_opponent))});
  }

  // Returns the games with clock times, if there are any.
  PreparationPart time_trouble() {
    PreparationPart part{"clocks", "Time trouble", "Time left"};
    std::vector<PreparationRow> rows = counted(
        with(games_, condition("has", "clocks")),
        {row("Games with clocks"), row("player below 60 s", with_clock("0..59.999", false), 1),
         row("player below 20 s", with_clock("0..19.999", false), 1),
         row("opponent below 60 s", with_clock("0..59.999", true), 1)});
    if (rows.front().count.games >= kMinGames) add_nonempty(part, std::move(rows));
    return part;
  }

  // Returns the latest games in which the player was the first to leave known games.
  PreparationPart novelties() {
    constexpr std::size_t kMost = 10;
    constexpr std::uint64_t kLatest = 200;
    PreparationPart part{"novelties", "Latest novelties", "Move", PreparationKind::Games};
    const GameFilter others = with(options_.filter, negated(condition("player", options_.player)));
    struct Latest {
      StoredGame game;
      Color color;
    };
    std::vector<Latest> latest;
    for (const Color color : {Color::White, Color::Black}) {
      const auto receive = [&](const StreamedBatch& batch) {
        for (const StreamedGame& one : batch.games) latest.push_back({one.game, color});
      };
      storage_.stream({.filter = side(color),
                       .order = {{SortKey::Date, SortDirection::Descending}},
                       .limit = kLatest},
                      {.has_records = false, .receive = receive});
    }
    std::ranges::stable_sort(latest, std::greater(),
                             [](const Latest& one) { return one.game.date; });
    for (const auto& [game, color] : latest) {
      if (part.rows.size() == kMost) break;
      if (auto novelty = novelty_in(game, color, others)) part.rows.push_back(*std::move(novelty));
    }
    return part;
  }

  // Returns the player's first move after the last known position. Returns nothing unless others
  // had reached that position after at least kMinKnown half-moves.
  std::optional<PreparationRow> novelty_in(const StoredGame& game, Color color,
                                           const GameFilter& others) {
    constexpr std::size_t kMinKnown = 8;
    constexpr std::size_t kMaxPlies = 50;
    if ((game.flags & kUnchecked) != 0 || game.date == 0) return std::nullopt;
    const GameFilter earlier = filter_before(game.date, others);
    std::vector<Position> positions{Position(first_setup(game))};
    for (const Move move : game.moves) {
      if (positions.size() > kMaxPlies) break;
      positions.push_back(positions.back());
      positions.back().play(move);
    }
    std::size_t known = positions.size();
    while (known-- > kMinKnown) {
      if (is_known(positions[known], earlier)) break;
    }
    const bool is_novelty =
        known >= kMinKnown && known + 1 < positions.size() && positions[known].turn() == color;
    if (!is_novelty) return std::nullopt;
    PreparationRow one{.label = numbered_san(game.moves[known], positions[known])};
    fill_game(one, game);
    one.question = {condition("game", fmt::format("{}", *one.game))};
    return one;
  }

  // Returns whether a game of the filter reached the position. The first query has no filter,
  // because most positions occur in only one game.
  bool is_known(const Position& position, const GameFilter& filter) {
    FindQuery query{.position = PositionQuery(position, Rights::Exact), .limit = 1};
    if (storage_.games(query).total < 2) return false;
    query.filter = filter;
    return storage_.games(query).total > 0;
  }

  std::vector<Reason> reasons() const {
    const auto won = [](const GameFilter& games) {
      return with_player_result(games, Outcome::WhiteWins);
    };
    const auto lost = [](const GameFilter& games) {
      return with_player_result(games, Outcome::BlackWins);
    };
    constexpr auto kUp = SortDirection::Ascending;
    constexpr auto kDown = SortDirection::Descending;
    std::vector<GameFilter> up;
    // The index has the material, but not the lead in pawns.
    std::vector<GameFilter> reached_and_up;
    for (const EndingKind& kind : kEndings) {
      up.push_back(with_balance(kind.material, "up"));
      reached_and_up.push_back(with(condition("material", kind.material), up.back()));
    }
    const GameFilter missed = missed_claim();
    return {
        {"latest loss as White", lost(white_), "-date", {SortKey::Date, kDown}},
        {"latest loss as Black", lost(black_), "-date", {SortKey::Date, kDown}},
        {"loss as White to the lowest-rated opponent",
         lost(white_),
         "black-elo",
         {SortKey::BlackElo, kUp}},
        {"loss as Black to the lowest-rated opponent",
         lost(black_),
         "white-elo",
         {SortKey::WhiteElo, kUp}},
        {"win as White against the highest-rated opponent",
         won(white_),
         "-black-elo",
         {SortKey::BlackElo, kDown}},
        {"win as Black against the highest-rated opponent",
         won(black_),
         "-white-elo",
         {SortKey::WhiteElo, kDown}},
        {"shortest loss", lost(games_), "plies", {SortKey::Plies, kUp}},
        {"shortest win", won(games_), "plies", {SortKey::Plies, kUp}},
        {"latest ending a pawn up without a win",
         with(any_of(std::move(up)), negated(won(games_))),
         "-date",
         {SortKey::Date, kDown},
         all_of({games_, negated(won(games_)), any_of(std::move(reached_and_up))})},
        {"latest loss despite a claimable draw",
         with(lost(games_), missed),
         "-date",
         {SortKey::Date, kDown}},
        {"longest game", games_, "-plies", {SortKey::Plies, kDown}},
        {"latest win as Black", won(black_), "-date", {SortKey::Date, kDown}},
        {"latest win as White", won(white_), "-date", {SortKey::Date, kDown}},
        {"longest win", won(games_), "-plies", {SortKey::Plies, kDown}},
        {"longest loss", lost(games_), "-plies", {SortKey::Plies, kDown}},
        {"earliest game", games_, "date", {SortKey::Date, kUp}},
    };
  }

  PreparationPart worth_looking_at() {
    constexpr std::size_t kMost = 10;
    PreparationPart part{"games", "Games worth looking at", "Reason", PreparationKind::Games};
    std::set<GameId> seen;
    for (const Reason& reason : reasons()) {
      if (part.rows.size() == kMost) break;
      const auto receive = [&](const StreamedBatch& batch) {
        for (const StreamedGame& one : batch.games) {
          if (!seen.insert(one.game.id).second) continue;
          part.rows.push_back(game_row(one.game, reason));
        }
      };
      const GameFilter& filter = reason.search.is_empty() ? reason.filter : reason.search;
      storage_.stream({.filter = filter, .order = {reason.sort}, .limit = 1},
                      {.has_records = false, .receive = receive});
    }
    return part;
  }

  static PreparationRow game_row(const StoredGame& game, const Reason& reason) {
    PreparationRow one{.label = std::string(reason.text)};
    one.question = {reason.filter, {}, std::string(reason.order)};
    fill_game(one, game);
    return one;
  }

  static void fill_game(PreparationRow& one, const StoredGame& game) {
    one.date = game.date;
    one.game = static_cast<std::uint64_t>(number_of(game.id));
    one.count.add(game.result, game.plies);
    one.title = title_of(game);
  }

  // The minimum number of games for a statement about openings or endings.
  static constexpr std::uint64_t kMinGames = 3;

  const PreparationOptions& options_;
  Storage& storage_;
  GameFilter games_;
  GameFilter white_;
  GameFilter black_;
  std::array<Repertoire, 2> own_ = {};  // repertoire of the opponent with White, and with Black
};

}  // namespace

GameFilter games_of(const PreparationOptions& options) {
  const GameFilter games = condition("player", options.player);
  return options.filter.is_empty() ? games : with(games, options.filter);
}

std::vector<PreparationPart> prepare(const PreparationOptions& options, Storage& storage) {
  return Preparation(options, storage).parts();
}

std::string repertoire_pgn(const PreparationOptions& options, const OpeningTable& openings,
                           Storage& storage) {
  return Preparation(options, storage).pgn(openings);
}

}  // namespace arbiter
