import BluetoothLE
import Captures
import RadioSim
import TestKit

/// A replay on a manual clock.
final class Replay {
  let clock = ManualClock()
  let loop = TestLoop()
  let central: ReplayCentral

  init(_ capture: Capture) {
    central = ReplayCentral(capture: capture, clock: clock, executor: loop, taskExecutor: loop)
  }

  convenience init(_ sample: SampleCapture) { self.init(Capture(decoding: sample.btsnoop())) }

  convenience init(lines: String) { self.init(Capture(decoding: Array(lines.utf8))) }

  /// Runs `body` until all tasks are idle, and returns its task.
  func start<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(LinkError) -> Value
  ) -> Task<Result<Value, LinkError>, Never> {
    let task = Task(executorPreference: loop) { () async -> Result<Value, LinkError> in
      do throws(LinkError) { return .success(try await body()) } catch { return .failure(error) }
    }
    loop.drain()
    return task
  }

  /// Runs `body`, which needs no passage of time, to its end.
  func perform<Value: Sendable>(
    _ body: @escaping @Sendable () async throws(LinkError) -> Value
  ) async throws -> Value {
    try await start(body).value.get()
  }

  func advance(by duration: Duration) { loop.advance(clock, by: duration) }

  func connect(_ device: DeviceAddress) -> Task<Result<any Link, LinkError>, Never> {
    start { [central] () async throws(LinkError) in try await central.connect(to: device) }
  }

  /// Collects the events of `link` as they arrive.
  func record(_ link: any Link) -> Task<[LinkEvent], Never> {
    let task = Task(executorPreference: loop) {
      var events: [LinkEvent] = []
      for await event in await link.events { events.append(event) }
      return events
    }
    loop.drain()
    return task
  }
}
