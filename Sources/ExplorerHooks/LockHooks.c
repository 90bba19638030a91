#define _GNU_SOURCE
#include "Hooks.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#ifdef __linux__
#include <sched.h>
#include <semaphore.h>
#endif

// The platform's locks, and all else for which a thread may wait.
//
// On Linux the engine decides who runs where a thread of its own calls one of these from the program: directly, or through
// a method of a lock type of the platform. What is asked for is then done on the real lock as well, which no other thread
// holds. So the real lock is as it would be, for whoever uses it without an engine. Locks that the system takes for itself
// are not directed.
//
// On a Mac only the calls of the program's own code lead here, and they order accesses; that has not been tried.

/// Notes a lock of the system in the program's memory, which orders accesses. The locks of libraries lie in theirs, and the
/// Swift runtime allocates some of its own; any two threads use those, so they would order everything.
void sightLockOrdered(void *lock, bool acquires, uintptr_t code) {
  if (!sightIsNeeded() || sightThread.sight == NULL || sightThread.isBusy) return;
  SightOwner owner = sightOwner(code);
  if (owner == sightOwnerRuntime || sightIsGlobal(lock)) return;
#ifdef __linux__
  bool isInner = owner != sightOwnerProgram && owner != sightOwnerLock;
#else
  bool isInner = owner == sightOwnerTasks;
#endif
  sightOrder(lock, (SightOrder){.acquires = acquires, .releases = !acquires, .isCache = isInner});
}

#if SIGHT_REPLACES
#ifdef __linux__

// MARK: - Asking the engine

/// Requests something of the engine about the lock at this address.
static SightAnswer ask(SightCall call, const char *type, SightUse use, void *lock, double timeout, uintptr_t code) {
  const SightLock *known = sightLockAt(lock);
  return sightAsk((SightRequest){
      .call = call,
      .use = use,
      .type = known->type != NULL ? known->type : type,
      .number = known->number,
      .object = lock,
      .timeout = timeout,
      .code = code,
  });
}

enum { never = -1 };

/// How many seconds it is until then, of a clock that counts from the start of the machine or from 1970.
static double secondsUntil(const struct timespec *deadline) {
  const time_t aYear = 31536000;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (deadline->tv_sec > now.tv_sec + 10 * aYear) {
    struct timespec today;
    clock_gettime(CLOCK_REALTIME, &today);
    // A time in the far future may be meant by either clock.
    if (deadline->tv_sec < today.tv_sec + 10 * aYear) now = today;
  }
  double left = (double)(deadline->tv_sec - now.tv_sec) + (double)(deadline->tv_nsec - now.tv_nsec) / 1e9;
  return left > 0 ? left : 0;
}

/// A call of the program on a thread of the engine: where it is made, or zero.
#define DIRECTED (sightDirects() ? PROGRAM_CODE : 0)

// MARK: - Names

// An object that is made anew has forgotten what was known of one in its place.

