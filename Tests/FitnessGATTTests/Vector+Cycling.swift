import FitnessGATT

/// Cycling Power, and Cycling Speed and Cadence.
extension Vector {
  static let cycling = [
    // A SNAP that stands still (Incyclist's sensor test).
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
        "Accumulated Energy: 9 kJ",
      ]),
    // The same revolutions as above, with the wheel's time in 1/1024 s (Pycycling's tests).
    Vector(
      .cscMeasurement, "03 ff ff ff ff 03 3f ff 07 e7 0f",
      [
        "Wheel Revolution Data Present: yes", "Crank Revolution Data Present: yes",
        "Cumulative Wheel Revolutions: 4294967295", "Last Wheel Event Time: 15.7529296875 s",
        "Cumulative Crank Revolutions: 2047", "Last Crank Event Time: 3.9755859375 s",
      ]),
    // A cadence sensor that nobody turns; written for this test.
    Vector(
      .cscMeasurement, "02 00 00 00 00",
      [
        "Wheel Revolution Data Present: no", "Crank Revolution Data Present: yes", "Cumulative Crank Revolutions: 0",
        "Last Crank Event Time: 0.0 s",
      ]),
  ]
}
