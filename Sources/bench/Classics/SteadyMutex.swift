import ExplorerStandIns

/// The stand-in, where a search at the platform's lock takes another number of schedules each time.
typealias SteadyMutex = ExplorerStandIns.Mutex
