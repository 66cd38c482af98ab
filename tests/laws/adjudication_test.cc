// Tests rulings that follow unambiguously from the Laws. Claims of draws are in
// draw_claim_ruling_test.cc.
#include "lib/laws/adjudication.h"

#include <catch2/catch.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "lib/chess/legal_moves.h"
#include "tests/laws/ruling_row.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

constexpr Color kWhite = Color::White;
constexpr Color kBlack = Color::Black;

TEST_CASE("a flag loses, unless the other side cannot mate", "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {"8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1-0", "Laws 6.9"},
      {"8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1", "", GameEvent::Flag, kWhite, "1/2-1/2", "Laws 6.9"},
      {"8/3n4/4k3/8/8/3K4/5N2/8 w - - 0 1", "", GameEvent::Flag, kWhite, "0-1", "Laws 6.9"},
      {"8/3q4/4k3/8/8/3K4/5N2/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 6.9"},
      {"8/3q4/4k3/8/8/3K4/5N2/8 w - - 0 1", "", GameEvent::Flag, kWhite, "0-1", "Laws 6.9"},
      {"8/3r4/4k3/8/8/3K4/5B2/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 6.9"},
      {"8/3p4/4k3/8/8/3K4/5B2/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1-0", "Laws 6.9"},
      {"8/3b4/4k3/8/8/3K4/5B2/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1-0", "Laws 6.9"},
      // Only Black can mate after each reply to the check.
      {"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 6.9"},
      {"5r1k/6P1/7K/5q2/8/8/8/8 b - - 0 1", "", GameEvent::Flag, kWhite, "0-1", "Laws 6.9"},
  })));
}

TEST_CASE("resigning and the second illegal move lose with the same exception", "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {"8/8/4k3/8/8/3K4/4NN2/8 b - - 0 1", "", GameEvent::Resignation, kBlack, "1-0", "Laws 5.1.2"},
      {"8/3q4/4k3/8/8/4K3/5N2/8 b - - 0 1", "", GameEvent::Resignation, kBlack, "1/2-1/2",
       "Laws 5.1.2"},
      {"8/3q4/4k3/8/8/4K3/5N2/8 b - - 0 1", "", GameEvent::SecondIllegalMove, kBlack, "1/2-1/2",
       "Laws 7.5.5"},
      {"8/3q4/4k3/8/8/3K4/5N2/8 w - - 0 1", "", GameEvent::SecondIllegalMove, kWhite, "0-1",
       "Laws 7.5.5"},
      {kStart, "e4", GameEvent::IllegalMove, kBlack, "goes on", "Laws 7.5.1"},
      {kStart, "e4", GameEvent::IllegalMove, kWhite, "error", ""},
      {kStart, "e4", GameEvent::ClockWithoutMove, kBlack, "goes on", "Laws 7.5.3"},
      {kStart, "e4", GameEvent::TwoHands, kWhite, "goes on", "Laws 7.5.4"},
      {kStart, "", GameEvent::NoShow, kWhite, "0-1", "Laws 6.7.1"},
      {kStart, "e4", GameEvent::NoShow, kBlack, "error", ""},
  })));
}

TEST_CASE("7.5.2: a pawn left on the last rank becomes a queen", "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {"8/4P3/8/8/8/8/k7/4K3 w - - 0 50", "", GameEvent::PawnNotReplaced, kWhite, "goes on",
       "Laws 7.5.2"},
      {"8/4P3/8/8/8/8/k7/4K3 w - - 0 50", "", GameEvent::PawnNotReplaced, kBlack, "error", ""},
      {"4r3/4P3/8/8/8/8/k7/4K3 w - - 0 50", "", GameEvent::PawnNotReplaced, kWhite, "error", ""},
      {kStart, "", GameEvent::PawnNotReplaced, kWhite, "error", ""},
  })));
}

