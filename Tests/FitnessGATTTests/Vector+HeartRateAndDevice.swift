import FitnessGATT

extension Vector {
  static let heartRate = [
    Vector(
      .heartRateMeasurement, "00 48", ["Heart Rate Measurement Value: 72 bpm", "Sensor Contact Status: Not Supported"]),
    Vector(
      .heartRateMeasurement, "02 48", ["Heart Rate Measurement Value: 72 bpm", "Sensor Contact Status: Not Supported"],
      isCanonical: false),
    Vector(
      .heartRateMeasurement, "04 00", ["Heart Rate Measurement Value: 0 bpm", "Sensor Contact Status: Not Detected"]),
    Vector(
      .heartRateMeasurement, "07 2c01", ["Heart Rate Measurement Value: 300 bpm", "Sensor Contact Status: Detected"]),
    Vector(
      .heartRateMeasurement, "01 4800",
      ["Heart Rate Measurement Value: 72 bpm", "Sensor Contact Status: Not Supported"],
      isCanonical: false),
    Vector(
      .heartRateMeasurement, "0e 8c ffff",
      [
        "Heart Rate Measurement Value: 140 bpm", "Sensor Contact Status: Detected", "Energy Expended: 65535 kJ",
      ]),
    Vector(
      .heartRateMeasurement, "1e 3c 0a00 0004 8003 0002",
      [
        "Heart Rate Measurement Value: 60 bpm", "Sensor Contact Status: Detected", "Energy Expended: 10 kJ",
        "RR-Interval: 1000.0, 875.0, 500.0 ms",
      ], shorterValues: [4, 5, 6, 7, 8, 9]),
    Vector(
      .heartRateMeasurement, "11 2c01 0004 80",
      [
        "Heart Rate Measurement Value: 300 bpm", "Sensor Contact Status: Not Supported", "RR-Interval: 1000.0 ms",
      ], shorterValues: [3, 4, 5], isCanonical: false),
    Vector(
      .heartRateMeasurement, "16 3c", ["Heart Rate Measurement Value: 60 bpm", "Sensor Contact Status: Detected"],
      isCanonical: false),
    Vector(.bodySensorLocation, "01", ["Body Sensor Location: Chest"]),
    Vector(.bodySensorLocation, "2a", ["Body Sensor Location: Reserved (0x2A)"]),
  ]

  static let device = [
    Vector(.batteryLevel, "00", ["Battery Level: 0 %"]),
    Vector(.batteryLevel, "64", ["Battery Level: 100 %"]),
    Vector(.manufacturerNameString, "5a c3bc 67", ["Manufacturer Name: Züg"], shorterValues: [0, 1, 2, 3]),
    Vector(.modelNumberString, "54 31 0000", ["Model Number: T1"], shorterValues: [0, 1, 2, 3], isCanonical: false),
    Vector(.serialNumberString, "", ["Serial Number: "]),
    Vector(
      .hardwareRevisionString, "41 ff 42", ["Hardware Revision: A\u{FFFD}B"], shorterValues: [0, 1, 2],
      isCanonical: false),
    Vector(.firmwareRevisionString, "00", ["Firmware Revision: "], shorterValues: [0], isCanonical: false),
    Vector(.softwareRevisionString, "31 00 32", ["Software Revision: 1\u{0}2"], shorterValues: [0, 1, 2]),
  ]
}
