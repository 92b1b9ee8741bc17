extension Wording {
  /// The phrases of the verbs about devices, files, services and deletion.
  static let libraryVerbs = #"""
    The library has 1 ride now.
    Das Archiv hat jetzt 1 Fahrt.
    La bibliothèque a maintenant 1 sortie.
    La biblioteca tiene ahora 1 sesión.

    The library has {1} rides now.
    Das Archiv hat jetzt {1} Fahrten.
    La bibliothèque a maintenant {1} sorties.
    La biblioteca tiene ahora {1} sesiones.

    The former one is {1}.
    Das frühere ist {1}.
    L'ancienne est {1}.
    La anterior es {1}.

    The former one is kept.
    Das frühere bleibt erhalten.
    L'ancienne est conservée.
    La anterior se conserva.

    The key of intervals.icu
    Der Schlüssel von intervals.icu
    La clé d'intervals.icu
    La clave de intervals.icu

    The secret of your app
    Das Geheimnis deiner App
    Le secret de votre application
    El secreto de tu aplicación

    The token of your server
    Das Token deines Servers
    Le jeton de votre serveur
    El token de tu servidor

    Ride {1} stays.
    Fahrt {1} bleibt.
    La sortie {1} reste.
    La sesión {1} se queda.

    Deleted ride {1} for good.
    Fahrt {1} endgültig gelöscht.
    Sortie {1} supprimée définitivement.
    Sesión {1} borrada para siempre.

    Restored ride {1}.
    Fahrt {1} wiederhergestellt.
    Sortie {1} restaurée.
    Sesión {1} recuperada.

    The plan {1} stays.
    Der Plan {1} bleibt.
    Le plan {1} reste.
    El plan {1} se queda.

    Restored the plan {1}.
    Plan {1} wiederhergestellt.
    Plan {1} restauré.
    Plan {1} recuperado.

    Forgot {1}.
    {1} vergessen.
    {1} oublié.
    {1} olvidado.

    Listening for {1} s.
    Höre {1} s lang zu.
    Écoute pendant {1} s.
    Escuchando durante {1} s.

    it is longer than {1} MiB
    sie ist länger als {1} MiB
    il dépasse {1} Mio
    supera los {1} MiB

    it is no JSON
    sie ist kein JSON
    ce n'est pas du JSON
    no es JSON

    it is no JSON of nights
    sie ist kein JSON mit Nächten
    ce n'est pas un JSON de nuits
    no es un JSON de noches
    """#
}
