import BluetoothLE
import ControlWire
import RideStore

// Wire form of problems outside the ride.

extension Problem {
  /// The problem of a radio; nil if it works.
  init?(of radio: CentralState, rfkill: Rfkill = Rfkill()) {
    guard let failure = radio.problem else { return nil }
    let code = ProblemCode(rawValue: failure.code.rawValue) ?? .failed
    let detail = failure.detail.map { ProblemDetail.text($0) }
    switch code {
    // The detail is the requested adapter.
    case .adapterMissing: self.init(code, subject: failure.detail)
    // For a missing service, only a failed start adds information.
    case .serviceMissing: self.init(code, detail: failure.isOfServiceStart ? detail : nil)
    case .adapterOff where radio.radio == "bluez":
      // BlueZ reports a block without its kind.
      let reason = rfkill.block ?? (failure.detail == nil ? .switchedOff : .softBlocked)
      self.init(code, subject: radio.adapter?.description, detail: .adapterOff(reason))
    default: self.init(code, detail: detail)
    }
  }
}

extension Problem {
  /// A problem with the store.
  init(_ code: ProblemCode, _ error: StoreError) {
    self.init(code, obstacle: error.obstacle)
  }
}

extension Problem {
  /// The problem of a damaged library that was set aside; nil if there is no such library.
  ///
  /// A library whose rides are still being read comes before the others.
  init?(ofDamage store: RideDatabase) {
    let (files, taken) = (store.damagedFiles, store.takenOver)
    let unread = files.last { file in !taken.contains { $0.path == file } }
    guard let file = unread ?? files.last else { return nil }
    let came = taken.first { $0.path == file }.map { (rides: $0.rides, unread: $0.lost) }
    self.init(.libraryReplaced, subject: file, taken: came)
  }
}
