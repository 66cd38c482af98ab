#include "tools/commands/adjudicate_input.h"

#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <string_view>
#include <system_error>
#include <variant>

#include "lib/base/text.h"
#include "lib/chess/playable.h"
#include "lib/io/input_files.h"
#include "lib/notation/fen.h"
#include "lib/validate/recorded_game.h"
#include "tools/cli/options/fen_input.h"
#include "tools/cli/options/position_options.h"

namespace arbiter::commands {
namespace {

// Paths have strokes too, but hardly these letters only.
bool begins_fen(std::string_view text) {
  const std::string_view first = text.substr(0, text.find(' '));
  if (first == "startpos") return true;
  return first.find('/') != std::string_view::npos &&
         first.find_first_not_of("pnbrqkPNBRQK12345678/[~]") == std::string_view::npos;
}

bool is_fen(const std::string& word) {
  std::error_code ignored;
  return begins_fen(word) && !std::filesystem::exists(word, ignored);
}

Result<Case> from_fen(const std::vector<std::string>& fen, const CaseWords& words) {
  if (words.game) return Error{"--game needs a games file"};
  const auto text = fen_of_words(fen);
  if (!text) return Error{text.error()};
  const auto read = parse_fen(*text);
  if (const auto* fault = std::get_if<FenError>(&read)) return unreadable_fen(*text, *fault);
  const Setup& setup = std::get<ParsedFen>(read).setup;
  if (!is_playable(setup)) {
    return Error{
        "the position cannot be played, so nothing can happen in it; 'arbiter position' "
        "says why"};
  }
  const auto line = play_moves(setup, words.moves);
  if (!line) return Error{fmt::format("--moves: {}", line.error())};
  return Case{.first = setup, .moves = line->moves, .now = line->position};
}

Result<Case> from_game(ByteSource& source, const CaseWords& words, const std::string& name) {
  if (!words.moves.empty()) return Error{"--moves follow a FEN; a game has its own"};
  const auto game = read_game(source, words.game.value_or(1));
  if (!game) return Error{fmt::format("{}: {}", name, game.error())};
  if (!words.game && game->has_more) {
    return Error{fmt::format("{} has several games; --game N names one", name)};
  }
  return Case{.first = game->first,
              .moves = game->moves,
              .now = Position(game->first),
              .rules = game->rules,
              .is_cut = !game->is_complete};
}

Result<Case> from_file(const std::string& path, const CaseWords& words) {
  auto input = open_input(path);
  if (!input) return Error{fmt::format("{}: {}", path, input.error())};
  const auto member = (*input)->next_member();
  if (!member) {
    return Error{
        fmt::format("{}: {}", path, (*input)->damage().value_or("there are no games in it"))};
  }
  // The source belongs to the input.
  PeekableSource source(std::shared_ptr<ByteSource>(std::shared_ptr<void>(), &member->source));
  const std::string line(trim(source.start().substr(0, source.start().find_first_of("\r\n"))));
  if (path == "-" && begins_fen(line)) return from_fen({line}, words);
  return from_game(source, words, std::string(member->name));
}

Result<Case> find_case(const CaseWords& words) {
  if (words.words.empty()) {
    return Error{
        "nothing to judge; name a FEN or a games file ('arbiter adjudicate --help' says "
        "more)"};
  }
  if (is_fen(words.words[0])) return from_fen(words.words, words);
  if (words.words.size() > 1) return superfluous_word(words.words[1]);
  return from_file(words.words[0], words);
}

}  // namespace

Result<Case> read_case(const CaseWords& words) {
  auto found = find_case(words);
  if (!found) return found;
  if (words.ply) {
    if (*words.ply > found->moves.size()) {
      return Error{
          fmt::format("--ply {}: there are only {} half-moves", *words.ply, found->moves.size())};
    }
    found->is_cut = false;
    found->moves.resize(static_cast<std::size_t>(*words.ply));
  }
  found->now = Position(found->first);
  for (const Move move : found->moves) found->now.play(move);
  return found;
}

}  // namespace arbiter::commands
