import ArgumentParser
import HubLibrary
import HubTerms

/// The administrator's commands for riders and their codes.
struct RiderCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rider", abstract: "Add, list and remove riders, and make codes for them.",
    subcommands: [Add.self, Code.self, List.self, Remove.self])

  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Add a rider, and print a code for a Pi or a browser.")

    @Argument(help: "The rider's name.")
    var name: String

    @OptionGroup var code: CodeOptions

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
      try await database.ask { library in
        try await library.addRider(named: name, for: code.kind).report(of: name, for: code.kind.purpose)
      }
    }
  }

  struct Code: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Print a new code for a rider: for a Pi, for a browser, or for erasing.")

    @Argument(help: "The rider's name.")
    var name: String

    @OptionGroup var code: CodeOptions

    @Flag(help: "Make a code that lets the rider erase all their data on the hub; it is valid for an hour.")
    var erase = false

    @OptionGroup var database: DatabaseOptions

    func validate() throws {
      if erase, code.browser { throw ValidationError("--erase and --browser make different codes; give one.") }
    }

    func run() async throws {
      let purpose = erase ? .erasing : code.kind.purpose
      try await database.ask { try await $0.code(forRiderNamed: name, for: purpose).report(of: name, for: purpose) }
    }
  }

  struct List: AsyncParsableCommand {
    static let configuration = CommandConfiguration(abstract: "List the riders.")

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
      try await database.ask { library in
        for rider in try await library.riders() {
          print(
            "\(rider.name)\t\(rider.workouts) workouts\t\(rider.devices) devices\tsince \(rider.created.rfc3339.prefix(10))"
          )
        }
      }
    }
  }

  struct Remove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Delete a rider with all their rides; their Pis keep their own.")

    @Argument(help: "The rider's name.")
    var name: String

    @OptionGroup var database: DatabaseOptions

    func run() async throws {
      try await database.ask { try await $0.removeRider(named: name) }
    }
  }
}

/// The options of a new code.
struct CodeOptions: ParsableArguments {
  @Flag(help: "Make a code that signs in a browser instead of pairing a Pi.")
  var browser = false

  var kind: DeviceKind { browser ? .browser : .device }
}

extension IssuedCode {
  /// Prints only the code on the first line, so that a script can read it.
  fileprivate func report(of name: String, for purpose: CodePurpose) {
    print(code.text)
    switch purpose {
    case .pairing:
      print("Pairs one Pi of \(name), until \(expires.rfc3339).")
      print("On the Pi: jz2ctl connect hub --url https://HUB --code, which asks for the code.")
    case .signIn: print("Signs in one browser of \(name), until \(expires.rfc3339).")
    case .erasing:
      print("Erases all data of \(name) on the hub, until \(expires.rfc3339).")
      print("\(name) types it in the browser, under Devices, coaches, your data: Erase it.")
    case .coaching: break
    }
  }
}

extension DatabaseOptions {
  /// Runs work on the library.
  ///
  /// A refusal is printed in its own words.
  fileprivate func ask(_ body: (HubLibrary) async throws -> Void) async throws {
    let library = try await library()
    do {
      try await body(library)
    } catch let fault as HubFault {
      throw ValidationError(fault.detail ?? fault.message)
    }
    await library.close()
  }
}
