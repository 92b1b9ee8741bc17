internal import Rides

extension RideInterval {
  /// Reads an interval as `JSONWriter.append(membersOf:)` writes it.
  ///
  /// - Throws: `malformed` if the measure of its end is missing, or half of a range.
  init(_ json: inout JSONReader) throws(FileFault) {
    let start = json.position
    var draft = Draft()
    try json.object { (json, key) throws(FileFault) in try draft.take(key, &json) }
    guard let end = draft.end, let aim = draft.aim, let cadence = draft.cadence else {
      throw json.fault(.malformed, at: start, "an interval without all of its numbers")
    }
    self.init(label: draft.label, end: end, aim: aim, cadence: cadence.range, cues: draft.cues)
  }

  /// An interval that is being read.
  private struct Draft {
    /// A range of which both bounds are there, or none.
    struct Bounds {
      let range: ClosedRange<Int>?
    }

    var label: String?
    var cues: [PlanCue] = []
    private var kind: IntervalEndKind?
    private var numbers: [String: Int] = [:]
    private var meters: Double?
    private var latitude: Double?
    private var longitude: Double?
    private var isStartPlanned = false

    mutating func take(_ key: String, _ json: inout JSONReader) throws(FileFault) {
      switch key {
      case "label": label = try json.string()
      case "end": kind = try json.word(IntervalEndKind.init)
      case "meters": meters = try json.number()
      case "latitudeDegrees": latitude = try json.number()
      case "longitudeDegrees": longitude = try json.number()
      case "startPlanned": isStartPlanned = try json.flag()
      case "seconds", "watts", "toWatts", "zone", "bpmFrom", "bpmTo", "leastWatts", "mostWatts", "cadenceFrom",
        "cadenceTo":
        numbers[key] = try json.integer(in: 0...RideLimits.number)
      case "cues":
        cues = []
        try json.array { (json) throws(FileFault) in cues.append(try PlanCue(&json)) }
      default: try json.skip()
      }
    }

    /// Nil if its measure is missing.
    var end: IntervalEnd? {
      switch kind {
      case .timer: numbers["seconds"].map { .timer(seconds: $0) }
      case .distance: meters.map { .distance(meters: $0) }
      case .location:
        if let latitude, let longitude {
          .location(Place(latitudeDegrees: latitude, longitudeDegrees: longitude))
        } else {
          nil
        }
      case .activity: .activity
      case nil: nil
      }
    }

    /// Nil if a number of it is missing.
    var aim: IntervalAim? {
      guard let heartRates = bounds("bpmFrom", "bpmTo") else { return nil }
      guard let beatsPerMinute = heartRates.range else {
        guard let from = numbers["watts"] else { return .free }
        return numbers["toWatts"].map { .ramp(fromWatts: from, toWatts: $0) } ?? .hold(watts: from)
      }
      guard let start = numbers["watts"], let watts = bounds("leastWatts", "mostWatts")?.range else { return nil }
      return .heartRate(
        HeartRateTarget(
          zone: numbers["zone"], beatsPerMinute: beatsPerMinute,
          start: isStartPlanned ? .planned(watts: start) : .usual(watts: start), watts: watts))
    }

    var cadence: Bounds? { bounds("cadenceFrom", "cadenceTo") }

    /// Nil if only one of them is there, or they are the wrong way round.
    private func bounds(_ from: String, _ to: String) -> Bounds? {
      switch (numbers[from], numbers[to]) {
      case (nil, nil): Bounds(range: nil)
      case (let from?, let to?) where from <= to: Bounds(range: from...to)
      default: nil
      }
    }
  }
}

extension PlanCue {
  fileprivate init(_ json: inout JSONReader) throws(FileFault) {
    self.init(atSeconds: 0, text: "")
    try json.object { (json, key) throws(FileFault) in
      switch key {
      case "atSeconds": atSeconds = try json.integer(in: 0...RideLimits.number)
      case "seconds": seconds = try json.integer(in: 0...RideLimits.number)
      case "text": text = try json.string()
      default: try json.skip()
      }
    }
  }
}
