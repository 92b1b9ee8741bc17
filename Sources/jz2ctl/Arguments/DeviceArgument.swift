import ArgumentParser
import ControlWire
import FoundationEssentials
import RideText

/// A device as it is typed: its address in either case, its number in the list, or the beginning of its name.
enum DeviceArgument: ExpressibleByArgument, Equatable {
  /// The address in upper case; the daemon decides whether it knows the device.
  case address(String)
  /// The number in the list that was printed last, from 1.
  case listed(Int)
  case beginning(String)

  static var defaultCompletionKind: CompletionKind { .devices }

  init?(argument: String) {
    let parts = argument.split(separator: ":", omittingEmptySubsequences: false)
    if parts.count == 6, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
      self = .address(argument.uppercased())
    } else if let number = Int(argument) {
      guard number > 0 else { return nil }
      self = .listed(number)
    } else {
      // Colons belong to a mistyped address.
      guard parts.count == 1, argument.contains(where: \.isLetter) else { return nil }
      self = .beginning(argument)
    }
  }

  /// The typed text.
  var text: String {
    switch self {
    case .address(let address): address
    case .listed(let number): "\(number)"
    case .beginning(let text): text
    }
  }
}

/// The devices in range that this user's last list showed, so that `use 2` can choose one of them.
///
/// The list is a file in the user's cache folder. Without such a folder, no list is remembered.
struct ListedDevices {
  let folder: String?

  /// The list of this user.
  static let ofUser = ListedDevices(
    folder: Terminal.variable("XDG_CACHE_HOME").flatMap { $0.isEmpty ? nil : $0 }
      ?? Terminal.variable("HOME").flatMap { $0.isEmpty ? nil : "\($0)/.cache" })

  private var path: String? { folder.map { "\($0)/jz2/devices.json" } }

  /// The devices in the order of the list; empty without one.
  var devices: [Device] {
    guard let path, let data = FileManager.default.contents(atPath: path) else { return [] }
    return (try? JSONDecoder().decode([Device].self, from: data)) ?? []
  }

  /// Replaces the list; without a folder to write to, numbers are refused later.
  func keep(_ devices: [Device]) {
    guard let folder, let path, let data = try? JSONEncoder().encode(devices.strongestFirst) else { return }
    try? FileManager.default.createDirectory(atPath: "\(folder)/jz2", withIntermediateDirectories: true)
    _ = FileWriting.replaceFile(at: path, with: Array(data))
  }
}
