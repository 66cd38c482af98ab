#include "lib/notation/annotation_signs.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "lib/base/encoding.h"
#include "lib/base/text.h"

namespace arbiter {
namespace {

// Signs and their NAGs. If the standard has a number for each player, the sign has the number for
// White, as on lichess and in ChessBase. NAGs from $140 are common, but not in the standard.
constexpr AnnotationSign kSigns[] = {
    {"!", 1},         {"?", 2},         {"!!", 3},        {"\u203c", 3},
    {"??", 4},        {"\u2047", 4},    {"!?", 5},        {"\u2049", 5},
    {"?!", 6},        {"\u2048", 6},    {"(!)", 1},       {"(?)", 2},
    {"(!!)", 3},      {"(?\?)", 4},     {"(!?)", 5},      {"(?!)", 6},
    {"\u25a1", 7},  // white square: the only move
    {"\u25a2", 7},    {"\u25fb", 7},    {"\u2610", 7},    {"\u2122", 7},  // in ChessBase fonts
    {"=", 10},        {"\u221e", 13},                                     // infinity: unclear
    {"\u00f7", 13},                                                       // in ChessBase fonts
    {"~", 13},        {"+/=", 14},      {"+=", 14},       {"\u2a72", 14},
    {"\u00b2", 14},                                                        // in ChessBase fonts
    {"=/+", 15},      {"=+", 15},       {"\u2a71", 15},   {"\u00b3", 15},  // in ChessBase fonts
    {"+/-", 16},      {"+/\u2212", 16}, {"+/\u2013", 16}, {"\u00b1", 16},
    {"-/+", 17},      {"\u2212/+", 17}, {"\u2013/+", 17}, {"\u2213", 17},
    {"\u00b5", 17},  // in ChessBase fonts
    {"+-", 18},       {"+\u2212", 18},  {"+\u2013", 18},  {"+--", 18},
    {"-+", 19},       {"\u2212+", 19},  {"\u2013+", 19},  {"--+", 19},
    {"\u2a00", 22},                                      // circle with a dot: zugzwang
    {"\u2299", 22},   {"\u25c9", 22},   {"\u25cb", 26},  // circle: space
    {"\u27f3", 32},                                      // clockwise arrow: development
    {"\u21bb", 32},   {"\u2191", 36},                    // arrow up: initiative
    {"\u0192", 36},                                      // in ChessBase fonts
    {"\u2192", 40},                                      // arrow to the right: attack
    {"=/\u221e", 44}, {"=\u221e", 44},  {"\u221e=", 44},  {"\u221e/=", 44},
    {"\u2bf9", 44},                     // equals sign above infinity: compensation
    {"\u00a9", 44},                     // in ChessBase fonts
    {"\u21c6", 132},                    // arrows to the left and right: counterplay
    {"\u21c4", 132},  {"\u2a01", 138},  // circle with a cross: time trouble
    {"\u2295", 138},  {"\u2206", 140},  // triangle: with the idea
    {"\u0394", 140},  {"\u25b3", 140},  {"\u2207", 141},  // triangle on its point: aimed against
    {"\u25bd", 141},  {"\u2313", 142},                    // segment: better is
    {"\u00b9", 142},                                      // in ChessBase fonts
    {"\u2264", 143},                                      // at most: worse is
    {"RR", 145},                                          // editorial comment
    {"N", 146},                                           // novelty
    {"TN", 146},      {"(N)", 146},     {"(TN)", 146},    {"D", 220},  // diagram
    {"(D)", 220},     {"\u21d4", 239},                                 // file
    {"\u21d7", 240},                                                   // diagonal
    {"\u229e", 241},                                                   // centre
    {"\u27eb", 242},                                                   // king's side
    {"\u27ea", 243},                                                   // queen's side
    {"\u2715", 244},                                                   // weak point
    {"\u27c2", 245},                                                   // ending
    {"\u22a5", 245},  {"\u2bfa", 249},                                 // united pawns
    {"\u2bfb", 250},                                                   // separated pawns
    {"\u2bfc", 251},                                                   // doubled pawns
    {"\u2bfd", 252},                                                   // passed pawn
    {"\u230a", 254},                                                   // with
    {"\u221f", 254},  {"\u2bfe", 255},                                 // without
};

constexpr bool is_mark(char c) { return c == '!' || c == '?' || c == '('; }

// Checks whether a sign can be split off the end of a word. Signs with letters may be part of the
// word.
constexpr bool may_follow(std::string_view sign) {
  return !is_letter(sign[0]) && !is_mark(sign[0]);
}

// The last bytes of the signs that may follow a word.
constexpr auto kLastBytes = [] {
  std::array<bool, 256> ends{};
  for (const AnnotationSign& sign : kSigns) {
    if (may_follow(sign.text)) ends[static_cast<unsigned char>(sign.text.back())] = true;
  }
  return ends;
}();

// The first bytes of all signs.
constexpr auto kFirstBytes = [] {
  std::array<bool, 256> begins{};
  for (const AnnotationSign& sign : kSigns)
    begins[static_cast<unsigned char>(sign.text.front())] = true;
  return begins;
}();

// Returns the longest sign accepted by `fits`.
template <class Predicate>
const AnnotationSign* longest(Predicate fits) {
  const AnnotationSign* best = nullptr;
  for (const AnnotationSign& sign : kSigns) {
    if (fits(sign) && (best == nullptr || sign.text.size() > best->text.size())) best = &sign;
  }
  return best;
}

}  // namespace

const AnnotationSign* annotation_sign_at(std::string_view text) {
  if (is_ascii(text.substr(0, 3))) return nullptr;
  return longest([&](const AnnotationSign& sign) {
    return text.starts_with(sign.text) && !is_ascii(sign.text);
  });
}

const AnnotationSign* sign_after(std::string_view word) {
  if (word.empty() || !kLastBytes[static_cast<unsigned char>(word.back())]) return nullptr;
  return longest([&](const AnnotationSign& sign) {
    return word.size() > sign.text.size() && word.ends_with(sign.text) && may_follow(sign.text);
  });
}

std::optional<std::uint32_t> nag_of_sign(std::string_view text) {
  if (text.empty() || !kFirstBytes[static_cast<unsigned char>(text.front())]) return std::nullopt;
  const auto* const known = std::ranges::find(kSigns, text, &AnnotationSign::text);
  return known == std::end(kSigns) ? std::nullopt : std::optional(known->nag);
}

}  // namespace arbiter
