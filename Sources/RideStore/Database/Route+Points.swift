internal import FoundationEssentials
internal import RideSession

/// The points of a route as bytes: of each the latitude and the longitude as doubles, little-endian.
///
/// As JSON a long route would be four times as much.
extension [Place] {
  private static let placeSize = 16

  /// Nil where the bytes are no points of a route.
  init?(points data: Data) {
    guard data.count.isMultiple(of: Self.placeSize), data.count / Self.placeSize <= PlanLimits.routePoints else {
      return nil
    }
    var places: [Place] = []
    places.reserveCapacity(data.count / Self.placeSize)
    data.withUnsafeBytes { bytes in
      for offset in stride(from: 0, to: bytes.count, by: Self.placeSize) {
        places.append(
          Place(latitudeDegrees: Self.degrees(bytes, offset), longitudeDegrees: Self.degrees(bytes, offset + 8)))
      }
    }
    guard places.allSatisfy({ (try? $0.check()) != nil }) else { return nil }
    self = places
  }

  var points: Data {
    var data = Data(capacity: count * Self.placeSize)
    for degrees in lazy.flatMap({ [$0.latitudeDegrees, $0.longitudeDegrees] }) {
      Swift.withUnsafeBytes(of: degrees.bitPattern.littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  private static func degrees(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
    Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
  }
}

extension Route {
  /// A route that was kept: all but its points, and those.
  ///
  /// - Throws: Where the points are missing, or are none.
  init(_ route: Route, points: Data?) throws {
    guard let places = points.flatMap([Place].init(points:)) else { throw PlanError(.badPlace, detail: "route") }
    self.init(name: route.name, points: places)
  }
}
