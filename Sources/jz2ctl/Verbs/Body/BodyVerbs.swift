import ArgumentParser

extension VerbFamily {
  static var body: [any ParsableCommand.Type] {
    [HRVCommand.self, SleepCommand.self, HealthCommand.self]
  }
}
