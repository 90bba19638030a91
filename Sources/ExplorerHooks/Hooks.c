#define _GNU_SOURCE
#include "Hooks.h"

#include <dlfcn.h>
#ifdef __linux__
#include <link.h>
#include <ucontext.h>
#endif
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

void *sightFind(void **known, const char *name) {
  void *function = NULL;
#ifdef __GLIBC__
  // An older form of these has the same name, and would be found first.
  if (strncmp(name, "pthread_cond_", 13) == 0) function = dlvsym(RTLD_NEXT, name, "GLIBC_2.3.2");
#endif
  if (function == NULL) function = dlsym(RTLD_NEXT, name);
  __atomic_store_n(known, function, __ATOMIC_RELAXED);
  return function;
}

// MARK: - What is known of an address

/// What `find` says of an address, remembered for the addresses that came last: it reads all symbols of an image.
static uintptr_t remembered(_Atomic(uintptr_t) *answers, uintptr_t address, uintptr_t (*find)(uintptr_t)) {
  _Atomic(uintptr_t) *answer = &answers[(uint64_t)address * 0x9E3779B97F4A7C15u >> 56];
  uintptr_t known = atomic_load_explicit(answer, memory_order_relaxed);
  if (known >> 3 == address) return known & 7;
  uintptr_t found = find(address);
  atomic_store_explicit(answer, address << 3 | found, memory_order_relaxed);
  return found;
}

static uintptr_t findIsGlobal(uintptr_t address) {
  Dl_info info;
  return dladdr((void *)address, &info) != 0;
}

bool sightIsGlobal(const volatile void *address) {
  static _Atomic(uintptr_t) answers[256];
  return remembered(answers, (uintptr_t)address, findIsGlobal) != 0;
}

static uintptr_t findIsDeinit(uintptr_t address) {
  const char *name = sightSymbol(address);
  size_t length = name == NULL ? 0 : strlen(name);
  return length > 2 && (strcmp(name + length - 2, "fD") == 0 || strcmp(name + length - 2, "fd") == 0);
}

bool sightIsDeinit(uintptr_t code) {
  static _Atomic(uintptr_t) answers[256];
  return remembered(answers, code, findIsDeinit) != 0;
}

static bool beginsWith(const char *text, const char *start) { return strncmp(text, start, strlen(start)) == 0; }

static bool beginsWithOne(const char *text, const char *const *starts) {
  for (; *starts != NULL; starts += 1) {
    if (beginsWith(text, *starts)) return true;
  }
  return false;
}

/// The code of one image: of the program, or of a library.
typedef struct {
  uintptr_t start, end;
  SightOwner owner;
  bool isFoundation;
} Code;

enum { mostCode = 512 };

typedef struct {
  size_t count;
  Code code[mostCode];
} Map;

/// Replaced as a whole when a library has been loaded; the earlier one may still be read, and stays.
static _Atomic(Map *) map;

static SightOwner ownerOfImage(const char *path) {
  static const char *const c[] = {
      "libdispatch", "libBlocksRuntime", "libc.", "libc-", "ld-", "ld.", "libm.", "libpthread", "libstdc++", "libgcc",
      "libsystem", "libobjc", NULL};
  static const char *const system[] = {"libswift", "libFoundation", "lib_", "libTesting", "libXCTest", NULL};
  const char *slash = strrchr(path, '/');
  const char *library = slash == NULL ? path : slash + 1;
  if (beginsWithOne(library, c)) return sightOwnerC;
  if (!beginsWithOne(library, system)) return sightOwnerProgram;
  if (beginsWith(library, "libswiftCore")) return sightOwnerRuntime;
  if (beginsWith(library, "libswift_Concurrency")) return sightOwnerTasks;
  if (beginsWith(library, "libswiftDispatch")) return sightOwnerLock;
  return sightOwnerSystem;
}

#ifdef __linux__

static int addCode(struct dl_phdr_info *image, size_t size, void *context) {
  Map *new = context;
  const char *path = image->dlpi_name == NULL ? "" : image->dlpi_name;
  for (int number = 0; number < image->dlpi_phnum && new->count < mostCode; number += 1) {
    const ElfW(Phdr) *segment = &image->dlpi_phdr[number];
    if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0) continue;
    uintptr_t start = image->dlpi_addr + segment->p_vaddr;
    new->code[new->count++] = (Code){
        .start = start,
        .end = start + segment->p_memsz,
        .owner = ownerOfImage(path),
        .isFoundation = strstr(path, "/libFoundation.") != NULL,
    };
  }
  return 0;
}

