import ArgumentParser
import ControlWire
import RideText
import Rides
import TrainerClient

struct PlanAddCommand: Verb {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Add an interval to a plan, or repeat its last intervals.",
    usage: """
      jz2ctl plan add <name> (--timer <time> | --distance <distance> | --location <lat,lon> | --activity) [<options>]
      jz2ctl plan add <name> --repeat <times> [--last <count>]
      """,
    discussion: """
      An interval has one end and at most one target. Without a target, you ride freely.

        jz2ctl plan new mix
        jz2ctl plan add mix --timer 10:00 --percent 50-75 --label 'Warm up'
        jz2ctl plan add mix --timer 20:00 --zone 2 --watts 140 --cadence 85-95
        jz2ctl plan add mix --timer 20:00 --bpm 120-130
        jz2ctl plan add mix --distance 2.5km --watts 180 --cue '0:30 Ease off'
        jz2ctl plan add mix --activity --label 'Drink'

      A place needs a route, which `jz2ctl import ROUTE.gpx --name mix` adds:

        jz2ctl plan add mix --location 'Café' --watts 160

      With --repeat, the interval repeats that many times. With --repeat alone, the single intervals at the end of the \
      plan become a group that repeats; with --last, only that many of them:

        jz2ctl plan add mix --timer 1:00 --percent 105
        jz2ctl plan add mix --timer 1:00 --percent 85
        jz2ctl plan add mix --repeat 4 --last 2
      """)

  @OptionGroup var options: CommonOptions

  var tellsMeasures: Bool { true }

  @Argument(help: "The plan's name.", completion: .ownPlans)
  var name: String

  @OptionGroup var end: EndOptions

  @OptionGroup var aim: AimOptions

  @Option(parsing: .unconditional, help: ArgumentHelp("How many times, \(Limits.repeats.text).", valueName: "times"))
  var `repeat`: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("With --repeat alone: how many of the last single intervals to repeat.", valueName: "count"))
  var last: Int?

  func validate() throws {
    if let times = `repeat` { try Limits.repeats.check("--repeat", times) }
    try checkLast()
    try aim.check()
    switch end.count {
    case 1: break
    case 0 where `repeat` != nil && aim.isEmpty: break
    case 0 where `repeat` != nil:
      throw ValidationError(
        String(localized: "The interval has no end. Add --timer, --distance, --location or --activity."))
    default: throw ValidationError(String(localized: "Give one of --timer, --distance, --location and --activity."))
    }
  }

  private func checkLast() throws {
    guard let last else { return }
    guard last >= 1 else { throw ValidationError(String(localized: "--last takes 1 or more, not \(last).")) }
    guard `repeat` != nil, end.count == 0, aim.isEmpty else {
      throw ValidationError(String(localized: "--last needs --repeat alone, without an interval to add."))
    }
  }

  /// Returns the request for a plan.
  func addition(to name: String) -> AddToPlan {
    AddToPlan(
      name: name, intervals: end.interval.map { [aim.applied(to: $0)] } ?? [], repeats: `repeat`, last: last)
  }

  func perform(with daemon: some DaemonConnection, output: Output) throws(ControlError) {
    let details = try daemon.withPlan(name) { name throws(ControlError) in try daemon.call(addition(to: name)) }
    output.answer(details, text: PlanOverview(details: details, page: .current).text)
  }
}

