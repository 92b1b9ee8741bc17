/// A key or button of an input device, by its number in Linux.
///
/// Source: linux/input-event-codes.h.
package struct KeyCode: Hashable, Sendable {
  package let number: UInt16

  package init(number: UInt16) { self.number = number }

  /// Finds a key by its name in Linux (in any case) or by its number: `KEY_VOLUMEUP`, `btn_left`, `704`.
  ///
  /// Nil for a name that is not in the table, and for a number beyond `KEY_MAX`.
  package init?(text: some StringProtocol) {
    if let number = UInt16(text), Self.numbers ~= number {
      self.init(number: number)
    } else if let number = Self.numberOfName[text.uppercased()] {
      self.init(number: number)
    } else {
      return nil
    }
  }

  /// The name in Linux, or the number if the table has no name.
  package var name: String { Self.nameOfNumber[number] ?? String(number) }

  /// Whether the key switches the computer off or puts it to sleep; such a key is always ignored.
  package var isPower: Bool { self == Self.power || self == Self.power2 }

  private static let power = KeyCode(number: 116)
  private static let power2 = KeyCode(number: 0x164)

  /// The numbers after `KEY_RESERVED`, up to `KEY_MAX`.
  private static let numbers: ClosedRange<UInt16> = 1...0x2FF

  private static let nameOfNumber: [UInt16: String] = Dictionary(
    runs.flatMap { first, prefix, names in
      zip(first..., names.split(separator: " ")).map { ($0, prefix + $1) }
    }, uniquingKeysWith: { first, _ in first })

  private static let numberOfName = Dictionary(
    nameOfNumber.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })

  /// Names of consecutive numbers: the first number, the common prefix, and the rest of each name.
  ///
  /// If Linux has several names for a number, the first is used. Keys that no remote has are left out: touch, pens, a
  /// laptop's keys.
  private static let runs: [(first: UInt16, prefix: String, names: String)] = [
    (
      1, "KEY_",
      """
      ESC 1 2 3 4 5 6 7 8 9 0 MINUS EQUAL BACKSPACE TAB Q W E R T Y U I O P LEFTBRACE RIGHTBRACE ENTER LEFTCTRL A \
      S D F G H J K L SEMICOLON APOSTROPHE GRAVE LEFTSHIFT BACKSLASH Z X C V B N M COMMA DOT SLASH RIGHTSHIFT \
      KPASTERISK LEFTALT SPACE CAPSLOCK F1 F2 F3 F4 F5 F6 F7 F8 F9 F10 NUMLOCK SCROLLLOCK KP7 KP8 KP9 KPMINUS KP4 \
      KP5 KP6 KPPLUS KP1 KP2 KP3 KP0 KPDOT
      """
    ),
    (
      85, "KEY_",
      """
      ZENKAKUHANKAKU 102ND F11 F12 RO KATAKANA HIRAGANA HENKAN KATAKANAHIRAGANA MUHENKAN KPJPCOMMA KPENTER \
      RIGHTCTRL KPSLASH SYSRQ RIGHTALT LINEFEED HOME UP PAGEUP LEFT RIGHT END DOWN PAGEDOWN INSERT DELETE MACRO \
      MUTE VOLUMEDOWN VOLUMEUP POWER KPEQUAL KPPLUSMINUS PAUSE SCALE KPCOMMA HANGEUL HANJA YEN LEFTMETA RIGHTMETA \
      COMPOSE STOP AGAIN PROPS UNDO FRONT COPY OPEN PASTE FIND CUT HELP MENU CALC SETUP SLEEP WAKEUP FILE SENDFILE \
      DELETEFILE XFER PROG1 PROG2 WWW MSDOS COFFEE ROTATE_DISPLAY CYCLEWINDOWS MAIL BOOKMARKS COMPUTER BACK \
      FORWARD CLOSECD EJECTCD EJECTCLOSECD NEXTSONG PLAYPAUSE PREVIOUSSONG STOPCD RECORD REWIND PHONE ISO CONFIG \
      HOMEPAGE REFRESH EXIT MOVE EDIT SCROLLUP SCROLLDOWN KPLEFTPAREN KPRIGHTPAREN NEW REDO F13 F14 F15 F16 F17 \
      F18 F19 F20 F21 F22 F23 F24
      """
    ),
    (
      200, "KEY_",
      """
      PLAYCD PAUSECD PROG3 PROG4 ALL_APPLICATIONS SUSPEND CLOSE PLAY FASTFORWARD BASSBOOST PRINT HP CAMERA SOUND \
      QUESTION EMAIL CHAT SEARCH CONNECT FINANCE SPORT SHOP ALTERASE CANCEL BRIGHTNESSDOWN BRIGHTNESSUP MEDIA \
      SWITCHVIDEOMODE KBDILLUMTOGGLE KBDILLUMDOWN KBDILLUMUP SEND REPLY FORWARDMAIL SAVE DOCUMENTS BATTERY \
      BLUETOOTH WLAN UWB UNKNOWN VIDEO_NEXT VIDEO_PREV BRIGHTNESS_CYCLE BRIGHTNESS_AUTO DISPLAY_OFF WWAN RFKILL \
      MICMUTE
      """
    ),
    (0x100, "BTN_", "0 1 2 3 4 5 6 7 8 9"),
    (0x110, "BTN_", "LEFT RIGHT MIDDLE SIDE EXTRA FORWARD BACK TASK"),
    (0x120, "BTN_", "TRIGGER THUMB THUMB2 TOP TOP2 PINKIE BASE BASE2 BASE3 BASE4 BASE5 BASE6"),
    (0x130, "BTN_", "SOUTH EAST C NORTH WEST Z TL TR TL2 TR2 SELECT START MODE THUMBL THUMBR"),
    (
      0x160, "KEY_",
      """
      OK SELECT GOTO CLEAR POWER2 OPTION INFO TIME VENDOR ARCHIVE PROGRAM CHANNEL FAVORITES EPG PVR MHP LANGUAGE \
      TITLE SUBTITLE ANGLE FULL_SCREEN MODE KEYBOARD ASPECT_RATIO PC TV TV2 VCR VCR2 SAT SAT2 CD TAPE RADIO TUNER \
      PLAYER TEXT DVD AUX MP3 AUDIO VIDEO DIRECTORY LIST MEMO CALENDAR RED GREEN YELLOW BLUE CHANNELUP CHANNELDOWN \
      FIRST LAST AB NEXT RESTART SLOW SHUFFLE BREAK PREVIOUS DIGITS TEEN TWEN VIDEOPHONE GAMES ZOOMIN ZOOMOUT \
      ZOOMRESET WORDPROCESSOR EDITOR SPREADSHEET GRAPHICSEDITOR PRESENTATION DATABASE NEWS VOICEMAIL ADDRESSBOOK \
      MESSENGER DISPLAYTOGGLE SPELLCHECK LOGOFF DOLLAR EURO FRAMEBACK FRAMEFORWARD CONTEXT_MENU MEDIA_REPEAT \
      10CHANNELSUP 10CHANNELSDOWN IMAGES
      """
    ),
    (0x200, "KEY_NUMERIC_", "0 1 2 3 4 5 6 7 8 9"),
    (0x220, "BTN_", "DPAD_UP DPAD_DOWN DPAD_LEFT DPAD_RIGHT"),
  ]
}
