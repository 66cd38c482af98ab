#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string_view>
#include <utility>

#include "db/model/column_values.h"
#include "db/model/game_draft.h"
#include "db/model/name_pattern.h"
#include "db/model/source.h"
#include "db/model/stored_game.h"
#include "db/sqlite/care/deduplication.h"
#include "db/sqlite/games/database.h"
#include "db/sqlite/games/game_store.h"
#include "db/sqlite/query/persons.h"
#include "lib/tags/person_name.h"

namespace arbiter::sqlite {
namespace {

struct CopyContent {
  struct Tag {
    KnownTag known;
    std::string name;
    std::string value;

    bool operator==(const Tag&) const = default;
  };

  StoredGame game;        // without its moves
  std::vector<Tag> tags;  // tags with known values; implied ones such as PlyCount are excluded
  std::string movetext;   // without the result; empty if it contains only the moves

  // Returns a hash. Copies with equal hashes have the same tags and the same movetext.
  std::uint64_t hash() const {
    Fingerprint fingerprint;
    const auto add = [&](std::string_view text) {
      fingerprint.add(text);
      fingerprint.add({"\0", 1});
    };
    for (const Tag& tag : tags) {
      add(tag.name);
      add(tag.value);
    }
    add(movetext);
    return fingerprint.value();
  }
};

using Tag = CopyContent::Tag;

constexpr std::string_view kBlanks = " \t\r\n";

bool has_value(const RecordTag& tag) {
  const bool is_rating = tag.known == KnownTag::WhiteElo || tag.known == KnownTag::BlackElo;
  return tag.value.find_first_not_of(is_rating ? "?*.- 0" : "?*.- ") != std::string_view::npos;
}

bool is_implied_by_moves(KnownTag tag, const StoredGame& game) {
  return tag == KnownTag::PlyCount || tag == KnownTag::SetUp ||
         (tag == KnownTag::Fen && game.start.empty());
}

std::string_view trimmed(std::string_view text) {
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view without_result(std::string_view movetext) {
  movetext = trimmed(movetext);
  for (const std::string_view result : {"1-0", "0-1", "1/2-1/2", "*"}) {
    if (movetext.ends_with(result))
      return trimmed(movetext.substr(0, movetext.size() - result.size()));
  }
  return movetext;
}

bool matches(std::string_view pattern, std::string_view name) {
  return NamePattern(pattern, NameKind::PersonInPart).matches(folded_name(name));
}

bool is_fuller_name(std::string_view name, std::string_view kept) {
  return matches(kept, name) && !matches(name, kept);
}

// Returns whether `date` has a year, month or day that `kept` lacks.
bool is_fuller_date(std::uint32_t date, std::uint32_t kept) {
  const auto has_more = [](std::uint32_t part, std::uint32_t known) {
    return part != 0 && known == 0;
  };
  return has_more(date / 10000, kept / 10000) || has_more(date / 100 % 100, kept / 100 % 100) ||
         has_more(date % 100, kept % 100);
}

enum class Comparison { Covered, Missing, Other };

Comparison compare(const Tag& tag, const CopyContent& copy, const CopyContent& kept) {
  if (std::ranges::find(kept.tags, tag) != kept.tags.end()) return Comparison::Covered;
  const auto same_name = std::ranges::find(kept.tags, tag.name, &Tag::name);
  if (same_name == kept.tags.end()) return Comparison::Missing;
  const bool is_player = tag.known == KnownTag::White || tag.known == KnownTag::Black;
  if (is_player) {
    return is_fuller_name(tag.value, same_name->value) ? Comparison::Missing : Comparison::Covered;
  }
  if (tag.known == KnownTag::Date && copy.game.date != 0) {
    return is_fuller_date(copy.game.date, kept.game.date) ? Comparison::Missing
                                                          : Comparison::Covered;
  }
  return Comparison::Other;
}

void append(std::string& list, std::string_view item) {
  if (!list.empty()) list += ", ";
  list += item;
}

class ContentReader {
 public:
  explicit ContentReader(const Connection& connection) : games_(connection) {}

  // Reads a copy, in about 10 us, and 60 us more if the game is far from the previous one.
  CopyContent read(GameId id) {
    CopyContent content{
        .game = games_.heading(id).value_or(StoredGame{}), .tags = {}, .movetext = {}};
    const std::string record = games_.record(id);
    const GameView view = view_of(content.game);
    RecordReader reader(record, view);
    for (RecordTag tag; reader.next(tag);) {
      if (!has_value(tag) || is_implied_by_moves(tag.known, content.game)) continue;
      content.tags.push_back({tag.known, std::string(tag.name), std::string(tag.value)});
    }
    const bool has_result =
        std::ranges::find(content.tags, KnownTag::Result, &Tag::known) != content.tags.end();
    if (!has_result && content.game.result != Outcome::Unknown) {
      content.tags.push_back(
          {KnownTag::Result, "Result", std::string(to_string(content.game.result))});
    }
    content.movetext = without_result(reader.movetext());
    return content;
  }

 private:
  GameReader games_;
};

// Returns the content of `copy` that `kept` lacks. A more complete date or name of the copy counts
// as missing. Different player names are not listed.
ContentDifference difference_of(const CopyContent& kept, const CopyContent& copy) {
  ContentDifference difference;
  for (const Tag& tag : copy.tags) {
    const Comparison comparison = compare(tag, copy, kept);
    if (comparison == Comparison::Missing) append(difference.missing, tag.name);
    if (comparison == Comparison::Other) {
      append(difference.other, fmt::format("{} \"{}\"", tag.name, tag.value));
    }
  }
  if (!kept.movetext.starts_with(copy.movetext)) {
    append(difference.missing, "comments or variations");
  }
  return difference;
}

constexpr std::string_view kPlayers = "SELECT id, name FROM player ORDER BY id";
constexpr std::string_view kLastPlayer = "SELECT coalesce(max(id), 0) FROM player";
constexpr std::string_view kRound = "SELECT round FROM game WHERE id = ?1";

// Returns the round without the board, such as "5" for "5.1".
std::string_view main_round(std::string_view round) {
  return round.substr(0, round.find_first_of(".("));
}

bool is_known(std::string_view round) { return !round.empty() && round != "?" && round != "-"; }

// The number of games between two progress reports.
constexpr std::size_t kGamesBetweenReports = 4096;

// The quality of a copy. It has 24 bytes, because there may be millions.
struct RecordQuality {
  std::uint64_t content = 0;  // hash of tags and movetext
  std::uint32_t number = 0;   // game number; there are fewer than 2^28
  std::uint32_t findings = 0;
  std::uint16_t plies = 0;
  std::uint16_t tags = 0;       // number of tags of CopyContent; at most 65,535
  std::uint8_t date_parts = 0;  // number of known parts (year, month, day)
  // Points for the player names: one for each initial, two for each longer word.
  std::uint8_t name_parts = 0;
  bool is_complete : 1 = true;    // false if an illegal or unreadable move ends the replay
  bool is_annotated : 1 = false;  // true if there are comments, variations or marks
  bool has_result : 1 = false;

  GameId game() const { return GameId{number}; }
};

constexpr std::string_view kFindingCount = "SELECT count(*) FROM finding WHERE game = ?1";

constexpr std::size_t kMaxCounted = 65'535;

std::uint8_t known_parts(std::uint64_t date) {
  return static_cast<std::uint8_t>((date / 10000 != 0) + (date / 100 % 100 != 0) +
                                   (date % 100 != 0));
}

bool is_annotated(std::string_view movetext) {
  return movetext.find_first_of("{;($!?") != std::string_view::npos;
}

std::uint8_t fullness_of(std::string_view name) {
  const std::string folded = folded_name(name);
  std::size_t fullness = 0;
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t end = std::min(folded.find_first_of(", ", at), folded.size());
    fullness += std::min<std::size_t>(end - at, 2);
    at = end + 1;
  }
  return static_cast<std::uint8_t>(std::min<std::size_t>(fullness, 127));
}

// A reason to prefer one copy to another.
struct Criterion {
  std::int64_t (*value)(const RecordQuality& quality);
  std::string_view reason;     // describes the worse copy; {} is replaced with the difference
  std::string_view unit = {};  // unit of the difference
};

constexpr Criterion kCriteria[] = {
    {[](const RecordQuality& q) { return std::int64_t{q.plies}; }, "it is {} shorter", "half-move"},
    {[](const RecordQuality& q) { return std::int64_t{q.is_complete}; },
     "it has an unplayable move"},
    {[](const RecordQuality& q) { return std::int64_t{q.is_annotated}; },
     "it has no comments or variations"},
    {[](const RecordQuality& q) { return std::int64_t{q.has_result}; }, "its result is unknown"},
    {[](const RecordQuality& q) { return std::int64_t{q.date_parts}; },
     "its date is less complete"},
    {[](const RecordQuality& q) { return std::int64_t{q.tags}; }, "it has {} fewer", "tag"},
    {[](const RecordQuality& q) { return std::int64_t{q.name_parts}; },
     "its names are less complete"},
    {[](const RecordQuality& q) { return -std::int64_t{q.findings}; }, "it has {} more", "finding"},
    {[](const RecordQuality& q) { return -std::int64_t{q.number}; }, "the earlier copy is kept"},
};

class QualityReader {
 public:
  explicit QualityReader(const Connection& connection)
      : contents_(connection), findings_(connection.prepare(kFindingCount)) {}

