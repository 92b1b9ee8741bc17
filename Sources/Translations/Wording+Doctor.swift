extension Wording {
  /// The phrases about the checks of the client.
  static let doctor = #"""
    /sys cannot be read.
    /sys ist nicht lesbar.
    /sys est illisible.
    /sys no se puede leer.

    /proc cannot be read.
    /proc ist nicht lesbar.
    /proc est illisible.
    /proc no se puede leer.

    There is no Bluetooth adapter.
    Es gibt keinen Bluetooth-Adapter.
    Il n'y a pas d'adaptateur Bluetooth.
    No hay ningún adaptador Bluetooth.

    Plug one in; on a Pi, see that /boot/firmware/config.txt does not say disable-bt.
    Steck einen ein; auf einem Pi sieh nach, dass in /boot/firmware/config.txt nicht disable-bt steht.
    Branchez-en un ; sur un Pi, vérifiez que /boot/firmware/config.txt ne contient pas disable-bt.
    Conecta uno; en un Pi, comprueba que /boot/firmware/config.txt no diga disable-bt.

    There is {1}.
    Vorhanden: {1}.
    Présent : {1}.
    Presente: {1}.

    There is no rfkill here.
    Hier gibt es kein rfkill.
    Il n'y a pas de rfkill ici.
    Aquí no hay rfkill.

    A switch or the firmware blocks Bluetooth.
    Ein Schalter oder die Firmware sperrt Bluetooth.
    Un interrupteur ou le micrologiciel bloque le Bluetooth.
    Un interruptor o el firmware bloquea el Bluetooth.

    Bluetooth is blocked by software.
    Bluetooth ist per Software gesperrt.
    Le Bluetooth est bloqué par logiciel.
    El Bluetooth está bloqueado por software.

    Nothing blocks Bluetooth.
    Nichts sperrt Bluetooth.
    Rien ne bloque le Bluetooth.
    Nada bloquea el Bluetooth.

    bluetoothd does not run.
    bluetoothd läuft nicht.
    bluetoothd ne tourne pas.
    bluetoothd no está en marcha.

    `sudo systemctl enable --now bluetooth`; if it is not there, `sudo apt install bluez`.
    `sudo systemctl enable --now bluetooth`; falls es fehlt, `sudo apt install bluez`.
    `sudo systemctl enable --now bluetooth` ; s'il n'est pas là, `sudo apt install bluez`.
    `sudo systemctl enable --now bluetooth`; si no está, `sudo apt install bluez`.

    bluetoothd runs; its version is not known.
    bluetoothd läuft; die Version ist nicht bekannt.
    bluetoothd tourne ; sa version n'est pas connue.
    bluetoothd está en marcha; no se conoce su versión.

    bluetoothd is {1}; it hides the charge of batteries.
    bluetoothd ist {1}; es verbirgt den Ladestand von Batterien.
    bluetoothd est en {1} ; il cache la charge des batteries.
    bluetoothd es {1}; oculta la carga de las baterías.

    bluetoothd {1} runs.
    bluetoothd {1} läuft.
    bluetoothd {1} tourne.
    bluetoothd {1} está en marcha.

    There is no system bus at {1}.
    Unter {1} gibt es keinen Systembus.
    Il n'y a pas de bus système à {1}.
    No hay bus del sistema en {1}.

    `sudo systemctl start dbus`; if it is not there, `sudo apt install dbus`.
    `sudo systemctl start dbus`; falls es fehlt, `sudo apt install dbus`.
    `sudo systemctl start dbus` ; s'il n'est pas là, `sudo apt install dbus`.
    `sudo systemctl start dbus`; si no está, `sudo apt install dbus`.

    You may not open the system bus.
    Du darfst den Systembus nicht öffnen.
    Vous n'avez pas le droit d'ouvrir le bus système.
    No puedes abrir el bus del sistema.

    Its socket should have mode 0666: `ls -l {1}`.
    Sein Socket sollte den Modus 0666 haben: `ls -l {1}`.
    Son socket devrait avoir le mode 0666 : `ls -l {1}`.
    Su socket debería tener el modo 0666: `ls -l {1}`.

    The system bus is open.
    Der Systembus ist offen.
    Le bus système est ouvert.
    El bus del sistema está abierto.

    The clock was set from the network.
    Die Uhr wurde aus dem Netz gestellt.
    L'horloge a été réglée par le réseau.
    El reloj se ha puesto en hora por la red.

    The clock was not set from the network yet.
    Die Uhr wurde noch nicht aus dem Netz gestellt.
    L'horloge n'a pas encore été réglée par le réseau.
    El reloj aún no se ha puesto en hora por la red.

    Connect the machine to the network: `timedatectl`. Rides are dated right once it was.
    Verbinde das Gerät mit dem Netz: `timedatectl`. Danach haben Fahrten das richtige Datum.
    Connectez la machine au réseau : `timedatectl`. Les sorties sont alors bien datées.
    Conecta el equipo a la red: `timedatectl`. Después las sesiones tienen la fecha correcta.

    Nothing says whether the clock is right.
    Nichts sagt, ob die Uhr richtig geht.
    Rien n'indique si l'horloge est juste.
    Nada indica si el reloj está bien.

    systemd does not run here.
    systemd läuft hier nicht.
    systemd ne tourne pas ici.
    systemd no está en marcha aquí.

    jz2d.service runs.
    jz2d.service läuft.
    jz2d.service tourne.
    jz2d.service está en marcha.

    jz2d.service is {1}; a daemon runs without it.
    jz2d.service ist {1}; ein jz2d läuft ohne diesen Dienst.
    jz2d.service est {1} ; un jz2d tourne sans lui.
    jz2d.service está {1}; hay un jz2d en marcha sin él.

    jz2d.service is {1}.
    jz2d.service ist {1}.
    jz2d.service est {1}.
    jz2d.service está {1}.

    See why: `journalctl -u jz2d -e`; then `sudo systemctl restart jz2d`.
    Sieh nach, warum: `journalctl -u jz2d -e`; danach `sudo systemctl restart jz2d`.
    Voyez pourquoi : `journalctl -u jz2d -e` ; puis `sudo systemctl restart jz2d`.
    Mira por qué: `journalctl -u jz2d -e`; después `sudo systemctl restart jz2d`.

    There is no socket at {1}.
    Unter {1} gibt es keinen Socket.
    Il n'y a pas de socket à {1}.
    No hay ningún socket en {1}.

    Start the daemon: `sudo systemctl start jz2d`, or by hand without a trainer: `jz2d --radio sim`.
    Starte den Dienst: `sudo systemctl start jz2d`, oder von Hand ohne Trainer: `jz2d --radio sim`.
    Démarrez le service : `sudo systemctl start jz2d`, ou à la main sans home trainer : `jz2d --radio sim`.
    Inicia el servicio: `sudo systemctl start jz2d`, o a mano sin rodillo: `jz2d --radio sim`.

    Nobody listens at {1}.
    Niemand hört auf {1}.
    Personne n'écoute à {1}.
    Nadie escucha en {1}.

    Start the daemon: `sudo systemctl restart jz2d`.
    Starte den Dienst: `sudo systemctl restart jz2d`.
    Démarrez le service : `sudo systemctl restart jz2d`.
    Inicia el servicio: `sudo systemctl restart jz2d`.

    somebody else
    jemand anderes
    quelqu'un d'autre
    otro programa

    At {1}, {2} does not answer as the daemon does.
    Unter {1} antwortet {2} nicht wie der Dienst.
    À {1}, {2} ne répond pas comme le service.
    En {1}, {2} no responde como el servicio.

    Check `--socket`, and that daemon and client are of the same version; see `journalctl -u jz2d -e`.
    Prüfe `--socket` und ob Dienst und Client dieselbe Version haben; siehe `journalctl -u jz2d -e`.
    Vérifiez `--socket`, et que le service et le client sont de la même version ; voyez `journalctl -u jz2d -e`.
    Comprueba `--socket` y que el servicio y el cliente sean de la misma versión; mira `journalctl -u jz2d -e`.

    You may not open {1}.
    Du darfst {1} nicht öffnen.
    Vous n'avez pas le droit d'ouvrir {1}.
    No puedes abrir {1}.

    The daemon answers at {1}, made by {2}
    Der Dienst antwortet unter {1}, angelegt von {2}
    Le service répond à {1}, créé par {2}
    El servicio responde en {1}, creado por {2}

    The daemon answers at {1}
    Der Dienst antwortet unter {1}
    Le service répond à {1}
    El servicio responde en {1}

    {1}; it lets you look only.
    {1}; er lässt dich nur zusehen.
    {1} ; il vous laisse seulement regarder.
    {1}; solo te deja mirar.

    {1}; it lets you look and ride.
    {1}; er lässt dich zusehen und fahren.
    {1} ; il vous laisse regarder et rouler.
    {1}; te deja mirar y rodar.

    {1}; it lets you do all but administration.
    {1}; er lässt dich alles außer Verwaltung tun.
    {1} ; il vous laisse tout faire sauf l'administration.
    {1}; te deja hacer todo menos administrar.

    {1}; it is for synchronising.
    {1}; er ist zum Synchronisieren.
    {1} ; il sert à synchroniser.
    {1}; sirve para sincronizar.

    There is none yet, or you may not see it.
    Es gibt noch keines, oder du darfst es nicht sehen.
    Il n'y en a pas encore, ou vous n'avez pas le droit de le voir.
    Aún no hay ninguno, o no puedes verlo.

    {1} cannot be looked at.
    {1} ist nicht einsehbar.
    {1} n'est pas consultable.
    {1} no se puede consultar.

    {1} has {2} MB free.
    {1} hat {2} MB frei.
    {1} a {2} Mo libres.
    {1} tiene {2} MB libres.

    Not ready to ride; failed: {1}.
    Nicht bereit zur Fahrt; Fehler: {1}.
    Pas prêt à rouler ; échecs : {1}.
    No está listo para rodar; fallos: {1}.

    Ready to ride.
    Bereit zur Fahrt.
    Prêt à rouler.
    Listo para rodar.

    Ready to ride, with 1 warning.
    Bereit zur Fahrt, mit 1 Warnung.
    Prêt à rouler, avec 1 alerte.
    Listo para rodar, con 1 aviso.

    Ready to ride, with {1} warnings.
    Bereit zur Fahrt, mit {1} Warnungen.
    Prêt à rouler, avec {1} alertes.
    Listo para rodar, con {1} avisos.
    """#
}
