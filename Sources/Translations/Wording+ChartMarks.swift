extension Wording {
  /// The phrases about the marks of a ride's chart, and about the chart of scores.
  static let chartMarks = #"""
    Trainer lost
    Trainer verloren
    Home trainer perdu
    Rodillo perdido

    Heart rate lost
    Herzfrequenz verloren
    Fréquence cardiaque perdue
    Frecuencia cardíaca perdida

    jz2d was not running
    jz2d lief nicht
    jz2d ne tournait pas
    jz2d no estaba en marcha

    Paused
    Pausiert
    En pause
    En pausa

    Paused: nobody pedalled
    Pausiert: niemand trat
    En pause : personne ne pédalait
    En pausa: nadie pedaleaba

    Target lowered to {1} W: heart rate
    Ziel gesenkt auf {1} W: Herzfrequenz
    Cible abaissée à {1} W : fréquence cardiaque
    Objetivo bajado a {1} W: frecuencia cardíaca

    Target lowered to {1} W: DFA alpha-1
    Ziel gesenkt auf {1} W: DFA alpha-1
    Cible abaissée à {1} W : DFA alpha-1
    Objetivo bajado a {1} W: DFA alpha-1

    Target lowered to {1} W: cadence collapsed
    Ziel gesenkt auf {1} W: Trittfrequenz eingebrochen
    Cible abaissée à {1} W : cadence effondrée
    Objetivo bajado a {1} W: cadencia hundida

    Target lowered to {1} W: no heart rate
    Ziel gesenkt auf {1} W: keine Herzfrequenz
    Cible abaissée à {1} W : pas de fréquence cardiaque
    Objetivo bajado a {1} W: sin frecuencia cardíaca

    Riding free
    Freie Fahrt
    Sans cible
    Sin objetivo

    Bias {1} %
    Anpassung {1} %
    Ajustement {1} %
    Ajuste {1} %

    Target {1} W instead of {2} W
    Ziel {1} W statt {2} W
    Cible {1} W au lieu de {2} W
    Objetivo {1} W en vez de {2} W

    1 dropped connection
    1 Verbindungsabbruch
    1 connexion perdue
    1 conexión perdida

    {1} dropped connections
    {1} Verbindungsabbrüche
    {1} connexions perdues
    {1} conexiones perdidas

    1 pause
    1 Pause
    1 pause
    1 pausa

    {1} pauses
    {1} Pausen
    {1} pauses
    {1} pausas

    target lowered once
    Ziel einmal gesenkt
    cible abaissée une fois
    meta bajada una vez

    target lowered {1} times
    Ziel {1}-mal gesenkt
    cible abaissée {1} fois
    meta bajada {1} veces

    watts changed once
    Watt einmal geändert
    watts changés une fois
    vatios cambiados una vez

    watts changed {1} times
    Watt {1}-mal geändert
    watts changés {1} fois
    vatios cambiados {1} veces

    {1}, for {2}
    {1}, {2} lang
    {1}, pendant {2}
    {1}, durante {2}

    Recovery
    Erholung
    Récupération
    Recuperación

    Strain
    Belastung
    Effort
    Esfuerzo

    Sleep
    Schlaf
    Sommeil
    Sueño

    of {1}
    von {1}
    sur {1}
    de {1}

    {1}, from {2}
    {1}, ab {2}
    {1}, dès {2}
    {1}, desde {2}

    from {1} moderate
    ab {1} mittel
    dès {1} moyen
    desde {1} medio

    from {1} optimal
    ab {1} optimal
    dès {1} optimal
    desde {1} óptimo

    dots: mornings, line: mean of {1} days, green: own range of {2} days
    Punkte: Morgen, Linie: Mittel von {1} Tagen, grün: eigener Bereich von {2} Tagen
    points : matins, ligne : moyenne de {1} jours, vert : plage personnelle de {2} jours
    puntos: mañanas, línea: media de {1} días, verde: rango propio de {2} días

    morning
    Morgen
    matin
    mañana

    line: {1} days
    Linie: {1} Tage
    ligne : {1} jours
    línea: {1} días

    own range
    eigener Bereich
    plage personnelle
    rango propio

    No day of these has one.
    Keiner dieser Tage hat einen Wert.
    Aucun de ces jours n'en a.
    Ninguno de estos días tiene valor.

    Scores of 1 day
    Werte von 1 Tag
    Scores de 1 jour
    Puntuaciones de 1 día

    Scores of {1} days
    Werte von {1} Tagen
    Scores de {1} jours
    Puntuaciones de {1} días

    nothing is known
    nichts ist bekannt
    rien n'est connu
    no se sabe nada

    No day has a score.
    Kein Tag hat einen Wert.
    Aucun jour n'a de score.
    Ningún día tiene puntuación.
    """#
}
