import ControlWire

extension FuzzEntry {
  /// The bytes that a client sends, after four bytes with the lengths of the pieces in which they arrive.
  package static let calls = FuzzEntry(
    name: "calls",
    seeds: {
      let requests: [ControlRequest] = [
        .scan(seconds: 2.5), .use(address: "C0:FF:EE:00:00:01"), .devices, .start(watts: 150, minutes: 0.5),
        .setWatts(170), .changeWatts(-5), .stop, .rides(limit: 20), .show(ride: "last"),
        .export(ride: "7", format: "tcx"), .watch, .rides(RideListing(offset: 50, search: "Dawn", sort: .longest)),
        .edit(RideEdit(ride: "7", name: "Dawn")), .trim(TrimOrder(ride: "7", fromSeconds: 60)),
        .importPiece(ImportPiece(number: 1, sequence: 1, data: "AA==", last: true)), .setSettings(SettingsChange()),
      ]
      let calls = try requests.map { try ControlCall($0, more: $0 == .watch).encoded() }
      let service = try ControlCall(.success(.interfaceDescription(TrainerInterface.name)), oneway: true).encoded()
      let foreign = #"{"method":"org.varlink.service.GetInfo","parameters":null,"more":false,"extra":[1e3,"\u0000"]}"#
      return (calls + [service, Array(foreign.utf8) + [0], calls.flatMap { $0 }]).map { [0, 3, 64, 255] + $0 }
    },
    run: { input in
      let stream = Array(input.dropFirst(4))
      for message in try checkFraming(stream, pieces: input.prefix(4).map { Int($0) + 1 }) { try checkCall(message) }
    })

  /// The answer of a daemon: the first byte chooses the request, the others are the reply.
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
      let replies: [(ControlRequest, ControlReply)] = [
        (.start(watts: 1, minutes: 1), .started(Started(ride: ride, target: target))), (.pause, .done),
        (.stop, .stopped(summary)), (.status, .status(status)),
        (.show(ride: "7"), .ride(summary, samples: [SampleRow(elapsedSeconds: 4, timerRunning: false)])),
        (.export(ride: "7", format: "tcx"), .piece(FilePiece(fileName: "a.tcx", sequence: 1, data: "AA/+=="))),
      ]
      let sound = try replies.map { [$0.choice] + (try $1.encoded(continues: true).dropLast()) }
      return sound + [[0] + (try ControlError(.noDaemon, detail: "because").encoded().dropLast())]
    },
    run: { input in
      var choices = Choices(input)
      let request = choices.one(of: ControlRequest.samples, or: .status)
      try checkReply(choices.rest(), to: request)
    })

  /// Feeds pieces of these lengths, repeatedly, and returns the messages, which must be those between the NULs.
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
    guard let call = try? ControlCall(decoding: message), (try? call.content.get()) != nil else { return }
    let encoded = try call.encoded()
    try promise("a message ends with its only NUL", encoded.firstIndex(of: 0) == encoded.count - 1)
    let again = try ControlCall(decoding: encoded.dropLast())
    try promise("\(call) comes back, not \(again)", again == call)
  }

  private static func checkReply(_ message: [UInt8], to request: ControlRequest) throws {
    _ = try? ServiceInfo(decoding: message)
    let received: (reply: ControlReply, continues: Bool)
    do throws(ControlError) {
      received = try ControlReply.decode(message, answering: request)
    } catch {
      return try checkError(error, to: request)
    }
    let encoded = try received.reply.encoded(continues: received.continues)
    let again = try ControlReply.decode(encoded.dropLast(), answering: request)
    try promise("\(received) comes back, not \(again)", again == received)
  }

  private static func checkError(_ error: ControlError, to request: ControlRequest) throws {
    guard !error.code.isLocal else { return }
    let message = try error.encoded()
    let again: ControlError?
    do throws(ControlError) {
      _ = try ControlReply.decode(message.dropLast(), answering: request)
      again = nil
    } catch {
      again = error
    }
    try promise("\(error) comes back, not \(String(describing: again))", again?.code == error.code)
  }
}

extension ControlRequest {
  /// One of each.
  fileprivate static let samples: [ControlRequest] = [
    .status, .scan(seconds: 1), .devices, .use(address: ""), .forget(address: ""), .start(watts: 1, minutes: 1),
    .setWatts(1), .pause, .resume, .stop, .watch, .rides(limit: 0), .show(ride: "7"), .export(ride: "7", format: "tcx"),
    .doctor,
  ]

  /// The byte that chooses it.
  fileprivate var choice: UInt8 { UInt8(Self.samples.firstIndex(of: self) ?? 0) }
}
