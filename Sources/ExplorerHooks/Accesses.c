#define _GNU_SOURCE
#include "Accesses.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifdef __linux__
#include <sys/syscall.h>
#include <unistd.h>
#endif

// The accesses of a schedule, and whether anything orders them. No Swift: a hook may be called within a lock of the
// Swift runtime, which Swift code would lock again.
//
// Each thread counts its moments, and knows for each other thread the last moment that reached it through a lock, a
// start or a message: its clock.
//
// Memory is divided into lines of 64 bytes and words of 8. For each word there is a list of the accesses to some of its
// bytes that a later access can still race with: vector clocks as in FastTrack (Flanagan and Freund, 2009). An access
// that is ordered after an earlier one replaces it, because what races with the earlier one races with it as well.
// Memory that is freed is forgotten, so an object in the place of another is not taken for it.

enum { wordsInLine = 8 };

typedef struct {
  uint32_t next;
  int32_t clock;
  SightAccess access;
  /// Where the thread has accessed the bytes last, in the same moment.
  uintptr_t lastCode;
  /// One bit for each byte of the word.
  uint8_t bytes;
} Entry;

typedef struct {
  uintptr_t number;
  /// The schedule in which the line was touched last; in another one it is empty.
  uint32_t schedule;
  /// The newest entry of each word; zero for none.
  uint32_t newest[wordsInLine];
} Line;

typedef int32_t Clock[SIGHT_THREADS];

/// What was published at a lock, an atomic or anything else that orders threads.
typedef struct {
  uintptr_t number;
  /// The schedule in which it was used last; in another one nothing is published.
  uint32_t schedule;
  /// The threads that used and locked it last, counted from one; zero for none.
  int32_t user, holder;
  /// What is known of it as a lock that the engine directs; its number is zero for anything else.
  SightLock lock;
  Clock clock;
} Published;

/// Memory that a thread of the schedule has allocated.
typedef struct {
  uintptr_t start;
  uint32_t size;
  int32_t thread;
  /// The number of its first byte.
  uint32_t number;
} Object;

enum { mostPlaces = 16 };

struct Sight {
  Clock clocks[SIGHT_THREADS];
  int32_t threadCount;
  /// A table with open addressing; its capacity is a power of two.
  Published *published;
  size_t publishedCapacity, publishedCount;
  /// The addresses of those that have one, between these two; more than a few are not listed.
  uintptr_t addresses[64], lowest, highest;
  size_t addressCount;
  SightReceiver receiver;
  bool isOn;
  bool hasRace;
  bool sharesLocks;
  /// Whether a lock or atomic of the platform was used in this schedule.
  bool hasLocks;
  uint32_t schedule;
  /// A table with open addressing; its capacity is a power of two.
  Line *lines;
  size_t lineCapacity, lineCount;
  /// The first one is not used.
  Entry *entries;
  uint32_t entryCapacity, entryCount, freeEntry;
  SightStarted *started;
  Object *objects;
  size_t objectCapacity, objectCount;
  /// How many bytes each thread has allocated.
  uint32_t allocated[SIGHT_THREADS];
  uintptr_t watched[mostPlaces], racing[mostPlaces];
  /// What a watched place has accessed last, and whether it ever was a part of a value with a reference: then no thread is
  /// paused there.
  uintptr_t watchedAddress[mostPlaces];
  bool holdsReference[mostPlaces];
  size_t watchedCount, racingCount;
};

_Thread_local SightThread sightThread;
int32_t sightCount = 0;

// MARK: - For the engine

Sight *sightCreate(void) {
  Sight *sight = calloc(1, sizeof(Sight));
  if (sight == NULL) abort();
  sight->schedule = 1;
  return sight;
}

void sightReport(Sight *sight, SightReceiver receiver) {
  sight->receiver = receiver;
  __atomic_add_fetch(&sightCount, 1, __ATOMIC_SEQ_CST);
}

static void forgetStarted(Sight *sight) {
  while (sight->started != NULL) {
    SightStarted *next = sight->started->next;
    free(sight->started);
    sight->started = next;
  }
}

SightStarted *sightStarted(void *(*function)(void *), void *argument) {
  SightStarted *started = calloc(1, sizeof(SightStarted));
  if (started == NULL) abort();
  *started = (SightStarted){.next = sightThread.sight->started, .function = function, .argument = argument};
  return sightThread.sight->started = started;
}

