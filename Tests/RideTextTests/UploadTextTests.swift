import ClientTestKit
import ControlWire
import Rides
import Testing

@testable import RideText

@Suite struct UploadTextTests {
  private static let at = "2026-11-21T08:00:00Z"
  private static let url = "https://a.b/17"
  private static let stale = "out of date: trimmed or untrimmed since"

  @Test(arguments: [
    (
      Upload(service: "intervals", state: .queued, at: at, message: "Intervals.icu cannot be reached."),
      "Intervals.icu: queued (cannot be reached)"
    ),
    (Upload(service: "strava", state: .queued, at: at), "Strava: queued"),
    (Upload(service: "strava", state: .sending, at: at), "Strava: sending since 2026-11-21 08:00"),
    (Upload(service: "strava", state: .processing, at: at), "Strava: sent 2026-11-21 08:00, still being processed"),
    (Upload(service: "strava", state: .done, url: url, at: at), "Strava: done 2026-11-21 08:00, https://a.b/17"),
    (
      Upload(service: "strava", state: .duplicate, url: url, at: at),
      "Strava: was there already, 2026-11-21 08:00, https://a.b/17"
    ),
    (
      Upload(service: "hub", state: .failed, at: at, message: "Too large."),
      "Your server: failed 2026-11-21 08:00 (Too large)"
    ),
    (
      Upload(service: "strava", state: .stale, url: url, at: at, outdated: true),
      "Strava: done 2026-11-21 08:00, https://a.b/17; \(stale); delete it there (the link), then "
        + "`jz2ctl sync again 12 --service strava`"
    ),
    (
      Upload(service: "folder", state: .stale, at: at, outdated: true),
      "The folder: done 2026-11-21 08:00; \(stale); it is updated automatically"
    ),
    (
      Upload(service: "hook", state: .stale, at: at, outdated: true),
      "The command: done 2026-11-21 08:00; \(stale); run it again with `jz2ctl sync again 12 --service hook`"
    ),
    (Upload(service: "a\u{1b}b", at: at), "Uploaded to a?b on 2026-11-21 08:00."),
  ])
  func `an upload is one line with its state and a remedy`(upload: Upload, text: String) {
    #expect(UploadText.line(upload, ofRide: 12, time: Samples.utc) == text)
  }
}
