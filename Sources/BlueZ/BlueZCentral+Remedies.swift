package import BluetoothLE
import DBus
import EventLoop

extension BlueZCentral {
  /// Returns when BlueZ has an adapter that is on, or that can be switched on.
  package func whenUsable() async throws(LinkError) {
    try await wait("wait for the radio", within: nil) { central -> Result<Void, LinkError>? in
      guard central.problem == nil, let path = central.tree.chosenAdapter(central.askedAdapter) else { return nil }
      return central.tree.adapter(path)?.isBlocked == false ? .success(()) : nil
    }
  }

  package func apply(_ remedy: RadioRemedy) async throws(LinkError) {
    throw LinkError(.busy, operation: "remedy")
  }
}
