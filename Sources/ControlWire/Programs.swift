// Our programs, and the interfaces that they offer.

extension VarlinkProgram {
  package static let jz2d = VarlinkProgram(name: "jz2d", .trainer, .body)
  package static let jz2sync = VarlinkProgram(name: "jz2sync", .sync)
  package static let jz2web = VarlinkProgram(name: "jz2web", .page)
}

extension VarlinkInterface {
  /// All of our interfaces.
  package static let all = [trainer, body, sync, page]
}
