import ControlWire
import RideSession

extension ControlError {
  /// Why a plan cannot be ridden, or taken, in the socket's terms.
  init(_ error: PlanError, plan: String?) {
    self.init(.badPlan, subject: plan, detail: PlanFault(error).text)
  }
}

extension PlanFault {
  init(_ error: PlanError, line: Int? = nil) {
    self.init(PlanFault.Code(error.code), line: line, interval: error.interval, detail: error.detail)
  }
}

extension PlanFault.Code {
  init(_ code: PlanError.Code) {
    self =
      switch code {
      case .empty: .empty
      case .zeroLength: .zeroLength
      case .tooLong: .tooLong
      case .powerOutOfRange: .powerOutOfRange
      case .unknownZone: .unknownZone
      case .cadenceOutOfRange: .cadenceOutOfRange
      case .repeatsOutOfRange: .repeatsOutOfRange
      case .tooManyIntervals: .tooManyIntervals
      case .badText: .badText
      case .tooManyCues: .tooManyCues
      case .badPlace: .badPlace
      case .noRoute: .noRoute
      case .farFromRoute: .farFromRoute
      case .noThreshold: .noThreshold
      case .noStartWatts: .noStartWatts
      case .noHeartRate: .noHeartRate
      case .noZones: .noZones
      }
  }
}
