extension Wording {
  /// The phrases about devices, their links and the radio.
  static let radio = #"""
    The device
    Das Gerät
    L'appareil
    El dispositivo

    No trainer is chosen, and none is in range.
    Kein Trainer ist gewählt, und keiner ist in Reichweite.
    Aucun home trainer n'est choisi, et aucun n'est à portée.
    No hay ningún rodillo elegido, ni ninguno al alcance.

    Turn the pedals to wake it, close other programs that are connected to it, and start again.
    Dreh die Pedale, um ihn zu wecken, schließ andere Programme, die mit ihm verbunden sind, und starte noch einmal.
    Tournez les pédales pour le réveiller, fermez les autres programmes qui lui sont connectés, et recommencez.
    Gira los pedales para despertarlo, cierra otros programas conectados a él y empieza de nuevo.

    No trainer is chosen, and none is in range. A meter or an older trainer may be: {1}.
    Kein Trainer ist gewählt, und keiner ist in Reichweite. Ein Leistungsmesser oder ein älterer Trainer ist vielleicht: {1}.
    Aucun home trainer n'est choisi, et aucun n'est à portée. Un capteur de puissance ou un home trainer ancien est peut-être : {1}.
    No hay ningún rodillo elegido ni al alcance. Puede ser un medidor o un rodillo antiguo: {1}.

    If that is your trainer, `jz2ctl use ADDRESS` finds out and takes it. Else turn the pedals of yours to wake it, and start again.
    Wenn das dein Trainer ist, findet `jz2ctl use ADDRESS` es heraus und nimmt ihn. Sonst dreh die Pedale von deinem, um ihn zu wecken, und beginn noch einmal.
    Si c'est votre home trainer, `jz2ctl use ADDRESS` le vérifie et le prend. Sinon, tournez les pédales du vôtre pour le réveiller, et recommencez.
    Si ese es tu rodillo, `jz2ctl use ADDRESS` lo comprueba y lo toma. Si no, gira los pedales del tuyo para despertarlo y empieza de nuevo.

    {1} does not answer.
    {1} antwortet nicht.
    {1} ne répond pas.
    {1} no responde.

    Turn the pedals to wake it, close other programs that are connected to it, and look: `jz2ctl scan`.
    Dreh die Pedale, um ihn zu wecken, schließ andere Programme, die mit ihm verbunden sind, und sieh nach: `jz2ctl scan`.
    Tournez les pédales pour le réveiller, fermez les autres programmes qui lui sont connectés, et regardez : `jz2ctl scan`.
    Gira los pedales para despertarlo, cierra otros programas conectados a él y mira: `jz2ctl scan`.

    {1} cannot be controlled: it has neither Fitness Machine (FTMS) nor the control of Wahoo or Tacx. It may be a power meter, or a trainer that reports its power and accepts none.
    {1} lässt sich nicht steuern: es gibt dort weder Fitness Machine (FTMS) noch die Steuerung von Wahoo oder Tacx. Es kann ein Leistungsmesser sein oder ein Trainer, der seine Leistung meldet und keine annimmt.
    {1} ne peut pas être commandé : il n'a ni Fitness Machine (FTMS), ni la commande de Wahoo ou de Tacx. C'est peut-être un capteur de puissance, ou un home trainer qui annonce sa puissance sans en accepter.
    {1} no se puede controlar: no tiene ni Fitness Machine (FTMS) ni el control de Wahoo o de Tacx. Puede ser un medidor de potencia, o un rodillo que informa de su potencia y no acepta ninguna.

    Ride it without a target: `jz2ctl start --free`. If it is a trainer, turn the pedals and start again: some show all they have only once they are awake. If that does not help, update its firmware with the maker's app: many have got Fitness Machine by that. If it is a meter, `jz2ctl use ADDRESS --as power` makes its power the ride's.
    Fahr ohne Ziel: `jz2ctl start --free`. Wenn es ein Trainer ist, dreh die Pedale und starte noch einmal: manche zeigen alles, was sie können, erst wenn sie wach sind. Hilft das nicht, aktualisiere seine Firmware mit der App des Herstellers: viele haben Fitness Machine so erhalten. Wenn es ein Leistungsmesser ist, macht `jz2ctl use ADDRESS --as power` seine Leistung zu der der Fahrt.
    Roulez sans cible : `jz2ctl start --free`. Si c'est un home trainer, tournez les pédales et recommencez : certains ne montrent tout ce qu'ils ont qu'une fois réveillés. Si cela ne suffit pas, mettez à jour son micrologiciel avec l'application du fabricant : beaucoup ont reçu Fitness Machine ainsi. Si c'est un capteur, `jz2ctl use ADDRESS --as power` fait de sa puissance celle de la sortie.
    Rueda sin objetivo: `jz2ctl start --free`. Si es un rodillo, gira los pedales y empieza de nuevo: algunos solo muestran todo cuando están despiertos. Si no ayuda, actualiza su firmware con la aplicación del fabricante: muchos han recibido así Fitness Machine. Si es un medidor, `jz2ctl use ADDRESS --as power` hace que su potencia sea la del entrenamiento.

