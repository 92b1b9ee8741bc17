import Rides

// Messages about measurements of heart rate variability, and about nights.

extension ControlError {
  var bodyExplanation: Explanation {
    switch code {
    case .unknownMeasurement where subject == nil:
      Explanation("There is no measurement yet.", remedy: "Measure in the morning: `jz2ctl hrv measure`.")
    case .dayNotBegun:
      Explanation(
        "\(subject ?? String(localized: "That day")) has not begun.",
        remedy: "Give a day that has, as YYYY-MM-DD; today is the usual one."
      )
    case .unknownMeasurement:
      Explanation(
        subject == nil ? "There is no such measurement." : "There is no measurement \(subject ?? "").",
        remedy: "See the measurements: `jz2ctl hrv list`.")
    case .measurementInProgress:
      Explanation(
        "A measurement is under way already.", remedy: "Wait until it is over, or end it with Ctrl-C where it runs.")
    case .unknownNight where reason is NightSource:
      Explanation(
        subject == nil
          ? "The night of that day is of another program; only one that you entered can be edited."
          : "The night of \(subject ?? "") is of another program; only one that you entered can be edited.",
        remedy: "Enter your own, which counts instead: `jz2ctl sleep add --date \(subject ?? "DATE") --from 23:10 --to "
          + "6:50`.")
    case .unknownNight:
      Explanation(
        subject == nil ? "There is no night of that day." : "There is no night of \(subject ?? "").",
        remedy: "See the nights: `jz2ctl sleep list`.")
    case .nightRefused: nightFault?.explanation(of: subject) ?? unexplained(String(localized: "The night"))
    default: measurementFault?.explanation ?? unexplained(String(localized: "The measurement"))
    }
  }
}

extension ControlError {
  private func unexplained(_ what: String) -> Explanation {
    Explanation(
      "\(what) is not taken, for a reason that this client does not know\(bracket(detail)).",
      remedy: "Daemon and client are of different versions: update them together, then try again.")
  }
}

extension MeasurementFault {
  /// The explanation for users.
  package var explanation: Explanation {
    switch code {
    case .noStrap:
      Explanation(
        "No heart rate strap was heard.",
        remedy: "Put it on and wet its electrodes; then measure again, or choose it: `jz2ctl scan`, "
          + "`jz2ctl use ADDRESS`.")
    case .noLink:
      Explanation(
        "The strap does not answer.",
        remedy: "Put it on, wet its electrodes, and end other programs and watches that use it; then measure again. "
          + "Another strap: `jz2ctl use ADDRESS`.")
    case .silent:
      Explanation(
        "The strap is connected and sends nothing.",
        remedy: "Wet the electrodes, take the sensor off its strap and on again, and measure again.")
    case .noIntervals:
      Explanation(
        "The strap sends a heart rate, and no times between beats.",
        remedy: "Heart rate variability needs a strap that sends RR intervals; watches and armbands often do not.")
    case .noContact:
      Explanation(
        "The strap says that it does not touch your skin.",
        remedy: "Nothing was stored. Wet the electrodes, tighten the strap, and measure again.")
    case .tooManyArtefacts:
      Explanation(
        "Too many beats were not measured well\(bracket(artefactPercent.map { "\(Int($0.rounded())) %" })); "
          + "at most \(ScoreModel.mostArtefactPercent.limitText) % may be artefacts.",
        remedy: "Wet the electrodes, tighten the strap, lie or sit still, and measure again.")
    case .tooFewBeats:
      Explanation(
        "Good intervals between beats: \(beats.map(String.init) ?? String(localized: "few")); a measurement needs "
          + "\(ScoreModel.leastIntervals).",
        remedy:
          "Measure longer: `jz2ctl hrv measure --seconds \(Limits.usualMeasurementSeconds)`; a file needs at least "
          + "\(ScoreModel.leastIntervals) lines.")
    case .linkLost:
      Explanation(
        "The strap was lost, and did not come back in time.",
        remedy: "Nothing was stored. Wet the electrodes, stay near the computer, and measure again.")
    case .rideBegan:
      Explanation(
        "A ride began, which needs the strap.", remedy: "Nothing was stored. Measure again after the ride.")
    case .notAnInterval:
      Explanation(
        line == nil
          ? "The file has no interval in milliseconds."
          : "The file, line \(line ?? 0), has no interval in milliseconds.",
        remedy: "Write one number a line, such as 812; lines that are empty or begin with # do not count.")
    case .tooLong:
      Explanation(
        "The file has more beats than a measurement can have.",
        remedy: "Cut it to the minutes of the measurement, and import those.")
    case .nothingEntered:
      Explanation(
        "There is nothing to store.",
        remedy: "Name at least one value: `jz2ctl hrv add --date DATE --rmssd MS --resting-heart-rate BPM`.")
    }
  }
}

extension NightFault {
  func explanation(of day: String?) -> Explanation {
    let night = day.map { String(localized: "The night of \($0)") } ?? String(localized: "The night")
    return switch self {
    case .badTimes:
      Explanation(
        "\(night) ends before it begins, or is longer than a day.",
        remedy: "Give when you went to bed and when you got up: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    case .oneTime:
      Explanation(
        "\(night) has one end without the other.",
        remedy: "Give when you went to bed and when you got up: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    case .otherDay:
      Explanation(
        "\(night) ends on another day.",
        remedy: "A night belongs to the day of waking: give that with `--date`.")
    case .badParts:
      Explanation(
        "The parts of the night are longer than the whole.",
        remedy: "Time awake, deep sleep and REM sleep together are at most the time in bed.")
    case .overlapping:
      Explanation(
        "\(night) is there already, or overlaps with another one.",
        remedy: "See the nights: `jz2ctl sleep list`; change one: `jz2ctl sleep edit DATE`.")
    case .noDuration:
      Explanation(
        "\(night) has no times.",
        remedy: "Give when you went to bed and when you got up: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    case .notOver:
      Explanation(
        "\(night) ends in the future.", remedy: "Give the day of waking with `--date`, or wait until you got up.")
    }
  }
}
