#ifndef SIGHT_ACCESSES_H
#define SIGHT_ACCESSES_H

#include <time.h>
#include "ExplorerHooks.h"

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
  /// Whether what is read of it is changed next.
  bool begunChanges;
  /// Where the frames of the program's code begin, on the stack of a thread of the schedule.
  uintptr_t stackStart;
  /// How often it has used an atomic in succession, and changed nothing.
  uint32_t idle;
  /// Whether it runs a job, and the task and the actor whose code it runs; null for none.
  bool runsJob;
  const void *task, *actor;
  /// The system's number of the thread, with which it marks a `Mutex` as its own.
  uint32_t number;
  /// The dispatch queue whose work it does; null for none.
  struct SightDoing *doing;
  /// How many seconds it has slept in the schedule's time, and not in the system's.
  double slept;
  /// What the clocks of the day and of the machine say to the thread, and how often it has looked at them.
  struct timespec held[3];
  uint32_t looks[3];
  /// The keys of the values that the thread of the schedule has set for itself.
  uint32_t keys[16], keyCount;
  /// Foundation's object for the system thread, while a thread of the schedule has one of its own.
  void *systemThread;
} SightThread;

/// The calling system thread begins a thread of the schedule, with no values of its own.
void sightBeginThread(void);

/// A thread that the program has started.
typedef struct SightStarted {
  struct SightStarted *next;
  void *(*function)(void *);
  void *argument, *result;
  bool hasEnded;
} SightStarted;

SightStarted *sightStarted(void *(*function)(void *), void *argument);
/// Whether this is one of the threads that the schedule has started.
bool sightHasStarted(const void *thread);

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
/// Notes where the calling thread's stack is.
void sightFindStack(void);
/// An access has begun.
void sightBeginAccess(const void *address, uintptr_t code, bool isChange);
/// Forgets the accesses to some bytes.
void sightForget(const void *address, size_t size);
/// Forgets what was published at the locks and atomics of the platform that were in freed memory.
void sightForgetLocks(const void *address, size_t size);
void sightOrder(const void *address, SightOrder order);

/// Whether calls of the platform are the engine's to decide on this thread.
static inline bool sightDirects(void) {
  return sightIsNeeded() && sightThread.sight != NULL && (!sightThread.isBusy || sightThread.isInspecting);
}

/// Gives memory that the calling thread has allocated a number, from which locks in it get theirs.
void sightAllocated(const void *memory, size_t size);
/// What is known of a lock in a schedule.
typedef struct {
  /// Its number, the same in each schedule.
  uint64_t number;
  /// The count of a semaphore or a group, the flags of a work item, whether a queue was made inactive.
  int64_t count;
  bool isCounted;
  /// Whether the engine has given the mutex to its holder.
  bool isTaken;
  /// The type with which it was made; null if that is not known.
  const char *type;
} SightLock;

/// The lock at this address. The bytes there are not data.
SightLock *sightLockAt(const void *address);
/// Sums up the stack from here to where the program's code began, where the calling thread has used atomics in vain for some time;
/// zero otherwise.
uint64_t sightLoop(const uint64_t *from);
/// Asks the engine for what is requested.
SightAnswer sightAsk(SightRequest request);
SightAnswer sightAskQueue(SightQueueRequest request);
/// The program uses something that the engine cannot direct.
void sightUnseen(const char *name, uintptr_t code);
/// A lock or another object of the platform is made here, in place of what was there.
void sightMade(void *lock, size_t size, const char *type, uintptr_t here, uintptr_t code);
/// Finds out which task and which actor the calling job runs.
void sightNoteJob(void);
/// The calling job runs code of this task and this actor from now on; null for none.
void sightRunJob(const void *task, const void *actor);
/// What the calling thread has done is part of a result.
void sightGiveResults(void);

#endif
