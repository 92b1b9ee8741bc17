/// For how long a missing device is asked for beside a link that works, and how long that link is then left in peace.
///
/// A connection that is asked for is a scan at full duty for as long as it is pending (Linux: `le_scan_window_connect` equals
/// `le_scan_int_connect`): it takes air from the link, and on a shared antenna from Wi-Fi.
package struct AskingRhythm: Hashable, Sendable {
  package let asking: Duration
  package let rest: Duration

  /// For how long a device counts as just lost: it is asked for most of the time.
  private static let recently = Duration.seconds(120)

  /// The rhythm for a device that has been missing for so long.
  package init(missingFor time: Duration) {
    (asking, rest) = time < Self.recently ? (.seconds(30), .seconds(5)) : (.seconds(15), .seconds(45))
  }
}
