/// The time limits of the tests, in real time.
///
/// A limit only decides how long a failed test waits before it reports the failure. Each is at least 30 times the
/// duration on an idle computer, so that a busy computer does not reach it.
public enum TestDeadline {
  /// For one event.
  ///
  /// An event is a reply, the end of a program, or a few seconds of a ride; it takes up to 6 s on an idle computer.
  public static let event = Duration.seconds(180)
  /// The same in milliseconds, for poll(2).
  public static let eventMilliseconds: Int32 = 180_000
  /// For one test, in minutes.
  ///
  /// A test may take up to 20 s on an idle computer.
  public static let testMinutes = 10
}
