import Rides

// Messages about plans and their files.

extension ControlError {
  /// The detail of `planReadOnly` for a workout of the package.
  package static let ofPackage = "package"

  /// The explanation of a refusal that concerns a plan.
  var planExplanation: Explanation {
    switch code {
    case .unknownPlan:
      Explanation(
        subject == nil ? "There is no plan of that name." : "There is no plan \(subject ?? "").",
        remedy: detail == nil
          ? "See your plans: `jz2ctl plans`; deleted plans: `jz2ctl plans --deleted`."
          : "Did you mean \(detail ?? "")? See your plans: `jz2ctl plans`; deleted plans: `jz2ctl plans --deleted`.")
    case .duplicatePlan:
      Explanation(
        subject == nil ? "A plan of that name already exists." : "The plan \(subject ?? "") already exists.",
        remedy: "Choose another name, or rename the existing plan: "
          + "`jz2ctl plan rename \((subject ?? "NAME").shellWord) NEW`. "
          + "To replace it with a file, use `jz2ctl import FILE --replace`.")
    case .planInUse:
      Explanation(
        "\(PlanFault.name(subject)) is being ridden.",
        remedy: "Change it after the ride; during the ride use `next`, `back`, `extend` and `bias`.")
    case .planReadOnly:
      Explanation(
        detail == Self.ofPackage
          ? "\(PlanFault.name(subject)) is part of jz2 and cannot be changed."
          : "\(PlanFault.name(subject)) comes from your calendar and can be changed only there.",
        remedy: "Copy it, and change the copy: `jz2ctl plan copy \((subject ?? "NAME").shellWord) NEW`.")
    case .badPlan:
      planFault?.explanation(of: subject)
        ?? Explanation("The plan cannot be ridden\(bracket(detail)).", remedy: "Look at it: `jz2ctl plan show NAME`.")
    case .noPlannedWorkout:
      plannedAbsence?.explanation
        ?? Explanation(
          "There is no planned workout to ride\(bracket(subject)).", remedy: "See all plans: `jz2ctl plans --all`.")
    case .notExtensible:
      Explanation(
        "\(intervalName) cannot be made longer or shorter that way.",
        remedy:
          "Use `jz2ctl extend 2:00` in an interval by time, and `jz2ctl extend 500m` in one by distance, "
          + "up to \(PlanFault.mostHours) hours or \(PlanFault.mostKilometers) km.")
    case .notAwaited:
      Explanation(
        "\(intervalName) ends by itself.",
        remedy: "To leave it, use `jz2ctl next`.")
    case .intervalPassed:
      Explanation(
        "\(intervalName) is not ridden any more, so nothing was changed.", remedy: "If you still want it, repeat it.")
    default:
      Explanation(
        "This ride has no intervals.",
        remedy: "Change the power with `jz2ctl watts W`; end the ride with `jz2ctl stop`.")
    }
  }

  private var intervalName: String {
    subject.map { String(localized: "Interval \($0)") } ?? String(localized: "The interval")
  }
}

extension PlannedAbsence {
  fileprivate var explanation: Explanation {
    switch cause {
    case .noService:
      Explanation(
        "No calendar has sent workouts yet.", remedy: "Connect intervals.icu: `jz2ctl connect intervals`.")
    case .notFetched:
      Explanation(
        fetched == nil
          ? "The workouts for \(day) are unknown."
          : "The workouts for \(day) are unknown: your calendar was last read \(Self.moment(fetched ?? "")).",
        remedy: "Read your calendar now: `jz2ctl sync now`.")
    case .none:
      Explanation(
        "Your calendar has no workout for \(day).",
        remedy: "Plan one there and read it with `jz2ctl sync now`, or ride without a plan: `jz2ctl start 150 60`.")
    case .allRidden:
      Explanation(
        plans.count == 1
          ? "You have already ridden the workout for \(day): \(plans.joined(separator: ", "))."
          : "You have already ridden all workouts for \(day): \(plans.joined(separator: ", ")).",
        remedy: "Ride one again: `jz2ctl start --plan \((plans.first ?? "NAME").shellWord)`.")
    }
  }

  /// Returns `on 2026-11-24 at 06:45 UTC`; the reader's machine may be in another time zone than the rider.
  private static func moment(_ rfc3339: String) -> String {
    let parts = rfc3339.split(separator: "T")
    guard parts.count == 2 else { return rfc3339 }
    return String(localized: "on \(parts[0]) at \(parts[1].prefix(5)) UTC")
  }
}

