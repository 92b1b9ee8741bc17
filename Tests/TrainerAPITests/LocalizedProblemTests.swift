import BluetoothLE
import ControlWire
import Foundation
import RideSession
import Rides
import Testing
import Translations

@testable import TrainerAPI

/// Problems from their origin to the text that the rider reads, in every language.
@Suite struct LocalizedProblemTests {
  private static let links: [LinkError?] =
    [nil] + LinkError.Code.allCases.map { LinkError($0, operation: "connect") }

  private static let refusals: [(TargetRefusal, English: String)] = [
    (.notPermitted, "control not permitted"), (.noAnswer, "no answer"),
    (.other("Operation Failed"), "Operation Failed"),
  ]

  /// Every problem of the ride's state machine, with all possible details.
  private static let ofRide: [RideSnapshot.Problem] =
    links.flatMap {
      [.trainerLost($0), .strapLost($0), .strapAway($0), .sensorAway(.power, $0), .sensorAway(.cadence, $0)]
    } + refusals.map { .targetRefused($0.0) } + RadioMeasure.allCases.map { .radioMending($0) }
    + [
      .trainerSilent, .startForgotten, .cadenceMissing, .powerMissing, .cadenceSensorStuck, .cadenceSensorMeasuresSpeed,
      .meterPowerless, .calibrationRequested(.trainer), .calibrationRequested(.power), .strapSilent,
      .adapterStuck(nil), .adapterStuck("hci0"), .targetUnconfirmed(150), .heartRateCeiling(150), .steeringEased(150),
      .steeringFrozen(150), .steeringLimited(.most, 150), .steeringLimited(.least, 150), .alpha1Low(150),
      .legsSpared(150), .controlLost,
    ]

  /// The problems outside the ride.
  private static let ofSurroundings: [Problem] =
    LinkError.Code.allCases.compactMap { code in
      Problem(of: CentralState(radio: "sim", problem: LinkError(code, operation: "state", detail: "hci0")))
    } + AdapterOffReason.allCases.map { Problem(.adapterOff, detail: .adapterOff($0)) }
    + StoreObstacle.Cause.allCases.flatMap { cause in
      [ProblemCode.stateUnusable, .storeFailing].map {
        Problem($0, obstacle: StoreObstacle(cause, path: "/s", user: "jz2", context: nil))
      }
    } + [
      Problem(.libraryOpening), Problem(.libraryReplaced, subject: "/s/broken", taken: (rides: 7, unread: 1)),
      Problem(.libraryReplaced, subject: "/s/broken"), Problem(.stateVolatile, subject: "/s", detail: .text("tmpfs")),
      Problem(.clockUnsynchronised), Problem(.batteryLow, subject: "TICKR", detail: .charge(percent: 9)),
    ]

  private static let all = ofRide.map(\.wire) + ofSurroundings
  /// The codes that are sent as details, which a rider should not read.
  private static let codes =
    Set(LinkError.Code.allCases.map(\.rawValue) + AdapterOffReason.allCases.map(\.rawValue))
    .filter { $0.contains(where: \.isUppercase) }.union(["power cycle"])

  /// Returns the texts of all problems that a client received, in a language.
  private static func explanations(in language: Language) throws -> [Explanation] {
    let sent = Status(phase: .idle, problems: all)
    let received = try JSONDecoder().decode(Status.self, from: JSONEncoder().encode(sent))
    return Translation.$current.withValue(Translation(language)) { received.problems.map(\.explanation) }
  }

  @Test func `every problem code is used by some problem`() {
    #expect(Set(Self.all.map(\.code)) == Set(ProblemCode.allCases.map(\.rawValue)))
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `a problem and its reason are translated into the reader's language`(language: Language) throws {
    let english = try Self.explanations(in: .english)
    let told = try Self.explanations(in: language)
    for (own, english) in zip(told, english) {
      #expect(own.message != english.message)
      #expect(own.remedy != english.remedy)
    }
    let words = Self.refusals.dropLast().map(\.English) + ["it forgets the device", "it switches the adapter"]
    let left = told.filter { explanation in words.contains { explanation.message.contains($0) } }
    #expect(left == [], "words of the daemon's language")
  }

  @Test(arguments: Language.allCases)
  func `a message never shows a raw code as its reason`(language: Language) throws {
    let told = try Self.explanations(in: language)
    #expect(told.filter { explanation in Self.codes.contains { explanation.message.contains($0) } } == [])
  }

  @Test func `a trainer's refusal is reported with its reason in English`() throws {
    for (refusal, english) in Self.refusals {
      let problem = RideSnapshot.Problem.targetRefused(refusal).wire
      #expect(problem.explanation.message == "The trainer refuses the target (\(english)).")
      let refused = ControlError(RideRefusal.targetRefused(refusal), trainer: nil)
      #expect(refused.explanation.message == "The trainer refused (\(english)).")
    }
  }

  @Test(arguments: Language.allCases.filter { $0 != .english })
  func `a refusal and its reason are translated into the reader's language`(language: Language) {
    let refusals: [RideRefusal] =
      [.targetRefused(.notPermitted), .targetRefused(.noAnswer), .wrongPhase(.connecting), .wrongPhase(.riding)]
      + Self.links.compactMap(\.self).flatMap { [.trainerNotFound($0), .radioUnavailable($0)] }
    for refusal in refusals {
      let error = ControlError(refusal, trainer: nil)
      let own = Translation.$current.withValue(Translation(language)) { error.explanation }
      #expect(own.message != error.explanation.message && own.remedy != error.explanation.remedy)
      #expect(!own.message.contains("control not permitted") && !own.message.contains("no answer"))
    }
  }
}
