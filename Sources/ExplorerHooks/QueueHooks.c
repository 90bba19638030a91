#define _GNU_SOURCE
#include "Hooks.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// Dispatch: queues, groups, semaphores and work items.
//
// On Linux an engine runs the work of a queue that its threads use on threads of the schedule, and the real queue does
// nothing. A group counts here, and a semaphore here and on the real one.

#if SIGHT_REPLACES
#ifdef __linux__

/// A call of the program on a thread of the engine, which can wait: where it is made, or zero.
#define WAITS (sightDirects() && !sightThread.isInspecting ? PROGRAM_CODE : 0)

enum { never = -1 };

/// The layout of a block, as the compiler writes it.
typedef struct {
  const void *type;
  int32_t flags, reserved;
  void (*invoke)(void *block);
} Block;

static void *copyBlock(void *block) {
  REAL(void *(const void *), "_Block_copy");
  return real(block);
}

static void releaseBlock(void *block) {
  REAL(void(const void *), "_Block_release");
  real(block);
}

static SightRequest requestOf(SightCall call, const char *type, void *object, double timeout, uintptr_t code) {
  return (SightRequest){
      .call = call, .type = type, .number = sightLockAt(object)->number, .object = object, .timeout = timeout, .code = code
  };
}

/// How many seconds it is until then: negative for never.
static double secondsUntil(uint64_t time) {
  static void *known, *knownWall;
  uint64_t (*now)(uint64_t, int64_t) = sightNext(&known, "dispatch_time");
  uint64_t (*wall)(const struct timespec *, int64_t) = sightNext(&knownWall, "dispatch_walltime");
  if (time == ~(uint64_t)0) return never;
  if (time == 0) return 0;
  // Times of the continuous clock, on which tasks sleep, have the highest bit alone; those of the wall's are negative.
  const uint64_t continuous = (uint64_t)1 << 63;
  uint64_t left = time < continuous       ? time - now(0, 0)
                  : time >> 62 == 2       ? time - now(continuous, 0)
                                          : (uint64_t)wall(NULL, 0) - time;
  return (int64_t)left > 0 ? (double)left / 1e9 : 0;
}

/// Waits until `isOpen`, and returns whether that was too late; where nothing is directed, `real` waits.
static intptr_t waitUntil(
    bool (*isOpen)(void *), const char *type, void *object, uint64_t deadline, uintptr_t code,
    intptr_t (*real)(void *, uint64_t)) {
  if (code == 0) return real(object, deadline);
  SightRequest request = requestOf(SightCallAwait, type, object, secondsUntil(deadline), code);
  request.isOpen = isOpen;
  SightAnswer answer = sightAsk(request);
  return answer == SightAnswerNot ? real(object, deadline) : answer == SightAnswerLate;
}

// MARK: - Semaphores

/// The count of a semaphore, which its first use in a schedule finds out.
static SightLock *countOf(void *semaphore) {
  static void *knownWait, *knownSignal;
  intptr_t (*wait)(void *, uint64_t) = sightNext(&knownWait, "dispatch_semaphore_wait");
  intptr_t (*signal)(void *) = sightNext(&knownSignal, "dispatch_semaphore_signal");
  SightLock *lock = sightLockAt(semaphore);
  if (lock->isCounted) return lock;
  while (wait(semaphore, 0) == 0) lock->count += 1;
  for (int64_t number = 0; number < lock->count; number += 1) signal(semaphore);
  lock->isCounted = true;
  return lock;
}

static bool hasCount(void *semaphore) { return sightLockAt(semaphore)->count > 0; }

static void *makeObject(void *object, size_t size, const char *type, uintptr_t code) {
  if (sightIsNeeded() && sightThread.sight != NULL && object != NULL) sightMade(object, size, type, 0, code);
  return object;
}

enum { bytesOfObject = 64 };

WEAK void *dispatch_semaphore_create(intptr_t value) {
  REAL(void *(intptr_t), "dispatch_semaphore_create");
  return makeObject(real(value), bytesOfObject, "DispatchSemaphore", WAITS);
}

