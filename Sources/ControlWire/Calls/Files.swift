// Files are sent in pieces: to a client as replies with `more`, to the daemon as numbered calls. A path is never sent.

extension TrainerCalls {
  static let files: [any TrainerCall.Type] = [Export.self, Import.self, Backup.self, Restore.self]
}

/// A ride as a file, in pieces with `more`.
package struct Export: TrainerCall, StreamedCall {
  package static let method = "Export"
  package static let access = AccessLevel.library
  package static let isForSync = true
  package typealias Reply = FilePiece

  package var ride: String
  /// `tcx`, `fit`, `csv` or `json`: the activity; `gpx`: its places and heights; `btsnoop`: its radio traffic.
  package var format: String
  /// Whether to export a trimmed ride as a whole; absent for the ride as it is trimmed.
  package var whole: Bool?

  package init(ride: String, format: String, whole: Bool = false) {
    self.ride = ride
    self.format = format
    self.whole = whole ? true : nil
  }
}

/// A piece of another program's file; after the last one the rides are stored, each completely or not at all.
package struct Import: PieceCall {
  package static let method = "Import"
  package static let access = AccessLevel.library
  package static let isForSync = true
  package typealias Reply = ImportProgress

  package var number: Int?
  package var sequence: Int
  package var data: String
  package var last: Bool
  /// Whether to import a ride even if another has the same start; used in the last piece.
  package var force: Bool?
  /// Whether to list the rides without storing them; used in the last piece.
  package var dryRun: Bool?
  /// A name for the file's only ride if the file has no name; used in the last piece.
  package var name: String?

  package init(
    number: Int? = nil, sequence: Int = 0, data: String = "", last: Bool = false, force: Bool? = nil,
    dryRun: Bool? = nil, name: String? = nil
  ) {
    self.number = number
    self.sequence = sequence
    self.data = data
    self.last = last
    self.force = force
    self.dryRun = dryRun
    self.name = name
  }

  package var patience: Duration { .seconds(60) }
  package var dropped: Self? { Self(dryRun: true) }
}

/// The whole library as one file, in pieces with `more`.
package struct Backup: TrainerCall, StreamedCall {
  package static let method = "Backup"
  package static let access = AccessLevel.all
  package typealias Reply = FilePiece

  package init() {}

  /// The whole library is read, on a card that may be slow.
  package var patience: Duration { .seconds(600) }
}

/// A piece of another library; after the last one it replaces the present library.
package struct Restore: PieceCall {
  package static let method = "Restore"
  package static let access = AccessLevel.all
  package typealias Reply = RestoreProgress

  package var number: Int?
  package var sequence: Int
  package var data: String
  package var last: Bool

  package init(number: Int? = nil, sequence: Int = 0, data: String = "", last: Bool = false) {
    self.number = number
    self.sequence = sequence
    self.data = data
    self.last = last
  }

  /// A whole library is written and read, on a card that may be slow.
  package var patience: Duration { .seconds(600) }
  package var dropped: Self? { nil }
}

extension ImportProgress: PieceReply {}
extension RestoreProgress: PieceReply {}
