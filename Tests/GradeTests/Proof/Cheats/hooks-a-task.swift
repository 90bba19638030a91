// Names a variable of Swift's run time through which tasks are started.

@_silgen_name("swift_task_enqueueGlobal_hook") private func hook()

func cheat(_ step: Step) {
  print(unsafeBitCast(hook as @convention(thin) () -> Void, to: Int.self))
}
