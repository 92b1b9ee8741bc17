import Testing

@testable import SyncKit

/// The pure functions around the client.
@Suite struct HTTPVectorTests {
  // MARK: Dates

  @Test(arguments: [
    "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994",
  ])
  func `the three date formats of RFC 9110 give the same time`(_ text: String) {
    #expect(HTTPDate(text, near: 800_000_000)?.seconds == 784_111_777)
  }

  @Test(
    arguments: [
      ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600),
      ("Wed, 31 Dec 2036 23:59:60 GMT", 2_114_380_800), ("Mon, 01 Mar 2100 00:00:00 GMT", 4_107_542_400),
    ] as [(String, Int64)])
  func `a date follows the Gregorian calendar`(_ text: String, _ seconds: Int64) {
    #expect(HTTPDate(text, near: 0)?.seconds == seconds)
  }

  @Test func `a two-digit year is at most fifty years ahead`() {
    let in2026: Int64 = 1_780_000_000
    #expect(HTTPDate("Friday, 06-Nov-76 08:49:37 GMT", near: in2026) == HTTPDate("Fri Nov  6 08:49:37 2076", near: 0))
    #expect(HTTPDate("Sunday, 06-Nov-77 08:49:37 GMT", near: in2026) == HTTPDate("Sun Nov  6 08:49:37 1977", near: 0))
  }

  @Test(arguments: [
    "", "GMT", "Sun", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 CET",
    "Wed, 30 Feb 1994 08:49:37 GMT", "Thu, 31 Nov 1994 08:49:37 GMT", "Tue, 00 Nov 1994 08:49:37 GMT",
    "Wed, 29 Feb 1995 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:60 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
    "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov -1994 08:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
    "1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT and much more than that", "Sun Nov 6 08:49:37 +194",
  ])
  func `an invalid HTTP date is not read`(_ text: String) {
    #expect(HTTPDate(text, near: 0) == nil)
  }

  // MARK: Retry-After

  private static let date = "Sun, 06 Nov 1994 08:49:37 GMT"

  @Test(arguments: [
    ("0", 0), ("7", 7), ("3600", 3600), ("3601", 3600), ("99999999999999999999999", 3600),
    ("Sun, 06 Nov 1994 08:50:37 GMT", 60), ("Sunday, 06-Nov-94 08:50:37 GMT", 60), ("Sun Nov  6 08:50:37 1994", 60),
    ("Sun, 06 Nov 1994 08:00:00 GMT", 0), ("Sun, 06 Nov 2094 08:50:37 GMT", 3600),
  ])
  func `Retry-After is in seconds or a date by the server's clock, from zero to an hour`(
    _ value: String, _ seconds: Int
  ) {
    let headers: HTTPFields = ["retry-after": value, "date": Self.date]
    // This computer's clock is 30 years ahead.
    #expect(RetryAfter.delay(headers, now: 1_780_000_000) == .seconds(seconds))
  }

  @Test func `Retry-After uses this computer's clock if the response has no valid Date`() {
    #expect(RetryAfter.delay(["Retry-After": Self.date], now: 784_111_700) == .seconds(77))
    #expect(RetryAfter.delay(["Retry-After": Self.date, "Date": "yesterday"], now: 784_111_700) == .seconds(77))
  }

  @Test(arguments: ["", "soon", "-1", "1.5", "+5", "0x10", "٣", "5 s"])
  func `an invalid Retry-After is ignored`(_ value: String) {
    #expect(RetryAfter.delay(["Retry-After": value, "Date": Self.date], now: 0) == nil)
    #expect(RetryAfter.delay(["Date": Self.date], now: 0) == nil)
  }

  // MARK: Backoff

  /// SplitMix64 with the seed 1, the same in every run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64 = 1

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
      return mixed ^ mixed >> 31
    }
  }

  @Test func `the backoff is random up to a limit that doubles to five minutes, and then half an hour`() {
    let ends = [5, 10, 20, 40, 80, 160, 300, 300].map { Duration.seconds($0) }
    var random = Numbers()
    for (index, end) in ends.enumerated() {
      let waits = (0..<1000).map { _ in Backoff.delay(afterFailures: index + 1, using: &random) }.sorted()
      #expect(waits.first.map { $0 >= .zero && $0 < end * 0.02 } == true)
      #expect(waits.last.map { $0 <= end && $0 > end * 0.98 } == true)
      #expect(waits[500] > end * 0.4 && waits[500] < end * 0.6)
    }
    for failures in [9, 10, 1000, Int.max] {
      #expect(Backoff.delay(afterFailures: failures, using: &random) == .seconds(1800))
    }
  }

  // MARK: URLs

  @Test(
    arguments: [
      ("https://a.example", "https://a.example", "", nil), ("HTTPS://A.Example:443/x", "https://a.example", "/x", nil),
      ("http://a.example:8080/p/q?x=1&y#z?", "http://a.example:8080", "/p/q", "x=1&y"),
      ("https://[2001:DB8::1]:81/?", "https://[2001:db8::1]:81", "/", ""),
      ("https://a.example?q=/x@y:z", "https://a.example", "", "q=/x@y:z"),
      ("https://a.example/x@y", "https://a.example", "/x@y", nil),
    ] as [(String, String, String, String?)])
  func `a URL has an origin, a path and a query`(_ url: String, _ origin: String, _ path: String, _ query: String?)
    throws
  {
    let parts = try #require(URLParts(url))
    #expect(parts.origin == origin)
    #expect(parts.path == path)
    #expect(parts.query == query)
  }

  @Test(arguments: [
    "", "a.example", "//a.example", "https:", "https:/a", "https://", "https://:80", "https://a:b@c/", "https://u@c/",
    "https://a:0/", "https://a:65536/", "https://a:/", "https://a:-1/", "https://a b/", "https://ä.example/",
    "https://a\\@b/", "ftp://a/", "https://[::1", "https://[]/", "https://[::1]x/", "https://a/\r\nX: y",
    "https://a%40b/",
  ])
  func `only a plain http or https URL has parts`(_ url: String) {
    #expect(URLParts(url) == nil)
  }

  @Test(arguments: [
    ("https://a.example/", true), ("http://a.example/", false), ("http://localhost:80/", true),
    ("http://127.0.0.1/", true), ("http://127.9.8.7:8721/", true), ("http://[::1]/", true),
    ("http://127.0.0.1.example/", false), ("http://localhost.example/", false), ("http://128.0.0.1/", false),
    ("http://127.1/", false), ("http://127.0.0.256/", false), ("http://[::2]/", false),
    ("http://0127.0.0.1/", false), ("http://127.0.0.01/", false),
  ])
  func `only https and loopback addresses are private`(_ url: String, _ isPrivate: Bool) {
    #expect(URLParts(url)?.isPrivate == isPrivate)
  }

  @Test func `a request's description omits its query, headers and body`() {
    let request = HTTPRequest(
      .post, "https://a.example/p?token=secret", headers: [("Authorization", "secret")],
      body: .bytes(Array("secret".utf8), contentType: "text/plain"))
    #expect("\(request)" == "POST https://a.example/p")
    #expect(String(reflecting: request) == "POST https://a.example/p")
    var dumped = ""
    dump(request, to: &dumped)
    #expect(!dumped.contains("secret"))
  }

  // MARK: Queries and forms

  @Test func `names and values of a form are percent-encoded and decoded`() {
    let items = [(name: "a b", value: "1+1=2&c"), (name: "ü", value: "~-._/:%"), (name: "", value: "\n")]
    let text = FormEncoding.text(items)
    #expect(text == "a%20b=1%2B1%3D2%26c&%C3%BC=~-._%2F%3A%25&=%0A")
    #expect(FormEncoding.items(of: text).map(\.name) == items.map(\.name))
    #expect(FormEncoding.items(of: text).map(\.value) == items.map(\.value))
  }

  @Test(arguments: [
    ("state=x&code=a%2Fb&scope=read,activity:write", ["state", "x", "code", "a/b", "scope", "read,activity:write"]),
    ("a=1+2&&b&c=&=d&e=f=g", ["a", "1 2", "b", "", "c", "", "", "d", "e", "f=g"]),
    ("a=%&b=%4&c=%zz&d=%C3%BC&e=%FF", ["a", "%", "b", "%4", "c", "%zz", "d", "ü", "e", "\u{FFFD}"]),
    ("", []),
  ])
  func `a query is decoded as browsers decode it`(_ query: String, _ words: [String]) {
    #expect(FormEncoding.items(of: query).flatMap { [$0.name, $0.value] } == words)
  }

  @Test func `user and password are encoded as Base64 of their UTF-8`() {
    #expect(HTTPRequest.basicAuthorization(user: "API_KEY", password: "ü") == "Basic QVBJX0tFWTrDvA==")
  }

  // MARK: Heads

  @Test func `a response head starts at the last status line and excludes trailers`() {
    var head = ResponseHead()
    for line in [
      "HTTP/1.1 103 Hints\r\n", "A: 0\r\n", "\r\n", "HTTP/1.1 200\r\n", "a:  1 2 \r\n", "B:\r\n", "x\r\n", "\r\n",
      "C: 3\r\n",
    ] {
      let isTaken = head.take(line.utf8)
      #expect(isTaken)
    }
    #expect(head.fields.lines.map(\.name) == ["a", "B"])
    #expect(head.fields["A"] == "1 2")
    #expect(head.fields["b"] == "")
  }

  @Test func `a response head may have at most 64 KiB`() {
    var head = ResponseHead()
    let line = Array("A: ".utf8) + [UInt8](repeating: 65, count: 1021)
    for _ in 0..<64 {
      let isTaken = head.take(line)
      #expect(isTaken)
    }
    let isTaken = head.take(line)
    #expect(!isTaken)
  }
}
