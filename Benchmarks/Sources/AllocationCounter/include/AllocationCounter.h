#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// Allocations that the calling thread has made since it began.
typedef struct {
  uint64_t count;
  uint64_t bytes;
} AllocationTotals;

/// What the calling thread has allocated so far; stays 0 where allocations cannot be counted.
AllocationTotals allocation_totals(void);

#endif
