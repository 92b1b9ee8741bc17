// swift-tools-version: 6.2
import PackageDescription

// For those who work on it, no warning survives, as in the package beside this one.
let warnings: [SwiftSetting] = Context.environment["JZ2_STRICT"] == nil ? [] : [.treatAllWarnings(as: .error)]

let strict: [SwiftSetting] =
  warnings + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource]? = nil) -> Target {
  .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let argumentParser: Target.Dependency = .product(name: "ArgumentParser", package: "swift-argument-parser")
let asyncHTTPClient: Target.Dependency = .product(name: "AsyncHTTPClient", package: "async-http-client")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let grdb: Target.Dependency = .product(name: "GRDB", package: "GRDB.swift")
let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let hummingbirdTesting: Target.Dependency = .product(name: "HummingbirdTesting", package: "hummingbird")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let log: Target.Dependency = .product(name: "Logging", package: "swift-log")
let nioCore: Target.Dependency = .product(name: "NIOCore", package: "swift-nio")
let nioHTTP1: Target.Dependency = .product(name: "NIOHTTP1", package: "swift-nio")
let nioPosix: Target.Dependency = .product(name: "NIOPosix", package: "swift-nio")

// What the hub serves as it is. The look is that of the page on the Pi, whose files are linked.
let served =
  ["openapi.json"]
  + ["wall.html", "wall.css", "wall.js", "account.js", "hub.js", "page.css", "rides.css", "dom.js", "icon.svg"].map {
    "Wall/" + $0
  }

let package = Package(
  name: "jz2-hub",
  products: [.executable(name: "jz2hub", targets: ["jz2hub"])],
  // Exactly these, as in the package beside this one.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-crypto.git", exact: "4.5.2"),
    .package(url: "https://github.com/apple/swift-http-types.git", exact: "1.8.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    // Hummingbird brings it along; the broker asks Strava by it.
    .package(url: "https://github.com/swift-server/async-http-client.git", exact: "1.37.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", exact: "2.28.1"),
  ],
  targets: [
    // Pure: the contract's values and rules.
    module("HubTerms"),
    // SQL on SQLite and on PostgreSQL.
    .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    module("HubDatabase", ["CPostgres", grdb, nioPosix]),
    // Riders, devices, workouts and rides in that database.
    module("HubLibrary", ["HubDatabase", "HubTerms", crypto]),
    // Whole rides as files.
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    module("Compression", ["CZlib"]),
    // Those of the package beside this one that make files of rides, linked.
    module("RideTerms"),
    module("BluetoothLE"),
    module("FitnessGATT"),
    module("Trainers", ["BluetoothLE", "FitnessGATT"]),
    module("RideSession", ["BluetoothLE", "FitnessGATT", "RideTerms", "Trainers"]),
    module("RideFiles", ["RideSession", "RideTerms"]),
    module("RideAnalysis", ["BluetoothLE", "FitnessGATT", "RideSession", "RideTerms"]),
    .target(name: "CVersion"),
    module(
      "HubRides", ["Compression", "CVersion", "HubTerms", "RideAnalysis", "RideFiles", "RideSession", "RideTerms"]),
    // HTTP over the library.
    module(
      "HubServer",
      [
        "Compression", "HubLibrary", "HubRides", "HubTerms", "RideTerms", asyncHTTPClient, crypto, httpTypes,
        hummingbird, log, nioCore, nioHTTP1,
      ],
      resources: served.map { .embedInCode($0) }),
    .executableTarget(
      name: "jz2hub",
      dependencies: ["HubDatabase", "HubLibrary", "HubServer", "HubTerms", argumentParser, hummingbird, log],
      swiftSettings: strict),

    .target(
      name: "HubTestKit", dependencies: ["HubDatabase", "HubLibrary"], path: "Tests/HubTestKit",
      swiftSettings: strict),
    tests("HubTermsTests", ["HubTerms"]),
    tests("HubRidesTests", ["HubRides", "HubTerms", "RideFiles", "RideSession", "RideTerms"]),
    tests("HubLibraryTests", ["HubDatabase", "HubLibrary", "HubTerms", "HubTestKit"]),
    tests(
      "HubServerTests",
      [
        "Compression", "HubDatabase", "HubLibrary", "HubRides", "HubServer", "HubTerms", "HubTestKit", crypto,
        httpTypes, hummingbird, hummingbirdTesting, log, nioCore,
      ]),
  ]
)
