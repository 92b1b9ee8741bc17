package import BluetoothLE
package import RideTerms

/// Something that happened in a ride, kept beside its rows.
package struct RideEvent: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    /// The first pedal stroke: the ride's start.
    case started
    /// The trainer acknowledged another target.
    case target(watts: Int)
    /// The rider paused.
    case paused
    /// The timer runs again.
    case resumed
    case trainerLost(LinkError.Code)
    /// The trainer is in control again and its target restored.
    case trainerRestored
    case strapLost(LinkError.Code)
    /// The strap notifies again.
    case strapRestored
    /// Auto-pause: nobody pedals.
    case autoPaused
    /// The daemon was gone, from `at` until `continued`.
    case interrupted
    /// Another process has resumed the ride.
    case continued
    /// The device is linked and sends nothing.
    case silent(DeviceRole)
    /// The trainer acknowledged a target and does not hold it.
    case unconfirmed(watts: Int)
    /// The spiral of death guard released the target.
    case released(floorWatts: Int)
    /// The legs have recovered and the target is being restored.
    case restored
    /// The heart-rate ceiling changed the target; the watts that are left, nil while riding is free.
    case eased(watts: Int?)
    /// A measure against a radio that does not connect.
    case remedy(Remedy)
    /// The trainer refused a request; the text says which and how.
    case refused(String)
    /// An interval of the workout begins.
    case interval(number: Int, label: String?)
    case intervalEnded(number: Int, by: Trigger)
    /// The last interval of the workout is over.
    case planEnded
    /// The heart rate is no longer known, and the watts that it steered were eased.
    case steeringEased(watts: Int)
    /// The heart rate steers again.
    case steeringReturned
    /// The guard of DFA alpha-1 changed the target; the watts that are left, nil while riding is free.
    case alpha1Eased(watts: Int?)
    /// All watts of the workout are raised by so many percent in all.
    case biased(percent: Int)
    case extended(number: Int, by: Extension)
    case labelled(number: Int, label: String)
    case ended(EndReason)
    /// A stored event whose detail this version cannot read.
    case unread(Name, detail: String?)
  }

  /// The event that ended an interval.
  package enum Trigger: String, Hashable, Sendable, CaseIterable {
    case timer
    case distance
    case location
    /// The rider's `Done`.
    case activity
    case skipped
    /// The rider went back.
    case left
  }

  /// The length that was added to an interval.
  package enum Extension: Hashable, Sendable {
    case seconds(Int)
    case meters(Int)
  }

  /// A measure against a radio that does not connect; the raw value is its name for people.
  package enum Remedy: String, Hashable, Sendable, CaseIterable {
    /// The radio forgot the device.
    case forget
    /// The adapter was switched off and on.
    case powerCycle = "power cycle"
  }

  /// Why a ride ended; the raw value is its name for people.
  package enum EndReason: String, Hashable, Sendable, CaseIterable {
    /// The timer has run for the planned time.
    case time
    /// A workout without a planned time is over.
    case plan
    case stop
    /// Nobody pedalled for too long.
    case idle
    /// The trainer was gone for too long.
    case trainerAway = "trainer away"
    /// A former process left the ride, and it was too old to be resumed.
    case recovered
    /// The capture that is being replayed has no more.
    case captureEnded = "the capture ended"
  }

  /// When, as time since the ride's start.
  package var at: Duration
  package var kind: Kind
  /// The signal strength of the link when it was last measured, in dBm; only of a lost link, if the radio reports it.
  package var signalDBm: Int?

  package init(at: Duration, kind: Kind, signalDBm: Int? = nil) {
    self.at = at
    self.kind = kind
    self.signalDBm = signalDBm
  }
}
