#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "lib/laws/adjudication.h"
#include "lib/notation/san.h"

namespace arbiter {
namespace {

// A ruling that is the same in every position. {player} stands for the player concerned.
struct FixedRuling {
  GameEvent event;
  RulingState state;  // Over: the opponent wins
  std::string_view article;
  std::string_view reason;
  std::string_view notes[3] = {};
};

using enum RulingState;

constexpr FixedRuling kFixedRulings[] = {
    {GameEvent::DrawOffer,
     GoesOn,
     "Laws 9.1.2.1",
     "the offer of {player} stays open until {opponent} accepts it, rejects it in words, or "
     "touches a piece to move or capture it",
     {"{player} should make the offer after a move and before pressing the clock; an offer at "
      "another time is also valid, but must not disturb {opponent} (Laws 9.1.2.1, 11.5)",
      "both players write (=) on their score sheets (Laws 8.1.5, 9.1.2.2)"}},
    {GameEvent::OfferWithdrawn, GoesOn, "Laws 9.1.2.1",
     "the offer cannot be withdrawn: it stays open until {opponent} accepts it, rejects it in "
     "words, or touches a piece to move or capture it"},
    {GameEvent::NoShow,
     Over,
     "Laws 6.7.1",
     "{player} did not arrive before the default time and loses, unless the arbiter decides "
     "otherwise",
     {"a win by default: it is not rated"}},
    {GameEvent::BothNoShow,
     BothLost,
     "Laws 6.7.1",
     "neither player arrived before the default time, so both lose, unless the arbiter decides "
     "otherwise",
     {"the game is not rated; PGN has no result for it, so write * and explain it in the "
      "Termination tag"}},
    {GameEvent::SealedMoveMissing,
     GoesOn,
     "Laws Guidelines I.12.1",
     "the game continues from this position with the recorded times, and {player} must play the "
     "move that {player} states was sealed",
     {"if the times are unknown, the arbiter sets the clocks (Laws Guidelines I.12.1)",
      "if the position cannot be re-established either, the game is annulled and a new one is "
      "played (Laws Guidelines I.12.2)"}},
    {GameEvent::NotRecording,
     GoesOn,
     "Laws 8.1.1",
     "{player} must record the moves, and the arbiter may choose a penalty of Article 12.9; the "
     "game continues",
     {"with less than five minutes left in a period, and less than 30 seconds added per move, "
      "{player} need not record until the period ends (Laws 8.4)",
      "a player who persistently refuses to record the moves loses (Laws 11.7)",
      "in rapid and blitz without full supervision the players need not record (Laws A.2, B.3)"}},
    {GameEvent::RecordingAhead, GoesOn, "Laws 8.1.2",
     "a move must not be recorded before it is made, except to claim a draw or to seal it; the "
     "arbiter may choose a penalty of Article 12.9, and the game continues"},
    {GameEvent::ElectronicDevice,
     Over,
     "Laws 11.3.2.2",
     "{player} had an electronic device that the arbiter had not approved, and loses",
     {"the regulations of the event may provide a less severe penalty (Laws 11.3.2.2), or allow a "
      "device that is switched off in a bag (Laws 11.3.2.1)"}},
    {GameEvent::Refusal,
     Over,
     "Laws 11.7",
     "{player} persistently refused to comply with the Laws and loses",
     {"the arbiter decides the score of {opponent} (Laws 11.7)"}},
    {GameEvent::BothRefuse, BothLost, "Laws 11.8",
     "both players persistently refused to comply with the Laws, so both lose"},
};

const FixedRuling* fixed_ruling_on(GameEvent event) {
  const auto* const row = std::ranges::find(kFixedRulings, event, &FixedRuling::event);
  return row == std::end(kFixedRulings) ? nullptr : row;
}

std::string filled(std::string_view text, Color player) {
  return fmt::format(fmt::runtime(text), fmt::arg("player", to_string(player)),
                     fmt::arg("opponent", to_string(other(player))));
}

Ruling ruling_of(const FixedRuling& row, Color player) {
  Ruling ruling{.state = row.state,
                .outcome = row.state == Over ? win_of(other(player)) : Outcome::Unknown,
                .article = std::string(row.article),
                .reason = filled(row.reason, player)};
  for (const std::string_view note : row.notes) {
    if (!note.empty()) ruling.notes.push_back(filled(note, player));
  }
  return ruling;
}

// Returns the ruling on a sealed move. An unclear or illegal sealed move loses, unless the opponent
// cannot mate.
Ruling sealed(const Position& now, const Chances& chances, const Incident& incident) {
  if (incident.intended) {
    return goes_on("Laws Guidelines I.9.1",
                   fmt::format("the sealed move {} is made on the board, and {}'s clock is started",
                               san_of(*incident.intended, now), to_string(other(incident.by))));
  }
  Ruling ruling = rule_on_loss(now, chances, incident);
  ruling.article = "Laws Guidelines I.8";
  ruling.reason =
      fmt::format("the sealed move cannot be played: {}; {}", incident.unplayable, ruling.reason);
  ruling.notes.emplace_back(
      "a sealed move that is ambiguous, unclear or illegal loses (Laws Guidelines I.8.1 to I.8.3)");
  return ruling;
}

// Returns the reason why Guidelines III do not apply; empty if they apply.
std::string_view bar_to_guidelines(const Incident& incident) {
  if (incident.pace == Pace::Blitz) return "blitz games";
  return incident.has_increment ? "games with an increment" : "";
}

bool is_about_both_flags(GameEvent event) {
  return event == GameEvent::BothFlags || event == GameEvent::BothFlagsEarlier;
}

std::string_view what_happened(GameEvent event) {
  return is_about_both_flags(event) ? "both flags have fallen, and nobody can tell which fell first"
                                    : "the player has less than two minutes left";
}

Ruling both_flags(const Incident& incident) {
  if (incident.event == GameEvent::BothFlagsEarlier) {
    return goes_on("Laws Guidelines III.3.1.1",
                   "both flags have fallen before the last period, and nobody can tell which fell "
                   "first: the game continues");
  }
  return over(Outcome::Draw, "Laws Guidelines III.3.1.2",
              "both flags have fallen in the last period, and nobody can tell which fell first");
}

Ruling increment_request(const Incident& incident) {
  return goes_on("Laws Guidelines III.4",
                 fmt::format("the request counts as an offer of a draw; if {0} declines and the "
                             "arbiter agrees to the request, both clocks add five seconds per "
                             "move, {0} gets two more minutes, and the game continues",
                             to_string(other(incident.by))));
}

Ruling normal_means_claim(const Chances& chances, const Incident& incident) {
  const Color opponent = other(incident.by);
  const WinnabilityAnswer& chance = chances.of(opponent);
  if (chance.verdict == Winnability::Unwinnable) {
    return over(Outcome::Draw, "Laws Guidelines III.5.1",
                fmt::format("{0} cannot win by normal means, as {1}", to_string(opponent),
                            to_string(chance, opponent)));
  }
  return {
      .state = Undetermined,
      .article = "Laws Guidelines III.5",
      .reason = fmt::format("the arbiter decides whether {0} cannot win by normal means, or has "
                            "made no effort to: then the game is drawn (Laws Guidelines "
                            "III.5.1)",
                            to_string(opponent)),
      .notes = {fmt::format("the arbiter may postpone the decision, and give {} two more minutes "
                            "(Laws Guidelines III.5.2)",
                            to_string(opponent)),
                fmt::format("if the arbiter rejects the claim, {} gets two more minutes (Laws "
                            "Guidelines III.5.3)",
                            to_string(opponent))}};
}

Ruling undetermined(std::string article, std::string reason) {
  return {.state = Undetermined, .article = std::move(article), .reason = std::move(reason)};
}

Ruling by_guidelines(const Chances& chances, const Incident& incident) {
  if (const std::string_view bar = bar_to_guidelines(incident); !bar.empty()) {
    return undetermined("Laws Guidelines III.2.2",
                        fmt::format("{}, but Guidelines III do not apply to {}; the Laws have no "
                                    "other rule for this, and the arbiter decides",
                                    what_happened(incident.event), bar));
  }
  if (!incident.guidelines_announced) {
    return undetermined(
        "Laws Guidelines III.2.1",
        fmt::format("{}, and Guidelines III apply only if that was announced before "
                    "the event (--announced)",
                    what_happened(incident.event)));
  }
  switch (incident.event) {
    case GameEvent::IncrementRequest:
      return increment_request(incident);
    case GameEvent::NormalMeansClaim:
      return normal_means_claim(chances, incident);
    default:
      return both_flags(incident);
  }
}

Ruling in_the_last_period(const Chances& chances, const Incident& incident) {
  Ruling ruling = by_guidelines(chances, incident);
  if (is_about_both_flags(incident.event)) {
    ruling.notes.emplace_back(
        "if the clock shows which flag fell first, judge only that flag fall: "
        "--event flag (Laws 6.9, 6.10.1)");
  }
  if (incident.pace == Pace::Unsaid) {
    ruling.notes.emplace_back(
        "Guidelines III apply to standard and rapid games without increment only (Laws Guidelines "
        "III.2.2)");
  }
  return ruling;
}

// The number of days for one move after which days count double.
constexpr std::uint32_t kDaysCountedOnce = 20;
// The maximum number of pieces in the endgame tablebases.
constexpr int kTablePieces = 7;

std::string days(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "day" : "days");
}

Ruling exceeded(const Position& now, const Chances& chances, const Incident& incident,
                std::string_view charged) {
  Ruling ruling = rule_on_loss(now, chances, incident);
  ruling.reason = fmt::format("{} and had only {} left, so the time limit is exceeded; {}", charged,
                              days(*incident.days_left), ruling.reason);
  ruling.notes.emplace_back(
      "since November 2022 nobody can withdraw from a game: it is lost when its time has run out, "
      "and the player cannot enter new events for 30 days, or for 90 days if this is repeated "
      "(ICCF Congress 2022, proposal 2022-030)");
  return ruling;
}

Ruling correspondence_time(const Position& now, const Chances& chances, const Incident& incident) {
  const std::string_view player = to_string(incident.by);
  Ruling ruling{.state = Undetermined};
  if (!incident.days_used || !incident.days_left) {
    ruling.reason = fmt::format("it is unknown how many days {} {}", player,
                                incident.days_used ? "had left before this move (--days-left)"
                                                   : "used for this move (--days)");
  } else {
    const std::uint32_t used = *incident.days_used;
    const std::uint64_t charge =
        std::uint64_t{used} + (used > kDaysCountedOnce ? used - kDaysCountedOnce : 0);
    const std::string charged =
        fmt::format("{} is charged {} for {} of reflection time", player, days(charge), days(used));
    if (charge > *incident.days_left) {
      ruling = exceeded(now, chances, incident, charged);
    } else {
      ruling = goes_on(
          "", fmt::format("{} and has {} left", charged, days(*incident.days_left - charge)));
    }
  }
  ruling.article = "ICCF Rules 2.4.2";
  ruling.notes.emplace_back(
      "only whole days of 24 hours count, each day beyond 20 for one move counts twice, and leave "
      "does not count; the event may set other numbers (ICCF Rules 2.4.2)");
  return ruling;
}

Ruling tablebase_claim(Position position, const Incident& incident) {
  if (incident.intended) position.play(*incident.intended);
  const int pieces = position.board().occupied().count();
  if (!incident.unplayable.empty()) {
    return goes_on(
        "ICCF Congress 2019",
        "the claim is not correct: the proposed move cannot be played: " + incident.unplayable);
  }
  if (pieces > kTablePieces) {
    return goes_on("ICCF Congress 2019",
                   fmt::format("the claim is not correct: there are {} pieces, and the tablebases "
                               "have positions of at most seven",
                               pieces));
  }
  Ruling ruling{
      .state = Undetermined,
      .article = "ICCF Congress 2019",
      .reason = fmt::format("endgame tablebases decide: with {} pieces, {} can claim a win or a "
                            "draw, but Arbiter has no tablebases",
                            pieces, to_string(incident.by))};
  if (!incident.intended) {
    ruling.notes.emplace_back(
        "the claim can also name a proposed move, which is not played (--move)");
  }
  if (pieces == kTablePieces) {
    ruling.notes.emplace_back(
        "before the Congress of 2019 the limit was six pieces, in events started since 2014 (ICCF "
        "Congress 2013)");
  }
  return ruling;
}

bool needs_guidelines(GameEvent event) {
  return is_about_both_flags(event) || event == GameEvent::IncrementRequest ||
         event == GameEvent::NormalMeansClaim;
}

}  // namespace

