import Rides
import Testing

@testable import RideFiles

/// A `workout_step` as other programs write it: its field numbers and their values.
private struct Step {
  var fields: [FITFile.Field]

  init(_ index: UInt64, _ numbers: [UInt8: UInt64]) {
    fields = [.init(254, .uint16, index)]
    for (number, value) in numbers.sorted(by: { $0.key < $1.key }) {
      let isWord = [1, 3, 7, 19].contains(number)
      fields.append(.init(number, isWord ? .enumeration : .uint32, value))
    }
  }
}

private func fit(_ steps: [Step], sport: UInt64 = 2) -> [UInt8] {
  var file = FITFile()
  file.add(0, [.init(0, .enumeration, 5), .init(4, .uint32, FITFile.start)])
  file.add(26, [.init(4, .enumeration, sport), .init(6, .uint16, UInt64(steps.count))])
  for step in steps { file.add(27, step.fields) }
  return file.bytes()
}

@Suite struct FITWorkoutTests {
  /// Returns 60 s at a target.
  private static func minute(_ target: [UInt8: UInt64]) -> Step {
    Step(0, target.merging([1: 0, 2: 60_000]) { first, _ in first })
  }

  @Test(
    arguments: [
      ([3: 4, 4: 0, 5: 1200, 6: 1200], .watts(200)), ([3: 4, 4: 0, 5: 1090, 6: 1160], .watts(125)),
      ([3: 10, 4: 0, 5: 1158, 6: 1205], .watts(182)), ([3: 7, 4: 0, 6: 1160, 5: 1090], .watts(125)),
      ([3: 4, 4: 0, 5: 85, 6: 95], .percent(90)), ([3: 4, 4: 2], .percent(65)), ([3: 4, 4: 7], .percent(157.5)),
      ([3: 4, 4: 0, 5: 1000, 6: 1000], .free), ([3: 2], .free), ([3: 0, 4: 0, 5: 3000, 6: 4000], .free),
      ([3: 1, 4: 2], .zone(2, start: nil)), ([3: 1, 4: 0, 5: 220, 6: 230], .heartRate(120...130, start: nil)),
      ([3: 1, 4: 0, 5: 60, 6: 70], .free), ([3: 3, 4: 0, 5: 85, 6: 95, 19: 4, 20: 0, 21: 1200, 22: 1200], .watts(200)),
    ] as [([UInt8: UInt64], IntervalTarget)])
  func `each FIT target is read as an interval target`(_ numbers: [UInt8: UInt64], _ target: IntervalTarget) throws {
    #expect(try workout(fit([Self.minute(numbers)])).intervals.map(\.target) == [target])
  }

  @Test func `a FIT cadence is read from the first or the second target`() throws {
    let steps = [
      Self.minute([3: 3, 4: 0, 5: 85, 6: 95]),
      Step(1, [1: 0, 2: 60_000, 3: 4, 4: 0, 5: 1200, 6: 1200, 19: 3, 20: 0, 21: 90, 22: 90]),
    ]
    #expect(try workout(fit(steps)).intervals.map(\.cadence) == [85...95, 90...90])
  }

