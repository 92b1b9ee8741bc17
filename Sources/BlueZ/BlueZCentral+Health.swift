import BluetoothLE
import DBus
import EventLoop
import HCI

/// A controller that answers its commands no more.
///
/// BlueZ knows nothing of it: it keeps a request to connect for 40 s, as if the device were away.
extension BlueZCentral {
  /// The error of whoever needs the adapter that `path` belongs to; nil while it works, as far as is known.
  func stuckError(_ path: ObjectPath, _ operation: String) -> LinkError? {
    guard let number = path.controllerNumber, health.stuckSince(number) != nil else { return nil }
    return LinkError(.adapterStuck, operation: operation, detail: path.adapter.text)
  }

  /// Looks when the next proof could be complete; one look is under way at the most.
  func watchHealth() {
    guard healthTimer == nil, let deadline = health.deadline else { return }
    healthTimer = loop.schedule(at: deadline) { [weak self] in self?.assumeIsolated { $0.judgeHealth() } }
  }

  private func judgeHealth() {
    healthTimer = nil
    // After a pause of this process the answer lies in the socket.
    controllers?.catchUp()
    for number in health.proven(at: loop.now) { controllerStuck(number) }
    watchHealth()
  }

  /// Ends the links on which nothing has come since the command that was not answered, and lets who connects know.
  func controllerStuck(_ number: UInt16) {
    guard let since = health.stuckSince(number) else { return }
    for (path, link) in links where path.controllerNumber == number {
      guard heardAt[path].map({ $0 <= since }) ?? true, let error = stuckError(path, "link") else { continue }
      leaving.insert(path)
      end(link, error)
    }
    review()
  }
}
