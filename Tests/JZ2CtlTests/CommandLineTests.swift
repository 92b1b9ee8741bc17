import ArgumentParser
import ControlWire
import Rides
import Testing

@testable import jz2ctl

@Suite struct CommandLineTests {
  @Test(arguments: [
    "scan", "scan --seconds 2.5", "use c0:ff:ee:00:00:01", "forget C0:FF:EE:00:00:01", "devices",
    "start", "start 150", "start 150W 60", "start 150 1:00:00 --warmup 10min --cooldown 5:00", "start over under",
    "start today", "start last --watts 160", "start --like last", "start --free", "start --free --minutes 30",
    "start 150 --endless", "start --watts 150 --minutes 1h30", "start --minutes 60", "start --zone2", "start --dfa",
    "stop --discard", "stop --discard --yes",
    "start --watts 150 --minutes 60", "start --watts 3000 --minutes 0.1 --watch", "start --watts 1 --minutes 1440",
    "start --watts 150 --minutes 60 --no-heart-rate",
    "start --watts 150 --minutes 60 --max-heart-rate 60", "start --watts 150 --minutes 60 --max-heart-rate 230",
    "watch", "status", "watts 160", "watts +5", "watts -5", "watts -- -5", "watts free", "pause", "resume", "stop",
    "rides",
    "rides --limit 3", "rides --search spin --sort longest --month 2026-11 --deleted", "show last", "show",
    "show LAST --link", "show 12", "export", "chart", "chart --whole", "trim --from 1:38 --yes", "trim --suggest",
    "show last --link", "show 12 --samples --whole", "show 12 --json --whole", "export 12",
    "export 12 --format btsnoop", "export last --format tcx --output /tmp/a.tcx", "export 12 --format fit --whole",
    "rename 12 Sunday", "note last legs", "delete 12", "delete 12 --yes", "undo 12", "undo", "trim 12 --from 1:38",
    "trim 12 --to 59:58", "trim 12 --from 98 --to 1:23:45", "trim 12 --auto", "trim last --suggest", "undo over",
    "undo 12 --plan",
    "uploaded 12 strava", "uploaded 12 strava --activity 2026-11-21T06:45:12.250Z", "backup /tmp/a",
    "restore /tmp/a", "restore -", "delete 12 --now --yes", "import a.fit", "import a.fit b.tcx --force", "import -",
    "settings",
    "settings --zone2 120-140 --max-heart-rate 185 --resting-heart-rate 50 --threshold-heart-rate 165 --ftp 250",
    "settings --weight 72.5 --zones friel --clear ftp weight watts", "settings --watts 150 --minutes 1:00:00",
    "chart 12", "chart last --whole --output /tmp/a.svg",
    "chart 12 --width 40 --height 10", "chart 12 --output a.svg --width 1200 --height 700", "stats", "stats 4",
    "stats history", "stats history --weeks 52 --output a.svg",
    "start --plan mix", "start --plan mix --dfa --max-heart-rate 150 --watch --quiet",
    "start --plan mix --no-heart-rate",
    "start --plan today", "start --plan tomorrow --no-heart-rate", "start --zone2 --minutes 60",
    "start --zone2 --minutes 60 --watts 140 --max-heart-rate 150 --dfa",
    "start --watts 150 --minutes 60 --dfa --watch --on-event true", "watch --on-event true", "watch --quiet",
    "plan new mix", "plan new mix --about Sundays", "plan list", "plan show mix --json", "plan rename mix mix2",
    "plan remove mix", "plan remove mix --line 2", "plan delete mix --yes", "plan delete mix --line 2.1", "plan",
    "plan edit mix", "plans", "plans --all", "plan list --deleted", "rename 12 --sport running",
    "rename 12 Run --sport running", "rides --sport ebiking",
    "stats weeks", "stats weeks 4 --json", "stats records", "stats power", "stats power last",
    "stats power --since 2026-11-01 --until today",
    "settings --units imperial --weight 165lb", "settings --weight 75kg", "import a.zwo --name mix --replace",
    "plan export mix", "plan export mix --format erg --output /tmp/a.erg", "--json plan list", "plan --json list",
    "plan add mix --timer 1:00 --label Run --watts 150", "plan add mix --timer 1:30:00", "plan add mix --timer 90s",
    "plan add mix --distance 25m", "plan add mix --distance 2.5km --ftp 50-75% --repeat 4",
    "plan add mix --timer 1:00 --percent 50-75",
    "plan add mix --location -33.8688,151.2093 --watts 100-200", "plan add mix --activity --zone 2 --ftp 60",
    "plan add mix --timer 1:00 --bpm 120-130 --watts 140",
    "plan add mix --timer 5min --cadence 85-95 --cadence 90", "plan add mix --repeat 200",
    "plan add mix --repeat 4 --last 2", "next", "back",
    "extend 2:00", "extend 90s", "extend 500m", "extend 1.5km", "extend -1:00", "extend -90s --json", "extend -- -1:00",
    "bias +5", "bias -5", "bias 0", "bias 5%", "bias -- -5",
    "bias -5 --json --socket /tmp/s",
    "services", "services --json --socket /s", "sync", "sync now", "sync --full --service hub", "sync status --json",
    "sync restore", "sync restore --json", "sync again 12 --service strava", "sync again last --service intervals",
    "connect intervals",
    "connect intervals --key-file - --url https://a.example/x --ca-file ca.pem --since 2026-11-01",
    "connect intervals --since all", "connect strava --client-id 12345",
    "connect strava --client-id 12345 --client-secret-file s --oauth-url https://o.example --history --virtual-ride",
    "connect strava --client-id 12345 --no-history --no-virtual-ride",
    "connect hub --url https://h.example --code --camel-case",
    "connect strava --client-id 12345 --broker https://b.example --url http://127.0.0.1:8080",
    "connect strava --code",
    "connect hub --url https://h.example --code", "connect hub --url https://h.example --token-file t",
    "connect", "connect --json", "disconnect strava", "disconnect hook", "rides --strava",
    "rides --strava --month 2026-11 --limit 3", "chart --strava", "chart --strava 16500000001 --output a.svg",
    "chart --strava last", "chart --strava --weeks 8", "hrv", "sleep",
    "hrv measure", "hrv measure --seconds 120 --position sitting --no-pacer --json", "hrv list --limit 3",
    "hrv show last --intervals", "hrv show 12 --json", "hrv delete 12", "import - --at 7:10 --position lying",
    "import export.zip --since 2026-11-01", "import rr.txt --at 2026-11-25T07:10:00+01:00",
    "hrv add --date 2026-11-25 --rmssd 43.1",
    "hrv add --rmssd 43 --resting-heart-rate 52.5 --position standing", "sleep add --from 23:10 --to 6:50",
    "sleep add --from 23:10 --to 6:50 --date yesterday --awake 25min --deep 1h20 --rem 100min --light 4h", "sleep list",
    "sleep list --days 7 --json", "sleep edit today --from 23:00 --clear deep rem", "sleep delete 2026-11-25",
    "sleep delete yesterday --source apple", "today", "today 2026-11-24 --explain",
    "today yesterday --json", "stats load", "stats load --days 90 --explain", "stats scores", "stats scores --days 90",
    "stats scores --format csv", "stats scores --output a.csv", "settings --hrv-source apple --trimp women",
    "settings --fan off", "settings --fan 40", "settings --fan 0%", "settings --fan power", "settings --fan heart",
    "doctor",
    "decode 2AD2 4402C409B4009600", "decode 0x2a37 00:40", "decode 00002a19-0000-1000-8000-00805f9b34fb 0x64",
    "decode 2A19 64 00", "decode a026e038 022A", "decode A026E038-0A7D-4AB3-97FA-F1500F9FEB8B FD013704",
    "--json status", "status --json", "--socket /tmp/s status", "watts -5 --json --socket /tmp/s",
  ])
  func `the command line accepts the documented commands`(line: String) throws {
    _ = try JZ2Ctl.parseAsRoot(words(line))
  }

