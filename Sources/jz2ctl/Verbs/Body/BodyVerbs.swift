import ArgumentParser

extension VerbFamily {
  static var body: [any ParsableCommand.Type] {
    [TodayCommand.self, HRVCommand.self, SleepCommand.self, LoadCommand.self, HealthCommand.self]
  }
}
