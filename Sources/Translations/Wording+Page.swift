extension Wording {
  /// The phrases of the page.
  static let page = #"""
    +1 min
    +1 min
    +1 min
    +1 min

    Again: {1}
    Noch einmal: {1}
    Encore : {1}
    Otra vez: {1}

    Awake and encrypted
    Wach und verschlüsselt
    Éveillé et chiffré
    Despierta y cifrada

    Back
    Zurück
    Retour
    Atrás

    Cancel
    Abbrechen
    Annuler
    Cancelar

    Code
    Code
    Code
    Código

    Ends at
    Ende um
    Fin à
    Termina a las

    ends at {1}
    Ende um {1}
    fin à {1}
    termina a las {1}

    Go on
    Fortsetzen
    Reprendre
    Seguir

    Hold for a second to stop and save
    Eine Sekunde halten, um zu beenden und zu speichern
    Maintenez une seconde pour terminer et enregistrer
    Mantén pulsado un segundo para terminar y guardar

    Hold for a second; the ride is kept for 30 days among the deleted ones
    Eine Sekunde halten; die Fahrt bleibt 30 Tage bei den gelöschten
    Maintenez une seconde ; la sortie reste 30 jours parmi les sorties supprimées
    Mantén pulsado un segundo; la sesión queda 30 días entre las borradas

    Interval left
    Intervall noch
    Reste de l'intervalle
    Queda del intervalo

    It can be restored for 30 days: `jz2ctl undelete`.
    Sie lässt sich 30 Tage lang wiederherstellen: `jz2ctl undelete`.
    Elle peut être restaurée pendant 30 jours : `jz2ctl undelete`.
    Se puede recuperar durante 30 días: `jz2ctl undelete`.

    Language
    Sprache
    Langue
    Idioma

    Live
    Live
    En direct
    En directo

    Look whether the phone is in its Wi-Fi.
    Sieh nach, ob das Telefon in seinem WLAN ist.
    Vérifiez que le téléphone est sur son Wi-Fi.
    Mira si el teléfono está en su red wifi.

    More
    Mehr
    Plus
    Más

    Name of this phone
    Name dieses Telefons
    Nom de ce téléphone
    Nombre de este teléfono

    Next in {1}: {2}
    Danach in {1}: {2}
    Ensuite dans {1} : {2}
    Después en {1}: {2}

    Next: {1}
    Danach: {1}
    Ensuite : {1}
    Después: {1}

    No connection to the Pi
    Keine Verbindung zum Pi
    Pas de connexion au Pi
    Sin conexión con la Pi

    No connection to the Pi since {1}
    Keine Verbindung zum Pi seit {1}
    Pas de connexion au Pi depuis {1}
    Sin conexión con la Pi desde las {1}

    No plans yet. Import one: `jz2ctl plan import FILE`.
    Noch keine Pläne. Importiere einen: `jz2ctl plan import FILE`.
    Pas encore de plans. Importez-en un : `jz2ctl plan import FILE`.
    Todavía no hay planes. Importa uno: `jz2ctl plan import FILE`.

    On the Pi, type `jz2ctl page pair`. It shows a code of six digits.
    Tippe auf dem Pi `jz2ctl page pair`. Es zeigt einen Code aus sechs Ziffern.
    Sur le Pi, tapez `jz2ctl page pair`. Un code de six chiffres s'affiche.
    En la Pi, escribe `jz2ctl page pair`. Muestra un código de seis cifras.

    Only look at the numbers
    Nur die Zahlen ansehen
    Regarder seulement les chiffres
    Ver solo los números

    Pair this phone
    Dieses Telefon koppeln
    Associer ce téléphone
    Vincular este teléfono

    Pause
    Pause
    Pause
    Pausa

    Places
    Orte
    Lieux
    Lugares

    Plans
    Pläne
    Plans
    Planes

    Ride left
    Fahrt noch
    Reste de la sortie
    Queda de la sesión

    Scores
    Werte
    Scores
    Puntuaciones

    Services
    Dienste
    Services
    Servicios

    Settings
    Einstellungen
    Réglages
    Ajustes

    Skip
    Weiter
    Passer
    Saltar

    Sound off
    Ton aus
    Couper le son
    Quitar el sonido

    Sound on
    Ton an
    Activer le son
    Activar el sonido

    Start the ride
    Fahrt starten
    Commencer la sortie
    Empezar la sesión

    Steer the ride
    Die Fahrt steuern
    Piloter la sortie
    Manejar la sesión

    Stop
    Stopp
    Terminer
    Parar

    Stop without saving
    Beenden ohne zu speichern
    Terminer sans enregistrer
    Terminar sin guardar

    The last five minutes
    Die letzten fünf Minuten
    Les cinq dernières minutes
    Los últimos cinco minutos

    The Pi does not answer.
    Der Pi antwortet nicht.
    Le Pi ne répond pas.
    La Pi no responde.

    The plan of the ride
    Der Plan der Fahrt
    Le plan de la sortie
    El plan de la sesión

    The ride was not saved.
    Die Fahrt wurde nicht gespeichert.
    La sortie n'a pas été enregistrée.
    La sesión no se ha guardado.

    The route
    Die Strecke
    Le parcours
    La ruta

    This page
    Diese Seite
    Cette page
    Esta página

    This phone is paired with {1}.
    Dieses Telefon ist mit {1} gekoppelt.
    Ce téléphone est associé à {1}.
    Este teléfono está vinculado con {1}.

    Time in heart-rate zones
    Zeit in Herzfrequenz-Zonen
    Temps par zone de fréquence cardiaque
    Tiempo en zonas de frecuencia cardíaca

    Trends
    Verlauf
    Tendances
    Tendencias

    Unpair this phone
    Dieses Telefon entkoppeln
    Dissocier ce téléphone
    Desvincular este teléfono

    until you press Done
    bis du Fertig drückst
    jusqu'à ce que vous appuyiez sur Terminé
    hasta que pulses Hecho

    Watts and minutes
    Watt und Minuten
    Watts et minutes
    Vatios y minutos

    Zone 2: my heart rate steers the power
    Zone 2: Meine Herzfrequenz steuert die Leistung
    Zone 2 : ma fréquence cardiaque pilote la puissance
    Zona 2: mi frecuencia cardíaca maneja la potencia

    {1} W less
    {1} W weniger
    {1} W de moins
    {1} W menos

    {1} W more
    {1} W mehr
    {1} W de plus
    {1} W más

    {1}: {2} less
    {1}: {2} weniger
    {1} : {2} de moins
    {1}: {2} menos

    {1}: {2} more
    {1}: {2} mehr
    {1} : {2} de plus
    {1}: {2} más

    Refused
    Abgelehnt
    Refus
    Sin aceptar
    """#
}