WEAK intptr_t dispatch_semaphore_wait(void *semaphore, uint64_t deadline) {
  REAL(intptr_t(void *, uint64_t), "dispatch_semaphore_wait");
  uintptr_t code = WAITS;
  if (code == 0) return real(semaphore, deadline);
  countOf(semaphore);
  SightRequest request = requestOf(SightCallAwait, "DispatchSemaphore", semaphore, secondsUntil(deadline), code);
  request.isOpen = hasCount;
  SightAnswer answer = sightAsk(request);
  if (answer == SightAnswerNot) return real(semaphore, deadline);
  if (answer == SightAnswerLate) return 1;
  sightLockAt(semaphore)->count -= 1;
  return real(semaphore, 0);
}

WEAK intptr_t dispatch_semaphore_signal(void *semaphore) {
  REAL(intptr_t(void *), "dispatch_semaphore_signal");
  uintptr_t code = WAITS;
  if (code == 0) return real(semaphore);
  countOf(semaphore);
  sightAsk(requestOf(SightCallCount, "DispatchSemaphore", semaphore, never, code));
  sightLockAt(semaphore)->count += 1;
  return real(semaphore);
}

// MARK: - Groups

static bool isEmpty(void *group) { return sightLockAt(group)->count == 0; }

WEAK void *dispatch_group_create(void) {
  REAL(void *(void), "dispatch_group_create");
  return makeObject(real(), bytesOfObject, "DispatchGroup", WAITS);
}

WEAK void dispatch_group_enter(void *group) {
  REAL(void(void *), "dispatch_group_enter");
  uintptr_t code = WAITS;
  if (code == 0) return real(group);
  sightAsk(requestOf(SightCallCount, "DispatchGroup", group, never, code));
  sightLockAt(group)->count += 1;
}

static void leave(void *group, uintptr_t code) {
  sightAsk(requestOf(SightCallCount, "DispatchGroup", group, never, code));
  SightLock *lock = sightLockAt(group);
  lock->count -= 1;
  if (lock->count == 0) sightAsk(requestOf(SightCallFollow, "DispatchGroup", group, never, code));
}

WEAK void dispatch_group_leave(void *group) {
  REAL(void(void *), "dispatch_group_leave");
  uintptr_t code = WAITS;
  // One that was not entered here is a work item's, or the platform ends the process.
  return code == 0 || isEmpty(group) ? real(group) : leave(group, code);
}

WEAK intptr_t dispatch_group_wait(void *group, uint64_t deadline) {
  REAL(intptr_t(void *, uint64_t), "dispatch_group_wait");
  return waitUntil(isEmpty, "DispatchGroup", group, deadline, WAITS, real);
}

// MARK: - Queues

static const char targetKey;

/// What the first word of a queue's memory is, which says of which type it is.
static const void *typeOf(const void *queue) { return *(const void *const *)queue; }

static const void *typeOfNew(const void *attributes) {
  static void *known, *knownRelease;
  void *(*create)(const char *, const void *) = sightNext(&known, "dispatch_queue_create");
  void (*release)(void *) = sightNext(&knownRelease, "dispatch_release");
  void *queue = create("", attributes);
  const void *type = typeOf(queue);
  release(queue);
  return type;
}

/// A variable of Dispatch, which the linker may have copied into the program.
static const void *variable(void **known, const char *name) {
  void *address = __atomic_load_n(known, __ATOMIC_RELAXED);
  if (address == NULL) {
    address = dlsym(RTLD_DEFAULT, name);
    __atomic_store_n(known, address, __ATOMIC_RELAXED);
  }
  return address;
}

static const void *concurrentAttributes(void) {
  static void *known;
  return variable(&known, "_dispatch_queue_attr_concurrent");
}

static const void *mainQueue(void) {
  static void *known;
  return variable(&known, "_dispatch_main_q");
}

static const void *typeOfGlobal(void) {
  static void *known;
  void *(*global)(intptr_t, uintptr_t) = sightNext(&known, "dispatch_get_global_queue");
  return typeOf(global(0, 0));
}

typedef enum { noQueue, serial, concurrent, global, mainOne } Kind;

