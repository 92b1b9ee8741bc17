import SyncKit
import Testing

@Suite struct MultipartFormTests {
  @Test func `a form has each part between boundaries, and equal parts give equal bytes`() {
    let parts: [FormPart] = [
      .text("name", "Früh"),
      .file("file", filename: "a \"b\"\r\n.fit", contentType: "application/octet-stream", [0, 13, 10, 255]),
    ]
    let bytes = MultipartForm.bytes(of: parts, boundary: "b-1")
    let expected =
      Array(
        """
        --b-1\r
        Content-Disposition: form-data; name="name"\r
        Content-Type: text/plain;charset=utf-8\r
        \r
        Früh\r
        --b-1\r
        Content-Disposition: form-data; name="file"; filename="a %22b%22%0D%0A.fit"\r
        Content-Type: application/octet-stream\r
        \r

        """.utf8) + [0, 13, 10, 255] + Array("\r\n--b-1--\r\n".utf8)
    #expect(bytes == expected)
    #expect(MultipartForm.bytes(of: parts, boundary: "b-1") == bytes)
  }

  @Test func `a form without parts has only its closing boundary`() {
    #expect(MultipartForm.bytes(of: [], boundary: "x") == Array("--x--\r\n".utf8))
    #expect(MultipartForm.contentType(boundary: "x") == "multipart/form-data; boundary=x")
  }
}
