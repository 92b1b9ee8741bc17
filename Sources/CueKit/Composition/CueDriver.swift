import CLinux
package import ControlWire
import Glibc
package import Logging
package import Loop
package import RideCues
package import TrainerClient

/// Carries out the effects of the machine: sends requests to jz2d, and runs the programs that make sounds.
package actor CueDriver {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Sends a request to jz2d, and returns the response as an input of the machine.
  package typealias Asking = @Sendable (SteeringCall) async -> CueMachine.Input

  private struct Playing {
    var process: SoundProcess
    /// The process descriptors that report the ends of the programs, and their watches.
    var ends: [(descriptor: Int32, watch: EventLoop.Watch)] = []
    /// Whether the programs were signalled to end, so that their exit status is not a failure.
    var isEnded = false
  }

  private let programs: SoundProcess.Programs
  private let asking: Asking
  private let log: Logger
  private var machine: CueMachine
  private var playing: Playing?
  private var timer: EventLoop.Timer?
  private var isDetached = false

  /// - Parameters:
  ///   - loop: The event loop of everything except the calls to jz2d.
  ///   - sound: The settings of beeps and speech.
  ///   - translation: The translation that is spoken; nil for English.
  ///   - environment: The environment variables of the programs that make sounds.
  ///   - log: The log of refused requests and of faults.
  ///   - asking: Sends a request to jz2d.
  package init(
    on loop: EventLoop, sound: CueConfiguration.Sound, translation: Translation? = nil,
    environment: [String: String], log: Logger, asking: @escaping Asking
  ) {
    self.loop = loop
    self.asking = asking
    self.log = log
    programs = SoundProcess.Programs(sound: sound, environment: environment)
    machine = CueMachine(sound, translation: translation)
  }

  /// Handles an input, carries out its effects, and schedules the next deadline.
  package func take(_ input: CueMachine.Input) {
    for effect in machine.handle(input, at: loop.now) { carryOut(effect) }
    if let timer { loop.cancel(timer) }
    timer = machine.deadline.map { deadline in
      loop.schedule(at: deadline) { self.assumeIsolated { $0.take(.timePassed) } }
    }
  }

  /// Handles a status of jz2d, or the loss of the connection.
  package func follow(_ news: FollowedNews<Status>) {
    switch news {
    case .reply(let status):
      if isDetached { log.notice("jz2d answers again.") }
      isDetached = false
      take(.status(status))
    case .lost(let error):
      if !isDetached { log.warning("\(error.explanation)") }
      isDetached = true
      take(.detached)
    }
  }

  /// Ends the current sound before the program ends.
  package func end() { playing?.process.signal(SIGTERM) }

  private func carryOut(_ effect: CueMachine.Effect) {
    switch effect {
    case .ask(let call):
      log.debug("Request sent to jz2d.", metadata: ["call": "\(call)"])
      Task(executorPreference: loop) { [asking, log] in
        let answer = await asking(call)
        if case .refused(let error) = answer { log.info("\(error.explanation)", metadata: ["call": "\(call)"]) }
        await self.take(answer)
      }
    case .play(let sound): play(sound)
    case .endSound: signal(SIGTERM)
    case .killSound: signal(SIGKILL)
    }
  }

  private func signal(_ number: Int32) {
    playing?.isEnded = true
    playing?.process.signal(number)
  }

  private func play(_ sound: Sound) {
    log.debug("\(sound)")
    do throws(SoundFault) {
      let process = try SoundProcess(sound, by: programs)
      playing = Playing(process: process)
      for child in process.running { try watch(child) }
    } catch {
      log.warning("\(error.explanation)")
      abandon()
      // The machine is still handling the input that asked for this sound.
      loop.schedule(at: loop.now) { self.assumeIsolated { $0.take(.soundEnded) } }
    }
  }

  private func watch(_ child: pid_t) throws(SoundFault) {
    let descriptor = linux_pidfd(child)
    guard descriptor >= 0 else { throw .notStarted(errno) }
    let watch = loop.watch(descriptor, for: .readable) { _ in
      self.assumeIsolated { $0.childEnded(child, descriptor) }
    }
    playing?.ends.append((descriptor, watch))
  }

  /// Kills a sound if the end of one of its programs cannot be watched.
  private func abandon() {
    guard let sound = playing else { return }
    playing = nil
    for end in sound.ends {
      loop.remove(end.watch)
      close(end.descriptor)
    }
    sound.process.abandon()
  }

  private func childEnded(_ child: pid_t, _ descriptor: Int32) {
    guard var sound = playing else { return }
    let isOver = sound.process.reap(child)
    for end in sound.ends where end.descriptor == descriptor { loop.remove(end.watch) }
    sound.ends.removeAll { $0.descriptor == descriptor }
    close(descriptor)
    playing = isOver ? nil : sound
    guard isOver else { return }
    if let status = sound.process.failure, !sound.isEnded {
      log.warning(
        "No sound: aplay or espeak-ng failed. `aplay -l` lists the sound cards; `card=` in cue.conf chooses one.",
        metadata: ["status": "\(status)"])
    }
    take(.soundEnded)
  }
}