extension PlanFault {
  /// Returns the explanation; `plan` is the plan's name, or its file's.
  func explanation(of plan: String?) -> Explanation {
    switch code {
    case .empty, .zeroLength, .tooLong, .repeatsOutOfRange, .tooManyIntervals, .badText, .tooManyCues, .contradictory,
      .nothingToRepeat:
      shapeExplanation(Self.name(plan))
    case .powerOutOfRange, .unknownZone, .heartRateOutOfRange, .cadenceOutOfRange, .noThreshold, .noStartWatts,
      .noHeartRate, .noZones:
      targetExplanation(Self.name(plan))
    case .badPlace, .noRoute, .farFromRoute, .unknownPlace: placeExplanation(plan)
    case .notText, .unknownEncoding, .malformed, .forbidden, .unknownWord, .notExpressible, .tooLarge, .tooManyParts,
      .unsupported, .formatWantsThreshold, .routeWantsPlan:
      fileExplanation(plan)
    }
  }

  fileprivate static func name(_ plan: String?) -> String {
    plan.map { String(localized: "The plan \($0)") } ?? String(localized: "The plan")
  }

  fileprivate static let mostHours = Limits.planSeconds.upperBound / 3600
  fileprivate static let mostKilometers = Int(Limits.planMeters.upperBound) / 1000

