/// The time limits of the tests, in real time.
///
/// A limit only decides how long a test that has failed already waits before it says so. Each is at least 30 times as long
/// as what it limits takes on an idle computer, so that a busy one does not reach it.
public enum TestDeadline {
  /// For one event.
  ///
  /// It may be a reply, the end of a program, or a few seconds of a ride; up to 6 s on an idle computer.
  public static let event = Duration.seconds(180)
  /// The same in milliseconds, for poll(2).
  public static let eventMilliseconds: Int32 = 180_000
  /// For one test, in minutes.
  ///
  /// A test may take up to 20 s on an idle computer.
  public static let testMinutes = 10
}
