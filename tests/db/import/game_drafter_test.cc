#include "db/import/game_drafter.h"

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "db/model/move_code.h"
#include "lib/chess/position_key.h"
#include "lib/notation/fen.h"
#include "lib/notation/uci.h"
#include "tests/db/drafted_games.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
namespace {

struct Drafted {
  DraftBatch batch;
  GameDraft draft;

  std::string text(BatchSpan stretch) const { return std::string(batch.text(stretch)); }
  std::string movetext() const {
    const StoredGame game = stored_game(draft, batch);
    const GameView view = view_of(game);
    RecordReader reader(batch.text(draft.record), view);
    REQUIRE(reader.skip_tags());
    return std::string(reader.movetext());
  }
};

// Returns the only game in a text.
Drafted drafted(std::string_view pgn, const DrafterOptions& options = {}) {
  Drafted one{drafts_of(pgn, options), {}};
  REQUIRE(one.batch.games.size() == 1);
  one.draft = one.batch.games[0];
  return one;
}

bool is_kept(const std::string& movetext) {
  return (drafted(movetext).draft.flags & kHasMovetext) != 0;
}

std::string moves_text(const Drafted& one) {
  std::string text;
  const StoredGame game = stored_game(one.draft, one.batch);
  Position position(first_setup(game));
  for (const Move move : game.moves) {
    text += uci_of(move, position) + ' ';
    position.play(move);
  }
  return text;
}

constexpr std::string_view kGame = R"([Event "Harbour Open"]
[Site "Gdansk POL"]
[Date "2023.05.??"]
[Round "3.1"]
[White "M\"uller, \\ J"]
[Black "Tanaka, Jun"]
[Result "1-0"]
[WhiteElo "2412"]
[BlackElo "?"]
[ECO "C20"]

1. e4 e5 2. Nf3 1-0
)";

}  // namespace

TEST_CASE("tags fill the columns", "[game_drafter]") {
  const Drafted one = drafted(kGame);
  CHECK(one.text(one.draft.event) == "Harbour Open");
  CHECK(one.text(one.draft.site) == "Gdansk POL");
  CHECK(one.text(one.draft.round) == "3.1");
  CHECK(one.text(one.draft.white) == "M\"uller, \\ J");
  CHECK(one.text(one.draft.black) == "Tanaka, Jun");
  CHECK(one.text(one.draft.start).empty());
  CHECK(one.draft.date == 20230500);
  CHECK(one.draft.white_elo == 2412);
  CHECK(one.draft.black_elo == 0);
  CHECK(one.draft.eco == 221);
  CHECK(one.draft.result == Outcome::WhiteWins);
  CHECK(one.draft.plies == 3);
  CHECK(one.draft.flags == 0);
  CHECK(one.draft.offset == 0);
  CHECK(one.draft.line == 1);
  CHECK(moves_text(one) == "e2e4 e7e5 g1f3 ");
}

TEST_CASE("the first of duplicate tags fills the column, in UTF-8", "[game_drafter]") {
  const Drafted one = drafted(
      "[White \"M\xFCller\"]\n[White \"b\"]\n[WhiteElo \"x\"]\n"
      "[WhiteElo \"2400\"]\n\n*");
  CHECK(one.text(one.draft.white) == "M\u00fcller");
  CHECK(one.draft.white_elo == 0);
}

TEST_CASE("a game without a Date has that of its UTCDate", "[game_drafter]") {
  CHECK(drafted("[UTCDate \"2017.04.01\"]\n\n*").draft.date == 20170401);
  CHECK(drafted("[Date \"????.??.??\"]\n[UTCDate \"2017.04.01\"]\n\n*").draft.date == 20170401);
  CHECK(drafted("[Date \"2017.??.??\"]\n[UTCDate \"2017.04.01\"]\n\n*").draft.date == 20170000);
}

TEST_CASE("the terminator takes precedence over the Result tag", "[game_drafter]") {
  CHECK(drafted("[Result \"1-0\"]\n\n1. e4 0-1").draft.result == Outcome::BlackWins);
  CHECK(drafted("[Result \"1-0\"]\n\n1. e4").draft.result == Outcome::WhiteWins);
  CHECK(drafted("1. e4 1/2-1/2").draft.result == Outcome::Draw);
  CHECK(drafted("1. e4").draft.result == Outcome::Unknown);
}

