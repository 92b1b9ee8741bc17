import ControlWire
import Foundation
import PageKit
import Synchronization
import TestKit
import Testing

@Suite struct PageAccessTests {
  private let place: TemporaryDirectory

  init() throws { place = try TemporaryDirectory() }

  private var folder: String { place.path(of: "deep/web") }
  private var file: String { "\(folder)/phones.json" }

  private func access() throws -> PageAccess { try PageAccess(AccessFile(in: folder)) }

  private func request(_ phone: PairedPhone) -> PageRequest {
    PageRequest("GET", "/", fields: [("Cookie", "jz2=\(phone.token)")])
  }

  @Test func `paired phones survive a restart in a file that only its owner can read`() throws {
    let first = try access()
    let phone = try first.pair(first.openPairing(name: "Ada").code, name: "iPhone")
    try first.setPublic(true)
    let second = try access()
    #expect(second.phone(of: request(phone))?.name == "Ada" && second.isPublic)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["phones.json"])
  }

  @Test func `a revoked phone stays revoked after a restart`() throws {
    let first = try access()
    let phone = try first.pair(first.openPairing(name: nil).code, name: "iPhone")
    #expect(try first.revoke("iPhone") == phone)
    #expect(first.phone(of: request(phone)) == nil)
    let second = try access()
    #expect(second.phone(of: request(phone)) == nil)
  }

  /// A clock set by the test.
  private final class HandClock: Sendable {
    private let time = Mutex((seconds: 0, isSynchronised: false))

    var now: (seconds: Int, isSynchronised: Bool) {
      get { time.withLock { $0 } }
      set { time.withLock { $0 = newValue } }
    }
  }

  @Test func `a phone unused for 90 days is removed, whatever the clock showed before it was set`() throws {
    let clock = HandClock()
    let access = try PageAccess(AccessFile(in: folder)) { clock.now }
    let phone = try access.pair(access.openPairing(name: nil).code, name: "iPhone")
    let (now, longest) = (1_800_000_000, PhoneBook.longestUnused)
    // In order: a start in 1970, the right time, a start in the far future, and a time long after.
    for (seconds, isSynchronised, isThere) in [
      (5000, false, true), (now, true, true), (now + 50 * longest, false, true), (now + longest, true, true),
      (now + longest + 1, false, true), (now + longest + 1, true, false), (now, true, false),
    ] {
      clock.now = (seconds, isSynchronised)
      #expect((access.phone(of: request(phone)) != nil) == isThere, "\(seconds), \(isSynchronised)")
      #expect(access.phones.isEmpty != isThere)
    }
    #expect(try self.access().phones.isEmpty)
  }

  @Test func `a phone file from before phones had an age can be read`() throws {
    _ = try access()
    let phone = #"{"id":"ab12","name":"a","token":"00112233445566778899aabbccddeeff","pairedAt":1000,"seenAt":3600}"#
    try Data("{\"book\":{\"phones\":[\(phone)]},\"isPublic\":false}".utf8).write(to: URL(filePath: file))
    let access = try PageAccess(AccessFile(in: folder)) { (1_800_000_000, true) }
    #expect(access.setAside == nil && access.phones.map(\.unusedSince) == [1_800_000_000])
  }

  @Test func `a new page has a first code until a phone is paired, and never again`() throws {
    let first = try access()
    let code = try #require(first.firstCode())
    #expect(first.isUnclaimed && first.firstCode() == code && first.pairing?.code == code)
    try first.setPublic(true)
    let second = try access()
    let phone = try second.pair(#require(second.firstCode()), name: "iPhone")
    #expect(second.firstCode() == nil && second.pairing == nil)
    _ = try second.revoke(phone.id)
    #expect(second.firstCode() == nil)
    #expect(try access().firstCode() == nil)
  }

  @Test func `five wrong codes close a first code, and the next one is another`() throws {
    let access = try access()
    let code = try #require(access.firstCode())
    for _ in 0..<PairingDesk.tries { #expect(throws: PageRefusal.self) { try access.pair("x", name: "a") } }
    #expect(throws: PageRefusal.pairingClosed) { try access.pair(code, name: "a") }
    #expect(access.firstCode() != nil && access.isUnclaimed)
  }

  @Test func `a first code that could not be used to store a phone stays`() throws {
    let access = try access()
    let code = try #require(access.firstCode())
    try FileManager.default.removeItem(atPath: folder)
    #expect(throws: ControlError.self) { try access.pair(code, name: "iPhone") }
    #expect(access.firstCode() != nil)
  }

  @Test(arguments: [#"{"book":{"phones":[]},"isPublic":false}"#, #"{"book":"#])
  func `a file of earlier pairings, or a damaged one, has no first code`(_ text: String) throws {
    _ = try access()
    try Data(text.utf8).write(to: URL(filePath: file))
    for _ in 1...2 { #expect(try access().firstCode() == nil) }
  }

  @Test func `a damaged phone file is set aside`() throws {
    _ = try access()
    try Data("{\"book\":".utf8).write(to: URL(filePath: file))
    let access = try access()
    #expect(access.setAside == "\(file).broken" && access.phones.isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(file).broken"))
  }

  @Test func `a phone that cannot be saved is not paired, and the error gives the reason`() throws {
    let access = try access()
    let code = access.openPairing(name: nil).code
    try FileManager.default.removeItem(atPath: folder)
    let error = #expect(throws: ControlError.self) { try access.pair(code, name: "iPhone") }
    #expect(error?.code == .phonesNotKept && error?.detail == "No such file or directory")
    #expect(access.phones.isEmpty)
  }

  @Test func `a state directory that cannot be created is refused`() throws {
    try Data().write(to: URL(filePath: place.path(of: "deep")))
    let error = #expect(throws: ControlError.self) { try access() }
    #expect(error?.detail == "Not a directory")
  }
}
