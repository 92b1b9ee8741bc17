extension Wording {
  /// The phrases about charts of rides and weeks.
  static let charts = #"""
    Work
    Arbeit
    Travail
    Trabajo

    Distance
    Strecke
    Distance
    Distancia

    Speed
    Tempo
    Vitesse
    Velocidad

    Heart
    Puls
    Cœur
    Pulso

    Cad.
    Kadenz
    Cad.
    Cad.

    average
    Schnitt
    moyenne
    media

    average {1}
    Schnitt {1}
    moyenne {1}
    media {1}

    min {1}
    min {1}
    min {1}
    mín {1}

    max {1}
    max {1}
    max {1}
    máx {1}

    up to {1}
    bis {1}
    jusqu'à {1}
    hasta {1}

    {1} s average
    Mittel über {1} s
    moyenne sur {1} s
    media de {1} s

    {1} min average
    Mittel über {1} min
    moyenne sur {1} min
    media de {1} min

    target
    Ziel
    cible
    meta

    target, where not as planned
    Ziel, wo anders als geplant
    cible, si différente du plan
    meta, donde difiere del plan

    plan
    Plan
    plan
    plan

    aerobic threshold near {1}
    aerobe Schwelle nahe {1}
    seuil aérobie vers {1}
    umbral aeróbico cerca de {1}

    Triangles: beyond the scale, and how far.
    Dreiecke: über der Skala, und wie weit.
    Triangles : au-delà de l'échelle, avec la valeur.
    Triángulos: fuera de la escala, y hasta dónde.

    the timer stood.
    die Uhr stand.
    le chrono était arrêté.
    el cronómetro estaba parado.

    The ride has none of the measures to draw.
    Die Fahrt hat keinen der Messwerte, die gezeichnet werden.
    La sortie n'a aucune des mesures à tracer.
    La sesión no tiene ninguna de las medidas para dibujar.

    Ends at {1}: for {2} after that nobody pedalled.
    Endet bei {1}: Danach hat {2} lang niemand getreten.
    S'arrête à {1} : ensuite, personne n'a pédalé pendant {2}.
    Termina en {1}: después nadie pedaleó durante {2}.

    Ride {1}
    Fahrt {1}
    Sortie {1}
    Sesión {1}

    ride {1}
    Fahrt {1}
    sortie {1}
    sesión {1}

    ride {1} here
    hier Fahrt {1}
    ici sortie {1}
    aquí sesión {1}

    Average power
    Mittlere Leistung
    Puissance moyenne
    Potencia media

    Normalized
    Normalisiert
    Normalisée
    Normalizada

    Average heart rate
    Mittlere Herzfrequenz
    FC moyenne
    FC media

    {1} from {2} to {3}.
    {1} von {2} bis {3}.
    {1} de {2} à {3}.
    {1} de {2} a {3}.

    Lap {1}.
    Runde {1}.
    Tour {1}.
    Vuelta {1}.

    Lap {1}
    Runde {1}
    Tour {1}
    Vuelta {1}

    {1} to {2} W planned
    {1} bis {2} W geplant
    {1} à {2} W prévus
    {1} a {2} W previstos

    {1} W planned
    {1} W geplant
    {1} W prévus
    {1} W previstos

    Planned {1} W
    Geplant {1} W
    Prévu {1} W
    Previsto {1} W

    Zone {1}, {2}{3}{4}
    Zone {1}, {2}{3}{4}
    Zone {1}, {2}{3}{4}
    Zona {1}, {2}{3}{4}

    Zone {1}, from {2}
    Zone {1}, ab {2}
    Zone {1}, dès {2}
    Zona {1}, desde {2}

    Zone {1}, to {2}
    Zone {1}, bis {2}
    Zone {1}, jusqu'à {2}
    Zona {1}, hasta {2}

    Zone 2
    Zone 2
    Zone 2
    Zona 2

    this week, not over
    diese Woche, noch nicht vorbei
    cette semaine, non terminée
    esta semana, sin terminar

    coupled below {1} %
    gekoppelt unter {1} %
    couplé sous {1} %
    acoplado por debajo del {1} %

    coupled below {1}
    gekoppelt unter {1}
    couplé sous {1}
    acoplado bajo {1}

    small: a ride, large: mean of a week
    klein: eine Fahrt, groß: Mittel einer Woche
    petit : une sortie, grand : moyenne d'une semaine
    pequeño: una sesión, grande: media de una semana

    The last week is not over.
    Die letzte Woche ist noch nicht vorbei.
    La dernière semaine n'est pas terminée.
    La última semana no ha terminado.

    ride, line: week
    Fahrt, Linie: Woche
    sortie, ligne : semaine
    sesión, línea: semana

    this week {1}
    diese Woche {1}
    cette semaine {1}
    esta semana {1}

    latest {1}
    zuletzt {1}
    dernier {1}
    último {1}

    Power in Zone 2
    Leistung in Zone 2
    Puissance en zone 2
    Potencia en zona 2

    Decoupling
    Entkopplung
    Découplage
    Desacople

    Time a week
    Zeit pro Woche
    Temps par semaine
    Tiempo por semana

    No ride in Zone 2 yet.
    Noch keine Fahrt in Zone 2.
    Pas encore de sortie en zone 2.
    Aún no hay sesiones en zona 2.

    No ride with power yet.
    Noch keine Fahrt mit Leistung.
    Pas encore de sortie avec puissance.
    Aún no hay sesiones con potencia.

    No ride with 20 minutes of steady riding yet.
    Noch keine Fahrt mit 20 Minuten gleichmäßigem Treten.
    Pas encore de sortie avec 20 minutes d'effort régulier.
    Aún no hay sesiones con 20 minutos de pedaleo constante.

    No rides at Strava in these weeks.
    Keine Fahrten bei Strava in diesen Wochen.
    Aucune sortie sur Strava pendant ces semaines.
    No hay sesiones en Strava en estas semanas.

    1 week
    1 Woche
    1 semaine
    1 semana

    {1} weeks
    {1} Wochen
    {1} semaines
    {1} semanas

    1 ride
    1 Fahrt
    1 sortie
    1 sesión

    {1} rides
    {1} Fahrten
    {1} sorties
    {1} sesiones

    {1} in {2}
    {1} in {2}
    {1} en {2}
    {1} en {2}

    {1} at Strava in {2}
    {1} bei Strava in {2}
    {1} sur Strava en {2}
    {1} en Strava en {2}

    Week of {1}: {2}
    Woche ab {1}: {2}
    Semaine du {1} : {2}
    Semana del {1}: {2}

    Week of {1}, not over: {2}
    Woche ab {1}, noch nicht vorbei: {2}
    Semaine du {1}, non terminée : {2}
    Semana del {1}, sin terminar: {2}

    {1} h, {2} h of it in Zone 2
    {1} h, davon {2} h in Zone 2
    {1} h, dont {2} h en zone 2
    {1} h, de ellas {2} h en zona 2
    """#
}
