/// A measure against a radio that does not connect; the raw value is stored with a ride's events, and is the detail of
/// the problem `radioMending`.
///
/// `RadioRemedy` is the request to the radio, with the devices that it concerns.
package enum RadioMeasure: String, Hashable, Sendable, CaseIterable {
  /// The radio forgets the device.
  case forget
  /// The adapter is switched off and on.
  case powerCycle = "power cycle"
}
