#include "tests/pgn/games_read.h"

#include <fmt/format.h>

#include <algorithm>

#include "lib/diagnostics/catalogue.h"
#include "lib/pgn/reader.h"
#include "lib/pgn/text_chunks.h"
#include "tests/pgn/portion_source.h"
#include "tests/support/namespaces.h"

namespace arbiter::testing {
namespace {

// Omits codes reported once per file, because here they would be reported once per chunk. Also
// omits the code about adjacent games, because the text may be cut between them.
void add_findings(CollectingSink& sink, FileRead& file) {
  for (const Diagnostic& diagnostic : sink.take()) {
    const CatalogueEntry& entry = entry_of(diagnostic.code);
    if (entry.once_per_file || diagnostic.code == DiagnosticCode::MissingBlankAfterMoves) continue;
    file.findings.push_back({diagnostic.offset, diagnostic.length, entry.id});
  }
}

void read_all(const PgnText& text, FileRead& file) {
  CollectingSink sink;
  PgnReader reader(text, sink);
  PgnGame game;
  while (reader.next(game)) file.games.push_back(copy_of(game));
  add_findings(sink, file);
}

void sort_findings(FileRead& file) { std::ranges::sort(file.findings); }

constexpr std::string_view to_string(TokenKind kind) {
  constexpr std::string_view names[] = {
      "MoveNumber",     "Move",         "Word",         "Suffix",      "Nag",
      "DrawOffer",      "ElapsedTime",  "BraceComment", "LineComment", "Escape",
      "VariationStart", "VariationEnd", "Result",       "Stray"};
  return names[static_cast<std::size_t>(kind)];
}

}  // namespace

GameRead copy_of(const PgnGame& game) {
  GameRead copy{game.offset, std::string(game.text), {}, {}};
  for (const PgnTag& tag : game.tags) {
    copy.tags.push_back({game.offset + tag.offset, game.offset + tag.value_offset,
                         std::string(tag.name), std::string(tag.value)});
  }
  for (const Token& token : game.tokens) {
    const bool has_number = token.kind == TokenKind::MoveNumber || token.kind == TokenKind::Nag;
    copy.tokens.push_back({token.kind, game.offset + token.offset, std::string(game.text_of(token)),
                           has_number ? token.number() : 0});
  }
  return copy;
}

FileRead read_in_one_piece(std::string_view text) {
  std::string padded(text);
  padded.resize(text.size() + kTextPadding, '\0');
  FileRead file;
  read_all({std::string_view(padded).substr(0, text.size()), 0, true}, file);
  sort_findings(file);
  return file;
}

FileRead read_in_chunks(std::string_view text, std::size_t step, std::size_t target) {
  PortionSource source(text, {step});
  TextChunks chunks(source, target);
  TextChunk chunk;
  FileRead file;
  while (chunks.next(chunk)) read_all(chunk.source, file);
  sort_findings(file);
  return file;
}

std::string shown(const GameRead& game) {
  std::string text = fmt::format("game at {}\n", game.offset);
  for (const TagRead& tag : game.tags) {
    text += fmt::format("  {} tag {} = \"{}\"\n", tag.offset, tag.name, tag.value);
  }
  for (const TokenRead& token : game.tokens) {
    text += fmt::format("  {} {} {}\n", token.offset, to_string(token.kind), token.text);
  }
  return text;
}

std::ostream& operator<<(std::ostream& out, const GameRead& game) { return out << shown(game); }

std::ostream& operator<<(std::ostream& out, const FindingRead& finding) {
  return out << fmt::format("{}+{} {}", finding.offset, finding.length, finding.id);
}

}  // namespace arbiter::testing
