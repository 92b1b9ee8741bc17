// swift-tools-version: 6.2
import PackageDescription

// For developers, warnings are errors: `make unit` and `make test` set this variable. A later compiler, which may add
// warnings, still builds it for everybody else.
let warnings: [SwiftSetting] = Context.environment["JZ2_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

/// The settings of every target: Swift 6 mode, and explicit access levels of imports.
let strict: [SwiftSetting] =
  warnings + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]

func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], path: String? = nil, resources: [Resource]? = nil
) -> Target {
  .target(name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: strict)
}

/// The options for linking a release, shared with `Scripts/link.sh`.
///
/// A static program exports no symbols, so the linker drops unused code and the table of names. Packed relocations take
/// a fiftieth of their place; they need lld, and the C library of Debian 12. `Scripts/link.ld` drops the tables for
/// unwinding the stack.
let linked: [LinkerSetting] = [
  .unsafeFlags(
    ["@\(Context.packageDirectory)/Scripts/link.options"], .when(platforms: [.linux], configuration: .release))
]

func program(
  _ name: String, _ dependencies: [Target.Dependency], path: String? = nil, resources: [Resource]? = nil
) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, path: path, resources: resources, swiftSettings: strict,
    linkerSettings: linked)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
  .testTarget(name: name, dependencies: dependencies, path: path, swiftSettings: strict)
}

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
// SQLite's C functions, to read the rows of a long ride.
let sqlite: Target.Dependency = .product(name: "GRDBSQLite", package: "GRDB.swift")
let lifecycle: Target.Dependency = .product(name: "ServiceLifecycle", package: "swift-service-lifecycle")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")
let unixSignals: Target.Dependency = .product(name: "UnixSignals", package: "swift-service-lifecycle")

// Named only to set their versions: other packages depend on them, and SwiftPM warns if no target names one.
let pinned = [
  ("AsyncAlgorithms", "swift-async-algorithms"), ("Atomics", "swift-atomics"), ("Collections", "swift-collections"),
  ("SystemPackage", "swift-system"),
].map {
  Target.Dependency.product(name: $0, package: $1, condition: .when(platforms: [.windows]))
}

