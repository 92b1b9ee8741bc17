extension Wording {
  /// The phrases about what `doctor` finds in the daemon.
  static let checks = #"""
    adapter
    Adapter
    adaptateur
    adaptador

    radio
    Funk
    radio
    radio

    connection parameters
    Verbindungsparameter
    paramètres de connexion
    parámetros de conexión

    state directory
    Datenverzeichnis
    répertoire des données
    directorio de datos

    clock
    Uhr
    horloge
    reloj

    devices
    Geräte
    appareils
    dispositivos

    black box
    Funkmitschnitt
    boîte noire
    caja negra

    service
    Dienst
    service
    servicio

    bus
    Bus
    bus
    bus

    socket
    Socket
    socket
    socket

    ride: {1}
    Fahrt: {1}
    sortie : {1}
    sesión: {1}

    The radio works ({1}, adapter {2}).
    Der Funk geht ({1}, Adapter {2}).
    La radio fonctionne ({1}, adaptateur {2}).
    La radio funciona ({1}, adaptador {2}).

    The radio works ({1}).
    Der Funk geht ({1}).
    La radio fonctionne ({1}).
    La radio funciona ({1}).

    Links are set up to outlast a fade of the radio.
    Verbindungen sind so eingestellt, dass sie ein Funkloch überstehen.
    Les connexions sont réglées pour survivre à une perte passagère du signal.
    Las conexiones están configuradas para resistir una pérdida breve de la señal.

    The parameters of the last link could not be set ({1}).
    Die Parameter der letzten Verbindung konnten nicht gesetzt werden ({1}).
    Les paramètres de la dernière connexion n'ont pas pu être réglés ({1}).
    No se han podido fijar los parámetros de la última conexión ({1}).

    no reason was given
    es wurde kein Grund genannt
    aucune raison n'a été donnée
    no se ha dado ningún motivo

    jz2d may not set connection parameters; half a second of interference ends a link.
    jz2d darf keine Verbindungsparameter setzen; eine halbe Sekunde Störung beendet eine Verbindung.
    jz2d ne peut pas régler les paramètres de connexion ; une demi-seconde d'interférences coupe une connexion.
    jz2d no puede fijar los parámetros de conexión; medio segundo de interferencias corta una conexión.

    {1}; another library took the place of `{2}`.
    {1}; ein anderes Archiv hat `{2}` ersetzt.
    {1} ; une autre bibliothèque a remplacé `{2}`.
    {1}; otra biblioteca ha sustituido a `{2}`.

    {1} has only {2} MB free.
    {1} hat nur noch {2} MB frei.
    {1} n'a plus que {2} Mo libres.
    {1} solo tiene {2} MB libres.

    The clock is synchronised: {1}.
    Die Uhr ist synchronisiert: {1}.
    L'horloge est synchronisée : {1}.
    El reloj está sincronizado: {1}.

    Chosen: {1}.
    Gewählt: {1}.
    Choisis : {1}.
    Elegidos: {1}.

    No trainer is chosen; `jz2ctl start` takes the only one in range.
    Kein Trainer ist gewählt; `jz2ctl start` nimmt den einzigen in Reichweite.
    Aucun home trainer n'est choisi ; `jz2ctl start` prend le seul à portée.
    No hay ningún rodillo elegido; `jz2ctl start` toma el único que esté al alcance.

    The radio traffic of rides is kept.
    Der Funkverkehr der Fahrten wird aufgezeichnet.
    Le trafic radio des sorties est enregistré.
    El tráfico de radio de las sesiones se guarda.

    The radio traffic of the last ride could not be written.
    Der Funkverkehr der letzten Fahrt konnte nicht geschrieben werden.
    Le trafic radio de la dernière sortie n'a pas pu être écrit.
    No se ha podido escribir el tráfico de radio de la última sesión.

    The radio traffic of rides is not kept ({1}); they work without.
    Der Funkverkehr der Fahrten wird nicht aufgezeichnet ({1}); die Fahrten gehen auch ohne.
    Le trafic radio des sorties n'est pas enregistré ({1}) ; elles fonctionnent sans.
    El tráfico de radio de las sesiones no se guarda ({1}); funcionan sin él.

    The ride goes on; half a second of interference may end its links.
    Die Fahrt geht weiter; eine halbe Sekunde Störung kann ihre Verbindungen beenden.
    La sortie continue ; une demi-seconde d'interférences peut couper ses connexions.
    La sesión sigue; medio segundo de interferencias puede cortar sus conexiones.

    Give it CAP_NET_RAW: `AmbientCapabilities=CAP_NET_RAW` in the unit, or start it as root.
    Gib ihm CAP_NET_RAW: `AmbientCapabilities=CAP_NET_RAW` in der Unit, oder starte ihn als root.
    Donnez-lui CAP_NET_RAW : `AmbientCapabilities=CAP_NET_RAW` dans l'unité, ou lancez-le en tant que root.
    Dale CAP_NET_RAW: `AmbientCapabilities=CAP_NET_RAW` en la unidad, o arráncalo como root.

    `sudo rm {1}` makes room; `jz2ctl restore {2}` puts it back.
    `sudo rm {1}` schafft Platz; `jz2ctl restore {2}` stellt es wieder her.
    `sudo rm {1}` libère de la place ; `jz2ctl restore {2}` la remet en place.
    `sudo rm {1}` libera espacio; `jz2ctl restore {2}` la recupera.

    Make room on its disk; an hour's ride takes about 5 MB: `df -h {1}`.
    Schaff Platz auf dem Datenträger; eine Stunde Fahrt braucht etwa 5 MB: `df -h {1}`.
    Libérez de la place sur son disque ; une heure de sortie prend environ 5 Mo : `df -h {1}`.
    Libera espacio en su disco; una hora de sesión ocupa unos 5 MB: `df -h {1}`.

    jz2d sees the mark of systemd-timesyncd; with another time service it needs `ProtectClock=no` and `SystemCallFilter=@clock` in a drop-in (`sudo systemctl edit jz2d`).
    jz2d erkennt das Zeichen von systemd-timesyncd; mit einem anderen Zeitdienst braucht es `ProtectClock=no` und `SystemCallFilter=@clock` in einem Drop-in (`sudo systemctl edit jz2d`).
    jz2d voit la marque de systemd-timesyncd ; avec un autre service de temps il lui faut `ProtectClock=no` et `SystemCallFilter=@clock` dans un drop-in (`sudo systemctl edit jz2d`).
    jz2d ve la marca de systemd-timesyncd; con otro servicio de hora necesita `ProtectClock=no` y `SystemCallFilter=@clock` en un drop-in (`sudo systemctl edit jz2d`).

    {1} holds 1 ride
    {1} enthält 1 Fahrt
    {1} contient 1 sortie
    {1} contiene 1 sesión

    {1} holds {2} rides
    {1} enthält {2} Fahrten
    {1} contient {2} sorties
    {1} contiene {2} sesiones

    Until it is, 1 deleted ride stays on the disk.
    Bis dahin bleibt 1 gelöschte Fahrt auf dem Datenträger.
    D'ici là, 1 sortie supprimée reste sur le disque.
    Hasta entonces, 1 sesión borrada queda en el disco.

    Until it is, {1} deleted rides stay on the disk.
    Bis dahin bleiben {1} gelöschte Fahrten auf dem Datenträger.
    D'ici là, {1} sorties supprimées restent sur le disque.
    Hasta entonces, {1} sesiones borradas quedan en el disco.

    Or let BlueZ ask for them: `ConnectionSupervisionTimeout=400` below `[LE]` in `/etc/bluetooth/main.conf`, then `sudo systemctl restart bluetooth`.
    Oder lass BlueZ darum bitten: `ConnectionSupervisionTimeout=400` unter `[LE]` in `/etc/bluetooth/main.conf`, dann `sudo systemctl restart bluetooth`.
    Ou laissez BlueZ les demander : `ConnectionSupervisionTimeout=400` sous `[LE]` dans `/etc/bluetooth/main.conf`, puis `sudo systemctl restart bluetooth`.
    O deja que BlueZ los pida: `ConnectionSupervisionTimeout=400` debajo de `[LE]` en `/etc/bluetooth/main.conf`, luego `sudo systemctl restart bluetooth`.

    other adapters
    andere Adapter
    autres adaptateurs
    otros adaptadores

    Other Bluetooth adapters are on, which the daemon does not use: {1}.
    Andere Bluetooth-Adapter sind an, die der Dienst nicht benutzt: {1}.
    D'autres adaptateurs Bluetooth sont allumés, que le service n'utilise pas : {1}.
    Hay otros adaptadores Bluetooth encendidos que el servicio no usa: {1}.

    Another Bluetooth adapter is there too: {1}.
    Ein anderer Bluetooth-Adapter ist auch da: {1}.
    Un autre adaptateur Bluetooth est là aussi : {1}.
    También hay otro adaptador Bluetooth: {1}.

    To use another one, set `JZ2D_OPTIONS="--adapter ADDRESS"` in `/etc/default/jz2`, then `sudo systemctl restart jz2d`.
    Um einen anderen zu benutzen, setz `JZ2D_OPTIONS="--adapter ADDRESS"` in `/etc/default/jz2`, dann `sudo systemctl restart jz2d`.
    Pour en utiliser un autre, mettez `JZ2D_OPTIONS="--adapter ADDRESS"` dans `/etc/default/jz2`, puis `sudo systemctl restart jz2d`.
    Para usar otro, pon `JZ2D_OPTIONS="--adapter ADDRESS"` en `/etc/default/jz2` y luego `sudo systemctl restart jz2d`.

    services
    Dienste
    services
    servicios

    A service refused 1 ride.
    Ein Dienst hat 1 Fahrt abgelehnt.
    Un service a refusé 1 sortie.
    Un servicio no ha aceptado 1 sesión.

    Services refused {1} rides.
    Dienste haben {1} Fahrten abgelehnt.
    Des services ont refusé {1} sorties.
    Los servicios no han aceptado {1} sesiones.

    See why, and what to do: `jz2ctl services`.
    Sieh nach, warum, und was zu tun ist: `jz2ctl services`.
    Voyez pourquoi, et que faire : `jz2ctl services`.
    Mira por qué y qué hacer: `jz2ctl services`.
    """#
}