bool sightHasStarted(const void *thread) {
  for (const SightStarted *started = sightThread.sight->started; started != NULL; started = started->next) {
    if (started == thread) return true;
  }
  return false;
}

void sightDestroy(Sight *sight) {
  forgetStarted(sight);
  if (sight->receiver.engine != NULL) __atomic_sub_fetch(&sightCount, 1, __ATOMIC_SEQ_CST);
  free(sight->published);
  free(sight->lines);
  free(sight->entries);
  free(sight->objects);
  free(sight);
}

void sightRestart(Sight *sight) {
  sight->schedule += 1;
  memset(sight->clocks, 0, (size_t)sight->threadCount * sizeof(Clock));
  sight->threadCount = 0;
  sight->publishedCount = sight->addressCount = 0;
  sight->lowest = sight->highest = 0;
  sight->lineCount = 0;
  sight->entryCount = 1;
  sight->freeEntry = 0;
  sight->hasRace = false;
  sight->hasLocks = false;
  sight->isOn = false;
  sight->objectCount = 0;
  forgetStarted(sight);
  memset(sight->allocated, 0, sizeof(sight->allocated));
}

void sightSetOn(Sight *sight, bool isOn) { sight->isOn = isOn; }

void sightWatch(Sight *sight, const uintptr_t *places, size_t count) {
  sight->watchedCount = count < mostPlaces ? count : mostPlaces;
  for (size_t place = 0; place < sight->watchedCount; place += 1) {
    if (sight->watched[place] != places[place]) sight->holdsReference[place] = false;
    sight->watched[place] = places[place];
  }
}

size_t sightRacingPlaces(const Sight *sight, uintptr_t *places, size_t capacity) {
  for (size_t place = 0; place < sight->racingCount && place < capacity; place += 1) {
    places[place] = sight->racing[place];
  }
  return sight->racingCount;
}

void sightFindStack(void) {
  if (sightThread.stackHigh != 0) return;
#ifdef __APPLE__
  sightThread.stackHigh = (uintptr_t)pthread_get_stackaddr_np(pthread_self());
  sightThread.stackLow = sightThread.stackHigh - pthread_get_stacksize_np(pthread_self());
#else
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) == 0) {
    pthread_attr_getstack(&attributes, &low, &size);
    pthread_attr_destroy(&attributes);
  }
  sightThread.stackLow = (uintptr_t)low;
  sightThread.stackHigh = (uintptr_t)low + size;
#endif
}

void sightEnter(Sight *sight) {
  sightFindStack();
#ifdef __linux__
  sightThread.number = (uint32_t)syscall(SYS_gettid);
#endif
  sightThread.ignoring = 0;
  sightThread.isBusy = true;
  sightThread.sight = sight;
}

void *sightEngine(void) { return sightThread.sight == NULL ? NULL : sightThread.sight->receiver.engine; }

void sightLeave(void) { sightThread.sight = NULL; }

void sightBecome(int32_t thread, bool runsJob) {
  sightThread.thread = thread;
  sightThread.runsJob = runsJob;
  sightThread.task = sightThread.actor = NULL;
  sightThread.ignoring = 0;
  sightThread.depth = 0;
  sightThread.begun = NULL;
  sightThread.doing = NULL;
  sightThread.slept = 0;
  memset(sightThread.looks, 0, sizeof sightThread.looks);
  sightThread.idle = 0;
  // Two words above are the caller's.
  sightThread.stackStart = (uintptr_t)__builtin_frame_address(1) + 2 * sizeof(uintptr_t);
  sightBeginThread();
  sightThread.isBusy = false;
}

bool sightPause(void) {
  sightFinishAccess();
  if (sightThread.runsJob) sightNoteJob();
  bool wasPaused = sightThread.isBusy;
  sightThread.isBusy = true;
  return wasPaused;
}

void sightResume(bool wasPaused) { sightThread.isBusy = wasPaused; }

void sightSetInspecting(bool isInspecting) { sightThread.isInspecting = isInspecting; }

// MARK: - What orders threads

/// What has a number instead of an address; no memory has such an address.
static uintptr_t numbered(uintptr_t number) { return number | (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 2); }

static size_t hash(uintptr_t number) { return (size_t)((uint64_t)number * 0x9E3779B97F4A7C15u >> 32); }

