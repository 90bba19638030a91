#ifndef SIGHT_HOOKS_INTERNAL_H
#define SIGHT_HOOKS_INTERNAL_H

#include "Accesses.h"

// What the hooks have in common. Each definition of a hook is weak: a build with the real sanitizer has its own, and uses
// those.

#ifdef __linux__
// All code of the hooks is in one section, so that an address of it is known as one.
#pragma clang section text = "sightCode"
extern const char __start_sightCode[], __stop_sightCode[];
#endif

#define WEAK __attribute__((weak, visibility("default")))
#define HERE ((uintptr_t)__builtin_return_address(0))

/// The shortest time that passes in a schedule, in seconds; a date is not exact enough for a shorter one.
#define SIGHT_SHORTEST 2e-6

#if !defined(__has_feature)
#define __has_feature(feature) 0
#endif

#if !__has_feature(thread_sanitizer) && !__has_feature(address_sanitizer)
/// Whether the C library's functions and the runtime's are replaced: a sanitizer replaces them itself.
#define SIGHT_REPLACES 1
#else
#define SIGHT_REPLACES 0
#endif

#ifdef __APPLE__
#define SYMBOL_PREFIX "_"
#else
#define SYMBOL_PREFIX ""
#endif

/// The function of this name that the calls would reach without the hooks; null if there is none.
void *sightFind(void **known, const char *name);

/// The same, quickly from the second call on: code outside a scenario pays for it with each call of a lock.
static inline void *sightNext(void **known, const char *name) {
  void *function = __atomic_load_n(known, __ATOMIC_RELAXED);
  return __builtin_expect(function != NULL, true) ? function : sightFind(known, name);
}

/// Declares `real`, that function, in a hook.
#define REAL(type, name)          \
  static void *known;             \
  __typeof__(type) *real = sightNext(&known, name)

#define SWIFT __attribute__((swiftcall))
#define CONTEXT __attribute__((swift_context))

/// Begins the hook of a function of Swift's, which is called as Swift calls.
#define SWIFT_HOOK(result, name, symbol, ...)           \
  WEAK SWIFT result name(__VA_ARGS__) __asm__(symbol);  \
  SWIFT result name(__VA_ARGS__)

/// Whose code makes a call.
typedef enum {
  /// The program's, or that of a library that is not the system's.
  sightOwnerProgram,
  /// A method of a lock, a queue or a thread of Foundation or Dispatch, which acts for its caller.
  sightOwnerLock,
  /// Swift's library of tasks, which locks for itself, and for the elements of a stream.
  sightOwnerTasks,
  /// The Swift runtime's.
  sightOwnerRuntime,
  /// A library's of the system that is written in C, and calls no Swift but what it was given.
  sightOwnerC,
  /// Another library's of the system.
  sightOwnerSystem,
} SightOwner;

SightOwner sightOwner(uintptr_t code);

/// Whether this is memory of the program or of a library, and not allocated.
bool sightIsGlobal(const volatile void *address);

/// Whether this is code of a deinitialiser: only the last owner of a value leads there, after all others.
bool sightIsDeinit(uintptr_t code);

/// Whether this is code of the runtime that completes a task.
bool sightCompletes(uintptr_t code);

/// The lock type of Foundation whose code this is; null for none.
const char *sightTypeAt(uintptr_t code);

#define PROGRAM_CODE sightProgramCode(HERE, __builtin_frame_address(0))

/// Notes a lock that the engine does not direct, which orders accesses.
void sightLockOrdered(void *lock, bool acquires, uintptr_t code);

/// The exchange with which an instrumented `Mutex` begins to lock or unlock, on the calling thread: it is to fail, and the
/// slow way that follows directs it.
bool sightIsMutex(uint32_t expected, uint32_t value, int success);

#endif
