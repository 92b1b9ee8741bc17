import FitnessGATT

extension Vector {
  /// Bytes of Wahoo's control point and of FE-C over BLE.
  ///
  /// The numbers W and T are those of the tests of Trainers, which list the sources.
  static let trainers = [
    // W1, W2, W9, W11, W12, W14, W15.
    Vector(.wahooControlPoint, "20 ee fc", ["Op Code: Unlock"], shorterValues: [1, 2]),
    Vector(.wahooControlPoint, "42 c8 00", ["Op Code: Set ERG Mode", "Power: 200 W"]),
    Vector(
      .wahooControlPoint, "43 b0 1d 04 00 70 01",
      ["Op Code: Set Sim Mode", "Weight: 76.0 kg", "Rolling Resistance: 0.004", "Wind Resistance: 0.368"]),
    Vector(.wahooControlPoint, "40 5b 3f", ["Op Code: Set Resistance Mode", "Resistance: 1.001 %"]),
    Vector(.wahooControlPoint, "41 09", ["Op Code: Set Standard Mode", "Level: 9"]),
    Vector(.wahooControlPoint, "46 5c 7f", ["Op Code: Set Sim Grade", "Grade: -0.5 %"]),
    Vector(.wahooControlPoint, "47 a0 8f", ["Op Code: Set Sim Wind Speed", "Wind Speed: 4.0 m/s"]),
    Vector(.wahooControlPoint, "48 70 53", ["Op Code: Set Wheel Circumference", "Wheel Circumference: 2136.0 mm"]),
    // Requests that rides do not use.
    Vector(
      .wahooControlPoint, "44 04 00", ["Op Code: Set Sim Rolling Resistance", "Rolling Resistance: 0.004"]),
    Vector(.wahooControlPoint, "49", ["Op Code: Init Spin Down"]),
    // W5, W6, W7, W8.
    Vector(
      .wahooControlPoint, "01 42 01 00 32 00",
      ["Status: Success", "Request Op Code: Set ERG Mode", "Power: 50 W"], shorterValues: [2, 3, 4, 5]),
    Vector(.wahooControlPoint, "01 20 02", ["Status: Success", "Request Op Code: Unlock"], shorterValues: [2]),
    Vector(
      .wahooControlPoint, "01 46 01 00 00 80",
      ["Status: Success", "Request Op Code: Set Sim Grade", "Grade: 0.0 %"], shorterValues: [2, 3, 4, 5]),
    Vector(
      .wahooControlPoint, "00 42 01 00 32 00",
      ["Status: Failure (0)", "Request Op Code: Set ERG Mode", "Power: 50 W"], shorterValues: [2, 3, 4, 5]),
    Vector(.wahooControlPoint, "02 46", ["Status: Failure (2)", "Request Op Code: Set Sim Grade"]),
    // T1, T2, T4, T5, T10.
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 05 10 19 04 00 00 00 ff 24 30",
      [
        "Data Page Number: 16", "Data Page: General FE Data", "Equipment Type: Trainer", "Elapsed Time: 1.0 s",
        "Distance Traveled: 0 m", "Speed: 0.0 m/s", "Heart Rate: not available", "Heart Rate Data Source: Invalid",
        "Capabilities: Distance Traveled", "FE State: Ready", "Checksum: right",
      ]),
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 01 19 4c ff 25 d2 6b 00 20 f4",
      [
        "Data Page Number: 25", "Data Page: Specific Trainer Data", "Update Event Count: 76",
        "Instantaneous Cadence: not available", "Accumulated Power: 53797 W", "Instantaneous Power: 107 W",
        "Trainer Status: none", "Target Power Limits: At the target power, or no target power set", "FE State: Ready",
        "Checksum: right",
      ]),
    // The trainer requests a calibration, and the wheel is too slow for the target.
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 05 19 01 55 10 27 fa 10 31 47",
      [
        "Data Page Number: 25", "Data Page: Specific Trainer Data", "Update Event Count: 1",
        "Instantaneous Cadence: 85 rpm", "Accumulated Power: 10000 W", "Instantaneous Power: 250 W",
        "Trainer Status: Bicycle Power Calibration Required", "Target Power Limits: Speed too low for the target power",
        "FE State: In Use", "Checksum: right",
      ]),
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 05 47 ff ff ff 01 00 00 20 7f",
      [
        "Data Page Number: 71", "Data Page: Command Status", "Last Received Command ID: not available",
        "Sequence Number: not available", "Command Status: Uninitialized", "Checksum: right",
      ]),
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 05 47 31 07 00 ff ff 58 02 b3",
      [
        "Data Page Number: 71", "Data Page: Command Status", "Last Received Command ID: 49", "Sequence Number: 7",
        "Command Status: Pass", "Target Power: 150.0 W", "Checksum: wrong",
      ]),
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 05 50 ff ff 01 59 00 3b 0b de",
      [
        "Data Page Number: 80", "Data Page: Manufacturer's Information", "HW Revision: 1", "Manufacturer ID: 89",
        "Model Number: 2875", "Checksum: right",
      ]),
    Vector(
      .fitnessEquipmentMessages, "a4 09 4e 05 51 ff 00 07 0f 57 00 00 17",
      [
        "Data Page Number: 81", "Data Page: Product Information", "SW Revision (Supplemental): 0",
        "SW Revision (Main): 7", "Serial Number: 22287", "Checksum: right",
      ]),
    // T16, T17 as sent by Pycycling, T19, T20, T22, and Zwift's road feel, T23.
    Vector(
      .fitnessEquipmentRequests, "a4 09 4f 05 31 ff ff ff ff ff 58 02 73",
      ["Data Page Number: 49", "Data Page: Target Power", "Target Power: 150.0 W", "Checksum: right"]),
    Vector(
      .fitnessEquipmentRequests, "a4 09 4f 05 31 ff ff ff ff ff 20 03 ac",
      ["Data Page Number: 49", "Data Page: Target Power", "Target Power: 200.0 W", "Checksum: right as a sum"]),
    Vector(
      .fitnessEquipmentRequests, "a4 09 4f 05 33 ff ff ff ff 20 4e 42 f8",
      [
        "Data Page Number: 51", "Data Page: Track Resistance", "Grade: 0.0 %",
        "Coefficient of Rolling Resistance: 0.0033", "Checksum: right",
      ]),
    Vector(
      .fitnessEquipmentRequests, "a4 09 4f 05 46 ff ff ff ff 80 36 01 16",
      [
        "Data Page Number: 70", "Data Page: Request Data Page", "Requested Transmission Response: 128",
        "Requested Page Number: 54", "Command Type: Request Data Page", "Checksum: right",
      ]),
    Vector(
      .fitnessEquipmentRequests, "a4 09 4f 05 37 4c 1d ff 4f 0b 46 00 7b",
      [
        "Data Page Number: 55", "Data Page: User Configuration", "User Weight: 75.0 kg",
        "Bicycle Wheel Diameter Offset: not available", "Bicycle Weight: 9.0 kg", "Bicycle Wheel Diameter: 0.7 m",
        "Gear Ratio: 0.0", "Checksum: wrong",
      ]),
    Vector(
      .fitnessEquipmentRequests, "a4 09 4e 05 fc 00 00 64 00 00 54 00 10",
      ["Data Page Number: 252", "Data: 0, 0, 100, 0, 0, 84, 0", "Checksum: right as a sum"]),
  ]
}
