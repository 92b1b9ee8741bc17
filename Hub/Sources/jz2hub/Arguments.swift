import ArgumentParser
import Logging

/// An address and a port: `0.0.0.0:8430`, `[::1]:8430`, `8430`.
struct ListeningAddress: ExpressibleByArgument {
  let host: String
  let port: Int

  init(host: String, port: Int) { (self.host, self.port) = (host, port) }

  init?(argument: String) {
    let colon = argument.lastIndex(of: ":")
    let digits = colon.map { argument[argument.index(after: $0)...] } ?? argument[...]
    guard let port = Int(digits), 0...65_535 ~= port, digits.allSatisfy(\.isNumber) else { return nil }
    let host = colon.map { String(argument[..<$0]) } ?? "127.0.0.1"
    self.init(host: host.hasPrefix("[") && host.hasSuffix("]") ? String(host.dropFirst().dropLast()) : host, port: port)
  }

  var defaultValueDescription: String { "\(host):\(port)" }
}

struct LogLevelArgument: ExpressibleByArgument {
  let level: Logger.Level

  init(level: Logger.Level) { self.level = level }

  init?(argument: String) {
    guard let level = Logger.Level(rawValue: argument) else { return nil }
    self.level = level
  }

  var defaultValueDescription: String { level.rawValue }
}
