import FitnessGATT

extension Vector {
  static let controlPoint = requests + responses

  private static let requests = [
    Vector(.fitnessMachineControlPoint, "00", ["Op Code: Request Control"]),
    Vector(.fitnessMachineControlPoint, "01", ["Op Code: Reset"]),
    // Cut to one byte it is the short response of a KICKR CORE.
    Vector(
      .fitnessMachineControlPoint, "02 b80b", ["Op Code: Set Target Speed", "Target Speed: 30.0 km/h"],
      shorterValues: [1]),
    Vector(.fitnessMachineControlPoint, "03 ecff", ["Op Code: Set Target Inclination", "Target Inclination: -2.0 %"]),
    Vector(
      .fitnessMachineControlPoint, "04 3200", ["Op Code: Set Target Resistance Level", "Target Resistance Level: 5.0"],
      shorterValues: [2]),
    Vector(
      .fitnessMachineControlPoint, "04 f0", ["Op Code: Set Target Resistance Level", "Target Resistance Level: 24.0"],
      isCanonical: false),
    Vector(.fitnessMachineControlPoint, "05 9600", ["Op Code: Set Target Power", "Target Power: 150 W"]),
    Vector(.fitnessMachineControlPoint, "05 ffff", ["Op Code: Set Target Power", "Target Power: -1 W"]),
    Vector(.fitnessMachineControlPoint, "06 8c", ["Op Code: Set Target Heart Rate", "Target Heart Rate: 140 bpm"]),
    Vector(.fitnessMachineControlPoint, "07", ["Op Code: Start or Resume"]),
    Vector(.fitnessMachineControlPoint, "0801", ["Op Code: Stop or Pause", "Control Information: Stop"]),
    Vector(.fitnessMachineControlPoint, "0802", ["Op Code: Stop or Pause", "Control Information: Pause"]),
    Vector(
      .fitnessMachineControlPoint, "09 f401",
      ["Op Code: Set Targeted Expended Energy", "Targeted Expended Energy: 500 kcal"]),
    Vector(
      .fitnessMachineControlPoint, "0a e803",
      ["Op Code: Set Targeted Number of Steps", "Targeted Number of Steps: 1000"]),
    Vector(
      .fitnessMachineControlPoint, "0b e903",
      ["Op Code: Set Targeted Number of Strides", "Targeted Number of Strides: 1001"]),
    Vector(
      .fitnessMachineControlPoint, "0c ffffff", ["Op Code: Set Targeted Distance", "Targeted Distance: 16777215 m"]),
    Vector(
      .fitnessMachineControlPoint, "0d 0807", ["Op Code: Set Targeted Training Time", "Targeted Training Time: 1800 s"]),
    Vector(
      .fitnessMachineControlPoint, "0e 3c00 7800",
      [
        "Op Code: Set Targeted Time in Two Heart Rate Zones", "Targeted Time in Fat Burn Zone: 60 s",
        "Targeted Time in Fitness Zone: 120 s",
      ]),
    Vector(
      .fitnessMachineControlPoint, "0f 0100 0200 0300",
      [
        "Op Code: Set Targeted Time in Three Heart Rate Zones", "Targeted Time in Light Zone: 1 s",
        "Targeted Time in Moderate Zone: 2 s", "Targeted Time in Hard Zone: 3 s",
      ]),
    Vector(
      .fitnessMachineControlPoint, "10 0100 0200 0300 0400 0500",
      [
        "Op Code: Set Targeted Time in Five Heart Rate Zones", "Targeted Time in Very Light Zone: 1 s",
        "Targeted Time in Light Zone: 2 s", "Targeted Time in Moderate Zone: 3 s", "Targeted Time in Hard Zone: 4 s",
        "Targeted Time in Maximum Zone: 5 s",
      ]),
    Vector(
      .fitnessMachineControlPoint, "11 d007 5e01 28 33",
      [
        "Op Code: Set Indoor Bike Simulation Parameters", "Wind Speed: 2.0 m/s", "Grade: 3.5 %",
        "Coefficient of Rolling Resistance: 0.004", "Wind Resistance Coefficient: 0.51 kg/m",
      ]),
    Vector(
      .fitnessMachineControlPoint, "12 3852", ["Op Code: Set Wheel Circumference", "Wheel Circumference: 2104.8 mm"]),
    Vector(.fitnessMachineControlPoint, "1301", ["Op Code: Spin Down Control", "Control: Start"]),
    Vector(.fitnessMachineControlPoint, "1302", ["Op Code: Spin Down Control", "Control: Ignore"]),
    Vector(.fitnessMachineControlPoint, "14 b300", ["Op Code: Set Targeted Cadence", "Targeted Cadence: 89.5 rpm"]),
  ]

  private static let responses = [
    Vector(.fitnessMachineControlPoint, "02", ["Result Code: Op Code not supported"]),
    Vector(
      .fitnessMachineControlPoint, "80 00 01",
      ["Op Code: Response Code", "Request Op Code: Request Control", "Result Code: Success"]),
    Vector(
      .fitnessMachineControlPoint, "80 05 05",
      ["Op Code: Response Code", "Request Op Code: Set Target Power", "Result Code: Control Not Permitted"]),
    Vector(
      .fitnessMachineControlPoint, "80 15 7f",
      ["Op Code: Response Code", "Request Op Code: Reserved (0x15)", "Result Code: Reserved (0x7F)"]),
    Vector(
      .fitnessMachineControlPoint, "80 05 01 9600",
      [
        "Op Code: Response Code", "Request Op Code: Set Target Power", "Result Code: Success",
        "Response Parameter: 150, 0",
      ], shorterValues: [3, 4]),
    Vector(
      .fitnessMachineControlPoint, "80 13 01 b80b a00f",
      [
        "Op Code: Response Code", "Request Op Code: Spin Down Control", "Result Code: Success",
        "Target Speed Low: 30.0 km/h", "Target Speed High: 40.0 km/h",
      ], shorterValues: [3, 4, 5, 6]),
  ]
}
