#define _GNU_SOURCE
#include "Hooks.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// What instrumented code calls for its accesses to memory and its atomics, and what the runtime says of them.

static inline void seen(const void *address, size_t size, bool isChange, uintptr_t code) {
  if (!sightIsNeeded()) return;
  if (sightThread.begun != NULL) {
    // A part of what has begun: this is its report. A change of a number is reported as a read and a write of it; any
    // other change has the line of what it does first.
    const uintptr_t largest = 256;
    bool isSame = address == sightThread.begun;
    bool isReported = sightThread.begunChanges ? isSame && isChange
                                               : (uintptr_t)address - (uintptr_t)sightThread.begun < largest;
    if (isReported) sightThread.begun = NULL;
    if (sightThread.begunChanges) sightThread.begunAt = code;
    if (!isSame || isChange) sightFinishAccess();
  }
  sightAccess(address, size, isChange, code);
}

#define FRAME ((uintptr_t)__builtin_frame_address(1))

WEAK void __tsan_init(void) {}

WEAK void __tsan_func_entry(void *caller) {
  if (!sightIsNeeded() || sightThread.sight == NULL) return;
  if (sightThread.runsJob) sightNoteJob();
  sightThread.frames[sightThread.depth % SIGHT_FRAMES] = FRAME;
  sightThread.depth += 1;
}

WEAK void __tsan_func_exit(void) {
  if (!sightIsNeeded() || sightThread.depth == 0) return;
  sightFinishAccess();
  sightThread.depth -= 1;
}

// MARK: - Loads and stores

#define ACCESSES(size)                                                                                       \
  WEAK void __tsan_read##size(void *address) { seen(address, size, false, HERE); }                           \
  WEAK void __tsan_write##size(void *address) { seen(address, size, true, HERE); }                           \
  WEAK void __tsan_read_write##size(void *address) { seen(address, size, true, HERE); }                      \
  WEAK void __tsan_volatile_read##size(void *address) { seen(address, size, false, HERE); }                  \
  WEAK void __tsan_volatile_write##size(void *address) { seen(address, size, true, HERE); }                  \
  WEAK void __tsan_unaligned_read##size(const void *address) { seen(address, size, false, HERE); }           \
  WEAK void __tsan_unaligned_write##size(void *address) { seen(address, size, true, HERE); }                 \
  WEAK void __tsan_unaligned_read_write##size(void *address) { seen(address, size, true, HERE); }            \
  WEAK void __tsan_unaligned_volatile_read##size(const void *address) { seen(address, size, false, HERE); }  \
  WEAK void __tsan_unaligned_volatile_write##size(void *address) { seen(address, size, true, HERE); }

ACCESSES(1)
ACCESSES(2)
ACCESSES(4)
ACCESSES(8)
ACCESSES(16)

WEAK void __tsan_vptr_read(void **address) { seen(address, sizeof(void *), false, HERE); }
WEAK void __tsan_vptr_update(void **address, void *value) { seen(address, sizeof(void *), true, HERE); }

/// The access to a variable that a statement or a mutating method changes, such as an array that is appended to. It begins
/// here; the line of the call is that of the statement before.
WEAK void __tsan_external_write(void *address, void *caller, void *tag) {
  if (!sightIsNeeded()) return;
  if (sightThread.begun != address) sightFinishAccess();
  sightBeginAccess(address, HERE, true);
  sightThread.begunChanges = true;
}
WEAK void __tsan_external_read(void *address, void *caller, void *tag) { seen(address, 0, false, HERE); }

WEAK void *__tsan_memset(void *to, int value, size_t size) {
  if (size != 0) seen(to, size, true, HERE);
  return memset(to, value, size);
}

WEAK void *__tsan_memcpy(void *to, const void *from, size_t size) {
  if (size != 0) seen(from, size, false, HERE);
  if (size != 0) seen(to, size, true, HERE);
  return memcpy(to, from, size);
}

WEAK void *__tsan_memmove(void *to, const void *from, size_t size) {
  if (size != 0) seen(from, size, false, HERE);
  if (size != 0) seen(to, size, true, HERE);
  return memmove(to, from, size);
}

// MARK: - Reads that are copies

