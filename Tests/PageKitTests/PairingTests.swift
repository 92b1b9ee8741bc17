import PageKit
import Testing

/// Predictable numbers in place of random ones.
struct CountingGenerator: RandomNumberGenerator {
  var value: UInt64 = 0

  mutating func next() -> UInt64 {
    value &+= 0x9E37_79B9_7F4A_7C15
    return value
  }
}

@Suite struct PairingTests {
  private let start = ContinuousClock.now

  private func opened(name: String? = nil) -> (PairingDesk, PairingDesk.Open) {
    var desk = PairingDesk()
    var generator = CountingGenerator()
    let open = desk.begin(name: name, at: start, using: &generator)
    return (desk, open)
  }

  @Test func `a code has six digits and pairs only once`() throws {
    var (desk, open) = opened(name: "Anna")
    #expect(open.code.count == 6 && open.code.allSatisfy { ("0"..."9").contains($0) })
    let taken = try desk.take(open.code, at: start)
    #expect(taken.name == "Anna")
    #expect(throws: PairingDesk.Refusal.closed) { try desk.take(open.code, at: start) }
  }

  @Test func `a code is good for five minutes`() throws {
    var (desk, open) = opened()
    let (before, after) = (desk.open(at: start + .seconds(299)), desk.open(at: start + .seconds(300)))
    #expect(before == open && after == nil)
    #expect(throws: PairingDesk.Refusal.closed) { try desk.take(open.code, at: start + .seconds(300)) }
  }

  @Test func `five wrong codes close the pairing, even for the right code`() throws {
    var (desk, open) = opened()
    for left in (0..<5).reversed() {
      #expect(throws: PairingDesk.Refusal.wrong(triesLeft: left)) { try desk.take("12345", at: start) }
    }
    #expect(throws: PairingDesk.Refusal.closed) { try desk.take(open.code, at: start) }
  }

  @Test func `four wrong codes leave a try for the right code`() throws {
    var (desk, open) = opened()
    for _ in 0..<4 { _ = try? desk.take("", at: start) }
    let taken = try desk.take(open.code, at: start)
    #expect(taken.code == open.code)
  }

  @Test func `a new pairing replaces an open one`() throws {
    var (desk, first) = opened()
    var generator = SystemRandomNumberGenerator()
    var second = desk.begin(name: nil, at: start, using: &generator)
    while second.code == first.code { second = desk.begin(name: nil, at: start, using: &generator) }
    #expect(throws: PairingDesk.Refusal.wrong(triesLeft: 4)) { try desk.take(first.code, at: start) }
    let taken = try desk.take(second.code, at: start)
    #expect(taken.code == second.code)
  }
}

@Suite struct PhoneBookTests {
  private var generator = CountingGenerator()

  private mutating func book(_ names: String...) -> PhoneBook {
    var book = PhoneBook()
    for name in names { _ = book.add(name: name, at: 1000, using: &generator) }
    return book
  }

  @Test mutating func `a phone is recognised only by its complete token`() throws {
    let book = book("a", "b")
    let token = try #require(book.phones.first).token
    #expect(token.count == 32)
    #expect(book.phone(with: token)?.name == "a")
    for wrong in ["", String(token.dropLast()), token + "0", token.uppercased() + " "] {
      #expect(book.phone(with: wrong) == nil)
    }
  }

  @Test mutating func `phones with the same name are distinguished by a number`() {
    #expect(book("iPhone", "iPhone", "iPhone").phones.map(\.name) == ["iPhone", "iPhone 2", "iPhone 3"])
  }

  @Test mutating func `a phone can be removed by its id or name`() throws {
    var book = book("a", "b", "c")
    let id = book.phones[1].id
    let removed = [id, "c", "d"].map { book.remove($0)?.name }
    #expect(removed == ["b", "c", nil])
    #expect(book.phones.map(\.name) == ["a"])
    let rest = book.removeAll()
    #expect(rest.map(\.name) == ["a"])
    #expect(book.phones.isEmpty)
  }

  @Test mutating func `one phone too many replaces the least recently used phone`() {
    var book = PhoneBook()
    for number in 0..<PhoneBook.mostPhones { _ = book.add(name: "\(number)", at: 1000 + number, using: &generator) }
    _ = book.see(book.phones[0].id, at: 9000, isSynchronised: true)
    _ = book.add(name: "new", at: 9000, using: &generator)
    #expect(book.phones.count == PhoneBook.mostPhones)
    #expect(book.phones.first?.name == "0")
    #expect(!book.phones.contains { $0.name == "1" })
    #expect(book.phones.last?.name == "new")
  }

  @Test mutating func `a phone's last use is updated at most once an hour`() {
    var book = book("a")
    let id = book.phones[0].id
    var news: [Bool] = []
    for now in [7200, 10_799, 10_800] { news.append(book.see(id, at: now, isSynchronised: true)) }
    news.append(book.see("none", at: 0, isSynchronised: true))
    #expect(news == [true, false, true, false])
    #expect(book.phones[0].seenAt == 10_800)
  }

  private let day = 86_400
  private let now = 1_800_000_000

  @Test mutating func `a phone unused for 90 days is removed, and a used one is kept`() {
    var book = book("unused", "used")
    _ = book.removeUnused(at: now)
    _ = book.see(book.phones[1].id, at: now + day, isSynchronised: true)
    var left: [[String]] = []
    var news: [Bool] = []
    for later in [90 * day, 90 * day + 1, 91 * day, 91 * day + 1] {
      news.append(book.removeUnused(at: now + later))
      left.append(book.phones.map(\.name))
    }
    #expect(left == [["unused", "used"], ["used"], ["used"], []])
    #expect(news == [false, true, false, true])
  }

  @Test mutating func `times from an unsynchronised clock do not affect a phone's age`() {
    // Paired in 1970, at 1000 s; seen at that time, and by a clock that is years ahead.
    var book = book("a")
    let id = book.phones[0].id
    _ = book.see(id, at: 7200, isSynchronised: false)
    _ = book.see(id, at: now + 4000 * day, isSynchronised: false)
    #expect(book.phones[0].unusedSince == nil && book.phones[0].seenAt == (now + 4000 * day) / 3600 * 3600)
    _ = book.removeUnused(at: now)
    // The clock is behind again after a start, then right again.
    _ = book.see(id, at: 7200, isSynchronised: false)
    _ = book.removeUnused(at: now + 89 * day)
    #expect(book.phones.map(\.unusedSince) == [now])
  }

  @Test mutating func `a time ahead of the synchronised clock does not keep a phone for ever`() {
    var book = book("a")
    _ = book.see(book.phones[0].id, at: now + 4000 * day, isSynchronised: true)
    _ = book.removeUnused(at: now)
    _ = book.removeUnused(at: now + 91 * day)
    #expect(book.phones.isEmpty)
  }

  @Test(arguments: [
    ("iPhone", "iPhone"), (" a b ", "a b"), ("a\nb\u{7}\u{202e}", "ab\u{202e}"), ("", nil), (" \t", nil),
    (String(repeating: "é", count: 40), String(repeating: "é", count: 30)),
  ])
  func `a phone's name is one line of at most 60 bytes`(_ text: String, _ name: String?) {
    #expect(text.phoneName == name)
  }
}
