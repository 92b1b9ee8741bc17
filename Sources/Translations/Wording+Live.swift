extension Wording {
  /// The phrases of the live view.
  static let live = #"""
    space
    Leertaste
    espace
    espacio

    5 W more or less (also the arrows up and down)
    5 W mehr oder weniger (auch Pfeil hoch und runter)
    5 W de plus ou de moins (aussi les flèches haut et bas)
    5 W más o menos (también las flechas arriba y abajo)

    25 W more or less (also Shift with the arrows)
    25 W mehr oder weniger (auch Umschalt mit den Pfeilen)
    25 W de plus ou de moins (aussi Maj avec les flèches)
    25 W más o menos (también Mayús con las flechas)

    pause, and end the pause
    Pause machen und die Pause beenden
    mettre en pause, et reprendre
    pausar, y terminar la pausa

    pause
    Pause
    pause
    pausa

    next interval
    nächstes Intervall
    intervalle suivant
    intervalo siguiente

    next
    weiter
    suivant
    siguiente

    back: begin the interval again
    zurück: das Intervall von vorn beginnen
    retour : recommencer l'intervalle
    atrás: empezar de nuevo el intervalo

    back
    zurück
    retour
    atrás

    extend the interval by a minute
    das Intervall um eine Minute verlängern
    prolonger l'intervalle d'une minute
    alargar el intervalo un minuto

    longer
    länger
    prolonger
    alargar

    done: end an interval that waits for you
    fertig: ein Intervall beenden, das auf dich wartet
    fini : terminer un intervalle qui vous attend
    hecho: terminar un intervalo que te espera

    done
    fertig
    fini
    hecho

    end the lap
    die Runde beenden
    terminer le tour
    terminar la vuelta

    lap
    Runde
    tour
    vuelta

    stop the ride: S, then y
    die Fahrt beenden: S, dann y
    arrêter la sortie : S, puis y
    terminar la sesión: S, luego y

    stop
    Stopp
    arrêt
    parar

    leave the view; the ride goes on
    die Ansicht verlassen; die Fahrt geht weiter
    quitter la vue ; la sortie continue
    salir de la vista; la sesión continúa

    leave
    verlassen
    quitter
    salir

    show or hide the keys
    die Tasten zeigen oder verbergen
    afficher ou masquer les touches
    mostrar u ocultar las teclas

    keys
    Tasten
    touches
    teclas

    The ride goes on. `jz2ctl watch` shows it, `jz2ctl stop` ends it.
    Die Fahrt geht weiter. `jz2ctl watch` zeigt sie, `jz2ctl stop` beendet sie.
    La sortie continue. `jz2ctl watch` la montre, `jz2ctl stop` la termine.
    La sesión continúa. `jz2ctl watch` la muestra, `jz2ctl stop` la termina.

    Stop the ride? y stops it, any other key rides on.
    Die Fahrt beenden? y beendet sie, mit jeder anderen Taste fährst du weiter.
    Arrêter la sortie ? y l'arrête, toute autre touche continue.
    ¿Terminar la sesión? y la termina, con cualquier otra tecla sigues.

    Paused; space ends the pause.
    Pausiert; die Leertaste beendet die Pause.
    En pause ; espace met fin à la pause.
    En pausa; la tecla espacio termina la pausa.

    The ride is over.
    Die Fahrt ist vorbei.
    La sortie est terminée.
    La sesión ha terminado.

    + or -
    + oder -
    + ou -
    + o -

    lap {1}: {2}
    Runde {1}: {2}
    tour {1} : {2}
    vuelta {1}: {2}

    then {1} W
    danach {1} W
    ensuite {1} W
    luego {1} W

    target {1}
    Ziel {1}
    cible {1}
    meta {1}

    target {1} W
    Ziel {1} W
    cible {1} W
    meta {1} W

    limit {1}
    Grenze {1}
    limite {1}
    límite {1}

    zone {1}, {2}
    Zone {1}, {2}
    zone {1}, {2}
    zona {1}, {2}

    interval {1}
    Intervall {1}
    intervalle {1}
    intervalo {1}

    interval {1} of {2}
    Intervall {1} von {2}
    intervalle {1} sur {2}
    intervalo {1} de {2}

    {1} {2} of {3}
    {1} {2} von {3}
    {1} {2} sur {3}
    {1} {2} de {3}

    {1} of the ride
    Fahrt noch {1}
    {1} de la sortie
    {1} de la sesión

    m left, {1}
    m Rest, {1}
    m restants, {1}
    m por hacer, {1}

    Left, {1}
    Rest, {1}
    Reste, {1}
    Falta, {1}

    Left
    Rest
    Reste
    Falta

    Ended
    Beendet
    Terminés
    Acabados

    Bias
    Anpassung
    Ajustement
    Ajuste

    Next
    Danach
    Ensuite
    Siguiente

    In {1}
    In {1}
    Dans {1}
    En {1}

    {1} done
    {1} gefahren
    {1} fait
    {1} hecho

    {1} elapsed
    {1} vergangen
    {1} écoulé
    {1} transcurrido

    Zones
    Zonen
    Zones
    Zonas

    File
    Datei
    Fichier
    Archivo

    `jz2ctl show last` tells more, `jz2ctl chart last` draws it.
    `jz2ctl show last` sagt mehr, `jz2ctl chart last` zeichnet sie.
    `jz2ctl show last` en dit plus, `jz2ctl chart last` la trace.
    `jz2ctl show last` dice más, `jz2ctl chart last` la dibuja.

    What is shown is old. Trying again each second; q leaves this view.
    Das Gezeigte ist alt. Neuer Versuch jede Sekunde; q verlässt die Ansicht.
    L'affichage est ancien. Nouvel essai chaque seconde ; q quitte cette vue.
    Lo mostrado es antiguo. Se reintenta cada segundo; q sale de esta vista.

    What is shown is old. Trying again each second; Ctrl-C leaves this view.
    Das Gezeigte ist alt. Neuer Versuch jede Sekunde; Ctrl-C verlässt die Ansicht.
    L'affichage est ancien. Nouvel essai chaque seconde ; Ctrl-C quitte cette vue.
    Lo mostrado es antiguo. Se reintenta cada segundo; Ctrl-C sale de esta vista.

    Ctrl-C leaves this view; the ride goes on.
    Ctrl-C verlässt die Ansicht; die Fahrt geht weiter.
    Ctrl-C quitte cette vue ; la sortie continue.
    Ctrl-C sale de esta vista; la sesión continúa.

    `jz2ctl start` begins a ride. q leaves this view.
    `jz2ctl start` beginnt eine Fahrt. q verlässt die Ansicht.
    `jz2ctl start` commence une sortie. q quitte cette vue.
    `jz2ctl start` empieza una sesión. q sale de esta vista.

    `jz2ctl start` begins a ride. Ctrl-C leaves this view.
    `jz2ctl start` beginnt eine Fahrt. Ctrl-C verlässt die Ansicht.
    `jz2ctl start` commence une sortie. Ctrl-C quitte cette vue.
    `jz2ctl start` empieza una sesión. Ctrl-C sale de esta vista.

    {1} average
    {1} im Schnitt
    {1} en moyenne
    {1} de media

    {1} normalized
    {1} normalisiert
    {1} normalisés
    {1} normalizados

    {1} maximum
    {1} maximal
    {1} au maximum
    {1} de máxima

    Finished
    Beendet
    Terminée
    Terminada

    ride {1}: {2}
    Fahrt {1}: {2}
    sortie {1} : {2}
    sesión {1}: {2}

    No connection to jz2d for {1}
    Seit {1} keine Verbindung zu jz2d
    Pas de connexion à jz2d depuis {1}
    Sin conexión con jz2d desde hace {1}

    Average
    Schnitt
    Moyenne
    Media

    Clock
    Uhrzeit
    Heure
    Hora

    {1}, ends at {2}
    {1}, Ende um {2}
    {1}, fin à {2}
    {1}, acaba a las {2}

    none chosen
    keiner gewählt
    à choisir
    sin elegir

    looking for one
    wird gesucht
    recherche en cours
    buscando uno

    Tr.
    Trainer
    HT
    Rodillo

    Strap
    Brustgurt
    Ceinture
    Banda

    Meter
    Messer
    Capteur
    Medidor

    Wanted
    Wunsch
    Voulu
    Deseado

    {1}: unknown
    {1}: unbekannt
    {1} : inconnu
    {1}: desconocido

    battery {1} %
    Batterie {1} %
    batterie {1} %
    batería {1} %
    """#
}