/// Begins an access that Swift checks for exclusivity. A value that is copied as a whole, such as a text or a reference
/// in an optional, is read by a function that the compiler shares among modules and does not instrument, and a value of a
/// generic type is read and written by one of its type. Every module calls this, so only the functions count that are
/// compiled to be seen. The access is recorded when it is over, unless it has been reported by then.
WEAK void swift_beginAccess(void *address, void *buffer, uintptr_t flags, void *code) {
  static void *known;
  if (sightThread.isInspecting) {
    // An access whose first field is null was not tracked; its end does nothing.
    *(void **)buffer = NULL;
    return;
  }
  const uintptr_t modifies = 1;
  uint32_t depth = sightThread.depth;
  if (depth > 0 && sightThread.frames[(depth - 1) % SIGHT_FRAMES] == FRAME) {
    sightFinishAccess();
    sightBeginAccess(address, HERE, (flags & modifies) != 0);
  }
  ((void (*)(void *, void *, uintptr_t, void *))sightNext(&known, "swift_beginAccess"))(address, buffer, flags, code);
}

/// Ends it. A change by code that is not seen has the line of its end, and not that of what comes next.
WEAK void swift_endAccess(void *buffer) {
  static void *known;
  if (sightThread.begun != NULL && sightThread.begun == *(void **)buffer) {
    if (sightThread.begunChanges) sightThread.begunAt = HERE;
    sightFinishAccess();
  }
  ((void (*)(void *))sightNext(&known, "swift_endAccess"))(buffer);
}

// MARK: - What the count of references orders

/// Begins a deinitialiser: only the last reference leads there, and the count orders it after all other uses.
WEAK void __tsan_ignore_thread_begin(void) {
  sightFinishAccess();
  sightThread.ignoring += 1;
}

WEAK void __tsan_ignore_thread_end(void) {
  if (sightThread.ignoring > 0) sightThread.ignoring -= 1;
}

#if SIGHT_REPLACES

#ifdef __APPLE__
#include <malloc/malloc.h>
#define SIZE_OF(pointer) malloc_size(pointer)
#else
#include <malloc.h>
#define SIZE_OF(pointer) malloc_usable_size(pointer)
#endif

