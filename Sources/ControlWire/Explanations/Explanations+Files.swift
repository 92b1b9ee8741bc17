import Rides

// Messages about files of other programs.

extension FileFault {
  /// The explanation for users.
  var explanation: Explanation {
    let place =
      line.map { String(localized: "line \($0), byte \(byte)") } ?? String(localized: "byte \(byte)")
    let count = found.map(String.init) ?? "?"
    let known =
      switch allowed {
      case let allowed? where code == .tooLong:
        "\(place): \(String(localized: "\((found ?? 0) / 3600) hours, at most \(allowed / 3600)"))"
      case let allowed?: "\(place): \(String(localized: "\(count) found, at most \(allowed)"))"
      case nil: detail.isEmpty ? place : "\(place): \(detail)"
      }
    return switch code {
    case .notThisFormat:
      Explanation(
        "The file is not FIT, TCX, GPX or a jz2 ride.", remedy: "Export the activity as FIT, TCX or GPX.")
    case .unknownEncoding:
      Explanation("The file is in an unknown encoding (\(known)).", remedy: "Save it in UTF-8, or export it again.")
    case .cut:
      Explanation("The file is incomplete (\(known)).", remedy: "Copy or download it again; nothing was imported.")
    case .wrongChecksum:
      Explanation(
        "The file's checksum is wrong (\(known)).", remedy: "Copy or download it again; nothing was imported.")
    case .malformed:
      Explanation("The file is damaged (\(known)).", remedy: "Export the activity again; nothing was imported.")
    case .forbidden:
      Explanation(
        "The file has content that is not allowed in an activity (\(known)).",
        remedy: "Get it from a source that you trust; nothing was imported."
      )
    case .outOfRange:
      Explanation(
        "The file has a number that is out of range (\(known)).",
        remedy: "Export the activity again, in another format.")
    case .noActivity:
      Explanation(
        "The file has no activity (\(known)).", remedy: "Export the activity itself, not a course or a workout.")
    case .noTimes:
      Explanation(
        "The file is a route: its points have no times (\(known)).",
        remedy: "Add it to a plan: `jz2ctl import FILE --name PLAN`."
      )
    case .badTimes:
      Explanation(
        "No point has a valid time; \(count) were skipped, the first is `\(detail)` (\(place)).",
        remedy: "Write the times like `2026-01-31T08:00:00Z`, from 1990 to 2099.")
    case .tooLong, .tooManyPoints, .tooManyLaps, .tooManyRides, .tooManyParts, .tooDeep, .textTooLong, .tooLarge:
      limitExplanation(known)
    }
  }

  private func limitExplanation(_ known: String) -> Explanation {
    switch code {
    case .tooLong:
      Explanation("The ride is too long (\(known)).", remedy: "Split it in the program that it comes from.")
    case .tooManyPoints:
      Explanation("The ride has too many points (\(known)).", remedy: "Split it in the program that it comes from.")
    case .tooManyLaps:
      Explanation("The ride has too many laps (\(known)).", remedy: "Split it in the program that it comes from.")
    case .tooManyRides:
      Explanation("The file has too many activities (\(known)).", remedy: "Export fewer activities per file.")
    case .tooDeep:
      Explanation(
        "The file's elements are nested too deeply (\(known)).",
        remedy: "Export the activity again, in another format.")
    case .textTooLong:
      Explanation(
        "The file has a tag or a comment that is too long (\(known)).",
        remedy: "Export the activity again, in another format.")
    case .tooLarge:
      Explanation(
        "The file has too many bytes (\(known)).",
        remedy: "Export a single activity, or use FIT, which is smaller.")
    default:
      Explanation(
        "The file has too many parts of one kind (\(known); \(detail)).",
        remedy: "Export the activity again, in another format.")
    }
  }
}