TEST_CASE("7.2 and 7.3: a game begun incorrectly is cancelled or continues", "[adjudication]") {
  const std::string ten = "Nf3 Nf6 Nc3 Nc6 e4 e5 Bc4 Bc5 d3 d6 Bg5 h6 Bh4 g5 Bg3 Bg4 h3 Bh5 a3 a6";
  check(GENERATE_COPY(values<RulingRow>({
      {kStart, "e4 e5", GameEvent::WrongStart, kWhite, "cancelled", "Laws 7.2.1"},
      {kStart, ten, GameEvent::WrongStart, kWhite, "cancelled", "Laws 7.2.1"},
      {kStart, "e4 e5", GameEvent::BoardTurned, kWhite, "goes on", "Laws 7.2.2"},
      {kStart, "", GameEvent::ColoursReversed, kWhite, "cancelled", "Laws 7.3"},
      {kStart, ten.substr(0, ten.size() - 3), GameEvent::ColoursReversed, kWhite, "cancelled",
       "Laws 7.3"},
      {kStart, ten, GameEvent::ColoursReversed, kWhite, "goes on", "Laws 7.3"},
      // The mate preceded the event.
      {kStart, "f3 e5 g4 Qh4#", GameEvent::WrongStart, kWhite, "0-1", "Laws 5.1.1"},
  })));
}

TEST_CASE("ICCF Rules 2.4.2: days of reflection beyond 20 count twice", "[adjudication]") {
  struct Days {
    std::string fen;
    std::optional<std::uint32_t> used;
    std::optional<std::uint32_t> left;
    std::string result;
    std::string reason;  // part of the reason
  };
  const Days days = GENERATE_COPY(values<Days>({
      {kStart, 19, 19, "goes on",
       "charged 19 days for 19 days of reflection time and has 0 days left"},
      {kStart, 20, 21, "goes on", "has 1 day left"},
      {kStart, 23, 26, "goes on",
       "charged 26 days for 23 days of reflection time and has 0 days left"},
      {kStart, 23, 25, "0-1", "had only 25 days left"},
      {kStart, 1, 0, "0-1", "charged 1 day for 1 day of reflection time"},
      {kStart, 0, 0, "goes on", "charged 0 days"},
      // Black has a bare king.
      {"8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1", 5, 4, "1/2-1/2", "time limit is exceeded"},
      {kStart, std::nullopt, 4, "undetermined", "--days"},
      {kStart, 5, std::nullopt, "undetermined", "--days-left"},
  }));
  CAPTURE(days.fen, days.reason);
  const TestGame game = play_out(days.fen, "");
  const auto ruling = adjudicate({game.first, game.moves, game.last()}, chances_of(game.last()),
                                 {.event = GameEvent::CorrespondenceTime,
                                  .by = kWhite,
                                  .rules = RulesProfile::Iccf,
                                  .days_used = days.used,
                                  .days_left = days.left});
  REQUIRE(ruling.has_value());
  CHECK(result_of(*ruling) == days.result);
  CHECK(ruling->article == "ICCF Rules 2.4.2");
  CHECK_THAT(ruling->reason, Catch::Matchers::Contains(days.reason));
}

TEST_CASE("tablebase claims need at most seven pieces", "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {"8/8/4k1pp/8/8/3K2PP/5P2/8 w - - 0 60", "", GameEvent::TablebaseClaim, kWhite,
       "undetermined", "ICCF Congress 2019"},
      {"8/8/4k1pp/8/8/3K2PP/5P2/8 w - - 0 60", "", GameEvent::TablebaseClaim, kBlack, "error", ""},
      {"8/8/4kppp/8/8/3K2PP/5P2/8 w - - 0 60", "", GameEvent::TablebaseClaim, kWhite, "goes on",
       "ICCF Congress 2019"},
      // The proposed move captures the eighth piece.
      {"8/8/4kppp/6P1/8/3K3P/5P2/8 w - - 0 60", "", GameEvent::TablebaseClaim, kWhite,
       "undetermined", "ICCF Congress 2019", "gxh6"},
  })));
}

TEST_CASE("correspondence play has no rules for events at the board, and no minutes",
          "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {kStart, "", GameEvent::TwoHands, kWhite, "goes on", "Laws 7.5.4"},
      {kStart, "", GameEvent::TwoHands, kWhite, "error", "", "", RulesProfile::Iccf},
      {kStart, "", GameEvent::PiecesDisplaced, kWhite, "error", "", "", RulesProfile::Iccf},
      {kStart, "", GameEvent::BothFlags, kWhite, "error", "", "", RulesProfile::Iccf},
      {kStart, "e4", GameEvent::Resignation, kWhite, "0-1", "Laws 5.1.2", "", RulesProfile::Iccf},
  })));
  for (const RulesProfile rules : {RulesProfile::Fide, RulesProfile::Iccf}) {
    const auto refused = ruling_on(
        {kStart, "e4", GameEvent::ThreefoldClaim, kBlack, "goes on", "Laws 9.2.2", "", rules});
    REQUIRE(refused.has_value());
    CHECK(has_note(*refused, "White gets two minutes") == (rules == RulesProfile::Fide));
  }
}

