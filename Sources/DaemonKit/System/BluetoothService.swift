package import BluetoothLE
package import ControlWire
import Loop

/// `bluetoothd` as a program: what it does not tell on the bus.
package enum BluetoothService {
  /// Where distributions keep it; it stands outside PATH.
  private static let programs = ["/usr/libexec/bluetooth/bluetoothd", "/usr/lib/bluetooth/bluetoothd"]
  /// It answers in some milliseconds; a Pi that has just booted has more to do.
  private static let patience = Duration.seconds(5)

  /// The version that is installed; nil where no program says.
  package static func version() async -> BlueZVersion? {
    // A thread of its own: the wait for another program is nobody else's.
    let loop = EventLoop(name: "jz2-bluetoothd", pace: .real)
    let version = await Task(executorPreference: loop) {
      programs.lazy.compactMap { ProgramOutput.text(of: $0, ["--version"], within: patience) }
        .compactMap(BlueZVersion.init(text:)).first
    }.value
    await loop.stop()
    return version
  }

  /// What is wrong with a version for a ride; an unknown one is given the benefit of the doubt.
  ///
  /// A ride is tried all the same: an older BlueZ leaves the kind of write to chance, which may be the right one.
  package static func flaw(of version: BlueZVersion?) -> LinkError? {
    guard let version, version < .settingPower else { return nil }
    return LinkError(.serviceOutdated, operation: "attach", detail: "BlueZ \(version)")
  }
}