static size_t placeOfPublished(const Sight *sight, uintptr_t number) {
  size_t place = hash(number) & (sight->publishedCapacity - 1);
  while (sight->published[place].schedule == sight->schedule && sight->published[place].number != number) {
    place = (place + 1) & (sight->publishedCapacity - 1);
  }
  return place;
}

static void growPublished(Sight *sight) {
  Published *old = sight->published;
  size_t oldCapacity = sight->publishedCapacity;
  sight->publishedCapacity = oldCapacity == 0 ? 64 : oldCapacity * 2;
  sight->published = calloc(sight->publishedCapacity, sizeof(Published));
  if (sight->published == NULL) abort();
  for (size_t place = 0; place < oldCapacity; place += 1) {
    if (old[place].schedule != sight->schedule) continue;
    sight->published[placeOfPublished(sight, old[place].number)] = old[place];
  }
  free(old);
}

static Published *publishedAt(Sight *sight, uintptr_t number) {
  if (sight->publishedCount * 2 >= sight->publishedCapacity) growPublished(sight);
  Published *published = &sight->published[placeOfPublished(sight, number)];
  if (published->schedule != sight->schedule) {
    *published = (Published){.number = number, .schedule = sight->schedule};
    sight->publishedCount += 1;
    const uintptr_t numbers = (uintptr_t)1 << (sizeof(uintptr_t) * 8 - 2);
    if (number < numbers) {
      if (sight->addressCount < sizeof(sight->addresses) / sizeof(sight->addresses[0])) {
        sight->addresses[sight->addressCount] = number;
      }
      sight->addressCount += 1;
      if (number < sight->lowest || sight->lowest == 0) sight->lowest = number;
      if (number > sight->highest) sight->highest = number;
    }
  }
  return published;
}

/// The clock of a thread, which is one of the schedule's from now on.
static int32_t *clockOf(Sight *sight, int32_t thread) {
  if (thread >= sight->threadCount) sight->threadCount = thread + 1;
  return sight->clocks[thread];
}

static void learn(const Sight *sight, int32_t *clock, const int32_t *other) {
  for (int32_t thread = 0; thread < sight->threadCount; thread += 1) {
    if (clock[thread] < other[thread]) clock[thread] = other[thread];
  }
}

static void acquire(Sight *sight, const Published *published, int32_t thread) {
  learn(sight, clockOf(sight, thread), published->clock);
}

static void release(Sight *sight, Published *published, int32_t thread) {
  int32_t *clock = clockOf(sight, thread);
  learn(sight, published->clock, clock);
  clock[thread] += 1;
}

void sightStart(Sight *sight, int32_t thread, int32_t starter) {
  int32_t *old = clockOf(sight, starter), *new = clockOf(sight, thread);
  learn(sight, new, old);
  new[thread] += 1;
  old[starter] += 1;
}

void sightAcquire(Sight *sight, uintptr_t number, int32_t thread) {
  acquire(sight, publishedAt(sight, numbered(number)), thread);
}

void sightRelease(Sight *sight, uintptr_t number, int32_t thread) {
  release(sight, publishedAt(sight, numbered(number)), thread);
}

void sightUnpublish(Sight *sight, uintptr_t number) {
  memset(publishedAt(sight, numbered(number))->clock, 0, sizeof(Clock));
}

void sightOrder(const void *address, SightOrder order) {
  Sight *sight = sightThread.sight;
  if (sight == NULL || !sight->isOn || sightThread.isBusy) return;
  sightFinishAccess();
  int32_t thread = sightThread.thread;
  Published *published = publishedAt(sight, (uintptr_t)address);
  sight->hasLocks = true;
  if (!order.isCache) {
    if (published->user != 0 && published->user != thread + 1) sight->sharesLocks = true;
    published->user = thread + 1;
  }
  if (order.locks) {
    int32_t last = published->holder - 1;
    if (last >= 0 && last != thread) {
      // It has unlocked, which may not have been seen.
      learn(sight, clockOf(sight, thread), sight->clocks[last]);
      sight->clocks[last][last] += 1;
    }
    published->holder = thread + 1;
  }
  if (order.acquires) acquire(sight, published, thread);
  if (order.releases) release(sight, published, thread);
}

// MARK: - Locks that the engine directs