Ruling rule_on_procedure(const Position& now, const Chances& chances, const Incident& incident) {
  if (const FixedRuling* row = fixed_ruling_on(incident.event)) return ruling_of(*row, incident.by);
  if (needs_guidelines(incident.event)) return in_the_last_period(chances, incident);
  switch (incident.event) {
    case GameEvent::CorrespondenceTime:
      return correspondence_time(now, chances, incident);
    case GameEvent::TablebaseClaim:
      return tablebase_claim(now, incident);
    default:
      return sealed(now, chances, incident);
  }
}

bool is_over_the_board(GameEvent event) {
  constexpr GameEvent kEvents[] = {GameEvent::ClockWithoutMove,  GameEvent::TwoHands,
                                   GameEvent::PawnNotReplaced,   GameEvent::SealedMove,
                                   GameEvent::SealedMoveMissing, GameEvent::IncrementRequest,
                                   GameEvent::NormalMeansClaim,  GameEvent::NotRecording,
                                   GameEvent::RecordingAhead,    GameEvent::ElectronicDevice,
                                   GameEvent::BoardTurned,       GameEvent::PiecesDisplaced,
                                   GameEvent::BothFlags,         GameEvent::BothFlagsEarlier,
                                   GameEvent::IllegalPosition,   GameEvent::IllegalPositionStands};
  return std::ranges::find(kEvents, event) != std::end(kEvents);
}

}  // namespace arbiter
