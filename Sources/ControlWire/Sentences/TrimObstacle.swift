extension TrimObstacle {
  /// What to tell a person; `seconds` is the length of the whole ride.
  func sentence(ofRide seconds: String?) -> Sentence {
    let length = seconds.map { "The whole ride has \($0) seconds" } ?? "The times count from the whole ride's beginning"
    return switch self {
    case .tooShort:
      Sentence("Less than a minute would be left of the ride.", remedy: "\(length); keep 60 of them at least.")
    case .backwards:
      Sentence("The part to keep would end before it begins.", remedy: "Give `--from` the earlier time. \(length).")
    case .beyond:
      Sentence("The part to keep reaches beyond the ride.", remedy: "\(length).")
    case .nothing:
      Sentence(
        "Nothing would be cut off the ride.",
        remedy: "See where it might be cut: `jz2ctl trim RIDE --suggest`; make it whole: `jz2ctl untrim RIDE`.")
    }
  }
}
