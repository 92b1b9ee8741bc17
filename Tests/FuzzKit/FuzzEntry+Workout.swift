import RideFiles
import Rides

extension FuzzEntry {
  /// A workout file of any kind, or a route.
  package static let workout = FuzzEntry(
    name: "workout",
    seeds: {
      [
        """
        name: Over-unders
        repeat 2
          timer 1:00 50-75% 90rpm "Over"
          cue 0:30 for 5s "Now"
        end
        location 48.2,-16.3 zone2 140W
        timer 90s 120-130bpm 60%
        activity 125 bpm
        distance 2.5km free
        activity ramp 100W-200W "Nod \\"yes\\""
        """,
        """
        <workout_file><name>A</name><workout><Warmup Duration="60" PowerLow="0.5" PowerHigh="0,75"/>
        <IntervalsT Repeat="3" OnDuration="30" OffDuration="15.5" OnPower="1.2" OffPower="0.5" Cadence="90">
        <textevent timeoffset="5" message="Push & go"/></IntervalsT><FreeRide Duration="10"/></workout></workout_file>
        """,
        """
        [COURSE HEADER]\r\nUNITS = ENGLISH\r\nFTP = 250\r\nMINUTES WATTS\r\n[END COURSE HEADER]\r\n[COURSE DATA]\r
        0\t100\r\n5.5\t200\r\n5.5\t150\r\n10,5\t150\r\n[END COURSE DATA]\r\n[COURSE TEXT]\r\n30\tGo\t10\r\n[END COURSE TEXT]
        """,
        """
        <gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>L</name><trkseg><trkpt lat="48.2" lon="16.3"/>
        <trkpt lat="48.21" lon="16.3"/></trkseg></trk></gpx>
        """,
        """
        ; by a program\r\n[COURSE HEADER]\r\nDESCRIPTION = One <\r\ntwo\r\nFTP = 250 W\r\nMINUTES PERCENT\r\n[COURSE DATA]\r
        0.00;50\r\n1.00,100\r\n2,5;LAP Over\r\n3 100\r\n[COURSE TEXT]\r\n5;Go; now;7\r\n\u{1A}
        """,
        "<workout_file><workout><FreeRide Duration='9'><textevent message='hold < 90 & go'/></FreeRide>"
          + "<IntervalsT Repeat='2' OnDuration='9' OffDuration='0' OnPower='1' OffPower='1'/></workout></workout_file>",
      ].map { Array($0.utf8) } + [Array("name: M".utf8) + [0xE4, 0x96, 0x0A] + Array("timer 1:00 50%".utf8)]
    },
    run: { input in
      let content: WorkoutFile.Content
      do throws(PlanFault) {
        content = try WorkoutFile.decode(input, fileName: "fuzz.zwo")
      } catch {
        return try promise("\(error) names a line of the file", error.line.map { $0 > 0 } ?? true)
      }
      switch content {
      case .plan(let plan): try writeDown(plan)
      case .route(let route): try travel(route)
      }
    })

  /// Checks that an accepted plan can be ridden and written.
  private static func writeDown(_ plan: Plan) throws {
    try plan.check()
    let text = try WorkoutFile.encode(plan, as: .text, thresholdWatts: nil)
    let again = try WorkoutFile.decode(text, fileName: nil)
    try promise("\(plan) is the same by its own text", again == .plan(plan))
  }

  /// Checks that each place of an accepted route is reached again later.
  private static func travel(_ route: Route) throws {
    let course = RouteCourse(route)
    for place in route.points.prefix(5) {
      let meters = course.meters(to: place, after: 100)
      try promise("\(place) lies ahead, not at \(String(describing: meters))", meters.map { $0 > 100 } ?? false)
    }
    try promise("only heights give grades", route.hasHeights || course.gradePercent(atMeters: 0) == nil)
    for meters in stride(from: 0.0, to: course.periodMeters, by: course.periodMeters / 50) {
      let grade = course.gradePercent(atMeters: meters) ?? 0
      try promise("\(grade) % is ridden", abs(grade) <= 20)
      try promise("the altitude is a number", course.altitude(atMeters: meters)?.isFinite ?? true)
    }
  }
}
