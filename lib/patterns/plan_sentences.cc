#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "lib/patterns/pattern_plan.h"

namespace arbiter {
namespace {

constexpr int kMaxNamedSquares = 8;

constexpr std::string_view kMaterial = "the material";

std::string squares_text(Bitboard squares) {
  if (squares.count() > kMaxNamedSquares) return fmt::format("{} squares", squares.count());
  std::vector<std::string> names;
  for (const Square square : squares) names.push_back(to_string(square));
  return fmt::format("{}", fmt::join(names, ","));
}

std::string claim_text(const Claim& claim) {
  constexpr std::string_view kNames[] = {"",
                                         "pawns",
                                         "board",
                                         "opening",
                                         "material",
                                         "imbalance",
                                         "balance",
                                         "attackers",
                                         "turn",
                                         "ply",
                                         "",
                                         "move",
                                         "counts",
                                         "change of material",
                                         "discovered attack"};
  if (const auto* standing = std::get_if<PiecesStand>(&claim)) {
    return to_string(standing->men, standing->squares) +
           (standing->traits.empty() ? "" : " and what it does");
  }
  if (const auto* feature = std::get_if<Feature>(&claim)) {
    constexpr std::string_view kFeatures[] = {"opposite bishops", "check",     "mate",
                                              "stalemate",        "smothered", "double check",
                                              "discovered check", "symmetric", "at end"};
    return std::string(kFeatures[static_cast<std::size_t>(*feature)]);
  }
  return std::string(kNames[claim.index()]);
}

// Lists the claims in the order of evaluation.
void add_claims(const PlanNode& node, const PatternPlan& plan, std::vector<std::string>& claims) {
  if (node.kind == PlanNode::Kind::OneMan) {
    claims.push_back(to_string(static_cast<Men>(1 << node.man), node.squares));
  } else if (node.kind == PlanNode::Kind::Single) {
    claims.push_back(claim_text(*node.claim));
  } else if (node.kind == PlanNode::Kind::ShiftedMen) {
    claims.push_back(fmt::format("{} pieces anywhere at once", node.steps.size()));
  } else if (node.kind == PlanNode::Kind::Remembered) {
    const PlanMemory& memory = plan.memories[node.memory];
    add_claims(memory.first, plan, claims);
    add_claims(memory.second, plan, claims);
  }
  for (const PlanNode& part : node.parts) add_claims(part, plan, claims);
}

void add_needs(const GameNeeds& needs, std::vector<std::string>& texts) {
  if (needs.kind == GameNeeds::Kind::Stood) texts.push_back(to_string(needs.men, needs.squares));
  const bool has_material = std::ranges::find(texts, kMaterial) != texts.end();
  if (needs.kind == GameNeeds::Kind::Material && !has_material) texts.emplace_back(kMaterial);
  for (const GameNeeds& part : needs.parts) add_needs(part, texts);
}

std::string listed(std::vector<std::string> texts, std::string_view word) {
  constexpr std::size_t kMax = 6;
  const std::size_t more = texts.size() > kMax ? texts.size() - kMax : 0;
  texts.resize(texts.size() - more);
  std::string text = fmt::format("{}", fmt::join(texts, word));
  return more == 0 ? text : fmt::format("{} and {} more", text, more);
}

}  // namespace

std::string to_string(Men men, Bitboard squares) {
  std::string letters;
  for (std::uint8_t code = kPieceCount; code-- > 0;) {
    if (contains(men, code)) letters += letter_of(Piece::from_code(code));
  }
  if ((men & kAllMen) == kAllMen) letters = "any piece";
  if ((men & kAllMen) == 0) letters = "nothing";
  if (letters.size() > 1 && letters[0] != 'a' && letters[0] != 'n') letters = '[' + letters + ']';
  if (squares == kAllSquares) return letters;
  return fmt::format("{} on {}", letters, squares_text(squares));
}

std::vector<std::string> sentences_of(const PatternPlan& plan) {
  std::vector<std::string> claims;
  add_claims(plan.root, plan, claims);
  std::vector<std::string> sentences = {"evaluates " + listed(claims, ", then ")};
  const auto count = [](const TouchTable& table) {
    int squares = 0;
    for (const Bitboard one : table) squares += one.count();
    return squares;
  };
  sentences.push_back(
      fmt::format("evaluates again after moves to {} and from {} of 768 piece-squares",
                  count(plan.arrivals), count(plan.departures)));
  std::vector<std::string> needs;
  add_needs(plan.needs, needs);
  sentences.push_back(needs.empty()
                          ? "reads the moves of every game"
                          : "reads the moves of games that had " + listed(needs, " and "));
  return sentences;
}

}  // namespace arbiter
