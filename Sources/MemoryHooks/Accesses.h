#ifndef SIGHT_ACCESSES_H
#define SIGHT_ACCESSES_H

#include "MemoryHooks.h"

/// How many frames are kept.
#define SIGHT_FRAMES 64

/// What a system thread that an engine runs needs to know about itself.
typedef struct {
  /// Null on every thread that no engine runs.
  Sight *sight;
  int32_t thread;
  /// How often accesses are to be ignored: in a deinitialiser, in the first use of a global.
  int32_t ignoring;
  /// Whether the thread runs code of its engine, which touches memory of its own. The linker may give that code a
  /// function that was compiled for a module whose accesses are seen.
  bool isBusy;
  /// Whether a check or a watch of the scenario reads the program's variables, one of which the thread may be changing.
  bool isInspecting;
  /// Whether the tables of accesses are being moved.
  bool isGrowing;
  uintptr_t stackLow, stackHigh;
  /// The stack frames of the running functions that are compiled so that their accesses are seen, the last ones.
  uintptr_t frames[SIGHT_FRAMES];
  uint32_t depth;
  /// An access that has begun and was not reported yet; null for none.
  const void *begun;
  uintptr_t begunAt;
  bool begunIsChange;
  /// Whether it runs a job, and the task and the actor whose code it runs; null for none.
  bool runsJob;
  const void *task, *actor;
} SightThread;

/// What an operation on an atomic or a lock of the platform means for other memory.
typedef struct {
  bool acquires, releases;
  /// Whether it acquires a lock, so that the thread that did it before has released the lock since.
  bool locks;
  /// Whether it may be the compiler's, whose orders need not be tried.
  bool isCache;
} SightOrder;

extern _Thread_local SightThread sightThread;

/// How many engines use a sight. The only check in normal running.
extern int32_t sightCount __attribute__((visibility("hidden")));

static inline bool sightIsNeeded(void) {
  return __builtin_expect(__atomic_load_n(&sightCount, __ATOMIC_RELAXED) != 0, false);
}

/// - Parameter size: Zero for a variable whose size is not known.
void sightAccess(const void *address, size_t size, bool isChange, uintptr_t code);
/// The access that has begun is over; nobody else has reported it.
void sightFinishAccess(void);
/// Forgets the accesses to some bytes.
void sightForget(const void *address, size_t size);
/// Forgets what was published at the locks and atomics of the platform that were in freed memory.
void sightForgetLocks(const void *address, size_t size);
void sightOrder(const void *address, SightOrder order);
/// Finds out which task and which actor the calling job runs.
void sightNoteJob(void);
/// The calling job runs code of this task and this actor from now on; null for none.
void sightRunJob(const void *task, const void *actor);
/// What the calling thread has done is part of a result.
void sightGiveResults(void);

#endif