    {1} cannot hold a power.
    {1} kann keine Leistung halten.
    {1} ne peut pas tenir une puissance.
    {1} no puede mantener una potencia.

    Ride without a target, `jz2ctl start --free`, or choose a trainer with ERG mode: `jz2ctl use ADDRESS`.
    Fahr ohne Ziel, `jz2ctl start --free`, oder wähle einen Trainer mit ERG-Modus: `jz2ctl use ADDRESS`.
    Roulez sans cible, `jz2ctl start --free`, ou choisissez un home trainer avec le mode ERG : `jz2ctl use ADDRESS`.
    Rueda sin objetivo, `jz2ctl start --free`, o elige un rodillo con modo ERG: `jz2ctl use ADDRESS`.

    {1} refused{2}.
    {1} hat abgelehnt{2}.
    {1} a refusé{2}.
    {1} se ha negado{2}.

    control not permitted
    Steuerung nicht erlaubt
    commande non autorisée
    control no permitido

    no answer
    keine Antwort
    pas de réponse
    sin respuesta

    Close other programs that control it, and start again.
    Schließ andere Programme, die ihn steuern, und starte noch einmal.
    Fermez les autres programmes qui le commandent, et recommencez.
    Cierra otros programas que lo controlen y empieza de nuevo.

    {1} does not do what it is to be chosen for.
    {1} kann nicht, wofür es gewählt werden soll.
    {1} ne fait pas ce pour quoi il doit être choisi.
    {1} no hace aquello para lo que se elige.

    See what is in range: `jz2ctl scan`.
    Sieh nach, was in Reichweite ist: `jz2ctl scan`.
    Voyez ce qui est à portée : `jz2ctl scan`.
    Mira qué hay al alcance: `jz2ctl scan`.

    {1} is not one of your devices.
    {1} ist keines deiner Geräte.
    {1} n'est pas un de vos appareils.
    {1} no es uno de tus dispositivos.

    See them: `jz2ctl devices`; see the devices in range: `jz2ctl scan`.
    Sieh sie an: `jz2ctl devices`; die Geräte in Reichweite: `jz2ctl scan`.
    Voyez-les : `jz2ctl devices` ; les appareils à portée : `jz2ctl scan`.
    Míralos: `jz2ctl devices`; los dispositivos al alcance: `jz2ctl scan`.

    A scan during a ride could cost the link to the trainer.
    Eine Suche während der Fahrt könnte die Verbindung zum Trainer kosten.
    Une recherche pendant une sortie pourrait couper la connexion au home trainer.
    Una búsqueda durante una sesión podría cortar la conexión con el rodillo.

    Scan after the ride, or end it: `jz2ctl stop`.
    Suche nach der Fahrt, oder beende sie: `jz2ctl stop`.
    Cherchez après la sortie, ou terminez-la : `jz2ctl stop`.
    Busca después de la sesión, o termínala: `jz2ctl stop`.

    There is also: {1}.
    Außerdem gibt es: {1}.
    Il y a aussi : {1}.
    También hay: {1}.

    {1}{2}
    {1}{2}
    {1}{2}
    {1}{2}

    Choose yours, `jz2ctl use ADDRESS`, and start again; or ride without one: `jz2ctl start --no-heart-rate`.
    Wähle deinen, `jz2ctl use ADDRESS`, und starte noch einmal; oder fahr ohne: `jz2ctl start --no-heart-rate`.
    Choisissez la vôtre, `jz2ctl use ADDRESS`, et recommencez ; ou roulez sans : `jz2ctl start --no-heart-rate`.
    Elige la tuya, `jz2ctl use ADDRESS`, y empieza de nuevo; o rueda sin ella: `jz2ctl start --no-heart-rate`.

