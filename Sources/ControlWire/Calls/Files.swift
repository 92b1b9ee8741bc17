// Files travel in pieces: `more` outwards, numbered calls inwards. A path is never sent.

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
  /// `tcx`, `fit`, `csv` or `json`: the activity; `btsnoop`: its radio traffic.
  package var format: String
  /// Whether a trimmed ride is meant as a whole; absent for as it is trimmed.
  package var whole: Bool?

  package init(ride: String, format: String, whole: Bool = false) {
    self.ride = ride
    self.format = format
    self.whole = whole ? true : nil
  }
}

/// A piece of another program's file; upon the last its rides are stored, each whole or not at all.
package struct Import: PieceCall {
  package static let method = "Import"
  package static let access = AccessLevel.library
  package static let isForSync = true
  package typealias Reply = ImportProgress

  package var number: Int?
  package var sequence: Int
  package var data: String
  package var last: Bool
  /// Whether a ride with the same start is no obstacle; counts in the last piece.
  package var force: Bool?
  /// Whether the rides are only listed, and none is stored; counts in the last piece.
  package var dryRun: Bool?
  /// A name for the file's only ride if the file has no name; counts in the last piece.
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

/// All of the library in one file, in pieces with `more`.
package struct Backup: TrainerCall, StreamedCall {
  package static let method = "Backup"
  package static let access = AccessLevel.all
  package typealias Reply = FilePiece

  package init() {}

  /// A whole library is read through, on a card that may be slow.
  package var patience: Duration { .seconds(600) }
}

/// A piece of another library; upon the last it takes the place of this one.
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

  /// A whole library is written and read through, on a card that may be slow.
  package var patience: Duration { .seconds(600) }
  package var dropped: Self? { nil }
}

extension ImportProgress: PieceReply {}
extension RestoreProgress: PieceReply {}
