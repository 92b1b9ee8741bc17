import BluetoothLE
import ControlWire
import RideStore

/// Which device of a kind a ride takes.
enum DeviceChoice: Hashable, Sendable {
  /// This one, and why.
  case device(DeviceAddress, name: String?, RiddenDevice.Reason)
  /// One of these, which nobody can tell.
  case several([Advertisement])
  /// There is none.
  case nothing
}

extension DeviceChoice {
  /// Chooses among those that are in the air.
  ///
  /// - Parameters:
  ///   - kind: What is wanted.
  ///   - heard: What is in the air; of no account where `use` chose a device.
  ///   - known: The devices that were chosen at some time.
  init(of kind: DeviceRole, heard: some Sequence<Advertisement>, known: [KnownDevice]) {
    if let chosen = known.first(where: { $0.isChosen && $0.kind == kind }) {
      self = .device(chosen.address, name: chosen.name, .chosen)
      return
    }
    let candidates = heard.filter { $0.kind == kind }
    let familiar = candidates.filter { candidate in known.contains { $0.address == candidate.address } }
    let pool = Self.best(of: familiar.isEmpty ? candidates : familiar)
    let reason: RiddenDevice.Reason = familiar.count == candidates.count || familiar.isEmpty ? .onlyOne : .onlyKnown
    switch pool.count {
    case 0: self = .nothing
    case 1: self = .device(pool[0].address, name: pool[0].name, reason)
    default: self = .several(pool)
    }
  }

  /// What names only Cycling Power may be a pair of pedals, and counts where nothing names Fitness Machine.
  private static func best(of candidates: [Advertisement]) -> [Advertisement] {
    let trainers = candidates.filter { $0.names(.fitnessMachine) }
    return trainers.isEmpty ? candidates : trainers
  }
}