  // Reads the quality of a game, in about 25 us.
  RecordQuality of(GameId id) {
    const CopyContent content = contents_.read(id);
    const StoredGame& game = content.game;
    RecordQuality quality;
    quality.content = content.hash();
    quality.number = static_cast<std::uint32_t>(number_of(id));
    quality.plies = game.plies;
    quality.tags = static_cast<std::uint16_t>(std::min(content.tags.size(), kMaxCounted));
    quality.date_parts = known_parts(game.date);
    quality.name_parts =
        static_cast<std::uint8_t>(fullness_of(game.white) + fullness_of(game.black));
    quality.is_complete = (game.flags & kIncomplete) == 0;
    quality.is_annotated = is_annotated(content.movetext);
    quality.has_result = game.result != Outcome::Unknown;
    quality.findings = static_cast<std::uint32_t>(findings_.find(number_of(id)).value_or(0));
    return quality;
  }

 private:
  ContentReader contents_;
  Statement findings_;
};

// Returns whether `a` should be kept. The first difference decides: longer, complete, annotated,
// known result, more complete date, more tags, fuller names, fewer findings, lower number.
bool is_better(const RecordQuality& a, const RecordQuality& b) {
  for (const Criterion& criterion : kCriteria) {
    if (criterion.value(a) != criterion.value(b)) return criterion.value(a) > criterion.value(b);
  }
  return false;
}

// Returns the reason to discard `worse`, such as "it is 12 half-moves shorter" or "it has 2 tags
// fewer". Precondition: is_better(better, worse).
std::string reason_to_discard(const RecordQuality& better, const RecordQuality& worse) {
  for (const Criterion& criterion : kCriteria) {
    const std::int64_t more = criterion.value(better) - criterion.value(worse);
    const std::string difference =
        fmt::format("{} {}{}", more, criterion.unit, more == 1 ? "" : "s");
    if (more != 0) return fmt::format(fmt::runtime(criterion.reason), difference);
  }
  return {};
}

DuplicateKind kind_of(const RecordQuality& best, const RecordQuality& other, Sameness sameness) {
  if (other.plies < best.plies) return DuplicateKind::Prefix;
  return sameness == Sameness::OtherNames ? DuplicateKind::OtherNames : DuplicateKind::SameMoves;
}

class DuplicateChoice {
 public:
  explicit DuplicateChoice(GameComparison& comparison) : comparison_(comparison) {}