    Choose yours, `jz2ctl use ADDRESS`, and start again.
    Wähle deinen, `jz2ctl use ADDRESS`, und starte noch einmal.
    Choisissez le vôtre, `jz2ctl use ADDRESS`, et recommencez.
    Elige el tuyo, `jz2ctl use ADDRESS`, y empieza de nuevo.

    Choose yours, `jz2ctl use ADDRESS`, the strap too, and start again.
    Wähle deinen, `jz2ctl use ADDRESS`, auch den Gurt, und starte noch einmal.
    Choisissez le vôtre, `jz2ctl use ADDRESS`, la ceinture aussi, et recommencez.
    Elige el tuyo, `jz2ctl use ADDRESS`, también la banda, y empieza de nuevo.

    Several trainers are in range
    Mehrere Trainer sind in Reichweite
    Plusieurs home trainers sont à portée
    Hay varios rodillos al alcance

    Several heart-rate straps are in range
    Mehrere Brustgurte sind in Reichweite
    Plusieurs ceintures cardio sont à portée
    Hay varias bandas cardíacas al alcance

    Several devices are in range
    Mehrere Geräte sind in Reichweite
    Plusieurs appareils sont à portée
    Hay varios dispositivos al alcance

    There is no Bluetooth adapter{1}.
    Es gibt keinen Bluetooth-Adapter{1}.
    Il n'y a pas d'adaptateur Bluetooth{1}.
    No hay ningún adaptador Bluetooth{1}.

    Plug one in, or see `bluetoothctl list` for those the system knows.
    Steck einen an, oder sieh mit `bluetoothctl list` nach, welche das System kennt.
    Branchez-en un, ou voyez avec `bluetoothctl list` ceux que le système connaît.
    Conecta uno, o mira con `bluetoothctl list` los que conoce el sistema.

    The Bluetooth adapter {1}
    Der Bluetooth-Adapter {1}
    L'adaptateur Bluetooth {1}
    El adaptador Bluetooth {1}

    The Bluetooth adapter
    Der Bluetooth-Adapter
    L'adaptateur Bluetooth
    El adaptador Bluetooth

    The Bluetooth adapter does not answer{1}.
    Der Bluetooth-Adapter antwortet nicht{1}.
    L'adaptateur Bluetooth ne répond pas{1}.
    El adaptador Bluetooth no responde{1}.

    The daemon switches it off and on. If that does not help: `sudo rfkill block bluetooth && sudo rfkill unblock bluetooth`, or unplug it, or reboot the machine.
    Der Dienst schaltet ihn aus und ein. Wenn das nicht hilft: `sudo rfkill block bluetooth && sudo rfkill unblock bluetooth`, oder zieh ihn ab, oder starte den Rechner neu.
    Le service l'éteint et le rallume. Si cela n'aide pas : `sudo rfkill block bluetooth && sudo rfkill unblock bluetooth`, ou débranchez-le, ou redémarrez la machine.
    El servicio lo apaga y lo enciende. Si eso no ayuda: `sudo rfkill block bluetooth && sudo rfkill unblock bluetooth`, o desconéctalo, o reinicia el equipo.

    The Bluetooth service does not run.
    Der Bluetooth-Dienst läuft nicht.
    Le service Bluetooth ne tourne pas.
    El servicio Bluetooth no está en marcha.

    Start it: `sudo systemctl start bluetooth`.
    Starte ihn: `sudo systemctl start bluetooth`.
    Démarrez-le : `sudo systemctl start bluetooth`.
    Arráncalo: `sudo systemctl start bluetooth`.

    The Bluetooth service does not let the daemon in.
    Der Bluetooth-Dienst lässt den Dienst jz2d nicht zu.
    Le service Bluetooth ne laisse pas entrer jz2d.
    El servicio Bluetooth no deja entrar a jz2d.

    Add its user to the group bluetooth, for the service `sudo usermod -aG bluetooth jz2`, and restart it: `sudo systemctl restart jz2d`.
    Nimm seinen Benutzer in die Gruppe bluetooth auf, für den Dienst `sudo usermod -aG bluetooth jz2`, und starte ihn neu: `sudo systemctl restart jz2d`.
    Ajoutez son utilisateur au groupe bluetooth, pour le service `sudo usermod -aG bluetooth jz2`, et redémarrez-le : `sudo systemctl restart jz2d`.
    Añade su usuario al grupo bluetooth, para el servicio `sudo usermod -aG bluetooth jz2`, y reinícialo: `sudo systemctl restart jz2d`.

