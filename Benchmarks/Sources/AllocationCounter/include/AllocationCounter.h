#ifndef ALLOCATION_COUNTER_H
#define ALLOCATION_COUNTER_H

#include <stdint.h>

/// The allocations of the calling thread since it started.
typedef struct {
  uint64_t count;
  uint64_t bytes;
} AllocationTotals;

/// Returns the allocations of the calling thread so far; 0 if allocations cannot be counted.
AllocationTotals allocation_totals(void);

#endif