TEST_CASE("illegal moves of all kinds are counted over the game", "[adjudication]") {
  struct Count {
    GameEvent event;
    std::uint32_t earlier;
    std::string article;
    std::string result;
  };
  const Count row = GENERATE(values<Count>({
      {GameEvent::IllegalMove, 0, "Laws 7.5.1", "goes on"},
      {GameEvent::IllegalMove, 1, "Laws 7.5.5", "0-1"},
      {GameEvent::ClockWithoutMove, 1, "Laws 7.5.5", "0-1"},
      {GameEvent::TwoHands, 2, "Laws 7.5.5", "0-1"},
  }));
  const Setup first = setup_of_fen(kStart);
  const Position now(first);
  const auto ruling =
      adjudicate({first, {}, now}, chances_of(now),
                 {.event = row.event, .by = kWhite, .earlier_illegal_moves = row.earlier});
  REQUIRE(ruling.has_value());
  CHECK(ruling->article == row.article);
  CHECK((ruling->state == RulingState::GoesOn) == (row.result == "goes on"));
}

TEST_CASE("rapid and blitz have penalties and limits of their own", "[adjudication]") {
  struct Fast {
    GameEvent event;
    Pace pace;
    Supervision supervision;
    std::string article;
    std::string words;  // words in the reason or a note
  };
  using enum Supervision;
  const Fast row = GENERATE(values<Fast>({
      {GameEvent::IllegalMove, Pace::Standard, Limited, "Laws 7.5.1", "two minutes (Laws 7.5.5)"},
      {GameEvent::IllegalMove, Pace::Rapid, Limited, "Laws 7.5.1", "one minute (Laws 7.5.5, A.3)"},
      {GameEvent::IllegalMove, Pace::Blitz, Limited, "Laws 7.5.1",
       "one minute (Laws 7.5.5, B.3, A.3)"},
      // A.3 applies to rapid games of any kind, but to blitz games by B.3 only.
      {GameEvent::IllegalMove, Pace::Rapid, Full, "Laws 7.5.1", "one minute (Laws 7.5.5, A.3)"},
      {GameEvent::IllegalMove, Pace::Blitz, Full, "Laws 7.5.1", "two minutes (Laws 7.5.5, B.2)"},
      {GameEvent::IllegalMove, Pace::Rapid, Limited, "Laws 7.5.1", "stands (Laws A.5.2)"},
      {GameEvent::WrongStart, Pace::Standard, Limited, "Laws 7.2.1", "a new one is played"},
      {GameEvent::WrongStart, Pace::Rapid, Limited, "Laws A.5.1.2", "too late"},
      {GameEvent::WrongStart, Pace::Rapid, Limited, "Laws A.5.1.2",
       "castling is not allowed with a king or a rook that was placed incorrectly"},
      {GameEvent::WrongStart, Pace::Rapid, Full, "Laws 7.2.1", "a new one is played"},
      {GameEvent::BoardTurned, Pace::Blitz, Limited, "Laws A.5.1.2", "too late"},
      {GameEvent::FiftyClaim, Pace::Blitz, Limited, "Laws 9.3.2",
       "one minute (Laws 9.5.3, B.3, A.3)"},
  }));
  CAPTURE(static_cast<int>(row.event), static_cast<int>(row.pace));
  const std::string ten = "Nf3 Nf6 Nc3 Nc6 e4 e5 Bc4 Bc5 d3 d6 Bg5 h6 Bh4 g5 Bg3 Bg4 h3 Bh5 a3 a6";
  const TestGame game = play_out(kStart, ten);
  const auto ruling = adjudicate(
      {game.first, game.moves, game.last()}, chances_of(game.last()),
      {.event = row.event, .by = kWhite, .pace = row.pace, .supervision = row.supervision});
  REQUIRE(ruling.has_value());
  CHECK(ruling->article == row.article);
  CHECK((ruling->reason.find(row.words) != std::string::npos || has_note(*ruling, row.words)));
}