    The Bluetooth service is too old to set a trainer's power{1}.
    Der Bluetooth-Dienst ist zu alt, um die Leistung eines Trainers zu setzen{1}.
    Le service Bluetooth est trop ancien pour régler la puissance d'un home trainer{1}.
    El servicio Bluetooth es demasiado antiguo para fijar la potencia de un rodillo{1}.

    The capture has been replayed to its end.
    Der Mitschnitt ist bis zum Ende abgespielt.
    La capture a été rejouée jusqu'à la fin.
    La captura se ha reproducido hasta el final.

    End the ride: `jz2ctl stop`.
    Beende die Fahrt: `jz2ctl stop`.
    Terminez la sortie : `jz2ctl stop`.
    Termina la sesión: `jz2ctl stop`.

    The Bluetooth adapter is busy.
    Der Bluetooth-Adapter ist beschäftigt.
    L'adaptateur Bluetooth est occupé.
    El adaptador Bluetooth está ocupado.

    Wait a moment; the daemon tries again by itself.
    Warte einen Moment; der Dienst versucht es von selbst noch einmal.
    Attendez un instant ; le service réessaie de lui-même.
    Espera un momento; el servicio lo intenta de nuevo por sí solo.

    Bluetooth does not work{1}.
    Bluetooth geht nicht{1}.
    Le Bluetooth ne fonctionne pas{1}.
    El Bluetooth no funciona{1}.

    Find out more: `jz2ctl doctor`, `journalctl -u bluetooth`.
    Finde mehr heraus: `jz2ctl doctor`, `journalctl -u bluetooth`.
    Pour en savoir plus : `jz2ctl doctor`, `journalctl -u bluetooth`.
    Averigua más: `jz2ctl doctor`, `journalctl -u bluetooth`.

    {1} is switched off.
    {1} ist ausgeschaltet.
    {1} est éteint.
    {1} está apagado.

    Switch it on: `bluetoothctl power on`.
    Schalte ihn ein: `bluetoothctl power on`.
    Allumez-le : `bluetoothctl power on`.
    Enciéndelo: `bluetoothctl power on`.

    {1} is blocked by rfkill.
    {1} ist durch rfkill gesperrt.
    {1} est bloqué par rfkill.
    {1} está bloqueado por rfkill.

    Unblock it: `sudo rfkill unblock bluetooth`.
    Entsperre ihn: `sudo rfkill unblock bluetooth`.
    Débloquez-le : `sudo rfkill unblock bluetooth`.
    Desbloquéalo: `sudo rfkill unblock bluetooth`.

    {1} is blocked by a switch or the firmware.
    {1} ist durch einen Schalter oder die Firmware gesperrt.
    {1} est bloqué par un interrupteur ou le micrologiciel.
    {1} está bloqueado por un interruptor o por el firmware.

    Turn the machine's radio switch on, or allow Bluetooth in its firmware.
    Schalte den Funkschalter des Rechners ein, oder erlaube Bluetooth in seiner Firmware.
    Activez l'interrupteur radio de la machine, ou autorisez le Bluetooth dans son micrologiciel.
    Enciende el interruptor de radio del equipo, o permite el Bluetooth en su firmware.

    {1} is switched off or blocked.
    {1} ist ausgeschaltet oder gesperrt.
    {1} est éteint ou bloqué.
    {1} está apagado o bloqueado.

    Switch it on: `sudo rfkill unblock bluetooth`, then `bluetoothctl power on`.
    Schalte ihn ein: `sudo rfkill unblock bluetooth`, dann `bluetoothctl power on`.
    Allumez-le : `sudo rfkill unblock bluetooth`, puis `bluetoothctl power on`.
    Enciéndelo: `sudo rfkill unblock bluetooth`, luego `bluetoothctl power on`.

    out of reach
    außer Reichweite
    hors de portée
    fuera de alcance

    ended by the device
    vom Gerät beendet
    terminée par l'appareil
    terminada por el dispositivo

    ended by this machine
    von diesem Rechner beendet
    terminée par cette machine
    terminada por este equipo

    for an unknown reason
    aus unbekanntem Grund
    pour une raison inconnue
    por un motivo desconocido

    torn down while it was made
    beim Aufbau abgebrochen
    interrompue pendant l'établissement
    interrumpida al establecerse

