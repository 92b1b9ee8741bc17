import FitnessGATT

extension Vector {
  static let indoorBikeData = [
    Vector(.indoorBikeData, "0000 8a0c", ["More Data: no", "Instantaneous Speed: 32.1 km/h"]),
    Vector(.indoorBikeData, "0100", ["More Data: yes"]),
    Vector(.indoorBikeData, "4100 b80b", ["More Data: yes", "Instantaneous Power: 3000 W"]),
    Vector(
      .indoorBikeData, "4400 e40c b500 9600",
      [
        "More Data: no", "Instantaneous Speed: 33.0 km/h", "Instantaneous Cadence: 90.5 rpm",
        "Instantaneous Power: 150 W",
      ]),
    Vector(
      .indoorBikeData, "c100 f6ff 0080",
      ["More Data: yes", "Instantaneous Power: -10 W", "Average Power: -32768 W"]),
    Vector(
      .indoorBikeData, "fe1f 1027 e803 b400 aa00 010002 feff 2c01 fa00 2c01 5802 0a 8c 55 100e 0807",
      [
        "More Data: no", "Instantaneous Speed: 100.0 km/h", "Average Speed: 10.0 km/h",
        "Instantaneous Cadence: 90.0 rpm",
        "Average Cadence: 85.0 rpm", "Total Distance: 131073 m", "Resistance Level: -2", "Instantaneous Power: 300 W",
        "Average Power: 250 W", "Total Energy: 300 kcal", "Energy Per Hour: 600 kcal/h",
        "Energy Per Minute: 10 kcal/min",
        "Heart Rate: 140 bpm", "Metabolic Equivalent: 8.5 MET", "Elapsed Time: 3600 s", "Remaining Time: 1800 s",
      ], shorterValues: [20, 29]),
    // A one-byte Resistance Level, as in the GATT Specification Supplement of 2023.
    Vector(
      .indoorBikeData, "6400 c409 b400 0c c800",
      [
        "More Data: no", "Instantaneous Speed: 25.0 km/h", "Instantaneous Cadence: 90.0 rpm", "Resistance Level: 12",
        "Instantaneous Power: 200 W",
      ], isCanonical: false),
    Vector(.indoorBikeData, "2100 ff", ["More Data: yes", "Resistance Level: 255"], isCanonical: false),
    Vector(
      .indoorBikeData, "0101 ffff ffff ff",
      [
        "More Data: yes", "Total Energy: not available", "Energy Per Hour: not available",
        "Energy Per Minute: not available",
      ]),
    Vector(
      .indoorBikeData, "0101 0000 ffff 07",
      ["More Data: yes", "Total Energy: 0 kcal", "Energy Per Hour: not available", "Energy Per Minute: 7 kcal/min"]),
    Vector(
      .indoorBikeData, "41e0 c800 aabb", ["More Data: yes", "Instantaneous Power: 200 W"], shorterValues: [4, 5],
      isCanonical: false),
  ]

