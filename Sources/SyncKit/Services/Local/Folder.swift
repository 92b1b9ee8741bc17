import ControlWire
import FoundationEssentials
package import Rides
import TrainerClient

/// A folder of the administrator for the files of finished rides.
///
/// A file appears complete: it is written in the same folder under a hidden name, synced to the disk, and renamed.
/// Files of others are never overwritten: the ride's file gets a name with a number (`…-2.fit`) then. Own files are
/// recorded by ride, name and content before the rename. So a ride that was trimmed, or whose start changed, replaces
/// its own file, even after a crash, and a file that a user changed counts as the user's.
///
/// The folder is not created: if a disk is not mounted, its files would go elsewhere.
package actor Folder: UploadService {
  /// A file that this program wrote.
  private struct Place: Codable, Hashable {
    let name: String
    let content: ContentMark
  }

  /// The present file of a ride, and the former one, which may still be on the disk.
  private struct Kept: Codable {
    var present: Place
    var former: Place?

    var places: [Place] { [present, former].compactMap(\.self) }
  }

  package nonisolated let service = SyncService.folder

  /// The maximum number of names to try if files of others have the ride's names.
  private static let mostNames = 100

  private let tools: ServiceTools
  private let directory: LocalDirectory
  private let format: ActivityFormat

  package init(_ tools: ServiceTools, _ configuration: SyncConfiguration.Folder) {
    self.tools = tools
    directory = LocalDirectory(path: configuration.path)
    format = configuration.format
  }

  package func send(_ parcel: Parcel, mayBeThere: Bool) async -> Delivery {
    let file: NamedFile
    do throws(SyncFault) { file = try await parcel.file(format.rawValue) } catch { return .unread(error) }
    do throws(SyncFault) {
      return try await put(file, of: parcel.ride.id)
    } catch {
      return .later(error, after: nil)
    }
  }

  package func follow(_ ticket: String, of parcel: Parcel) async -> Delivery {
    await send(parcel, mayBeThere: true)
  }

  /// Writes the file again: its name depends on the start, and the ride's name is in its content.
  package func rename(_ remoteID: String, to parcel: Parcel) async -> Delivery {
    await send(parcel, mayBeThere: true)
  }

  private func put(_ file: NamedFile, of ride: Int) async throws(SyncFault) -> Delivery {
    let key = "folder-ride-\(ride)"
    let content = ContentMark(file.bytes)
    let wanted = FileName(file.name, ride: ride)
    try directory.check()
    var ours: [Place] = []
    if let kept = try await tools.memory.json(Kept.self, key) {
      for place in kept.places where try directory.content(of: place.name) == place.content { ours.append(place) }
    }
    if let there = ours.first(where: { wanted.owns($0.name) && $0.content == content }) {
      try directory.remove(ours.map(\.name).filter { $0 != there.name })
      return .there(remoteID: there.name, url: nil, wasThere: true)
    }
    let hidden = try directory.write(file.bytes, hidden: ".jz2-ride-\(ride).part")
    defer { directory.discard(hidden) }
    for number in 1...Self.mostNames {
      let name = wanted.numbered(number)
      let isOurs = ours.contains { $0.name == name }
      if !isOurs, let other = try directory.content(of: name) {
        if other != content { continue }
        // It may be an own file whose record is lost.
        try await keep(Kept(present: Place(name: name, content: content), former: nil), key)
        try directory.remove(ours.map(\.name))
        return .there(remoteID: name, url: nil, wasThere: true)
      }
      try await keep(Kept(present: Place(name: name, content: content), former: ours.first), key)
      guard try directory.rename(hidden, to: name, replacing: isOurs) else { continue }
      try directory.remove(ours.map(\.name).filter { $0 != name })
      return .there(remoteID: name, url: nil, wasThere: false)
    }
    throw SyncFault(.notWritable, detail: "\(directory.path)/\(wanted.numbered(1)): the name is taken")
  }

  private func keep(_ kept: Kept, _ key: String) async throws(SyncFault) {
    guard let data = try? JSONEncoder().encode(kept) else { throw SyncFault(.badAnswer, detail: key) }
    try await tools.memory.keep([key: Array(data)])
  }
}

/// The name of a ride's file.
private struct FileName {
  let stem: String
  let ending: String

  /// Uses the name from jz2d.
  ///
  /// A name that could lead outside of the folder is replaced.
  init(_ name: String, ride: Int) {
    let isPlain =
      !name.isEmpty && name.first != "." && name.utf8.count <= 200 && !name.contains("/")
      && name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    let name = isPlain ? name : "ride-\(ride)"
    let dot = name.lastIndex(of: ".") ?? name.endIndex
    stem = String(name[..<dot])
    ending = String(name[dot...])
  }

  /// Returns the name with a number; the name itself for 1.
  func numbered(_ number: Int) -> String { number == 1 ? stem + ending : "\(stem)-\(number)\(ending)" }

  /// Whether a name is this one, with or without a number.
  func owns(_ name: String) -> Bool {
    guard name.hasPrefix(stem), name.hasSuffix(ending), name.count >= stem.count + ending.count else { return false }
    let number = name.dropFirst(stem.count).dropLast(ending.count)
    return number.isEmpty || number.first == "-" && Int(number.dropFirst()) != nil
  }
}
