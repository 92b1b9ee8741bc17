extension Wording {
  /// The phrases of the beginning of a ride.
  static let start = #"""
    Connecting to your trainer. Ctrl-C cancels.
    Verbinde mit deinem Trainer. Strg-C bricht ab.
    Connexion à votre home trainer. Ctrl-C annule.
    Conectando con tu rodillo. Ctrl-C cancela.

    Start cancelled.
    Start abgebrochen.
    Départ annulé.
    Inicio cancelado.

    {1} or {2}
    {1} oder {2}
    {1} ou {2}
    {1} o {2}
    """#
}
