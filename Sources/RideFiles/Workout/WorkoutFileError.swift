package import RideSession

/// The reason why a workout file cannot be read, or a plan not be written.
package struct WorkoutFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// The text is not UTF-8.
    case notText
    /// The file contradicts itself, violates its format, or ends too early.
    case malformed
    /// A document type or a custom entity, with which a small file could expand to a large one.
    case forbidden
    /// An unknown word, or a known one in the wrong place.
    case unknownWord
    /// The format cannot express a part of the plan.
    case notExpressible
    /// More than `WorkoutFile.mostBytes` bytes, or a single part that is too long.
    case tooLarge
    /// The file has nothing to ride.
    case noIntervals
    /// The file is understood but cannot be ridden; `plan` gives the reason.
    case badPlan
    /// The format uses the other unit of power, and no functional threshold power is known.
    case needsThreshold
    /// A feature of the format without a counterpart in a plan, or an unsupported format.
    case unsupported
  }

  package var code: Code
  /// The line of the file, from 1; nil for an error of the whole file or of a plan.
  package var line: Int?
  /// The interval in riding order, from 1; nil for an error of the whole plan or of a file.
  package var interval: Int?
  /// The error in words, with the offending word.
  package var detail: String
  /// The reason why it cannot be ridden; set only with `badPlan`.
  package var plan: PlanError?

  package init(
    _ code: Code, line: Int? = nil, interval: Int? = nil, _ detail: String = "", plan: PlanError? = nil
  ) {
    self.code = code
    self.line = line
    self.interval = interval
    self.detail = detail
    self.plan = plan
  }

  /// An error of the plan or route in a line.
  init(_ error: PlanError, line: Int?) {
    self.init(.badPlan, line: line, "\(error.code.rawValue) \(error.detail)", plan: error)
  }

  init(_ error: RideFileError) {
    let code: Code =
      switch error.code {
      case .notThisFormat: .notText
      case .forbidden: .forbidden
      case .tooLarge, .tooLong: .tooLarge
      default: .malformed
      }
    self.init(code, line: error.place.line, error.detail)
  }
}

extension WorkoutFileError: CustomStringConvertible {
  /// `unknownWord in line 3: …`.
  package var description: String {
    let place = line.map { " in line \($0)" } ?? interval.map { " in interval \($0)" } ?? ""
    return "\(code.rawValue)\(place): \(detail)"
  }
}
