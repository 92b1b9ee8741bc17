import ControlWire
import Foundation
import PageKit
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

  @Test func `paired phones outlive the process, in a file for its owner alone`() throws {
    let first = try access()
    let phone = try first.pair(first.openPairing(name: "Ada").code, name: "iPhone")
    try first.setPublic(true)
    let second = try access()
    #expect(second.phone(of: request(phone))?.name == "Ada" && second.isPublic)
    let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["phones.json"])
  }

  @Test func `a revoked phone is none, also after a restart`() throws {
    let first = try access()
    let phone = try first.pair(first.openPairing(name: nil).code, name: "iPhone")
    #expect(try first.revoke("iPhone") == phone)
    #expect(first.phone(of: request(phone)) == nil)
    let second = try access()
    #expect(second.phone(of: request(phone)) == nil)
  }

  @Test func `a damaged file of phones is set aside`() throws {
    _ = try access()
    try Data("{\"book\":".utf8).write(to: URL(filePath: file))
    let access = try access()
    #expect(access.setAside == "\(file).broken" && access.phones.isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(file).broken"))
  }

  @Test func `a phone that cannot be kept is not paired, and the reason is told`() throws {
    let access = try access()
    let code = access.openPairing(name: nil).code
    try FileManager.default.removeItem(atPath: folder)
    let error = #expect(throws: ControlError.self) { try access.pair(code, name: "iPhone") }
    #expect(error?.code == .phonesNotKept && error?.detail == "No such file or directory")
    #expect(access.phones.isEmpty)
  }

  @Test func `a state directory that cannot be made is refused`() throws {
    try Data().write(to: URL(filePath: place.path(of: "deep")))
    let error = #expect(throws: ControlError.self) { try access() }
    #expect(error?.detail == "Not a directory")
  }
}
