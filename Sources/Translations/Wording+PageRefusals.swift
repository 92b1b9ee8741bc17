extension Wording {
  /// The phrases by which the page turns a request away.
  static let pageRefusals = #"""
    This phone is not paired.
    Dieses Telefon ist nicht gekoppelt.
    Ce téléphone n'est pas associé.
    Este teléfono no está vinculado.

    On the Pi, type `jz2ctl page pair`, and enter the code here.
    Tippe auf dem Pi `jz2ctl page pair` und gib den Code hier ein.
    Sur le Pi, tapez `jz2ctl page pair`, puis saisissez le code ici.
    En la Pi, escribe `jz2ctl page pair` e introduce el código aquí.

    No pairing is open: a code is good for five minutes and five tries.
    Es wird gerade nicht gekoppelt: Ein Code gilt fünf Minuten und fünf Versuche lang.
    Aucune association n'est ouverte : un code vaut cinq minutes et cinq essais.
    No hay ninguna vinculación abierta: un código vale cinco minutos y cinco intentos.

    On the Pi, type `jz2ctl page pair` for a new code.
    Tippe auf dem Pi `jz2ctl page pair` für einen neuen Code.
    Sur le Pi, tapez `jz2ctl page pair` pour un nouveau code.
    En la Pi, escribe `jz2ctl page pair` para obtener un código nuevo.

    That is not the code. Tries left: {1}.
    Das ist nicht der Code. Versuche übrig: {1}.
    Ce n'est pas le code. Essais restants : {1}.
    Ese no es el código. Intentos restantes: {1}.

    Read the six digits again.
    Lies die sechs Ziffern noch einmal.
    Relisez les six chiffres.
    Lee otra vez las seis cifras.

    That was not the code, five times.
    Das war fünfmal nicht der Code.
    Ce n'était pas le code, cinq fois de suite.
    Ese no era el código, cinco veces.

    This computer is not known as {1}.
    Dieser Computer heißt nicht {1}.
    Cet ordinateur ne s'appelle pas {1}.
    Este ordenador no se llama {1}.

    Use its .local name or its address, or name it in /etc/default/jz2-web: `--name {1}`.
    Nimm seinen Namen mit .local oder seine Adresse, oder nenne den Namen in /etc/default/jz2-web: `--name {1}`.
    Utilisez son nom en .local ou son adresse, ou indiquez le nom dans /etc/default/jz2-web : `--name {1}`.
    Usa su nombre en .local o su dirección, o indica el nombre en /etc/default/jz2-web: `--name {1}`.

    Another website asked for that, so it was not done.
    Eine fremde Website wollte das, darum geschah es nicht.
    Un autre site l'a demandé, donc cela n'a pas été fait.
    Lo pidió otro sitio web, así que no se hizo.

    Open the page by its own address.
    Öffne die Seite unter ihrer eigenen Adresse.
    Ouvrez la page par sa propre adresse.
    Abre la página por su propia dirección.

    The page cannot do that ({1}).
    Die Seite kann das nicht ({1}).
    La page ne peut pas faire cela ({1}).
    La página no puede hacer eso ({1}).

    Use `jz2ctl` on the Pi.
    Nimm `jz2ctl` auf dem Pi.
    Utilisez `jz2ctl` sur le Pi.
    Usa `jz2ctl` en la Pi.

    There is nothing at this address.
    Unter dieser Adresse gibt es nichts.
    Il n'y a rien à cette adresse.
    No hay nada en esta dirección.

    Open the page from its beginning.
    Öffne die Seite von Anfang an.
    Ouvrez la page depuis le début.
    Abre la página desde el principio.

    That cannot be asked in this way.
    So lässt sich das nicht abfragen.
    Cela ne peut pas se demander ainsi.
    Eso no se puede pedir así.

    Load the page again.
    Lade die Seite neu.
    Rechargez la page.
    Vuelve a cargar la página.

    The request cannot be read.
    Die Anfrage ist nicht lesbar.
    La demande est illisible.
    No se puede leer la petición.

    That is too large for the page.
    Das ist zu groß für die Seite.
    C'est trop grand pour la page.
    Eso es demasiado grande para la página.

    Send less at a time.
    Schick weniger auf einmal.
    Envoyez moins à la fois.
    Envía menos de una vez.

    The address is too long.
    Die Adresse ist zu lang.
    L'adresse est trop longue.
    La dirección es demasiado larga.

    Too much is being asked at once.
    Es wird gerade zu viel auf einmal gefragt.
    Trop de demandes arrivent à la fois.
    Se está pidiendo demasiado a la vez.

    Wait a moment, then try again.
    Warte kurz und versuch es dann noch einmal.
    Attendez un instant, puis réessayez.
    Espera un momento y vuelve a intentarlo.
    """#
}
