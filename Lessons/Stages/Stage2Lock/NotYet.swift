extension MiniOperation {
  /// Does nothing: the scenario that breaks this stage needs the name, which has no meaning here yet.
  final func addDependency(_ other: MiniOperation) {}
}
