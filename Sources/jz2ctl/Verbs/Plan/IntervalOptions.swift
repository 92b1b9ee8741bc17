import ArgumentParser
import ControlWire

/// What ends an interval, of which one is given.
struct EndOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ends after this time: 1:00 (minutes and seconds), 1:30:00, 90s, 10m, 1h.", valueName: "time"))
  var timer: DurationArgument?

  @Option(parsing: .unconditional, help: ArgumentHelp("Ends after this distance: 25, 25m, 2.5km.", valueName: "m"))
  var distance: DistanceArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ends at this place on the plan's route; south and west are negative.", valueName: "lat,lon"))
  var location: PlaceArgument?

  @Flag(help: "Ends when you say `jz2ctl done`.")
  var activity = false

  /// How many are given.
  var count: Int {
    [timer != nil, distance != nil, location != nil, activity].count { $0 }
  }

  /// An interval that ends so; nil where nothing is given.
  var interval: PlannedInterval? {
    if let timer { return PlannedInterval(end: .timer, seconds: timer.seconds) }
    if let distance { return PlannedInterval(end: .distance, meters: distance.meters) }
    if let location {
      return PlannedInterval(
        end: .location, latitudeDegrees: location.latitudeDegrees, longitudeDegrees: location.longitudeDegrees)
    }
    return activity ? PlannedInterval(end: .activity) : nil
  }

  func validate() throws {
    if let timer, !(1...86_400).contains(timer.seconds) {
      throw ValidationError("--timer takes 0:01 to 24:00:00.")
    }
    if let distance, !(1...1_000_000).contains(distance.meters) {
      throw ValidationError("--distance takes 1 m to 1000 km.")
    }
  }
}

/// What an interval aims at, and what is said in it.
struct AimOptions: ParsableArguments {
  @Option(help: ArgumentHelp("What to call it.", valueName: "text"))
  var label: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The power, 1 to 3000 W: 150, or 100-200 from one to the other.", valueName: "watts"))
  var watts: WattsSpanArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The power in percent of your FTP: 75, or 50-75 from one to the other.", valueName: "percent"))
  var ftp: PercentSpanArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The heart-rate zone to stay in, 1 to 5; --watts or --ftp is where to begin.", valueName: "number"))
  var zone: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The cadence to turn: 90, or 85-95 for any between; it is shown only.", valueName: "rpm"))
  var cadence: CadenceSpanArgument?

  @Option(help: ArgumentHelp("What to be told, and when: '0:30 Ease off'. Several times, if wanted.", valueName: "cue"))
  var cue: [CueArgument] = []

  /// Whether nothing is given.
  var isEmpty: Bool {
    label == nil && watts == nil && ftp == nil && zone == nil && cadence == nil && cue.isEmpty
  }

  /// Refuses what contradicts itself.
  func check() throws {
    if let label { try ShortText.check("--label", label) }
    guard watts == nil || ftp == nil else { throw ValidationError("--watts and --ftp both say the power; give one.") }
    guard let zone else { return }
    guard (1...5).contains(zone) else { throw ValidationError("--zone takes 1 to 5, not \(zone).") }
    guard watts?.to == nil, ftp?.to == nil else {
      throw ValidationError("With --zone, --watts and --ftp take one power, to begin at.")
    }
  }

  /// The interval with all that.
  func applied(to interval: PlannedInterval) -> PlannedInterval {
    var interval = interval
    interval.label = label
    (interval.watts, interval.toWatts) = (watts?.from, watts?.to)
    (interval.thresholdPercent, interval.toThresholdPercent) = (ftp?.from, ftp?.to)
    interval.zone = zone
    (interval.cadenceFrom, interval.cadenceTo) = (cadence?.range.lowerBound, cadence?.range.upperBound)
    interval.cues = cue.isEmpty ? nil : cue.map(\.cue).sorted { $0.atSeconds < $1.atSeconds }
    return interval
  }
}
