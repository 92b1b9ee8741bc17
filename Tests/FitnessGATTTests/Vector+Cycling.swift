import FitnessGATT

/// Cycling Power, and Cycling Speed and Cadence.
extension Vector {
  static let cycling = [
    // A stationary SNAP (Incyclist's sensor test).
    Vector(
      .cyclingPowerMeasurement, "14 00 00 00 00 00 00 00 00 00 d5 03",
      [
        "Instantaneous Power: 0 W", "Accumulated Torque: 0.0 Nm", "Accumulated Torque Source: Wheel Based",
        "Cumulative Wheel Revolutions: 0", "Last Wheel Event Time: 0.47900390625 s",
      ]),
    // Pycycling's tests.
    Vector(.cyclingPowerMeasurement, "00 00 d2 04", ["Instantaneous Power: 1234 W"]),
    Vector(
      .cyclingPowerMeasurement, "30 00 d2 04 ff ff ff ff 03 3f ff 07 e7 0f",
      [
        "Instantaneous Power: 1234 W", "Cumulative Wheel Revolutions: 4294967295",
        "Last Wheel Event Time: 7.87646484375 s", "Cumulative Crank Revolutions: 2047",
        "Last Crank Event Time: 3.9755859375 s",
      ]),
    // Every field of CPS 1.1, §3.2.1; written for this test.
    Vector(
      .cyclingPowerMeasurement,
      "ff 1f f6 ff 64 40 00 0a 00 00 00 00 08 14 00 00 04 01 00 02 00 03 00 04 00 05 00 06 07 00 08 00 09 00",
      [
        "Instantaneous Power: -10 W", "Pedal Power Balance: 50.0 %", "Pedal Power Balance Reference: Left",
        "Accumulated Torque: 2.0 Nm", "Accumulated Torque Source: Crank Based", "Cumulative Wheel Revolutions: 10",
        "Last Wheel Event Time: 1.0 s", "Cumulative Crank Revolutions: 20", "Last Crank Event Time: 1.0 s",
        "Maximum Force Magnitude: 1 N", "Minimum Force Magnitude: 2 N", "Maximum Torque Magnitude: 0.09375 Nm",
        "Minimum Torque Magnitude: 0.125 Nm", "Maximum Angle: 5 °", "Minimum Angle: 96 °", "Top Dead Spot Angle: 7 °",
        "Bottom Dead Spot Angle: 8 °", "Accumulated Energy: 9 kJ", "Offset Compensation Indicator: yes",
      ]),
    // Only dead spots, and only the request for offset compensation.
    Vector(
      .cyclingPowerMeasurement, "00 06 ff 00 67 01 0c 00",
      ["Instantaneous Power: 255 W", "Top Dead Spot Angle: 359 °", "Bottom Dead Spot Angle: 12 °"]),
    Vector(
      .cyclingPowerMeasurement, "00 10 d2 00",
      ["Instantaneous Power: 210 W", "Offset Compensation Indicator: yes"]),
    // Two angles of 12 bits, 345° and 87°, and negative magnitudes.
    Vector(
      .cyclingPowerMeasurement, "40 01 c8 00 2c 01 9c ff 59 71 05",
      [
        "Instantaneous Power: 200 W", "Maximum Force Magnitude: 300 N", "Minimum Force Magnitude: -100 N",
        "Maximum Angle: 345 °", "Minimum Angle: 87 °",
      ]),
    Vector(
      .cyclingPowerMeasurement, "80 00 c8 00 40 06 e0 ff",
      [
        "Instantaneous Power: 200 W", "Maximum Torque Magnitude: 50.0 Nm", "Minimum Torque Magnitude: -1.0 Nm",
      ]),
    // The same revolutions as above, with the wheel's time in 1/1024 s (Pycycling's tests).
    Vector(
      .cscMeasurement, "03 ff ff ff ff 03 3f ff 07 e7 0f",
      [
        "Wheel Revolution Data Present: yes", "Crank Revolution Data Present: yes",
        "Cumulative Wheel Revolutions: 4294967295", "Last Wheel Event Time: 15.7529296875 s",
        "Cumulative Crank Revolutions: 2047", "Last Crank Event Time: 3.9755859375 s",
      ]),
    // A cadence sensor at rest; written for this test.
    Vector(
      .cscMeasurement, "02 00 00 00 00",
      [
        "Wheel Revolution Data Present: no", "Crank Revolution Data Present: yes", "Cumulative Crank Revolutions: 0",
        "Last Crank Event Time: 0.0 s",
      ]),
    Vector(
      .cyclingPowerFeature, "0c 02 00 00",
      [
        "Cycling Power Feature: Wheel Revolution Data Supported, Crank Revolution Data Supported, "
          + "Offset Compensation Supported",
        "Sensor Measurement Context: Force based", "Distribute System Support: Unspecified (legacy sensor)",
      ]),
    Vector(
      .cyclingPowerFeature, "01 11 29 00",
      [
        "Cycling Power Feature: Pedal Power Balance Supported, Offset Compensation Indicator Supported, "
          + "Crank Length Adjustment Supported, Enhanced Offset Compensation Supported",
        "Sensor Measurement Context: Torque based", "Distribute System Support: Can be used in a distributed system",
      ]),
    Vector(
      .cscFeature, "07 00",
      [
        "CSC Feature: Wheel Revolution Data Supported, Crank Revolution Data Supported, "
          + "Multiple Sensor Locations Supported"
      ]),
    Vector(.sensorLocation, "05", ["Sensor Location: Left Crank"]),
    Vector(.sensorLocation, "10", ["Sensor Location: Chain Ring"]),
    Vector(.sensorLocation, "11", ["Sensor Location: Reserved (0x11)"]),
    // Each procedure of CPS 1.1, §3.5.2, and its response.
    Vector(.cyclingPowerControlPoint, "01 10 27 00 00", ["Op Code: Set Cumulative Value", "Cumulative Value: 10000"]),
    Vector(
      .cyclingPowerControlPoint, "02 06", ["Op Code: Update Sensor Location", "Sensor Location: Right Crank"]),
    Vector(.cyclingPowerControlPoint, "03", ["Op Code: Request Supported Sensor Locations"]),
    Vector(.cyclingPowerControlPoint, "04 59 01", ["Op Code: Set Crank Length", "Crank Length: 172.5 mm"]),
    Vector(.cyclingPowerControlPoint, "0c", ["Op Code: Start Offset Compensation"]),
    Vector(
      .cyclingPowerControlPoint, "0d 03 01",
      [
        "Op Code: Mask Cycling Power Measurement Characteristic Content",
        "Content Mask: Pedal Power Balance, Accumulated Torque, Accumulated Energy",
      ]),
    Vector(
      .cyclingPowerControlPoint, "20 03 01 05 06",
      [
        "Op Code: Response Code", "Request Op Code: Request Supported Sensor Locations", "Response Value: Success",
        "Supported Sensor Locations: Left Crank, Right Crank",
      ], shorterValues: [3, 4]),
    Vector(
      .cyclingPowerControlPoint, "20 05 01 5e 01",
      [
        "Op Code: Response Code", "Request Op Code: Request Crank Length", "Response Value: Success",
        "Crank Length: 175.0 mm",
      ], shorterValues: [3]),
    Vector(
      .cyclingPowerControlPoint, "20 0c 01 f4 ff",
      [
        "Op Code: Response Code", "Request Op Code: Start Offset Compensation", "Response Value: Success",
        "Raw Offset: -12",
      ], shorterValues: [3]),
    Vector(
      .cyclingPowerControlPoint, "20 0c 04",
      [
        "Op Code: Response Code", "Request Op Code: Start Offset Compensation", "Response Value: Operation Failed",
      ]),
    Vector(
      .cyclingPowerControlPoint, "20 0e 01 64",
      [
        "Op Code: Response Code", "Request Op Code: Request Sampling Rate", "Response Value: Success",
        "Sampling Rate: 100 Hz",
      ], shorterValues: [3]),
    Vector(
      .cyclingPowerControlPoint, "20 0f 01 e4 07 03 1f 0c 05 00",
      [
        "Op Code: Response Code", "Request Op Code: Request Factory Calibration Date", "Response Value: Success",
        "Factory Calibration Date: 2020-03-31 12:05:00",
      ], shorterValues: [3]),
    Vector(
      .cyclingPowerControlPoint, "20 10 01 2a 00 3b 00 02 07 08",
      [
        "Op Code: Response Code", "Request Op Code: Start Enhanced Offset Compensation", "Response Value: Success",
        "Raw Offset: 42", "Manufacturer Company ID: 59", "Manufacturer Specific Data: 7, 8",
      ], shorterValues: [3, 8, 9]),
    Vector(
      .cyclingPowerControlPoint, "20 10 04 01",
      [
        "Op Code: Response Code", "Request Op Code: Start Enhanced Offset Compensation",
        "Response Value: Operation Failed", "Response Parameter: Incorrect Calibration Position",
      ], shorterValues: [3]),
  ]
}
