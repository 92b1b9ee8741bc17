import Glibc

/// Returns the processor time that the calling thread spends in `body`, independently of the computer's load.
public func processorTime(of body: () throws -> Void) rethrows -> Duration {
  let began = threadTime
  try body()
  return threadTime - began
}

private var threadTime: Duration {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}
