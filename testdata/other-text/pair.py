"""Pairs the players of a round."""
import random

def pair(players):
    players = sorted(players, key=lambda p: (-p["points"], -p["rating"]))
    half = len(players) // 2
    return [(a, b) for a, b in zip(players[:half], players[half:])]

if __name__ == "__main__":
    print(pair([{"points": 1, "rating": 2391}, {"points": 0.5, "rating": 2544}]))