void sightAllocated(const void *memory, size_t size) {
  Sight *sight = sightThread.sight;
  if (sight == NULL || sightThread.isBusy || sightThread.isGrowing) return;
  sightThread.idle = 0;
  if (sight->objectCount == sight->objectCapacity) {
    sightThread.isGrowing = true;
    sight->objectCapacity = sight->objectCapacity == 0 ? 256 : sight->objectCapacity * 2;
    sight->objects = realloc(sight->objects, sight->objectCapacity * sizeof(Object));
    sightThread.isGrowing = false;
    if (sight->objects == NULL) abort();
  }
  uint32_t *allocated = &sight->allocated[sightThread.thread];
  const uint32_t most = (uint32_t)1 << 23;
  if (size >= most - *allocated) return;
  sight->objects[sight->objectCount] =
      (Object){.start = (uintptr_t)memory, .size = (uint32_t)size, .thread = sightThread.thread, .number = *allocated};
  sight->objectCount += 1;
  *allocated += (uint32_t)(size + 15) & ~(uint32_t)15;
}

/// The number of a byte of memory, which is the same in each schedule: by who allocated it, after what.
static uint64_t numberOf(const Sight *sight, uintptr_t address) {
  // The newest first: memory is used again.
  for (size_t place = sight->objectCount; place > 0; place -= 1) {
    const Object *object = &sight->objects[place - 1];
    uintptr_t offset = address - object->start;
    if (offset < object->size) return (uint64_t)object->thread << 24 | (uint64_t)1 << 23 | (object->number + offset);
  }
  return (uint64_t)address | SIGHT_OLDER;
}

SightLock *sightLockAt(const void *address) {
  Sight *sight = sightThread.sight;
  Published *published = publishedAt(sight, (uintptr_t)address);
  if (published->lock.number == 0) {
    sight->hasLocks = true;
    published->lock.number = numberOf(sight, (uintptr_t)address);
  }
  return &published->lock;
}

/// Whether the bytes at this address serve as a lock.
static bool isLock(const Sight *sight, uintptr_t address) {
  if (sight->publishedCapacity == 0) return false;
  const Published *published = &sight->published[placeOfPublished(sight, address)];
  return published->schedule == sight->schedule && published->lock.number != 0;
}

SightAnswer sightAsk(SightRequest request) {
  Sight *sight = sightThread.sight;
  // The access to a lock's bytes that has begun is none.
  if (sightThread.begun != NULL && isLock(sight, (uintptr_t)sightThread.begun)) sightThread.begun = NULL;
  if (request.call != SightCallRead && request.call != SightCallWrite) sightThread.idle = 0;
  return sight->receiver.asked(sight->receiver.engine, request);
}

void sightUnseen(const char *name, uintptr_t code) {
  static char nothing;
  if (!sightDirects() || sightThread.isInspecting) return;
  sightAsk((SightRequest){.call = SightCallUnseen, .type = name, .object = &nothing, .code = code});
}

uint64_t sightLoop(const uint64_t *from) {
  const uint32_t some = 8;
  Sight *sight = sightThread.sight;
  if (sight == NULL || !sight->isOn || sightThread.ignoring != 0 || sightThread.isBusy) return 0;
  sightThread.idle += 1;
  if (sightThread.idle < some) return 0;
  uint64_t sum = 0;
  for (; (uintptr_t)from < sightThread.stackStart; from += 1) {
    sum = (sum ^ *from) * 0x9E3779B97F4A7C15u;
    sum ^= sum >> 29;
  }
  return sum | 1;
}

SightAnswer sightAskQueue(SightQueueRequest request) {
  Sight *sight = sightThread.sight;
  return sight->receiver.askedQueue(sight->receiver.engine, request);
}

// MARK: - Tasks and actors

// A job comes after the one that has enqueued it, which the engine reports. Within the runtime two more things order
// jobs, which are found out where a function begins: the parts of a task follow one another, whichever threads run
// them, and so do the parts of tasks that an actor runs. Each of the two publishes what it knows under its address.

/// Everything that ended jobs have published.
static const uintptr_t results = 1;

static Sight *sightOfJob(void) { return sightThread.runsJob ? sightThread.sight : NULL; }

static void moveTo(Sight *sight, const void **place, const void *next) {
  if (*place == next) return;
  sight->hasLocks = true;
  if (*place != NULL) release(sight, publishedAt(sight, (uintptr_t)*place), sightThread.thread);
  *place = next;
  if (next != NULL) acquire(sight, publishedAt(sight, (uintptr_t)next), sightThread.thread);
}