  void run(const UnitedGames& united, const DuplicateVisit& visit,
           const DuplicateProgress& progress) {
    read_qualities(united, progress);
    std::vector<Chosen> groups;
    groups.reserve(united.ends.size());
    std::uint32_t begin = 0;
    for (const std::uint32_t end : united.ends)
      groups.push_back(choose(std::exchange(begin, end), end));
    std::ranges::sort(groups, {}, &Chosen::kept);
    for (const Chosen& chosen : groups) {
      const DuplicateGroup group = group_of(chosen);
      if (!group.others.empty()) visit(group);
    }
  }

 private:
  struct Chosen {
    std::uint32_t kept, begin, end;
  };

  // Reads the games in ascending order, because adjacent games are decompressed together.
  void read_qualities(const UnitedGames& united, const DuplicateProgress& progress) {
    const std::vector<std::uint32_t>& numbers = united.numbers;
    qualities_.resize(numbers.size());
    std::vector<std::uint32_t> order(numbers.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t place) { return numbers[place]; });
    comparison_.columns().forget();
    QualityReader reader(comparison_.connection());
    std::size_t done = 0;
    for (const std::uint32_t place : order) {
      if (done++ % kGamesBetweenReports == 0) {
        progress("choosing the games to keep",
                 static_cast<double>(done) / static_cast<double>(numbers.size()));
      }
      qualities_[place] = reader.of(GameId{numbers[place]});
    }
  }

