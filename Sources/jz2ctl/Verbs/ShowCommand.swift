import ArgumentParser
import ControlWire

struct ShowCommand: Verb {
  static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a ride over its time.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Flag(help: "Show what befell its links: drops and why, the signal before, the time to return.")
  var link = false

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    if link { return try showLinks(daemon, output) }
    let shown = try daemon.show(ride.text)
    output.answer(
      RideWithSamples(ride: shown.ride, samples: shown.samples),
      text: RideText.shown(shown.ride, samples: shown.samples, localTime: LocalTime.text))
  }

  private func showLinks(_ daemon: some Daemon, _ output: Output) throws(ControlError) {
    let shown = try daemon.links(ride.text)
    output.answer(
      RideWithIncidents(ride: shown.ride, incidents: shown.incidents),
      text: LinkText.shown(shown.ride, shown.incidents, localTime: LocalTime.text))
  }
}

/// A ride in figures and what befell its links, in one object.
struct RideWithIncidents: Encodable {
  let ride: RideSummary
  let incidents: [LinkIncident]

  private enum CodingKeys: CodingKey {
    case incidents
  }

  func encode(to encoder: any Encoder) throws {
    try ride.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(incidents, forKey: .incidents)
  }
}

/// A ride in figures and its seconds, in one object.
struct RideWithSamples: Encodable {
  let ride: RideSummary
  let samples: [SampleRow]

  private enum CodingKeys: CodingKey {
    case samples
  }

  func encode(to encoder: any Encoder) throws {
    try ride.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(samples, forKey: .samples)
  }
}
