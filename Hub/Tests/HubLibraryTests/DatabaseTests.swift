import Glibc
import HubDatabase
import HubLibrary
import HubTestKit
import Testing

/// Guarantees of both databases.
@Suite struct DatabaseTests {
  @Test(arguments: TestDatabase.available)
  func `several hubs that start at the same time create the tables once`(_ database: TestDatabase) async throws {
    let (address, remove) = try await database.make()
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 0..<6 {
        group.addTask {
          let library = HubLibrary(try address.open(connections: 2))
          try await library.prepare()
          let isReady = await library.isReady()
          await library.close()
          return isReady
        }
      }
      for try await isReady in group { #expect(isReady) }
    }
    try await remove()
  }

  @Test(arguments: TestDatabase.available)
  func `a hub refuses a database from a later version`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let engine = try hub.address.open(connections: 1)
      try await engine.write { try $0.run("INSERT INTO migration VALUES (?, ?)", [.text("99 later"), .integer(0)]) }
      let fault = await #expect(throws: DatabaseFault.self) { try await hub.library.prepare() }
      #expect(fault?.code == .tooNew)
      #expect(!(await hub.library.isReady()))
      await engine.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `values are read back as they were written`(_ database: TestDatabase) async throws {
    try await TestHub.run(on: database) { hub in
      let engine = try hub.address.open(connections: 1)
      try await engine.write { try $0.define("CREATE TABLE t (i INTEGER, r REAL, s TEXT, b BLOB)") }
      let values: [[SQLValue]] = [
        [.integer(Int64.min), .real(-0.1), .text("ä€🚲 '\"?"), .blob([0, 255, 63])],
        [.integer(Int64.max), .real(1e300), .text(""), .blob([])], [.null, .null, .null, .null],
      ]
      try await engine.write { session in
        for row in values { try session.run("INSERT INTO t VALUES (?, ?, ?, ?)", row) }
      }
      let rows = try await engine.read { try $0.rows("SELECT i, r, s, b FROM t", []) }
      #expect(try rows.map { try $0.optionalInteger("i") } == [Int64.min, Int64.max, nil])
      #expect(try rows.map { try $0.optionalReal("r") } == [-0.1, 1e300, nil])
      #expect(try rows.map { try $0.optionalText("s") } == ["ä€🚲 '\"?", "", nil])
      #expect(try rows.prefix(2).map { try $0.blob("b") } == [[0, 255, 63], []])
      #expect(throws: DatabaseFault.self) { try rows.first?.integer("s") }
      #expect(throws: DatabaseFault.self) { try rows.first?.integer("unknown") }
      await engine.close()
    }
  }

  @Test(arguments: TestDatabase.available)
  func `a transaction that fails changes nothing`(_ database: TestDatabase) async throws {
    struct Stop: Error {}
    try await TestHub.run(on: database) { hub in
      let engine = try hub.address.open(connections: 1)
      await #expect(throws: Stop.self) {
        try await engine.write { session in
          try session.run("INSERT INTO rider VALUES ('x', 'x', 0, 0, NULL)", [])
          throw Stop()
        }
      }
      #expect(try await hub.library.riders().isEmpty)
      let fault = await #expect(throws: DatabaseFault.self) {
        try await engine.write { session in
          for _ in 0..<2 { try session.run("INSERT INTO rider VALUES ('x', 'x', 0, 0, NULL)", []) }
        }
      }
      #expect(fault?.code == .duplicate)
      #expect(try await hub.library.riders().isEmpty)
      await engine.close()
    }
  }

  @Test(arguments: ["", "sqlite:", "mysql://x", "/a/path"])
  func `an invalid database address is refused`(_ text: String) {
    #expect(throws: DatabaseFault.self) { try DatabaseAddress(text) }
  }

  @Test(arguments: [
    ("postgres://u:p@h/n", true), ("postgres://u:p@h:5432", true), ("postgresql://u:p%40@/n?host=/run", true),
    ("postgres://h/n?user=u&password=p", true), ("postgres://h?sslpassword=p", true), ("postgres://u@h:5432/n", false),
    ("postgres://u@/n?host=/run/postgresql", false), ("postgres:///n?host=a:b@c", false), ("sqlite:/u:p@h", false),
  ]) func `a database address with a password is refused as an argument`(_ text: String, _ hasPassword: Bool) throws {
    _ = try DatabaseAddress(text)
    let argument = try? DatabaseAddress(text, mayHavePassword: false)
    #expect((argument == nil) == hasPassword)
  }

  @Test func `a hub removes other users' permission to read the SQLite file and its log`() async throws {
    try await TestHub.run(on: .sqlite) { hub in
      guard case .sqlite(let path) = hub.address else { return }
      let files = ["", "-wal", "-shm"].map { path + $0 }
      for file in files { #expect(chmod(file, 0o644) == 0) }
      await (try hub.other()).close()
      for file in files {
        var attributes = stat()
        #expect(stat(file, &attributes) == 0 && attributes.st_mode & 0o777 == 0o640)
      }
    }
  }
}