#define MAKES(object, argument, name, kind)                                     \
  WEAK int name(object *lock, argument value) {                           \
    REAL(int(object *, argument), #name);                                 \
    if (sightIsNeeded() && sightThread.sight != NULL) sightMade(lock, sizeof(object), kind, HERE, DIRECTED); \
    return real(lock, value);                                             \
  }

void sightMade(void *lock, size_t size, const char *type, uintptr_t here, uintptr_t code) {
  sightForgetLocks(lock, size);
  if (code == 0 || sightThread.isInspecting) return;
  sightAllocated(lock, size);
  const char *known = sightTypeAt(here);
  sightLockAt(lock)->type = known != NULL ? known : type;
  ask(SightCallMake, type, SightUseAlone, lock, never, code);
}

MAKES(pthread_mutex_t, const pthread_mutexattr_t *, pthread_mutex_init, "mutex")
MAKES(pthread_cond_t, const pthread_condattr_t *, pthread_cond_init, "condition")
MAKES(pthread_rwlock_t, const pthread_rwlockattr_t *, pthread_rwlock_init, "read-write lock")

// MARK: - Mutexes

/// Acquires the real lock after the engine has given it to the calling thread; only a thread without an engine may hold it.
#define TAKE_REAL(type, lock, try, wait)                                  \
  do {                                                                    \
    static void *knownTry;                                                \
    int (*realTry)(type *) = sightNext(&knownTry, #try);                  \
    if (realTry(lock) == EBUSY) wait(lock);                               \
  } while (0)

static int kindOf(const pthread_mutex_t *mutex) {
#ifdef __GLIBC__
  return mutex->__data.__kind & 3;
#else
  return *(const int *)mutex & 3;
#endif
}

/// Whether the calling system thread holds a mutex that the engine has not given to it: a library has locked it.
static bool isLibrarys(pthread_mutex_t *mutex) {
#ifdef __GLIBC__
  return !sightLockAt(mutex)->isTaken && mutex->__data.__owner == gettid();
#else
  return false;
#endif
}

static SightUse useOf(const pthread_mutex_t *mutex) {
  return kindOf(mutex) == PTHREAD_MUTEX_RECURSIVE ? SightUseAgain : SightUseAlone;
}

static int lockMutex(pthread_mutex_t *mutex, double timeout, int late, uintptr_t code) {
  static void *known;
  int (*real)(pthread_mutex_t *) = sightNext(&known, "pthread_mutex_lock");
  SightAnswer answer = ask(SightCallLock, "mutex", useOf(mutex), mutex, timeout, code);
  if (answer == SightAnswerLate) return late;
  if (answer == SightAnswerNot) return real(mutex);
  if (sightThread.isInspecting) return 0;
  TAKE_REAL(pthread_mutex_t, mutex, pthread_mutex_trylock, real);
  sightLockAt(mutex)->isTaken = true;
  return 0;
}

static int unlockReal(pthread_mutex_t *mutex) {
  REAL(int(pthread_mutex_t *), "pthread_mutex_unlock");
  return real(mutex);
}

/// Whether nobody holds a mutex; any thread may ask, also one that holds it and could lock it again.
static bool isFree(void *mutex) {
#ifdef __GLIBC__
  return __atomic_load_n(&((pthread_mutex_t *)mutex)->__data.__lock, __ATOMIC_ACQUIRE) == 0;
#else
  REAL(int(pthread_mutex_t *), "pthread_mutex_trylock");
  int error = real(mutex);
  if (error == 0) unlockReal(mutex);
  return error != EBUSY;
#endif
}

/// Where the program is that called the system; zero if no frame leads there.
static uintptr_t innermostCall(void) {
  uintptr_t callers[32];
  size_t count = sightCallers(callers, sizeof(callers) / sizeof(callers[0]));
  for (size_t place = 0; place < count; place += 1) {
    if (sightOwner(callers[place]) == sightOwnerProgram) return callers[place] + 1;
  }
  return 0;
}

/// Comes to a lock of the library of tasks. That of an `AsyncStream`, which lies in an object of the program's, is a place
/// to switch: what two threads do with the stream is not independent. Any of them may be held by a thread of the schedule,
/// a task's while the handler of a cancellation runs, and is waited for.
static void reachLockOfTasks(pthread_mutex_t *mutex, uintptr_t here) {
  if (sightThread.isInspecting || sightOwner(here) != sightOwnerTasks) return;
  SightRequest request = {.number = sightLockAt(mutex)->number, .object = mutex, .timeout = never};
  if ((request.number & SIGHT_OLDER) == 0) {
    request.call = SightCallWrite;
    request.type = "AsyncStream";
    request.code = innermostCall();
    sightAsk(request);
  }
  if (isFree(mutex) || isLibrarys(mutex)) return;
  request.call = SightCallAwait;
  request.type = "a cancellation";
  request.isOpen = isFree;
  request.code = 0;
  sightAsk(request);
}

WEAK int pthread_mutex_lock(pthread_mutex_t *mutex) {
  REAL(int(pthread_mutex_t *), "pthread_mutex_lock");
  if (!sightIsNeeded()) return real(mutex);
  uintptr_t code = DIRECTED;
  if (code != 0) return lockMutex(mutex, never, 0, code);
  if (sightDirects()) reachLockOfTasks(mutex, HERE);
  int error = real(mutex);
  if (error == 0) sightLockOrdered(mutex, true, HERE);
  return error;
}

WEAK int pthread_mutex_trylock(pthread_mutex_t *mutex) {
  REAL(int(pthread_mutex_t *), "pthread_mutex_trylock");
  uintptr_t code = DIRECTED;
  if (code != 0) return lockMutex(mutex, 0, EBUSY, code);
  int error = real(mutex);
  if (error == 0) sightLockOrdered(mutex, true, HERE);
  return error;
}

WEAK int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *deadline) {
  REAL(int(pthread_mutex_t *, const struct timespec *), "pthread_mutex_timedlock");
  uintptr_t code = DIRECTED;
  if (code != 0) return lockMutex(mutex, secondsUntil(deadline), ETIMEDOUT, code);
  int error = real(mutex, deadline);
  if (error == 0) sightLockOrdered(mutex, true, HERE);
  return error;
}

WEAK int pthread_mutex_unlock(pthread_mutex_t *mutex) {
  if (!sightIsNeeded()) return unlockReal(mutex);
  uintptr_t code = DIRECTED;
  if (code == 0 || (!sightThread.isInspecting && isLibrarys(mutex))) {
    sightLockOrdered(mutex, false, HERE);
    return unlockReal(mutex);
  }
  if (sightThread.isInspecting) {
    bool isLocked = ask(SightCallUnlock, "mutex", useOf(mutex), mutex, never, code) == SightAnswerNot;
    return isLocked ? unlockReal(mutex) : 0;
  }
  // Before the engine lets another thread acquire it.
  int error = unlockReal(mutex);
  if (useOf(mutex) == SightUseAlone) sightLockAt(mutex)->isTaken = false;
  ask(SightCallUnlock, "mutex", useOf(mutex), mutex, never, code);
  return error;
}

// MARK: - Conditions

static int waitOn(pthread_cond_t *condition, pthread_mutex_t *mutex, double timeout, uintptr_t code) {
  static void *known;
  int (*real)(pthread_mutex_t *) = sightNext(&known, "pthread_mutex_lock");
  unlockReal(mutex);
  SightAnswer answer = sightAsk((SightRequest){
      .call = SightCallWait,
      .use = useOf(mutex),
      .type = sightLockAt(condition)->type != NULL ? sightLockAt(condition)->type : "condition",
      .number = sightLockAt(condition)->number,
      .released = sightLockAt(mutex)->number,
      .object = condition,
      .timeout = timeout,
      .code = code,
  });
  TAKE_REAL(pthread_mutex_t, mutex, pthread_mutex_trylock, real);
  sightLockAt(mutex)->isTaken = true;
  return answer == SightAnswerLate ? ETIMEDOUT : 0;
}

/// Where the program waits, on a thread that can: a check between two steps cannot.
#define WAITS (sightThread.isInspecting ? 0 : DIRECTED)

WEAK int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  REAL(int(pthread_cond_t *, pthread_mutex_t *), "pthread_cond_wait");
  uintptr_t code = WAITS;
  if (code != 0) return waitOn(condition, mutex, never, code);
  sightLockOrdered(mutex, false, HERE);
  int error = real(condition, mutex);
  sightLockOrdered(mutex, true, HERE);
  return error;
}

