/// How often the two ends of a connection meet, and after how long a silence it is lost.
///
/// Source: Bluetooth Core 5.4, Vol 4, Part E, §7.8.18.
package struct ConnectionParameters: Hashable, Sendable {
  /// The time between two meetings, 7.5 ms…4 s, which the controller chooses within these bounds.
  package var interval: ClosedRange<Duration>
  /// How many meetings the peripheral may sleep through, 0…499.
  package var latency: UInt16
  /// After how long without a word the connection is lost, 100 ms…32 s.
  package var supervisionTimeout: Duration

  package init(interval: ClosedRange<Duration>, latency: UInt16, supervisionTimeout: Duration) {
    self.interval = interval
    self.latency = latency
    self.supervisionTimeout = supervisionTimeout
  }

  /// What a ride's links are to have.
  ///
  /// BlueZ asks for 30–50 ms and a timeout of 0.42 s, so that half a second of Wi-Fi on the same chip ends the link. On the
  /// rig a fade of 2 s costs nothing with 4 s. More would cost: a peripheral that rebooted is asked to connect only once the
  /// timeout has run out, and the rig's trainer advertises again after 4 s.
  package static let riding = ConnectionParameters(
    interval: .milliseconds(20)...(.milliseconds(30)), latency: 0, supervisionTimeout: .seconds(4))

  /// What a link has that needs no haste, or whose device ended it over another interval: the interval that BlueZ asks for
  /// anyway, with the longer timeout.
  ///
  /// A strap sends once a second, from a coin cell.
  package static let unhurried = ConnectionParameters(
    interval: .milliseconds(30)...(.milliseconds(50)), latency: 0, supervisionTimeout: .seconds(4))
}

extension Duration {
  /// How many units of so many microseconds it is, as controllers count.
  func units(ofMicroseconds unit: Int64) -> UInt16 {
    UInt16(clamping: self / .microseconds(unit))
  }
}

extension UInt16 {
  fileprivate init(clamping value: Double) {
    self = value.isFinite ? UInt16(clamping: Int64(value.rounded())) : 0
  }
}