TEST_CASE("only movetext that does not follow from the moves is stored", "[game_drafter]") {
  const std::vector<std::string> plain = {"1. e4 e5 2. Nf3 1-0",
                                          "e4 e5 Nf3 *",
                                          "1. e4 e5\r\n2. Nf3\t*",
                                          "1. e2-e4 e7e5 *",
                                          "1. e4 e5 2. Ng1-f3 nc6 *",
                                          "1. e4 d5 2. ed5 *",
                                          "1. e4 d5 2. e4:d5 *",
                                          "1. e4+ e5 *",
                                          "1. f3 e5 2. g4 Qh4 mate 0-1",
                                          "1. Ngf3 *",
                                          "1. e4 e5 1/2",
                                          "1. \u2658f3 *",
                                          "1. e4 e5 2. Sf3 *",
                                          "*"};
  for (const std::string& text : plain) {
    CAPTURE(text);
    CHECK_FALSE(is_kept(text));
    CHECK(drafted(text).movetext().empty());
  }
  const std::vector<std::string> kept = {"1. e4 {best} e5 *",
                                         "1. e4! e5 *",
                                         "1. e4 $1 e5 *",
                                         "1. e4 (1. d4) e5 *",
                                         "1. e4 ; x\ne5 *",
                                         "1. e4\n% x\ne5 *",
                                         "1. e4 e5",
                                         "1. e4 e5 1-0 1-0",
                                         "1. e4 e5 1-0 x",
                                         "1. e4 Ke5 *",
                                         "1. e4 e5 1-0F",
                                         "1. e4 -- 2. d4 *",
                                         "1. e4 e5 0-0",
                                         "1. e4+- e5 *",
                                         "1. e4 < e5 *",
                                         "1. e4=Q e5 *",
                                         "1-0 {forfeit}",
                                         "1. e4 e5 2. draw 1/2-1/2",
                                         "1.e4 e5 7. Nf3 Nc6 3.Bb5 3...a6 *"};
  for (const std::string& text : kept) {
    CAPTURE(text);
    CHECK(is_kept(text));
    CHECK(drafted(text).movetext() == text);
  }
}

TEST_CASE("stored movetext is UTF-8, after the text among the tags", "[game_drafter]") {
  const struct {
    std::string pgn;
    std::string movetext;
  } cases[] = {
      {"1. e4 {\xFC} e5 {\u00fc} *", "1. e4 {\u00fc} e5 {\u00fc} *"},
      {"[White \"a\"]\n[Black Smith]\n\n1. e4 *", ""},
      {"{before}\n[White \"a\"]\n\n1. e4 *", "{before}\n1. e4 *"},
      {"[White \"a\"]\n% aside\n[Black \"b\"]\n\n1. e4 *", "% aside\n1. e4 *"},
      {"[White \"a\"] %x 1. e4 *", " %x 1. e4 *"},
      {"[White \"a\"]\n", ""},
  };
  for (const auto& example : cases) {
    CAPTURE(example.pgn);
    const Drafted one = drafted(example.pgn);
    CHECK(((one.draft.flags & kHasMovetext) != 0) == !example.movetext.empty());
    CHECK(one.movetext() == example.movetext);
  }
}

TEST_CASE("games are flagged if their moves stop or are not chess", "[game_drafter]") {
  const struct {
    std::string pgn;
    int flags;
    int plies;
  } cases[] = {
      {"1. e4 e5 *", 0, 2},
      {"1. e4 e5 2. Ke3 d5 *", kIncomplete | kHasMovetext, 2},
      {"1. e4 e5 2. xyz d5 *", kIncomplete | kHasMovetext, 2},
      {"1. e4 e5 {cut off", kIncomplete | kHasMovetext, 2},
      {"[Variant \"Atomic\"]\n\n1. e4 e5 *", kUnchecked | kHasMovetext, 0},
      {"[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n1. e4 *", kUnchecked | kIncomplete | kHasMovetext,
       0},
  };
  for (const auto& example : cases) {
    CAPTURE(example.pgn);
    const Drafted one = drafted(example.pgn);
    CHECK(one.draft.flags == example.flags);
    CHECK(one.draft.plies == example.plies);
    const bool has_board = (example.flags & kUnchecked) == 0;
    CHECK(one.batch.postings.size() == (has_board ? one.draft.plies + 1U : 0U));
    CHECK((one.draft.moves_hash != 0) == has_board);
  }
}

