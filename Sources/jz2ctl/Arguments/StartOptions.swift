import ArgumentParser
import ControlWire
import RideText
import Rides

/// The options for the kind, the power and the length of a ride.
struct WorkOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The power to hold, \(Limits.watts.text) W; with --zone2, the starting power.", valueName: "watts"),
    transform: Quantity.watts.whole)
  var watts: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How long to ride, in minutes, or as \(TypedTime.forms); pauses do not count.", valueName: "time"),
    transform: LengthReader("--minutes 60", bare: .minutes).minutes)
  var minutes: Double?

  @Flag(help: "Ride until `jz2ctl stop`.")
  var endless = false

  @Option(
    help: ArgumentHelp(
      "The plan to ride, or today or tomorrow for the next workout in your calendar.", valueName: "name"),
    completion: .plansToRide)
  var plan: String?

  @Option(
    help: ArgumentHelp("The road to ride: a GPX file, or a plan with a route.", valueName: "file or plan"),
    completion: .file(extensions: ["gpx"]))
  var route: String?

  @Flag(help: "Control the power by heart rate, to stay in Zone 2.")
  var zone2 = false

  @Flag(help: "Ride without a target: endlessly, or for --minutes.")
  var free = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ride a road with this slope, \(Limits.slopePercent.text) %, without a target power.", valueName: "percent"),
    transform: Quantity.percent.decimal)
  var slope: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Ride with this share of the trainer's greatest resistance, without a target power.", valueName: "percent"),
    transform: Quantity.percent.decimal)
  var resistance: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Warm up first for this time, rising to the power: \(TypedTime.forms).", valueName: "time"),
    transform: LengthReader("--warmup 10min").wholeSeconds)
  var warmup: Int?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Cool down at the end for this time, falling from the power.", valueName: "time"),
    transform: LengthReader("--cooldown 5min").wholeSeconds)
  var cooldown: Int?

  @Option(
    help: ArgumentHelp("Repeat this ride, or last; other options change it.", valueName: "ride"), completion: .rides,
    transform: RideArgument.init(typed:))
  var like: RideArgument?

  /// Combines the options and the words before them into a request.
  ///
  /// - Throws: `ValidationError` for a contradiction, or a value out of range.
  func request(_ words: StartArguments) throws -> RideRequest {
    var request = RideRequest(
      watts: watts, minutes: minutes, endless: endless ? true : nil, free: isFree ? true : nil,
      warmupSeconds: warmup, cooldownSeconds: cooldown, zone2: zone2 ? true : nil)
    (request.slopePercent, request.resistancePercent) = (slope, resistance)
    switch words {
    case .nothing, .last: break
    case .watts(let watts): request.watts = watts
    case .wattsAndMinutes(let watts, let minutes): (request.watts, request.minutes) = (watts, minutes)
    case .day(let day): request.plannedFor = day
    case .plan(let name): request.plan = name
    }
    if let plan {
      request.plannedFor = PlannedDay(rawValue: plan)
      request.plan = request.plannedFor == nil ? plan : nil
    }
    if let route { request.plan = route }
    if zone2, case .plan(let name) = words, HeartRateRangeArgument(argument: name) != nil {
      throw ValidationError(
        String(
          localized: "The range is a setting: `jz2ctl settings --zone2 \(name)`, then `jz2ctl start --zone2`."))
    }
    try checkOnce(words)
    try checkRanges(request)
    try checkKind(request, isAgain: words == .last)
    return request
  }

  /// The GPX file of the road; nil if the road is named as a plan.
  var routeFile: String? {
    route.flatMap { $0.lowercased().hasSuffix(".gpx") || $0.contains("/") ? $0 : nil }
  }

  /// Whether the ride has no target power.
  private var isFree: Bool { free || slope != nil || resistance != nil }

  /// Rejects values that are given twice.
  private func checkOnce(_ words: StartArguments) throws {
    let (hasWatts, hasLength, hasPlan) =
      switch words {
      case .nothing, .last: (false, false, false)
      case .watts: (true, false, false)
      case .wattsAndMinutes: (true, true, false)
      case .day, .plan: (false, false, true)
      }
    guard !hasWatts || watts == nil else { throw ValidationError(String(localized: "Give the watts once.")) }
    let lengths = [hasLength, minutes != nil, endless]
    guard lengths.count(where: { $0 }) <= 1 else {
      throw ValidationError(String(localized: "Give the length once: as minutes, or --endless."))
    }
    guard [hasPlan, plan != nil, route != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError(String(localized: "Give the plan once."))
    }
  }

  private func checkRanges(_ request: RideRequest) throws {
    if let watts = request.watts { try Limits.watts.check("--watts", watts, "W") }
    if let slope { try Limits.slopePercent.check("--slope", slope, "%") }
    if let resistance { try Limits.resistancePercent.check("--resistance", resistance, "%") }
    if let minutes = request.minutes {
      try Limits.minutes.check("--minutes", minutes, "min")
    }
    for (option, seconds) in [("--warmup", request.warmupSeconds), ("--cooldown", request.cooldownSeconds)] {
      guard let seconds, !Limits.rampSeconds.contains(seconds) else { continue }
      let (least, most) = (ClockTime(Limits.rampSeconds.lowerBound), ClockTime(Limits.rampSeconds.upperBound))
      throw ValidationError(String(localized: "\(option) takes \(least) to \(most), not \(ClockTime(seconds))."))
    }
  }

  /// Rejects options of two kinds of rides.
  private func checkKind(_ request: RideRequest, isAgain: Bool) throws {
    let isPlanned = request.plan != nil || request.plannedFor != nil
    guard [isPlanned, zone2, free, slope != nil, resistance != nil].count(where: { $0 }) <= 1 else {
      throw ValidationError(
        String(localized: "Give only one of a plan, --zone2, --free, --slope and --resistance."))
    }
    guard !isPlanned || request.watts == nil && request.minutes == nil && !endless else {
      throw ValidationError(String(localized: "A plan has its own watts and times: leave --watts and --minutes out."))
    }
    guard !isPlanned && !isFree || request.rampSeconds == 0 else {
      throw ValidationError(String(localized: "--warmup and --cooldown need watts or --zone2."))
    }
    guard !isFree || request.watts == nil else {
      let option = slope != nil ? "--slope" : resistance != nil ? "--resistance" : "--free"
      throw ValidationError(String(localized: "\(option) has no target; leave the watts out."))
    }
    guard !isAgain || like == nil else {
      throw ValidationError(String(localized: "Give last or --like, not both."))
    }
    guard !isAgain && like == nil || !isPlanned && !zone2 && !isFree else {
      throw ValidationError(
        String(localized: "\(isAgain ? "last" : "--like") repeats a kind of ride; leave the other kind out."))
    }
  }
}