static Kind kindOf(const void *queue) {
  static const void *types[3];
  if (__atomic_load_n(&types[2], __ATOMIC_ACQUIRE) == NULL) {
    __atomic_store_n(&types[0], typeOfNew(NULL), __ATOMIC_RELAXED);
    __atomic_store_n(&types[1], typeOfNew(concurrentAttributes()), __ATOMIC_RELAXED);
    __atomic_store_n(&types[2], typeOfGlobal(), __ATOMIC_RELEASE);
  }
  if (queue == mainQueue()) return mainOne;
  const void *type = typeOf(queue);
  return type == types[0] ? serial : type == types[1] ? concurrent : type == types[2] ? global : noQueue;
}

SightQueue sightQueueAt(void *queue) {
  static void *knownLabel, *knownSpecific;
  const char *(*label)(void *) = sightNext(&knownLabel, "dispatch_queue_get_label");
  void *(*specific)(void *, const void *) = sightNext(&knownSpecific, "dispatch_queue_get_specific");
  Kind kind = kindOf(queue);
  SightLock *lock = sightLockAt(queue);
  const char *name = label(queue);
  return (SightQueue){
      .queue = queue,
      .number = lock->number,
      .label = name == NULL || name[0] == 0 ? "a queue" : name,
      .isConcurrent = kind == concurrent || kind == global,
      .isOfProcess = kind == global || kind == mainOne,
      .isInactive = lock->count != 0,
      .target = kind == serial || kind == concurrent ? specific(queue, &targetKey) : NULL,
  };
}

/// The attributes that were made inactive last, and those that were made of them.
static _Thread_local const void *inactiveAttributes;

WEAK const void *dispatch_queue_attr_make_initially_inactive(const void *attributes) {
  REAL(const void *(const void *), "dispatch_queue_attr_make_initially_inactive");
  return inactiveAttributes = real(attributes);
}

WEAK const void *dispatch_queue_attr_make_with_qos_class(const void *attributes, unsigned quality, int priority) {
  REAL(const void *(const void *, unsigned, int), "dispatch_queue_attr_make_with_qos_class");
  const void *made = real(attributes, quality, priority);
  if (attributes != NULL && attributes == inactiveAttributes) inactiveAttributes = made;
  return made;
}

WEAK const void *dispatch_queue_attr_make_with_autorelease_frequency(const void *attributes, uintptr_t frequency) {
  REAL(const void *(const void *, uintptr_t), "dispatch_queue_attr_make_with_autorelease_frequency");
  const void *made = real(attributes, frequency);
  if (attributes != NULL && attributes == inactiveAttributes) inactiveAttributes = made;
  return made;
}

static void retain(void *object) {
  REAL(void(void *), "dispatch_retain");
  real(object);
}

static void release(void *object) {
  REAL(void(void *), "dispatch_release");
  real(object);
}

static void setTarget(void *queue, void *target) {
  static void *known;
  void (*set)(void *, const void *, void *, void *) = sightNext(&known, "dispatch_queue_set_specific");
  Kind kind = kindOf(queue);
  if (kind != serial && kind != concurrent) return;
  // A queue keeps its target.
  if (target != NULL) retain(target);
  set(queue, &targetKey, target, target == NULL ? NULL : (void *)release);
}

/// A new queue of the program: the real one is active, because Dispatch traps where an inactive one is released.
static void *createQueue(const char *label, const void *attributes, void *target, uintptr_t code) {
  static void *known;
  void *(*create)(const char *, const void *) = sightNext(&known, "dispatch_queue_create");
  bool isInactive = attributes != NULL && attributes == inactiveAttributes;
  void *queue = create(label, attributes);
  if (isInactive) {
    static void *knownActivate;
    void (*activate)(void *) = sightNext(&knownActivate, "dispatch_activate");
    activate(queue);
  }
  sightMade(queue, 2 * bytesOfObject, "DispatchQueue", 0, code);
  sightLockAt(queue)->count = isInactive;
  if (target != NULL) setTarget(queue, target);
  return queue;
}

WEAK void *dispatch_queue_create(const char *label, const void *attributes) {
  REAL(void *(const char *, const void *), "dispatch_queue_create");
  uintptr_t code = WAITS;
  return code == 0 ? real(label, attributes) : createQueue(label, attributes, NULL, code);
}

