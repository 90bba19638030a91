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

/// What a thread asks of its engine, in place of the platform.
typedef enum __attribute__((enum_extensibility(closed))) SightCall : int32_t {
  /// Acquires a lock, before the time-out or at once if there is one.
  SightCallLock,
  /// Releases a lock.
  SightCallUnlock,
  /// Releases a lock, waits for a signal, and acquires the lock again.
  SightCallWait,
  /// Wakes one thread that waits for a signal.
  SightCallSignal,
  /// Wakes all of them.
  SightCallBroadcast,
  /// Waits until a semaphore has a count, or a group none.
  SightCallAwait,
  /// Changes the count of a semaphore or of a group: a step, and the caller does it afterwards.
  SightCallCount,
  /// The group is empty now, or the item has run: what follows is added to its queue.
  SightCallFollow,
  /// Runs a block so many times at once.
  SightCallApply,
  /// Uses an atomic: a step, and the caller does it afterwards.
  SightCallRead,
  SightCallWrite,
  /// Starts a thread, which calls `sightRunThread`.
  SightCallThread,
  /// Starts a thread that waits for some time first.
  SightCallAfter,
  /// Starts a task, whose first job comes next, if it is not its actor's; then it is known.
  SightCallTask,
  SightCallTaskKnown,
  /// A task has come to an await, or has completed.
  SightCallSuspend,
  SightCallEnd,
  /// Cancels a task: a step, and the caller does it afterwards.
  SightCallCancel,
  /// Waits for some time.
  SightCallSleep,
  /// A lock or another object is made.
  SightCallMake,
  /// The caller uses a part of the platform that the engine cannot direct.
  SightCallUnseen,
  /// The platform reports a mistake of the program; its type is the report.
  SightCallMisuse,
} SightCall;

/// How a thread uses a lock.
typedef enum __attribute__((enum_extensibility(closed))) SightUse : int32_t {
  SightUseAlone,
  /// As one that may lock it again.
  SightUseAgain,
  /// As a reader of a lock for reading and writing, together with others.
  SightUseReading,
  /// As its only writer.
  SightUseWriting,
} SightUse;

typedef struct {
  SightCall call;
  SightUse use;
  /// The type, such as "mutex", the name of a call that cannot be directed, or a report.
  const char *_Nonnull type;
  /// The lock, and for a wait the lock that is released meanwhile.
  uint64_t number, released;
  /// Whether a semaphore or group has the count that is awaited.
  bool (*_Nullable isOpen)(void *_Nonnull object);
  void *_Nonnull object;
  /// How many times a block runs.
  size_t times;
  /// How many bytes an atomic has.
  size_t size;
  /// The same number again where a thread that uses atomics in vain is in the same state again; zero if it is not known.
  uint64_t loop;
  /// Whether an atomic is used with an order that allows more than the engine tries.
  bool isWeak;
  /// After how many seconds it gives up: zero for at once, negative for never.
  double timeout;
  /// Where the program called, as a return address.
  uintptr_t code;
} SightRequest;

typedef enum __attribute__((enum_extensibility(closed))) SightAnswer : int32_t {
  SightAnswerDone,
  /// The time-out came first.
  SightAnswerLate,
  /// The thread is not the engine's now: the platform does it.
  SightAnswerNot,
} SightAnswer;

/// A dispatch queue.
typedef struct {
  void *_Nonnull queue;
  uint64_t number;
  const char *_Nonnull label;
  bool isConcurrent, isOfProcess, isInactive;
  /// The queue whose work its work becomes; null for none that the program has set.
  void *_Nullable target;
} SightQueue;

/// What a thread asks of a dispatch queue.
typedef enum __attribute__((enum_extensibility(closed))) SightQueueCall : int32_t {
  SightQueueCallAsync,
  SightQueueCallSync,
  SightQueueCallSuspend,
  SightQueueCallResume,
  SightQueueCallActivate,
  SightQueueCallTarget,
} SightQueueCall;

typedef struct {
  SightQueueCall call;
  SightQueue queue;
  /// The work, which `sightRun` runs once and releases unless it is a `sync`.
  void *_Nullable block;
  bool isBarrier;
  /// After how many seconds it is added; negative for never, zero for at once.
  double delay;
  /// The group that it leaves at its end; null for none.
  void *_Nullable group;
  /// Whether it is added when this group is empty or this item has run, which is the object of a request.
  uint64_t follows;
  void *_Nullable followed;
  bool (*_Nullable isOver)(void *_Nonnull object);
  /// Where the program called, as a return address; zero if it is of no interest.
  uintptr_t code;
} SightQueueRequest;

/// The queue at this address.
SightQueue sightQueueAt(void *_Nonnull queue);

/// Runs the function of a thread that was started.
void sightRunThread(void *_Nonnull thread);

/// The executor to which the tasks of a schedule belong, in the runtime's two words. The runtime tells from now on what
/// orders tasks, as it tells the sanitizer.
void sightSetExecutor(void *_Nonnull identity, uintptr_t implementation);

