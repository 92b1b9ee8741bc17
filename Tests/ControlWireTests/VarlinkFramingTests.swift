import ControlWire
import Testing

@Suite struct VarlinkFramingTests {
  static let messages: [[UInt8]] = [[1, 2, 3], [], [4], Array(repeating: 5, count: 9)]
  static let stream: [UInt8] = messages.flatMap { $0 + [0] }

  static func all(_ framing: inout VarlinkFraming) throws(ControlError) -> [[UInt8]] {
    var messages: [[UInt8]] = []
    while let message = try framing.next() { messages.append(message) }
    return messages
  }

  @Test func `one chunk may hold many messages`() throws {
    var framing = VarlinkFraming()
    framing.append(Self.stream)
    #expect(try Self.all(&framing) == Self.messages)
  }

  @Test(arguments: 0...stream.count)
  func `a split at any byte does not change the messages`(at split: Int) throws {
    var framing = VarlinkFraming()
    framing.append(Self.stream[..<split])
    let before = try Self.all(&framing)
    framing.append(Self.stream[split...])
    #expect(try before + Self.all(&framing) == Self.messages)
  }

  @Test(arguments: 1...stream.count)
  func `chunks of any size yield the same messages`(size: Int) throws {
    var framing = VarlinkFraming()
    var messages: [[UInt8]] = []
    for start in stride(from: 0, to: Self.stream.count, by: size) {
      framing.append(Self.stream[start..<min(start + size, Self.stream.count)])
      messages += try Self.all(&framing)
    }
    #expect(messages == Self.messages)
  }

  @Test func `a message of the maximum length is accepted`() throws {
    let message = [UInt8](repeating: 7, count: VarlinkFraming.longestMessage)
    var framing = VarlinkFraming()
    framing.append(message)
    #expect(try framing.next() == nil)
    framing.append([0])
    #expect(try framing.next() == message)
  }

  @Test(arguments: [[UInt8](), [0]])
  func `a message one byte above the maximum length is refused`(end: [UInt8]) throws {
    var framing = VarlinkFraming()
    framing.append([9, 0] + [UInt8](repeating: 7, count: VarlinkFraming.longestMessage + 1) + end)
    #expect(try framing.next() == [9])
    let error = #expect(throws: ControlError.self) { try framing.next() }
    #expect(error?.code == .protocolViolated)
  }
}
