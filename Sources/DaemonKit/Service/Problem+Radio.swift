import BluetoothLE
import ControlWire

extension Problem {
  /// What keeps a radio from working, in the usual words; nil where nothing does.
  init?(of radio: CentralState, rfkill: Rfkill = Rfkill()) {
    guard let failure = radio.problem else { return nil }
    let code = ProblemCode(rawValue: failure.code.rawValue) ?? .failed
    switch code {
    // The detail is the adapter that was asked for.
    case .adapterMissing: self.init(code, subject: failure.detail)
    case .adapterOff where radio.radio == "bluez":
      // What BlueZ says of a block, it says without the kind.
      let reason = rfkill.block ?? (failure.detail == nil ? .switchedOff : .softBlocked)
      self.init(code, subject: radio.adapter?.description, detail: reason.rawValue)
    default: self.init(code, detail: failure.detail)
    }
  }
}