TEST_CASE("in an unwatched rapid game, an illegal position that stays is a draw",
          "[adjudication]") {
  struct Offence {
    std::string fen;
    GameEvent event;
    Pace pace;
    Supervision supervision;
    std::string article;
    bool is_drawn;
  };
  using enum GameEvent;
  const std::string checks = "4k3/8/8/b3R3/8/8/8/4K3 w - - 0 40";
  const std::string pawn = "4k2P/8/8/8/8/8/8/4K3 b - - 0 40";
  const Offence row = GENERATE_COPY(values<Offence>({
      {checks, IllegalPosition, Pace::Rapid, Supervision::Limited, "Laws A.5.4", false},
      {checks, IllegalPositionStands, Pace::Rapid, Supervision::Limited, "Laws A.5.4", true},
      {pawn, IllegalPositionStands, Pace::Blitz, Supervision::Limited, "Laws A.5.4", true},
      {checks, IllegalPositionStands, Pace::Blitz, Supervision::Full, "Laws 7.5.1", false},
      {checks, IllegalPosition, Pace::Standard, Supervision::Limited, "Laws 7.5.1", false},
      {pawn, IllegalPosition, Pace::Unsaid, Supervision::Limited, "Laws 7.5.1", false},
      {kStart, IllegalPosition, Pace::Rapid, Supervision::Limited, "", false},
  }));
  CAPTURE(row.fen);
  const auto ruling = rule_on_illegal_position(
      setup_of_fen(row.fen),
      {.event = row.event, .by = kWhite, .pace = row.pace, .supervision = row.supervision});
  CHECK(ruling.has_value() == !row.article.empty());
  if (!ruling) return;
  CHECK(ruling->article == row.article);
  CHECK((ruling->state == RulingState::Over) == row.is_drawn);
}

TEST_CASE("Guidelines III apply if announced, without increment and not in blitz",
          "[adjudication]") {
  struct Finish {
    GameEvent event;
    Pace pace;
    bool has_increment;
    bool is_announced;
    std::string result;
    std::string article;
  };
  using enum GameEvent;
  const std::string iii = "Laws Guidelines III.";
  const Finish row = GENERATE_COPY(values<Finish>({
      {BothFlags, Pace::Standard, false, true, "1/2-1/2", iii + "3.1.2"},
      {BothFlags, Pace::Rapid, false, true, "1/2-1/2", iii + "3.1.2"},
      {BothFlags, Pace::Unsaid, false, true, "1/2-1/2", iii + "3.1.2"},
      {BothFlags, Pace::Blitz, false, true, "undetermined", iii + "2.2"},
      {BothFlags, Pace::Standard, true, true, "undetermined", iii + "2.2"},
      {BothFlags, Pace::Standard, false, false, "undetermined", iii + "2.1"},
      {BothFlagsEarlier, Pace::Standard, false, true, "goes on", iii + "3.1.1"},
      {BothFlagsEarlier, Pace::Blitz, false, true, "undetermined", iii + "2.2"},
      {BothFlagsEarlier, Pace::Rapid, false, false, "undetermined", iii + "2.1"},
      {IncrementRequest, Pace::Standard, false, true, "goes on", iii + "4"},
      {IncrementRequest, Pace::Blitz, false, true, "undetermined", iii + "2.2"},
      {NormalMeansClaim, Pace::Rapid, false, true, "undetermined", iii + "5"},
      {NormalMeansClaim, Pace::Rapid, true, true, "undetermined", iii + "2.2"},
  }));
  CAPTURE(static_cast<int>(row.event), static_cast<int>(row.pace), row.has_increment,
          row.is_announced);
  const TestGame game = play_out(kStart, "e4 e5");
  const auto ruling = adjudicate({game.first, game.moves, game.last()}, chances_of(game.last()),
                                 {.event = row.event,
                                  .by = kWhite,
                                  .pace = row.pace,
                                  .has_increment = row.has_increment,
                                  .guidelines_announced = row.is_announced});
  REQUIRE(ruling.has_value());
  CHECK(result_of(*ruling) == row.result);
  CHECK(ruling->article == row.article);
}

TEST_CASE("a player who cannot mate cannot win by normal means", "[adjudication]") {
  const Setup first = setup_of_fen("8/8/4k3/8/8/3K4/4NR2/5n2 b - - 0 60");
  const Setup bare = setup_of_fen("8/8/4k3/8/8/3K1R2/8/8 w - - 0 60");
  const auto ruling_in = [](const Setup& setup) {
    const Position now(setup);
    return *adjudicate(
        {setup, {}, now}, chances_of(now),
        {.event = GameEvent::NormalMeansClaim, .by = now.turn(), .guidelines_announced = true});
  };
  CHECK(ruling_in(first).state == RulingState::Undetermined);
  CHECK(ruling_in(bare).outcome == Outcome::Draw);
  CHECK(ruling_in(bare).article == "Laws Guidelines III.5.1");
}

