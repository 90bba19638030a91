#ifndef SIGHT_HOOKS_H
#define SIGHT_HOOKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The calls that the compiler inserts into a module that is compiled with `-sanitize=thread`, and the memory of the
// accesses that they report.
//
// In C for two reasons: Swift reserves some of these names for itself, and an access must cost little in a debug build,
// in which Swift is not optimised.

/// How many threads a schedule can have.
#define SIGHT_THREADS 64

/// One access to memory.
typedef struct {
  /// The return address of the call, which leads to the line.
  uintptr_t code;
  int32_t thread;
  bool isChange;
  /// Whether the bytes hold no reference, as far as their value tells. Where a thread is paused between reading and
  /// replacing a reference, another one may release the object a second time.
  bool isPlain;
} SightAccess;

/// Receives the reports about an engine's threads. The accesses that these functions make are not recorded.
typedef struct {
  void *_Nonnull engine;
  /// Two accesses to the same bytes that nothing orders, the first ones of a schedule.
  void (*_Nonnull raced)(void *_Nonnull engine, SightAccess earlier, SightAccess later);
  /// The calling thread is about to do an access at one of the places that are watched.
  void (*_Nonnull reached)(void *_Nonnull engine, SightAccess access);
} SightReceiver;

/// The accesses of one schedule; used by the thread that holds the baton.
typedef struct Sight Sight;

Sight *_Nonnull sightCreate(void);
void sightDestroy(Sight *_Nonnull sight);

/// Calls this receiver from now on; before that, no thread may enter.
void sightReport(Sight *_Nonnull sight, SightReceiver receiver);

/// Forgets all accesses and all orders, for the next schedule.
void sightRestart(Sight *_Nonnull sight);

/// A thread starts another, which knows all that its starter knows.
void sightStart(Sight *_Nonnull sight, int32_t thread, int32_t starter);

/// A thread learns all that was published under this number.
void sightAcquire(Sight *_Nonnull sight, uintptr_t number, int32_t thread);

/// A thread publishes all that it knows under this number.
void sightRelease(Sight *_Nonnull sight, uintptr_t number, int32_t thread);

/// Nothing of what was published under this number is visible from now on.
void sightUnpublish(Sight *_Nonnull sight, uintptr_t number);

/// Whether accesses are recorded; those of a set-up and of checks are not.
void sightSetOn(Sight *_Nonnull sight, bool isOn);

/// Watches accesses at these places, besides recording them; at none if the count is zero.
void sightWatch(Sight *_Nonnull sight, const uintptr_t *_Nullable places, size_t count);

/// The places of all accesses that have raced since the sight was created; returns how many there are.
size_t sightRacingPlaces(const Sight *_Nonnull sight, uintptr_t *_Nullable places, size_t capacity);

/// Whether two threads have used the same lock or atomic of the platform since the sight was created.
bool sightSharesLocks(const Sight *_Nonnull sight);

/// Records a use of something that has a number instead of an address; returns whether there is an earlier use that
/// nothing orders before it.
bool sightUse(Sight *_Nonnull sight, uintptr_t number, SightAccess access, SightAccess *_Nonnull earlier);

/// Makes the calling thread one whose accesses are recorded.
void sightEnter(Sight *_Nonnull sight);

/// The counterpart of `sightEnter`.
void sightLeave(void);

/// The calling system thread continues as this thread of the schedule, which may run a job of a task or an actor.
void sightBecome(int32_t thread, bool runsJob);

/// The job that the calling thread runs has ended.
void sightEndJob(void);

/// The calling thread gets the results of jobs that have ended.
void sightGetResults(void);

/// Whether the calling thread was paused; from now on its accesses do not count: it runs code of the engine.
bool sightPause(void);

/// The calling thread leaves the engine, unless it was paused before it entered.
void sightResume(bool wasPaused);

/// Whether the calling thread reads variables for a check, even one that it is in the middle of changing. Swift would end
/// the process: it takes the two accesses for the program's.
void sightSetInspecting(bool isInspecting);

/// The mangled name of the function that an address is in; null if the linker did not keep it.
const char *_Nullable sightFunction(uintptr_t address);

#endif
