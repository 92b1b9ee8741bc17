import Foundation
import TestKit
import Testing

/// Compares the imports of the sources with the table of allowed imports.
@Suite struct ArrowTests {
  private static let arrows: [String: Set<String>] = [
    "Locks": ["Glibc"],
    // Pure: no operating system.
    "BluetoothLE": ["Locks"],
    "Rides": ["BluetoothLE", "CVersion"],
    "FitnessGATT": [],
    "Trainers": ["BluetoothLE", "FitnessGATT"],
    "RideSession": ["BluetoothLE", "FitnessGATT", "Rides", "Trainers"],
    "RideAnalysis": ["Rides"],
    // The C library's iconv knows the encodings that XML declares.
    "RideFiles": ["Glibc", "RideAnalysis", "Rides"],
    // The workouts are C data in JSON, and FoundationEssentials has the coder.
    "Workouts": ["CWorkouts", "FoundationEssentials", "Rides"],
    "Captures": ["BluetoothLE"],
    "HealthExport": ["Rides"],
    // Messages are JSON, and FoundationEssentials has the coder. PackageSource looks for a file of apt.
    "ControlWire": ["FoundationEssentials", "Glibc", "Rides"],
    // The clock's instants are BluetoothLE's.
    "RideCues": ["BluetoothLE", "ControlWire", "Rides"],
    "DirectConnect": ["BluetoothLE"],
    // Apps' requests become jz2d's calls.
    "AppBridge": ["BluetoothLE", "ControlWire", "DirectConnect", "FitnessGATT", "Rides"],
    // The files of gettext are C data.
    "Translations": ["CTranslations", "ControlWire"],
    "RideText": ["ControlWire", "FitnessGATT", "HealthExport", "Rides"],

    "Compression": ["CZlib"],
    "Loop": ["BluetoothLE", "CLinux", "Glibc", "Locks"],
    "DBus": ["BluetoothLE", "CDBus", "Glibc", "Loop"],
    "HCI": ["BluetoothLE", "CBluetooth", "CLinux", "Captures", "Glibc", "Locks", "Loop"],
    "BlueZ": ["BluetoothLE", "DBus", "HCI", "Loop", "Synchronization"],
    // No network: the bytes come through a Unix socket.
    "DirectConnectCentral": ["BluetoothLE", "DirectConnect", "Glibc", "Loop"],
    "RadioSim": ["BluetoothLE", "Captures", "FitnessGATT", "Trainers"],
    "RideStore": [
      "BluetoothLE", "CLinux", "FoundationEssentials", "GRDB", "GRDBSQLite", "Glibc", "Locks", "Rides",
      "Synchronization",
    ],
    "ControlSocket": ["ControlWire", "Glibc", "NIOCore", "NIOPosix", "Rides"],
    // FoundationEssentials has Base64.
    "TrainerClient": ["ControlSocket", "ControlWire", "FoundationEssentials", "Rides"],
    "Systemd": ["ControlSocket", "Glibc", "Locks", "Logging", "Loop", "ServiceLifecycle"],
    // Keeps a ride going and knows no wire format.
    "RideRuntime": [
      "BluetoothLE", "Captures", "FitnessGATT", "FoundationEssentials", "Glibc", "HCI", "Logging", "Loop",
      "RideAnalysis", "RideFiles", "RideSession", "RideStore", "Rides",
    ],
    // The one module that sees both wire and domain.
    "TrainerAPI": [
      "BluetoothLE", "CLinux", "Captures", "ControlSocket", "ControlWire", "FoundationEssentials", "Glibc", "HCI",
      "Locks", "Logging", "Loop", "RideAnalysis", "RideFiles", "RideRuntime", "RideSession", "RideStore", "Rides",
      "Trainers", "Workouts",
    ],
    "DaemonKit": [
      "BlueZ", "BluetoothLE", "CLinux", "Captures", "ControlSocket", "ControlWire", "DBus", "DirectConnectCentral",
      "FoundationEssentials", "Glibc", "HCI", "Logging", "Loop", "RadioSim", "RideFiles", "RideRuntime", "RideSession",
      "RideStore", "Rides",
      "ServiceLifecycle", "Systemd", "TrainerAPI", "UnixSignals",
    ],
    "SyncKit": [
      "CCurl", "CLinux", "Compression", "ControlSocket", "ControlWire", "FoundationEssentials", "GRDB", "Glibc",
      "Locks", "Logging", "Loop", "NIOCore", "NIOHTTP1", "NIOPosix", "Rides", "ServiceLifecycle", "Synchronization",
      "Systemd", "TrainerClient", "UnixSignals",
    ],
    "CueKit": [
      "BluetoothLE", "CLinux", "ControlWire", "Glibc", "Logging", "Loop", "RideCues", "Rides", "ServiceLifecycle",
      "Systemd", "TrainerClient", "UnixSignals",
    ],

    // The system bus has Avahi and bluetoothd.
    "BridgeKit": [
      "AppBridge", "BluetoothLE", "CLinux", "ControlSocket", "ControlWire", "DBus", "DirectConnect", "Glibc", "Logging",
      "Loop", "Rides", "ServiceLifecycle", "Systemd", "TrainerClient", "UnixSignals",
    ],

    // The files of the page are CPage's.
    "PageKit": [
      "CLinux", "CPage", "Compression", "ControlSocket", "ControlWire", "FoundationEssentials", "Glibc", "Locks",
      "Logging", "Loop", "NIOCore", "NIOHTTP1", "NIOPosix", "Rides", "ServiceLifecycle", "Systemd", "TrainerClient",
      "Translations", "UnixSignals",
    ],

    "ProgramOptions": ["ArgumentParser", "BluetoothLE", "Logging"],
    // A ride's rules, and the devices of a simulation, are options.
    "jz2d": [
      "ArgumentParser", "BluetoothLE", "ControlSocket", "ControlWire", "DaemonKit", "Glibc", "Logging",
      "ProgramOptions", "RadioSim", "RideSession", "Rides", "Systemd",
    ],
    "jz2sync": [
      "ArgumentParser", "ControlSocket", "ControlWire", "Glibc", "Logging", "ProgramOptions", "Rides", "SyncKit",
      "Systemd",
    ],
    "jz2cue": [
      "ArgumentParser", "CLinux", "ControlWire", "CueKit", "Glibc", "Logging", "ProgramOptions", "RideCues", "Rides",
      "Systemd", "Translations",
    ],
    "jz2web": [
      "ArgumentParser", "ControlSocket", "ControlWire", "Glibc", "Logging", "PageKit", "ProgramOptions", "Rides",
      "Systemd",
    ],
    "jz2bridge": [
      "AppBridge", "ArgumentParser", "BridgeKit", "ControlSocket", "ControlWire", "DBus", "Glibc", "Logging",
      "ProgramOptions", "Rides", "Systemd",
    ],
    "jz2ctl": [
      "ArgumentParser", "CLinux", "CZlib", "ControlSocket", "ControlWire", "FitnessGATT", "FoundationEssentials",
      "Glibc", "HealthExport", "Locks", "RideText", "Rides", "Synchronization", "TrainerClient", "Translations",
    ],

    // The hub uses values and files of the Pi's code, and no module that controls a ride.
    "HubTerms": ["FoundationEssentials", "Rides"],
    "HubDatabase": ["CPostgres", "Foundation", "GRDB", "Glibc", "NIOPosix", "Synchronization"],
    "HubLibrary": ["CCrypto", "FoundationEssentials", "HubDatabase", "HubTerms"],
    "HubRides": ["FoundationEssentials", "HubTerms", "RideFiles", "Rides"],
    "HubServer": [
      "CCurl", "CPage", "Compression", "FoundationEssentials", "Glibc", "HTTPTypes", "HubLibrary", "HubRides",
      "HubTerms", "Hummingbird", "Logging", "NIOCore", "NIOHTTPTypes", "NIOPosix", "Rides", "Synchronization",
    ],
    "jz2hub": [
      "ArgumentParser", "FoundationEssentials", "Glibc", "HubDatabase", "HubLibrary", "HubServer", "HubTerms",
      "Hummingbird", "Logging", "ProgramOptions",
    ],
  ]

