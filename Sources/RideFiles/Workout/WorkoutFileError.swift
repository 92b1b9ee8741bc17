package import RideSession

/// Why a workout file is not taken for a plan or a route, or a plan not written as one.
package struct WorkoutFileError: Error, Hashable, Sendable {
  /// The kinds of failure.
  package enum Code: String, Hashable, Sendable, CaseIterable {
    /// Not text in UTF-8.
    case notText
    /// The file contradicts itself or its format, or ends too early.
    case malformed
    /// A document type or an entity of its own, with which a small file may claim to be a large one.
    case forbidden
    /// A word that stands for nothing where it is.
    case unknownWord
    /// The format has no words for a part of the plan.
    case notExpressible
    /// More bytes than `WorkoutFile.mostBytes`, or a piece of it too long.
    case tooLarge
    /// There is nothing in it to ride.
    case noIntervals
    /// It is understood, and no ride could be made of it: `plan` says why.
    case badPlan
    /// The format counts in the other kind of power, and no functional threshold power was given.
    case needsThreshold
    /// Something of the format that has no counterpart in a plan, or another format.
    case unsupported
  }

  package var code: Code
  /// The line of the file, from 1; nil where it is about the whole, or about a plan.
  package var line: Int?
  /// The interval as it is ridden, from 1; nil where it is about the whole, or about a file.
  package var interval: Int?
  /// What is wrong, with the word.
  package var detail: String
  /// Why no ride can be made of it; set with `badPlan` alone.
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

  /// What is wrong with the plan or the route that a line makes.
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