    the adapter was gone
    der Adapter war weg
    l'adaptateur avait disparu
    el adaptador no estaba

    the adapter was switched off
    der Adapter war ausgeschaltet
    l'adaptateur était éteint
    el adaptador estaba apagado

    the Bluetooth service was gone
    der Bluetooth-Dienst war weg
    le service Bluetooth avait disparu
    el servicio Bluetooth no estaba

    the capture ended
    der Mitschnitt war zu Ende
    la capture était finie
    la captura terminó

    Update to a system with BlueZ {1} or later; Debian 12 has 5.66.
    Wechsle zu einem System mit BlueZ {1} oder neuer; Debian 12 hat 5.66.
    Passez à un système avec BlueZ {1} ou plus récent ; Debian 12 a 5.66.
    Pasa a un sistema con BlueZ {1} o posterior; Debian 12 tiene 5.66.

    These fitness machines are no bikes: {1}.
    Diese Fitnessgeräte sind keine Räder: {1}.
    Ces appareils de fitness ne sont pas des vélos : {1}.
    Estas máquinas de fitness no son bicicletas: {1}.

    {1} is no bike but another fitness machine: {2}.
    {1} ist kein Rad, sondern ein anderes Fitnessgerät: {2}.
    {1} n'est pas un vélo mais un autre appareil de fitness : {2}.
    {1} no es una bicicleta sino otra máquina de fitness: {2}.

    {1} does not do what it is to be chosen for; it has the Bluetooth services {2}.
    {1} kann nicht, wofür es gewählt werden soll; es hat die Bluetooth-Dienste {2}.
    {1} ne fait pas ce pour quoi il doit être choisi ; il a les services Bluetooth {2}.
    {1} no hace aquello para lo que se elige; tiene los servicios Bluetooth {2}.

    The trainer cannot be changed during a ride: the pedals would be without a brake meanwhile.
    Der Trainer lässt sich während der Fahrt nicht wechseln: die Pedale wären so lange ohne Bremse.
    Le home trainer ne peut pas être changé pendant une sortie : les pédales seraient sans frein entre-temps.
    El rodillo no se puede cambiar durante una sesión: los pedales quedarían sin freno mientras tanto.

    End the ride first: `jz2ctl stop`.
    Beende zuerst die Fahrt: `jz2ctl stop`.
    Terminez d'abord la sortie : `jz2ctl stop`.
    Termina antes la sesión: `jz2ctl stop`.

    {1} does not say what it is, and a look at it during a ride could cost the link to the trainer.
    {1} sagt nicht, was es ist, und während der Fahrt nachzusehen könnte die Verbindung zum Trainer kosten.
    {1} ne dit pas ce qu'il est, et le vérifier pendant une sortie pourrait couper la connexion au home trainer.
    {1} no dice lo que es, y comprobarlo durante una sesión podría cortar la conexión con el rodillo.

    Say what it is to be: `jz2ctl use ADDRESS --as heartRate`.
    Sag, was es sein soll: `jz2ctl use ADDRESS --as heartRate`.
    Dites ce qu'il doit être : `jz2ctl use ADDRESS --as heartRate`.
    Di lo que debe ser: `jz2ctl use ADDRESS --as heartRate`.

    treadmill
    Laufband
    tapis de course
    cinta de correr

    cross trainer
    Crosstrainer
    vélo elliptique
    elíptica

    step climber
    Stepper
    stepper
    escaladora

    stair climber
    Treppensteiger
    escalier d'entraînement
    simulador de escaleras

    rowing machine
    Rudergerät
    rameur
    máquina de remo

    The Bluetooth service does not run, and it could not be started: {1}.
    Der Bluetooth-Dienst läuft nicht, und er ließ sich nicht starten: {1}.
    Le service Bluetooth ne tourne pas, et il n'a pas pu être démarré : {1}.
    El servicio Bluetooth no está en marcha, y no se pudo arrancar: {1}.

    See why: `systemctl status bluetooth`; start it: `sudo systemctl start bluetooth`.
    Sieh nach, warum: `systemctl status bluetooth`; starte ihn: `sudo systemctl start bluetooth`.
    Regardez pourquoi : `systemctl status bluetooth` ; démarrez-le : `sudo systemctl start bluetooth`.
    Mira por qué: `systemctl status bluetooth`; arráncalo: `sudo systemctl start bluetooth`.
    """#
}
