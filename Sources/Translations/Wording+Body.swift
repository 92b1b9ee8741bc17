extension Wording {
  /// The phrases about measurements.
  static let body = #"""
    the strap in the morning (RMSSD)
    Brustgurt am Morgen (RMSSD)
    ceinture cardio le matin (RMSSD)
    banda cardíaca por la mañana (RMSSD)

    Apple Health (SDNN)
    Apple Health (SDNN)
    Apple Santé (SDNN)
    Apple Salud (SDNN)

    strap
    Gurt
    ceinture
    banda

    entered
    eingegeben
    saisie
    anotada

    {1} and {2}
    {1} und {2}
    {1} et {2}
    {1} y {2}

    {1}, and {2}
    {1} und {2}
    {1} et {2}
    {1} y {2}

    {1}, or {2}
    {1} oder {2}
    {1} ou {2}
    {1} o {2}

    {1}: {2}
    {1}: {2}
    {1} : {2}
    {1}: {2}

    {1}: {2}.
    {1}: {2}.
    {1} : {2}.
    {1}: {2}.

    none
    keine
    aucune
    ninguna

    {1} bpm at rest
    {1} bpm in Ruhe
    {1} bpm au repos
    {1} bpm en reposo

    Deleted. {1}
    Gelöscht. {1}
    Supprimée. {1}
    Borrada. {1}

    Measurement {1}: {2}
    Messung {1}: {2}
    Mesure {1} : {2}
    Medición {1}: {2}

    It does not count as a morning: it began within an hour after a ride.
    Sie zählt nicht als Morgen: sie begann innerhalb einer Stunde nach einer Fahrt.
    Elle ne compte pas comme matin : elle a commencé moins d'une heure après une sortie.
    No cuenta como mañana: empezó menos de una hora después de una sesión.

    It does not count as a morning: the heart beat {1} bpm or more above its usual rate.
    Sie zählt nicht als Morgen: das Herz schlug {1} bpm oder mehr über seiner üblichen Frequenz.
    Elle ne compte pas comme matin : le cœur battait {1} bpm ou plus au-dessus de sa fréquence habituelle.
    No cuenta como mañana: el corazón latía {1} bpm o más por encima de su frecuencia habitual.

    Measure again later; `jz2ctl hrv delete {1}` deletes this one.
    Miss später noch einmal; `jz2ctl hrv delete {1}` löscht diese.
    Mesurez de nouveau plus tard ; `jz2ctl hrv delete {1}` supprime celle-ci.
    Mide de nuevo más tarde; `jz2ctl hrv delete {1}` borra esta.

    Mornings that are new: {1}, known already: {2}, left out: {3}.
    Neue Morgen: {1}, schon bekannt: {2}, ausgelassen: {3}.
    Matins nouveaux : {1}, déjà connus : {2}, laissés de côté : {3}.
    Mañanas nuevas: {1}, ya conocidas: {2}, omitidas: {3}.

    {1} of {2} pairs
    {1} von {2} Paaren
    {1} sur {2} paires
    {1} de {2} pares

    Mean heart rate
    Mittlere Herzfrequenz
    Fréquence cardiaque moyenne
    Frecuencia cardíaca media

    {1}, taken as resting heart rate
    {1}, als Ruheherzfrequenz genommen
    {1}, prise comme fréquence cardiaque au repos
    {1}, tomada como frecuencia cardíaca en reposo

    Resting heart rate
    Ruheherzfrequenz
    Fréquence cardiaque au repos
    Frecuencia cardíaca en reposo

    Beats
    Schläge
    Battements
    Latidos

    Quality
    Qualität
    Qualité
    Calidad

    {1} in {2} s
    {1} in {2} s
    {1} en {2} s
    {1} en {2} s

    no artefacts
    keine Artefakte
    aucun artefact
    sin artefactos

    1 artefact
    1 Artefakt
    1 artefact
    1 artefacto

    {1} artefacts
    {1} Artefakte
    {1} artefacts
    {1} artefactos

    good
    gut
    bonne
    buena

    usable
    brauchbar
    utilisable
    utilizable

    unknown: only the figures are there, not the beats
    unbekannt: nur die Werte sind da, nicht die Schläge
    inconnue : seuls les chiffres sont là, pas les battements
    desconocida: solo están las cifras, no los latidos

    The strap was gone for {1} s; the measurement went on after it.
    Der Brustgurt war {1} s lang weg; danach ging die Messung weiter.
    La ceinture a disparu pendant {1} s ; la mesure a continué ensuite.
    La banda desapareció durante {1} s; después la medición continuó.

    Caution: {1} of the beats are artefacts, more than {2} %: RMSSD is uncertain.
    Vorsicht: {1} der Schläge sind Artefakte, mehr als {2} %: RMSSD ist unsicher.
    Prudence : {1} des battements sont des artefacts, plus de {2} % : le RMSSD est incertain.
    Cuidado: {1} de los latidos son artefactos, más de {2} %: el RMSSD es incierto.

    Wet the electrodes and lie or sit still next time.
    Befeuchte die Elektroden und liege oder sitze nächstes Mal still.
    Humidifiez les électrodes et restez immobile, allongé ou assis, la prochaine fois.
    Moja los electrodos y quédate quieto, tumbado o sentado, la próxima vez.

    {1} s is ultra-short: good for comparing your own mornings, measured alike; not for comparing with figures of 5 minutes.
    {1} s sind ultrakurz: gut, um deine eigenen, gleich gemessenen Morgen zu vergleichen; nicht für den Vergleich mit Werten aus 5 Minuten.
    {1} s, c'est ultracourt : bon pour comparer vos propres matins, mesurés de même ; pas pour comparer avec des chiffres de 5 minutes.
    {1} s es ultracorto: sirve para comparar tus propias mañanas, medidas igual; no para comparar con cifras de 5 minutos.

    SDNN needs {1} s.
    SDNN braucht {1} s.
    Le SDNN demande {1} s.
    El SDNN necesita {1} s.

    No measurements yet. Measure in the morning: `jz2ctl hrv measure`.
    Noch keine Messungen. Miss am Morgen: `jz2ctl hrv measure`.
    Pas encore de mesure. Mesurez le matin : `jz2ctl hrv measure`.
    Aún no hay mediciones. Mide por la mañana: `jz2ctl hrv measure`.

    There are older ones; `--limit` takes a higher number.
    Es gibt ältere; `--limit` nimmt eine höhere Zahl.
    Il y en a de plus anciennes ; `--limit` accepte un nombre plus grand.
    Hay más antiguas; `--limit` admite un número mayor.

    When
    Wann
    Quand
    Cuándo

    Source
    Quelle
    Source
    Fuente

    Position
    Lage
    Position
    Posición

    Resting
    In Ruhe
    Au repos
    Reposo

    Artefacts
    Artefakte
    Artefacts
    Artefactos

    Date
    Datum
    Date
    Fecha

    Rides
    Fahrten
    Sorties
    Sesiones

    Fitness
    Fitness
    Fond
    Físico

    Fatigue
    Ermüdung
    Fatigue
    Fatiga

    Form
    Form
    Fraîcheur
    Forma

    Heart rate variability
    Herzfrequenzvariabilität
    Variabilité cardiaque
    Variabilidad cardíaca

    Stability
    Stabilität
    Stabilité
    Estabilidad

    {1}, {2} s to go.
    {1}, noch {2} s.
    {1}, encore {2} s.
    {1}, faltan {2} s.

    the last {1} s differ by {2} %
    die letzten {1} s weichen um {2} % ab
    les dernières {1} s diffèrent de {2} %
    los últimos {1} s difieren en un {2} %

    Keep still, and do not talk. Ctrl-C ends the measurement; nothing is stored then.
    Bleib still und sprich nicht. Ctrl-C beendet die Messung; dann wird nichts gespeichert.
    Restez immobile et ne parlez pas. Ctrl-C met fin à la mesure ; rien n'est alors enregistré.
    Quédate quieto y no hables. Ctrl-C termina la medición; entonces no se guarda nada.

    Breathe in
    Einatmen
    Inspirez
    Inspira

    Breathe out
    Ausatmen
    Expirez
    Espira

    Looking for the strap
    Der Brustgurt wird gesucht
    Recherche de la ceinture
    Buscando la banda

    Settling: beats do not count yet
    Einschwingen: Schläge zählen noch nicht
    Stabilisation : les battements ne comptent pas encore
    Estabilizando: los latidos aún no cuentan

    Measuring
    Messung läuft
    Mesure en cours
    Midiendo

    The strap is gone, and is waited for
    Der Brustgurt ist weg und wird erwartet
    La ceinture a disparu, on l'attend
    La banda ha desaparecido, se la espera

    Done
    Fertig
    Terminé
    Hecho

    The measurement is ended. Nothing was stored.
    Die Messung ist beendet. Nichts wurde gespeichert.
    La mesure est terminée. Rien n'a été enregistré.
    La medición ha terminado. No se guardó nada.
    """#
}
