import ArgumentParser
import ControlWire
import Glibc
import Testing

@testable import jz2ctl

@Suite final class FileTests {
  /// A new directory for each test; empty if it could not be made.
  private let folder: String = {
    var template = Array("/tmp/jz2ctl-tests.XXXXXX".utf8CString)
    return mkdtemp(&template).map { String(cString: $0) } ?? ""
  }()

  deinit {
    _ = Subprocess.output(of: ["rm", "-rf", folder])
  }

  @Test func `a file is replaced as a whole`() {
    let path = "\(folder)/ride.tcx"
    #expect(FileWriting.replaceFile(at: path, with: Array("first, longer".utf8)) == nil)
    #expect(FileWriting.replaceFile(at: path, with: Array("second".utf8)) == nil)
    #expect(FileSystem(root: folder).text(of: "/ride.tcx") == "second")
    #expect(FileSystem().names(in: folder) == ["ride.tcx"])
  }

  @Test func `a failed write returns the reason`() {
    #expect(FileWriting.replaceFile(at: "\(folder)/none/ride.tcx", with: []) == "No such file or directory")
    #expect(FileWriting.replaceFile(at: folder, with: []) == "Is a directory")
    #expect(FileSystem().names(in: folder) == [])
  }

  @Test func `doctor reads facts from the kernel's files`() throws {
    for path in ["sys", "sys/class", "sys/class/bluetooth", "sys/class/bluetooth/hci0", "sys/class/bluetooth/hci0:64"] {
      mkdir("\(folder)/\(path)", 0o755)
    }
    try place("sys/class/rfkill/rfkill0", ["type": "wlan\n", "soft": "1\n", "hard": "1\n"])
    try place("sys/class/rfkill/rfkill1", ["type": "bluetooth\n", "soft": "1\n", "hard": "0\n"])
    try place("proc/812", ["comm": "bluetoothd\n"])
    try place("run/dbus", ["system_bus_socket": ""])
    try place("run/systemd/system", [:])
    let facts = DoctorFacts(files: FileSystem(root: folder), socketPath: "/s", socket: .silent) { words in
      switch words.first {
      case "bluetoothctl": "bluetoothctl: 5.66\n"
      case "systemctl": "inactive\n"
      case "timedatectl": "no\n"
      default: nil
      }
    }
    #expect(facts.adapters == ["hci0"])
    #expect(facts.blocks == [.init(isSoft: true, isHard: false)])
    #expect(facts.isBluetoothRunning == true)
    #expect(facts.bluetoothVersion == BlueZVersion(5, 66))
    #expect(facts.hasBus && facts.mayOpenBus)
    #expect(facts.unitState == "inactive")
    #expect(facts.isClockSynchronised == false)
    #expect(facts.stateDirectory == nil)
  }

  @Test func `doctor reports unknown facts on an empty machine`() {
    let facts = DoctorFacts(files: FileSystem(root: folder), socketPath: "/s", socket: .missing) { _ in nil }
    #expect(facts.adapters == nil && facts.blocks == nil && facts.isBluetoothRunning == nil)
    #expect(facts.unitState == nil && facts.isClockSynchronised == nil)
    #expect(!facts.hasBus)
  }

  @Test func `doctor reads the output of programs`() {
    #expect(Subprocess.output(of: ["echo", "5.66"]) == "5.66\n")
    #expect(Subprocess.output(of: ["\(folder)/none"]) == nil)
  }

  @Test func `a verb without a daemon exits with 69`() throws {
    var command = try JZ2Ctl.parseAsRoot(["--socket", "\(folder)/none.sock", "status"])
    let error = #expect(throws: ExitCode.self) { try command.run() }
    #expect(error?.rawValue == 69)
  }

  @Test(arguments: [
    ["2AD2", "(0x) 44-02-C4-09-B4-00-96-00-78"], ["2ad2", "(0x)", "44-02-C4-09-B4-00-96-00-78"],
    ["A026E005-0A7D-4AB3-97FA-F1500F9FEB8B", "0x42 C8 00"], ["a026e0050a7d4ab397faf1500f9feb8b", "014201003200"],
    ["6E40FEC2", "a4094e051901551027fa103147"], ["6e40fec3-b5a3-f393-e0a9-e50e24dcca9e", "a4094f0531ffffffffff580273"],
    ["0x2A65", "0c020000"], ["2A5C", "0700"], ["2A5D", "05"], ["00002A66-0000-1000-8000-00805F9B34FB", "0c"],
    ["A026E038", "02 2A"],
  ])
  func `decode accepts values of each trainer protocol as other programs format them`(_ words: [String]) throws {
    var command = try JZ2Ctl.parseAsRoot(["decode", "--json"] + words)
    try command.run()
  }

  @Test func `decode exits with 1 for an invalid value`() throws {
    var command = try JZ2Ctl.parseAsRoot(["decode", "2AD8", "00"])
    let error = #expect(throws: ExitCode.self) { try command.run() }
    #expect(error?.rawValue == 1)
  }

  private func place(_ directory: String, _ files: [String: String]) throws {
    var path = folder
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o755)
    }
    for (name, text) in files {
      try #require(FileWriting.replaceFile(at: "\(path)/\(name)", with: Array(text.utf8)) == nil)
    }
  }
}