TEST_CASE("offers, envelopes, absence, recording and conduct have their articles",
          "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {kStart, "e4 e5", GameEvent::DrawOffer, kWhite, "goes on", "Laws 9.1.2.1"},
      {kStart, "e4 e5", GameEvent::OfferWithdrawn, kBlack, "goes on", "Laws 9.1.2.1"},
      {kStart, "", GameEvent::NoShow, kBlack, "1-0", "Laws 6.7.1"},
      {kStart, "", GameEvent::BothNoShow, kWhite, "0-0", "Laws 6.7.1"},
      {kStart, "e4", GameEvent::BothNoShow, kWhite, "error", ""},
      // The game has not begun, so the position is irrelevant.
      {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "", GameEvent::NoShow, kWhite, "0-1", "Laws 6.7.1"},
      {"8/8/4k3/8/8/3K4/8/8 w - - 0 1", "", GameEvent::BothNoShow, kWhite, "0-0", "Laws 6.7.1"},
      {kStart, "e4", GameEvent::SealedMove, kBlack, "goes on", "Laws Guidelines I.9.1", "e5"},
      {kStart, "e4", GameEvent::SealedMove, kBlack, "error", ""},
      {kStart, "e4", GameEvent::SealedMove, kWhite, "error", ""},
      {kStart, "e4", GameEvent::SealedMoveMissing, kBlack, "goes on", "Laws Guidelines I.12.1"},
      {kStart, "e4", GameEvent::NotRecording, kBlack, "goes on", "Laws 8.1.1"},
      {kStart, "e4", GameEvent::RecordingAhead, kBlack, "goes on", "Laws 8.1.2"},
      {kStart, "e4", GameEvent::ElectronicDevice, kBlack, "1-0", "Laws 11.3.2.2"},
      {kStart, "e4", GameEvent::Refusal, kWhite, "0-1", "Laws 11.7"},
      {kStart, "e4", GameEvent::BothRefuse, kWhite, "0-0", "Laws 11.8"},
      // The game had already ended on the board.
      {kStart, "f3 e5 g4 Qh4#", GameEvent::ElectronicDevice, kBlack, "0-1", "Laws 5.1.1"},
  })));
}

TEST_CASE("a sealed move that cannot be played loses, unless the other side cannot mate",
          "[adjudication]") {
  const auto [fen, result] = GENERATE(table<std::string, std::string>({
      {kStart, "0-1"},
      {"8/8/4k3/8/8/3K1R2/8/8 w - - 0 60", "1/2-1/2"},
  }));
  const Setup first = setup_of_fen(fen);
  const Position now(first);
  const auto ruling = adjudicate(
      {first, {}, now}, chances_of(now),
      {.event = GameEvent::SealedMove, .by = kWhite, .unplayable = "Ke9: Ke9 is not a move"});
  REQUIRE(ruling.has_value());
  CHECK(result_of(*ruling) == result);
  CHECK(ruling->article == "Laws Guidelines I.8");
}

TEST_CASE("an illegal move that is found later is taken back with all that followed",
          "[adjudication]") {
  struct Found {
    Pace pace;
    std::uint32_t earlier;
    std::string result;
    std::string article;
    std::string words;
  };
  const Found row = GENERATE(values<Found>({
      {Pace::Standard, 0, "goes on", "Laws 7.5.1", "Laws 7.1"},
      {Pace::Standard, 0, "goes on", "Laws 7.5.1", "Articles 4.3 and 4.7 apply"},
      {Pace::Standard, 1, "0-1", "Laws 7.5.5", ""},
      {Pace::Rapid, 0, "goes on", "Laws A.5.2", ""},
      {Pace::Blitz, 0, "goes on", "Laws A.5.2", ""},
  }));
  const TestGame game = play_out(kStart, "e4 e5");
  const auto ruling = adjudicate({game.first, game.moves, game.last()}, chances_of(game.last()),
                                 {.event = GameEvent::IllegalMoveFound,
                                  .by = kWhite,
                                  .pace = row.pace,
                                  .earlier_illegal_moves = row.earlier});
  REQUIRE(ruling.has_value());
  CHECK(result_of(*ruling) == row.result);
  CHECK(ruling->article == row.article);
  CHECK((row.words.empty() || has_note(*ruling, row.words)));
}