WEAK void *dispatch_queue_create_with_target(const char *label, const void *attributes, void *target) {
  REAL(void *(const char *, const void *, void *), "dispatch_queue_create_with_target");
  uintptr_t code = WAITS;
  if (code != 0) return createQueue(label, attributes, target, code);
  void *queue = real(label, attributes, target);
  if (target != NULL) setTarget(queue, target);
  return queue;
}

/// The work that a thread does, one inside the other.
struct SightDoing {
  void *queue;
  struct SightDoing *outer;
};

static SightQueueRequest work(SightQueueCall call, void *queue, void *block) {
  return (SightQueueRequest){.call = call, .queue = sightQueueAt(queue), .block = block};
}

/// The flags with which a work item was made; zero for an ordinary block.
static int64_t flagsOf(void *block) {
  SightLock *lock = sightLockAt(block);
  return lock->isCounted ? lock->count : 0;
}

static const int64_t barrierFlag = 1, itemFlag = (int64_t)1 << 32, ranFlag = (int64_t)1 << 33, runsFlag = (int64_t)1 << 34;

/// A work item has run on the calling thread.
static void endItem(void *block) {
  sightAsk(requestOf(SightCallCount, "DispatchWorkItem", block, never, 0));
  SightLock *item = sightLockAt(block);
  item->count = (item->count | ranFlag) & ~runsFlag;
  sightAsk(requestOf(SightCallFollow, "DispatchWorkItem", block, never, 0));
}

void sightRun(SightQueueRequest request) {
  struct SightDoing doing = {.queue = request.queue.queue, .outer = sightThread.doing};
  sightThread.doing = &doing;
  Block *block = request.block;
  bool isItem = (flagsOf(block) & itemFlag) != 0;
  // The real item has run before the engine knows, and who waits for it then would not come after it.
  if (isItem) sightLockAt(block)->count |= runsFlag;
  block->invoke(block);
  if (isItem) endItem(block);
  sightThread.doing = doing.outer;
  if (request.call != SightQueueCallAsync) return;
  releaseBlock(block);
  if (request.group != NULL) {
    leave(request.group, 0);
    release(request.group);
  }
  release(request.queue.queue);
}

static void post(void *queue, void *block, bool isBarrier, double delay, void *group, uintptr_t code) {
  retain(queue);
  if (group != NULL) retain(group);
  SightQueueRequest request = work(SightQueueCallAsync, queue, copyBlock(block));
  request.isBarrier = isBarrier || (flagsOf(block) & barrierFlag) != 0;
  request.delay = delay;
  request.group = group;
  request.code = code;
  sightAskQueue(request);
}

/// A call for a queue that the engine directs.
static uintptr_t directed(void *queue, uintptr_t code) { return code != 0 && kindOf(queue) != noQueue ? code : 0; }

