import Rides

/// The one pairing that may be open: a code that the rider reads on the Pi and types on the phone.
///
/// A code is good for five minutes, and for five tries over all who try, so that guessing it is worth nothing.
package struct PairingDesk: Hashable, Sendable {
  /// How long a code is good.
  package static let lasting = Duration.seconds(60 * Limits.pairingMinutes)
  /// How often it may be typed.
  package static let tries = Limits.pairingTries

  /// A pairing that is open.
  package struct Open: Hashable, Sendable {
    /// Six digits.
    package let code: String
    /// The name that the phone gets; nil for the one that it gives itself.
    package let name: String?
    package fileprivate(set) var triesLeft = PairingDesk.tries
    fileprivate let deadline: ContinuousClock.Instant

    /// How long the code is still good.
    package func left(at now: ContinuousClock.Instant) -> Duration { max(.zero, now.duration(to: deadline)) }
  }

  /// Why a code pairs nobody.
  package enum Refusal: Hashable, Sendable {
    /// No pairing is open: none was begun, its time is over, or it was tried too often.
    case closed
    /// The code is another one; so many tries are left.
    case wrong(triesLeft: Int)
  }

  private var pairing: Open?

  package init() {}

  /// The pairing that is open at a time; nil if none is.
  package mutating func open(at now: ContinuousClock.Instant) -> Open? {
    if let pairing, pairing.deadline <= now { self.pairing = nil }
    return pairing
  }

  /// Opens a pairing, in place of one that is open.
  ///
  /// - Parameters:
  ///   - name: The name that the phone gets; nil for the one that it gives itself.
  ///   - now: The time.
  ///   - generator: What the code is drawn from.
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

  /// Takes a code that somebody typed; the right one closes the pairing.
  ///
  /// - Returns: The pairing.
  /// - Throws: Why the code pairs nobody.
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
  /// Whether two texts are the same, in a time that tells nothing about where they differ.
  func isEqualInConstantTime(to other: String) -> Bool {
    let (left, right) = (Array(utf8), Array(other.utf8))
    guard left.count == right.count else { return false }
    return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
