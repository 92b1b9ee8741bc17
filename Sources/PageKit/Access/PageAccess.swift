package import ControlWire
import Locks
import Loop

/// Access to the page: the paired phones, the open pairing, and whether the numbers are public.
package final class PageAccess: Sendable {
  private struct State: Sendable {
    var desk = PairingDesk()
    var kept: KeptAccess
  }

  private let state: Lock<State>
  private let file: AccessFile
  private let clock: Clock

  /// Reads this computer's clock: seconds since 1970, and whether it is synchronised.
  package typealias Clock = @Sendable () -> (seconds: Int, isSynchronised: Bool)

  /// The path of a damaged file of phones that was set aside; nil if there was none.
  package let setAside: String?

  /// - Parameters:
  ///   - file: The file that stores the access.
  ///   - clock: This computer's clock.
  /// - Throws: `phonesNotKept`.
  package init(
    _ file: AccessFile, clock: @escaping Clock = { (WallTime.now.seconds, SystemClock.isSynchronised) }
  ) throws(ControlError) {
    self.file = file
    self.clock = clock
    let (kept, setAside) = try file.read()
    self.setAside = setAside
    state = Lock(State(kept: kept))
  }

  /// Returns the phone with a token; nil if no phone has it.
  func phone(with token: String) -> PairedPhone? { withPhones { $0.phone(with: token) } }

  /// Whether anyone may see the numbers.
  package var isPublic: Bool { state.withLock { $0.kept.isPublic } }

  package var phones: [PairedPhone] { withPhones(\.phones) }

  /// Reads the phone book, after removing phones that have been unused for too long.
  private func withPhones<Value>(_ body: (PhoneBook) -> Value) -> Value {
    let now = clock()
    return state.withLock { state in
      if now.isSynchronised, state.kept.book.removeUnused(at: now.seconds) { try? file.write(state.kept) }
      return body(state.kept.book)
    }
  }

  /// The open pairing; nil if no pairing is open.
  package var pairing: PairingDesk.Open? { state.withLock { $0.desk.open(at: .now) } }

  /// Opens a pairing; replaces one that is open.
  package func openPairing(name: String?) -> PairingDesk.Open {
    var generator = SystemRandomNumberGenerator()
    return state.withLock { $0.desk.begin(name: name, at: .now, using: &generator) }
  }

  /// Whether no phone has ever been paired.
  package var isUnclaimed: Bool { state.withLock { $0.kept.isUnclaimed == true } }

  /// Returns the code of the first pairing, for a page that shows it, and opens a pairing if necessary.
  ///
  /// Nil as soon as any phone has been paired, also if it is revoked later.
  package func firstCode() -> String? {
    var generator = SystemRandomNumberGenerator()
    return state.withLock { state in
      guard state.kept.isUnclaimed == true else { return nil }
      return (state.desk.open(at: .now) ?? state.desk.begin(name: nil, at: .now, using: &generator)).code
    }
  }

  /// Pairs a phone.
  ///
  /// - Parameters:
  ///   - code: The code that the rider typed.
  ///   - name: The name that the phone chose.
  /// - Returns: The phone.
  /// - Throws: `pairingClosed`, `wrongCode`; `phonesNotKept` if the phone cannot be stored, and so is not paired.
  package func pair(_ code: String, name: String) throws -> PairedPhone {
    var generator = SystemRandomNumberGenerator()
    return try state.withLock { state in
      let open: PairingDesk.Open
      do throws(PairingDesk.Refusal) { open = try state.desk.take(code, at: .now) } catch {
        switch error {
        case .closed: throw PageRefusal.pairingClosed
        case .wrong(let left): throw PageRefusal.wrongCode(triesLeft: left)
        }
      }
      var kept = state.kept
      let phone = kept.book.add(name: open.name ?? name, at: clock().seconds, using: &generator)
      kept.isUnclaimed = nil
      try file.write(kept)
      state.kept = kept
      return phone
    }
  }

  /// Records that a phone was seen.
  ///
  /// A failed write is ignored: losing the time does no harm.
  package func see(_ phone: PairedPhone) {
    let now = clock()
    state.withLock { state in
      let isNews = state.kept.book.see(phone.id, at: now.seconds, isSynchronised: now.isSynchronised)
      if isNews { try? file.write(state.kept) }
    }
  }

  /// Revokes a phone by its id or name.
  ///
  /// - Returns: The phone; nil if no phone has this id or name.
  /// - Throws: `phonesNotKept`; then the phone is revoked only until the next start.
  package func revoke(_ idOrName: String) throws(ControlError) -> PairedPhone? {
    try change { $0.book.remove(idOrName) }
  }

  /// Revokes every phone.
  ///
  /// - Throws: As `revoke(_:)`.
  package func revokeAll() throws(ControlError) -> [PairedPhone] {
    try change { $0.book.removeAll() }
  }

  /// Sets whether anyone may see the numbers.
  ///
  /// - Throws: As `revoke(_:)`.
  package func setPublic(_ isPublic: Bool) throws(ControlError) {
    try change { $0.isPublic = isPublic }
  }

  private func change<Value>(_ body: (inout KeptAccess) -> Value) throws(ControlError) -> Value {
    let (value, failure) = state.withLock { state -> (Value, ControlError?) in
      let value = body(&state.kept)
      do throws(ControlError) { try file.write(state.kept) } catch { return (value, error) }
      return (value, nil)
    }
    if let failure { throw failure }
    return value
  }
}