  @Test func `a FIT step ends by time, by distance or when the rider ends it`() throws {
    let durations: [[UInt8: UInt64]] = [
      [1: 0, 2: 90_000], [1: 28, 2: 90_000], [1: 1, 2: 50_000], [1: 5], [1: 3, 2: 240], [1: 0, 2: 0],
    ]
    let plan = try workout(fit(durations.enumerated().map { Step(UInt64($0), $1) }))
    #expect(
      plan.intervals.map(\.end) == [
        .timer(seconds: 90), .timer(seconds: 90), .distance(meters: 500), .activity, .activity,
      ])
  }

  @Test func `FIT steps repeat, and a nested repeat is expanded`() throws {
    let hard = Step(1, [1: 0, 2: 30_000, 3: 4, 4: 0, 5: 1300, 6: 1300])
    let easy = Step(2, [1: 0, 2: 15_000, 3: 4, 4: 0, 5: 1150, 6: 1150])
    let plan = try workout(
      fit([
        Self.minute([3: 4, 4: 0, 5: 1100, 6: 1100]), hard, easy, Step(3, [1: 6, 2: 1, 4: 13]),
        Step(4, [1: 0, 2: 180_000]), Step(5, [1: 6, 2: 1, 4: 3]),
      ]))
    #expect(plan.groups.map(\.repeats) == [1, 3])
    #expect(plan.groups.map(\.intervals.count) == [1, 27])
    #expect(plan.intervals.count == 1 + 3 * 27)
  }

  @Test func `FIT workouts for running, without steps or without a repeat count are refused`() {
    for (bytes, code) in [
      (fit([Self.minute([3: 2])], sport: 1), PlanFault.Code.unsupported), (fit([]), .unsupported),
      (fit([Self.minute([3: 2]), Step(1, [1: 7, 2: 0])]), .repeatsOutOfRange),
      (FITFile.short.bytes(), .unsupported), (fit([Self.minute([3: 2])]).dropLast(), .malformed),
    ] {
      let error = #expect(throws: PlanFault.self) { try workout(Array(bytes)) }
      #expect(error?.code == code)
    }
  }

  @Test func `a damaged FIT workout is refused or read without a trap`() {
    let bytes = fit([Self.minute([3: 4, 4: 0, 5: 1200, 6: 1200]), Step(1, [1: 6, 2: 0, 4: 3])])
    for index in bytes.indices {
      #expect(throws: PlanFault.self) { try workout(Array(bytes[..<index])) }
      for value in [0, 0x40, 0xFF] as [UInt8] {
        var damaged = bytes
        damaged[index] = value
        // With a correct checksum, the decoder reads the damaged messages.
        let end = damaged.count - 2
        let checksum = FITChecksum(of: damaged[..<end]).value
        (damaged[end], damaged[end + 1]) = (UInt8(checksum & 0xFF), UInt8(checksum >> 8))
        _ = try? workout(damaged)
      }
    }
  }

  @Test func `a plan without ramps is the same after writing and reading FIT`() throws {
    let plan = Plan(
      name: "Über under",
      groups: [
        PlanGroup([.timer(600, .percent(55), label: "Warm-up")]),
        PlanGroup(repeats: 4, [.timer(60, .watts(260), label: "Over", cadence: 85...95), .timer(120, .percent(85))]),
        PlanGroup([PlanInterval(end: .distance(meters: 500), target: .zone(2, start: nil))]),
        PlanGroup([PlanInterval(end: .activity, target: .heartRate(120...130, start: nil))]), PlanGroup([.timer(60)]),
      ])
    let bytes = try WorkoutFile.encode(plan, as: .fit, thresholdWatts: nil, created: UnixTime(seconds: 1_768_464_000))
    #expect(try workout(bytes) == plan)
    let ramp = Plan(name: "R", groups: [PlanGroup([.timer(60, .ramp(watts: 100, 200))])])
    #expect(try workout(WorkoutFile.encode(ramp, as: .fit, thresholdWatts: nil)).intervals == [.timer(60, .watts(150))])
  }

  @Test func `an interval that ends at a place cannot be written to FIT`() {
    let place = Place(latitudeDegrees: 0, longitudeDegrees: 0)
    let far = Place(latitudeDegrees: 0, longitudeDegrees: 0.1)
    let plan = Plan(
      name: "P", groups: [PlanGroup([.timer(60)]), PlanGroup([PlanInterval(end: .location(place))])],
      route: Route(points: [place, far]))
    let error = #expect(throws: PlanFault.self) { try WorkoutFile.encode(plan, as: .fit, thresholdWatts: nil) }
    #expect(error?.code == .notExpressible)
    #expect(error?.interval == 2)
  }
}
