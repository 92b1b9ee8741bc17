extension Wording {
  /// The words of enumerations and of the calendar.
  static let words = #"""
    riding
    läuft
    en cours
    en curso

    suspended
    unterbrochen
    suspendue
    suspendida

    finished
    beendet
    terminée
    terminada

    cycling
    Radfahren
    cyclisme
    ciclismo

    ebiking
    E-Bike
    vélo électrique
    bici eléctrica

    running
    Laufen
    course à pied
    carrera a pie

    walking
    Gehen
    marche
    caminata

    hiking
    Wandern
    randonnée
    senderismo

    swimming
    Schwimmen
    natation
    natación

    rowing
    Rudern
    aviron
    remo

    skiing
    Skifahren
    ski
    esquí

    training
    Training
    entraînement
    entrenamiento

    other
    Sonstiges
    autre
    otro

    skipped
    übersprungen
    passé
    saltado

    went back
    zurückgegangen
    retour
    vuelta atrás

    today
    heute
    aujourd'hui
    hoy

    tomorrow
    morgen
    demain
    mañana

    trainer
    Trainer
    home trainer
    rodillo

    heart rate
    Herzfrequenz
    fréquence cardiaque
    frecuencia cardíaca

    power meter
    Leistungsmesser
    capteur de puissance
    medidor de potencia

    cadence sensor
    Trittfrequenzsensor
    capteur de cadence
    sensor de cadencia

    fan
    Ventilator
    ventilateur
    ventilador

    Power meter
    Leistungsmesser
    Capteur de puissance
    Medidor de potencia

    Cadence sensor
    Trittfrequenzsensor
    Capteur de cadence
    Sensor de cadencia

    power
    Leistung
    puissance
    potencia

    Trainer
    Trainer
    Home trainer
    Rodillo

    Heart rate
    Herzfrequenz
    Fréquence cardiaque
    Frecuencia cardíaca

    ok
    ok
    ok
    ok

    warning
    Warnung
    alerte
    aviso

    failed
    Fehler
    échec
    fallo

    unknown
    unklar
    inconnu
    dudoso

    lying
    liegend
    allongé
    tumbado

    sitting
    sitzend
    assis
    sentado

    standing
    stehend
    debout
    de pie

    poor
    schwach
    faible
    bajo

    moderate
    mittel
    moyen
    medio

    optimal
    optimal
    optimal
    óptimo

    light
    leicht
    léger
    ligero

    high
    hoch
    élevé
    alto

    all-out
    maximal
    maximal
    máximo

    below
    darunter
    en dessous
    por debajo

    inside
    darin
    dedans
    dentro

    above
    darüber
    au-dessus
    por encima

    Jan
    Jan
    janv
    ene

    Feb
    Feb
    févr
    feb

    Mar
    Mär
    mars
    mar

    Apr
    Apr
    avr
    abr

    May
    Mai
    mai
    may

    Jun
    Jun
    juin
    jun

    Jul
    Jul
    juil
    jul

    Aug
    Aug
    août
    ago

    Sep
    Sep
    sept
    sept

    Oct
    Okt
    oct
    oct

    Nov
    Nov
    nov
    nov

    Dec
    Dez
    déc
    dic

    {1} {2}
    {2}. {1}
    {2} {1}
    {2} {1}

    January {1}
    Januar {1}
    Janvier {1}
    Enero de {1}

    February {1}
    Februar {1}
    Février {1}
    Febrero de {1}

    March {1}
    März {1}
    Mars {1}
    Marzo de {1}

    April {1}
    April {1}
    Avril {1}
    Abril de {1}

    May {1}
    Mai {1}
    Mai {1}
    Mayo de {1}

    June {1}
    Juni {1}
    Juin {1}
    Junio de {1}

    July {1}
    Juli {1}
    Juillet {1}
    Julio de {1}

    August {1}
    August {1}
    Août {1}
    Agosto de {1}

    September {1}
    September {1}
    Septembre {1}
    Septiembre de {1}

    October {1}
    Oktober {1}
    Octobre {1}
    Octubre de {1}

    November {1}
    November {1}
    Novembre {1}
    Noviembre de {1}

    December {1}
    Dezember {1}
    Décembre {1}
    Diciembre de {1}

    trainer?
    Trainer?
    home trainer ?
    ¿rodillo?
    """#
}