TEST_CASE("a pawn left on the last rank becomes a queen, and counts as an illegal move",
          "[adjudication]") {
  struct Left {
    std::string fen;
    Color by;
    std::uint32_t earlier;
    std::string result;
    std::string article;
  };
  const Left row = GENERATE(values<Left>({
      {"4k2P/8/8/8/8/8/8/4K3 b - - 0 40", kWhite, 0, "goes on", "Laws 7.5.2"},
      {"4k2P/8/8/8/8/8/8/4K3 w - - 0 40", kWhite, 0, "goes on", "Laws 7.5.2"},
      {"4k3/8/8/8/8/8/7P/3pK3 w - - 0 40", kBlack, 0, "goes on", "Laws 7.5.2"},
      // Black has a bare king and cannot mate.
      {"4k2P/8/8/8/8/8/8/4K3 b - - 0 40", kWhite, 1, "1/2-1/2", "Laws 7.5.5"},
      {"4k2P/r7/8/8/8/8/8/4K3 b - - 0 40", kWhite, 1, "0-1", "Laws 7.5.5"},
      {"4k2P/8/8/8/8/8/8/4K3 b - - 0 40", kBlack, 0, "error", ""},
      {"k7/8/8/8/8/8/8/4K2p b - - 0 40", kWhite, 0, "error", ""},
  }));
  CAPTURE(row.fen, row.earlier);
  const auto ruling = rule_on_pawn_left(
      setup_of_fen(row.fen),
      {.event = GameEvent::PawnNotReplaced, .by = row.by, .earlier_illegal_moves = row.earlier});
  REQUIRE(ruling.has_value() == (row.result != "error"));
  if (!ruling) return;
  CHECK(result_of(*ruling) == row.result);
  CHECK(ruling->article == row.article);
}

TEST_CASE("displaced pieces and a first move by Black have their articles", "[adjudication]") {
  const std::string black_first = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1";
  const std::string nine = "e5 e4 Nf6 Nf3 Nc6 Nc3 Bc5 Bc4 d6 d3 h6 Bg5 a6 a3 b6 b3 g6 g3";
  check(GENERATE_COPY(values<RulingRow>({
      {kStart, "e4", GameEvent::PiecesDisplaced, kWhite, "goes on", "Laws 7.4.1"},
      {black_first, nine, GameEvent::BlackBegan, kWhite, "cancelled", "Laws 7.3"},
      {black_first, nine + " h5 h4", GameEvent::BlackBegan, kWhite, "goes on", "Laws 7.3"},
      {kStart, "e4 e5", GameEvent::BlackBegan, kWhite, "error", ""},
      // The game ended on the board before the flags fell.
      {kStart, "f3 e5 g4 Qh4#", GameEvent::BothFlags, kWhite, "0-1", "Laws 5.1.1"},
  })));
}

TEST_CASE("a draw is agreed once both players have moved", "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {kStart, "", GameEvent::DrawAgreed, kWhite, "goes on", "Laws 5.2.3"},
      {kStart, "e4", GameEvent::DrawAgreed, kWhite, "goes on", "Laws 5.2.3"},
      {kStart, "e4 e5", GameEvent::DrawAgreed, kWhite, "1/2-1/2", "Laws 5.2.3"},
      // A Chess960 game also begins with its initial position. The other positions are from the
      // middle of a game.
      {"brnqknrb/pppppppp/8/8/8/8/PPPPPPPP/BRNQKNRB w - - 0 1", "d4", GameEvent::DrawAgreed, kWhite,
       "goes on", "Laws 5.2.3"},
      {"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e4", GameEvent::DrawAgreed, kWhite, "1/2-1/2",
       "Laws 5.2.3"},
  })));
}

TEST_CASE("whether both have moved matters only if the game does not show it", "[adjudication]") {
  const auto [moves, has_condition] =
      GENERATE(table<std::string, bool>({{"", true}, {"e4", true}, {"e4 Kd7", false}}));
  const RulingRow row{"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
                      moves,
                      GameEvent::DrawAgreed,
                      kWhite,
                      "1/2-1/2",
                      "Laws 5.2.3"};
  CHECK(has_note(*ruling_on(row), "must have made at least one move") == has_condition);
}

