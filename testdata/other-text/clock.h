#ifndef CLOCK_H
#define CLOCK_H
struct Clock {
  int seconds = 5400;   /* 90 minutes */
  int increment = 30;   /* from move 1 */
};
#define MOVES { "e4", "e5", "Nf3", "Nc6" }
int remaining(const struct Clock* clock, int used);
#endif