WEAK int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  REAL(int(pthread_cond_t *, pthread_mutex_t *, const struct timespec *), "pthread_cond_timedwait");
  uintptr_t code = WAITS;
  if (code != 0) return waitOn(condition, mutex, secondsUntil(deadline), code);
  sightLockOrdered(mutex, false, HERE);
  int error = real(condition, mutex, deadline);
  sightLockOrdered(mutex, true, HERE);
  return error;
}

#define WAKES(name, call)                                                                  \
  WEAK int name(pthread_cond_t *condition) {                                               \
    REAL(int(pthread_cond_t *), #name);                                                    \
    uintptr_t code = WAITS;                                                                \
    if (code != 0) ask(call, "condition", SightUseAlone, condition, never, code);          \
    return real(condition);                                                                \
  }

WAKES(pthread_cond_signal, SightCallSignal)
WAKES(pthread_cond_broadcast, SightCallBroadcast)

// MARK: - Locks for reading and writing

static int lockReadWrite(
    pthread_rwlock_t *lock, SightUse use, double timeout, int late, int (*realTry)(pthread_rwlock_t *),
    int (*real)(pthread_rwlock_t *), uintptr_t code) {
  SightAnswer answer = ask(SightCallLock, "read-write lock", use, lock, timeout, code);
  if (answer == SightAnswerLate) return late;
  if (answer == SightAnswerNot) return timeout == 0 ? realTry(lock) : real(lock);
  if (!sightThread.isInspecting && realTry(lock) == EBUSY) return real(lock);
  return 0;
}

#define LOCKS_READ_WRITE(name, tries, use, timeout, called)                                             \
  WEAK int called(pthread_rwlock_t *lock) {                                                             \
    static void *knownTry;                                                                              \
    REAL(int(pthread_rwlock_t *), #name);                                                               \
    int (*realTry)(pthread_rwlock_t *) = sightNext(&knownTry, #tries);                                  \
    uintptr_t code = DIRECTED;                                                                          \
    if (code != 0) return lockReadWrite(lock, use, timeout, EBUSY, realTry, real, code);                \
    int error = timeout == 0 ? realTry(lock) : real(lock);                                              \
    if (error == 0) sightLockOrdered(lock, true, HERE);                                                      \
    return error;                                                                                       \
  }

LOCKS_READ_WRITE(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, SightUseReading, never, pthread_rwlock_rdlock)
LOCKS_READ_WRITE(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, SightUseWriting, never, pthread_rwlock_wrlock)
LOCKS_READ_WRITE(pthread_rwlock_rdlock, pthread_rwlock_tryrdlock, SightUseReading, 0, pthread_rwlock_tryrdlock)
LOCKS_READ_WRITE(pthread_rwlock_wrlock, pthread_rwlock_trywrlock, SightUseWriting, 0, pthread_rwlock_trywrlock)

WEAK int pthread_rwlock_unlock(pthread_rwlock_t *lock) {
  REAL(int(pthread_rwlock_t *), "pthread_rwlock_unlock");
  uintptr_t code = DIRECTED;
  if (code == 0) {
    sightLockOrdered(lock, false, HERE);
    return real(lock);
  }
  if (sightThread.isInspecting) return 0;
  int error = real(lock);
  ask(SightCallUnlock, "read-write lock", SightUseWriting, lock, never, code);
  return error;
}

// MARK: - Semaphores

static bool hasCount(void *semaphore) {
  int value = 0;
  return sem_getvalue(semaphore, &value) == 0 && value > 0;
}

static int takeSemaphore(sem_t *semaphore, double timeout, int late, uintptr_t code) {
  static void *known, *knownTry;
  int (*real)(sem_t *) = sightNext(&known, "sem_wait");
  int (*realTry)(sem_t *) = sightNext(&knownTry, "sem_trywait");
  SightAnswer answer = sightAsk((SightRequest){
      .call = SightCallAwait,
      .type = "semaphore",
      .number = sightLockAt(semaphore)->number,
      .isOpen = hasCount,
      .object = semaphore,
      .timeout = timeout,
      .code = code,
  });
  if (answer == SightAnswerLate) {
    errno = late;
    return -1;
  }
  return answer == SightAnswerNot ? real(semaphore) : realTry(semaphore);
}

WEAK int sem_init(sem_t *semaphore, int isShared, unsigned value) {
  REAL(int(sem_t *, int, unsigned), "sem_init");
  if (sightIsNeeded() && sightThread.sight != NULL) sightMade(semaphore, sizeof(sem_t), "semaphore", HERE, DIRECTED);
  return real(semaphore, isShared, value);
}

WEAK int sem_wait(sem_t *semaphore) {
  REAL(int(sem_t *), "sem_wait");
  uintptr_t code = WAITS;
  return code != 0 ? takeSemaphore(semaphore, never, 0, code) : real(semaphore);
}

WEAK int sem_trywait(sem_t *semaphore) {
  REAL(int(sem_t *), "sem_trywait");
  uintptr_t code = WAITS;
  return code != 0 ? takeSemaphore(semaphore, 0, EAGAIN, code) : real(semaphore);
}

WEAK int sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
  REAL(int(sem_t *, const struct timespec *), "sem_timedwait");
  uintptr_t code = WAITS;
  return code != 0 ? takeSemaphore(semaphore, secondsUntil(deadline), ETIMEDOUT, code) : real(semaphore, deadline);
}

WEAK int sem_post(sem_t *semaphore) {
  REAL(int(sem_t *), "sem_post");
  uintptr_t code = WAITS;
  if (code != 0) ask(SightCallCount, "semaphore", SightUseAlone, semaphore, never, code);
  return real(semaphore);
}

// MARK: - Once

/// The first call runs its function while others wait: as if under a lock.
WEAK int pthread_once(pthread_once_t *once, void (*function)(void)) {
  REAL(int(pthread_once_t *, void (*)(void)), "pthread_once");
  uintptr_t code = WAITS;
  if (code == 0) return real(once, function);
  bool isAsked = ask(SightCallLock, "pthread_once", SightUseAlone, once, never, code) == SightAnswerDone;
  int error = real(once, function);
  if (isAsked) ask(SightCallUnlock, "pthread_once", SightUseAlone, once, never, code);
  return error;
}

// MARK: - Mutex of Synchronization

// Its two ends are inlined: an exchange of zero and the thread's number, and where that fails, which it does here, one of
// these functions. While it is locked the highest bit is set too, so that the exchange of code fails that is not
// instrumented.

static const uint32_t isWaitedFor = (uint32_t)1 << 31;

#define SLOW_LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define SLOW_TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define SLOW_UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

bool sightIsMutex(uint32_t expected, uint32_t value, int success) {
  if (!sightDirects()) return false;
  return (expected == 0 && value == sightThread.number && success == __ATOMIC_ACQUIRE)
      || (expected == sightThread.number && value == 0 && success == __ATOMIC_RELEASE);
}

/// Acquires the word, which only a thread without an engine may hold.
static void takeWord(uint32_t *word) {
  uint32_t expected = 0;
  while (!__atomic_compare_exchange_n(
      word, &expected, sightThread.number | isWaitedFor, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED)) {
    expected = 0;
    sched_yield();
  }
}

SWIFT_HOOK(void, lockSlowly, SLOW_LOCK, uint32_t number, CONTEXT uint32_t *word) {
  REAL(SWIFT void(uint32_t, CONTEXT uint32_t *), SLOW_LOCK);
  uintptr_t code = DIRECTED;
  if (code == 0) return real(number, word);
  if (ask(SightCallLock, "Mutex", SightUseAlone, word, never, code) == SightAnswerNot) return real(number, word);
  if (!sightThread.isInspecting) takeWord(word);
}

SWIFT_HOOK(bool, tryToLockSlowly, SLOW_TRY, CONTEXT uint32_t *word) {
  REAL(SWIFT bool(CONTEXT uint32_t *), SLOW_TRY);
  uintptr_t code = DIRECTED;
  if (code == 0) return real(word);
  SightAnswer answer = ask(SightCallLock, "Mutex", SightUseAlone, word, 0, code);
  if (answer == SightAnswerNot) return real(word);
  if (answer == SightAnswerDone && !sightThread.isInspecting) takeWord(word);
  return answer == SightAnswerDone;
}

SWIFT_HOOK(void, unlockSlowly, SLOW_UNLOCK, CONTEXT uint32_t *word) {
  REAL(SWIFT void(CONTEXT uint32_t *), SLOW_UNLOCK);
  uintptr_t code = DIRECTED;
  if (code == 0) return real(word);
  if (sightThread.isInspecting) return;
  uint32_t expected = sightThread.number;
  // Code that is not instrumented has locked it.
  if (__atomic_compare_exchange_n(word, &expected, 0, false, __ATOMIC_RELEASE, __ATOMIC_RELAXED)) return;
  __atomic_store_n(word, 0, __ATOMIC_RELEASE);
  ask(SightCallUnlock, "Mutex", SightUseAlone, word, never, code);
}

// MARK: - Sleeping

static bool sleeps(double seconds, uintptr_t code) {
  char nothing;
  return sightAsk((SightRequest){
      .call = SightCallSleep, .type = "sleep", .object = &nothing, .timeout = seconds, .code = code
  }) != SightAnswerNot;
}

WEAK unsigned sleep(unsigned seconds) {
  REAL(unsigned(unsigned), "sleep");
  uintptr_t code = WAITS;
  return code != 0 && sleeps(seconds, code) ? 0 : real(seconds);
}

/// Lets the others run first: it returns when all of them wait, or earlier, as a sleep may.
WEAK int sched_yield(void) {
  REAL(int(void), "sched_yield");
  uintptr_t code = WAITS;
  return code != 0 && sleeps(SIGHT_SHORTEST, code) ? 0 : real();
}

WEAK int usleep(unsigned microseconds) {
  REAL(int(unsigned), "usleep");
  uintptr_t code = WAITS;
  return code != 0 && sleeps(microseconds / 1e6, code) ? 0 : real(microseconds);
}

WEAK int nanosleep(const struct timespec *time, struct timespec *left) {
  REAL(int(const struct timespec *, struct timespec *), "nanosleep");
  uintptr_t code = WAITS;
  double seconds = (double)time->tv_sec + (double)time->tv_nsec / 1e9;
  if (code == 0 || !sleeps(seconds, code)) return real(time, left);
  sightThread.slept += seconds;
  return 0;
}

/// A time-out that the program has computed from a clock must be the same in each run, so a clock stands still on a thread of
/// the schedule; not for ever, because a loop may wait for it.
static void holdClock(clockid_t clock, struct timespec *time) {
  const uint32_t most = 100;
  int place = clock == CLOCK_REALTIME ? 0 : clock == CLOCK_MONOTONIC ? 1 : clock == CLOCK_BOOTTIME ? 2 : -1;
  if (place < 0) return;
  if (sightThread.looks[place] % most == 0) sightThread.held[place] = *time;
  sightThread.looks[place] += 1;
  *time = sightThread.held[place];
}

/// `Thread.sleep` sleeps again until the system's clock has advanced enough, which it has not.
WEAK int clock_gettime(clockid_t clock, struct timespec *time) {
  REAL(int(clockid_t, struct timespec *), "clock_gettime");
  int error = real(clock, time);
  if (!sightThread.isBusy) sightThread.idle = 0;
  if (!sightDirects() || error != 0) return error;
  holdClock(clock, time);
  if (sightThread.slept == 0 || clock == CLOCK_REALTIME || sightOwner(HERE) == sightOwnerProgram) return error;
  int64_t nanoseconds = time->tv_nsec + (int64_t)(sightThread.slept * 1e9) + 1;
  time->tv_sec += nanoseconds / 1000000000;
  time->tv_nsec = nanoseconds % 1000000000;
  return error;
}

// MARK: - Threads

static bool hasEnded(void *thread) { return ((SightStarted *)thread)->hasEnded; }

WEAK int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *), void *argument) {
  REAL(int(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *), "pthread_create");
  uintptr_t code = WAITS;
  if (code == 0) {
    // What Dispatch does for a library on threads of its own is noted where the library asks for it.
    if (sightOwner(HERE) != sightOwnerC) sightUnseen("a thread that a library starts", HERE);
    return real(thread, attributes, function, argument);
  }
  SightStarted *started = sightStarted(function, argument);
  *thread = (pthread_t)started;
  sightAllocated(started, sizeof(SightStarted));
  SightAnswer answer = ask(SightCallThread, "thread", SightUseAlone, started, never, code);
  return answer == SightAnswerNot ? real(thread, attributes, function, argument) : 0;
}

