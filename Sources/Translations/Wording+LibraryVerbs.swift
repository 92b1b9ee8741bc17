extension Wording {
  /// The phrases of the verbs about devices, files, services and deletion.
  static let libraryVerbs = #"""
    Analysing rides: {1} of {2}
    Fahrten werden ausgewertet: {1} von {2}
    Analyse des sorties : {1} sur {2}
    Analizando sesiones: {1} de {2}

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

    The code for pairing
    Der Code zum Koppeln
    Le code d'association
    El código de emparejamiento

    The address of the browser
    Die Adresse des Browsers
    L'adresse du navigateur
    La dirección del navegador

    Copy it once more, and paste it when it is asked for, or pipe it in.
    Kopiere den Text noch einmal und füge ihn ein, wenn danach gefragt wird, oder leite ihn über eine Pipe hinein.
    Copiez encore une fois le texte et collez-le quand il est demandé, ou passez-le par un tube.
    Copia el texto otra vez y pégalo cuando se pida, o pásalo por una tubería.

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

    a night without a date
    eine Nacht ohne Datum
    une nuit sans date
    una noche sin fecha

    no key of a night; those are {1}
    kein Schlüssel einer Nacht; es gibt {1}
    ce n'est pas une clé de nuit ; il y a {1}
    no es una clave de noche; existen {1}

    The bytes are not a value of {1}: {2}.
    Die Bytes sind kein Wert von {1}: {2}.
    Les octets ne sont pas une valeur de {1} : {2}.
    Los bytes no son un valor de {1}: {2}.

    See that all bytes were given, and that they are of {1}.
    Sieh nach, ob alle Bytes angegeben sind und ob sie von {1} stammen.
    Vérifiez que tous les octets sont donnés, et qu'ils viennent de {1}.
    Comprueba que están todos los bytes y que son de {1}.

    truncated: {1}
    abgeschnitten: {1}
    tronqué : {1}
    truncado: {1}

    cut at {1} bytes: {2}
    nach {1} Byte abgeschnitten: {2}
    coupé à {1} octets : {2}
    cortado a los {1} bytes: {2}

    too long: {1} bytes, a value has at most {2}
    zu lang: {1} Byte, ein Wert hat höchstens {2}
    trop long : {1} octets, une valeur en a {2} au plus
    demasiado largo: {1} bytes, un valor tiene {2} como máximo

    not allowed: {1} at byte {2} is {3}
    nicht erlaubt: {1} bei Byte {2} ist {3}
    non autorisé : {1} à l'octet {2} vaut {3}
    no permitido: {1} en el byte {2} es {3}

    not allowed: {1} at byte {2}
    nicht erlaubt: {1} bei Byte {2}
    non autorisé : {1} à l'octet {2}
    no permitido: {1} en el byte {2}

    {1} at byte {2} takes 1 byte, {3} left
    {1} bei Byte {2} braucht 1 Byte, übrig: {3}
    {1} à l'octet {2} prend 1 octet, reste {3}
    {1} en el byte {2} ocupa 1 byte, quedan {3}

    {1} at byte {2} takes {3} bytes, {4} left
    {1} bei Byte {2} braucht {3} Byte, übrig: {4}
    {1} à l'octet {2} prend {3} octets, reste {4}
    {1} en el byte {2} ocupa {3} bytes, quedan {4}
    """#
}
