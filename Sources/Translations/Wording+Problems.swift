extension Wording {
  /// The phrases about problems while the daemon runs.
  static let problems = #"""
    1 ride came over
    1 Fahrt wurde übernommen
    1 sortie a été reprise
    1 sesión se ha recuperado

    {1} rides came over
    {1} Fahrten wurden übernommen
    {1} sorties ont été reprises
    {1} sesiones se han recuperado

    {1}, 1 could not be read
    {1}, 1 konnte nicht gelesen werden
    {1}, 1 n'a pas pu être lue
    {1}, 1 no se ha podido leer

    {1}, {2} could not be read
    {1}, {2} konnten nicht gelesen werden
    {1}, {2} n'ont pas pu être lues
    {1}, {2} no se han podido leer

    The trainer
    Der Trainer
    Le home trainer
    El rodillo

    the trainer
    der Trainer
    le home trainer
    el rodillo

    The trainer does not come back; the daemon tries a remedy{1}.
    Der Trainer kommt nicht zurück; der Dienst versucht eine Abhilfe{1}.
    Le home trainer ne revient pas ; le service essaie un remède{1}.
    El rodillo no vuelve; el servicio prueba un remedio{1}.

    it forgets the device
    er vergisst das Gerät
    il oublie l'appareil
    olvida el dispositivo

    it switches the adapter off and on
    er schaltet den Adapter aus und ein
    il éteint et rallume l'adaptateur
    apaga y enciende el adaptador

    Switch the trainer off and on; if the adapter is a USB one, unplug it and plug it in again.
    Schalte den Trainer aus und ein; wenn der Adapter am USB steckt, zieh ihn ab und steck ihn wieder an.
    Éteignez et rallumez le home trainer ; si l'adaptateur est en USB, débranchez-le et rebranchez-le.
    Apaga y enciende el rodillo; si el adaptador es USB, desconéctalo y vuelve a conectarlo.

    The library of rides is still opening.
    Das Archiv der Fahrten wird noch geöffnet.
    La bibliothèque des sorties est en cours d'ouverture.
    La biblioteca de sesiones aún se está abriendo.

    Wait: a new version may have to change it, which takes a minute on a slow card.
    Warte: eine neue Version muss es vielleicht anpassen, und das dauert auf einer langsamen Karte eine Minute.
    Patientez : une nouvelle version doit parfois la modifier, ce qui prend une minute sur une carte lente.
    Espera: una versión nueva puede tener que cambiarla, lo que tarda un minuto en una tarjeta lenta.

    the state directory
    das Datenverzeichnis
    le répertoire des données
    el directorio de datos

    A reboot deletes all rides: {1} is in memory{2}.
    Ein Neustart des Rechners löscht alle Fahrten: {1} liegt im Arbeitsspeicher{2}.
    Un redémarrage efface toutes les sorties : {1} est en mémoire vive{2}.
    Un reinicio borra todas las sesiones: {1} está en la memoria{2}.

    Switch the overlay of a read-only root off (`sudo raspi-config`, Performance Options), or keep rides on a disk: `jz2d --state DIR`.
    Schalte das Overlay eines schreibgeschützten Systems aus (`sudo raspi-config`, Performance Options), oder lege die Fahrten auf einem Datenträger ab: `jz2d --state DIR`.
    Désactivez l'overlay d'un système en lecture seule (`sudo raspi-config`, Performance Options), ou gardez les sorties sur un disque : `jz2d --state DIR`.
    Desactiva el overlay de un sistema de solo lectura (`sudo raspi-config`, Performance Options), o guarda las sesiones en un disco: `jz2d --state DIR`.

    the heart-rate strap
    der Brustgurt
    la ceinture cardio
    la banda cardíaca

    The heart-rate strap
    Der Brustgurt
    La ceinture cardio
    La banda cardíaca

    The connection to {1} is lost; the ride goes on without heart rate.
    Verbindung verloren: {1}; die Fahrt geht ohne Herzfrequenz weiter.
    Connexion perdue : {1} ; la sortie continue sans fréquence cardiaque.
    Conexión perdida: {1}; la sesión sigue sin frecuencia cardíaca.

    Wet the strap and check that it sits tight; it is connected again by itself.
    Befeuchte den Gurt und prüfe, ob er fest sitzt; er wird von selbst wieder verbunden.
    Humidifiez la ceinture et vérifiez qu'elle est bien serrée ; elle se reconnecte d'elle-même.
    Humedece la banda y comprueba que está bien ajustada; se vuelve a conectar sola.

    {1} is connected and sends nothing; the ride goes on without heart rate.
    {1} ist verbunden und sendet nichts; die Fahrt geht ohne Herzfrequenz weiter.
    {1} : connexion établie, mais rien n'est envoyé ; la sortie continue sans fréquence cardiaque.
    {1}: hay conexión, pero no envía nada; la sesión sigue sin frecuencia cardíaca.

    {1} does not answer; the ride goes on without heart rate.
    {1} antwortet nicht; die Fahrt geht ohne Herzfrequenz weiter.
    {1} ne répond pas ; la sortie continue sans fréquence cardiaque.
    {1} no responde; la sesión sigue sin frecuencia cardíaca.

    {1} does not answer; the trainer's power counts.
    {1} antwortet nicht; die Leistung des Trainers zählt.
    {1} ne répond pas ; la puissance du home trainer compte.
    {1} no responde; cuenta la potencia del rodillo.

    {1} does not answer; the trainer's cadence counts.
    {1} antwortet nicht; die Trittfrequenz des Trainers zählt.
    {1} ne répond pas ; la cadence du home trainer compte.
    {1} no responde; cuenta la cadencia del rodillo.

    The power meter
    Der Leistungsmesser
    Le capteur de puissance
    El medidor de potencia

    The cadence sensor
    Der Trittfrequenzsensor
    Le capteur de cadence
    El sensor de cadencia

    Turn the pedals to wake it; it is connected within a minute. `jz2ctl forget ADDRESS` rides without it.
    Dreh die Pedale, um ihn zu wecken; er wird binnen einer Minute verbunden. Nach `jz2ctl forget ADDRESS` fährst du ohne ihn.
    Tournez les pédales pour le réveiller ; il est connecté en une minute. Après `jz2ctl forget ADDRESS`, on roule sans lui.
    Gira los pedales para despertarlo; se conecta en un minuto. Tras `jz2ctl forget ADDRESS` se rueda sin él.

    Put it on and wet it; it is connected within a minute.
    Leg ihn an und befeuchte ihn; er wird innerhalb einer Minute verbunden.
    Mettez-la et humidifiez-la ; elle se connecte en moins d'une minute.
    Póntela y humedécela; se conecta en menos de un minuto.

    The last start has ended: the pedals never turned, so no ride was recorded.
    Der letzte Start ist beendet: Die Pedale haben sich nie gedreht, also wurde keine Fahrt aufgezeichnet.
    Le dernier départ est terminé : les pédales n'ont jamais tourné, donc aucune sortie n'a été enregistrée.
    El último inicio ha terminado: los pedales no giraron, así que no se grabó ninguna sesión.

    Start again when you are on the bike: `jz2ctl start`.
    Starte noch einmal, wenn du auf dem Rad sitzt: `jz2ctl start`.
    Recommencez quand vous êtes sur le vélo : `jz2ctl start`.
    Empieza de nuevo cuando estés en la bici: `jz2ctl start`.

    The system clock is not set yet, so the ride's times may be wrong.
    Die Systemuhr ist noch nicht gestellt, deshalb können die Zeiten der Fahrt falsch sein.
    L'horloge du système n'est pas encore réglée, donc les heures de la sortie peuvent être fausses.
    El reloj del sistema aún no está en hora, así que las horas de la sesión pueden ser erróneas.

    Connect the machine to a network; `timedatectl` shows when the clock is synchronised.
    Verbinde den Rechner mit einem Netz; `timedatectl` zeigt, wann die Uhr synchronisiert ist.
    Connectez la machine à un réseau ; `timedatectl` montre quand l'horloge est synchronisée.
    Conecta el equipo a una red; `timedatectl` muestra cuándo el reloj está sincronizado.

    a device
    ein Gerät
    un appareil
    un dispositivo

    The battery of {1} is nearly empty{2}.
    Batterie fast leer: {1}{2}.
    Pile presque vide : {1}{2}.
    Batería casi agotada: {1}{2}.

    Change or charge it after this ride.
    Wechsle oder lade sie nach dieser Fahrt.
    Changez-la ou rechargez-la après cette sortie.
    Cámbiala o cárgala después de esta sesión.

    the daemon
    der Dienst
    le service
    el servicio

    {1} sends no power: its target cannot be seen.
    {1} sendet keine Leistung: sein Ziel ist nicht zu sehen.
    {1} n'envoie aucune puissance : sa cible ne peut pas être vérifiée.
    {1} no envía potencia: no se puede ver su objetivo.

    Switch the trainer off and on; if that does not help, update its firmware in its maker's app.
    Schalte den Trainer aus und ein; wenn das nicht hilft, aktualisiere seine Firmware in der App des Herstellers.
    Éteignez et rallumez le home trainer ; si cela n'aide pas, mettez à jour son micrologiciel dans l'application du fabricant.
    Apaga y enciende el rodillo; si no ayuda, actualiza su firmware en la aplicación del fabricante.

    {1} asks for a spin-down.
    {1} bittet um eine Kalibrierung (Spindown).
    {1} demande un étalonnage (spin-down).
    {1} pide una calibración (spindown).

    Calibrate it in its maker's app after this ride; until then its power may be wrong.
    Kalibriere ihn nach dieser Fahrt in der App des Herstellers; bis dahin kann seine Leistung falsch sein.
    Étalonnez-le après cette sortie dans l'application du fabricant ; d'ici là, sa puissance peut être fausse.
    Calíbralo después de esta sesión en la aplicación del fabricante; hasta entonces su potencia puede ser incorrecta.

    {1} shows no power; the trainer's power counts.
    {1} zeigt keine Leistung; die Leistung des Trainers zählt.
    {1} n'indique aucune puissance ; la puissance du home trainer compte.
    {1} no muestra potencia; cuenta la potencia del rodillo.

    Calibrate it and check its battery; as soon as it shows power, it counts again.
    Kalibriere ihn und prüfe seine Batterie; sobald er Leistung zeigt, zählt er wieder.
    Étalonnez-le et vérifiez sa pile ; dès qu'il indique une puissance, il compte à nouveau.
    Calíbralo y revisa su batería; en cuanto muestre potencia, vuelve a contar.

    {1} asks to be calibrated.
    {1} bittet um eine Kalibrierung.
    {1} demande un étalonnage.
    {1} pide una calibración.

    Set its zero offset in its maker's app after this ride; until then its power may be wrong.
    Setze nach dieser Fahrt seinen Nullpunkt in der App des Herstellers; bis dahin kann seine Leistung falsch sein.
    Réglez son zéro après cette sortie dans l'application du fabricant ; d'ici là, sa puissance peut être fausse.
    Ajusta su punto cero después de esta sesión en la aplicación del fabricante; hasta entonces su potencia puede ser incorrecta.

    {1} measures speed, not cadence; the trainer's cadence counts.
    {1} misst Geschwindigkeit, keine Trittfrequenz; die Trittfrequenz des Trainers zählt.
    {1} mesure la vitesse, pas la cadence ; la cadence du home trainer compte.
    {1} mide velocidad, no cadencia; cuenta la cadencia del rodillo.

    If the sensor can do both, switch it to cadence; otherwise choose another one: `jz2ctl use ADDRESS --as cadence`.
    Wenn der Sensor beides kann, stell ihn auf Trittfrequenz um; sonst wähle einen anderen: `jz2ctl use ADDRESS --as cadence`.
    Si le capteur sait faire les deux, passez-le en cadence ; sinon, choisissez-en un autre : `jz2ctl use ADDRESS --as cadence`.
    Si el sensor sabe hacer ambas cosas, cámbialo a cadencia; si no, elige otro: `jz2ctl use ADDRESS --as cadence`.

    {1} counts no turns; the trainer's cadence counts.
    {1} zählt keine Umdrehungen; die Trittfrequenz des Trainers zählt.
    {1} ne compte aucun tour ; la cadence du home trainer compte.
    {1} no cuenta vueltas; cuenta la cadencia del rodillo.

    Check that it sits on the crank and next to its magnet, if it has one.
    Prüfe, ob er an der Kurbel sitzt und nah an seinem Magneten, falls er einen hat.
    Vérifiez qu'il est bien sur la manivelle et près de son aimant, s'il en a un.
    Comprueba que está en la biela y cerca de su imán, si lo tiene.
    """#
}
