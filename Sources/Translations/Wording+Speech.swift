extension Wording {
  /// The phrases that are spoken.
  static let speech = #"""
    Ready. Pedal to begin.
    Bereit. Tritt los, um zu beginnen.
    Prêt. Pédalez pour commencer.
    Listo. Pedalea para empezar.

    {1} at {2} watts.
    {1} mit {2} Watt.
    {1} à {2} watts.
    {1} a {2} vatios.

    {1} of free riding.
    {1} freies Fahren.
    {1} sans consigne.
    {1} de rodaje libre.

    Riding at {1} watts.
    Fahrt mit {1} Watt.
    On roule à {1} watts.
    Rodando a {1} vatios.

    Free riding.
    Freies Fahren.
    Sans consigne.
    Rodaje libre.

    {1} watts.
    {1} Watt.
    {1} watts.
    {1} vatios.

    Paused.
    Pause.
    Pause.
    En pausa.

    Paused. Pedal to go on.
    Pause. Tritt weiter, um fortzufahren.
    Pause. Pédalez pour continuer.
    En pausa. Pedalea para seguir.

    Going on.
    Es geht weiter.
    On continue.
    Seguimos.

    Trainer lost.
    Trainer verloren.
    Home trainer perdu.
    Rodillo perdido.

    The trainer is back.
    Der Trainer ist wieder da.
    Le home trainer est de retour.
    El rodillo ha vuelto.

    Heart rate lost.
    Herzfrequenz verloren.
    Fréquence cardiaque perdue.
    Frecuencia cardíaca perdida.

    The heart rate is back.
    Die Herzfrequenz ist wieder da.
    La fréquence cardiaque est de retour.
    La frecuencia cardíaca ha vuelto.

    The ride is over, after {1}.
    Die Fahrt ist vorbei. Dauer: {1}.
    La sortie est finie, après {1}.
    La sesión ha terminado, tras {1}.

    To the next place,
    Bis zum nächsten Ort,
    Jusqu'au prochain lieu,
    Hasta el próximo lugar,

    Until you press done,
    Bis du Fertig drückst,
    Jusqu'à ce que vous validiez,
    Hasta que pulses listo,

    in zone {1}, {2} to {3} beats
    in Zone {1}, {2} bis {3} Schläge
    en zone {1}, {2} à {3} battements
    en zona {1}, de {2} a {3} pulsaciones

    in zone {1}
    in Zone {1}
    en zone {1}
    en zona {1}

    at {1} to {2} beats
    bei {1} bis {2} Schlägen
    entre {1} et {2} battements
    entre {1} y {2} pulsaciones

    from {1} to {2} watts
    von {1} bis {2} Watt
    de {1} à {2} watts
    de {1} a {2} vatios

    at {1} watts
    mit {1} Watt
    à {1} watts
    a {1} vatios

    of free riding
    freies Fahren
    sans consigne
    de rodaje libre

    free riding
    freies Fahren
    sans consigne
    rodaje libre

    , {1} to {2} turns a minute
    , {1} bis {2} Umdrehungen pro Minute
    , {1} à {2} tours par minute
    , de {1} a {2} vueltas por minuto

    , {1} turns a minute
    , {1} Umdrehungen pro Minute
    , {1} tours par minute
    , {1} vueltas por minuto

    A long way
    Eine lange Strecke
    Un long chemin
    Un largo camino

    {1} kilometers
    {1} Kilometer
    {1} kilomètres
    {1} kilómetros

    1 hour
    eine Stunde
    une heure
    una hora

    {1} hours
    {1} Stunden
    {1} heures
    {1} horas

    1 minute
    eine Minute
    une minute
    un minuto

    {1} minutes
    {1} Minuten
    {1} minutes
    {1} minutos

    1 second
    eine Sekunde
    une seconde
    un segundo

    {1} seconds
    {1} Sekunden
    {1} secondes
    {1} segundos

    1 meter
    ein Meter
    un mètre
    un metro

    {1} meters
    {1} Meter
    {1} mètres
    {1} metros

    1 kilometer
    ein Kilometer
    un kilomètre
    un kilómetro
    """#
}
