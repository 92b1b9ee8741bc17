import ControlWire
import Rides

extension FuzzEntry {
  /// The bytes that a client sends, after four bytes with the lengths of the pieces in which they arrive.
  package static let calls = FuzzEntry(
    name: "calls",
    seeds: {
      let made: [any TrainerCall] = [
        Scan(seconds: 2.5), Use(address: "C0:FF:EE:00:00:01"), Devices(), Start(watts: 150, minutes: 0.5),
        SetWatts(watts: 170), SetWatts(change: -5), Stop(), Rides(limit: 20), Show(ride: "last"),
        Export(ride: "7", format: "tcx"), Watch(), Rides(offset: 50, search: "Dawn", sort: .longest),
        Edit(ride: "7", name: "Dawn"), TrimRide(ride: "7", fromSeconds: 60),
        Import(number: 1, sequence: 1, data: "AA==", last: true), SetSettings(),
        Start(plannedFor: .tomorrow), CopyPlan(name: "a", to: "b"), Plans(all: true),
        SetPlannedWorkouts(
          source: "intervals", from: "2026-11-25", to: "2026-11-26",
          workouts: [
            PlannedWorkout(
              key: "7", day: "2026-11-25", name: "Tempo",
              groups: [PlannedGroup(repeats: 2, intervals: [PlannedInterval(end: .activity, bpmFrom: 120, bpmTo: 130)])]
            ), PlannedWorkout(key: "8", day: "2026-11-26", name: "Rest", data: "AA=="),
          ]),
      ]
      let calls = try made.map { try CallMessage($0, more: $0 is Watch).encoded() }
      let service = try CallMessage(.success(.interfaceDescription(VarlinkInterface.trainer.name)), oneway: true)
        .encoded()
      let foreign = #"{"method":"org.varlink.service.GetInfo","parameters":null,"more":false,"extra":[1e3,"\u0000"]}"#
      return (calls + [service, Array(foreign.utf8) + [0], calls.flatMap { $0 }]).map { [0, 3, 64, 255] + $0 }
    },
    run: { input in
      let stream = Array(input.dropFirst(4))
      for message in try checkFraming(stream, pieces: input.prefix(4).map { Int($0) + 1 }) { try checkCall(message) }
    })

  /// The response of a daemon: the first byte chooses the request, the others are the reply.
  package static let replies = FuzzEntry(
    name: "replies",
    seeds: {
      let target = Target(targetWatts: 150, askedWatts: 155, minimumWatts: 0, maximumWatts: 1000)
      let ride = RideStatus(id: 7, targetWatts: 150, timerSeconds: 60, elapsedSeconds: 75, remainingSeconds: 30)
      let summary = RideSummary(
        id: 7, start: "2026-11-21T06:45:12Z", timerSeconds: 120, elapsedSeconds: 130, averageWatts: 149.5,
        averageHeartRate: 131, kilojoules: 17.94, distanceMeters: nil, state: .finished)
      let status = Status(
        phase: .riding, problems: [Problem(code: "strapLost", message: "Gone.", remedy: "Wait.")], ride: ride,
        trainer: DeviceStatus(address: "C0:FF:EE:00:00:01", state: .connected, powerWatts: 149, cadenceRpm: 85.5))
      let replies: [[UInt8]] = try [
        seed(Start.self, Started(ride: ride, target: target)), seed(Pause.self, EmptyReply()),
        seed(Stop.self, EndedRide(ride: summary)), seed(GetStatus.self, status),
        seed(Show.self, ShownRide(ride: summary, samples: [RideSample(second: 4, timerRunning: false)])),
        seed(Export.self, FilePiece(fileName: "a.tcx", sequence: 1, data: "AA/+==")),
      ]
      return replies + [[0] + (try ControlError(.noDaemon, detail: "because").encoded(in: .trainer).dropLast())]
    },
    run: { input in
      var choices = Choices(input)
      let call = choices.one(of: TrainerCalls.all, or: GetStatus.self)
      try checkReply(choices.rest(), to: call)
    })

  /// Returns a reply after the byte that chooses its call.
  private static func seed<C: TrainerCall>(_ call: C.Type, _ reply: C.Reply) throws -> [UInt8] {
    let choice = TrainerCalls.all.firstIndex { $0 == call } ?? 0
    return [UInt8(choice)] + (try ReplyMessage(reply, continues: true).encoded().dropLast())
  }

  /// Checks that repeated pieces of these lengths give the messages between the stream's NULs, and returns the
  /// messages.
  private static func checkFraming(_ stream: [UInt8], pieces: [Int]) throws -> [[UInt8]] {
    var framing = VarlinkFraming()
    var messages: [[UInt8]] = []
    var rest = stream[...]
    var number = 0
    while !rest.isEmpty {
      let length = pieces[number % pieces.count]
      number += 1
      framing.append(rest.prefix(length))
      rest = rest.dropFirst(length)
      while let message = try framing.next() { messages.append(message) }
    }
    let expected = stream.split(separator: 0, omittingEmptySubsequences: false).dropLast().map(Array.init)
    try promise("\(messages) are the messages of \(stream)", messages == expected)
    return messages
  }

  private static func checkCall(_ message: [UInt8]) throws {
    guard let call = try? CallMessage(decoding: message, to: .jz2d), (try? call.content.get()) != nil else { return }
    let encoded = try call.encoded()
    try promise("a message ends with its only NUL", encoded.firstIndex(of: 0) == encoded.count - 1)
    let again = try CallMessage(decoding: encoded.dropLast(), to: .jz2d)
    try promise("\(call) comes back, not \(again)", try again.encoded() == encoded)
  }

  private static func checkReply<C: TrainerCall>(_ message: [UInt8], to call: C.Type) throws {
    _ = try? ReplyMessage<ServiceInfo>(decoding: message)
    let received: ReplyMessage<C.Reply>
    do throws(ControlError) {
      received = try ReplyMessage(decoding: message)
    } catch {
      return try checkError(error)
    }
    let again = try ReplyMessage<C.Reply>(decoding: received.encoded().dropLast())
    try promise(
      "\(received) comes back, not \(again)",
      again.reply == received.reply && again.continues == received.continues)
  }

  private static func checkError(_ error: ControlError) throws {
    guard !error.code.isLocal else { return }
    let message = try error.encoded(in: .trainer)
    let again: ControlError?
    do throws(ControlError) {
      _ = try ReplyMessage<EmptyReply>(decoding: message.dropLast())
      again = nil
    } catch {
      again = error
    }
    try promise("\(error) comes back, not \(String(describing: again))", again?.code == error.code)
  }
}
