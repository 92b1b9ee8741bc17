import Foundation
import Rides
import SyncKit
import TestKit
import Testing

@Suite struct SyncConfigurationTests {
  @Test func `a configuration names a folder and a command`() throws {
    let configuration = try SyncConfiguration(
      text: """
        # rides as files\r
        ; and a command
        [folder]
          path = /srv/my rides/

        [hook]
        command=rsync "$JZ2_FILE" nas:rides/ # not=a comment
        format=tcx

        """)
    #expect(configuration.folder?.path == "/srv/my rides")
    #expect(configuration.folder?.format == .fit)
    #expect(configuration.hook?.command == #"rsync "$JZ2_FILE" nas:rides/ # not=a comment"#)
    #expect(configuration.hook?.format == .tcx)
    #expect(try SyncConfiguration(text: "").folder == nil)
  }

  @Test(
    arguments: [
      ("[folders]", "line 1: unknown section [folders]; the sections are [folder] and [hook]"),
      ("[folder", "line 1: unknown section [folder; the sections are [folder] and [hook]"),
      ("path=/x", "line 1: path is in no section; write it below [folder] or [hook]"),
      ("[folder]\npath=/x\nmode=1", "line 3: unknown setting mode in [folder]; the settings are path and format"),
      ("[hook]\npath=/x", "line 2: unknown setting path in [hook]; the settings are command and format"),
      ("\n[folder]\nformat=fit", "line 2: [folder] has no path"),
      ("[hook]", "line 1: [hook] has no command"),
      ("[folder]\npath=rides", "line 2: path rides does not begin with /"),
      ("[folder]\npath=", "line 2: path has no value"),
      ("[folder]\npath", "line 2: path has no value; write KEY=VALUE"),
      ("[folder]\npath=/x\nformat=gpx", "line 3: unknown format gpx; the formats are fit, tcx, csv, json"),
      ("[folder]\npath=/x\npath=/y", "line 3: path appears twice"),
      ("[folder]\npath=/x\n[folder]", "line 3: [folder] appears twice"),
    ]) func `an invalid line is reported with its number`(_ text: String, _ message: String)
  {
    let fault = #expect(throws: SyncConfiguration.Fault.self) { _ = try SyncConfiguration(text: text) }
    #expect(fault?.description == message)
  }

  @Test func `a configuration file that other users can write is refused`() throws {
    let directory = try TemporaryDirectory()
    let path = directory.path(of: "sync.conf")
    try Data("[hook]\ncommand=true".utf8).write(to: URL(filePath: path))
    chmod(path, 0o644)
    #expect(try SyncConfiguration(path: path, owner: getuid()).hook?.command == "true")
    for mode in [0o664, 0o646] as [mode_t] {
      chmod(path, mode)
      let fault = #expect(throws: SyncConfiguration.Fault.self) {
        _ = try SyncConfiguration(path: path, owner: getuid())
      }
      #expect(fault?.reason == "\(path) can be written by users other than root: sudo chmod go-w \(path)")
    }
    chmod(path, 0o644)
    #expect(throws: SyncConfiguration.Fault.self) { _ = try SyncConfiguration(path: path, owner: getuid() + 1) }
    #expect(throws: SyncConfiguration.Fault.self) { _ = try SyncConfiguration(path: directory.path, owner: getuid()) }
  }

  @Test func `a missing file is an empty configuration`() throws {
    #expect(try SyncConfiguration(path: "/no/such/file") == SyncConfiguration())
  }
}
