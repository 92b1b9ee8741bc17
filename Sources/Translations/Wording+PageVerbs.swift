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

    The page is on. Its addresses:
    Die Seite ist an. Ihre Adressen:
    La page est activée. Ses adresses :
    La página está encendida. Sus direcciones:

    Switch it on: `sudo jz2ctl page on`.
    Schalte sie ein: `sudo jz2ctl page on`.
    Activez-la : `sudo jz2ctl page on`.
    Enciéndela: `sudo jz2ctl page on`.

    The page is off. Phones stay paired.
    Die Seite ist aus. Telefone bleiben gekoppelt.
    La page est désactivée. Les téléphones restent associés.
    La página está apagada. Los teléfonos siguen emparejados.

    Paired phones: {1}. Phones that follow the ride now: {2}.
    Gekoppelte Telefone: {1}. Telefone, die gerade zusehen: {2}.
    Téléphones associés : {1}. Téléphones qui suivent la sortie en ce moment : {2}.
    Teléfonos emparejados: {1}. Teléfonos que siguen la salida ahora: {2}.

    A pairing is open for {1}; its code is {2}. Tries left: {3}.
    Noch {1} lang kann ein Telefon gekoppelt werden; der Code ist {2}. Versuche übrig: {3}.
    Un téléphone peut être associé pendant encore {1} ; le code est {2}. Essais restants : {3}.
    Un teléfono se puede emparejar durante {1} más; el código es {2}. Intentos restantes: {3}.

    Its name is not announced, as avahi-daemon is not installed: `sudo apt install avahi-daemon`, then `sudo jz2ctl page on` again.
    Ihr Name wird nicht bekannt gemacht, weil avahi-daemon nicht installiert ist: `sudo apt install avahi-daemon`, dann noch einmal `sudo jz2ctl page on`.
    Son nom n'est pas annoncé, car avahi-daemon n'est pas installé : `sudo apt install avahi-daemon`, puis de nouveau `sudo jz2ctl page on`.
    Su nombre no se anuncia, porque avahi-daemon no está instalado: `sudo apt install avahi-daemon`, y luego otra vez `sudo jz2ctl page on`.

    It cannot be announced in the network: {1}.
    Sie kann im Netz nicht bekannt gemacht werden: {1}.
    Elle ne peut pas être annoncée sur le réseau : {1}.
    No se puede anunciar en la red: {1}.

    Next, pair the phone: `jz2ctl page pair`.
    Als Nächstes koppelst du das Telefon: `jz2ctl page pair`.
    Ensuite, associez le téléphone : `jz2ctl page pair`.
    Ahora empareja el teléfono: `jz2ctl page pair`.

    A phone that is not paired sees the numbers of the ride too, and steers nothing.
    Auch ein Telefon, das nicht gekoppelt ist, sieht die Zahlen der Fahrt; steuern kann es nichts.
    Un téléphone qui n'est pas associé voit aussi les chiffres de la sortie, et ne commande rien.
    Un teléfono que no está emparejado también ve los números de la salida, y no controla nada.

    A phone that is not paired sees nothing.
    Ein Telefon, das nicht gekoppelt ist, sieht nichts.
    Un téléphone qui n'est pas associé ne voit rien.
    Un teléfono que no está emparejado no ve nada.

    No phone is paired. Pair one: `jz2ctl page pair`.
    Kein Telefon ist gekoppelt. Koppeln: `jz2ctl page pair`.
    Aucun téléphone n'est associé. Pour en associer un : `jz2ctl page pair`.
    No hay ningún teléfono emparejado. Para emparejar uno: `jz2ctl page pair`.

    Scan this with the phone's camera:
    Halte die Kamera des Telefons hierauf:
    Visez ceci avec l'appareil photo du téléphone :
    Enfoca esto con la cámara del teléfono:

    Or open the page on the phone and type the code:
    Oder öffne die Seite auf dem Telefon und tipp den Code ein:
    Ou ouvrez la page sur le téléphone et tapez le code :
    O abre la página en el teléfono y escribe el código:

    Open the page on the phone and type the code:
    Öffne die Seite auf dem Telefon und tipp den Code ein:
    Ouvrez la page sur le téléphone et tapez le code :
    Abre la página en el teléfono y escribe el código:

    The phone will be called {1}.
    Das Telefon wird {1} heißen.
    Le téléphone s'appellera {1}.
    El teléfono se llamará {1}.

    The code is good for {1}, for {2} tries and for one phone.
    Der Code gilt {1} lang, für {2} Versuche und für ein Telefon.
    Le code est valable {1}, pour {2} essais et pour un seul téléphone.
    El código vale durante {1}, para {2} intentos y para un solo teléfono.

    The page is plain http: others in the same Wi-Fi can listen, and then steer too. Pair in a network that you trust.
    Die Seite ist einfaches http: andere im selben WLAN können mithören und dann auch steuern. Koppel in einem Netz, dem du vertraust.
    La page est en http simple : d'autres sur le même Wi-Fi peuvent écouter, puis commander aussi. Associez dans un réseau sûr.
    La página es http sin cifrar: otros en la misma wifi pueden escuchar, y después también controlar. Empareja en una red de confianza.

    For a picture to scan, install qrencode: `sudo apt install qrencode`.
    Für ein Bild zum Scannen installiere qrencode: `sudo apt install qrencode`.
    Pour une image à scanner, installez qrencode : `sudo apt install qrencode`.
    Para una imagen que escanear, instala qrencode: `sudo apt install qrencode`.

    Phone
    Telefon
    Téléphone
    Teléfono

    Paired
    Gekoppelt
    Associé
    Emparejado

    Last seen
    Zuletzt da
    Vu dernièrement
    Visto por última vez

    No phone was paired.
    Kein Telefon war gekoppelt.
    Aucun téléphone n'était associé.
    No había ningún teléfono emparejado.

    Revoked: {1}. To come back, it is paired again: `jz2ctl page pair`.
    Ausgesperrt: {1}. Zum Wiederkommen wird neu gekoppelt: `jz2ctl page pair`.
    Accès retiré : {1}. Pour revenir, il faut l'associer de nouveau : `jz2ctl page pair`.
    Acceso retirado: {1}. Para volver hay que emparejarlo de nuevo: `jz2ctl page pair`.

    The page is not installed.
    Die Seite ist nicht installiert.
    La page n'est pas installée.
    La página no está instalada.

    Install it: `sudo apt install jz2-web`.
    Installiere sie: `sudo apt install jz2-web`.
    Installez-la : `sudo apt install jz2-web`.
    Instálala: `sudo apt install jz2-web`.

    systemd does not run here, which switches the page.
    Hier läuft kein systemd, das die Seite schaltet.
    Ici, systemd ne tourne pas, alors que c'est lui qui active la page.
    Aquí no funciona systemd, que es quien enciende la página.

    Start its program by hand: `jz2web`.
    Starte ihr Programm von Hand: `jz2web`.
    Lancez son programme à la main : `jz2web`.
    Arranca su programa a mano: `jz2web`.

    Only root may change what this computer listens to.
    Nur root darf ändern, worauf dieser Rechner hört.
    Seul root peut changer ce que cet ordinateur écoute.
    Solo root puede cambiar lo que escucha este equipo.

    Type `sudo jz2ctl page {1}`.
    Tipp `sudo jz2ctl page {1}`.
    Tapez `sudo jz2ctl page {1}`.
    Escribe `sudo jz2ctl page {1}`.

    systemd did not switch the page.
    systemd hat die Seite nicht geschaltet.
    systemd n'a pas changé l'état de la page.
    systemd no ha cambiado el estado de la página.

    See why: `systemctl status jz2-web.socket`; whether another program has the port {1} shows `sudo ss -ltnp`.
    Sieh nach, warum: `systemctl status jz2-web.socket`; ob ein anderes Programm den Port {1} hat, zeigt `sudo ss -ltnp`.
    Voyez pourquoi : `systemctl status jz2-web.socket` ; si un autre programme a le port {1}, `sudo ss -ltnp` le montre.
    Mira por qué: `systemctl status jz2-web.socket`; si otro programa tiene el puerto {1}, `sudo ss -ltnp` lo muestra.

    The paired phones cannot be kept: {1}{2}.
    Die gekoppelten Telefone lassen sich nicht speichern: {1}{2}.
    Les téléphones associés ne peuvent pas être enregistrés : {1}{2}.
    Los teléfonos vinculados no se pueden guardar: {1}{2}.

    Look whether the disk is full (`df -h /var/lib/jz2-web`) or failing (`journalctl -k`), then try again.
    Sieh nach, ob die Platte voll (`df -h /var/lib/jz2-web`) oder kaputt (`journalctl -k`) ist, und versuch es dann noch einmal.
    Voyez si le disque est plein (`df -h /var/lib/jz2-web`) ou en panne (`journalctl -k`), puis réessayez.
    Mira si el disco está lleno (`df -h /var/lib/jz2-web`) o fallando (`journalctl -k`), y vuelve a intentarlo.
    """#
}
