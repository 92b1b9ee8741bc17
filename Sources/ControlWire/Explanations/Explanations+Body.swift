import Rides

// Messages about measurements of heart rate variability, and about nights.

extension ControlError {
  var bodyExplanation: Explanation {
    switch code {
    case .unknownMeasurement where subject == nil:
      Explanation("There is no measurement yet.", remedy: "Measure in the morning: `jz2ctl hrv measure`.")
    case .dayNotBegun:
      Explanation(
        "\(subject ?? String(localized: "That day")) is in the future.",
        remedy: "Give today or an earlier day, as YYYY-MM-DD."
      )
    case .unknownMeasurement:
      Explanation(
        subject == nil ? "There is no such measurement." : "There is no measurement \(subject ?? "").",
        remedy: "See the measurements: `jz2ctl hrv list`.")
    case .measurementInProgress:
      Explanation(
        "A measurement is already running.", remedy: "Wait until it ends, or stop it with Ctrl-C in its terminal.")
    case .unknownNight where reason is NightSource:
      Explanation(
        subject == nil
          ? "The night of that day comes from another program; you can edit only nights that you entered."
          : "The night of \(subject ?? "") comes from another program; you can edit only nights that you entered.",
        remedy: "Enter your own; it is used instead: `jz2ctl sleep add --date \(subject ?? "DATE") --from 23:10 --to "
          + "6:50`.")
    case .unknownNight:
      Explanation(
        subject == nil ? "There is no night for that day." : "There is no night for \(subject ?? "").",
        remedy: "See the nights: `jz2ctl sleep list`.")
    case .nightRefused: nightFault?.explanation(of: subject) ?? unexplained(String(localized: "The night"))
    default: measurementFault?.explanation ?? unexplained(String(localized: "The measurement"))
    }
  }
}

extension ControlError {
  private func unexplained(_ what: String) -> Explanation {
    Explanation(
      "\(what) was refused for an unknown reason\(bracket(detail)).",
      remedy: "The daemon and the client have different versions. Update both, then try again.")
  }
}

extension MeasurementFault {
  /// The explanation for users.
  package var explanation: Explanation {
    switch code {
    case .noStrap:
      Explanation(
        "No heart-rate strap was found.",
        remedy: "Put it on, wet the electrodes, and measure again. To choose a strap: `jz2ctl scan`, "
          + "`jz2ctl use ADDRESS`.")
    case .noLink:
      Explanation(
        "The strap does not answer.",
        remedy: "Put it on, wet the electrodes, disconnect other apps and watches from it, and measure again. "
          + "To use another strap: `jz2ctl use ADDRESS`.")
    case .silent:
      Explanation(
        "The strap is connected but sends no data.",
        remedy: "Wet the electrodes, take the sensor off the strap and attach it again, then measure again.")
    case .noIntervals:
      Explanation(
        "The strap sends a heart rate but no RR intervals.",
        remedy: "Use a chest strap that sends RR intervals; watches and armbands often do not.")
    case .noContact:
      Explanation(
        "The strap reports that it has no contact with your skin.",
        remedy: "Nothing was stored. Wet the electrodes, tighten the strap, and measure again.")
    case .tooManyArtefacts:
      Explanation(
        "Too many beats are artefacts\(bracket(artefactPercent.map { "\(Int($0.rounded())) %" })); "
          + "the limit is \(ScoreModel.mostArtefactPercent.limitText) %.",
        remedy: "Wet the electrodes, tighten the strap, lie or sit still, and measure again.")
    case .tooFewBeats:
      Explanation(
        "Too few valid RR intervals: \(beats.map(String.init) ?? String(localized: "few")) found, "
          + "\(ScoreModel.leastIntervals) needed.",
        remedy:
          "Measure longer: `jz2ctl hrv measure --seconds \(Limits.usualMeasurementSeconds)`; a file needs at least "
          + "\(ScoreModel.leastIntervals) lines.")
    case .linkLost:
      Explanation(
        "The strap disconnected and did not come back in time.",
        remedy: "Nothing was stored. Wet the electrodes, stay near the computer, and measure again.")
    case .rideBegan:
      Explanation(
        "A ride started and needs the strap.", remedy: "Nothing was stored. Measure again after the ride.")
    case .notAnInterval:
      Explanation(
        line == nil
          ? "The file has no RR interval in milliseconds."
          : "Line \(line ?? 0) of the file is not an RR interval in milliseconds.",
        remedy: "Write one number per line, such as 812. Empty lines and lines that begin with # are ignored.")
    case .tooLong:
      Explanation(
        "The file has too many beats for one measurement.",
        remedy: "Keep only the minutes of the measurement, and import the file again.")
    case .nothingEntered:
      Explanation(
        "No value was given.",
        remedy: "Give at least one: `jz2ctl hrv add --date DATE --rmssd MS --resting-heart-rate BPM`.")
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
        remedy: "Give the times you went to bed and got up: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    case .oneTime:
      Explanation(
        "\(night) has only a start or only an end.",
        remedy: "Give the times you went to bed and got up: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    case .otherDay:
      Explanation(
        "\(night) ends on another day.",
        remedy: "A night belongs to the day you wake up. Give that day with `--date`.")
    case .badParts:
      Explanation(
        "The sleep phases add up to more than the time in bed.",
        remedy: "Correct the time awake, deep sleep and REM sleep.")
    case .overlapping:
      Explanation(
        "\(night) already exists, or overlaps another one.",
        remedy: "See the nights: `jz2ctl sleep list`; change one: `jz2ctl sleep edit DATE`.")
    case .noDuration:
      Explanation(
        "\(night) has no times.",
        remedy: "Give the times you went to bed and got up: `jz2ctl sleep add --from 23:10 --to 6:50`.")
    case .notOver:
      Explanation(
        "\(night) ends in the future.", remedy: "Check the times, and the day you woke up (`--date`).")
    }
  }
}
