#include "lib/notation/piece_languages.h"

#include <vector>

namespace arbiter {
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
    {"Serbian or Macedonian", "КДТЛС"},
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

std::span<const PieceLetters> language_letters() {
  static const std::vector<PieceLetters> parsed = [] {
    std::vector<PieceLetters> all;
    for (const PieceLanguage& language : kLanguages) {
      all.push_back(*parse_piece_letters(language.letters));
    }
    return all;
  }();
  return parsed;
}

}  // namespace arbiter
