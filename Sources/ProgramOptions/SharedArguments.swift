import ArgumentParser
package import BluetoothLE
package import Logging

/// The option for the log level.
package struct LogLevelArgument: ExpressibleByArgument {
  package let level: Logger.Level

  package init(level: Logger.Level) { self.level = level }

  package init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }

  package var defaultValueDescription: String { "\(level)" }
  package static var allValueStrings: [String] { Logger.Level.allCases.map(\.rawValue) }
}

/// An address and a port, or only a port: `0.0.0.0:8420`, `[::1]:8420`, `8420`.
package struct ListeningAddress: ExpressibleByArgument {
  /// A name or an address, without brackets; nil for a port without one.
  package let host: String?
  package let port: Int

  package init(host: String?, port: Int) { (self.host, self.port) = (host, port) }

  package init?(argument: String) {
    let colon = argument.lastIndex(of: ":")
    let digits = colon.map { argument[argument.index(after: $0)...] } ?? argument[...]
    guard let port = Int(digits), 0...65_535 ~= port, digits.allSatisfy(\.isNumber) else { return nil }
    let host = colon.map { String(argument[..<$0]) }
    let isBracketed = host.map { $0.hasPrefix("[") && $0.hasSuffix("]") } ?? false
    self.init(host: isBracketed ? host.map { String($0.dropFirst().dropLast()) } : host, port: port)
  }

  package var defaultValueDescription: String { host.map { "\($0):\(port)" } ?? "\(port)" }
}

/// The Bluetooth address of an adapter.
package struct AdapterArgument: ExpressibleByArgument {
  package let address: DeviceAddress

  package init?(argument: String) {
    guard let address = DeviceAddress(argument) else { return nil }
    self.address = address
  }
}
