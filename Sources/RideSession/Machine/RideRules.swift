/// How patient a ride is; what an administrator may set.
package struct RideRules: Hashable, Sendable {
  /// No pedalling for so long pauses the timer; nil where it never does.
  package var autoPause: Duration? = .seconds(5)
  /// A ride is finished as it stands after so long without its trainer.
  package var giveUp = Duration.seconds(30 * 60)

  package init() {}
}