  @Test func `every import in the sources is in the table of allowed imports`() {
    #expect(Checkout.sources.count > 100, "the sources are found")
    for source in Checkout.sources + Checkout.hub {
      let undecided = source.imports.subtracting(Self.arrows[source.module] ?? [])
      #expect(undecided.isEmpty, "\(source.path) imports \(undecided.sorted())")
    }
  }

  @Test func `the table of allowed imports lists exactly the modules in Sources, and the hub's`() {
    #expect(Set((Checkout.sources + Checkout.hub).map(\.module)) == Set(Self.arrows.keys))
  }

  /// A module imports only modules below it, directly and through others.
  @Test func `no module imports itself, directly or through others`() {
    func reached(from module: String, _ path: [String] = []) -> [String]? {
      if path.contains(module) { return path + [module] }
      return Self.arrows[module]?.lazy.compactMap { reached(from: $0, path + [module]) }.first
    }
    for module in Self.arrows.keys { #expect(reached(from: module) == nil) }
  }

  @Test(
    arguments: [
      ("CDBus", ["DBus"]), ("GRDB", ["RideStore", "SyncKit"]), ("GRDBSQLite", ["RideStore"]),
      ("NIOCore", ["ControlSocket", "PageKit", "SyncKit"]), ("NIOPosix", ["ControlSocket", "PageKit", "SyncKit"]),
      ("NIOHTTP1", ["PageKit", "SyncKit"]), ("CPage", ["PageKit"]), ("PageKit", ["jz2web"]),
      ("DBus", ["BlueZ", "BridgeKit", "DaemonKit", "jz2bridge"]),
      (
        "CLinux",
        [
          "BridgeKit", "CueKit", "DaemonKit", "HCI", "Loop", "PageKit", "RideStore", "SyncKit", "TrainerAPI", "jz2ctl",
          "jz2cue",
        ]
      ),
      ("CCurl", ["SyncKit"]), ("CWorkouts", ["Workouts"]), ("DaemonKit", ["jz2d"]), ("SyncKit", ["jz2sync"]),
      ("CueKit", ["jz2cue"]), ("BridgeKit", ["jz2bridge"]),
      // Foundation makes a program start 6 ms later, and a static program larger by 8 MB, or by 42 with ICU's data.
      ("Foundation", []), ("FoundationNetworking", []), ("Dispatch", []),
    ] as [(String, Set<String>)])
  func `a restricted module is imported only by its listed importers`(_ module: String, _ importers: Set<String>) {
    #expect(Set(Checkout.sources.filter { $0.imports.contains(module) }.map(\.module)) == importers)
  }

  /// The module itself, and all modules that it imports directly or through others.
  private func reached(from module: String) -> Set<String> {
    var reached: Set<String> = [module]
    while case let next = reached.union(reached.flatMap { Self.arrows[$0] ?? [] }), next != reached { reached = next }
    return reached
  }

  @Test func `jz2ctl depends on no module that rides, stores or serves`() {
    #expect(
      reached(from: "jz2ctl").intersection(Self.arrows.keys)
        == [
          "jz2ctl", "BluetoothLE", "ControlWire", "ControlSocket", "FitnessGATT", "HealthExport", "Locks", "RideText",
          "Rides", "TrainerClient", "Translations",
        ])
  }