/// The code that this address is in; null for none.
static const Code *codeAt(uintptr_t address, bool mayBeNew) {
  for (int attempt = 0; attempt < 2; attempt += 1) {
    Map *known = atomic_load_explicit(&map, memory_order_acquire);
    for (size_t place = 0; known != NULL && place < known->count; place += 1) {
      const Code *code = &known->code[place];
      if (address - code->start < code->end - code->start) return code;
    }
    if (known != NULL && !mayBeNew) return NULL;
    Map *new = calloc(1, sizeof(Map));
    if (new == NULL) abort();
    dl_iterate_phdr(addCode, new);
    atomic_store_explicit(&map, new, memory_order_release);
  }
  return NULL;
}

#else

static const Code *codeAt(uintptr_t address, bool mayBeNew) {
  static _Thread_local Code code;
  Dl_info info;
  if (dladdr((void *)address, &info) == 0 || info.dli_fname == NULL) return NULL;
  code = (Code){.owner = ownerOfImage(info.dli_fname)};
  return &code;
}

#endif

static uintptr_t findOwner(uintptr_t address) {
  static const char *const locks[] = {
      "$s10Foundation6NSLock", "$s10Foundation15NSRecursiveLock", "$s10Foundation11NSCondition",
      "$s10Foundation15NSConditionLock", "$s10Foundation9NSLocking", "$s10Foundation6Thread", "_CFThreadCreate", NULL};
#ifdef __linux__
  // What a hook has left behind on the stack is no call of the program.
  if (address >= (uintptr_t)__start_sightCode && address < (uintptr_t)__stop_sightCode) return sightOwnerRuntime;
#endif
  const Code *code = codeAt(address, true);
  if (code == NULL) return sightOwnerProgram;
  if (!code->isFoundation) return code->owner;
  Dl_info info;
  // What the program reaches in Foundation without a name is a thunk, of a protocol that a lock type conforms to.
  if (dladdr((void *)address, &info) == 0 || info.dli_sname == NULL) return sightOwnerLock;
  return beginsWithOne(info.dli_sname, locks) ? sightOwnerLock : sightOwnerSystem;
}

SightOwner sightOwner(uintptr_t code) {
  static _Atomic(uintptr_t) answers[256];
  return (SightOwner)remembered(answers, code, findOwner);
}

static const char *const lockTypes[] = {NULL, "NSLock", "NSRecursiveLock", "NSConditionLock", "NSCondition"};

static uintptr_t findType(uintptr_t code) {
  const char *function = sightFunction(code);
  for (uintptr_t type = 1; function != NULL && type < 5; type += 1) {
    if (strstr(function, lockTypes[type]) != NULL) return type;
  }
  return 0;
}

static uintptr_t findCompletes(uintptr_t code) {
  const char *function = sightSymbol(code);
  return function != NULL && strstr(function, "completeTask") != NULL;
}

bool sightCompletes(uintptr_t code) {
  static _Atomic(uintptr_t) answers[256];
  return remembered(answers, code, findCompletes) != 0;
}

const char *sightTypeAt(uintptr_t code) {
  static _Atomic(uintptr_t) answers[256];
  return lockTypes[remembered(answers, code, findType)];
}

#if defined(__x86_64__)
static intptr_t distanceAt(const uint8_t *code) {
  int32_t distance;
  memcpy(&distance, code, sizeof(distance));
  return distance;
}

/// Whether a function of another image at this address is one of a lock type or of Dispatch: the linker's stub jumps to it.
static bool leadsToLock(uintptr_t address) {
  static const uint8_t endbr64[] = {0xF3, 0x0F, 0x1E, 0xFA};
  const Code *code = codeAt(address, false);
  // What looks like a call may be a part of other instructions, and lead anywhere.
  if (code == NULL || code->end - address < 16) return false;
  const uint8_t *stub = (const uint8_t *)address;
  if (memcmp(stub, endbr64, sizeof(endbr64)) == 0) stub += sizeof(endbr64);
  if (stub[0] == 0xF2) stub += 1;
  if (stub[0] != 0xFF || stub[1] != 0x25) return false;
  const uintptr_t *function = (const uintptr_t *)(stub + 6 + distanceAt(stub + 2));
  return sightIsGlobal(function) && sightOwner(*function) == sightOwnerLock;
}
#endif

