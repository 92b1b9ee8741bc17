extension Wording {
  /// The phrases of the client about files, questions and secrets.
  static let client = #"""
    See that it is there and that you may read it.
    Sieh nach, ob es da ist und ob du es lesen darfst.
    Vérifiez qu'il est là et que vous pouvez le lire.
    Comprueba que está ahí y que puedes leerlo.

    {1} Trying again each second.
    {1} Neuer Versuch jede Sekunde.
    {1} Nouvel essai chaque seconde.
    {1} Se reintenta cada segundo.

    {1} [y/N]
    {1} [j/N]
    {1} [o/N]
    {1} [s/N]

    {1} asks first, and there is no terminal.
    {1} fragt zuerst nach, und es gibt kein Terminal.
    {1} demande d'abord confirmation, et il n'y a pas de terminal.
    {1} pregunta primero, y no hay terminal.

    Add `--yes`: `{1}`.
    Füge `--yes` hinzu: `{1}`.
    Ajoutez `--yes` : `{1}`.
    Añade `--yes`: `{1}`.

    The file cannot be written to {1}: {2}.
    Die Datei kann nicht geschrieben werden ({1}): {2}.
    Le fichier ne peut pas être écrit ({1}) : {2}.
    El archivo no se puede escribir ({1}): {2}.

    Choose another place with `--output FILE`.
    Wähle einen anderen Ort mit `--output FILE`.
    Choisissez un autre emplacement avec `--output FILE`.
    Elige otro sitio con `--output FILE`.

    A PNG picture is drawn by {1}, which is not installed.
    Ein PNG-Bild zeichnet {1}, das nicht installiert ist.
    Une image PNG est dessinée par {1}, qui n'est pas installé.
    Una imagen PNG la dibuja {1}, que no está instalado.

    {1} drew no picture.
    {1} hat kein Bild gezeichnet.
    {1} n'a pas dessiné d'image.
    {1} no dibujó ninguna imagen.

    Install it: `sudo apt install {1}`. Or write an SVG picture: `--output FILE.svg`.
    Installiere es: `sudo apt install {1}`. Oder schreibe ein SVG-Bild: `--output FILE.svg`.
    Installez-le : `sudo apt install {1}`. Ou écrivez une image SVG : `--output FILE.svg`.
    Instálalo: `sudo apt install {1}`. O escribe una imagen SVG: `--output FILE.svg`.

    {1} of {2}: {3}
    {1} von {2}: {3}
    {1} sur {2} : {3}
    {1} de {2}: {3}

    The authority
    Die Zertifizierungsstelle
    L'autorité
    La autoridad

    {1} (it is not shown):
    {1} (wird nicht angezeigt):
    {1} (rien ne s'affiche) :
    {1} (no se muestra):

    Every user of this computer can read {1}: `chmod 600 {2}` keeps it to you.
    Jeder Benutzer dieses Computers kann {1} lesen: mit `chmod 600 {2}` bleibt es bei dir.
    Tout utilisateur de cet ordinateur peut lire {1} : `chmod 600 {2}` le réserve à vous.
    Cualquier usuario de este ordenador puede leer {1}: `chmod 600 {2}` lo reserva para ti.

    Every user of this computer can read {1}.
    Jeder Benutzer dieses Computers kann {1} lesen.
    Tout utilisateur de cet ordinateur peut lire {1}.
    Cualquier usuario de este ordenador puede leer {1}.

    standard input
    die Standardeingabe
    l'entrée standard
    la entrada estándar

    {1} cannot be read from {2}: {3}.
    {1} ist nicht lesbar ({2}): {3}.
    {1} : lecture impossible ({2}) : {3}.
    {1} no se puede leer ({2}): {3}.

    {1} is empty.
    {1} ist leer.
    {1} est vide.
    {1} no tiene contenido.

    Copy it once more, and give its file with `{1} FILE`.
    Kopiere es noch einmal und gib die Datei mit `{1} FILE` an.
    Copiez à nouveau, et indiquez le fichier avec `{1} FILE`.
    Copia de nuevo e indica el archivo con `{1} FILE`.

    {1} is not text.
    {1} ist kein Text.
    {1} n'est pas du texte.
    {1} no es texto.

    See that `{1}` names the right file, and that it is plain text (UTF-8).
    Sieh nach, ob `{1}` die richtige Datei nennt und ob sie reiner Text ist (UTF-8).
    Vérifiez que `{1}` désigne le bon fichier, et que c'est du texte brut (UTF-8).
    Comprueba que `{1}` nombra el archivo correcto y que es texto sin formato (UTF-8).

    {1} has white space in it.
    {1} enthält Leerzeichen.
    {1} contient des espaces.
    {1} contiene espacios.

    The file has nothing but the one word; see that it is the right one.
    Die Datei enthält nichts als das eine Wort; sieh nach, ob es die richtige ist.
    Le fichier ne contient que ce seul mot ; vérifiez que c'est le bon.
    El archivo solo contiene esa palabra; comprueba que es el correcto.

    {1} is longer than {2} bytes.
    {1} ist länger als {2} Byte.
    {1} dépasse {2} octets.
    {1} supera los {2} bytes.

    See that `{1}` names the right file.
    Sieh nach, ob `{1}` die richtige Datei nennt.
    Vérifiez que `{1}` désigne le bon fichier.
    Comprueba que `{1}` nombra el archivo correcto.

    There is no certificate in the file of `{1}`.
    In der Datei von `{1}` ist kein Zertifikat.
    Il n'y a pas de certificat dans le fichier de `{1}`.
    No hay ningún certificado en el archivo de `{1}`.

    It takes PEM text, which begins with -----BEGIN CERTIFICATE-----.
    Nötig ist PEM-Text, der mit -----BEGIN CERTIFICATE----- beginnt.
    Il faut du texte PEM, qui commence par -----BEGIN CERTIFICATE-----.
    Hace falta texto PEM, que empieza por -----BEGIN CERTIFICATE-----.

    The file of `{1}` has a private key, which is not sent.
    Die Datei von `{1}` enthält einen privaten Schlüssel, der nicht gesendet wird.
    Le fichier de `{1}` contient une clé privée, qui n'est pas envoyée.
    El archivo de `{1}` contiene una clave privada, que no se envía.

    Give a file that has the authority's certificate alone.
    Gib eine Datei an, die nur das Zertifikat der Zertifizierungsstelle enthält.
    Indiquez un fichier qui ne contient que le certificat de l'autorité.
    Indica un archivo que contenga solo el certificado de la autoridad.

    {1} is missing: there is no terminal to ask for it, and standard input is empty.
    {1} fehlt: es gibt kein Terminal zum Nachfragen, und die Standardeingabe ist leer.
    {1} manque : il n'y a pas de terminal pour demander, et l'entrée standard est vide.
    {1} falta: no hay terminal donde preguntar, y la entrada estándar está vacía.

    Give its file with `{1} FILE`, or pipe it in.
    Gib die Datei mit `{1} FILE` an, oder leite den Inhalt über eine Pipe hinein.
    Indiquez le fichier avec `{1} FILE`, ou passez le contenu par un tube.
    Indica el archivo con `{1} FILE`, o pásalo por una tubería.
    """#
}
