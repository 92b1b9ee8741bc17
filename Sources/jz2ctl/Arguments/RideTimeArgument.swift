import ArgumentParser

/// A time within a ride as it is typed: `1:23:45`, `23:45` or so many seconds.
struct RideTimeArgument: ExpressibleByArgument, Equatable {
  /// Whole seconds from the ride's beginning.
  let seconds: Int

  init?(argument: String) {
    let words = argument.split(separator: ":", omittingEmptySubsequences: false)
    let parts = words.compactMap { word -> Int? in
      guard (1...7).contains(word.utf8.count) else { return nil }
      return word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(word) : nil
    }
    guard (1...3).contains(parts.count), parts.count == words.count else { return nil }
    // After a colon stand two digits, below 60.
    guard zip(words, parts).dropFirst().allSatisfy({ $0.utf8.count == 2 && $1 < 60 }) else { return nil }
    seconds = parts.reduce(0) { $0 * 60 + $1 }
  }
}
