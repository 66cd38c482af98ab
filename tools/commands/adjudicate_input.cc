#include "tools/commands/adjudicate_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <variant>

#include "lib/chess/playable.h"
#include "lib/laws/recorded_game.h"
#include "lib/notation/fen.h"
#include "lib/pgn/input_files.h"
#include "tools/cli/fen_input.h"
#include "tools/cli/position_options.h"

namespace arbiter {
namespace {

// A FEN has seven strokes in its first word, several words, or is "startpos".
bool is_fen(const std::vector<std::string>& words) {
  if (words.size() != 1) return true;
  const std::string_view first = std::string_view(words[0]).substr(0, words[0].find(' '));
  return first == "startpos" || std::count(first.begin(), first.end(), '/') == 7;
}

Result<Case> from_fen(const CaseWords& words) {
  const auto text = fen_of_words(words.words);
  if (!text) return Error{text.error()};
  const auto read = parse_fen(*text);
  if (const auto* fault = std::get_if<FenError>(&read)) return unreadable_fen(*text, *fault);
  const Setup& setup = std::get<ParsedFen>(read).setup;
  if (!is_playable(setup)) {
    return Error{
        "the position cannot be played, so nothing can happen in it; 'arbiter position' "
        "says why"};
  }
  const auto line = play_moves(Position(setup), words.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  return Case{setup, line->moves, line->position, ""};
}

Result<RecordedGame> game_of(const std::string& path, const CaseWords& words) {
  auto input = open_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{
        fmt::format("{}: {}", path, (*input)->damage().value_or("there are no games in it"))};
  }
  auto game = read_game(member->source, words.game.value_or(1));
  if (!game) return Error{fmt::format("{}: {}", member->name, game.error())};
  if (!words.game && game->has_more) {
    return Error{fmt::format("{} has several games; --game N names one", member->name)};
  }
  return game;
}

Result<Case> from_game(const CaseWords& words) {
  if (!words.moves.empty()) return Error{"--moves follow a FEN; a game has its own"};
  const auto game = game_of(words.words[0], words);
  if (!game) return Error{game.error()};
  return Case{game->first, game->moves, Position(game->first),
              game->is_complete ? ""
                                : "the game goes on with a move that cannot be played; what comes "
                                  "behind it does not count"};
}

}  // namespace

Result<Case> read_case(const CaseWords& words) {
  if (words.words.empty()) {
    return Error{
        "nothing to judge; name a FEN or a games file ('arbiter adjudicate --help' says "
        "more)"};
  }
  const bool has_fen = is_fen(words.words);
  if (has_fen && words.game) return Error{"--game needs a games file"};
  auto found = has_fen ? from_fen(words) : from_game(words);
  if (!found) return found;
  if (words.ply) {
    if (*words.ply > found->moves.size()) {
      return Error{
          fmt::format("--ply {}: there are only {} half-moves", *words.ply, found->moves.size())};
    }
    if (*words.ply < found->moves.size()) found->remark.clear();
    found->moves.resize(static_cast<std::size_t>(*words.ply));
  }
  found->now = Position(found->first);
  for (const Move move : found->moves) found->now.play(move);
  return found;
}

}  // namespace arbiter
