import ControlWire
import FitnessGATT
import Rides

/// A target that an app may request, and that the ride may have.
enum RideAim: Hashable, Sendable {
  case power(watts: Int)
  /// In 0.01 %.
  case slope(hundredths: Int)
  /// In 0.1 % of the trainer's greatest resistance.
  case resistance(tenths: Int)

  /// The way in which a trainer brakes for it; a trainer may lack some.
  var mode: TrainerMode {
    switch self {
    case .power: .erg
    case .slope: .slope
    case .resistance: .resistance
    }
  }
}

extension RideAim {
  /// The slopes that are passed on, in 0.01 %; apps with steeper roads get the limit.
  private static let slopes =
    Int(Limits.slopePercent.lowerBound * 100)...Int(Limits.slopePercent.upperBound * 100)
  /// The resistances that are accepted, in 0.1 %.
  private static let resistances = 0...Int(Limits.resistancePercent.upperBound * 10)

  /// Creates the aim for a target; nil if its value is out of range.
  ///
  /// Only the grade of a road is passed on: jz2 has its own wind, rolling resistance and drag.
  init?(_ target: FitnessMachineTarget) {
    switch target {
    case .power(let watts):
      guard watts >= 0, Int(watts) <= Limits.watts.upperBound else { return nil }
      self = .power(watts: max(Int(watts), Limits.watts.lowerBound))
    case .indoorBikeSimulation(let road):
      self = .slope(hundredths: min(max(Int(road.gradeHundredths), Self.slopes.lowerBound), Self.slopes.upperBound))
    case .resistanceLevel(let tenths):
      guard Self.resistances.contains(Int(tenths)) else { return nil }
      self = .resistance(tenths: Int(tenths))
    case .speed, .inclination, .heartRate, .expendedEnergy, .steps, .strides, .distance, .trainingTime,
      .timeInHeartRateZones, .wheelCircumference, .cadence:
      return nil
    }
  }

  /// The target that the machine's status reports; `road` has the rest of a simulated road.
  func target(on road: IndoorBikeSimulationParameters) -> FitnessMachineTarget {
    switch self {
    case .power(let watts): .power(watts: Int16(clamping: watts))
    case .slope(let hundredths):
      .indoorBikeSimulation(
        IndoorBikeSimulationParameters(
          windSpeedThousandths: road.windSpeedThousandths, gradeHundredths: Int16(clamping: hundredths),
          rollingResistanceTenThousandths: road.rollingResistanceTenThousandths,
          windResistanceHundredths: road.windResistanceHundredths))
    case .resistance(let tenths): .resistanceLevel(tenths: Int16(clamping: tenths))
    }
  }

  /// The call that sets the target of a ride.
  var call: BridgeCall {
    switch self {
    case .power(let watts): .setWatts(watts)
    case .slope(let hundredths): .setSlope(percent: Double(hundredths) / 100)
    case .resistance(let tenths): .setResistance(percent: Double(tenths) / 10)
    }
  }

  /// The request for a ride that begins with the target.
  var ride: RideRequest {
    var request: RideRequest
    switch self {
    case .power(let watts): request = RideRequest(watts: watts, endless: true)
    case .slope(let hundredths):
      request = RideRequest(free: true)
      request.slopePercent = Double(hundredths) / 100
    case .resistance(let tenths):
      request = RideRequest(free: true)
      request.resistancePercent = Double(tenths) / 10
    }
    return request
  }

  /// Creates the aim of the ride in a status; nil without a ride, and without target and brake.
  init?(_ status: Status) {
    guard let ride = status.ride else { return nil }
    if let watts = ride.wantedWatts {
      self = .power(watts: watts)
    } else if let percent = ride.slopePercent {
      self = .slope(hundredths: Int(Int16(saturating: percent * 100)))
    } else if let percent = ride.resistancePercent {
      self = .resistance(tenths: Int(Int16(saturating: percent * 10)))
    } else {
      return nil
    }
  }
}
