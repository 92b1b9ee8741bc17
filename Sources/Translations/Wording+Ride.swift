extension Wording {
  /// The phrases about the ride in hand and its recording.
  static let ride = #"""
    A ride is on already{1}.
    Es läuft schon eine Fahrt{1}.
    Une sortie est déjà en cours{1}.
    Ya hay una sesión en marcha{1}.

    See it with `jz2ctl watch`, change it with `jz2ctl watts W`, end it with `jz2ctl stop`.
    Sieh sie mit `jz2ctl watch` an, ändere sie mit `jz2ctl watts W`, beende sie mit `jz2ctl stop`.
    Suivez-la avec `jz2ctl watch`, modifiez-la avec `jz2ctl watts W`, terminez-la avec `jz2ctl stop`.
    Síguela con `jz2ctl watch`, cámbiala con `jz2ctl watts W`, termínala con `jz2ctl stop`.

    No ride is on.
    Es läuft keine Fahrt.
    Aucune sortie n'est en cours.
    No hay ninguna sesión en marcha.

    Begin one: `jz2ctl start --watts 150 --minutes 60`.
    Beginne eine: `jz2ctl start --watts 150 --minutes 60`.
    Commencez-en une : `jz2ctl start --watts 150 --minutes 60`.
    Empieza una: `jz2ctl start --watts 150 --minutes 60`.

    Riding is free, so there is no target to raise or lower.
    Die Fahrt ist frei, es gibt also kein Ziel, das höher oder tiefer werden könnte.
    La sortie est libre : il n'y a pas de cible à relever ou à abaisser.
    La sesión es libre, así que no hay objetivo que subir o bajar.

    Set a power: `jz2ctl watts 150`.
    Stell eine Leistung ein: `jz2ctl watts 150`.
    Réglez une puissance : `jz2ctl watts 150`.
    Fija una potencia: `jz2ctl watts 150`.

    A stop ended the start.
    Ein Stopp hat den Start beendet.
    Un arrêt a mis fin au démarrage.
    Una parada ha interrumpido el inicio.

    Start again when you are ready.
    Starte noch einmal, wenn du bereit bist.
    Recommencez quand vous serez prêt.
    Empieza de nuevo cuando quieras.

    No rides yet.
    Noch keine Fahrten.
    Pas encore de sorties.
    Aún no hay sesiones.

    There is no ride of that number.
    Es gibt keine Fahrt mit dieser Nummer.
    Il n'y a pas de sortie portant ce numéro.
    No hay ninguna sesión con ese número.

    There is no ride {1}.
    Es gibt keine Fahrt {1}.
    Il n'y a pas de sortie {1}.
    No hay ninguna sesión {1}.

    See your rides: `jz2ctl rides`.
    Sieh deine Fahrten an: `jz2ctl rides`.
    Voyez vos sorties : `jz2ctl rides`.
    Mira tus sesiones: `jz2ctl rides`.

    There is no file format of that name.
    Es gibt kein Dateiformat mit diesem Namen.
    Il n'y a pas de format de fichier de ce nom.
    No hay ningún formato de archivo con ese nombre.

    There is no file format {1}.
    Es gibt kein Dateiformat {1}.
    Il n'y a pas de format de fichier {1}.
    No hay ningún formato de archivo {1}.

    Use `--format tcx`, `fit`, `csv` or `json`, or `btsnoop` for the radio traffic.
    Nimm `--format tcx`, `fit`, `csv` oder `json`, oder `btsnoop` für den Funkverkehr.
    Utilisez `--format tcx`, `fit`, `csv` ou `json`, ou `btsnoop` pour le trafic radio.
    Usa `--format tcx`, `fit`, `csv` o `json`, o `btsnoop` para el tráfico de radio.

    The store of rides does not work{1}.
    Die Ablage der Fahrten funktioniert nicht{1}.
    Le stockage des sorties ne fonctionne pas{1}.
    El almacén de sesiones no funciona{1}.

    See what keeps it from working: `jz2ctl doctor`.
    Sieh nach, was sie daran hindert: `jz2ctl doctor`.
    Voyez ce qui l'en empêche : `jz2ctl doctor`.
    Mira qué se lo impide: `jz2ctl doctor`.

    The ride does not allow that now.
    Die Fahrt lässt das jetzt nicht zu.
    La sortie ne permet pas cela maintenant.
    La sesión no lo permite ahora.

    See its state: `jz2ctl status`.
    Sieh ihren Zustand an: `jz2ctl status`.
    Voyez son état : `jz2ctl status`.
    Mira su estado: `jz2ctl status`.

    The trainer is not connected yet.
    Der Trainer ist noch nicht verbunden.
    Le home trainer n'est pas encore connecté.
    El rodillo aún no está conectado.

    Wait a moment, or cancel the start: `jz2ctl stop`.
    Warte einen Augenblick, oder brich den Start ab: `jz2ctl stop`.
    Patientez un instant, ou annulez le démarrage : `jz2ctl stop`.
    Espera un momento, o cancela el inicio: `jz2ctl stop`.

    The ride has not begun.
    Die Fahrt hat noch nicht begonnen.
    La sortie n'a pas commencé.
    La sesión no ha empezado.

    Pedal to begin, or end it: `jz2ctl stop`.
    Tritt in die Pedale, um zu beginnen, oder beende sie: `jz2ctl stop`.
    Pédalez pour commencer, ou terminez-la : `jz2ctl stop`.
    Pedalea para empezar, o termínala: `jz2ctl stop`.

    The ride is not paused.
    Die Fahrt ist nicht angehalten.
    La sortie n'est pas en pause.
    La sesión no está en pausa.

    Pause it: `jz2ctl pause`; end it: `jz2ctl stop`.
    Halte sie an: `jz2ctl pause`; beende sie: `jz2ctl stop`.
    Mettez-la en pause : `jz2ctl pause` ; terminez-la : `jz2ctl stop`.
    Ponla en pausa: `jz2ctl pause`; termínala: `jz2ctl stop`.

    The ride is paused.
    Die Fahrt ist angehalten.
    La sortie est en pause.
    La sesión está en pausa.

    End the pause: `jz2ctl resume`; end the ride: `jz2ctl stop`.
    Beende die Pause: `jz2ctl resume`; beende die Fahrt: `jz2ctl stop`.
    Terminez la pause : `jz2ctl resume` ; terminez la sortie : `jz2ctl stop`.
    Termina la pausa: `jz2ctl resume`; termina la sesión: `jz2ctl stop`.

    The trainer is gone, or sends no data, and the timer stands.
    Der Trainer ist weg oder sendet keine Daten, und die Uhr der Fahrt steht.
    Le home trainer a disparu, ou n'envoie rien, et le chronomètre est arrêté.
    El rodillo ha desaparecido, o no envía datos, y el cronómetro está parado.

    Wait until it is back, or end the ride: `jz2ctl stop`.
    Warte, bis er wieder da ist, oder beende die Fahrt: `jz2ctl stop`.
    Attendez qu'il revienne, ou terminez la sortie : `jz2ctl stop`.
    Espera a que vuelva, o termina la sesión: `jz2ctl stop`.

    The ride is ending.
    Die Fahrt wird beendet.
    La sortie se termine.
    La sesión está terminando.

    See when it has ended: `jz2ctl status`.
    Sieh nach, wann sie zu Ende ist: `jz2ctl status`.
    Voyez quand elle est finie : `jz2ctl status`.
    Mira cuándo ha terminado: `jz2ctl status`.

    The connection to {1} is lost; the timer stands until it is back.
    Verbindung verloren: {1}; die Uhr der Fahrt steht, bis sie wieder da ist.
    Connexion perdue : {1} ; le chronomètre est arrêté jusqu'à son retour.
    Conexión perdida: {1}; el cronómetro está parado hasta que vuelva.

    Check its power and its distance; it is connected again by itself.
    Prüfe Strom und Abstand; er wird von selbst wieder verbunden.
    Vérifiez son alimentation et sa distance ; il se reconnecte de lui-même.
    Comprueba su alimentación y su distancia; se vuelve a conectar solo.

    {1} is connected and sends nothing.
    {1} ist verbunden und sendet nichts.
    {1} : connexion établie, mais rien n'est envoyé.
    {1}: hay conexión, pero no envía nada.

    Turn the pedals; it is connected again by itself. If that does not help, close other programs that use it, and switch the trainer off and on.
    Tritt in die Pedale; er wird von selbst neu verbunden. Wenn das nicht hilft, schließe andere Programme, die ihn nutzen, und schalte den Trainer aus und ein.
    Pédalez ; il se reconnecte de lui-même. Si cela ne suffit pas, fermez les autres programmes qui l'utilisent, puis éteignez et rallumez le home trainer.
    Pedalea; se vuelve a conectar solo. Si eso no ayuda, cierra otros programas que lo usen, y apaga y enciende el rodillo.

    {1} sends no cadence; its power tells whether you pedal.
    {1} sendet keine Trittfrequenz; ob du trittst, sagt die Leistung.
    {1} n'envoie pas de cadence ; sa puissance indique si vous pédalez.
    {1} no envía cadencia; su potencia indica si pedaleas.

    Ride on; if it has a cadence sensor, check its battery. Without cadence only its speed tells when a load is too much for the legs.
    Fahr weiter; wenn er einen Sensor für die Trittfrequenz hat, prüfe dessen Batterie. Ohne Trittfrequenz zeigt nur seine Geschwindigkeit, wann eine Last den Beinen zu viel ist.
    Continuez ; s'il a un capteur de cadence, vérifiez sa pile. Sans cadence, seule sa vitesse indique quand une charge est trop forte pour les jambes.
    Sigue; si tiene un sensor de cadencia, comprueba su pila. Sin cadencia, solo su velocidad indica cuándo una carga es excesiva para las piernas.

    {1} acknowledged the target and does not hold it{2}.
    {1} hat das Ziel bestätigt und hält es nicht{2}.
    {1} a confirmé la cible et ne la tient pas{2}.
    {1} ha confirmado el objetivo y no lo mantiene{2}.

    Close other programs that control it; if that does not help, switch the trainer off and on.
    Schließ andere Programme, die ihn steuern; wenn das nicht hilft, schalte den Trainer aus und ein.
    Fermez les autres programmes qui le commandent ; si cela ne suffit pas, éteignez et rallumez le home trainer.
    Cierra otros programas que lo controlen; si eso no ayuda, apaga y enciende el rodillo.

    Another program controls {1}.
    Von einem anderen Programm gesteuert: {1}.
    Commandé par un autre programme : {1}.
    Controlado por otro programa: {1}.

    Close the other program; the daemon takes control back by itself.
    Schließ das andere Programm; der Dienst übernimmt die Steuerung von selbst wieder.
    Fermez l'autre programme ; le service reprend la commande de lui-même.
    Cierra el otro programa; el servicio recupera el control por sí solo.

    {1} refuses the target{2}.
    {1} lehnt das Ziel ab{2}.
    {1} refuse la cible{2}.
    {1} rechaza el objetivo{2}.

    Set another one: `jz2ctl watts W`.
    Stell ein anderes ein: `jz2ctl watts W`.
    Réglez-en une autre : `jz2ctl watts W`.
    Fija otro: `jz2ctl watts W`.

    The load was too much for the legs; it is lowered{1}.
    Die Last war den Beinen zu viel; sie ist gesenkt{1}.
    La charge était trop forte pour les jambes ; elle est abaissée{1}.
    La carga era excesiva para las piernas; se ha bajado{1}.

    Pedal faster than 60 rpm and it rises again, or set less: `jz2ctl watts W`.
    Tritt schneller als 60 rpm, dann steigt sie wieder, oder stell weniger ein: `jz2ctl watts W`.
    Pédalez à plus de 60 rpm et elle remonte, ou réglez moins : `jz2ctl watts W`.
    Pedalea a más de 60 rpm y volverá a subir, o fija menos: `jz2ctl watts W`.

    No heart rate for half a minute; the power that it steers is lowered{1}.
    Seit einer halben Minute keine Herzfrequenz; die Leistung, die sie steuert, ist gesenkt{1}.
    Pas de fréquence cardiaque depuis une demi-minute ; la puissance qu'elle pilote est abaissée{1}.
    Sin frecuencia cardíaca desde hace medio minuto; la potencia que guía se ha bajado{1}.

    Wet the strap and check that it sits tight; the heart rate steers again as soon as it arrives.
    Befeuchte den Gurt und prüfe, ob er fest sitzt; die Herzfrequenz steuert wieder, sobald sie ankommt.
    Humidifiez la ceinture et vérifiez qu'elle est bien serrée ; la fréquence cardiaque reprend le pilotage dès qu'elle arrive.
    Humedece la banda y comprueba que está bien ajustada; la frecuencia cardíaca vuelve a guiar en cuanto llegue.

    Your heart rate stays below the zone, at the most power that the zone allows{1}.
    Dein Puls bleibt unter der Zone, bei der größten Leistung, die sie erlaubt{1}.
    Votre fréquence cardiaque reste sous la zone, à la plus grande puissance que la zone permet{1}.
    Tu frecuencia cardíaca sigue por debajo de la zona, con la mayor potencia que permite{1}.

    The limit follows your FTP, in Zone 2 it is 82 % of it: set it for the next ride, `jz2ctl settings --ftp W`.
    Die Grenze folgt deiner FTP, in Zone 2 sind es 82 % davon: setze sie für die nächste Fahrt, `jz2ctl settings --ftp W`.
    La limite suit votre FTP, en zone 2 elle en est 82 % : réglez-la pour la prochaine sortie, `jz2ctl settings --ftp W`.
    El límite sigue tu FTP, en la zona 2 es el 82 %: ajústala para la próxima sesión, `jz2ctl settings --ftp W`.

    Your heart rate stays above the zone, at the least power that it steers to{1}.
    Dein Puls bleibt über der Zone, bei der kleinsten Leistung, auf die er steuert{1}.
    Votre fréquence cardiaque reste au-dessus de la zone, à la plus petite puissance pilotée{1}.
    Tu frecuencia cardíaca sigue por encima de la zona, con la menor potencia que guía{1}.

    Cool down and drink, or end the ride: `jz2ctl stop`. If the zone is too low for you, set it: `jz2ctl settings --zone2 120-140`.
    Kühl dich ab und trink, oder beende die Fahrt: `jz2ctl stop`. Ist die Zone zu niedrig für dich, setze sie: `jz2ctl settings --zone2 120-140`.
    Rafraîchissez-vous et buvez, ou terminez la sortie : `jz2ctl stop`. Si la zone est trop basse pour vous, réglez-la : `jz2ctl settings --zone2 120-140`.
    Refréscate y bebe, o termina la sesión: `jz2ctl stop`. Si la zona es demasiado baja para ti, ajústala: `jz2ctl settings --zone2 120-140`.

    No heart rate arrives; the power that it steers stays as it is{1}.
    Es kommt keine Herzfrequenz an; die Leistung, die sie steuert, bleibt, wie sie ist{1}.
    Aucune fréquence cardiaque n'arrive ; la puissance qu'elle pilote reste telle quelle{1}.
    No llega la frecuencia cardíaca; la potencia que guía se queda como está{1}.

    Check that the strap sits tight; without it the power is lowered in half a minute.
    Prüfe, ob der Gurt fest sitzt; ohne ihn wird die Leistung in einer halben Minute gesenkt.
    Vérifiez que la ceinture est bien serrée ; sans elle, la puissance sera abaissée dans une demi-minute.
    Comprueba que la banda está bien ajustada; sin ella la potencia se baja en medio minuto.

    Your heartbeat shows that you are above the aerobic threshold; the target is lowered{1}.
    Dein Herzschlag zeigt, dass du über der aeroben Schwelle bist; das Ziel ist gesenkt{1}.
    Vos battements montrent que vous êtes au-dessus du seuil aérobie ; la cible est abaissée{1}.
    Tus latidos muestran que estás por encima del umbral aeróbico; el objetivo se ha bajado{1}.

    Ride on; it rises again when DFA alpha-1 has been above 0.75 for a while.
    Fahr weiter; es steigt wieder, wenn DFA alpha-1 eine Weile über 0,75 war.
    Continuez ; elle remonte quand DFA alpha-1 est resté un moment au-dessus de 0,75.
    Sigue; vuelve a subir cuando DFA alpha-1 lleve un rato por encima de 0,75.

    Your heart rate is above its limit; the target is lowered.
    Deine Herzfrequenz ist über ihrer Grenze; das Ziel ist gesenkt.
    Votre fréquence cardiaque dépasse sa limite ; la cible est abaissée.
    Tu frecuencia cardíaca supera su límite; el objetivo se ha bajado.

    Your heart rate is above your limit of {1}; the target is lowered.
    Deine Herzfrequenz ist über deiner Grenze von {1}; das Ziel ist gesenkt.
    Votre fréquence cardiaque dépasse votre limite de {1} ; la cible est abaissée.
    Tu frecuencia cardíaca supera tu límite de {1}; el objetivo se ha bajado.

    Ride on; it rises again when your heart rate is lower.
    Fahr weiter; es steigt wieder, wenn deine Herzfrequenz niedriger ist.
    Continuez ; elle remonte quand votre fréquence cardiaque est plus basse.
    Sigue; vuelve a subir cuando tu frecuencia cardíaca sea más baja.

    There is no recording of the radio traffic of ride {1}
    Es gibt keine Aufzeichnung des Funkverkehrs von Fahrt {1}
    Il n'y a pas d'enregistrement du trafic radio de la sortie {1}
    No hay grabación del tráfico de radio de la sesión {1}

    There is no recording of the radio traffic of that ride
    Es gibt keine Aufzeichnung des Funkverkehrs dieser Fahrt
    Il n'y a pas d'enregistrement du trafic radio de cette sortie
    No hay grabación del tráfico de radio de esa sesión

    {1}: a simulated or replayed radio has none.
    {1}: ein simulierter oder abgespielter Funk hat keine.
    {1} : une radio simulée ou rejouée n'en a pas.
    {1}: una radio simulada o reproducida no tiene.

    Ride over Bluetooth, or export the ride itself: `--format tcx`.
    Fahr über Bluetooth, oder exportiere die Fahrt selbst: `--format tcx`.
    Roulez en Bluetooth, ou exportez la sortie elle-même : `--format tcx`.
    Rueda por Bluetooth, o exporta la sesión misma: `--format tcx`.

    {1}: the daemon may not listen to the controller.
    {1}: der Dienst darf den Controller nicht mithören.
    {1} : le service n'a pas le droit d'écouter le contrôleur.
    {1}: el servicio no puede escuchar al controlador.

    Rides over Bluetooth are recorded, and the newest 20 recordings are kept; `jz2ctl doctor` tells whether that works.
    Fahrten über Bluetooth werden aufgezeichnet, und die neuesten 20 Aufzeichnungen bleiben; `jz2ctl doctor` sagt, ob das funktioniert.
    Les sorties en Bluetooth sont enregistrées, et les 20 derniers enregistrements sont gardés ; `jz2ctl doctor` indique si cela fonctionne.
    Las sesiones por Bluetooth se graban, y se guardan las 20 grabaciones más recientes; `jz2ctl doctor` indica si funciona.

    Give it CAP_NET_RAW: `sudo systemctl edit jz2d`, there `AmbientCapabilities=CAP_NET_RAW` below `[Service]`.
    Gib ihm CAP_NET_RAW: `sudo systemctl edit jz2d`, dort `AmbientCapabilities=CAP_NET_RAW` unter `[Service]`.
    Donnez-lui CAP_NET_RAW : `sudo systemctl edit jz2d`, là `AmbientCapabilities=CAP_NET_RAW` sous `[Service]`.
    Dale CAP_NET_RAW: `sudo systemctl edit jz2d`, ahí `AmbientCapabilities=CAP_NET_RAW` bajo `[Service]`.
    """#
}
