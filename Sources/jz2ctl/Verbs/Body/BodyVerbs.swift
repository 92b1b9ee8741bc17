import ArgumentParser

extension VerbFamily {
  static var body: [any ParsableCommand.Type] {
    [HRVCommand.self, HealthCommand.self]
  }
}