  @Test(arguments: [
    "ride", "status now", "status --colour", "scan --seconds 0", "scan --seconds 301", "use 0", "use C0:FF:EE:00:00",
    "forget", "start --watts 0 --minutes 60", "start --watts 3001 --minutes 60",
    "start --watts -5 --minutes 60", "start --watts 150.5 --minutes 60", "start --watts 150 --minutes 0.09",
    "start --watts 150 --minutes 1440.1", "start --watts 150 --minutes -1", "start --watts 150 --minutes nan",
    "start --watts 150 --minutes inf", "start --watts 150 --minutes 60 --max-heart-rate 59",
    "start --watts 150 --minutes 60 --no-heart-rate --max-heart-rate 140",
    "start --watts 150 --minutes 60 --heart-rate",
    "start --watts 150 --minutes 60 --max-heart-rate 231", "start --watts 150 --minutes 60 --max-heart-rate -1",
    "start --plan mix --watts 150", "start --plan mix --minutes 60", "start --plan mix --zone2", "start 0 60",
    "start 150 10m",
    "start --zone2 --minutes 60 --no-heart-rate", "start --plan", "start 150 60 --endless", "start --like 0",
    "start --minutes 60 --endless", "start last --zone2", "start last --like 3",
    "start --plan mix --dfa --no-heart-rate", "start --plan mix --on-event true",
    "start --plan mix --quiet", "start --zone2 --minutes 60 --watts 0", "watch --on-event", "plan mix", "plan new",
    "plan show", "plan rename mix", "plan remove", "plan remove mix --line 0", "plan remove mix --line -1",
    "plan delete", "plan delete mix --line 2.0", "plan delete mix --line 1.2.3", "plans mix", "plans --all --deleted",
    "rename 12 --sport chess", "rides --sport chess", "stats weeks 0", "stats weeks 4 --search spin",
    "stats records 12", "stats power 0", "stats power 12 --since today", "settings --units nautical",
    "settings --weight 9lb",
    "settings --weight lb",
    "import a b --name mix", "plan export mix --format gpx", "plan add", "plan add mix",
    "plan add --timer 1:00",
    "plan add mix --watts 150", "plan add mix --timer 1:00 --activity", "plan add mix --timer 1:00 --distance 25m",
    "plan add mix --distance 25", "plan add mix --timer 1:00 --percent 75 --watts 150",
    "plan add mix --timer 60", "plan add mix --timer 0:00", "plan add mix --timer 25:00:00",
    "plan add mix --timer -1:00",
    "plan add mix --timer 1min1h", "plan add mix --timer 10m", "plan add mix --timer 1km", "plan add mix --distance 0",
    "plan add mix --distance 1001km",
    "plan add mix --distance 0.5", "plan add mix --distance -25", "plan add mix --distance 25mi",
    "plan add mix --location 91,0", "plan add mix --location 0,181", "plan add mix --location 47",
    "plan add mix --location 1,2,3", "plan add mix --timer 1:00 --watts 0", "plan add mix --timer 1:00 --watts 3001",
    "plan add mix --timer 1:00 --watts 100-", "plan add mix --timer 1:00 --watts 150.5",
    "plan add mix --timer 1:00 --watts 150 --ftp 75", "plan add mix --timer 1:00 --ftp 0.5",
    "plan add mix --timer 1:00 --ftp 1001", "plan add mix --timer 1:00 --zone 0", "plan add mix --timer 1:00 --zone 6",
    "plan add mix --timer 1:00 --bpm 130-120", "plan add mix --timer 1:00 --bpm 29-120",
    "plan add mix --timer 1:00 --bpm 120-130 --zone 2", "plan add mix --timer 1:00 --bpm 120-130 --watts 100-200",
    "plan add mix --timer 1:00 --zone 2 --watts 100-200", "plan add mix --timer 1:00 --cadence 95-85",
    "plan add mix --timer 1:00 --cadence 251", "plan add mix --timer 1:00 --cue Ease", "plan add mix --repeat 0",
    "plan add mix --last 2", "plan add mix --repeat 4 --last 0", "plan add mix --repeat 4 --last -1",
    "plan add mix --timer 1:00 --repeat 4 --last 1", "plan add mix --timer 1:00 --last 1",
    "plan add mix --repeat 201", "plan add mix --repeat 4 --watts 150", "next now", "stop --yes", "extend", "extend 5",
    "extend 0s",
    "extend 0m", "extend 10x", "extend now", "extend 1:00 2:00", "bias", "bias 51", "bias +101", "bias five",
    "bias 5 6", "bias --5",
    "bias -5 --jsno",
    "watts", "watts 0", "watts off", "watts free 5", "watts 3001", "watts +3001", "watts --5", "watts five",
    "slope", "slope 26", "slope +51", "slope steep", "slope 2 3", "slope --2", "resistance", "resistance 101",
    "resistance -- -5", "start --slope 26", "start --slope 2 --resistance 40", "start 150 60 --slope 2",
    "start --slope 2 --zone2", "settings --difficulty 101",
    "watts 5 6", "watts -5 --jsno", "watts 99999999999999999999", "rides --limit 0", "rides --limit -1",
    "show 0", "export 0", "rides --month 2026-13", "rides --month ju",
    "rides --sort power", "show 12 --link --samples", "show 12 --whole", "show 12 --link --whole",
    "rename 12", "rename", "note 12", "delete", "undo --plan", "trim 12", "trim 12 --auto --suggest",
    "trim 12 --from 1:38 --auto", "trim 12 --from 100 --to 100", "trim 12 --from 1:2:3:4", "trim 12 --from 1:60",
    "trim 12 --from 1:5", "trim 12 --from 1.5", "trim 12 --from -5", "trim 12 --to 10m", "undo 12 13", "uploaded 12",
    "import", "export 12 --format kml", "settings --zone2 140-120", "settings --zone2 120", "settings --zone2 29-140",
    "settings --max-heart-rate 251", "settings --resting-heart-rate 29", "settings --ftp 1001", "settings --ftp -1",
    "settings --weight 19.9", "settings --weight nan", "settings --zones polar", "settings --hrv-source watch",
    "settings --trimp children", "settings --clear zone2", "settings --fan 101", "settings --fan percent",
    "settings --fan fast",
    "chart 12 --weeks 3", "stats history --weeks 0", "stats history --whole",
    "chart 12 --width 39", "chart 12 --output a.svg --width 100", "chart 12 --height 4", "decode 2AD2",
    "decode FFFF 00", "decode E038 022A", "decode 2AD2 4", "decode 2AD2 zz", "services now", "sync soon",
    "sync again 12",
    "sync again 12 --service garmin", "sync again --service strava", "sync --service garmin", "connect garmin",
    "connect intervals s3cret", "connect intervals --key s3cret", "connect intervals --url ftp://a",
    "connect intervals --url https://me:s3cret@a.example", "connect intervals --url https://",
    "connect intervals --since yesterday", "connect intervals --since 2026-02-30", "connect intervals --code x",
    "connect strava", "connect strava --client-id 0", "connect strava --client-id mine",
    "connect strava --client-id 1 --client-secret-file s --broker https://b.example",
    "connect strava --client-id 1 --code", "connect strava --code --history",
    "connect strava --code --no-history", "connect strava --code abc", "connect hub --code 123456",
    "connect strava --client-id 1 --client-secret s3cret", "connect hub --code --token-file t",
    "connect hub --token s3cret", "connect hub --source", "disconnect", "disconnect garmin",
    "rides --strava --search spin",
    "rides --strava --deleted", "chart --strava 7 --whole", "chart --strava 7 --weeks 3",
  ])
  func `the command line refuses invalid commands with its usage`(line: String) {
    if let error = #expect(throws: (any Error).self, performing: { try JZ2Ctl.parseAsRoot(words(line)) }) {
      #expect(JZ2Ctl.exitCode(for: error).rawValue == 64)
      #expect(JZ2Ctl.fullMessage(for: error).contains("Usage:"))
    }
  }

  @Test(arguments: ["--json --socket /s status", "status --socket /s --json", "--socket /s status --json"])
  func `common options are accepted before and after the verb`(line: String) throws {
    let command = try #require(try JZ2Ctl.parseAsRoot(words(line)) as? StatusCommand)
    #expect(command.options.json)
    #expect(command.options.socket == "/s")
  }

  @Test func `a target out of range is refused with its range`() {
    do {
      _ = try JZ2Ctl.parseAsRoot(words("start --watts 0 --minutes 60"))
    } catch {
      #expect(JZ2Ctl.message(for: error) == "--watts takes 1 to 3000 W, not 0.")
    }
  }

  @Test(arguments: [
    (["plan", "new", ""], "A plan's name takes 1 to 100 characters."),
    (["plan", "new", long], "A plan's name takes 1 to 100 characters."),
    (["plan", "rename", "mix", " "], "A plan's name takes 1 to 100 characters."),
    (["import", "a.zwo", "--name", long], "--name takes 1 to 100 characters."),
    (["plan", "add", "mix", "--activity", "--label", long], "--label takes 1 to 100 characters."),
    (["rename", "12", long + long], "A ride's name is too long by 2 letters."),
    (["note", "12", "a\u{1B}"], "A ride's note takes no control characters."),
    (
      ["watts", "0"],
      "watts takes 1 to 3000 W, or a change like +5 or -5, not '0'. `jz2ctl watts free` rides without a target."
    ),
    (["bias", "51"], "bias takes 0 to 50, or a change of -100 to +100 with its sign, not '51'."),
    (["plan", "add", "mix", "--repeat", "4", "--last", "0"], "--last takes 1 or more, not 0."),
  ])
  func `a value out of bounds is refused with its limit`(words: [String], explanation: String) {
    var message: String?
    do { _ = try JZ2Ctl.parseAsRoot(words) } catch { message = JZ2Ctl.message(for: error) }
    #expect(message == explanation)
  }

  @Test func `a name of 100 characters is accepted`() throws {
    _ = try JZ2Ctl.parseAsRoot(["plan", "new", String(Self.long.dropLast())])
  }

  /// One character more than a name or a label may have.
  private static let long = String(repeating: "x", count: 101)

  @Test(arguments: [
    ("150", WattsArgument.absolute(150)), ("+5", .change(5)), ("-5", .change(-5)), ("-0", .change(0)),
    ("3000", .absolute(3000)), ("free", .free),
  ])
  func `a signed number of watts is a change`(text: String, meaning: WattsArgument) {
    #expect(WattsArgument(text) == meaning)
  }

  @Test(arguments: [
    (
      "plan add mix --timer 10m",
      """
      The value '10m' is invalid for '--timer <time>': m is metres; write 10min. Write 5:00, 1:30:00, 90s, 25min, 1h \
      or 1h30, for example `--timer 5:00`.
      """
    ),
    (
      "plan add mix --distance 5:00",
      """
      The value '5:00' is invalid for '--distance <distance>': That is not a distance. Write 500m or 1.5km, \
      for example `--distance 500m`.
      """
    ),
    (
      "trim 12 --to 28x",
      """
      The value '28x' is invalid for '--to <time>': That is not a time. Write 5:00, 1:30:00, 90s, 25min, 1h or \
      1h30, for example `--to 58:20`.
      """
    ),
    (
      "extend 5",
      """
      '5': It has no unit. Write 2:00, 90s, 500m or -1:00, for example `jz2ctl extend 2:00`.
      """
    ),
  ])
  func `a refused time or distance shows the valid formats`(line: String, explanation: String) {
    var message: String?
    do { _ = try JZ2Ctl.parseAsRoot(words(line)) } catch { message = JZ2Ctl.message(for: error) }
    #expect(message == explanation)
  }

  @Test(arguments: [
    ("export 12", ExportFormat.activity(.tcx)), ("export 12 --output ride.fit", .activity(.fit)),
    ("export 12 --output /tmp/A.CSV", .activity(.csv)), ("export 12 --output ride", .activity(.tcx)),
    ("export 12 --output a.xml --format tcx", .activity(.tcx)),
    ("export 12 --output ride.btsnoop", .btsnoop), ("export 12 --output col.gpx", .gpx),
  ])
  func `an export takes its format from the file's name`(line: String, format: ExportFormat) throws {
    let command = try #require(try JZ2Ctl.parseAsRoot(words(line)) as? ExportCommand)
    #expect(command.chosenFormat == format)
  }

  @Test func `the options of settings are collected into one change`() throws {
    let line =
      "settings --zone2 118-136 --ftp 240 --zones coggan --clear max-heart-rate weight --hrv-source apple "
      + "--trimp women --fan 40"
    let command = try #require(try JZ2Ctl.parseAsRoot(words(line)) as? SettingsCommand)
    var change = SetSettings()
    (change.zone2From, change.zone2To, change.thresholdWatts) = (118, 136, 240)
    (change.hrvSource, change.trimpWeights) = (.apple, .women)
    (change.fan, change.fanPercent) = (.percent, 40)
    (change.zoneMethod, change.clear) = (.coggan, [.maximumHeartRate, .weightKilograms])
    #expect(command.change == change)
    let bare = try #require(try JZ2Ctl.parseAsRoot(["settings"]) as? SettingsCommand)
    #expect(bare.change == SetSettings())
  }

  private func words(_ line: String) -> [String] {
    line.split(separator: " ").map(String.init)
  }
}
