import Rides

/// The pairing process.
///
/// At most one pairing is open: the rider reads its code on the Pi and types it on the phone.
///
/// A code is valid for five minutes, and for five attempts by all phones together, so guessing it is hopeless.
package struct PairingDesk: Hashable, Sendable {
  /// How long a code is valid.
  package static let lasting = Duration.seconds(60 * Limits.pairingMinutes)
  /// How many attempts a code allows.
  package static let tries = Limits.pairingTries

  /// An open pairing.
  package struct Open: Hashable, Sendable {
    /// Six digits.
    package let code: String
    /// The phone's name; nil if the phone chooses its own.
    package let name: String?
    package fileprivate(set) var triesLeft = PairingDesk.tries
    fileprivate let deadline: ContinuousClock.Instant

    /// How long the code remains valid.
    package func left(at now: ContinuousClock.Instant) -> Duration { max(.zero, now.duration(to: deadline)) }
  }

  /// The reason why a code does not pair a phone.
  package enum Refusal: Hashable, Sendable {
    /// No pairing is open: it was never opened, has expired, or ran out of attempts.
    case closed
    /// The code is wrong.
    case wrong(triesLeft: Int)
  }

  private var pairing: Open?

  package init() {}

  /// Returns the pairing that is open at a time; nil if no pairing is open.
  package mutating func open(at now: ContinuousClock.Instant) -> Open? {
    if let pairing, pairing.deadline <= now { self.pairing = nil }
    return pairing
  }

  /// Opens a pairing; replaces one that is open.
  ///
  /// - Parameters:
  ///   - name: The phone's name; nil if the phone chooses its own.
  ///   - now: The time.
  ///   - generator: The source of the code.
  /// - Returns: The pairing.
  package mutating func begin(
    name: String?, at now: ContinuousClock.Instant, using generator: inout some RandomNumberGenerator
  ) -> Open {
    let digits = String(Int.random(in: 0..<1_000_000, using: &generator))
    let open = Open(
      code: String(repeating: "0", count: 6 - digits.count) + digits, name: name, deadline: now + Self.lasting)
    pairing = open
    return open
  }

  /// Checks a code that a phone sent; the right one closes the pairing.
  ///
  /// - Returns: The pairing.
  /// - Throws: The reason why the code does not pair a phone.
  package mutating func take(_ code: String, at now: ContinuousClock.Instant) throws(Refusal) -> Open {
    guard var open = open(at: now) else { throw .closed }
    guard code.isEqualInConstantTime(to: open.code) else {
      open.triesLeft -= 1
      pairing = open.triesLeft > 0 ? open : nil
      throw .wrong(triesLeft: open.triesLeft)
    }
    pairing = nil
    return open
  }
}

extension PairingDesk.Refusal: Error {}

extension String {
  /// Whether two texts are the same, in a time that does not depend on where they differ.
  func isEqualInConstantTime(to other: String) -> Bool {
    let (left, right) = (Array(utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
