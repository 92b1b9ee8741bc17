import Rides
import Testing

@testable import HealthExport

@Suite struct DailyMorningsTests {
  private func mornings(_ csv: String) -> DailyMornings? {
    DailyMornings(csv: csv) { day, second in
      let seconds = Int64(day.daysSince1970) * 86_400 + Int64(second) - 3600
      return LocalMoment(milliseconds: seconds * 1000, utcOffsetSeconds: 3600)
    }
  }

  @Test(arguments: [
    ("2026-11-25 06:45:12", "2026-11-25T06:45:12+01:00"), ("2026-11-25T06:45:12", "2026-11-25T06:45:12+01:00"),
    ("2026-11-25 6:45:12 am", "2026-11-25T06:45:12+01:00"), ("2026-11-25 6:45:12 p.m.", "2026-11-25T18:45:12+01:00"),
    ("2026-11-25 06:45:12 +0000", "2026-11-25T06:45:12+01:00"), ("2026-11-25 12:05:00 AM", "2026-11-25T00:05:00+01:00"),
  ])
  func `a line of HRV4Training for iPhone becomes a morning measurement`(time: String, at: String) throws {
    let csv =
      "timestamp_measurement, HR, AVNN,note,SDNN,rMSSD,pNN50\r\n"
      + "\(time),52.5,1140,\"legs, heavy\",61.2,48.25,20\r\n"
    let found = try #require(mornings(csv))
    let morning = try #require(found.measurements.first)
    #expect(morning.at?.description == at && morning.source == .strap && morning.position == nil)
    #expect(morning.figures == HRVFigures(rmssd: 48.25, lnRmssd: 3.8764, sdnn: 61.2, meanHeartRate: 52.5))
    #expect(morning.restingHeartRate == 52.5 && morning.quality == .unknown)
    #expect(found.measurements.count == 1 && found.leftOut == 0)
  }

  @Test func `dates of HRV4Training for Android are read with the day before the month`() throws {
    let found = try #require(mornings("date,time,rMSSD,HR\n2026-11-05,06:30,40,50\n2026-25-05,06:31,41,51\n"))
    #expect(found.measurements.map(\.day.description) == ["2026-05-11", "2026-05-25"])
    #expect(found.measurements.first?.at?.description == "2026-05-11T06:30:00+01:00")
    let iso = try #require(mornings("date,rMSSD\n2026-05-25,41\n"))
    #expect(iso.measurements.first?.day.description == "2026-05-25" && iso.measurements.first?.at == nil)
  }

  @Test func `the column names of Elite HRV and of an orthostatic test are recognised`() throws {
    let elite = try #require(mornings("Datetime;HR;lnRmssd;Rmssd;Sdnn\n2026-11-25 06:45:12;50;4.0;54.6;60\n"))
    #expect(elite.measurements.first?.figures.rmssd == 54.6)
    let lying = try #require(mornings("timestamp_measurement,rMSSD_lying,HR_lying\n2026-11-25 06:45:12,44,48\n"))
    #expect(lying.measurements.first?.position == .lying && lying.measurements.first?.restingHeartRate == 48)
  }

  @Test func `a line without a day or a plausible value is left out and counted`() throws {
    let lines = [
      "Datetime,Rmssd,HR", ",50,50", "2026-11-25 06:45:12,-,", "2026-11-26 06:45:12,4000,900", "2026-11-27 6:45,50",
    ]
    let found = try #require(mornings(lines.joined(separator: "\n")))
    #expect(found.measurements.map(\.day.description) == ["2026-11-27"] && found.leftOut == 3)
  }

  @Test(arguments: ["", "812\n840\n", "# rest\n812", "date,HR\n2026-11-25,50", "rMSSD,HR\n50,50"])
  func `text of another format is not read as mornings`(text: String) { #expect(mornings(text) == nil) }
}