let package = Package(
  name: "jz2",
  products: [
    .executable(name: "jz2d", targets: ["jz2d"]),
    .executable(name: "jz2ctl", targets: ["jz2ctl"]),
    .executable(name: "jz2sync", targets: ["jz2sync"]),
    .executable(name: "jz2cue", targets: ["jz2cue"]),
    .executable(name: "jz2bridge", targets: ["jz2bridge"]),
    .executable(name: "jz2web", targets: ["jz2web"]),
  ],
  // Exact versions, including transitive dependencies, so that a commit is one program.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-async-algorithms.git", exact: "1.1.4"),
    .package(url: "https://github.com/apple/swift-atomics.git", exact: "1.3.0"),
    .package(url: "https://github.com/apple/swift-collections.git", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/apple/swift-system.git", exact: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle", exact: "2.13.0"),
  ],
  targets: [
    module("Locks"),
    // Pure: bytes and values in, values out; time is an argument.
    .target(name: "CVersion", dependencies: pinned),
    module("BluetoothLE", ["Locks"]),
    module("Rides", ["BluetoothLE", "CVersion"]),
    module("FitnessGATT"),
    module("Trainers", ["BluetoothLE", "FitnessGATT"]),
    module("RideSession", ["BluetoothLE", "FitnessGATT", "Rides", "Trainers"]),
    module("RideAnalysis", ["Rides"]),
    module("RideFiles", ["RideAnalysis", "Rides"]),
    // The package's own workouts are files, embedded.
    .target(name: "CWorkouts", exclude: ["workouts"]),
    module("Workouts", ["CWorkouts", "Rides"]),
    module("Captures", ["BluetoothLE"]),
    module("HealthExport", ["Rides"]),
    // One file describes the interface. It is installed, and the daemon returns it.
    module(
      "ControlWire", ["Rides"],
      resources: [
        .embedInCode("org.justzone2.Trainer.varlink"), .embedInCode("org.justzone2.Body.varlink"),
        .embedInCode("org.justzone2.Sync.varlink"), .embedInCode("org.justzone2.Page.varlink"),
      ]),
    // The translations in po/, embedded.
    .target(name: "CTranslations"),
    module("Translations", ["CTranslations", "ControlWire"]),
    module("RideCues", ["BluetoothLE", "ControlWire", "Rides"]),
    module("DirectConnect", ["BluetoothLE"]),
    module("AppBridge", ["BluetoothLE", "ControlWire", "DirectConnect", "FitnessGATT", "Rides"]),
    module("RideText", ["ControlWire", "FitnessGATT", "HealthExport", "Rides"]),

    // IO: one thread, the bus, the radio, the store, the socket.
    .systemLibrary(name: "CDBus", pkgConfig: "dbus-1", providers: [.apt(["libdbus-1-dev"])]),
    .systemLibrary(name: "CBluetooth", pkgConfig: "bluez", providers: [.apt(["libbluetooth-dev"])]),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    module("Compression", ["CZlib"]),
    .target(name: "CLinux"),
    module("Loop", ["BluetoothLE", "CLinux", "Locks"]),
    module("DBus", ["CDBus", "Loop", "BluetoothLE"]),
    module("HCI", ["BluetoothLE", "CBluetooth", "CLinux", "Captures", "Locks", "Loop"]),
    module("BlueZ", ["DBus", "Loop", "BluetoothLE", "HCI"]),
    // Trainers on the network, whose bytes jz2bridge passes through a Unix socket.
    module("DirectConnectCentral", ["BluetoothLE", "DirectConnect", "Loop"]),
    module("RadioSim", ["BluetoothLE", "FitnessGATT", "Captures", "Trainers"]),
    module("RideStore", ["BluetoothLE", "CLinux", "Locks", "Rides", grdb, sqlite]),
    module("ControlSocket", ["ControlWire", "Rides", nioCore, nioPosix]),
    // The client side: calls, files in pieces, lists in pages.
    module("TrainerClient", ["ControlSocket", "ControlWire", "Rides"]),
    module("Systemd", ["ControlSocket", "Locks", "Loop", lifecycle, log]),
    module(
      "RideRuntime",
      [
        "BluetoothLE", "Captures", "FitnessGATT", "HCI", "Loop", "RideAnalysis", "RideFiles", "RideSession",
        "RideStore", "Rides", log,
      ]),
    module(
      "TrainerAPI",
      [
        "BluetoothLE", "Captures", "CLinux", "ControlSocket", "ControlWire", "HCI", "Locks", "Loop", "RideAnalysis",
        "RideFiles", "RideRuntime", "RideSession", "RideStore", "Rides", "Trainers", "Workouts", log,
      ]),
    module(
      "DaemonKit",
      [
        "BlueZ", "BluetoothLE", "Captures", "CLinux", "ControlSocket", "ControlWire", "DBus", "DirectConnectCentral",
        "HCI",
        "Loop", "RadioSim", "RideFiles", "RideRuntime", "RideSession", "RideStore", "Rides", "Systemd", "TrainerAPI",
        lifecycle, log,
        unixSignals,
      ]),

    // Network connections, by a library that is only loaded while there is work.
    .target(name: "CCurl"),
    module(
      "SyncKit",
      [
        "CCurl", "CLinux", "Compression", "ControlSocket", "ControlWire", "Locks", "Loop", "Rides", "Systemd",
        "TrainerClient", grdb, lifecycle, log, nioCore, nioHTTP1, nioPosix, unixSignals,
      ]),

    // Buttons, beeps and speech.
    module(
      "CueKit",
      [
        "BluetoothLE", "CLinux", "ControlWire", "Loop", "RideCues", "Rides", "Systemd", "TrainerClient", lifecycle,
        log, unixSignals,
      ]),

    // The page: its files, and their server.
    .target(name: "CPage", exclude: ["jsconfig.json", "package.json", "page", "page.d.ts", "strict.json"]),
    module(
      "PageKit",
      [
        "CLinux", "CPage", "Compression", "ControlSocket", "ControlWire", "Locks", "Loop", "Rides", "Systemd",
        "TrainerClient", "Translations", lifecycle, log, nioCore, nioHTTP1, nioPosix, unixSignals,
      ]),

    // Apps that use the trainer.
    module(
      "BridgeKit",
      [
        "AppBridge", "BluetoothLE", "CLinux", "ControlSocket", "ControlWire", "DBus", "DirectConnect", "Loop", "Rides",
        "Systemd", "TrainerClient", lifecycle, log, unixSignals,
      ]),

    // In place of the data of ICU, which programs with GRDB would contain.
    .target(name: "CEmptyICU"),
    // Options of several programs.
    module("ProgramOptions", ["BluetoothLE", argumentParser, log]),
    program(
      "jz2d",
      [
        "BluetoothLE", "CEmptyICU", "ControlSocket", "ControlWire", "DaemonKit", "ProgramOptions", "RadioSim",
        "RideSession", "Rides", "Systemd", argumentParser, log,
      ]),
    program(
      "jz2sync",
      [
        "CEmptyICU", "ControlSocket", "ControlWire", "ProgramOptions", "Rides", "SyncKit", "Systemd", argumentParser,
        log,
      ]),
    program(
      "jz2cue",
      [
        "CLinux", "ControlWire", "CueKit", "ProgramOptions", "RideCues", "Rides", "Systemd", "Translations",
        argumentParser, log,
      ]),
    program(
      "jz2web",
      ["ControlSocket", "ControlWire", "PageKit", "ProgramOptions", "Rides", "Systemd", argumentParser, log]),
    program(
      "jz2bridge",
      [
        "AppBridge", "BridgeKit", "ControlSocket", "ControlWire", "DBus", "ProgramOptions", "Rides", "Systemd",
        argumentParser, log,
      ]),
    // One file describes the JSON that jz2ctl itself creates, for its help, its manual and docs/json.md.
    program(
      "jz2ctl",
      [
        "CLinux", "ControlSocket", "ControlWire", "CZlib", "FitnessGATT", "HealthExport", "Locks", "RideText", "Rides",
        "TrainerClient", "Translations", argumentParser,
      ],
      resources: [.embedInCode("Output/Shapes.txt")]),

    // The common code of the tests, then the tests, in the order of the modules.
    module("TestKit", ["BluetoothLE", "CLinux", "Captures", "Loop", "Rides"], path: "Tests/TestKit"),
    module("BusTestKit", ["DBus", "Loop", "TestKit"], path: "Tests/BusTestKit"),
    module("ClientTestKit", ["ControlWire", "RideText", "Rides"], path: "Tests/ClientTestKit"),
    module(
      "FuzzKit",
      [
        "AppBridge", "BluetoothLE", "Captures", "ControlWire", "DirectConnect", "FitnessGATT", "HealthExport",
        "RideCues",
        "RideFiles", "RideSession", "RideStore", "Rides", "TestKit", "Trainers",
      ], path: "Tests/FuzzKit"),
    .target(name: "CDiskWatch", path: "Tests/CDiskWatch"),
    module(
      "PowerCutKit",
      ["BluetoothLE", "CDiskWatch", "FuzzKit", "RideFiles", "RideSession", "RideStore", "Rides", "TestKit"],
      path: "Tests/PowerCutKit"),
    tests("BluetoothLETests", ["BluetoothLE"]),
    tests("FitnessGATTTests", ["FitnessGATT", "TestKit"]),
    tests("RidesTests", ["BluetoothLE", "Rides", "TestKit"]),
    tests("TrainersTests", ["BluetoothLE", "FitnessGATT", "TestKit", "Trainers"]),
    tests(
      "RideSessionTests",
      [
        "BluetoothLE", "FitnessGATT", "RadioSim", "RideAnalysis", "RideSession", "Rides", "TestKit", "Trainers",
        "Workouts",
      ]),
    tests("RideFilesTests", ["FuzzKit", "RideFiles", "Rides", "TestKit"]),
    tests(
      "RideAnalysisTests",
      ["FuzzKit", "RideAnalysis", "RideSession", "Rides", "TestKit", "Workouts"]),
    tests("HealthExportTests", ["FuzzKit", "HealthExport", "Rides", "TestKit"]),
    tests("CapturesTests", ["BluetoothLE", "Captures", "TestKit"]),
    tests("ControlWireTests", ["BluetoothLE", "ControlWire", "Rides", "TestKit"]),
    tests(
      "RideTextTests", ["ClientTestKit", "ControlWire", "FitnessGATT", "HealthExport", "RideText", "Rides", "TestKit"]),
    tests("CompressionTests", ["Compression"]),
    tests("LoopTests", ["BluetoothLE", "Locks", "Loop", "TestKit"]),
    tests("DBusTests", ["BusTestKit", "CDBus", "DBus", "Loop", "TestKit"]),
    tests("HCITests", ["BluetoothLE", "HCI", "Loop", "TestKit"]),
    tests("BlueZTests", ["BlueZ", "BluetoothLE", "BusTestKit", "DBus", "HCI", "Loop", "TestKit"]),
    tests(
      "DirectConnectCentralTests", ["BluetoothLE", "DirectConnect", "DirectConnectCentral", "Loop", "TestKit"]),
    tests("RadioSimTests", ["BluetoothLE", "Captures", "FitnessGATT", "RadioSim", "TestKit"]),
    tests(
      "RideStoreTests", ["BluetoothLE", "FuzzKit", "RideFiles", "RideStore", "Rides", "TestKit", grdb]),
    tests("ControlSocketTests", ["ControlSocket", "ControlWire", "Rides", "TestKit"]),
    tests(
      "JZ2CtlTests",
      [
        "ClientTestKit", "ControlWire", "CZlib", "FitnessGATT", "HealthExport", "RideText", "Rides", "TestKit",
        "TrainerClient", "Translations", "jz2ctl", argumentParser,
      ]),
    tests(
      "RideRuntimeTests", ["BluetoothLE", "FitnessGATT", "RideRuntime", "RideStore", "Rides", "TestKit", grdb]),
    tests(
      "TrainerAPITests",
      [
        "BluetoothLE", "ControlWire", "RideSession", "RideStore", "Rides", "TestKit", "TrainerAPI", "Trainers",
        "Translations",
      ]),
    tests(
      "DaemonKitTests",
      [
        "BlueZ", "BluetoothLE", "BusTestKit", "Captures", "ControlSocket", "ControlWire", "DBus", "DaemonKit",
        "FitnessGATT", "FuzzKit", "HCI", "Loop", "RadioSim", "RideRuntime", "RideSession", "RideStore", "Rides",
        "Systemd",
        "TestKit", "TrainerAPI", grdb, log,
      ]),
    tests(
      "SyncKitTests",
      ["Compression", "ControlSocket", "ControlWire", "Rides", "SyncKit", "TestKit", "TrainerClient", grdb, log]),
    tests("RideCuesTests", ["BluetoothLE", "ControlWire", "RideCues", "Rides"]),
    tests("DirectConnectTests", ["BluetoothLE", "DirectConnect"]),
    tests(
      "AppBridgeTests", ["AppBridge", "BluetoothLE", "ControlWire", "DirectConnect", "FitnessGATT", "Rides"]),
    tests("CueKitTests", ["ControlWire", "CueKit", "Locks", "Loop", "RideCues", "Rides", "TestKit", log]),
    tests(
      "BridgeKitTests",
      [
        "AppBridge", "BluetoothLE", "BridgeKit", "BusTestKit", "ClientTestKit", "ControlSocket", "ControlWire", "DBus",
        "DirectConnect", "DirectConnectCentral", "Locks", "Loop", "Rides", "TestKit", "TrainerClient", log,
      ]),
    tests("PageKitTests", ["CZlib", "ControlSocket", "ControlWire", "PageKit", "Rides", "TestKit"]),
    tests("SystemdTests", ["Systemd", "TestKit", log]),
    tests("FuzzTests", ["FuzzKit", "RideSession", "Rides", "TestKit"]),
    tests("PowerCutTests", ["FuzzKit", "PowerCutKit", "TestKit"]),
    tests(
      "SoundnessTests",
      [
        "BridgeKit", "ControlWire", "DirectConnect", "PageKit", "RideText", "Rides", "TestKit", "Translations",
        "jz2bridge",
        "jz2ctl", "jz2cue", "jz2d", "jz2sync", "jz2web",
      ]),
    tests("SystemTests", ["BluetoothLE", "TestKit", "jz2ctl", "jz2cue", "jz2d"]),
  ]
)

