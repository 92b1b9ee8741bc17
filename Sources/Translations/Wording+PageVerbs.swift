extension Wording {
  /// The phrases about who may open the page, and how it is switched on.
  static let pageVerbs = #"""
    The page is off.
    Die Seite ist aus.
    La page est désactivée.
    La página está apagada.

    Switch it on: `sudo jz2ctl page on`; if it is not installed: `sudo apt install jz2-web`.
    Schalte sie ein: `sudo jz2ctl page on`; wenn sie nicht installiert ist: `sudo apt install jz2-web`.
    Activez-la : `sudo jz2ctl page on` ; si elle n'est pas installée : `sudo apt install jz2-web`.
    Enciéndela: `sudo jz2ctl page on`; si no está instalada: `sudo apt install jz2-web`.

    There is no phone of that name.
    Es gibt kein Telefon dieses Namens.
    Il n'y a pas de téléphone de ce nom.
    No hay ningún teléfono con ese nombre.

    There is no phone {1}.
    Es gibt kein Telefon {1}.
    Il n'y a pas de téléphone {1}.
    No hay ningún teléfono {1}.

    See the paired phones: `jz2ctl page phones`.
    Sieh die gekoppelten Telefone an: `jz2ctl page phones`.
    Voyez les téléphones associés : `jz2ctl page phones`.
    Mira los teléfonos emparejados: `jz2ctl page phones`.
    """#
}