// Whoever has the only reference comes after all others who had one. Before it changes an array, Swift asks.
#define UNIQUENESS(name)                                                           \
  WEAK bool name(void *object) {                                                   \
    static void *known;                                                            \
    bool isUnique = ((bool (*)(void *))sightNext(&known, #name))(object);               \
    if (isUnique && sightThread.sight != NULL) sightForgetObject(object);          \
    return isUnique;                                                               \
  }

/// Forgets an object, unless it lies on the stack.
static void sightForgetObject(void *object) {
  uintptr_t address = (uintptr_t)object & ~(uintptr_t)7;
  // The highest bits of a reference to an array may have another meaning.
  address &= ~(uintptr_t)0 >> 8;
  if (address == 0 || (address >= sightThread.stackLow && address < sightThread.stackHigh)) return;
  sightForget((void *)address, SIZE_OF((void *)address));
}

UNIQUENESS(swift_isUniquelyReferenced_native)
UNIQUENESS(swift_isUniquelyReferenced_nonNull_native)
UNIQUENESS(swift_isUniquelyReferencedNonObjC)
UNIQUENESS(swift_isUniquelyReferencedNonObjC_nonNull)
UNIQUENESS(swift_isUniquelyReferencedNonObjC_nonNull_bridgeObject)

// `isKnownUniquelyReferenced(_:)`, of a reference and of an optional one, which ask within the standard library.
#define KNOWN_UNIQUENESS(name, symbol)                                                                \
  WEAK bool name(void **reference, const void *type) __asm__(SYMBOL_PREFIX symbol);                   \
  bool name(void **reference, const void *type) {                                                     \
    static void *known;                                                                               \
    bool isUnique = ((bool (*)(void **, const void *))sightNext(&known, symbol))(reference, type);         \
    if (isUnique && sightThread.sight != NULL) sightForgetObject(*reference);                         \
    return isUnique;                                                                                  \
  }

KNOWN_UNIQUENESS(isKnownUniquelyReferenced, "$ss25isKnownUniquelyReferencedySbxzRlzClF")
KNOWN_UNIQUENESS(isOptionalKnownUniquelyReferenced, "$ss25isKnownUniquelyReferencedySbxSgzRlzClF")

/// The first use of a global or static variable: all later ones wait for it.
WEAK void swift_once(intptr_t *flag, void (*initialise)(void *), void *context) {
  static void *known;
  sightThread.ignoring += 1;
  ((void (*)(intptr_t *, void (*)(void *), void *))sightNext(&known, "swift_once"))(flag, initialise, context);
  sightThread.ignoring -= 1;
}

// MARK: - Memory that is allocated

// A lock has no number of its own. Its place in an object has one, if the object does: the same in each schedule.

WEAK void *swift_allocObject(const void *type, size_t size, size_t alignment) {
  static void *known;
  void *object = ((void *(*)(const void *, size_t, size_t))sightNext(&known, "swift_allocObject"))(type, size, alignment);
  if (sightIsNeeded()) sightAllocated(object, size);
  return object;
}

typedef struct {
  void *object, *value;
} Box;

/// The box of a captured variable whose size is known at run time alone, as that of a `Mutex` is.
WEAK Box swift_allocBox(const void *type) {
  static void *known;
  Box box = ((Box(*)(const void *))sightNext(&known, "swift_allocBox"))(type);
  // The type's table of witnesses is in front of it: eight functions, then the size.
  if (sightIsNeeded()) sightAllocated(box.value, ((const size_t *const *)type)[-1][8]);
  return box;
}

WEAK void *swift_slowAlloc(size_t size, size_t alignment) {
  static void *known;
  void *memory = ((void *(*)(size_t, size_t))sightNext(&known, "swift_slowAlloc"))(size, alignment);
  if (sightIsNeeded()) sightAllocated(memory, size);
  return memory;
}

// MARK: - Memory that is used again

#ifdef __APPLE__

/// The allocator calls this for each block that it hands out, if it is set. Not tried on a Mac.
extern void (*malloc_logger)(uint32_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uint32_t)
    __attribute__((weak_import));

static void (*otherLogger)(uint32_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uint32_t);

static void note(uint32_t kind, uintptr_t zone, uintptr_t one, uintptr_t two, uintptr_t result, uint32_t frames) {
  const uint32_t allocates = 2, frees = 4;
  if ((kind & allocates) != 0 && result != 0 && sightThread.sight != NULL) {
    size_t size = (kind & frees) != 0 ? two : one;
    sightForget((void *)result, size);
    sightForgetLocks((void *)result, size);
  }
  if (otherLogger != NULL) otherLogger(kind, zone, one, two, result, frames);
}

__attribute__((constructor)) static void watchMemory(void) {
  if (&malloc_logger == NULL) return;
  otherLogger = malloc_logger;
  malloc_logger = note;
}

#else

#ifdef __GLIBC__
extern void __libc_free(void *);
extern void *__libc_realloc(void *, size_t);
#define REAL_FREE __libc_free
#define REAL_REALLOC __libc_realloc
#else
static void *knownFree, *knownRealloc;
#define REAL_FREE ((void (*)(void *))sightNext(&knownFree, "free"))
#define REAL_REALLOC ((void *(*)(void *, size_t))sightNext(&knownRealloc, "realloc"))
#endif

// In an executable these take the place of the C library's, for all its libraries.

/// Forgets what has happened in memory that the next owner takes for new.
static void freed(void *memory) {
  if (!sightIsNeeded() || sightThread.sight == NULL || memory == NULL) return;
  if (!sightThread.isBusy) sightThread.idle = 0;
  sightForget(memory, SIZE_OF(memory));
  sightForgetLocks(memory, SIZE_OF(memory));
}

WEAK void free(void *memory) {
  freed(memory);
  REAL_FREE(memory);
}

WEAK void *realloc(void *memory, size_t size) {
  freed(memory);
  return REAL_REALLOC(memory, size);
}

#endif
#endif

// MARK: - The platform's atomics

// Carried out in the strictest order, and reported with the one that was written.

static bool acquires(int order) { return order != __ATOMIC_RELAXED && order != __ATOMIC_RELEASE; }
static bool releases(int order) {
  return order == __ATOMIC_RELEASE || order == __ATOMIC_ACQ_REL || order == __ATOMIC_SEQ_CST;
}

/// Lets other threads run before an operation on an atomic of the program; returns whether the engine knows of it.
///
/// - Parameters:
///   - isTransfer: Whether it is a load or a store. That of a global may be the compiler's, which keeps there what it has
///     once found out about a type.
///   - loop: What the thread does next depends on this, if it has used atomics in vain for some time; else zero.
static bool step(
    const volatile void *address, size_t size, bool isChange, bool isTransfer, int order, uint64_t loop, uintptr_t code) {
#ifdef __linux__
  if (!sightDirects() || sightThread.isInspecting || (isTransfer && sightIsGlobal(address))) return false;
  void *atomic = (void *)(uintptr_t)address;
  return sightAsk((SightRequest){
      .call = isChange ? SightCallWrite : SightCallRead,
      .type = "Atomic",
      .number = sightLockAt(atomic)->number,
      .object = atomic,
      .size = size,
      .loop = loop,
      .isWeak = order != __ATOMIC_SEQ_CST,
      .code = code,
  }) == SightAnswerDone;
#else
  return false;
#endif
}

static inline void ordered(const volatile void *address, bool acquires, bool releases, bool isStep) {
  SightOrder order = {.acquires = acquires, .releases = releases, .isCache = isStep};
  if (sightIsNeeded()) sightOrder((const void *)address, order);
}

/// A load or a store.
static inline void transferred(const volatile void *address, bool acquires, bool releases, bool isStep) {
  if (!sightIsNeeded() || sightThread.sight == NULL) return;
  SightOrder order = {.acquires = acquires, .releases = releases, .isCache = isStep || sightIsGlobal(address)};
  sightOrder((const void *)address, order);
}

/// A comparison that succeeds and acquires is taken for a lock: the linker may have given the unlocking code, which
/// several modules share, the form that is not instrumented.
static inline void compared(const volatile void *address, bool isDone, int success, int failure, bool isStep) {
  SightOrder order = {.acquires = acquires(isDone ? success : failure), .releases = isDone && releases(success)};
  order.isCache = isStep;
  order.locks = isDone && order.acquires && !order.releases;
  if (isDone) sightThread.idle = 0;
  if (sightIsNeeded()) sightOrder((const void *)address, order);
}

#ifdef __x86_64__
/// What decides on what the caller of a hook does next. Its registers are right below the hook's frame, because the hook
/// claims to change them.
#define LOOP                                                          \
  ({                                                                  \
    __asm__ volatile("" ::: "rbx", "r12", "r13", "r14", "r15");       \
    sightLoop((const uint64_t *)__builtin_frame_address(0) - 5);      \
  })
#else
#define LOOP 0
#endif

#define CHANGES(bits, type, name, operation)                                                   \
  WEAK type __tsan_atomic##bits##_##name(volatile type *address, type value, int order) {      \
    bool isStep = step(address, bits / 8, true, false, order, LOOP, HERE);                     \
    type former = operation(address, value, __ATOMIC_SEQ_CST);                                 \
    if (__atomic_load_n(address, __ATOMIC_SEQ_CST) != former) sightThread.idle = 0;            \
    ordered(address, acquires(order), releases(order), isStep);                                \
    return former;                                                                             \
  }

#define COMPARES(bits, type, name)                                                             \
  WEAK int __tsan_atomic##bits##_compare_exchange_##name(                                      \
      volatile type *address, type *expected, type value, int success, int failure) {          \
    if (bits == 32 && sightIsMutex((uint32_t)*expected, (uint32_t)value, success)) return false; \
    bool isStep = step(address, bits / 8, true, false, success, LOOP, HERE);                   \
    bool isDone = __atomic_compare_exchange_n(                                                 \
        address, expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                  \
    compared(address, isDone, success, failure, isStep);                                               \
    return isDone;                                                                             \
  }

#define ATOMICS(bits, type)                                                                    \
  WEAK type __tsan_atomic##bits##_load(const volatile type *address, int order) {              \
    bool isStep = step(address, bits / 8, false, true, order, LOOP, HERE);                     \
    type value = __atomic_load_n(address, __ATOMIC_SEQ_CST);                                   \
    transferred(address, acquires(order), false, isStep);                                              \
    return value;                                                                              \
  }                                                                                            \
  WEAK void __tsan_atomic##bits##_store(volatile type *address, type value, int order) {       \
    sightThread.idle = 0;                                                                      \
    bool isStep = step(address, bits / 8, true, true, order, 0, HERE);                         \
    transferred(address, false, releases(order), isStep);                                              \
    __atomic_store_n(address, value, __ATOMIC_SEQ_CST);                                        \
  }                                                                                            \
  CHANGES(bits, type, exchange, __atomic_exchange_n)                                           \
  CHANGES(bits, type, fetch_add, __atomic_fetch_add)                                           \
  CHANGES(bits, type, fetch_sub, __atomic_fetch_sub)                                           \
  CHANGES(bits, type, fetch_and, __atomic_fetch_and)                                           \
  CHANGES(bits, type, fetch_or, __atomic_fetch_or)                                             \
  CHANGES(bits, type, fetch_xor, __atomic_fetch_xor)                                           \
  CHANGES(bits, type, fetch_nand, __atomic_fetch_nand)                                         \
  COMPARES(bits, type, strong)                                                                 \
  COMPARES(bits, type, weak)                                                                   \
  WEAK type __tsan_atomic##bits##_compare_exchange_val(                                        \
      volatile type *address, type expected, type value, int success, int failure) {           \
    if (bits == 32 && sightIsMutex((uint32_t)expected, (uint32_t)value, success)) return (type)~expected; \
    bool isStep = step(address, bits / 8, true, false, success, LOOP, HERE);                   \
    bool isDone = __atomic_compare_exchange_n(                                                 \
        address, &expected, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);                 \
    compared(address, isDone, success, failure, isStep);                                               \
    return expected;                                                                           \
  }

