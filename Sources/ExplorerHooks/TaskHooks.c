#include "Hooks.h"

#include <dlfcn.h>
#include <string.h>

// What tells which task and which actor a job runs, and what orders tasks.

typedef struct {
  void *identity;
  uintptr_t implementation;
} Executor;

void sightNoteJob(void) {
  static void *task, *executor;
  void *(*currentTask)(void) = sightNext(&task, "swift_task_getCurrent");
  Executor (*currentExecutor)(void) = sightNext(&executor, "swift_task_getCurrentExecutor");
  if (currentTask != NULL && currentExecutor != NULL) sightRunJob(currentTask(), currentExecutor().identity);
}

/// The one of the schedules.
static Executor ofSchedules;

// MARK: - What the runtime tells the sanitizer

static void order(const void *object, bool acquires) {
  if (sightIsNeeded()) sightOrder(object, (SightOrder){.acquires = acquires, .releases = !acquires, .isCache = true});
}

static void acquireTask(const void *task) { order(task, true); }

/// A task is released where it is enqueued, where it waits for another, and where it completes.
static void releaseTask(const void *task) {
  order(task, false);
  if (!sightDirects() || !sightThread.runsJob || !sightCompletes(HERE)) return;
  sightEndTask(task);
}

void sightSetExecutor(void *identity, uintptr_t implementation) {
#ifdef __linux__
  ofSchedules = (Executor){identity, implementation};
  bool *isEnabled = dlsym(RTLD_DEFAULT, "_swift_tsan_enabled");
  void (**acquire)(const void *) = dlsym(RTLD_DEFAULT, "_swift_tsan_acquire");
  void (**release)(const void *) = dlsym(RTLD_DEFAULT, "_swift_tsan_release");
  // The real sanitizer has its own.
  if (isEnabled == NULL || acquire == NULL || release == NULL || *isEnabled) return;
  *acquire = acquireTask;
  *release = releaseTask;
#endif
}

#if SIGHT_REPLACES

// A task that waits for a continuation is enqueued by whoever resumes it, unless that has happened already.

typedef __attribute__((swiftasynccall)) void Await(
    void *continuation, __attribute__((swift_async_context)) void *context);

WEAK __attribute__((swiftasynccall)) void swift_continuation_await(
    void *continuation, __attribute__((swift_async_context)) void *context) {
  static void *known;
  Await *await = sightNext(&known, "swift_continuation_await");
  if (sightIsNeeded() && sightThread.runsJob) sightGetResults();
  __attribute__((musttail)) return await(continuation, context);
}

/// What a task is created with; the kinds are the runtime's.
typedef struct TaskOption {
  size_t kind;
  const struct TaskOption *next;
} TaskOption;

enum { optionGroup = 1, optionAsyncLet = 2, optionAsyncLetWithBuffer = 3, optionExecutor = 5, optionOwnedExecutor = 6 };

typedef struct {
  void *task, *context;
} Created;

/// A task that has neither a parent nor an executor gets the one of the schedule, on Linux.
WEAK SWIFT Created swift_task_create(
    size_t flags, const TaskOption *options, const void *type, void *function, void *context) {
  REAL(SWIFT Created(size_t, const TaskOption *, const void *, void *, void *), "swift_task_create");
  if (!sightDirects() || sightThread.isInspecting) return real(flags, options, type, function, context);
  for (const TaskOption *option = options; option != NULL; option = option->next) {
    size_t kind = option->kind & 0xFF;
    if (kind == optionGroup || kind == optionAsyncLet || kind == optionAsyncLetWithBuffer || kind == optionExecutor ||
        kind == optionOwnedExecutor) {
      return real(flags, options, type, function, context);
    }
  }
  if (sightOwner(HERE) != sightOwnerProgram) return real(flags, options, type, function, context);
#ifdef __linux__
  struct {
    TaskOption option;
    Executor executor;
  } own = {{optionExecutor, options}, ofSchedules};
  static char nothing;
  SightRequest request = {.call = SightCallTask, .type = "Task", .object = &nothing, .code = HERE};
  if (sightAsk(request) == SightAnswerNot) return real(flags, options, type, function, context);
  Created created = real(flags, &own.option, type, function, context);
  sightAsk((SightRequest){.call = SightCallTaskKnown, .type = "Task", .object = created.task, .code = HERE});
  return created;
#else
  sightUnseen("Task", HERE);
  return real(flags, options, type, function, context);
#endif
}

#ifdef __linux__
#define CANCEL "$sScT6cancelyyF"
SWIFT_HOOK(void, cancelTask, CANCEL, void *task, void *success, void *failure, void *error) {
  REAL(SWIFT void(void *, void *, void *, void *), CANCEL);
  if (sightDirects() && !sightThread.isInspecting && sightOwner(HERE) == sightOwnerProgram) {
    sightAsk((SightRequest){.call = SightCallCancel, .type = "Task", .object = task, .code = HERE});
  }
  real(task, success, failure, error);
}
#endif

/// The runtime prints that a continuation was released and never resumed.
WEAK void swift_reportError(uint32_t flags, const char *message) {
  REAL(void(uint32_t, const char *), "swift_reportError");
  if (!sightDirects() || strstr(message, "leaked its continuation") == NULL) return real(flags, message);
  sightAsk((SightRequest){.call = SightCallMisuse, .type = message, .object = (void *)message});
}

#define GIVES_RESULTS(name)                                                    \
  WEAK void name(void *task, void *error) {                                    \
    static void *known;                                                        \
    if (sightIsNeeded()) sightGiveResults();                                   \
    ((void (*)(void *, void *))sightNext(&known, #name))(task, error);              \
  }

GIVES_RESULTS(swift_continuation_resume)
GIVES_RESULTS(swift_continuation_throwingResume)
GIVES_RESULTS(swift_continuation_throwingResumeWithError)

#endif