  // Chooses the copy to keep, and sorts the group by number.
  Chosen choose(std::uint32_t begin, std::uint32_t end) {
    const auto group = std::span(qualities_).subspan(begin, end - begin);
    const std::uint32_t kept = std::ranges::min_element(group, is_better)->number;
    std::ranges::sort(group, {}, &RecordQuality::number);
    return {kept, begin, end};
  }

  DuplicateGroup group_of(const Chosen& chosen) {
    const auto all = std::span(qualities_).subspan(chosen.begin, chosen.end - chosen.begin);
    const RecordQuality& best = *std::ranges::find(all, chosen.kept, &RecordQuality::number);
    DuplicateGroup group{.kept = best.game(), .others = {}};
    std::vector<std::uint64_t> kept_contents = {best.content};
    for (const RecordQuality& other : all) {
      if (other.number == best.number) continue;
      const Sameness sameness = comparison_.compare(best.game(), other.game());
      // The game is only equal to a third copy with fewer known data.
      if (sameness == Sameness::No) continue;
      DuplicateGame game{.game = other.game(),
                         .kind = kind_of(best, other, sameness),
                         .why = reason_to_discard(best, other),
                         .difference = {}};
      if (std::ranges::find(kept_contents, other.content) == kept_contents.end()) {
        game.difference = difference_of(kept_.read(best.game()), other_.read(other.game()));
        if (game.is_held()) kept_contents.push_back(other.content);
      }
      group.others.push_back(std::move(game));
    }
    return group;
  }

  GameComparison& comparison_;
  // Two readers, because a reader is fast only for consecutive games.
  ContentReader kept_{comparison_.connection()};
  ContentReader other_{comparison_.connection()};
  std::vector<RecordQuality> qualities_;  // one for each game in the groups
};

}  // namespace

GameComparison::GameComparison(const Connection& connection, ColumnReader& columns)
    : connection_(connection), columns_(columns), round_(connection.prepare(kRound)) {
  const std::int64_t last = connection.integer(kLastPlayer);
  if (last != 0) check_number(connection, "player", last, max_name(connection));
  players_.resize(static_cast<std::size_t>(last) + 1);
  persons_.resize(players_.size());
  const FoldedNames groups(connection, "player");
  Statement rows = connection.prepare(kPlayers);
  while (rows.step()) {
    check_number(connection, "player", rows.integer(0), last);
    const auto id = static_cast<std::uint32_t>(rows.integer(0));
    players_[id] = rows.text(1);
    persons_[id] = static_cast<std::uint32_t>(groups.group_of(id));
  }
}