ATOMICS(8, uint8_t)
ATOMICS(16, uint16_t)
ATOMICS(32, uint32_t)
ATOMICS(64, uint64_t)

// Larger than a register, and one instruction all the same.
#pragma clang diagnostic ignored "-Watomic-alignment"
#ifdef __x86_64__
#pragma clang attribute push(__attribute__((target("cx16"))), apply_to = function)
ATOMICS(128, unsigned __int128)
#pragma clang attribute pop
#else
ATOMICS(128, unsigned __int128)
#endif

/// A fence orders what stands on its two sides for all other fences.
WEAK void __tsan_atomic_thread_fence(int order) {
  static char allFences;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  ordered(&allFences, acquires(order), releases(order), false);
}

WEAK void __tsan_atomic_signal_fence(int order) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }

#if SIGHT_REPLACES && defined(__linux__)
// Memory that was allocated by hand is released by functions of the standard library; whoever uses it must be done.

static void released(void *memory, uintptr_t code) {
  const size_t most = 1 << 16;
  if (memory == NULL || !sightDirects() || sightOwner(code) != sightOwnerProgram || sightIsDeinit(code)) return;
  size_t size = malloc_usable_size(memory);
  seen(memory, size < most ? size : most, true, code);
}

#define POINTER "$sSp10deallocateyyF"
#define BUFFER "$sSr10deallocateyyF"
#define RAW "$sSv10deallocateyyF"

