// Tests random series, which are written in both forms and parsed again, and random replies to
// them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <optional>
#include <string>
#include <vector>

#include "lib/conditional/conditional_moves.h"
#include "lib/laws/game_end.h"
#include "lib/notation/san.h"
#include "lib/notation/uci.h"
#include "tests/chess/random_positions.h"
#include "tests/judge/judged_setup.h"
#include "tests/support/namespaces.h"

using namespace arbiter::testing;
using judge::JudgeBoard;
using judge::JudgeMove;

namespace {

// A condition and its reply, generated with the judge's slow rules.
struct Node {
  std::string reply;
  std::string answer;  // empty if the condition ends the game
  JudgeBoard after;
  std::vector<Node> next;
};

bool is_over(const JudgeBoard& board) {
  return board.legal_moves().empty() || quick_dead(Position(judge::setup_of(board)));
}

std::string san_of(const JudgeMove& move, const JudgeBoard& board) {
  return san_of(judge::move_of(move, board), Position(judge::setup_of(board)));
}

std::size_t any_index(Random& random, std::size_t size) {
  return static_cast<std::size_t>(random_below(random, static_cast<int>(size)));
}

std::vector<Node> grow(const JudgeBoard& board, int depth, Random& random) {
  std::vector<JudgeMove> replies = board.legal_moves();
  std::vector<Node> nodes;
  for (int i = random_below(random, 3); i >= 0 && !replies.empty(); --i) {
    const std::size_t at = any_index(random, replies.size());
    const JudgeMove reply = replies[at];
    replies.erase(replies.begin() + static_cast<std::ptrdiff_t>(at));
    Node node{san_of(reply, board), "", board.after(reply), {}};
    if (!is_over(node.after)) {
      const auto answers = node.after.legal_moves();
      const JudgeMove answer = answers[any_index(random, answers.size())];
      node.answer = san_of(answer, node.after);
      node.after = node.after.after(answer);
      if (depth > 1 && !is_over(node.after)) node.next = grow(node.after, depth - 1, random);
    }
    nodes.push_back(std::move(node));
  }
  return nodes;
}

std::string short_form(const std::vector<Node>& nodes) {
  std::string text;
  for (const Node& node : nodes) {
    text += (text.empty() ? "" : "; ") + node.reply + ": " + node.answer;
    if (!node.next.empty()) text += " (" + short_form(node.next) + ")";
  }
  return text;
}

std::string pgn_form(const std::vector<Node>& nodes) {
  const auto rest = [](const Node& node) {
    return node.next.empty() ? node.answer : node.answer + " " + pgn_form(node.next);
  };
  std::string text = nodes.front().reply;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    text += " (" + nodes[i].reply + " " + rest(nodes[i]) + ")";
  }
  return text + " " + rest(nodes.front());
}

// Returns the series in the short form.
std::string short_form(const ConditionalSeries& series, const std::vector<ConditionId>& ids) {
  std::string text;
  for (const ConditionId id : ids) {
    const ConditionalBranch& condition = series.at(id);
    Position position = condition.before;
    position.play(condition.reply);
    text += (text.empty() ? "" : "; ") + san_of(condition.reply, condition.before) + ": ";
    if (condition.answer) text += san_of(*condition.answer, position);
    if (!condition.next.empty()) text += " (" + short_form(series, condition.next) + ")";
  }
  return text;
}

struct Answer {
  std::string moves;
  std::size_t accepted = 0;
  JudgeBoard now;
};

// Follows a branch, and eventually leaves it with a move that is not in it.
std::optional<Answer> answer_to(const JudgeBoard& first, const std::vector<Node>& nodes,
                                Random& random) {
  Answer answer{"", 0, first};
  const std::vector<Node>* choices = &nodes;
  while (!choices->empty() && random_below(random, 3) != 0) {
    const Node& node = (*choices)[any_index(random, choices->size())];
    if (node.answer.empty() || is_over(node.after)) break;
    answer.moves += node.reply + " " + node.answer + " ";
    answer.accepted += 2;
    answer.now = node.after;
    choices = &node.next;
  }
  for (const JudgeMove& move : answer.now.legal_moves()) {
    const std::string san = san_of(move, answer.now);
    const auto is_it = [&](const Node& node) { return node.reply == san; };
    if (std::any_of(choices->begin(), choices->end(), is_it)) continue;
    answer.moves += san;
    answer.now = answer.now.after(move);
    return answer;
  }
  return std::nullopt;
}

}  // namespace

TEST_CASE("a series means the same in both forms, and answers to it are followed",
          "[conditional]") {
  Random random(1914);
  std::size_t series_read = 0;
  std::size_t answers_followed = 0;
  visit_random_games(2, 40, [&](const Position& position, const JudgeBoard& board) {
    if (is_over(board)) return;
    const std::vector<Node> nodes = grow(board, 3, random);
    const std::string text = short_form(nodes);
    CAPTURE(board.fen(), text, pgn_form(nodes));
    const auto series = read_series(position, text);
    const auto same = read_series(position, pgn_form(nodes));
    REQUIRE(series);
    REQUIRE(same);
    CHECK(series->findings.empty());
    CHECK(same->findings.empty());
    REQUIRE(short_form(*series, series->start) == text);
    REQUIRE(short_form(*same, same->start) == text);
    ++series_read;
    const auto answer = answer_to(board, nodes, random);
    if (!answer) return;
    CAPTURE(answer->moves);
    const auto reply = match_reply(*series, answer->moves);
    if (!reply) FAIL(reply.error());
    CHECK(reply->accepted == answer->accepted);
    CHECK(reply->free_answers == answer->accepted / 2);
    CHECK(reply->now == Position(judge::setup_of(answer->now)));
    CHECK((reply->state == ReplyState::Left) == !is_over(answer->now));
    CHECK(reply->opponents_move == board.fullmove_number() + answer->accepted / 2);
    ++answers_followed;
  });
  CHECK(series_read > 200);
  CHECK(answers_followed > 150);
}