void sightRunThread(void *thread) {
  SightStarted *started = thread;
  started->result = started->function(started->argument);
  ask(SightCallCount, "thread", SightUseAlone, started, never, 0);
  started->hasEnded = true;
}

WEAK int pthread_join(pthread_t thread, void **result) {
  REAL(int(pthread_t, void **), "pthread_join");
  uintptr_t code = WAITS;
  if (code == 0 || !sightHasStarted((void *)thread)) return real(thread, result);
  SightStarted *started = (SightStarted *)thread;
  SightRequest request = {.call = SightCallAwait, .type = "thread", .number = sightLockAt(started)->number,
                          .isOpen = hasEnded, .object = started, .timeout = never, .code = code};
  sightAsk(request);
  if (result != NULL) *result = started->result;
  return 0;
}

WEAK int pthread_detach(pthread_t thread) {
  REAL(int(pthread_t), "pthread_detach");
  if (WAITS != 0 && sightHasStarted((void *)thread)) return 0;
  return real(thread);
}

/// A wait that is not directed, of the threads that come after those that have come to it.
#define UNSEEN(name, object)                                      \
  WEAK int name(object *waited) {                                \
    REAL(int(object *), #name);                                  \
    sightUnseen(#name, HERE);                                    \
    sightLockOrdered((void *)waited, false, HERE);               \
    int error = real(waited);                                    \
    sightLockOrdered((void *)waited, true, HERE);                \
    return error;                                                \
  }

UNSEEN(pthread_barrier_wait, pthread_barrier_t)
UNSEEN(pthread_spin_lock, pthread_spinlock_t)
UNSEEN(pthread_spin_unlock, pthread_spinlock_t)

// MARK: - Values of a thread

// A system thread runs several threads of a schedule, one after the other. The values that one of them sets for itself end
// with it.

enum { mostKeys = 1024 };
static void (*destructors[mostKeys])(void *);
/// The keys under which Foundation keeps a `Thread`; what it keeps under others belongs to the system thread.
static bool isOfThreads[mostKeys];

WEAK int pthread_key_create(pthread_key_t *key, void (*destructor)(void *)) {
  REAL(int(pthread_key_t *, void (*)(void *)), "pthread_key_create");
  int error = real(key, destructor);
  if (error != 0 || *key >= mostKeys) return error;
  const char *function = sightFunction(HERE);
  isOfThreads[*key] = function != NULL && strcmp(function, "_CFThreadSpecificKeyCreate") == 0;
  __atomic_store_n(&destructors[*key], destructor, __ATOMIC_RELEASE);
  return error;
}

WEAK int pthread_setspecific(pthread_key_t key, const void *value) {
  static void *knownGet;
  REAL(int(pthread_key_t, const void *), "pthread_setspecific");
  const uint32_t most = sizeof(sightThread.keys) / sizeof(sightThread.keys[0]);
  if (sightDirects() && !sightThread.isInspecting && value != NULL && sightThread.keyCount < most) {
    void *(*get)(pthread_key_t) = sightNext(&knownGet, "pthread_getspecific");
    bool isOfProgram = (key < mostKeys && isOfThreads[key]) || sightOwner(HERE) == sightOwnerProgram;
    if (isOfProgram && get(key) == NULL) sightThread.keys[sightThread.keyCount++] = key;
  }
  return real(key, value);
}

/// The key under which Foundation keeps a `Thread`; zero as long as there is none.
static pthread_key_t keyOfThreads(void) {
  static pthread_key_t key;
  for (pthread_key_t other = 0; key == 0 && other < mostKeys; other += 1) {
    if (isOfThreads[other]) key = other;
  }
  return key;
}

void sightBeginThread(void) {
  REAL(int(pthread_key_t, const void *), "pthread_setspecific");
  static void *knownGet;
  void *(*get)(pthread_key_t) = sightNext(&knownGet, "pthread_getspecific");
  pthread_key_t key = keyOfThreads();
  if (key == 0 || sightThread.systemThread != NULL) return;
  sightThread.systemThread = get(key);
  if (sightThread.systemThread != NULL) real(key, NULL);
}

void sightEndThread(void) {
  REAL(int(pthread_key_t, const void *), "pthread_setspecific");
  static void *knownGet;
  void *(*get)(pthread_key_t) = sightNext(&knownGet, "pthread_getspecific");
  uint32_t count = sightThread.keyCount;
  // What a destructor sets is not the thread's any more.
  sightThread.keyCount = sizeof(sightThread.keys) / sizeof(sightThread.keys[0]);
  for (uint32_t number = 0; number < count; number += 1) {
    pthread_key_t key = sightThread.keys[number];
    void *value = get(key);
    real(key, NULL);
    void (*destructor)(void *) = key < mostKeys ? __atomic_load_n(&destructors[key], __ATOMIC_ACQUIRE) : NULL;
    if (value != NULL && destructor != NULL) destructor(value);
  }
  sightThread.keyCount = 0;
  if (sightThread.systemThread == NULL) return;
  real(keyOfThreads(), sightThread.systemThread);
  sightThread.systemThread = NULL;
}

#else

void sightRunThread(void *thread) {}
void sightEndThread(void) {}
void sightBeginThread(void) {}

bool sightIsMutex(uint32_t expected, uint32_t value, int success) { return false; }

#define LOCKS(type, name)                                                              \
  WEAK int name(type *lock) {                                                          \
    static void *known;                                                                \
    int error = ((int (*)(type *))sightNext(&known, #name))(lock);                     \
    if (error == 0) sightLockOrdered(lock, true, HERE);                                     \
    return error;                                                                      \
  }

#define UNLOCKS(type, name)                                                            \
  WEAK int name(type *lock) {                                                          \
    static void *known;                                                                \
    sightLockOrdered(lock, false, HERE);                                                    \
    return ((int (*)(type *))sightNext(&known, #name))(lock);                          \
  }

LOCKS(pthread_mutex_t, pthread_mutex_lock)
LOCKS(pthread_mutex_t, pthread_mutex_trylock)
UNLOCKS(pthread_mutex_t, pthread_mutex_unlock)
LOCKS(pthread_rwlock_t, pthread_rwlock_rdlock)
LOCKS(pthread_rwlock_t, pthread_rwlock_wrlock)
LOCKS(pthread_rwlock_t, pthread_rwlock_tryrdlock)
LOCKS(pthread_rwlock_t, pthread_rwlock_trywrlock)
UNLOCKS(pthread_rwlock_t, pthread_rwlock_unlock)

#endif

#ifdef __APPLE__
#include <os/lock.h>

// Of a Mutex.
WEAK void os_unfair_lock_lock(os_unfair_lock_t lock) {
  static void *known;
  ((void (*)(os_unfair_lock_t))sightNext(&known, "os_unfair_lock_lock"))(lock);
  sightLockOrdered(lock, true, HERE);
}

WEAK bool os_unfair_lock_trylock(os_unfair_lock_t lock) {
  static void *known;
  bool isLocked = ((bool (*)(os_unfair_lock_t))sightNext(&known, "os_unfair_lock_trylock"))(lock);
  if (isLocked) sightLockOrdered(lock, true, HERE);
  return isLocked;
}

WEAK void os_unfair_lock_unlock(os_unfair_lock_t lock) {
  static void *known;
  sightLockOrdered(lock, false, HERE);
  ((void (*)(os_unfair_lock_t))sightNext(&known, "os_unfair_lock_unlock"))(lock);
}
#endif


#else

void sightRunThread(void *thread) {}
void sightEndThread(void) {}
void sightBeginThread(void) {}
bool sightIsMutex(uint32_t expected, uint32_t value, int success) { return false; }

#endif