// libFuzzer's runtime needs a separate build: `make fuzz`.
if Context.environment["JZ2_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "jz2-fuzz", dependencies: ["FuzzKit"], path: "Tests/Fuzz", swiftSettings: strict))
}

// A program that makes more power cuts than a test has time for: `Proof/Soak/cuts.sh`.
if Context.environment["JZ2_CUTS"] != nil {
  package.targets.append(program("jz2-cuts", ["FuzzKit", "PowerCutKit"], path: "Tests/PowerCuts"))
}

// The hub, for another machine: it depends on a web server and PostgreSQL, which a Pi's build need not compile.
if Context.environment["JZ2_HUB"] != nil {
  let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
  let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
  let nioEmbedded: Target.Dependency = .product(name: "NIOEmbedded", package: "swift-nio")
  let nioHTTPTypes: Target.Dependency = .product(name: "NIOHTTPTypes", package: "swift-nio-extras")
  // Named only to set their versions, as above.
  let hubPinned = [
    ("Algorithms", "swift-algorithms"), ("AsyncHTTPClient", "async-http-client"),
    ("Configuration", "swift-configuration"),
    ("Crypto", "swift-crypto"), ("Instrumentation", "swift-distributed-tracing"), ("Metrics", "swift-metrics"),
    ("NIOExtras", "swift-nio-extras"),
    ("NIOHTTP2", "swift-nio-http2"), ("NIOSSL", "swift-nio-ssl"),
    ("NIOTransportServices", "swift-nio-transport-services"), ("Numerics", "swift-numerics"),
    ("ServiceContextModule", "swift-service-context"), ("StructuredFieldValues", "swift-http-structured-headers"),
    ("SwiftASN1", "swift-asn1"), ("X509", "swift-certificates"),
  ].map {
    Target.Dependency.product(name: $0, package: $1, condition: .when(platforms: [.windows]))
  }

  package.products.append(.executable(name: "jz2hub", targets: ["jz2hub"]))
  package.dependencies += [
    .package(url: "https://github.com/apple/swift-algorithms.git", exact: "1.2.1"),
    .package(url: "https://github.com/apple/swift-asn1.git", exact: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates.git", exact: "1.21.1"),
    .package(url: "https://github.com/apple/swift-configuration.git", exact: "1.4.0"),
    .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", exact: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-structured-headers.git", exact: "1.7.0"),
    .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-metrics.git", exact: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", exact: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-http2.git", exact: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", exact: "2.37.6"),
    .package(url: "https://github.com/apple/swift-nio-transport-services.git", exact: "1.28.0"),
    .package(url: "https://github.com/apple/swift-numerics.git", exact: "1.1.1"),
    .package(url: "https://github.com/apple/swift-service-context.git", exact: "1.5.1"),
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ]
  package.targets += [
    // Pure: the contract's values and rules.
    module("HubTerms", ["Rides"] + hubPinned, path: "Hub/Sources/HubTerms"),
    // SQL on SQLite and on PostgreSQL.
    .systemLibrary(
      name: "CPostgres", path: "Hub/Sources/CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    module("HubDatabase", ["CPostgres", grdb, nioPosix], path: "Hub/Sources/HubDatabase"),
    // SHA-256. libpq links this library too.
    .systemLibrary(
      name: "CCrypto", path: "Hub/Sources/CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    // Riders, devices, workouts and rides in that database.
    module("HubLibrary", ["CCrypto", "HubDatabase", "HubTerms"], path: "Hub/Sources/HubLibrary"),
    // Whole rides as files, by the Pi's own code.
    module(
      "HubRides", ["HubTerms", "RideFiles", "Rides"],
      path: "Hub/Sources/HubRides"),
    // HTTP over the library. The style is that of the page on the Pi.
    module(
      "HubServer",
      [
        "CCurl", "CPage", "Compression", "HubLibrary", "HubRides", "HubTerms", "Rides", httpTypes, hummingbird, log,
        nioCore, nioHTTPTypes, nioPosix,
      ],
      path: "Hub/Sources/HubServer",
      resources: [.embedInCode("openapi.json")]
        + ["wall.html", "wall.css", "wall.js", "account.js", "hub.js"].map { .embedInCode("Wall/" + $0) }),
    program(
      "jz2hub",
      ["HubDatabase", "HubLibrary", "HubServer", "HubTerms", "ProgramOptions", argumentParser, hummingbird, log],
      path: "Hub/Sources/jz2hub"),

    module("HubTestKit", ["HubDatabase", "HubLibrary"], path: "Hub/Tests/HubTestKit"),
    tests("HubTermsTests", ["HubTerms", "Rides"], path: "Hub/Tests/HubTermsTests"),
    tests(
      "HubRidesTests", ["HubRides", "HubTerms", "RideFiles", "Rides"],
      path: "Hub/Tests/HubRidesTests"),
    tests(
      "HubLibraryTests", ["HubDatabase", "HubLibrary", "HubTerms", "HubTestKit"], path: "Hub/Tests/HubLibraryTests"),
    tests(
      "HubServerTests",
      [
        "Compression", "HubDatabase", "HubLibrary", "HubRides", "HubServer", "HubTerms", "HubTestKit", "TestKit",
        httpTypes, hummingbird, lifecycle, log, nioCore, nioEmbedded, nioHTTPTypes,
      ],
      path: "Hub/Tests/HubServerTests"),
  ]
}