/// The end of an interval; exactly one option is given.
struct EndOptions: ParsableArguments {
  @Option(
    parsing: .unconditional, help: ArgumentHelp("Ends after this time: \(TypedTime.forms).", valueName: "time"),
    transform: LengthReader("--timer 5:00").wholeSeconds)
  var timer: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Ends after this distance: \(TypedDistance.forms).", valueName: "distance"),
    transform: LengthReader("--distance 500m").meters)
  var distance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ends at this place on the plan's route: coordinates (south and west are negative) or a name in its GPX file.",
      valueName: "lat,lon"))
  var location: LocationArgument?

  @Flag(help: "Ends with `jz2ctl next`.")
  var activity = false

  /// The number of given options.
  var count: Int {
    [timer != nil, distance != nil, location != nil, activity].count { $0 }
  }

  /// An interval with this end; nil if no option is given.
  var interval: PlannedInterval? {
    if let timer { return PlannedInterval(end: .timer, seconds: timer) }
    if let distance { return PlannedInterval(end: .distance, meters: distance) }
    switch location {
    case .place(let place):
      return PlannedInterval(
        end: .location, latitudeDegrees: place.latitudeDegrees, longitudeDegrees: place.longitudeDegrees)
    case .named(let name): return PlannedInterval(end: .location, place: name)
    case nil: break
    }
    return activity ? PlannedInterval(end: .activity) : nil
  }

  func validate() throws {
    if let timer, !Limits.planSeconds.contains(timer) {
      throw ValidationError(String(localized: "--timer takes 0:01 to 24:00:00."))
    }
    if let distance, !Limits.planMeters.contains(distance) {
      throw ValidationError(String(localized: "--distance takes 1 m to 1000 km."))
    }
  }
}

/// The targets, the label and the cues of an interval.
struct AimOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The interval's label.", valueName: "text"))
  var label: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The power, \(Limits.watts.text) W: 150, or 100-200 for a ramp.", valueName: "watts"))
  var watts: WattsSpanArgument?

  @Option(
    name: [.customLong("percent"), .customLong("ftp")], parsing: .unconditional,
    help: ArgumentHelp("The power in percent of your FTP: 75, or 50-75 for a ramp.", valueName: "percent"))
  var percent: PercentSpanArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The heart-rate zone to stay in, \(Limits.zones.text); it starts at --watts or --percent.", valueName: "number"))
  var zone: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The heart rates to stay in, \(Limits.heartRate.text) bpm: 120-130; it starts at --watts or --percent.",
      valueName: "bpm"))
  var bpm: HeartRateRangeArgument?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The cadence to show: 90, or 85-95 for a range.", valueName: "rpm"))
  var cadence: CadenceSpanArgument?

  @Option(
    help: ArgumentHelp(
      "A time in the interval and a text to show then: '0:30 Ease off'. Can be repeated.", valueName: "cue"),
    transform: CueArgument.cue)
  var cue: [PlanCue] = []

  /// Whether no option is given.
  var isEmpty: Bool {
    label == nil && watts == nil && percent == nil && zone == nil && bpm == nil && cadence == nil && cue.isEmpty
  }

  /// Rejects contradictory options.
  func check() throws {
    if let label { try ShortText.check("--label", label) }
    guard watts == nil || percent == nil else {
      throw ValidationError(String(localized: "Give --watts or --percent, not both."))
    }
    guard zone == nil || bpm == nil else { throw ValidationError(String(localized: "Give --zone or --bpm, not both.")) }
    guard zone != nil || bpm != nil else { return }
    if let zone { try Limits.zones.check("--zone", zone) }
    guard watts?.to == nil, percent?.to == nil else {
      throw ValidationError(
        String(localized: "With \(zone == nil ? "--bpm" : "--zone"), give one power to start at: --watts or --percent.")
      )
    }
  }

  /// Returns the interval with the given options applied.
  func applied(to interval: PlannedInterval) -> PlannedInterval {
    var interval = interval
    interval.label = label
    (interval.watts, interval.toWatts) = (watts?.from, watts?.to)
    (interval.thresholdPercent, interval.toThresholdPercent) = (percent?.from, percent?.to)
    interval.zone = zone
    (interval.bpmFrom, interval.bpmTo) = (bpm?.range.lowerBound, bpm?.range.upperBound)
    (interval.cadenceFrom, interval.cadenceTo) = (cadence?.range.lowerBound, cadence?.range.upperBound)
    interval.cues = cue.isEmpty ? nil : cue.sorted { $0.atSeconds < $1.atSeconds }
    return interval
  }
}