  /// The known place and detail, such as ` (line 17: 0 s)`; empty without both.
  private var known: String {
    let place = line.map { String(localized: "line \($0)") } ?? interval.map { String(localized: "interval \($0)") }
    let parts = [place, detail.isEmpty ? nil : said].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ": ")))"
  }

  /// The detail; for a setting that zones lack, its name.
  private var said: String {
    guard code == .noZones else { return detail }
    return switch ZoneSetting(rawValue: detail) {
    case .maximumHeartRate: String(localized: "maximum heart rate")
    case .restingHeartRate: String(localized: "resting heart rate")
    case .thresholdHeartRate: String(localized: "threshold heart rate")
    case nil: detail
    }
  }

  private var isOfCue: Bool { detail == "cue" }

  private func shapeExplanation(_ plan: String) -> Explanation {
    switch code {
    case .empty:
      Explanation(
        "\(plan) is empty\(known).",
        remedy: "Add an interval: `jz2ctl plan add NAME --timer 10:00 --watts 150`.")
    case .zeroLength:
      Explanation(
        isOfCue
          ? "\(plan) has a cue without a duration\(known)." : "\(plan) has an interval without a length\(known).",
        remedy: "Give it at least a second or a metre.")
    case .tooLong:
      Explanation(
        "\(plan) is too long\(known).",
        remedy: "A plan has \(Self.mostHours) hours at most, and an interval \(Self.mostKilometers) km.")
    case .repeatsOutOfRange:
      Explanation(
        "\(plan) repeats a group too few or too many times\(known).",
        remedy: "Repeat it \(Limits.repeats.words) times.")
    case .tooManyIntervals:
      Explanation(
        "\(plan) has too many intervals\(known).",
        remedy: "A plan has \(Limits.intervals) intervals at most, including repetitions.")
    case .tooManyCues:
      Explanation(
        "\(plan) has too many cues\(known).",
        remedy:
          "An interval has \(Limits.cues) cues at most, and a plan a million characters of them, "
          + "including repetitions.")
    case .contradictory:
      Explanation(
        "\(plan) has an interval that contradicts itself\(known).",
        remedy: "An interval has one end (timer, distance, location or activity) and one target.")
    case .nothingToRepeat:
      Explanation(
        "\(plan) ends with too few single intervals\(known).",
        remedy: "Add the intervals first; those in a group are repeated already: `jz2ctl plan show NAME`.")
    default:
      Explanation(
        "\(plan) has a text that is empty or too long\(known).",
        remedy: "Names and labels have \(Limits.nameLength) characters at most, other texts \(Limits.textLength).")
    }
  }

  private func targetExplanation(_ plan: String) -> Explanation {
    switch code {
    case .powerOutOfRange:
      Explanation("\(plan) asks for a power that no trainer can hold\(known).", remedy: "Use \(Limits.watts.words) W.")
    case .unknownZone:
      Explanation(
        "\(plan) asks for a zone that does not exist\(known).", remedy: "Use a zone from \(Limits.zones.words).")
    case .heartRateOutOfRange:
      Explanation(
        "\(plan) asks for an impossible heart rate\(known).", remedy: "Use \(Limits.heartRate.words) bpm.")
    case .cadenceOutOfRange:
      Explanation(
        "\(plan) asks for an impossible cadence\(known).", remedy: "Use \(Limits.cadenceRpm.words) rpm.")
    case .noThreshold:
      Explanation(
        "\(plan) has power in percent, but your FTP is not set\(known).",
        remedy: "Set it: `jz2ctl settings --ftp WATTS`; or test it: `jz2ctl start ramp-test`.")
    case .noStartWatts:
      Explanation(
        "Your power at that heart rate is unknown so far\(known).", remedy: "\(startRemedy)")
    case .noHeartRate:
      Explanation(
        "This ride is steered by heart rate, but has no strap\(known).",
        remedy: "Put the strap on and choose it: `jz2ctl use ADDRESS`. Do not use `--no-heart-rate`.")
    default:
      Explanation(
        "\(plan) has a heart-rate zone that your settings do not define\(known).",
        remedy: "See your zones: `jz2ctl settings`.")
    }
  }

  /// The remedy for missing start watts: a plan has its own, and any other ride gets them at its start.
  private var startRemedy: String {
    interval == nil && line == nil
      ? String(
        localized: "Give a power to start at: `--watts 140`. Later rides start at the power of the last one.")
      : String(
        localized: "Write a power into the plan (`zone2 140W`), or set your FTP: `jz2ctl settings --ftp WATTS`.")
  }

  private func placeExplanation(_ name: String?) -> Explanation {
    let plan = Self.name(name)
    return switch code {
    case .badPlace:
      Explanation(
        "\(plan) has a place with impossible coordinates\(known).", remedy: "Give latitude and longitude in degrees.")
    case .noRoute:
      Explanation(
        "\(plan) ends an interval at a place, but has no route\(known).",
        remedy: "Give the plan a route: `jz2ctl import ROUTE.gpx --name NAME`.")
    case .unknownPlace:
      Explanation(
        name == nil
          ? "The route of the plan has no place of that name\(known)."
          : "The route of the plan \(name ?? "") has no place of that name\(known).",
        remedy: "See its places: `jz2ctl plan show NAME`; or give latitude and longitude.")
    default:
      Explanation(
        "\(plan) ends an interval at a place that is not on its route\(known).",
        remedy: "Choose a place within 200 m of the route.")
    }
  }

  private func fileExplanation(_ name: String?) -> Explanation {
    switch code {
    case .notText:
      Explanation("The file is not a text file\(known).", remedy: "Use a ZWO, ERG, MRC, FIT, GPX or plan text file.")
    case .unknownEncoding:
      Explanation("The file is in an unknown encoding\(known).", remedy: "Save it in UTF-8, or export it again.")
    case .tooManyParts:
      Explanation("The file has too many parts of one kind\(known).", remedy: "Export the workout again, or split it.")
    case .malformed: Explanation("The file has an error\(known).", remedy: "Correct the file; nothing was imported.")
    case .forbidden:
      Explanation(
        "The file has content that is not allowed in a workout\(known).",
        remedy: "Get it from a source that you trust; nothing was imported.")
    case .unknownWord:
      Explanation(
        "The file has an unknown word\(known).",
        remedy: "See how to write a line: `jz2ctl import --help`; nothing was imported.")
    case .notExpressible:
      Explanation(
        name == nil
          ? "The plan cannot be exported in this format\(known)."
          : "The plan \(name ?? "") cannot be exported in this format\(known).",
        remedy: "Use `--format text`, which supports every plan.")
    case .formatWantsThreshold:
      Explanation(
        name == nil
          ? "The power of the plan cannot be converted to this format: your FTP is not set\(known)."
          : "The power of the plan \(name ?? "") cannot be converted to this format: your FTP is not set\(known).",
        remedy: "Set it first: `jz2ctl settings --ftp WATTS`.")
    case .routeWantsPlan:
      Explanation(
        "The file is a route\(known).", remedy: "Add it to a plan: `jz2ctl import FILE --name PLAN`.")
    case .tooLarge:
      Explanation(
        "The plan is too large\(known).",
        remedy: "Shorten its texts, or split it; a plan has at most 900 kB, and its file 10 MB.")
    default:
      Explanation(
        "The file has no workout for a trainer\(known).", remedy: "Use a cycling workout whose steps end by time.")
    }
  }
}

extension ClosedRange<Int> {
  /// The limits in the reader's language: `60 to 230`.
  var words: String { String(localized: "\(lowerBound) to \(upperBound)") }
}
