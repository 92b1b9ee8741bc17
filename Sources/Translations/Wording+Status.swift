extension Wording {
  /// The phrases about what goes on now, and about targets.
  static let status = #"""
    {1} `jz2ctl start --plan today` rides it.
    {1} `jz2ctl start --plan today` fährt es.
    {1} `jz2ctl start --plan today` le lance.
    {1} `jz2ctl start --plan today` lo empieza.

    Today
    Heute
    Aujourd'hui
    Hoy

    not measured this morning; `jz2ctl hrv measure` takes a minute.
    heute früh nicht gemessen; `jz2ctl hrv measure` dauert eine Minute.
    pas mesurée ce matin ; `jz2ctl hrv measure` prend une minute.
    sin medir esta mañana; `jz2ctl hrv measure` tarda un minuto.

    none chosen; `jz2ctl start` takes the only one
    keiner gewählt; `jz2ctl start` nimmt den einzigen
    aucun choisi ; `jz2ctl start` prend le seul
    ninguno elegido; `jz2ctl start` toma el único

    from the trainer
    vom Trainer
    par le home trainer
    del rodillo

    no strap chosen
    kein Brustgurt gewählt
    aucune ceinture choisie
    ninguna banda elegida

    Problem:
    Problem:
    Problème :
    Problema:

    Paused for {1}, pedal to go on
    Pause seit {1}, tritt weiter
    En pause depuis {1}, pédalez pour continuer
    En pausa desde hace {1}, pedalea para seguir

    Paused, pedal to go on
    Pause, tritt weiter
    En pause, pédalez pour continuer
    En pausa, pedalea para seguir

    Paused for {1}
    Pause seit {1}
    En pause depuis {1}
    En pausa desde hace {1}

    {1}, {2} to go on
    {1}, weiter mit {2}
    {1}, {2} pour continuer
    {1}, {2} para seguir

    Waiting for the trainer's data for {1}
    Warte seit {1} auf Daten des Trainers
    Attente des données du home trainer depuis {1}
    Esperando los datos del rodillo desde hace {1}

    Waiting for the trainer's data
    Warte auf Daten des Trainers
    Attente des données du home trainer
    Esperando los datos del rodillo

    Trainer gone for {1}, reconnecting
    Trainer weg seit {1}, verbinde neu
    Home trainer perdu depuis {1}, reconnexion
    Rodillo perdido hace {1}, reconectando

    Trainer gone, reconnecting
    Trainer weg, verbinde neu
    Home trainer perdu, reconnexion
    Rodillo perdido, reconectando

    Idle
    Keine Fahrt
    Au repos
    En reposo

    Connecting to the trainer
    Verbinde mit dem Trainer
    Connexion au home trainer
    Conectando con el rodillo

    Ready, pedal to begin
    Bereit, tritt los
    Prêt, pédalez pour commencer
    Listo, pedalea para empezar

    Riding
    Unterwegs
    En route
    Rodando

    Finishing
    Beende
    Fin en cours
    Terminando

    connecting
    verbinde
    connexion
    conectando

    preparing
    bereite vor
    préparation
    preparando

    bias {1} %
    Anpassung {1} %
    ajustement {1} %
    ajuste {1} %

    {1} at {2}
    {1} mit {2}
    {1} à {2}
    {1} a {2}

    {1}, free
    {1}, frei
    {1}, libre
    {1}, libre

    {1}, {2} W when it goes on
    {1}, {2} W sobald es weitergeht
    {1}, {2} W à la reprise
    {1}, {2} W al seguir

    Cue
    Hinweis
    Consigne
    Aviso

    Ended, the last {1} of {2}
    Beendet, die letzten {1} von {2}
    Terminés, les {1} derniers sur {2}
    Terminados, los últimos {1} de {2}

    At
    Bei
    À
    En

    Took
    Dauer
    Durée
    Duración

    low confidence
    wenig verlässlich
    peu fiable
    poco fiable

    too many artefacts
    zu viele Artefakte
    trop d'artefacts
    demasiados artefactos

    waiting
    wartet noch
    en attente de données
    en espera de datos

    {1} on average, {2} at least
    {1} im Mittel, {2} mindestens
    {1} en moyenne, {2} au minimum
    {1} de media, {2} como mínimo

    Ride {1}: {2} Pedal to begin; `jz2ctl stop` ends the ride.
    Fahrt {1}: {2} Tritt los, um zu beginnen; `jz2ctl stop` beendet die Fahrt.
    Sortie {1} : {2} Pédalez pour commencer ; `jz2ctl stop` termine la sortie.
    Sesión {1}: {2} Pedalea para empezar; `jz2ctl stop` termina la sesión.

    Ride {1}: {2} Pedal to begin.
    Fahrt {1}: {2} Tritt los, um zu beginnen.
    Sortie {1} : {2} Pédalez pour commencer.
    Sesión {1}: {2} Pedalea para empezar.

    Interval {1} asks for {2} W, and the trainer holds from {3} to {4} W: what it does not hold is ridden with the nearest.
    Intervall {1} verlangt {2} W, und der Trainer hält {3} bis {4} W: was er nicht hält, wird mit dem Nächsten gefahren.
    L'intervalle {1} demande {2} W, et le home trainer tient de {3} à {4} W : ce qu'il ne tient pas est roulé au plus proche.
    El intervalo {1} pide {2} W y el rodillo mantiene de {3} a {4} W: lo que no mantiene se rueda con lo más cercano.

    {1}, free.
    {1}, frei.
    {1}, libre.
    {1}, libre.

    free.
    frei.
    libre.
    libre.

    {1}, free at first.
    {1}, zuerst frei.
    {1}, libre au début.
    {1}, libre al principio.

    {1} W is beyond the trainer
    {1} W kann der Trainer nicht
    {1} W dépasse le home trainer
    {1} W supera al rodillo

    on its way to {1} W
    auf dem Weg zu {1} W
    en route vers {1} W
    en camino a {1} W

    eased from {1} W: cadence collapsed
    gesenkt von {1} W: Trittfrequenz eingebrochen
    réduite de {1} W : cadence effondrée
    reducida de {1} W: la cadencia se hundió

    eased from {1} W: heart rate above its limit
    gesenkt von {1} W: Herzfrequenz über der Grenze
    réduite de {1} W : fréquence cardiaque au-dessus de la limite
    reducida de {1} W: frecuencia cardíaca por encima del límite

    eased from {1} W: DFA alpha-1 is low
    gesenkt von {1} W: DFA alpha-1 ist niedrig
    réduite de {1} W : DFA alpha-1 est bas
    reducida de {1} W: DFA alpha-1 es bajo

    eased from {1} W: no heart rate
    gesenkt von {1} W: keine Herzfrequenz
    réduite de {1} W : pas de fréquence cardiaque
    reducida de {1} W: sin frecuencia cardíaca

    the limit of the zone
    die Grenze der Zone
    la limite de la zone
    el límite de la zona

    beyond the trainer
    zu viel für den Trainer
    hors de portée
    fuera de alcance

    on its way
    unterwegs
    en route
    en camino

    eased: cadence
    gesenkt: Trittfreq.
    réduite : cadence
    reducida: cadencia

    eased: heart rate
    gesenkt: Puls
    réduite : pouls
    reducida: pulso

    eased: DFA alpha-1
    gesenkt: DFA alpha-1
    réduite : DFA alpha-1
    reducida: DFA alpha-1

    limit of the zone
    Grenze der Zone
    limite de la zone
    límite de la zona

    eased: no heart rate
    gesenkt: kein Puls
    réduite : sans pouls
    reducida: sin pulso

    {1} W instead of {2} W: the trainer does not say what it holds, and most of its kind hold from {3} to {4} W.
    {1} W statt {2} W: Der Trainer sagt nicht, was er hält; die meisten seiner Art halten {3} bis {4} W.
    {1} W au lieu de {2} W : le home trainer ne dit pas ce qu'il tient, et la plupart de ses semblables tiennent de {3} à {4} W.
    {1} W en lugar de {2} W: el rodillo no dice qué mantiene, y la mayoría de los de su tipo mantienen de {3} a {4} W.

    {1} W instead of {2} W: the trainer holds from {3} to {4} W.
    {1} W statt {2} W: der Trainer hält {3} bis {4} W.
    {1} W au lieu de {2} W : le home trainer tient de {3} à {4} W.
    {1} W en vez de {2} W: el rodillo mantiene de {3} a {4} W.

    {1} W instead of {2} W: the trainer holds from {3} W.
    {1} W statt {2} W: der Trainer hält ab {3} W.
    {1} W au lieu de {2} W : le home trainer tient à partir de {3} W.
    {1} W en vez de {2} W: el rodillo mantiene desde {3} W.

    {1} W instead of {2} W: the trainer holds to {3} W.
    {1} W statt {2} W: der Trainer hält bis {3} W.
    {1} W au lieu de {2} W : le home trainer tient jusqu'à {3} W.
    {1} W en vez de {2} W: el rodillo mantiene hasta {3} W.

    {1} W instead of {2} W.
    {1} W statt {2} W.
    {1} W au lieu de {2} W.
    {1} W en vez de {2} W.

    Power match
    Abgleich
    Accord
    Ajuste

    trainer and meter are compared
    Trainer und Leistungsmesser werden verglichen
    le home trainer et le capteur sont comparés
    se comparan el rodillo y el medidor

    the trainer is asked for {1} %
    vom Trainer wird {1} % verlangt
    on demande {1} % au home trainer
    al rodillo se le pide {1} %

    the trainer is asked for {1} % as before, since one of them sends no power
    vom Trainer wird weiter {1} % verlangt, denn einer von beiden meldet keine Leistung
    on demande toujours {1} % au home trainer, car l'un des deux n'envoie pas de puissance
    al rodillo se le sigue pidiendo {1} %, pues uno de los dos no envía potencia

    the trainer is asked for {1} %, the most; see whether the meter is calibrated
    vom Trainer wird {1} % verlangt, mehr gibt es nicht; sieh nach, ob der Leistungsmesser kalibriert ist
    on demande {1} % au home trainer, le plus possible ; voyez si le capteur est étalonné
    al rodillo se le pide {1} %, el máximo; mira si el medidor está calibrado

    blows at {1} %
    bläst mit {1} %
    souffle à {1} %
    sopla al {1} %

    refused {1}; `jz2ctl services` says why.
    abgelehnt: {1}; `jz2ctl services` sagt warum.
    refus de {1} ; `jz2ctl services` dit pourquoi.
    sin aceptar: {1}; `jz2ctl services` dice por qué.
    """#
}