/// The options for the use of the heart rate in a ride.
struct HeartOptions: ParsableArguments {
  @Flag(
    help: ArgumentHelp("Lower the power while DFA alpha-1 of the heartbeat is below 0.75.", visibility: .hidden))
  var dfa = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Lower the power while the heart rate is above this limit, \(Limits.heartRateCeiling.text).", valueName: "bpm"),
    transform: Quantity.heartRate.whole)
  var maxHeartRate: Int?

  @Flag(name: .customLong("no-heart-rate"), help: "Ride without a strap, even if one is chosen or in range.")
  var withoutHeartRate = false

  /// Adds the options to a request.
  ///
  /// - Throws: `ValidationError` for a contradiction, or a value out of range.
  func fill(_ request: inout RideRequest) throws {
    if let maxHeartRate { try Limits.heartRateCeiling.check("--max-heart-rate", maxHeartRate, Figure.heartRateUnit) }
    let needingStrap = [
      ("--max-heart-rate", maxHeartRate != nil), ("--zone2", request.zone2 == true), ("--dfa", dfa),
    ]
    if withoutHeartRate, let (option, _) = needingStrap.first(where: \.1) {
      throw ValidationError(String(localized: "\(option) needs a strap; leave --no-heart-rate out."))
    }
    request.dfa = dfa ? true : nil
    request.maximumHeartRate = maxHeartRate
    request.heartRate = withoutHeartRate ? false : nil
  }
}