/// The calling system thread has run the function of a thread of the schedule: its own values end with it.
void sightEndThread(void);

/// Runs a block that expects a number.
void sightApply(void *_Nonnull block, size_t number);

/// Runs the work of a request on the calling thread, as the queue's.
void sightRun(SightQueueRequest request);

/// Receives the reports about an engine's threads. The accesses that these functions make are not recorded.
typedef struct {
  void *_Nonnull engine;
  /// Two accesses to the same bytes that nothing orders, the first ones of a schedule.
  void (*_Nonnull raced)(void *_Nonnull engine, SightAccess earlier, SightAccess later);
  /// The calling thread is about to do an access at one of the places that are watched.
  void (*_Nonnull reached)(void *_Nonnull engine, SightAccess access);
  /// The calling thread asks for something.
  SightAnswer (*_Nonnull asked)(void *_Nonnull engine, SightRequest request);
  /// The calling thread asks for something of a queue.
  SightAnswer (*_Nonnull askedQueue)(void *_Nonnull engine, SightQueueRequest request);
} SightReceiver;

/// Marks the number of a lock that is older than the schedule; the next bit marks what a director has numbered.
#define SIGHT_OLDER ((uint64_t)1 << 62)

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

/// The places of the first accesses that have raced since the sight was created, at most 16; returns how many.
size_t sightRacingPlaces(const Sight *_Nonnull sight, uintptr_t *_Nullable places, size_t capacity);

/// Whether two threads have used the same lock or atomic of the platform since the sight was created.
bool sightSharesLocks(const Sight *_Nonnull sight);

/// Records a use of something that has a number instead of an address; returns whether there is an earlier use that
/// nothing orders before it.
bool sightUse(Sight *_Nonnull sight, uintptr_t number, SightAccess access, SightAccess *_Nonnull earlier);

/// Makes the calling thread one whose accesses are recorded.
void sightEnter(Sight *_Nonnull sight);

/// The engine whose thread the calling thread is; null for none. May be called by a signal handler.
void *_Nullable sightEngine(void);

/// The counterpart of `sightEnter`.
void sightLeave(void);

/// The calling system thread continues as this thread of the schedule, which may run a job of a task or an actor.
void sightBecome(int32_t thread, bool runsJob);

/// The job that the calling thread runs has ended.
void sightEndJob(void);

/// The task that the calling thread ran has come to its end.
void sightEndTask(const void *_Nonnull task);

/// The calling thread gets the results of jobs that have ended.
void sightGetResults(void);

/// Whether the calling thread was paused; from now on its accesses do not count: it runs code of the engine.
bool sightPause(void);

/// The calling thread leaves the engine, unless it was paused before it entered.
void sightResume(bool wasPaused);

/// Whether the calling thread reads variables for a check, even one that it is in the middle of changing. Swift would end
/// the process: it takes the two accesses for the program's.
void sightSetInspecting(bool isInspecting);

/// The name of a function that is replaced, from zero on; null after the last one.
///
/// - Parameter isFound: Whether the function is there, and its callers in the system's libraries reach the hook.
const char *_Nullable sightName(size_t number, bool *_Nonnull isFound);

/// The mangled name of the exported function that an address is in, or null.
const char *_Nullable sightFunction(uintptr_t address);

/// The mangled name of the function that an address is in; null if it is not known. Reads all symbols of an image.
const char *_Nullable sightSymbol(uintptr_t address);

/// Gets the calls that the calling thread is in, the innermost first, and those that wait for its task; returns how many.
size_t sightCallers(uintptr_t *_Nonnull code, size_t most);

/// Where the program makes the call of a hook, which may go through methods of the platform's lock types; zero for a call
/// that the system makes for itself.
///
/// - Parameters:
///   - code: The hook's return address.
///   - frame: The hook's own frame.
uintptr_t sightProgramCode(uintptr_t code, const void *_Nonnull frame);

/// Gets where the calling thread, one of an engine's, was when a signal came, and the calls that it was in; for the signal's
/// handler, with the context that this was given.
size_t sightCallersOfTrap(const void *_Nonnull context, uintptr_t *_Nonnull code, size_t most);

/// The jump of the same function that leads to an instruction that traps; the address itself for another instruction, and
/// where jumps cannot be read.
uintptr_t sightJump(uintptr_t address);

/// Gets where a suspended task continues, and then those that wait for its innermost call; returns how many.
size_t sightCallersOfTask(const void *_Nonnull task, uintptr_t *_Nonnull code, size_t most);

/// Offers the lines of the code around an address, from what compilers leave for debuggers: its own line first, then those
/// of the code before it in the same function, then those after it; until one is accepted.
void sightLines(
    uintptr_t address, void *_Nullable context,
    bool (*_Nonnull offer)(
        void *_Nullable context, const char *_Nonnull folder, const char *_Nonnull file, uint32_t line,
        uint32_t column));

#endif