/// Whether a call ends right before this address of code, of something that may be a method of a lock type.
static bool isAfterCall(uintptr_t address) {
#if defined(__x86_64__)
  const uint8_t *end = (const uint8_t *)address;
  if (end[-5] == 0xE8) return leadsToLock(address + (uintptr_t)distanceAt(end - 4));
  // Through a register or memory: the instruction has two to seven bytes.
  const int lengths[] = {2, 3, 4, 6, 7};
  for (int place = 0; place < 5; place += 1) {
    const uint8_t *start = end - lengths[place];
    if (start[0] == 0xFF && (start[1] & 0x38) == 0x10) return true;
  }
  return false;
#elif defined(__aarch64__)
  uint32_t instruction = ((const uint32_t *)address)[-1];
  return (instruction & 0xFC000000) == 0x94000000 || (instruction & 0xFFFFFC1F) == 0xD63F0000;
#else
  return true;
#endif
}

uintptr_t sightProgramCode(uintptr_t code, const void *frame) {
  SightOwner owner = sightOwner(code);
  if (owner != sightOwnerLock) return owner == sightOwnerProgram ? code : 0;
  // Dispatch has no frames that could be followed: the next return addresses on the stack are its callers.
  const uintptr_t *word = (const uintptr_t *)frame + 2;
  for (int left = 128; left > 0 && (uintptr_t)word < sightThread.stackHigh; left -= 1, word += 1) {
    const Code *caller = codeAt(*word, false);
    if (caller == NULL || *word - caller->start < 8 || !isAfterCall(*word)) continue;
    owner = sightOwner(*word);
    // The runtime and C call neither Dispatch's Swift nor a lock type: they have left this behind.
    if (owner == sightOwnerLock || owner == sightOwnerRuntime || owner == sightOwnerC) continue;
    return owner == sightOwnerProgram ? *word : 0;
  }
  return 0;
}

/// Adds where those continue that wait for an asynchronous function; returns how many addresses there are then.
static size_t addWaiting(const uintptr_t *context, uintptr_t *code, size_t count, size_t most) {
  for (; context != NULL && count < most; context = (const uintptr_t *)context[0]) code[count++] = context[1];
  return count;
}

size_t sightCallersOfTask(const void *task, uintptr_t *code, size_t most) {
#ifdef __linux__
  // A task is a job that has a context: the job's last word is where it continues.
  const uintptr_t *words = task;
  if (codeAt(words[7], false) == NULL) return 0;
  code[0] = words[7];
  size_t count = addWaiting((const uintptr_t *)words[8], code, 1, most - 1);
  code[count] = words[7] + 1;
  return count + 1;
#else
  return 0;
#endif
}

#ifdef __linux__
/// Adds the callers that are found from a frame on.
static size_t addCallers(const uintptr_t *frame, uintptr_t *code, size_t count, size_t most) {
  while (count < most && (uintptr_t)(frame + 2) <= sightThread.stackHigh && (uintptr_t)frame % sizeof(*frame) == 0) {
    uintptr_t caller = frame[0];
    if (caller >> 60 == 1) {
      // An asynchronous function: its context is kept below the frame, and leads to those that wait for it.
      const uintptr_t *context = (const uintptr_t *)frame[-1];
      return context == NULL ? count : addWaiting((const uintptr_t *)context[0], code, count, most);
    }
    code[count++] = frame[1] - 1;
    if (caller <= (uintptr_t)frame) break;
    frame = (const uintptr_t *)caller;
  }
  return count;
}
#endif

size_t sightCallers(uintptr_t *code, size_t most) {
#ifdef __linux__
  sightFindStack();
  return addCallers(__builtin_frame_address(0), code, 0, most);
#else
  return 0;
#endif
}