SWIFT_HOOK(void, deallocatePointer, POINTER, void *memory, const void *type) {
  REAL(SWIFT void(void *, const void *), POINTER);
  released(memory, HERE);
  real(memory, type);
}

SWIFT_HOOK(void, deallocateBuffer, BUFFER, void *memory, intptr_t count, const void *type) {
  REAL(SWIFT void(void *, intptr_t, const void *), BUFFER);
  released(memory, HERE);
  real(memory, count, type);
}

SWIFT_HOOK(void, deallocateRaw, RAW, void *memory) {
  REAL(SWIFT void(void *), RAW);
  released(memory, HERE);
  real(memory);
}

// A lazy reference of Synchronization changes its atomic in the library, where nothing is instrumented.

#define LOAD "$s15Synchronization19AtomicLazyReferenceV4loadxSgyF"
#define STORE "$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF"

SWIFT_HOOK(void *, loadLazy, LOAD, const void *type, CONTEXT void **reference) {
  REAL(SWIFT void *(const void *, CONTEXT void **), LOAD);
  if (!sightDirects() || sightOwner(HERE) != sightOwnerProgram) return real(type, reference);
  bool isStep = step(reference, sizeof(void *), false, false, __ATOMIC_ACQUIRE, 0, HERE);
  void *value = real(type, reference);
  ordered(reference, true, false, isStep);
  return value;
}

SWIFT_HOOK(void *, storeLazy, STORE, void *value, const void *type, CONTEXT void **reference) {
  REAL(SWIFT void *(void *, const void *, CONTEXT void **), STORE);
  if (!sightDirects() || sightOwner(HERE) != sightOwnerProgram) return real(value, type, reference);
  sightThread.idle = 0;
  bool isStep = step(reference, sizeof(void *), true, false, __ATOMIC_ACQ_REL, 0, HERE);
  void *kept = real(value, type, reference);
  ordered(reference, true, kept == value, isStep);
  return kept;
}
#endif
