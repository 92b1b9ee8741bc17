import CCurl
import CLinux
import Glibc
import Locks
import Loop

/// The thread that runs libcurl.
///
/// It ends after an idle time.
final class TransferThread: Sendable {
  typealias Caller = CheckedContinuation<Result<HTTPResponse, HTTPFailure>, Never>

  private struct Shared {
    /// Transfers that the thread has not started yet.
    var arriving: [(transfer: Transfer, caller: Caller)] = []
    var isRunning = false
    /// Interrupts the thread's wait; nil while it cannot wait.
    var waker: Waker?
  }

  private struct Waker: @unchecked Sendable {
    let curl: OpaquePointer
    let multi: UnsafeMutableRawPointer

    func wake() { ccurl_multi_wakeup(curl, multi) }
  }

  private let library: String
  private let name: String
  private let idle: Duration
  private let shared = Lock(Shared())

  init(library: String, name: String, idle: Duration) {
    self.library = library
    self.name = name
    self.idle = idle
  }

  /// Starts a transfer.
  ///
  /// Creates the thread if it is not running.
  func begin(_ transfer: Transfer, for caller: Caller) {
    let hasThread = shared.withLock { shared in
      shared.arriving.append((transfer, caller))
      shared.waker?.wake()
      if !shared.isRunning { shared.isRunning = start() }
      return shared.isRunning
    }
    if !hasThread { refuseArriving(HTTPFailure(.other, "cannot create a thread", mayHaveArrived: false)) }
  }

  /// Cancels a transfer, whether it has started or not.
  func cancel(_ transfer: Transfer) {
    transfer.cancel()
    shared.withLock { $0.waker?.wake() }
  }

  private func start() -> Bool {
    var thread = pthread_t()
    let own = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, runTransfers, own.toOpaque()) == 0 else {
      own.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func refuseArriving(_ failure: HTTPFailure) {
    let callers = shared.withLock { shared in
      defer { shared.arriving = [] }
      return shared.arriving.map(\.caller)
    }
    for caller in callers { caller.resume(returning: .failure(failure)) }
  }
}

// MARK: - On the thread

extension TransferThread {
  fileprivate func run() {
    linux_name_thread(name)
    // A write to a connection that the server has closed raises SIGPIPE. Other signals are for other threads.
    var all = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, nil)
    repeat { useLibrary() } while !mayEnd()
    linux_drop_idle_pages()
  }

  /// Whether no transfer has arrived in the meantime.
  ///
  /// If true, the next transfer starts another thread.
  private func mayEnd() -> Bool {
    shared.withLock { shared in
      shared.isRunning = !shared.arriving.isEmpty
      return !shared.isRunning
    }
  }

  /// Loads the library for the time from the first transfer to the end of the idle time.
  private func useLibrary() {
    guard let curl = ccurl_open(library) else {
      return refuseArriving(HTTPFailure(.noLibrary, "\(library): install libcurl4", mayHaveArrived: false))
    }
    defer { ccurl_close(curl) }
    guard let multi = ccurl_multi_open(curl) else {
      return refuseArriving(HTTPFailure(.other, "libcurl cannot be initialised", mayHaveArrived: false))
    }
    defer { ccurl_multi_close(curl, multi) }
    shared.withLock { $0.waker = Waker(curl: curl, multi: multi) }
    defer { shared.withLock { $0.waker = nil } }
    var running = RunningTransfers(curl: curl, multi: multi)
    let clock = ContinuousClock()
    var idleSince = clock.now
    while true {
      for (transfer, caller) in takeArriving() { running.start(transfer, for: caller) }
      running.perform()
      var wait = Duration.seconds(60)
      if running.isEmpty {
        wait = idle - idleSince.duration(to: clock.now)
        if wait <= .zero {
          // A thread of libcurl may still be in a DNS lookup whose result is no longer needed.
          if !hasRelatives { return }
          (idleSince, wait) = (clock.now, idle)
        }
      }
      running.wait(wait)
      if !running.isEmpty { idleSince = clock.now }
    }
  }

  private func takeArriving() -> [(transfer: Transfer, caller: Caller)] {
    shared.withLock { shared in
      defer { shared.arriving = [] }
      return shared.arriving
    }
  }

  /// Whether a thread that this thread started is still alive: it has the same name.
  private var hasRelatives: Bool {
    guard let tasks = opendir("/proc/self/task") else { return true }
    defer { closedir(tasks) }
    var count = 0
    while let entry = readdir(tasks) {
      let task = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let file = fopen("/proc/self/task/\(task)/comm", "re") else { continue }
      var line = [CChar](repeating: 0, count: 32)
      if fgets(&line, Int32(line.count), file) != nil,
        line.prefix(while: { $0 != 10 }).elementsEqual(name.utf8CString.dropLast())
      {
        count += 1
      }
      fclose(file)
    }
    return count > 1
  }
}

/// The thread's body.
///
/// It owns a reference to its object.
private func runTransfers(_ thread: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let thread else { return nil }
  Unmanaged<TransferThread>.fromOpaque(thread).takeRetainedValue().run()
  return nil
}

/// The transfers in progress.
private struct RunningTransfers {
  let curl: OpaquePointer
  let multi: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: (transfer: Transfer, caller: TransferThread.Caller)] = [:]

  init(curl: OpaquePointer, multi: UnsafeMutableRawPointer) {
    self.curl = curl
    self.multi = multi
  }

  var isEmpty: Bool { transfers.isEmpty }

  mutating func start(_ transfer: Transfer, for caller: TransferThread.Caller) {
    do {
      let easy = try transfer.open(curl)
      transfers[easy] = (transfer, caller)
      if ccurl_multi_add(curl, multi, easy) != CURLM_OK { end(easy, CURLE_OUT_OF_MEMORY) }
    } catch {
      caller.resume(returning: .failure(error))
    }
  }

  /// Continues each transfer as far as possible without waiting, and resumes the callers of those that have ended.
  mutating func perform() {
    for (easy, (transfer, _)) in transfers where transfer.isCancelled {
      end(easy, CURLE_ABORTED_BY_CALLBACK)
    }
    endAllUnless(ccurl_multi_perform(curl, multi))
    var code = CURLE_OK
    while let easy = ccurl_multi_ended(curl, multi, &code) { end(easy, code) }
  }

  /// Waits until a transfer can continue, or until the thread is woken.
  mutating func wait(_ duration: Duration) {
    // Rounded up: a wait of 0 ms would make the loop spin.
    endAllUnless(ccurl_multi_poll(curl, multi, Int32(clamping: duration.milliseconds + 1)))
  }

  private mutating func endAllUnless(_ code: CURLMcode) {
    guard code != CURLM_OK else { return }
    for easy in transfers.keys { end(easy, CURLE_OUT_OF_MEMORY) }
  }

  private mutating func end(_ easy: UnsafeMutableRawPointer, _ code: CURLcode) {
    guard let (transfer, caller) = transfers.removeValue(forKey: easy) else { return }
    let outcome = transfer.outcome(curl, easy, code)
    ccurl_multi_remove(curl, multi, easy)
    transfer.close(curl, easy)
    caller.resume(returning: outcome)
  }
}
