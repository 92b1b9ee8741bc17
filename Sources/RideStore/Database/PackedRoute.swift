internal import FoundationEssentials
internal import Rides

/// The points of a route as bytes, little-endian.
///
/// Without heights, each point is its latitude and its longitude, as doubles. With heights, a byte 1 comes first, and
/// each point also has its height as a signed 32-bit number of millimetres. The two forms have different lengths: a
/// multiple of 16, and an odd number. JSON would take four times as much space.
extension Route {
  private static let placeSize = 16
  private static let raisedSize = placeSize + 4
  private static let raisedForm: UInt8 = 1
  /// The height of a point without one, in millimetres.
  private static let noHeight = Int32.min

  /// A stored route with its points.
  ///
  /// - Throws: `badPlace` if the points are missing or damaged.
  init(_ route: Route, points: Data?) throws {
    guard let points, let whole = Self(points) else { throw PlanFault(.badPlace, detail: "route") }
    self.init(name: route.name, points: whole.points, altitudes: whole.altitudes, waypoints: route.waypoints)
  }

  /// The points with their heights; the name and the waypoints are stored elsewhere.
  var packed: Data {
    let isRaised = hasHeights
    var data = Data(capacity: 1 + points.count * Self.raisedSize)
    if isRaised { data.append(Self.raisedForm) }
    for (index, place) in points.enumerated() {
      for degrees in [place.latitudeDegrees, place.longitudeDegrees] {
        Swift.withUnsafeBytes(of: degrees.bitPattern.littleEndian) { data.append(contentsOf: $0) }
      }
      guard isRaised else { continue }
      let height = altitudes.indices.contains(index) ? altitudes[index].flatMap(Self.millimeters) : nil
      Swift.withUnsafeBytes(of: (height ?? Self.noHeight).littleEndian) { data.append(contentsOf: $0) }
    }
    return data
  }

  /// Nil if the bytes are not the points of a route.
  private init?(_ data: Data) {
    let isRaised = data.count > 1 && data.first == Self.raisedForm && !data.count.isMultiple(of: Self.placeSize)
    let (begin, size) = isRaised ? (1, Self.raisedSize) : (0, Self.placeSize)
    let count = (data.count - begin) / size
    guard count * size == data.count - begin, count <= Limits.routePoints else { return nil }
    var (places, heights): ([Place], [Double?]) = ([], [])
    places.reserveCapacity(count)
    data.withUnsafeBytes { bytes in
      for offset in stride(from: begin, to: bytes.count, by: size) {
        places.append(
          Place(latitudeDegrees: Self.degrees(bytes, offset), longitudeDegrees: Self.degrees(bytes, offset + 8)))
        if isRaised { heights.append(Self.height(bytes, offset + Self.placeSize)) }
      }
    }
    guard places.allSatisfy({ (try? $0.check()) != nil }) else { return nil }
    self.init(points: places, altitudes: heights)
  }

  private static func degrees(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double {
    Double(bitPattern: UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)))
  }

  /// Nil for a point without a height, or with an impossible one.
  private static func height(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> Double? {
    let stored = Int32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int32.self))
    let height = Double(stored) / 1000
    return altitudes.contains(height) ? height : nil
  }

  private static func millimeters(_ height: Double) -> Int32? {
    altitudes.contains(height) ? Int32((height * 1000).rounded()) : nil
  }
}
