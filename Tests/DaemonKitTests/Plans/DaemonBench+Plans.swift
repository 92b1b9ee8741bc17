import ControlWire
import Foundation
import Rides
import Testing

@testable import DaemonKit

extension DaemonBench {
  /// Makes a call that returns a plan.
  @discardableResult
  func plan<C: TrainerCall>(_ call: C) async throws -> PlanDetails where C.Reply == PlanDetails {
    try await self.call(call)
  }

  /// The library's own plans, without those of calendars.
  var plans: [PlanSummary] {
    get async throws { try await plans(Plans()) }
  }

  /// Returns the listed plans without the package's workouts.
  func plans(_ call: Plans) async throws -> [PlanSummary] {
    try await self.call(call).plans.filter { $0.kind == nil }
  }

  /// Adds intervals to a plan.
  @discardableResult
  func add(
    _ intervals: [PlannedInterval], to name: String, repeats: Int? = nil, last: Int? = nil
  ) async throws -> PlanDetails {
    try await plan(AddToPlan(name: name, intervals: intervals, repeats: repeats, last: last))
  }

  /// Imports a workout file or a route in pieces of `size` bytes.
  @discardableResult
  func importPlan(
    _ text: String, name: String? = nil, fileName: String? = nil, replace: Bool? = nil, road: Bool? = nil,
    pieces size: Int = 100_000
  ) async throws -> PlanSummary {
    let file = Array(text.utf8)
    var number: Int?
    for (sequence, begin) in stride(from: 0, to: max(1, file.count), by: size).enumerated() {
      let bytes = Data(file.dropFirst(begin).prefix(size))
      let piece = ImportPlan(
        number: number, sequence: sequence, data: bytes.base64EncodedString(), last: begin + size >= file.count,
        name: name, fileName: fileName, replace: replace, road: road)
      let progress = try await call(piece)
      if let plan = progress.plan { return plan }
      number = progress.number
    }
    throw NeverCame()
  }

  /// Exports a plan; returns the file and its name.
  func exportedPlan(_ name: String, as format: String) async throws -> (fileName: String?, text: String) {
    var bytes: [UInt8] = []
    var fileName: String?
    for try await piece in stream(ExportPlan(name: name, format: format)) {
      guard let data = Data(base64Encoded: piece.data) else { throw NeverCame() }
      bytes += data
      fileName = piece.fileName
    }
    return (fileName, String(decoding: bytes, as: UTF8.self))
  }

  /// Expects a plan to be refused for a reason.
  func expectFault(_ fault: PlanFault, of call: some TrainerCall) async {
    let error = await #expect(throws: ControlError.self, "\(call)") { try await self.call(call) }
    #expect(error?.code == .badPlan, "\(call)")
    #expect(error?.planFault == fault, "\(call)")
  }
}