GameIdentity GameComparison::claims_of(GameId game) {
  const auto name = [&](GameColumn column) -> std::string_view {
    const std::uint64_t id = columns_.value(game, column);
    return id < players_.size() ? std::string_view(players_[id]) : std::string_view();
  };
  return {.white = name(GameColumn::White),
          .black = name(GameColumn::Black),
          .date = static_cast<std::uint32_t>(columns_.value(game, GameColumn::Date)),
          .result = outcome_of(static_cast<unsigned>(columns_.value(game, GameColumn::Result))),
          .plies = static_cast<std::uint16_t>(columns_.value(game, GameColumn::Plies))};
}

void GameComparison::read_rounds(std::span<const std::uint32_t> numbers) {
  read_.reserve(numbers.size());
  for (const std::uint32_t number : numbers) read_.emplace_back(number, read_round(number));
}

// Returns the round of a game; the string is shared between games and lives as long as this object.
const std::string* GameComparison::read_round(std::uint32_t number) {
  const bool exists = round_.bind(1, number).step();
  const std::string_view text = exists ? round_.text(0) : std::string_view();
  const auto known = rounds_.find(text);
  const std::string* const round = known != rounds_.end() ? &*known : &*rounds_.emplace(text).first;
  round_.reset();
  return round;
}

std::string_view GameComparison::round_of(GameId game) {
  const auto number = static_cast<std::uint32_t>(number_of(game));
  const auto found =
      std::ranges::lower_bound(read_, number, {}, [](auto& one) { return one.first; });
  return found != read_.end() && found->first == number ? *found->second : *read_round(number);
}

// Returns whether both values are known and differ.
bool GameComparison::contradicts(GameId a, GameId b, GameColumn column) {
  const std::uint64_t value = columns_.value(a, column);
  const std::uint64_t other = columns_.value(b, column);
  return value != other && value != 0 && other != 0;
}

bool GameComparison::may_be_one_round(GameId a, GameId b, bool is_short) {
  const bool is_one_event =
      columns_.value(a, GameColumn::Event) == columns_.value(b, GameColumn::Event);
  if (!is_one_event && !is_short) return true;
  const std::string_view round = round_of(a);
  const std::string_view other = round_of(b);
  if (!is_known(round) || !is_known(other)) return true;
  return is_short ? round == other : main_round(round) == main_round(other);
}

// Unknown values never count as the same.
bool GameComparison::may_have_other_names(const GameIdentity& a, const GameIdentity& b) {
  const bool has_whole_date = a.date / 10000 != 0 && a.date / 100 % 100 != 0 && a.date % 100 != 0;
  return a.plies == b.plies && a.plies >= kMinPliesForOtherNames && has_whole_date &&
         a.date == b.date && a.result != Outcome::Unknown && a.result == b.result;
}

Sameness GameComparison::compare(GameId a, GameId b) {
  GameIdentity first = claims_of(a);
  GameIdentity second = claims_of(b);
  // Names of one person are treated as equal.
  if (white_of(a) == white_of(b)) second.white = first.white;
  if (black_of(a) == black_of(b)) second.black = first.black;
  const std::uint16_t plies = std::min(first.plies, second.plies);
  const bool is_short = plies < kMinDistinctPlies;
  if (is_short && (contradicts(a, b, GameColumn::Event) || contradicts(a, b, GameColumn::Site))) {
    return Sameness::No;
  }
  Sameness sameness = Sameness::Yes;
  if (!may_be_same(first, second)) {
    if (!may_have_other_names(first, second)) return Sameness::No;
    sameness = Sameness::OtherNames;
  }
  return may_be_one_round(a, b, is_short) ? sameness : Sameness::No;
}

void choose_copies(GameComparison& comparison, const UnitedGames& united,
                   const DuplicateVisit& visit, const DuplicateProgress& progress) {
  DuplicateChoice(comparison).run(united, visit, progress);
}

}  // namespace arbiter::sqlite
