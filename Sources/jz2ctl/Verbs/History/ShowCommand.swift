import ArgumentParser
import ControlWire
import RideText

struct ShowCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show what a ride comes to.",
    discussion: "With --json, one object with all that is known of it, its seconds too.")

  @OptionGroup var options: CommonOptions

  @Argument(help: "The ride's number, or 'last'.")
  var ride: RideArgument

  @Flag(help: "Show what befell its links: drops and why, the time to return, how evenly they spoke.")
  var link = false

  @Flag(help: "Show it over its time, in a table.")
  var samples = false

  @Flag(help: "With --samples or --json: the seconds of the whole ride, not as it is cut.")
  var whole = false

  func validate() throws {
    guard !link || !samples else { throw ValidationError("--link and --samples are different views; give one.") }
    guard !whole || samples || (options.json && !link) else {
      throw ValidationError("--whole is about the seconds: give --samples or --json with it.")
    }
  }

  func perform(with daemon: some Daemon, output: Output) throws(ControlError) {
    if link {
      let shown = try daemon.links(ride.text)
      output.answer(
        RideWithLinks(ride: shown.ride, incidents: shown.incidents, intervals: shown.intervals),
        text: LinkText.shown(shown.ride, shown.incidents, shown.intervals, time: .system))
    } else if options.json {
      output.answer(try everything(from: daemon), text: "")
    } else if samples {
      let shown = try daemon.show(ride.text, whole: whole)
      output.answer(Done(), text: SampleText.shown(shown.ride, samples: shown.samples, time: .system))
    } else {
      let reviewed = try daemon.review(ride.text)
      let links = try daemon.links("\(reviewed.ride.id)")
      let text = ReviewText(reviewed: reviewed, incidents: links.incidents, glyphs: .current, time: .system).text
      output.answer(Done(), text: text)
    }
  }

  /// All of one ride: the first answer says which `last` is, the others are of that.
  private func everything(from daemon: some Daemon) throws(ControlError) -> WholeRide {
    let reviewed = try daemon.review(ride.text)
    let name = "\(reviewed.ride.id)"
    let shown = try daemon.show(name, whole: whole)
    let links = try daemon.links(name)
    return WholeRide(
      ride: shown.ride, samples: shown.samples, reviewed: reviewed, incidents: links.incidents,
      intervals: links.intervals)
  }
}

/// All that is known of a ride, in one object.
struct WholeRide: Encodable {
  let ride: RideSummary
  let samples: [SampleRow]
  let reviewed: ReviewedRide
  let incidents: [LinkIncident]
  let intervals: [LinkIntervals]

  private enum CodingKeys: CodingKey {
    case samples, review, laps, events, uploads, incidents, intervals
  }

  func encode(to encoder: any Encoder) throws {
    try ride.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(samples, forKey: .samples)
    try container.encode(reviewed.review, forKey: .review)
    try container.encode(reviewed.laps, forKey: .laps)
    try container.encode(reviewed.events, forKey: .events)
    try container.encode(reviewed.uploads, forKey: .uploads)
    try container.encode(incidents, forKey: .incidents)
    try container.encode(intervals, forKey: .intervals)
  }
}

/// A ride in figures, what befell its links, and how evenly its devices spoke, in one object.
struct RideWithLinks: Encodable {
  let ride: RideSummary
  let incidents: [LinkIncident]
  let intervals: [LinkIntervals]

  private enum CodingKeys: CodingKey {
    case incidents, intervals
  }

  func encode(to encoder: any Encoder) throws {
    try ride.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(incidents, forKey: .incidents)
    try container.encode(intervals, forKey: .intervals)
  }
}
