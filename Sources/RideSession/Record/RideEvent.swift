/// Something that happened in a ride, kept beside its rows.
package struct RideEvent: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The first pedal stroke: the ride's start.
    case started
    /// Another target was acknowledged; `detail` is the watts.
    case target
    /// The rider paused.
    case paused
    /// The timer runs again.
    case resumed
    /// The trainer's link was lost; `detail` is the reason's code.
    case trainerLost
    /// The trainer is in control again and its target restored.
    case trainerRestored
    /// The strap's link was lost; `detail` is the reason's code.
    case strapLost
    /// The strap notifies again.
    case strapRestored
    /// Nobody pedals: the timer stands until somebody does.
    case autoPaused
    /// The daemon was gone from `at` on until it says `continued`.
    case interrupted
    /// The ride goes on in another process.
    case continued
    /// The device is linked and says nothing; `detail` is its role.
    case silent
    /// The trainer acknowledged a target and does not hold it; `detail` is the watts.
    case unconfirmed
    /// Cadence collapsed under load and the target was released; `detail` is the watts of the floor.
    case released
    /// The legs are back and the target is being restored.
    case restored
    /// The heart rate was above its ceiling and the target was eased; `detail` is the watts.
    case eased
    /// A measure against a radio that does not connect; `detail` names it.
    case remedy
    /// A request of the ride was refused by the trainer; `detail` says which and how.
    case refused
    /// An interval of the plan begins; `detail` is its number and label: `3 Over`.
    case interval
    /// An interval is over; `detail` is its number and what ended it: `3 timer`, or `distance`, `location`, `activity`,
    /// `skipped`, `left` for the one before.
    case intervalEnded
    /// The last interval of the plan is over.
    case planEnded
    /// The heart rate is not known any more and the watts that it steered were eased; `detail` is the watts.
    case steeringEased
    /// The heart rate steers again.
    case steeringReturned
    /// DFA alpha-1 stayed low and the target was eased; `detail` is the watts.
    case alpha1Eased
    /// The plan's watts were raised or lowered as a whole; `detail` is by how many percent in all: `-5`.
    case biased
    /// The interval was made longer; `detail` is its number and by how much: `3 60 s`, `3 500 m`.
    case extended
    /// The interval got another label; `detail` is its number and the label: `3 Last one`.
    case labelled
    /// The ride ended; `detail` is why: `time`, `plan`, `stop`, `idle`, `trainer away`, `recovered`.
    case ended
  }

  /// When, as time since the ride's start.
  package var at: Duration
  package var kind: Kind
  package var detail: String?
  /// The link's signal strength when it was last measured, in dBm; of a lost link, where the radio permits.
  package var signalDBm: Int?

  package init(at: Duration, kind: Kind, detail: String? = nil, signalDBm: Int? = nil) {
    self.at = at
    self.kind = kind
    self.detail = detail
    self.signalDBm = signalDBm
  }
}