TEST_CASE("the end that came first counts", "[adjudication]") {
  check(GENERATE(values<RulingRow>({
      {"7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 5.2.1"},
      {"7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "", GameEvent::Flag, kWhite, "1-0", "Laws 5.1.1"},
      {"7k/8/5K2/8/8/8/8/6Q1 w - - 99 120", "Qg7#", GameEvent::Resignation, kWhite, "1-0",
       "Laws 5.1.1"},
      {"7k/8/5K2/8/8/8/8/6Q1 w - - 149 145", "Qg7#", GameEvent::Flag, kWhite, "1-0", "Laws 5.1.1"},
      {"7k/8/5K2/8/8/8/8/6Q1 w - - 149 145", "Qg2", GameEvent::Flag, kBlack, "1/2-1/2",
       "Laws 9.6.2"},
      {"k7/8/2K5/8/8/8/8/7R w - - 149 80", "Rh2", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 9.6.2"},
      // A dead position with blocked pawns, and the same position with an en passant right.
      {"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "Ke2", GameEvent::Flag, kWhite, "1/2-1/2",
       "Laws 5.2.2"},
      {"4k3/8/3p4/p1pP1p1p/P1P2P1P/8/4K3/8 w - - 0 1", "", GameEvent::Resignation, kWhite,
       "1/2-1/2", "Laws 5.2.2"},
      {"4k3/8/3p4/p1pP1p1p/P1P2P1P/8/4K3/8 w - c6 0 1", "", GameEvent::Resignation, kWhite, "0-1",
       "Laws 5.1.2"},
      {"6Rk/8/7K/8/8/8/8/8 b - - 0 1", "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 5.2.2"},
      {"8/8/4k3/8/8/3K4/4B3/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 5.2.2"},
      // A fivefold repetition of the initial position after sixteen half-moves.
      {kStart, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 e4",
       GameEvent::Resignation, kBlack, "1/2-1/2", "Laws 9.6.1"},
  })));
}

TEST_CASE("a dead position is reported at the move that led to it", "[adjudication]") {
  const RulingRow row{"k7/8/K7/2p5/8/4B3/8/8 w - - 0 1",
                      "Bxc5 Kb8 Bd4",
                      GameEvent::Flag,
                      kBlack,
                      "1/2-1/2",
                      "Laws 5.2.2"};
  check(row);
  const auto ruling = ruling_on(row);
  CHECK_THAT(ruling->reason, Catch::Contains("by White's move 1"));
}

TEST_CASE("the reason for a dead position is that of the position that ended the game",
          "[adjudication]") {
  const RulingRow bishop{"k7/8/K7/2p5/8/4B3/8/8 w - - 0 1",
                         "Bxc5 Kb8 Bd4",
                         GameEvent::Flag,
                         kBlack,
                         "1/2-1/2",
                         "Laws 5.2.2"};
  CHECK(has_note(*ruling_on(bishop), "the remaining material"));
  // The queen can only be captured, and then the material is insufficient.
  const RulingRow queen{
      "7k/6Q1/8/8/8/8/8/K7 b - - 0 1", "Kxg7", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 5.2.2"};
  check(queen);
  const Ruling ruling = *ruling_on(queen);
  CHECK_THAT(ruling.reason, Catch::Contains("in the initial position"));
  CHECK(has_note(ruling, "White cannot mate by any series of legal moves: every move is forced"));
}

TEST_CASE("the Laws in force on the day decide a resignation and an agreement", "[adjudication]") {
  const GameEvent resign = GameEvent::Resignation;
  const GameEvent agree = GameEvent::DrawAgreed;
  const std::string knight = "8/8/8/8/4q3/8/4k3/N5K1 b - - 0 60";
  using enum RulesProfile;
  check(GENERATE_COPY(values<RulingRow>({
      {knight, "", resign, kBlack, "1/2-1/2", "Laws 5.1.2", "", Fide},
      {knight, "", resign, kBlack, "1-0", "Laws 5.1.2", "", Fide2017},
      {knight, "", resign, kBlack, "1-0", "Laws 5.1.2", "", FidePre2014},
      {knight, "", GameEvent::Flag, kBlack, "1/2-1/2", "Laws 6.9", "", Fide2017},
      {kStart, "e4", agree, kWhite, "goes on", "Laws 5.2.3", "", Fide2017},
      {kStart, "e4", agree, kWhite, "1/2-1/2", "Laws 5.2.3", "", Fide2014},
      {kStart, "e4", agree, kWhite, "1/2-1/2", "Laws 5.2.3", "", Fide1952},
  })));
}

TEST_CASE("other federations have other rules for flags", "[adjudication]") {
  const GameEvent flag = GameEvent::Flag;
  // King and bishop against king and pawn: helpmates exist.
  const std::string bishop = "8/3p4/4k3/8/8/3K4/5B2/8 w - - 0 1";
  const std::string knights = "8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1";
  const std::string wall = "5b2/p7/Pp3k2/1Pp1pBp1/2P1P1P1/5K2/8/8 w - - 0 1";
  check(GENERATE_COPY(values<RulingRow>({
      {bishop, "", flag, kBlack, "1-0", "Laws 6.9", "", RulesProfile::Iccf},
      {bishop, "", flag, kBlack, "1-0", "Lichess", "", RulesProfile::Lichess},
      {bishop, "", flag, kBlack, "1/2-1/2", "chess.com", "", RulesProfile::ChessCom},
      {bishop, "", flag, kBlack, "undetermined", "US Chess 14E", "", RulesProfile::Uscf},
      // A forced mate wins, but a piece that can be captured does not.
      {"8/8/8/8/3N4/8/p7/k1K5 w - - 0 1", "", flag, kBlack, "1-0", "US Chess 14E", "",
       RulesProfile::Uscf},
      {"k7/8/8/8/8/8/1r3N2/7K b - - 0 1", "", flag, kBlack, "1/2-1/2", "US Chess 14E", "",
       RulesProfile::Uscf},
      {knights, "", flag, kBlack, "1-0", "Lichess", "", RulesProfile::Lichess},
      {knights, "", flag, kBlack, "1/2-1/2", "chess.com", "", RulesProfile::ChessCom},
      {knights, "", flag, kBlack, "undetermined", "US Chess 14E", "", RulesProfile::Uscf},
      // Black can never mate here, but has enough material.
      {wall, "", flag, kWhite, "1/2-1/2", "Laws 6.9"},
      {wall, "", flag, kWhite, "0-1", "Lichess", "", RulesProfile::Lichess},
      {wall, "", flag, kWhite, "0-1", "chess.com", "", RulesProfile::ChessCom},
      {"4k3/8/8/p2p2p1/P2P2P1/8/8/4K3 w - - 0 1", "", flag, kWhite, "0-1", "Lichess", "",
       RulesProfile::Lichess},
      {kStart, "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", flag, kWhite, "1/2-1/2", "chess.com", "",
       RulesProfile::ChessCom},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 100 90", "", flag, kWhite, "1/2-1/2", "Lichess", "",
       RulesProfile::Lichess},
      {"8/8/4k3/8/8/3K4/3R4/8 w - - 100 90", "", flag, kWhite, "1/2-1/2", "chess.com", "",
       RulesProfile::ChessCom},
  })));
}

TEST_CASE("75 moves before the mate are reported, but not counted", "[adjudication]") {
  using enum RulesProfile;
  const auto [clock, rules, is_noted] = GENERATE(table<std::string, RulesProfile, bool>({
      {"149", Fide, true},
      {"147", Fide, false},
      {"149", Fide2014, true},
      // The rule did not exist, or no longer exists.
      {"149", FidePre2014, false},
      {"149", Fide1952, false},
      {"149", Iccf, false},
  }));
  const RulingRow row{"k7/8/1K6/8/8/8/8/7R b - - " + clock + " 100",
                      "",
                      GameEvent::Flag,
                      kBlack,
                      "1-0",
                      "Laws 6.9",
                      "",
                      rules};
  check(row);
  CHECK(has_note(*ruling_on(row), "the draw by 75 moves would come first") == is_noted);
}

TEST_CASE("a win on time is shown with a line to mate", "[adjudication]") {
  const RulingRow row{
      "8/8/4k3/8/8/3K4/4NN2/8 w - - 0 1", "", GameEvent::Flag, kBlack, "1-0", "Laws 6.9"};
  const auto ruling = ruling_on(row);
  REQUIRE(ruling);
  Position position = play_out(row.fen, row.moves).last();
  for (const Move move : ruling->line) {
    REQUIRE(is_legal(position, move));
    position.play(move);
  }
  CHECK(is_checkmate(position));
  CHECK(position.turn() == kBlack);
}

}  // namespace
}  // namespace arbiter::testing
