import CLinux
package import ControlWire
import Glibc
package import Logging
package import Loop
package import RideCues
package import TrainerClient

/// Carries out what the machine decides: asks jz2d, and runs the programs that make sounds.
package actor CueDriver {
  package nonisolated let loop: EventLoop
  package nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Asks jz2d, and returns the answer as the machine takes it.
  package typealias Asking = @Sendable (SteeringCall) async -> CueMachine.Input

  private struct Playing {
    var process: SoundProcess
    /// The descriptors that tell of the ends, and their watches.
    var ends: [(descriptor: Int32, watch: EventLoop.Watch)] = []
    /// Whether it was asked to end, so that its failure is none.
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
  ///   - loop: The loop that everything runs on but the calls.
  ///   - sound: What is heard.
  ///   - translation: The translation that is spoken; nil for English.
  ///   - environment: The variables of the programs that make sounds.
  ///   - log: Where refusals are logged.
  ///   - asking: How jz2d is asked.
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

  /// Takes what happened.
  package func take(_ input: CueMachine.Input) {
    for effect in machine.handle(input, at: loop.now) { carryOut(effect) }
    if let timer { loop.cancel(timer) }
    timer = machine.deadline.map { deadline in
      loop.schedule(at: deadline) { self.assumeIsolated { $0.take(.timePassed) } }
    }
  }

  /// Takes what comes of following jz2d.
  package func follow(_ news: FollowedNews<Status>) {
    switch news {
    case .reply(let status):
      if isDetached { log.notice("jz2d answers again.") }
      isDetached = false
      take(.status(status))
    case .lost(let error):
      if !isDetached { log.warning("\(error.sentence)") }
      isDetached = true
      take(.detached)
    }
  }

  /// Ends the sound that is heard, before the program ends.
  package func end() { playing?.process.signal(SIGTERM) }

  private func carryOut(_ effect: CueMachine.Effect) {
    switch effect {
    case .ask(let call):
      log.debug("jz2d is asked.", metadata: ["call": "\(call)"])
      Task(executorPreference: loop) { [asking, log] in
        let answer = await asking(call)
        if case .refused(let error) = answer { log.info("\(error.sentence)", metadata: ["call": "\(call)"]) }
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
      log.warning("\(error.sentence)")
      abandon()
      // Not within the machine's turn that asked for it.
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

  /// Gives up a sound whose end nobody would tell of.
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
        "No sound is heard: aplay or espeak-ng failed. Try the card: `aplay -l` lists them, `card=` in cue.conf chooses one.",
        metadata: ["status": "\(status)"])
    }
    take(.soundEnded)
  }
}
