import CBluetooth
import Glibc
import Loop

/// A thread that runs calls that wait for a controller, one after another; it ends with its owner.
final class CommandThread: Sendable {
  private let queue = CommandQueue()

  /// Starts the thread.
  ///
  /// - Throws: `.failed` if the kernel cannot create a thread.
  init() throws(HCIError) {
    var thread = pthread_t()
    let status = pthread_create(&thread, nil, runCommands, Unmanaged.passRetained(queue).toOpaque())
    guard status == 0 else {
      Unmanaged.passUnretained(queue).release()
      throw HCIError(call: "pthread_create", errno: status)
    }
    pthread_detach(thread)
  }

  deinit { queue.close() }

  /// Runs `body` on the thread and returns its result.
  func run<Output: Sendable>(
    _ body: @escaping @Sendable () throws(HCIError) -> Output
  ) async throws(HCIError) -> Output {
    let outcome: Result<Output, HCIError> = await withCheckedContinuation { caller in
      queue.append { caller.resume(returning: Result { () throws(HCIError) in try body() }) }
    }
    return try outcome.get()
  }
}

/// The commands for the thread; the queue outlives the thread's owner until the running call ends.
private final class CommandQueue: @unchecked Sendable {
  private var mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var filled = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var commands: [@Sendable () -> Void] = []
  private var isClosed = false

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(filled, nil)
  }

  deinit {
    pthread_cond_destroy(filled)
    pthread_mutex_destroy(mutex)
    filled.deallocate()
    mutex.deallocate()
  }

  func append(_ command: @escaping @Sendable () -> Void) {
    pthread_mutex_lock(mutex)
    commands.append(command)
    pthread_cond_signal(filled)
    pthread_mutex_unlock(mutex)
  }

  /// Lets the thread end once it has run all queued commands: each has a waiting caller.
  func close() {
    pthread_mutex_lock(mutex)
    isClosed = true
    pthread_cond_signal(filled)
    pthread_mutex_unlock(mutex)
  }

  /// Waits for the next command; nil once the queue is closed and empty.
  func next() -> (@Sendable () -> Void)? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while commands.isEmpty, !isClosed { pthread_cond_wait(filled, mutex) }
    return commands.isEmpty ? nil : commands.removeFirst()
  }
}

/// The thread's body; it owns a reference to its queue.
private func runCommands(_ queue: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let queue else { return nil }
  let commands = Unmanaged<CommandQueue>.fromOpaque(queue).takeRetainedValue()
  while let command = commands.next() { command() }
  return nil
}