size_t sightCallersOfTrap(const void *context, uintptr_t *code, size_t most) {
#if defined(__linux__) && defined(__x86_64__)
  const greg_t *registers = ((const ucontext_t *)context)->uc_mcontext.gregs;
  uintptr_t at = (uintptr_t)registers[REG_RIP], frame = (uintptr_t)registers[REG_RBP], top = (uintptr_t)registers[REG_RSP];
#elif defined(__linux__) && defined(__aarch64__)
  const mcontext_t *registers = &((const ucontext_t *)context)->uc_mcontext;
  uintptr_t at = registers->pc, frame = registers->regs[29], top = registers->sp;
#else
  return 0;
#endif
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
  const Code *image = codeAt(at, false);
  code[0] = at;
  if (frame < top || image == NULL || image->owner == sightOwnerC) {
    // Code without frames uses the register for something else. The first frame on the stack is that of a caller.
    const uintptr_t asynchronous = (uintptr_t)1 << 60;
    for (frame = top; frame + 16 < sightThread.stackHigh; frame += sizeof(uintptr_t)) {
      const uintptr_t *words = (const uintptr_t *)frame;
      uintptr_t caller = words[0] & ~asynchronous;
      if (caller > frame && caller < sightThread.stackHigh && codeAt(words[1], false) != NULL) break;
    }
  }
  return addCallers((const uintptr_t *)frame, code, 1, most);
#endif
}

const char *sightName(size_t number, bool *isFound) {
#if SIGHT_REPLACES && defined(__linux__)
  static const char *const names[] = {
      // Memory and references.
      "swift_beginAccess", "swift_endAccess", "swift_allocObject", "swift_allocBox", "swift_slowAlloc", "swift_once",
      "swift_isUniquelyReferenced_native",
      "swift_isUniquelyReferenced_nonNull_native", "swift_isUniquelyReferencedNonObjC",
      "free", "realloc",
      // Tasks.
      "swift_continuation_await", "swift_continuation_resume", "swift_task_create", "swift_reportError",
      // Locks and threads.
      "pthread_mutex_lock", "pthread_mutex_trylock", "pthread_mutex_timedlock", "pthread_mutex_unlock", "pthread_cond_wait",
      "pthread_cond_timedwait", "pthread_cond_signal", "pthread_cond_broadcast", "pthread_rwlock_rdlock",
      "pthread_rwlock_wrlock", "pthread_rwlock_unlock", "sem_wait", "sem_post", "pthread_once", "pthread_create",
      "pthread_join", "pthread_setspecific", "sched_yield", "sleep", "usleep", "nanosleep",
      "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF", "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF",
      "$s15Synchronization12_MutexHandleV11_unlockSlowyyF", "$s15Synchronization19AtomicLazyReferenceV4loadxSgyF",
      "$s15Synchronization19AtomicLazyReferenceV10storeIfNilyxxnF", "$sSp10deallocateyyF", "$sSr10deallocateyyF",
      "$sSv10deallocateyyF",
      // Queues.
      "dispatch_async", "dispatch_sync", "dispatch_barrier_async", "dispatch_barrier_sync", "dispatch_after",
      "dispatch_apply", "dispatch_suspend", "dispatch_resume", "dispatch_activate", "dispatch_set_target_queue",
      "dispatch_queue_create", "dispatch_queue_create_with_target", "dispatch_semaphore_wait", "dispatch_semaphore_signal",
      "dispatch_group_enter", "dispatch_group_leave", "dispatch_group_wait", "dispatch_group_notify",
      "dispatch_block_create_with_qos_class", "dispatch_block_wait", "dispatch_block_cancel",
  };
  if (number >= sizeof(names) / sizeof(names[0])) return NULL;
  void *hook = dlsym(RTLD_DEFAULT, names[number]);
  // The linker has given the library's callers the hook if it is what the whole process finds first.
  *isFound = hook != NULL && dlsym(RTLD_NEXT, names[number]) != NULL && sightOwner((uintptr_t)hook) == sightOwnerRuntime;
  return names[number];
#else
  return NULL;
#endif
}

const char *sightFunction(uintptr_t address) {
  Dl_info info;
  return dladdr((const void *)address, &info) == 0 ? NULL : info.dli_sname;
}
