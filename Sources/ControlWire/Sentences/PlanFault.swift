/// Why a plan, or the file of one, cannot be taken or ridden, and where that shows; the detail of a `badPlan`.
public struct PlanFault: Hashable, Sendable {
  /// The reasons.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// There is nothing in it.
    case empty
    /// No time or no distance.
    case zeroLength
    /// More time or distance than is taken.
    case tooLong
    /// A power that no trainer holds.
    case powerOutOfRange
    /// There is no such zone.
    case unknownZone
    /// A cadence that nobody turns.
    case cadenceOutOfRange
    /// A group repeats less than once or too often.
    case repeatsOutOfRange
    /// More intervals than are taken.
    case tooManyIntervals
    /// A name, label or cue that is empty or too long.
    case badText
    /// More cues than are taken.
    case tooManyCues
    /// A place that is not on the globe.
    case badPlace
    /// A location, and no route to reach it on.
    case noRoute
    /// The route does not come near the location.
    case farFromRoute
    /// Power in percent, and no functional threshold power set.
    case noThreshold
    /// A heart-rate zone, and no power to begin at.
    case noStartWatts
    /// A heart-rate zone, and a ride without a strap.
    case noHeartRate
    /// A heart-rate zone that the zones' method wants a setting for.
    case noZones
    /// The file is no text.
    case notText
    /// The file is not built as its format wants it.
    case malformed
    /// The file has a document type or entities, by which a small file can grow without end.
    case forbidden
    /// A word that means nothing in a plan.
    case unknownWord
    /// The format cannot say what the plan has.
    case notExpressible
    /// The file is larger than is taken.
    case tooLarge
    /// The file is a workout of a kind that no trainer can ride.
    case unsupported
    /// An interval says what ends it twice, or not at all, or aims at two things.
    case contradictory
    /// Fewer lone intervals at its end than are to become a group.
    case nothingToRepeat
    /// The format counts in the other kind of power, and no functional threshold power is set.
    case formatWantsThreshold
    /// The file is a route, and which plan it is for was not said.
    case routeWantsPlan
  }

  /// The reason.
  public var code: Code
  /// Where in a file, as a line from 1; nil where there is no file.
  public var line: Int?
  /// Which interval, from 1; nil where it is about the whole.
  public var interval: Int?
  /// What is known beyond that.
  public var detail: String

  /// A fault.
  public init(_ code: Code, line: Int? = nil, interval: Int? = nil, detail: String = "") {
    self.code = code
    self.line = line
    self.interval = interval
    self.detail = detail
  }

  /// The fault as the detail of an error: `zeroLength 17 3 0 s`, with 0 for a line or an interval that is not there.
  public var text: String { "\(code.rawValue) \(line ?? 0) \(interval ?? 0) \(detail)" }

  /// A fault from the detail of an error; nil where it is none.
  public init?(_ text: String) {
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count == 4, let code = Code(rawValue: String(words[0])), let line = Int(words[1]),
      let interval = Int(words[2])
    else { return nil }
    self.init(
      code, line: line > 0 ? line : nil, interval: interval > 0 ? interval : nil, detail: String(words[3]))
  }
}
