import CLinux
import Glibc
import RideCues

/// An input device that is open, and whose events nobody else gets; or a pipe that sends the same.
struct InputNode {
  /// Why a device is not taken.
  enum Obstacle: Error, Hashable, Sendable {
    /// The system did not open it; the error number.
    case notOpened(Int32)
    /// Another program has taken it.
    case takenByAnother
    /// It is something else.
    case noDevice
  }

  /// What a read came to.
  enum Reading {
    case events([KeyEvent])
    /// The device is gone.
    case gone
  }

  let path: String
  let descriptor: Int32
  private let identity: Identity
  private var decoder = KeyEvents()

  /// Opens a device and takes its events from all others.
  ///
  /// A pipe is opened for both directions, so that it does not end with its writer.
  init(path: String) throws(Obstacle) {
    self.path = path
    var file = stat()
    guard stat(path, &file) == 0 else { throw .notOpened(errno) }
    let isPipe = file.st_mode & S_IFMT == S_IFIFO
    guard isPipe || file.st_mode & S_IFMT == S_IFCHR else { throw .noDevice }
    let descriptor = open(path, (isPipe ? O_RDWR : O_RDONLY) | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .notOpened(errno) }
    guard isPipe || linux_grab_input(descriptor) == 0 else {
      let number = errno
      close(descriptor)
      throw number == EBUSY ? .takenByAnother : number == ENODEV ? .notOpened(number) : .noDevice
    }
    self.descriptor = descriptor
    identity = Identity(file)
  }

  /// Whether its path still leads to it.
  var isThere: Bool {
    var file = stat()
    return stat(path, &file) == 0 && Identity(file) == identity
  }

  /// Reads what has come.
  mutating func read() -> Reading {
    var bytes = [UInt8](repeating: 0, count: 64 * KeyEvents.Layout.native.size)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    if count > 0 { return .events(decoder.decode(bytes.prefix(count))) }
    return count < 0 && (errno == EAGAIN || errno == EINTR) ? .events([]) : .gone
  }

  private struct Identity: Equatable {
    let device: UInt
    let file: UInt
    let node: UInt

    init(_ file: stat) {
      device = UInt(file.st_dev)
      self.file = UInt(file.st_ino)
      node = UInt(file.st_rdev)
    }
  }
}
