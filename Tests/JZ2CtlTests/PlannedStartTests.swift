import ArgumentParser
import ClientTestKit
import ControlWire
import FoundationEssentials
import Rides
import TestKit
import Testing
import TrainerClient

@testable import jz2ctl

/// The requests and the output of `start` for plans and zones, and the errors of `plan add`.
@Suite struct PlannedStartTests {
  private func start(_ line: String, _ daemon: ScriptedDaemon) throws -> String {
    let printed = Samples.Printed()
    let command = try #require(
      try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init)) as? StartCommand)
    try command.perform(with: daemon, output: printed.stream(json: command.options.json))
    return printed.output
  }

  private func started(_ status: Status, watts: Int?) throws -> Started {
    let target = watts.map { Target(targetWatts: $0, askedWatts: $0) }
    return Started(ride: try #require(status.ride), target: target)
  }

  @Test func `start names the plan and its content`() throws {
    let daemon = ScriptedDaemon(.init(try started(Samples.planned, watts: 100)), .init(Samples.planned))
    #expect(
      try start("start --plan mix --dfa", daemon)
        == "Ride 12: plan mix, 11 intervals, from 100 W. Pedal to begin.\n")
    #expect(daemon.requests == [Start(plan: "mix", dfa: true), GetStatus()])
  }

  @Test func `start says that a plan begins with free riding`() throws {
    let daemon = ScriptedDaemon(.init(try started(Samples.planned, watts: nil)), .init(Samples.planned))
    #expect(
      try start("start --plan mix", daemon) == "Ride 12: plan mix, 11 intervals, free at first. Pedal to begin.\n")
  }

  @Test func `start names Zone 2 with its heart rates`() throws {
    let daemon = ScriptedDaemon(.init(try started(Samples.zone2, watts: 140)), .init(Samples.zone2))
    let text = try start("start --zone2 --minutes 60 --watts 140", daemon)
    #expect(text.contains(": 31:13 in Zone 2, 120") && text.hasSuffix("140 bpm, from 140 W. Pedal to begin.\n"))
    #expect(daemon.requests == [Start(watts: 140, minutes: 60, zone2: true), GetStatus()])
  }

  @Test func `start begins a ride even if the plan cannot be shown`() throws {
    let daemon = ScriptedDaemon(
      .init(try started(Samples.planned, watts: nil)), .init(error: ControlError(.connectionLost)))
    #expect(try start("start --plan mix", daemon) == "Ride 12: free. Pedal to begin.\n")
  }

  @Test func `start sends no further request for a steady ride or in JSON`() throws {
    let daemon = ScriptedDaemon(
      .init(try started(Samples.riding, watts: 150)), .init(try started(Samples.planned, watts: 100)))
    _ = try start("start --watts 150 --minutes 60", daemon)
    _ = try start("start --plan mix --json", daemon)
    #expect(daemon.requests == [Start(watts: 150, minutes: 60), Start(plan: "mix")])
  }

  @Test(arguments: [
    ("start --plan mix --watts 150", "A plan has its own watts and times: leave --watts and --minutes out."),
    ("start 150 60 --minutes 60", "Give the length once: as minutes, or --endless."),
    ("start 150 --watts 150", "Give the watts once."), ("start mix --plan mix", "Give the plan once."),
    ("start mix --free", "Give only one of a plan, --zone2, --free, --slope and --resistance."),
    ("start --free --warmup 10min", "--warmup and --cooldown need watts or --zone2."),
    ("start 150 60 --warmup 5s", "--warmup takes 0:10 to 2:00:00, not 0:05."),
    ("start last --zone2", "last repeats a kind of ride; leave the other kind out."),
    ("start 150 60 70", "start takes watts and minutes, `start 150 60`, or the name of a plan."),
    ("start --zone2 --minutes 60 --no-heart-rate", "--zone2 needs a strap; leave --no-heart-rate out."),
    ("start --plan mix --dfa --no-heart-rate", "--dfa needs a strap; leave --no-heart-rate out."),
  ])
  func `start explains options that contradict each other`(line: String, explanation: String) {
    var message: String?
    do {
      _ = try JZ2Ctl.parseAsRoot(line.split(separator: " ").map(String.init))
    } catch {
      message = JZ2Ctl.message(for: error)
    }
    #expect(message == explanation)
  }
}
