import ControlWire
import CueKit
import Foundation
import Glibc
import Logging
import Loop
import RideCues
import Rides
import TestKit
import Testing

/// Tests with scripts that write their input to files.
@Suite(.timeLimit(.minutes(TestDeadline.testMinutes))) struct SoundTests {
  private let place: TemporaryDirectory
  private let loop = EventLoop(name: "test", pace: .real)

  init() throws { place = try TemporaryDirectory() }

  /// Installs a script in place of a program.
  private func install(_ program: String, _ script: String) throws { try place.install(program, script) }

  private func driver(card: String? = nil) -> CueDriver {
    var sound = CueConfiguration.Sound()
    (sound.beeps, sound.speech, sound.card) = (true, true, card)
    let log = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    return CueDriver(on: loop, sound: sound, environment: ["PATH": place.path], log: log) { _ in
      .answered(watts: 155)
    }
  }

  private func bytes(of name: String) -> [UInt8] {
    (try? Data(contentsOf: URL(filePath: place.path(of: name)))).map { Array($0) } ?? []
  }

  private func text(of name: String) -> String { String(decoding: bytes(of: name), as: UTF8.self) }

  private func comes(_ text: String, to name: String) async -> Bool {
    await loop.untilItHolds(in: place.path) { self.text(of: name) == text }
    return self.text(of: name) == text
  }

  private func status(left: Int) -> Status {
    Status(
      phase: .riding,
      ride: RideStatus(id: 1, targetWatts: 150, timerSeconds: 9, elapsedSeconds: 9, remainingSeconds: left))
  }

  @Test(arguments: Tone.allCases)
  func `a beep is a WAV file that begins and ends with silence`(_ tone: Tone) {
    let bytes = ToneWave(tone).bytes
    #expect(String(decoding: bytes.prefix(4), as: UTF8.self) == "RIFF")
    #expect(bytes.count == 44 + 48 * tone.milliseconds)
    let samples = stride(from: 44, to: bytes.count, by: 2).map { Int16(bytes[$0]) | Int16(bytes[$0 + 1]) << 8 }
    #expect(samples.first == 0 && samples.last == 0)
    #expect((16_000...20_000).contains(samples.max() ?? 0))
    #expect(bytes.count < 65_536, "a pipe takes it at once")
  }

  @Test func `a whole beep is sent to aplay, with the configured card`() async throws {
    try install(
      "aplay",
      "echo \"$*\" > \(place.path)/words; /bin/cat > \(place.path)/new; /bin/mv \(place.path)/new \(place.path)/heard")
    let driver = driver(card: "plughw:1")
    await driver.take(.status(status(left: 9)))
    await driver.take(.status(status(left: 3)))
    let wave = ToneWave(.count).bytes
    await loop.untilItHolds(in: place.path) { self.bytes(of: "heard") == wave }
    #expect(bytes(of: "heard") == wave)
    #expect(text(of: "words") == "--quiet --file-type=wav --device=plughw:1 -\n")
  }

  @Test func `speech is piped from espeak-ng to aplay, and a text is never read as an option`() async throws {
    try install("espeak-ng", "for word; do echo \"<$word>\"; done")
    try install("aplay", "/bin/cat > \(place.path)/new; /bin/mv \(place.path)/new \(place.path)/heard")
    let driver = driver()
    await driver.take(.key(.pressed, .watts(5)))
    #expect(await comes("<--stdout>\n<-v>\n<en>\n<-->\n<155 watts.>\n", to: "heard"))
  }

  @Test func `one sound plays at a time, and the newest speech wins`() async throws {
    try install("espeak-ng", "echo \"$5\" >> \(place.path)/said; exec /bin/sleep 60")
    try install("aplay", "exec /bin/cat > /dev/null")
    let driver = driver()
    await driver.take(.answered(watts: 100))
    #expect(await comes("100 watts.\n", to: "said"))
    // In one turn of the loop, before the program can end.
    loop.schedule(at: loop.now) {
      driver.assumeIsolated { driver in
        for watts in [105, 110, 115] { driver.take(.answered(watts: watts)) }
      }
    }
    #expect(await comes("100 watts.\n115 watts.\n", to: "said"))
    await driver.end()
  }

  @Test func `a failed or missing program does not prevent later sounds`() async throws {
    let driver = driver()
    await driver.take(.answered(watts: 100))
    try install("espeak-ng", "echo failed > \(place.path)/said; exit 1")
    try install("aplay", "exit 1")
    await driver.take(.answered(watts: 105))
    #expect(await comes("failed\n", to: "said"))
    try install("espeak-ng", "echo \"$5\" > \(place.path)/said")
    try install("aplay", "/bin/cat > /dev/null")
    await driver.take(.answered(watts: 110))
    #expect(await comes("110 watts.\n", to: "said"))
  }
}