  static let status = [
    Vector(.fitnessMachineStatus, "01", ["Op Code: Reset"]),
    Vector(.fitnessMachineStatus, "02", ["Op Code: Fitness Machine Stopped or Paused by the User"]),
    Vector(
      .fitnessMachineStatus, "0201",
      ["Op Code: Fitness Machine Stopped or Paused by the User", "Control Information: Stop"], shorterValues: [1]),
    Vector(
      .fitnessMachineStatus, "0209",
      ["Op Code: Fitness Machine Stopped or Paused by the User", "Control Information: Reserved (0x09)"],
      shorterValues: [1]),
    Vector(.fitnessMachineStatus, "03", ["Op Code: Fitness Machine Stopped by Safety Key"]),
    Vector(.fitnessMachineStatus, "04", ["Op Code: Fitness Machine Started or Resumed by the User"]),
    Vector(.fitnessMachineStatus, "05 c409", ["Op Code: Target Speed Changed", "Target Speed: 25.0 km/h"]),
    Vector(.fitnessMachineStatus, "06 0f00", ["Op Code: Target Incline Changed", "Target Inclination: 1.5 %"]),
    Vector(
      .fitnessMachineStatus, "07 1e00", ["Op Code: Target Resistance Level Changed", "Target Resistance Level: 3.0"],
      shorterValues: [2]),
    Vector(.fitnessMachineStatus, "08 fa00", ["Op Code: Target Power Changed", "Target Power: 250 W"]),
    Vector(.fitnessMachineStatus, "09 82", ["Op Code: Target Heart Rate Changed", "Target Heart Rate: 130 bpm"]),
    Vector(
      .fitnessMachineStatus, "0a f401",
      ["Op Code: Targeted Expended Energy Changed", "Targeted Expended Energy: 500 kcal"]),
    Vector(
      .fitnessMachineStatus, "0b e803", ["Op Code: Targeted Number of Steps Changed", "Targeted Number of Steps: 1000"]),
    Vector(
      .fitnessMachineStatus, "0c e903",
      ["Op Code: Targeted Number of Strides Changed", "Targeted Number of Strides: 1001"]),
    Vector(.fitnessMachineStatus, "0d a08601", ["Op Code: Targeted Distance Changed", "Targeted Distance: 100000 m"]),
    Vector(
      .fitnessMachineStatus, "0e 080700",
      ["Op Code: Targeted Training Time Changed", "Targeted Training Time: 1800 s"], shorterValues: [3],
      isCanonical: false),
    Vector(
      .fitnessMachineStatus, "0f 0a00 1400",
      [
        "Op Code: Targeted Time in Two Heart Rate Zones Changed", "Targeted Time in Fat Burn Zone: 10 s",
        "Targeted Time in Fitness Zone: 20 s",
      ]),
    Vector(
      .fitnessMachineStatus, "10 0a00 1400 1e00",
      [
        "Op Code: Targeted Time in Three Heart Rate Zones Changed", "Targeted Time in Light Zone: 10 s",
        "Targeted Time in Moderate Zone: 20 s", "Targeted Time in Hard Zone: 30 s",
      ]),
    Vector(
      .fitnessMachineStatus, "11 0100 0200 0300 0400 0500",
      [
        "Op Code: Targeted Time in Five Heart Rate Zones Changed", "Targeted Time in Very Light Zone: 1 s",
        "Targeted Time in Light Zone: 2 s", "Targeted Time in Moderate Zone: 3 s", "Targeted Time in Hard Zone: 4 s",
        "Targeted Time in Maximum Zone: 5 s",
      ]),
    Vector(
      .fitnessMachineStatus, "12 18fc 9cff 28 33",
      [
        "Op Code: Indoor Bike Simulation Parameters Changed", "Wind Speed: -1.0 m/s", "Grade: -1.0 %",
        "Coefficient of Rolling Resistance: 0.004", "Wind Resistance Coefficient: 0.51 kg/m",
      ]),
    Vector(
      .fitnessMachineStatus, "13 3852", ["Op Code: Wheel Circumference Changed", "Wheel Circumference: 2104.8 mm"]),
    Vector(.fitnessMachineStatus, "1404", ["Op Code: Spin Down Status", "Spin Down Status: Stop Pedaling"]),
    Vector(.fitnessMachineStatus, "15 aa00", ["Op Code: Targeted Cadence Changed", "Targeted Cadence: 85.0 rpm"]),
    Vector(.fitnessMachineStatus, "ff", ["Op Code: Control Permission Lost"]),
  ]

  static let machine = [
    Vector(
      .fitnessMachineFeature, "0240 0000 0c20 0080",
      [
        "Fitness Machine Features: Cadence Supported, Power Measurement Supported",
        "Target Setting Features: Resistance Target Setting Supported, Power Target Setting Supported, "
          + "Indoor Bike Simulation Parameters Supported",
      ]),
    Vector(
      .fitnessMachineFeature, "0000 0000 0000 0000",
      ["Fitness Machine Features: none", "Target Setting Features: none"]),
    Vector(
      .supportedPowerRange, "1900 dc05 0500",
      ["Minimum Power: 25 W", "Maximum Power: 1500 W", "Minimum Increment: 5 W"]),
    Vector(
      .supportedPowerRange, "ceff 3200 0000",
      ["Minimum Power: -50 W", "Maximum Power: 50 W", "Minimum Increment: 0 W"],
      isCanonical: false),
    Vector(
      .supportedResistanceLevelRange, "f6ff e803 0500",
      ["Minimum Resistance Level: -1.0", "Maximum Resistance Level: 100.0", "Minimum Increment: 0.5"],
      shorterValues: [3]),
    // One byte each, as in the GATT Specification Supplement of 2023.
    Vector(
      .supportedResistanceLevelRange, "011401",
      ["Minimum Resistance Level: 1.0", "Maximum Resistance Level: 20.0", "Minimum Increment: 1.0"],
      isCanonical: false),
    Vector(.trainingStatus, "000c", ["Training Status: Watt Control"]),
    Vector(.trainingStatus, "0010", ["Training Status: Reserved (0x10)"]),
    Vector(
      .trainingStatus, "010b 456e6465", ["Training Status: Cool Down", "Training Status String: Ende"],
      shorterValues: [2, 3, 4, 5]),
    Vector(
      .trainingStatus, "0302 41", ["Training Status: Warming Up", "Training Status String: A", "Extended String: yes"],
      shorterValues: [2]),
  ]
}