TEST_CASE("another initial position is stored in Shredder's form, with its counts",
          "[game_drafter]") {
  const std::string fen = "4k2r/8/8/8/8/8/8/R3K3 w Qk - 3 17";
  const Drafted one = drafted("[FEN \"" + fen + "\"]\n[SetUp \"1\"]\n\n17. O-O-O *");
  CHECK(one.text(one.draft.start) == "4k2r/8/8/8/8/8/8/R3K3 w Ah - 3 17");
  CHECK(fen_of(first_setup(stored_game(one.draft, one.batch))) == fen);
  CHECK(moves_text(one) == "e1c1 ");
  const Drafted usual =
      drafted("[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n1. e4 *");
  CHECK(usual.text(usual.draft.start).empty());
}

TEST_CASE("every position of the main line has a posting", "[game_drafter]") {
  const DraftBatch batch = drafts_of(
      "1. e4 *\n\n[FEN \"4k2r/8/8/8/8/8/8/R3K3 b k - 0 1\"]\n\n1... O-O (1... Kd7 2. Kd2) 2. Ra8 "
      "Rxa8 1-0\n\n1. Nf3 Nf6 2. Ng1 Ng8 *\n\n*");
  REQUIRE(batch.games.size() == 4);
  std::vector<Posting> expected;
  for (std::size_t i = 0; i < batch.games.size(); ++i) {
    const StoredGame game = stored_game(batch.games[i], batch);
    Position position(first_setup(game));
    MovesHash hash(position.key());
    for (std::size_t ply = 0; ply <= game.moves.size(); ++ply) {
      const bool is_last = ply == game.moves.size();
      const std::uint16_t next = is_last ? std::uint16_t{0} : game.moves[ply].bits();
      expected.push_back(
          {position.key(), static_cast<std::uint32_t>(i), next, static_cast<std::uint16_t>(ply)});
      if (is_last) continue;
      hash.add(code_of(game.moves[ply]));
      position.play(game.moves[ply]);
    }
    CHECK(batch.games[i].moves_hash == hash.value());
  }
  CHECK(batch.postings == expected);
}

TEST_CASE("postings end at the maximum ply, with the move from there", "[game_drafter]") {
  const std::string pgn = "1. e4 e5 2. Nf3 *";
  const std::vector<Posting> all = drafted(pgn).batch.postings;
  REQUIRE(all.size() == 4);
  for (std::uint32_t plies = 0; plies < 6; ++plies) {
    const std::vector<Posting> found =
        drafted(pgn, {.index_plies = plies, .letters = {}}).batch.postings;
    const std::size_t size = std::min<std::size_t>(plies + 1, 4);
    CHECK(found == std::vector<Posting>(all.begin(), all.begin() + static_cast<long>(size)));
  }
}

TEST_CASE("findings and lines stay with their game", "[game_drafter]") {
  GameDrafter drafter({});
  DraftBatch batch;
  const std::vector<DraftFinding> findings = {{DiagnosticCode::EcoFormat, 0},
                                              {DiagnosticCode::ThreefoldOnBoard, 12}};
  visit_drafts("1. e4 *", {}, [&](const CheckedGame& checked, const DraftBatch&) {
    drafter.add({checked.game, checked.played, checked.summary, findings, 7}, batch);
    drafter.add({checked.game, checked.played, checked.summary, {}, 9}, batch);
    drafter.add({checked.game, checked.played, checked.summary, findings, 11}, batch);
  });
  CHECK(batch.findings ==
        std::vector<DraftFinding>{findings[0], findings[1], findings[0], findings[1]});
  REQUIRE(batch.games.size() == 3);
  CHECK(batch.games[1].findings == 0);
  CHECK(batch.games[2].first_finding == 2);
  CHECK(batch.games[2].findings == 2);
  CHECK(batch.games[2].line == 11);
}
