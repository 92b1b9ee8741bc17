import ControlWire
import RideCues
import Testing

@Suite struct CueConfigurationTests {
  @Test func `a configuration names devices, keys and sound`() throws {
    let settings = try CueConfiguration(
      text: """
        # a remote\r
        [device]
          name = AB Shutter3*
        KEY_VOLUMEUP=watts +10
        28 = lap

        ; a button
        [device]
        path=/dev/input/by-path/platform-button@11-event
        [sound]
        beeps=yes
        speech=no
        card=plughw:1
        voice=de

        """)
    let volume = try #require(KeyCode(text: "KEY_VOLUMEUP"))
    let enter = try #require(KeyCode(text: "KEY_ENTER"))
    #expect(
      settings.devices == [
        CueConfiguration.Device(.name(NamePattern("AB Shutter3*")), keys: [volume: .watts(10), enter: .lap]),
        CueConfiguration.Device(.path("/dev/input/by-path/platform-button@11-event")),
      ])
    #expect(settings.sound.beeps && !settings.sound.speech)
    #expect(settings.sound.card == "plughw:1")
    #expect(settings.sound.voice == "de")
    #expect(settings.sound.language == .english)
    #expect(!settings.isEmpty)
  }

  @Test func `the language selects the voice, unless one is chosen`() throws {
    let german = try CueConfiguration(text: "[sound]\nlanguage=de\n").sound
    #expect(german.language == .german && german.voice == "de")
    let chosen = try CueConfiguration(text: "[sound]\nvoice=fr-be\nlanguage=fr\n").sound
    #expect(chosen.language == .french && chosen.voice == "fr-be")
    #expect(try CueConfiguration(text: "[sound]\nspeech=yes\n").sound.voice == "en")
  }

  @Test(arguments: ["", "# nothing\n", "[sound]\nbeeps=no\n"])
  func `a configuration without devices and sounds is empty`(_ text: String) throws {
    let settings = try CueConfiguration(text: text)
    #expect(settings.isEmpty)
    #expect(settings.devices == [])
  }

  private static let nameless =
    "[device] has neither a name nor a path. `jz2cue --list` shows the devices of this computer."

  @Test(
    arguments: [
      ("[devices]", "line 1: unknown section [devices]. Use [device], once for each device, or [sound]."),
      ("name=x", "line 1: name is before the first section. Write [device] or [sound] above it."),
      ("\n[device]", "line 2: \(nameless)"),
      ("[device]\n[sound]", "line 1: \(nameless)"),
      ("[device]\nname=", "line 2: name has no value. Write it as NAME=VALUE."),
      ("[device]\nname", "line 2: name has no value. Write it as NAME=VALUE."),
      (
        "[device]\nname=x\npath=/y",
        "line 3: this device already has a name or a path. Begin the next device with [device]."
      ),
      ("[device]\npath=event3", "line 2: the path event3 does not begin with /. Write the full path."),
      (
        "[device]\nname=x\nKEY_VOLUMUP=pause",
        "line 3: unknown setting KEY_VOLUMUP in [device]. Use name, path, or a key such as KEY_VOLUMEUP; "
          + "`jz2cue --log-level debug` names each key that is pressed."
      ),
      ("[device]\nname=x\nKEY_POWER=pause", "line 3: KEY_POWER cannot be used. Choose another key."),
      (
        "[device]\nname=x\nKEY_UP=faster",
        "line 3: unknown action faster. The actions are watts +N, watts -N, pause, skip, back, done, lap, stop and "
          + "none."
      ),
      ("[device]\nname=x\nKEY_UP=lap\n103=done", "line 4: KEY_UP appears twice. Remove one of the two."),
      ("[sound]\nbeeps=on", "line 2: beeps is on. Write yes or no."),
      (
        "[sound]\nvolume=3",
        "line 2: unknown setting volume in [sound]. Use beeps, speech, language, card or voice."
      ),
      ("[sound]\nlanguage=it", "line 2: unknown language it. The languages are en, de, fr, es."),
      ("[sound]\nbeeps=yes\nbeeps=no", "line 3: beeps appears twice. Remove one of the two."),
      ("[sound]\n[sound]", "line 2: [sound] already appears in line 1. Merge the two sections."),
    ])
  func `an invalid line is reported with its number, a reason and a remedy`(_ text: String, _ message: String) {
    let fault = #expect(throws: CueConfiguration.Fault.self) { _ = try CueConfiguration(text: text) }
    #expect(fault?.description == message)
  }

  @Test(
    arguments: [
      ("AB Shutter3", "AB Shutter3", true), ("AB Shutter3", "AB Shutter3 Keyboard", false),
      ("AB Shutter3*", "AB Shutter3 Keyboard", true), ("AB*", "AB", true), ("*Keyboard", "AB Keyboard", true),
      ("A*B*C", "A-B-B-C", true), ("A*B*C", "A-C-B", false), ("A*A", "A", false), ("*", "anything", true),
      ("a*", "A", false), ("**x", "x", true),
    ])
  func `an asterisk in a name matches any text`(_ pattern: String, _ name: String, _ isMeant: Bool) {
    #expect(NamePattern(pattern).matches(name) == isMeant)
  }
}