void sightRunJob(const void *task, const void *actor) {
  Sight *sight = sightOfJob();
  if (sight == NULL || sightThread.isBusy) return;
  const void *former = sightThread.task;
  bool isNext = former != NULL && task != former;
  // The actor's next task: what has enqueued it may have found the actor busy, and nothing was reported.
  if (isNext) sightGetResults();
  moveTo(sight, &sightThread.task, task);
  moveTo(sight, &sightThread.actor, actor);
  if (isNext) sightAsk((SightRequest){.call = SightCallSuspend, .type = "Task", .object = (void *)former});
}

void sightEndTask(const void *task) {
  Sight *sight = sightOfJob();
  // It has left the thread, but not to wait: its contexts are released already.
  if (sight != NULL && sightThread.task == task) moveTo(sight, &sightThread.task, NULL);
  sightAsk((SightRequest){.call = SightCallEnd, .type = "Task", .object = (void *)task});
}

void sightEndJob(void) {
  Sight *sight = sightOfJob();
  if (sight == NULL) return;
  sightGiveResults();
  moveTo(sight, &sightThread.task, NULL);
  moveTo(sight, &sightThread.actor, NULL);
}

void sightGetResults(void) {
  Sight *sight = sightThread.sight;
  if (sight != NULL) acquire(sight, publishedAt(sight, results), sightThread.thread);
}

void sightGiveResults(void) {
  Sight *sight = sightThread.sight;
  if (sight != NULL) release(sight, publishedAt(sight, results), sightThread.thread);
}

// MARK: - Lines and entries

static size_t placeOfLine(const Sight *sight, uintptr_t number) {
  size_t place = hash(number) & (sight->lineCapacity - 1);
  while (sight->lines[place].schedule == sight->schedule && sight->lines[place].number != number) {
    place = (place + 1) & (sight->lineCapacity - 1);
  }
  return place;
}

static void growLines(Sight *sight) {
  sightThread.isGrowing = true;
  Line *old = sight->lines;
  size_t oldCapacity = sight->lineCapacity;
  sight->lineCapacity = oldCapacity == 0 ? 256 : oldCapacity * 2;
  sight->lines = calloc(sight->lineCapacity, sizeof(Line));
  if (sight->lines == NULL) abort();
  for (size_t place = 0; place < oldCapacity; place += 1) {
    if (old[place].schedule == sight->schedule) sight->lines[placeOfLine(sight, old[place].number)] = old[place];
  }
  free(old);
  sightThread.isGrowing = false;
}

/// The line of this number, which is entered here the first time.
static Line *lineOf(Sight *sight, uintptr_t number) {
  if (sight->lineCount * 2 >= sight->lineCapacity) growLines(sight);
  Line *line = &sight->lines[placeOfLine(sight, number)];
  if (line->schedule != sight->schedule) {
    memset(line, 0, sizeof(Line));
    line->number = number;
    line->schedule = sight->schedule;
    sight->lineCount += 1;
  }
  return line;
}

static uint32_t newEntry(Sight *sight) {
  if (sight->freeEntry != 0) {
    uint32_t entry = sight->freeEntry;
    sight->freeEntry = sight->entries[entry].next;
    return entry;
  }
  if (sight->entryCount == 0) sight->entryCount = 1;
  if (sight->entryCount >= sight->entryCapacity) {
    sight->entryCapacity = sight->entryCapacity == 0 ? 1024 : sight->entryCapacity * 2;
    sightThread.isGrowing = true;
    sight->entries = realloc(sight->entries, sight->entryCapacity * sizeof(Entry));
    sightThread.isGrowing = false;
    if (sight->entries == NULL) abort();
  }
  return sight->entryCount++;
}

/// Takes these bytes out of an entry, and the entry out of its list if none is left; returns the link to the next one.
static uint32_t *clear(Sight *sight, uint32_t *link, uint8_t bytes) {
  Entry *entry = &sight->entries[*link];
  entry->bytes &= (uint8_t)~bytes;
  if (entry->bytes != 0) return &entry->next;
  uint32_t freed = *link;
  *link = entry->next;
  entry->next = sight->freeEntry;
  sight->freeEntry = freed;
  return link;
}

// MARK: - An access

static bool contains(const uintptr_t *places, size_t count, uintptr_t code) {
  for (size_t place = 0; place < count; place += 1) {
    if (places[place] == code) return true;
  }
  return false;
}

