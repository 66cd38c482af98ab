#include "db/sqlite/care/recovery.h"

#include <algorithm>
#include <optional>

#include "db/model/damage.h"
#include "db/model/game_draft.h"
#include "db/model/stored_game.h"
#include "db/sqlite/file/page_checksums.h"
#include "db/sqlite/games/game_columns.h"
#include "db/sqlite/games/game_store.h"
#include "lib/base/result.h"
#include "lib/io/byte_source.h"

namespace arbiter::sqlite {
namespace {

constexpr std::string_view kEverything = "everything";
constexpr std::string_view kSomeNames = "names";
constexpr std::string_view kTexts = "other tags, comments and variations";
constexpr std::string_view kBoth = "names, other tags, comments and variations";

constexpr std::string_view kLastNumbers[] = {
    "SELECT max(id) FROM game",
    "SELECT max(first_game + games) - 1 FROM game_text",
    "SELECT max(value) FROM meta WHERE name = 'last_game'",
};

struct Name {
  std::string_view sql;
  std::string StoredGame::*of_game;
};
constexpr Name kNameQueries[] = {
    {"SELECT name FROM player WHERE id = (SELECT white FROM game WHERE id = ?1)",
     &StoredGame::white},
    {"SELECT name FROM player WHERE id = (SELECT black FROM game WHERE id = ?1)",
     &StoredGame::black},
    {"SELECT name FROM event WHERE id = (SELECT event FROM game WHERE id = ?1)",
     &StoredGame::event},
    {"SELECT name FROM site WHERE id = (SELECT site FROM game WHERE id = ?1)", &StoredGame::site},
};

// Returns a record in which all tag values are derived from columns (game_record.h).
std::string record_of_columns(const StoredGame& game) {
  std::string tags = "\x01\x02\x03\x04\x05\x06\x07";
  if (game.white_elo) tags += '\x08';
  if (game.black_elo) tags += '\x09';
  if (game.eco != 0) tags += '\x0a';
  if (!game.start.empty()) tags += "\x0d\x0c";
  return static_cast<char>(tags.size()) + tags;
}

constexpr std::size_t kTextAtOnce = std::size_t{1} << 20;

// Returns the result of `read`; nothing if it throws DamageError.
template <class Read>
auto unless_damaged(Read read) -> std::optional<decltype(read())> {
  try {
    return read();
  } catch (const DamageError&) {
    return std::nullopt;
  }
}

class Recoverer {
 public:
  Recoverer(const Database& database, RecoveryListener& listener)
      : connection_(database.connection()), listener_(listener) {}

  Recovery run() {
    const std::int64_t last = last_number();
    for (std::int64_t number = 1; number <= last; ++number) {
      recover(GameId{number});
      if (text_.size() < kTextAtOnce && number < last) continue;
      listener_.on_games(text_, number, last);
      text_.clear();
    }
    report_loss();
    result_.set_aside = pgn_.pieces_set_aside();
    return result_;
  }

 private:
  std::int64_t last_number() {
    std::int64_t last = 0;
    for (const std::string_view sql : kLastNumbers) {
      last = std::max(last, unless_damaged([&] { return connection_.integer(sql); }).value_or(0));
    }
    const auto chunks = unless_damaged([&] { return columns_.chunks(); });
    if (last == 0 && chunks) last = *chunks * kChunkGames;
    return std::min(last, max_game(connection_));
  }

  void recover(GameId id) {
    std::string_view lost;
    auto game = unless_damaged([&] { return reader_.game(id); });
    if (!game) {
      lost = kSomeNames;
      game = unless_damaged([&] { return reader_.nameless_game(id); });
      if (game && *game) find_names(**game);
    }
    if (!game) {
      if (!is_deleted(id)) lose(id, kEverything);
      return;
    }
    if (!*game) return;
    if (!write(**game)) lost = lost.empty() ? kTexts : kBoth;
    ++result_.games;
    if (!lost.empty()) lose(id, lost);
  }

  void find_names(StoredGame& game) {
    for (const auto& [sql, of_game] : kNameQueries) {
      const auto name = unless_damaged([&, sql = sql] {
        Statement query = connection_.prepare(sql);
        return std::string(query.bind(1, number_of(game.id)).step() ? query.text(0) : "?");
      });
      game.*of_game = name.value_or("?");
    }
  }

  // Writes a game. Returns false if only its columns are readable.
  bool write(StoredGame& game) {
    const std::size_t before = text_.size();
    try {
      const std::string record = reader_.record(game.id);
      if (!record.empty()) return pgn_.append(game, record, text_), true;
    } catch (const Interrupted&) {
      throw;
    } catch (const IoError&) {
      text_.resize(before);
    }
    game.flags &= static_cast<std::uint8_t>(~unsigned{kHasMovetext});
    for (const auto& [sql, of_game] : kNameQueries) {
      if ((game.*of_game).empty()) game.*of_game = "?";
    }
    if (game.round.empty()) game.round = "?";
    pgn_.append(game, record_of_columns(game), text_);
    return false;
  }

  bool is_deleted(GameId id) {
    return unless_damaged([&] { return facts_.is_deleted(id); }).value_or(false);
  }

  void lose(GameId id, std::string_view what) {
    ++(what == kEverything ? result_.lost : result_.incomplete);
    if (what_ != what || number_of(id) != number_of(last_) + 1) {
      report_loss();
      first_ = id;
      what_ = what;
    }
    last_ = id;
  }

  void report_loss() {
    if (!what_.empty()) listener_.on_loss(first_, last_, std::string(what_));
    what_ = {};
  }

  const Connection& connection_;
  RecoveryListener& listener_;
  GameReader reader_{connection_};
  ColumnReader columns_{connection_};
  GameFactsReader facts_{columns_};
  StoredPgn pgn_;
  std::string text_;
  Recovery result_;
  GameId first_{}, last_{};  // range of games with the same loss
  std::string_view what_;
};

}  // namespace

Recovery recover_games(const Database& database, RecoveryListener& listener) {
  const ReadSnapshot snapshot(database.connection());
  set_page_check(database.connection(), PageCheck::Compare);
  return Recoverer(database, listener).run();
}

}  // namespace arbiter::sqlite
