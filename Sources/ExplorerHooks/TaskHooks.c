#include "Hooks.h"

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

/// A task that has neither a parent nor the engine's executor runs on the platform's threads.
WEAK __attribute__((swiftcall)) Created swift_task_create(
    size_t flags, const TaskOption *options, const void *type, void *function, void *context) {
  static void *known;
  __attribute__((swiftcall)) Created (*real)(size_t, const TaskOption *, const void *, void *, void *) =
      sightNext(&known, "swift_task_create");
  if (sightDirects()) {
    bool follows = false;
    for (const TaskOption *option = options; option != NULL; option = option->next) {
      size_t kind = option->kind & 0xFF;
      follows = follows || kind == optionGroup || kind == optionAsyncLet || kind == optionAsyncLetWithBuffer ||
                kind == optionExecutor || kind == optionOwnedExecutor;
    }
    if (!follows && sightOwner(HERE) == sightOwnerProgram) sightUnseen("Task", HERE);
  }
  return real(flags, options, type, function, context);
}

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