static void noteRacing(Sight *sight, uintptr_t code) {
  if (code == 0 || sight->racingCount == mostPlaces || contains(sight->racing, sight->racingCount, code)) return;
  sight->racing[sight->racingCount++] = code;
}

/// Records an access to some bytes of a word; the earlier access is returned if nothing orders it before this one.
static bool touch(Sight *sight, Line *line, int word, uint8_t bytes, SightAccess access, SightAccess *earlier) {
  const int32_t *known = clockOf(sight, access.thread);
  int32_t now = known[access.thread] > 1 ? known[access.thread] : 1;
  bool races = false;
  uint32_t *link = &line->newest[word];
  while (*link != 0) {
    Entry *entry = &sight->entries[*link];
    uint8_t common = entry->bytes & bytes;
    bool isOwn = entry->access.thread == access.thread;
    if (common == 0) {
      link = &entry->next;
    } else if (isOwn && entry->clock == now && common == bytes && entry->access.isChange >= access.isChange) {
      entry->lastCode = access.code;
      return races;
    } else if (!isOwn && entry->clock > known[entry->access.thread]) {
      // Unordered. Where both only read, both are kept: a later change may race with either.
      if (!races && (access.isChange || entry->access.isChange)) {
        races = true;
        *earlier = entry->access;
        noteRacing(sight, entry->access.code);
        noteRacing(sight, entry->lastCode);
      }
      link = &entry->next;
    } else if (access.isChange || !entry->access.isChange) {
      link = clear(sight, link, common);
    } else {
      link = &entry->next;
    }
  }
  uint32_t added = newEntry(sight);
  sight->entries[added] =
      (Entry){.next = line->newest[word], .clock = now, .access = access, .lastCode = access.code, .bytes = bytes};
  line->newest[word] = added;
  return races;
}

bool sightSharesLocks(const Sight *sight) { return sight->sharesLocks; }

bool sightUse(Sight *sight, uintptr_t number, SightAccess access, SightAccess *earlier) {
  return touch(sight, lineOf(sight, numbered(number)), 0, 1, access, earlier);
}

/// Whether none of the words that the bytes are in can be a reference: one is aligned, and no number of 4 bytes, with a
/// sign or without one.
static bool isPlain(uintptr_t address, size_t size) {
  if (size == 1 || size == 2 || size == 4) return true;
  if (size == 0) {
    if (address % 8 != 0) return true;
    size = 8;
  }
  for (uintptr_t word = address & ~(uintptr_t)7; word < address + size; word += 8) {
    uint64_t high = *(const uint64_t *)word >> 32;
    if (high != 0 && high != UINT32_MAX) return false;
  }
  return true;
}

/// Whether a thread can be paused before this access to watched memory.
///
/// A value is accessed word by word. Between two words of a closure or of another value with a reference, another thread
/// must not replace it.
static bool mayPause(Sight *sight, uintptr_t address, size_t size, uintptr_t code) {
  const uintptr_t near = 16;
  bool holds = !isPlain(address, size);
  for (size_t place = 0; place < sight->watchedCount; place += 1) {
    bool isNear = sight->watchedAddress[place] - address + near - 1 < 2 * near - 1;
    if (sight->watched[place] == code) sight->watchedAddress[place] = address;
    if (sight->holdsReference[place] && (isNear || sight->watched[place] == code)) holds = true;
  }
  for (size_t place = 0; place < sight->watchedCount && holds; place += 1) {
    if (sight->watched[place] == code) sight->holdsReference[place] = true;
  }
  return !holds;
}

