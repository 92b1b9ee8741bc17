import ControlWire
import Rides

/// Names of power zones.
enum PowerZoneName {
  /// Returns the name of a zone: one of Coggan's seven, or of the three around the lactate thresholds.
  ///
  /// - Parameters:
  ///   - number: The number of the zone, from 1.
  ///   - count: The number of zones of the rider's method.
  /// - Returns: The name; nil for an unknown zone.
  static func title(of number: Int, in count: Int) -> String? {
    switch (count, number) {
    case (3, 1): String(localized: "Below LT1")
    case (3, 2): String(localized: "Between LT1 and LT2")
    case (3, 3): String(localized: "Above LT2")
    case (7, 1): String(localized: "Active recovery")
    case (7, 2): String(localized: "Endurance")
    case (7, 3): String(localized: "Tempo")
    case (7, 4): String(localized: "Threshold")
    case (7, 5): "VO2max"
    case (7, 6): String(localized: "Anaerobic")
    case (7, 7): String(localized: "Neuromuscular")
    default: nil
    }
  }

  /// Returns the short form, which needs no translation: `Z4`.
  static func short(_ number: Int) -> String { "Z\(number)" }

  /// Describes a zone with its time, if that is known: `Z4 Threshold 8:00`.
  static func text(_ zone: PowerZones.Zone, in count: Int) -> String {
    [short(zone.number), title(of: zone.number, in: count), zone.seconds.map { "\(ClockTime($0))" }]
      .compactMap(\.self).joined(separator: " ")
  }
}

extension [PowerZones.Zone] {
  /// Returns the zone that contains a power; nil without zones.
  func zone(ofWatts watts: Double) -> PowerZones.Zone? { last { Double($0.fromWatts ?? 0) <= watts } ?? first }

  /// The lower bounds of all zones except the lowest, in watts.
  var bounds: [Double] { compactMap { $0.fromWatts.map(Double.init) } }

  /// Whether the bounds ascend, and every zone except the lowest has one.
  var isOrdered: Bool {
    count > 1 && bounds.count == count - 1 && zip(bounds, bounds.dropFirst()).allSatisfy { $0 < $1 }
  }
}
