import Explorer

/// The parts of a schedule, explained before the first one is shown.
let howToReadASchedule = """
  A schedule is one order in which the threads' steps run.
  A column is a thread, a row is one of its steps, and time goes down.
  The column 'number' shows the watched value where it has changed.
  ◀ marks the two rows whose order is the cause.
  A preemption: a thread is paused between two steps, and another one runs.
  The word after 'replay' is a token: it reproduces the same schedule.
  Later schedules leave out rows that only read or lock; --verbose shows them.
  """

/// Two threads add one to the same number, without a lock.
let twoAdditions = Scenario("two additions") { stage in
  let number = Shared(0, "number")
  for name in ["A", "B"] {
    stage.thread(name) { number.value += 1 }
  }
  stage.watch("number") { number.value }
  stage.finally { stage.expect(number.value == 2, "both additions count") }
}
