/// A method of `org.justzone2.Trainer`.
///
/// A new call needs: its declaration in the `.varlink` file, its type in a file of this folder and its name in the list
/// there, and a handler in the service that answers it.
package protocol TrainerCall: VarlinkCall {
  /// The level of access that a caller needs.
  static var access: AccessLevel { get }
  /// The level of access that a caller needs for these parameters; `access` by default.
  var neededAccess: AccessLevel { get }
  /// Whether synchronising needs the call, whatever its level.
  static var isForSync: Bool { get }
}

extension TrainerCall {
  package static var interface: VarlinkInterface { .trainer }
  package var neededAccess: AccessLevel { Self.access }
  package static var isForSync: Bool { false }

  /// A socket with an unknown name allows no calls.
  package func refusal(onSocket name: String) -> ControlError? {
    if let socket = TrainerSocket(rawValue: name), socket.allows(self) { return nil }
    return ControlError(.notAllowed, subject: TrainerSocket.narrowest(for: self).rawValue)
  }
}

/// A call that sends a piece of a file to the daemon.
package protocol PieceCall: TrainerCall where Reply: PieceReply {
  /// The file's number, as in the reply to its first piece; absent in the first piece.
  var number: Int? { get set }
  /// The piece's number, from 0.
  var sequence: Int { get set }
  /// The bytes, in Base64.
  var data: String { get set }
  /// Whether the piece is the last one, after which the daemon processes the file.
  var last: Bool { get set }
  /// The same call to drop the file without storing it; nil if there is no such call.
  var dropped: Self? { get }
}

/// The reply to a piece of a file.
package protocol PieceReply {
  /// The file's number, for the following pieces.
  var number: Int { get }
}

/// Levels of access; each includes those before it.
package enum AccessLevel: Int, Hashable, Sendable, CaseIterable, Comparable {
  /// See the ride and the library.
  case look
  /// Ride: choose devices, start, control, stop.
  case ride
  /// Change the library: edit, trim, import, export, plans, settings, deletion that can be undone.
  case library
  /// Everything, including administration.
  case all

  package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension TrainerSocket {
  /// Returns whether a caller on this socket may make a call.
  package func allows(_ call: some TrainerCall) -> Bool {
    call.neededAccess <= level || self == .sync && type(of: call).isForSync
  }

  /// Returns the narrowest of the users' sockets that allows a call.
  package static func narrowest(for call: some TrainerCall) -> Self { widestFirst.last { $0.allows(call) } ?? .all }

  private var level: AccessLevel {
    switch self {
    case .all: .all
    case .library: .library
    case .ride: .ride
    case .look, .sync: .look
    }
  }
}

/// The registry of calls, one list for each file of this folder.
package enum TrainerCalls {
  /// Every call.
  package static let all = devices + riding + steps + library + comparing + changes + editing + files + plans + system
}

extension VarlinkInterface {
  /// Rides and their library, offered by jz2d.
  package static let trainer = VarlinkInterface(
    "org.justzone2.Trainer", definition: PackageResources.org_justzone2_Trainer_varlink, TrainerCalls.all)
}
