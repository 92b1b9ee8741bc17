/// How patient a ride is; what an administrator may set.
package struct RideRules: Hashable, Sendable {
  /// No pedalling for so long pauses the timer; nil where it never does.
  package var autoPause: Duration? = .seconds(5)
  /// A ride is finished as it stands after so long without its trainer.
  package var giveUp = Duration.seconds(30 * 60)
  /// A ride that nobody pedals is finished after so long without a pedal stroke; nil where it never is.
  ///
  /// It ends for its rider with the last stroke. A pause that the rider asked for is no reason, and a trainer that is gone is
  /// `giveUp`'s.
  package var finishAfter: Duration? = .seconds(15 * 60)

  package init() {}
}
