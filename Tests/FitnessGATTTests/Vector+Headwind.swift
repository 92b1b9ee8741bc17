import FitnessGATT

extension Vector {
  /// Bytes of A026E038.
  ///
  /// Source: amasolov/wahoo-headwind-ble, docs/PROTOCOL.md and its tests.
  static let headwind = [
    Vector(.headwindControlPoint, "01", ["Op Code: Get Speed"]),
    Vector(.headwindControlPoint, "02 2a", ["Op Code: Set Speed", "Speed: 42 %"]),
    Vector(.headwindControlPoint, "02 32", ["Op Code: Set Speed", "Speed: 50 %"]),
    Vector(.headwindControlPoint, "02 00", ["Op Code: Set Speed", "Speed: 0 %"]),
    // A speed above the fan's range.
    Vector(.headwindControlPoint, "02 96", ["Op Code: Set Speed", "Speed: 100 %"], isCanonical: false),
    Vector(.headwindControlPoint, "03", ["Op Code: Get Mode"]),
    Vector(.headwindControlPoint, "04 04", ["Op Code: Set Mode", "Mode: Manual"]),
    Vector(.headwindControlPoint, "04 01", ["Op Code: Set Mode", "Mode: Off"]),
    Vector(.headwindControlPoint, "fd 01 37 04", ["Packet Type: State", "Speed: 55 %", "Mode: Manual"]),
    Vector(.headwindControlPoint, "fd 01 32 04", ["Packet Type: State", "Speed: 50 %", "Mode: Manual"]),
    Vector(.headwindControlPoint, "fe 03 02", ["Packet Type: Get Mode Response", "Mode: Heart Rate"]),
    // Derived from the tables of the same source.
    Vector(.headwindControlPoint, "fe 01 37", ["Packet Type: Get Speed Response", "Speed: 55 %"]),
    Vector(
      .headwindControlPoint, "fe 02 00 2a", ["Packet Type: Set Speed Response", "Status: 0", "Speed: 42 %"]),
    Vector(
      .headwindControlPoint, "fe 04 00 05", ["Packet Type: Set Mode Response", "Status: 0", "Mode: Standby"]),
    Vector(.headwindControlPoint, "fe 03 2a", ["Packet Type: Get Mode Response", "Mode: Reserved (0x2A)"]),
  ]
}