  @Test(arguments: [
    "HealthExport", "RideAnalysis", "RideFiles", "RideStore", "RideText", "SyncKit", "jz2ctl", "jz2hub",
  ])
  func `the modules for ride values, files and storage do not depend on ride control`(_ module: String) {
    #expect(reached(from: module).contains("Rides"))
    #expect(reached(from: module).isDisjoint(with: ["RideSession", "Trainers", "RadioSim"]))
  }

  @Test func `no module re-exports another`() {
    for source in Checkout.sources + Checkout.hub {
      #expect(!source.code.contains { $0.contains("@_exported") }, "\(source.path)")
    }
  }

  @Test(arguments: ["jz2d", "jz2ctl", "jz2cue", "jz2bridge"])
  func `a program that controls rides depends on neither HTTP nor libcurl`(_ program: String) {
    #expect(
      reached(from: program).isDisjoint(with: ["CCurl", "FoundationNetworking", "NIOHTTP1", "SyncKit", "jz2sync"]))
  }

  @Test(arguments: ["jz2sync", "jz2cue", "jz2web"])
  func `a program other than jz2d depends on no radio, no ride session and no ride store`(_ program: String) {
    #expect(
      reached(from: program).isDisjoint(
        with: ["BlueZ", "DBus", "DaemonKit", "HCI", "RideRuntime", "RideSession", "RideStore", "TrainerAPI"]))
  }

  /// It knows bluetoothd only as a peripheral, over the bus.
  @Test func `jz2bridge depends on no radio, no ride session and no ride store`() {
    #expect(
      reached(from: "jz2bridge").isDisjoint(
        with: ["BlueZ", "DaemonKit", "HCI", "RideRuntime", "RideSession", "RideStore", "TrainerAPI", "Trainers"]))
  }

  /// jz2sync loads libcurl, and TLS with it, only while it has work; the other programs cannot load it.
  @Test(
    .enabled(if: Checkout.products != nil, "nothing is built"),
    arguments: ["jz2d", "jz2ctl", "jz2sync", "jz2cue", "jz2web", "jz2bridge"])
  func `no program links an HTTP or TLS library`(_ program: String) async throws {
    let products = try #require(Checkout.products)
    let ldd = try await Program("/usr/bin/ldd", [products.appending(path: program).path()]).outcome()
    try #require(ldd.status == 0, "\(ldd.error)")
    #expect(ldd.output.contains("libc.so"))
    for library in ["libcurl", "libssl", "libcrypto", "libgnutls", "libnghttp", "libFoundationNetworking"] {
      #expect(!ldd.output.contains(library), "\(library)")
    }
  }

  /// jz2web, which the network reaches, adds only zlib, for compressing files, to the libraries of jz2cue.
  @Test(.enabled(if: Checkout.products != nil, "nothing is built"))
  func `jz2web links the libraries that jz2cue links, and zlib`() async throws {
    let products = try #require(Checkout.products)
    var linked: [Set<Substring>] = []
    for program in ["jz2web", "jz2cue"] {
      let ldd = try await Program("/usr/bin/ldd", [products.appending(path: program).path()]).outcome()
      try #require(ldd.status == 0, "\(ldd.error)")
      linked.append(
        Set(ldd.output.split(separator: "\n").compactMap { $0.split(whereSeparator: \.isWhitespace).first }))
    }
    #expect(linked[0].contains { $0.hasPrefix("libc.so") })
    #expect(linked[0].subtracting(linked[1]) == ["libz.so.1"])
  }

  @Test(.enabled(if: Checkout.products != nil, "jz2ctl is not built"))
  func `jz2ctl links no D-Bus, Bluetooth, SQLite or full Foundation library`() async throws {
    let products = try #require(Checkout.products)
    let ldd = try await Program("/usr/bin/ldd", [products.appending(path: "jz2ctl").path()]).outcome()
    try #require(ldd.status == 0, "\(ldd.error)")
    #expect(ldd.output.contains("libc.so"))
    for library in ["libdbus", "libsqlite3", "libbluetooth", "libFoundation.so", "libFoundationNetworking"] {
      #expect(!ldd.output.contains(library))
    }
  }
}