/// - Parameter isOver: Whether the access was made already.
static void record(const void *pointer, size_t size, bool isChange, uintptr_t code, bool isOver) {
  Sight *sight = sightThread.sight;
  if (sight == NULL || !sight->isOn || sightThread.ignoring != 0 || sightThread.isBusy) return;
  uintptr_t address = (uintptr_t)pointer;
  if (address >= sightThread.stackLow && address < sightThread.stackHigh) return;
  if (isChange) sightThread.idle = 0;
  sightThread.isBusy = true;
  SightAccess access = {.code = code, .thread = sightThread.thread, .isChange = isChange};
  if (sight->watchedCount != 0 && contains(sight->watched, sight->watchedCount, code)) {
    access.isPlain = mayPause(sight, address, size, code) && !isOver;
    sight->receiver.reached(sight->receiver.engine, access);
  }
  SightAccess earlier;
  bool races = false;
  uintptr_t start = address, end = address + (size == 0 ? 1 : size);
  while (address < end && !races) {
    Line *line = lineOf(sight, address / 64);
    do {
      unsigned first = address % 8;
      size_t count = end - address < 8 - first ? end - address : 8 - first;
      uint8_t bytes = (uint8_t)(((1u << count) - 1) << first);
      races = touch(sight, line, (int)(address / 8 % wordsInLine), bytes, access, &earlier) && !isLock(sight, start);
      address += count;
    } while (address < end && address % 64 != 0 && !races);
  }
  if (races) {
    noteRacing(sight, code);
    if (!sight->hasRace) {
      sight->hasRace = true;
      sight->receiver.raced(sight->receiver.engine, earlier, access);
    }
  }
  sightThread.isBusy = false;
}

void sightAccess(const void *pointer, size_t size, bool isChange, uintptr_t code) {
  record(pointer, size, isChange, code, false);
}

void sightBeginAccess(const void *address, uintptr_t code, bool isChange) {
  sightThread.begun = address;
  sightThread.begunAt = code;
  sightThread.begunIsChange = isChange;
  sightThread.begunChanges = false;
}

void sightFinishAccess(void) {
  const void *begun = sightThread.begun;
  if (begun == NULL) return;
  sightThread.begun = NULL;
  record(begun, 0, sightThread.begunIsChange, sightThread.begunAt, true);
}

// MARK: - Forgetting

static void forgetIn(Sight *sight, Line *line, uintptr_t start, uintptr_t end) {
  for (int word = 0; word < wordsInLine; word += 1) {
    uintptr_t address = line->number * 64 + (uintptr_t)word * 8;
    if (line->newest[word] == 0 || address + 8 <= start || address >= end) continue;
    unsigned bytes = 0xFF;
    if (address < start) bytes &= 0xFFu << (start - address);
    if (address + 8 > end) bytes &= 0xFFu >> (address + 8 - end);
    uint32_t *link = &line->newest[word];
    while (*link != 0) link = clear(sight, link, (uint8_t)bytes);
  }
}

static void forgetLock(Published *published) {
  published->user = published->holder = 0;
  published->lock = (SightLock){0};
  memset(published->clock, 0, sizeof(Clock));
}

void sightForgetLocks(const void *pointer, size_t size) {
  Sight *sight = sightThread.sight;
  if (sight == NULL || !sight->hasLocks || sightThread.isGrowing) return;
  uintptr_t start = (uintptr_t)pointer, end = start + size;
  if (end <= sight->lowest || start > sight->highest) return;
  if (sight->addressCount <= sizeof(sight->addresses) / sizeof(sight->addresses[0])) {
    for (size_t place = 0; place < sight->addressCount; place += 1) {
      uintptr_t address = sight->addresses[place];
      if (address - start < size) forgetLock(&sight->published[placeOfPublished(sight, address)]);
    }
    return;
  }
  bool isSmall = size < sight->publishedCapacity;
  for (size_t step = 0; step < (isSmall ? size : sight->publishedCapacity); step += 1) {
    Published *published = &sight->published[isSmall ? placeOfPublished(sight, start + step) : step];
    if (published->schedule != sight->schedule) continue;
    if (published->number >= start && published->number < end) forgetLock(published);
  }
}

void sightForget(const void *pointer, size_t size) {
  Sight *sight = sightThread.sight;
  if (sight == NULL || sightThread.isGrowing || sight->lineCount == 0 || size == 0) return;
  uintptr_t start = (uintptr_t)pointer, end = start + size;
  if ((uintptr_t)sightThread.begun - start < size) sightThread.begun = NULL;
  if ((end - 1) / 64 - start / 64 < sight->lineCapacity) {
    for (uintptr_t number = start / 64; number <= (end - 1) / 64; number += 1) {
      Line *line = &sight->lines[placeOfLine(sight, number)];
      if (line->schedule == sight->schedule) forgetIn(sight, line, start, end);
    }
  } else {
    for (size_t place = 0; place < sight->lineCapacity; place += 1) {
      Line *line = &sight->lines[place];
      if (line->schedule == sight->schedule) forgetIn(sight, line, start, end);
    }
  }
}
