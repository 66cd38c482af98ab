#include "lib/notation/piece_languages.h"

#include "lib/notation/loose_move.h"
#include "lib/notation/piece_letters.h"

namespace arbiter::notation {
namespace {

constexpr PieceLanguage kLanguages[] = {
    {"German, Danish, Norwegian, Swedish, Serbian, Croatian or Slovene", "KDTLS"},
    {"Spanish, Italian or Catalan", "RDTAC"},
    {"French", "RDTFC"},
    {"Russian", "КрФЛСК"},
    {"Dutch", "KDTLP"},
    {"Portuguese", "RDTBC"},
    {"Polish", "KHWGS"},
    {"Czech or Slovak", "KDVSJ"},
    {"Hungarian", "KVBFH"},
    {"Romanian", "RDTNC"},
    {"Finnish", "KDTLR"},
    {"Ukrainian", "КрФТСК"},
    {"Bulgarian", "ЦДТОК"},
    {"Turkish", "ŞVKFA"},
    {"Greek", "ΡΒΠΑΙ"},
    {"Estonian", "KLVOR"},
    {"Latvian", "KDTLZ"},
    {"Lithuanian", "KVBRŽ"},
    {"Icelandic", "KDHBR"},
};

}  // namespace

std::span<const PieceLanguage> piece_languages() { return kLanguages; }

std::vector<PieceLanguage> languages_matching(std::span<const std::string_view> words) {
  std::vector<PieceLanguage> matching;
  for (const PieceLanguage& language : kLanguages) {
    const PieceLetters letters = *parse_piece_letters(language.letters);
    bool reads_all = true;
    for (const std::string_view word : words) {
      reads_all = reads_all && parse_loose_move(word, letters).has_value();
    }
    if (reads_all) matching.push_back(language);
  }
  return matching;
}

std::vector<PieceLanguage> languages_matching(std::string_view word) {
  return languages_matching(std::span(&word, 1));
}

}  // namespace arbiter::notation