#define ASYNC(name, isBarrier)                                                    \
  WEAK void name(void *queue, void *block) {                                      \
    REAL(void(void *, void *), #name);                                            \
    uintptr_t code = directed(queue, WAITS);                                      \
    if (code == 0) sightUnseen("work that a library leaves to Dispatch", HERE);   \
    return code == 0 ? real(queue, block) : post(queue, block, isBarrier, 0, NULL, code);     \
  }

ASYNC(dispatch_async, false)
ASYNC(dispatch_barrier_async, true)

static void syncOn(void *queue, void *block, bool isBarrier, uintptr_t code) {
  SightQueueRequest request = work(SightQueueCallSync, queue, block);
  request.code = code;
  request.isBarrier = isBarrier || (flagsOf(block) & barrierFlag) != 0;
  sightAskQueue(request);
}

#define SYNC(name, isBarrier)                                                     \
  WEAK void name(void *queue, void *block) {                                      \
    REAL(void(void *, void *), #name);                                            \
    uintptr_t code = directed(queue, WAITS);                                      \
    return code == 0 ? real(queue, block) : syncOn(queue, block, isBarrier, code); \
  }

SYNC(dispatch_sync, false)
SYNC(dispatch_barrier_sync, true)
SYNC(dispatch_async_and_wait, false)
SYNC(dispatch_barrier_async_and_wait, true)

WEAK void dispatch_after(uint64_t time, void *queue, void *block) {
  REAL(void(uint64_t, void *, void *), "dispatch_after");
  uintptr_t code = directed(queue, WAITS);
  if (code == 0) return real(time, queue, block);
  double delay = secondsUntil(time);
  post(queue, block, false, delay == 0 ? SIGHT_SHORTEST : delay, NULL, code);
}

static void follow(void *object, void *queue, void *block, bool (*isOver)(void *)) {
  retain(queue);
  SightQueueRequest request = work(SightQueueCallAsync, queue, copyBlock(block));
  request.isBarrier = (flagsOf(block) & barrierFlag) != 0;
  request.follows = sightLockAt(object)->number;
  request.followed = object;
  request.isOver = isOver;
  sightAskQueue(request);
}

WEAK void dispatch_group_notify(void *group, void *queue, void *block) {
  REAL(void(void *, void *, void *), "dispatch_group_notify");
  uintptr_t code = directed(queue, WAITS);
  if (code == 0) return real(group, queue, block);
  sightAsk(requestOf(SightCallCount, "DispatchGroup", group, never, code));
  follow(group, queue, block, isEmpty);
}

WEAK void dispatch_group_async(void *group, void *queue, void *block) {
  REAL(void(void *, void *, void *), "dispatch_group_async");
  uintptr_t code = directed(queue, WAITS);
  if (code == 0) return real(group, queue, block);
  sightAsk(requestOf(SightCallCount, "DispatchGroup", group, never, code));
  sightLockAt(group)->count += 1;
  post(queue, block, false, 0, group, code);
}

// MARK: - What is not directed

/// Where the program makes the call, or the library that does.
#define CALLER (PROGRAM_CODE != 0 ? PROGRAM_CODE : HERE)

/// The library of tasks leaves to Dispatch what the main actor does, and tasks that no schedule has.
WEAK void dispatch_async_f(void *queue, void *context, void (*function)(void *)) {
  REAL(void(void *, void *, void (*)(void *)), "dispatch_async_f");
  sightUnseen(queue == mainQueue() ? "the main actor" : "work that a library leaves to Dispatch", HERE);
  real(queue, context, function);
}

/// A task of the platform sleeps.
WEAK void dispatch_after_f(uint64_t time, void *queue, void *context, void (*function)(void *)) {
  REAL(void(uint64_t, void *, void *, void (*)(void *)), "dispatch_after_f");
  if (!sightDirects() || sightThread.isInspecting || sightOwner(HERE) != sightOwnerTasks) {
    return real(time, queue, context, function);
  }
  SightStarted *started = sightStarted((void *(*)(void *))function, context);
  SightRequest request = {.call = SightCallAfter, .type = "timer", .number = sightLockAt(started)->number,
                          .object = started, .timeout = secondsUntil(time)};
  if (sightAsk(request) == SightAnswerNot) real(time, queue, context, function);
}

WEAK void *dispatch_source_create(const void *type, uintptr_t handle, uintptr_t mask, void *queue) {
  REAL(void *(const void *, uintptr_t, uintptr_t, void *), "dispatch_source_create");
  sightUnseen("DispatchSource", CALLER);
  return real(type, handle, mask, queue);
}

WEAK void *dispatch_io_create(uintptr_t type, int file, void *queue, void *handler) {
  REAL(void *(uintptr_t, int, void *, void *), "dispatch_io_create");
  sightUnseen("DispatchIO", CALLER);
  return real(type, file, queue, handler);
}

// MARK: - One call many times

WEAK void dispatch_apply(size_t times, void *queue, void *block) {
  REAL(void(size_t, void *, void *), "dispatch_apply");
  uintptr_t code = WAITS;
  if (code == 0) return real(times, queue, block);
  SightRequest request = requestOf(SightCallApply, "apply", block, never, code);
  request.times = times;
  sightAsk(request);
}

void sightApply(void *block, size_t number) {
  ((void (*)(void *, size_t))((Block *)block)->invoke)(block, number);
}

// MARK: - Work items

static bool hasRun(void *block) {
  static void *known;
  intptr_t (*wait)(void *, uint64_t) = sightNext(&known, "dispatch_block_wait");
  SightLock *lock = sightLockAt(block);
  if ((lock->count & (ranFlag | runsFlag)) == 0 && wait(block, 0) == 0) lock->count |= ranFlag;
  return (lock->count & ranFlag) != 0;
}

typedef struct {
  uintptr_t reserved, size;
  void (*copy)(void *new, const void *old);
  void (*dispose)(const void *block);
} Descriptor;

/// A block that does the work of an item, which a thread may run itself without a call that could be replaced.
typedef struct {
  Block block;
  const Descriptor *descriptor;
  Block *work;
  void *item;
} Work;

/// The one that the calling thread has copied last.
static _Thread_local Work *copiedWork;

static void copyWork(void *new, const void *old) {
  copiedWork = new;
  copiedWork->work = copyBlock(((const Work *)old)->work);
}

static void disposeWork(const void *block) { releaseBlock(((const Work *)block)->work); }

static void doWork(void *block) {
  Work *self = block;
  self->work->invoke(self->work);
  if (sightDirects() && (flagsOf(self->item) & (itemFlag | runsFlag)) == itemFlag) endItem(self->item);
}

/// Makes an item of a block of the program's with `create`, which copies it.
#define MAKE_ITEM(create, ...)                                                                     \
  uintptr_t code = WAITS;                                                                          \
  if (code == 0) return create(__VA_ARGS__, block);                                                \
  static const Descriptor descriptor = {0, sizeof(Work), copyWork, disposeWork};                   \
  const int32_t hasCopy = 1 << 25;                                                                 \
  Work work = {{((Block *)block)->type, hasCopy, 0, doWork}, &descriptor, block, NULL};            \
  void *item = create(__VA_ARGS__, &work);                                                         \
  if (item == NULL) return NULL;                                                                   \
  sightMade(item, bytesOfObject, "DispatchWorkItem", 0, code);                                     \
  copiedWork->item = item;                                                                         \
  sightLockAt(item)->count = (int64_t)flags | itemFlag;                                            \
  sightLockAt(item)->isCounted = true;                                                             \
  return item;

WEAK void *dispatch_block_create(uintptr_t flags, void *block) {
  REAL(void *(uintptr_t, void *), "dispatch_block_create");
  MAKE_ITEM(real, flags)
}

WEAK void *dispatch_block_create_with_qos_class(uintptr_t flags, unsigned quality, int priority, void *block) {
  REAL(void *(uintptr_t, unsigned, int, void *), "dispatch_block_create_with_qos_class");
  MAKE_ITEM(real, flags, quality, priority)
}

WEAK intptr_t dispatch_block_wait(void *block, uint64_t deadline) {
  REAL(intptr_t(void *, uint64_t), "dispatch_block_wait");
  return waitUntil(hasRun, "DispatchWorkItem", block, deadline, WAITS, real);
}

WEAK void dispatch_block_cancel(void *block) {
  REAL(void(void *), "dispatch_block_cancel");
  uintptr_t code = WAITS;
  if (code != 0) sightAsk(requestOf(SightCallCount, "DispatchWorkItem", block, never, code));
  real(block);
}

WEAK intptr_t dispatch_block_testcancel(void *block) {
  REAL(intptr_t(void *), "dispatch_block_testcancel");
  uintptr_t code = WAITS;
  if (code != 0) sightAsk(requestOf(SightCallCount, "DispatchWorkItem", block, never, code));
  return real(block);
}

WEAK void dispatch_block_notify(void *block, void *queue, void *notification) {
  REAL(void(void *, void *, void *), "dispatch_block_notify");
  uintptr_t code = directed(queue, WAITS);
  if (code == 0) return real(block, queue, notification);
  sightAsk(requestOf(SightCallCount, "DispatchWorkItem", block, never, code));
  follow(block, queue, notification, hasRun);
}

// MARK: - Suspending and values

#define CHANGES(name, what)                                                       \
  WEAK void name(void *object) {                                                  \
    REAL(void(void *), #name);                                                    \
    uintptr_t code = directed(object, WAITS);                                     \
    if (code == 0) return real(object);                                           \
    sightAskQueue(work(what, object, NULL));                                      \
  }

CHANGES(dispatch_suspend, SightQueueCallSuspend)
CHANGES(dispatch_resume, SightQueueCallResume)
CHANGES(dispatch_activate, SightQueueCallActivate)

WEAK void dispatch_set_target_queue(void *object, void *target) {
  REAL(void(void *, void *), "dispatch_set_target_queue");
  uintptr_t code = directed(object, WAITS);
  if (code == 0) return real(object, target);
  setTarget(object, target);
  sightAskQueue(work(SightQueueCallTarget, object, NULL));
}

/// Whether the calling thread does work of this queue, or of one with this target.
static bool isOn(void *queue) {
  for (struct SightDoing *doing = sightThread.doing; doing != NULL; doing = doing->outer) {
    for (void *target = doing->queue; target != NULL; target = sightQueueAt(target).target) {
      if (target == queue) return true;
    }
  }
  return false;
}

WEAK void *dispatch_get_specific(const void *key) {
  static void *knownOf;
  REAL(void *(const void *), "dispatch_get_specific");
  if (!sightDirects() || sightThread.doing == NULL) return real(key);
  void *(*specific)(void *, const void *) = sightNext(&knownOf, "dispatch_queue_get_specific");
  for (void *queue = sightThread.doing->queue; queue != NULL; queue = sightQueueAt(queue).target) {
    void *value = specific(queue, key);
    if (value != NULL) return value;
  }
  return NULL;
}

#define ASSERTS(name)                                                             \
  WEAK void name(void *queue) {                                                   \
    REAL(void(void *), #name);                                                    \
    if (!sightDirects() || !isOn(queue)) real(queue);                             \
  }

ASSERTS(dispatch_assert_queue)
ASSERTS(dispatch_assert_queue_barrier)

WEAK void dispatch_assert_queue_not(void *queue) {
  REAL(void(void *), "dispatch_assert_queue_not");
  // As the platform, which ends the process.
  if (sightDirects() && isOn(queue)) __builtin_trap();
  real(queue);
}

#else

SightQueue sightQueueAt(void *queue) { return (SightQueue){.queue = queue, .label = ""}; }
void sightRun(SightQueueRequest request) {}
void sightApply(void *block, size_t number) {}

// They order accesses, and are no places to switch. A concurrent queue is taken for a serial one: which it is cannot be
// known here.

#define SYNCHRONISES(name)                                                             \
  WEAK void name(void *queue, void *block) {                                           \
    static void *known;                                                                \
    sightLockOrdered(queue, true, HERE);                                                    \
    ((void (*)(void *, void *))sightNext(&known, #name))(queue, block);                     \
    sightLockOrdered(queue, false, HERE);                                                   \
  }

#define AWAITS(name)                                                                   \
  WEAK intptr_t name(void *object, uint64_t deadline) {                                \
    static void *known;                                                                \
    intptr_t isLate = ((intptr_t (*)(void *, uint64_t))sightNext(&known, #name))(object, deadline); \
    if (isLate == 0) sightLockOrdered(object, true, HERE);                                  \
    return isLate;                                                                     \
  }

#define SIGNALS(result, name)                                                          \
  WEAK result name(void *object) {                                                     \
    static void *known;                                                                \
    sightLockOrdered(object, false, HERE);                                                  \
    return ((result (*)(void *))sightNext(&known, #name))(object);                          \
  }

SYNCHRONISES(dispatch_sync)
SYNCHRONISES(dispatch_barrier_sync)
SYNCHRONISES(dispatch_async_and_wait)
SYNCHRONISES(dispatch_barrier_async_and_wait)
AWAITS(dispatch_semaphore_wait)
AWAITS(dispatch_group_wait)
SIGNALS(intptr_t, dispatch_semaphore_signal)
SIGNALS(void, dispatch_group_leave)

#endif
#else

SightQueue sightQueueAt(void *queue) { return (SightQueue){.queue = queue, .label = ""}; }
void sightRun(SightQueueRequest request) {}
void sightApply(void *block, size_t number) {}

#endif
