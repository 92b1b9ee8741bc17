import ArgumentParser
import Testing

@testable import jz2ctl

@Suite struct CompletionTests {
  @Test(arguments: [
    (CompletionShell.bash, "C0:FF"), (.zsh, #"C0\:FF:KICKR?"#), (.fish, "C0:FF\tKICKR?"),
  ])
  func `a candidate and its description are in the format of each shell`(shell: CompletionShell, text: String) {
    #expect(Candidate("C0:FF", "KICKR\u{1B}").text(for: shell) == text)
  }

  @Test(arguments: [CompletionShell.bash, .zsh, .fish])
  func `a candidate without a description is only the word`(shell: CompletionShell) {
    #expect(Candidate("over under").text(for: shell) == "over under")
  }

  @Test(arguments: [("ov", "overs"), ("OV", "OVers"), ("", "Overs"), ("Ov", "Overs"), ("x", "Overs")])
  func `a candidate continues the word as it is typed`(typed: String, word: String) {
    #expect(Candidate("Overs").continuing(typed).word == word)
  }

  @Test func `a backslash and a colon in a word are escaped for zsh`() {
    #expect(Candidate(#"a\b:c"#).text(for: .zsh) == #"a\\b\:c"#)
  }

  @Test(arguments: [
    (CompletionShell.bash, "__jz2ctl_add_completions -W $'start\\nstop'"), (.zsh, "'*:subcommands:(start stop)'"),
    (.fish, "jz2ctl help\" -ge 1' -fka 'start stop'"),
  ])
  func `a shell completes the verb after help`(shell: CompletionShell, text: String) {
    let script = JZ2Ctl.completionScript(for: shell)
    #expect(!script.contains(text))
    #expect(shell.completingHelp(script, verbs: ["start", "stop"]).contains(text))
  }

  @Test(
    arguments: [
      (.daemon, ["JZ2_SOCKET": "/d"], "/d"), (.daemon, ["JZ2_SOCKET": ""], nil),
      (.daemon, ["JZ2_SYNC_SOCKET": "/s"], nil), (.page, ["JZ2_WEB_SOCKET": "/w"], "/w"),
      (.sync, ["JZ2_SOCKET": "/d", "JZ2_SYNC_SOCKET": "/s"], "/s"),
    ] as [(AskedProgram, [String: String], String?)])
  func `the environment names the socket of each program`(
    program: AskedProgram, environment: [String: String], path: String?
  ) {
    #expect(program.chosenPath { environment[$0] } == path)
  }
}
