// Programs that import MiniOperations also get its locks, conditions and clocks.
@_exported import Threading
