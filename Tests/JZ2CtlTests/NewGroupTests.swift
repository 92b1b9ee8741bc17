import ControlWire
import Testing

@testable import jz2ctl

@Suite struct NewGroupTests {
  /// The group to join for a member who joined one after the login.
  private func group(joined: String, open: TrainerSocket? = nil) -> String? {
    NewGroup.missing(isOpen: { $0 == open }, membership: { $0 == joined ? .notYet : .outside })
  }

  @Test func `a group joined after the login is used at once`() {
    #expect(group(joined: "jz2") == "jz2")
    #expect(group(joined: "jz2-look") == "jz2-look")
  }

  @Test func `only a wider socket needs another group`() {
    #expect(group(joined: "jz2", open: .all) == nil)
    #expect(group(joined: "jz2-look", open: .look) == nil)
    #expect(group(joined: "jz2", open: .look) == "jz2")
  }

  @Test(arguments: [GroupMembership.noGroup, .outside, .inside])
  func `nobody gets a group that is not theirs, or that they have`(membership: GroupMembership) {
    #expect(NewGroup.missing(isOpen: { _ in false }, membership: { _ in membership }) == nil)
  }

  @Test func `the command runs again with the same words`() {
    let words = ["/usr/bin/jz2ctl", "show", "--json", "", "Ada's $(id)", "100%"]
    #expect(NewGroup.command(words) == #"exec /usr/bin/jz2ctl show '--json' '' 'Ada'\''s $(id)' '100%'"#)
  }
}
