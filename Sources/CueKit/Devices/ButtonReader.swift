import BluetoothLE
import CLinux
import Glibc
package import Logging
package import Loop
package import RideCues

/// Opens the configured devices when they appear, and passes on their key events.
///
/// It looks for devices when their folders change, and also at intervals while one is missing: a folder may appear
/// later than the program, and udev gives a node to its group a moment after the kernel made it.
package actor ButtonReader {
  /// Receives a change of a key, and the key's action.
  package typealias Handler = @Sendable (KeyEvent.Change, ButtonAction) -> Void

  /// How often it looks while a device is missing.
  private static let pause = Duration.seconds(5)
  /// How often it looks while a device is present but cannot be opened.
  private static let shortPause = Duration.seconds(1)
  /// How long a device must be refused before that is logged: udev needs a moment.
  private static let patience = Duration.seconds(3)

  private struct Taken {
    var node: InputNode
    var watch: EventLoop.Watch
    var device: CueConfiguration.Device
  }

  private struct Refusal {
    var obstacle: InputNode.Obstacle
    var since: MonotonicInstant
    var isLogged = false
  }

  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  private let devices: [CueConfiguration.Device]
  private let directory: InputDirectory
  private let log: Logger
  private let handler: Handler
  private let inotify = linux_inotify()
  private var taken: [String: Taken] = [:]
  private var refused: [String: Refusal] = [:]
  private var timer: EventLoop.Timer?

  /// - Parameters:
  ///   - loop: The event loop that reads the devices.
  ///   - devices: The devices to open; if two entries match the same device, the first one applies.
  ///   - directory: The folders of the devices.
  ///   - log: The log of devices that come and go.
  ///   - handler: Receives the key events, on the loop.
  package init(
    on loop: EventLoop, _ devices: [CueConfiguration.Device], in directory: InputDirectory = InputDirectory(),
    log: Logger, handler: @escaping Handler
  ) {
    self.loop = loop
    self.devices = devices
    self.directory = directory
    self.log = log
    self.handler = handler
  }

  /// Starts to read; reading continues as long as the loop runs.
  package func begin() {
    guard !devices.isEmpty else { return }
    if inotify >= 0 {
      _ = loop.watch(inotify, for: .readable) { _ in self.assumeIsolated { $0.folderChanged() } }
    }
    look()
  }

  /// The paths of the devices that are open.
  package var paths: Set<String> { Set(taken.keys) }

  private func folderChanged() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    while Glibc.read(inotify, &bytes, bytes.count) > 0 {}
    look()
  }

  private func look() {
    if let timer { loop.cancel(timer) }
    timer = nil
    for folder in directory.folders(of: devices.map(\.choice)) { _ = linux_inotify_folder(inotify, folder) }
    for (path, held) in taken where !held.node.isThere { release(path) }
    var isMissing = false
    var found: Set<String> = []
    for device in devices {
      let paths = directory.paths(of: device.choice)
      isMissing = isMissing || paths.isEmpty
      for path in paths where found.insert(path).inserted && taken[path] == nil { take(path, device) }
    }
    refused = refused.filter { found.contains($0.key) }
    let pause = refused.isEmpty ? isMissing ? Self.pause : nil : Self.shortPause
    timer = pause.map { pause in
      loop.schedule(at: loop.now.advanced(by: pause)) { self.assumeIsolated { $0.look() } }
    }
  }

  private func take(_ path: String, _ device: CueConfiguration.Device) {
    do throws(InputNode.Obstacle) {
      let node = try InputNode(path: path)
      let watch = loop.watch(node.descriptor, for: .readable) { _ in self.assumeIsolated { $0.read(path) } }
      taken[path] = Taken(node: node, watch: watch, device: device)
      refused[path] = nil
      log.notice("Buttons connected.", metadata: ["device": "\(path)", "name": "\(name(of: path))"])
    } catch {
      var refusal = refused[path] ?? Refusal(obstacle: error, since: loop.now)
      if refusal.obstacle != error { refusal = Refusal(obstacle: error, since: loop.now) }
      if !refusal.isLogged, loop.now - refusal.since >= Self.patience {
        refusal.isLogged = true
        log.warning("\(error.explanation(of: path))", metadata: ["device": "\(path)"])
      }
      refused[path] = refusal
    }
  }

  private func name(of path: String) -> String { directory.entries.first { $0.path == path }?.name ?? path }

  private func read(_ path: String) {
    guard var held = taken[path] else { return }
    let reading = held.node.read()
    taken[path] = held
    switch reading {
    case .gone:
      release(path)
      look()
    case .events(let events):
      for event in events {
        let action = held.device.action(of: event.key)
        log.debug("\(event.key.name) \(event.change)", metadata: ["device": "\(path)", "action": "\(action)"])
        handler(event.change, action)
      }
    }
  }

  private func release(_ path: String) {
    guard let held = taken.removeValue(forKey: path) else { return }
    loop.remove(held.watch)
    close(held.node.descriptor)
    log.notice("Buttons disconnected.", metadata: ["device": "\(path)"])
  }
}

extension InputNode.Obstacle {
  /// The message for an administrator.
  func explanation(of path: String) -> String {
    switch self {
    case .notOpened(EACCES), .notOpened(EPERM):
      "\(path) cannot be opened: no permission. Add the user of jz2cue to the group input, and restart it."
    case .notOpened(let number):
      "\(path) cannot be opened: \(String(cString: strerror(number))). Unplug the device, and plug it in again."
    case .takenByAnother:
      "Another program uses \(path). Close it: `fuser \(path)` shows which one it is."
    case .noDevice:
      "\(path) is not an input device. Choose one of `jz2cue --list` in /etc/jz2/cue.conf."
    }
  }
}

/// An open input device that no other program can read, or a pipe that sends the same events.
struct InputNode {
  /// Why a device cannot be read.
  enum Obstacle: Error, Hashable, Sendable {
    /// The system refused to open it; with the error number.
    case notOpened(Int32)
    /// Another program has grabbed the device.
    case takenByAnother
    /// The path is not an input device.
    case noDevice
  }

  /// The result of a read.
  enum Reading {
    case events([KeyEvent])
    /// The device is gone.
    case gone
  }

  let path: String
  let descriptor: Int32
  private let identity: Identity
  private var decoder = KeyEvents()

  /// Opens a device and grabs it, so that no other program receives its events.
  ///
  /// A pipe is opened for both directions, so that it stays open when its writer closes it.
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

  /// Whether the path still leads to this device.
  var isThere: Bool {
    var file = stat()
    return stat(path, &file) == 0 && Identity(file) == identity
  }

  /// Reads the events that have arrived.
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
