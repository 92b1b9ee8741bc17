extension Wording {
  /// The phrases about the scores of a day.
  static let bodyScores = #"""
    How it is made: `jz2ctl today{1} --explain`.
    So entsteht es: `jz2ctl today{1} --explain`.
    D'où cela vient : `jz2ctl today{1} --explain`.
    Cómo se calcula: `jz2ctl today{1} --explain`.

    {1} of 100
    {1} von 100
    {1} sur 100
    {1} de 100

    provisional
    vorläufig
    provisoire
    provisional

    unknown, for want of this morning's measurement
    unbekannt, die Messung von heute Morgen fehlt
    inconnue, faute de mesure de ce matin
    desconocida, falta la medición de esta mañana

    unknown, for want of that morning's measurement
    unbekannt, die Messung jenes Morgens fehlt
    inconnue, faute de mesure de ce matin-là
    desconocida, falta la medición de aquella mañana

    calibrating, {1} of {2} mornings
    wird eingestellt, {1} von {2} Morgen
    étalonnage, {1} matins sur {2}
    calibrando, {1} de {2} mañanas

    below your own range ({1}, {2})
    unter deinem eigenen Bereich ({1}, {2})
    au-dessous de votre propre plage ({1}, {2})
    por debajo de tu propio rango ({1}, {2})

    inside your own range ({1}, {2})
    in deinem eigenen Bereich ({1}, {2})
    dans votre propre plage ({1}, {2})
    dentro de tu propio rango ({1}, {2})

    above your own range ({1}, {2})
    über deinem eigenen Bereich ({1}, {2})
    au-dessus de votre propre plage ({1}, {2})
    por encima de tu propio rango ({1}, {2})

    own range: {1} of {2} mornings in {3} days
    eigener Bereich: {1} von {2} Morgen in {3} Tagen
    propre plage : {1} matins sur {2} en {3} jours
    rango propio: {1} de {2} mañanas en {3} días

    {1}-day mean {2}
    {1}-Tage-Mittel {2}
    moyenne sur {1} jours {2}
    media de {1} días {2}

    range {1}
    Bereich {1}
    plage {1}
    rango {1}

    no ride
    keine Fahrt
    aucune sortie
    ninguna sesión

    {1} without heart rate
    {1} ohne Herzfrequenz
    {1} sans fréquence cardiaque
    {1} sin frecuencia cardíaca

    unknown, for want of your maximum heart rate
    unbekannt, deine maximale Herzfrequenz fehlt
    inconnue, faute de votre fréquence cardiaque maximale
    desconocida, falta tu frecuencia cardíaca máxima

    unknown, for want of a heart rate in the ride
    unbekannt, in der Fahrt fehlt die Herzfrequenz
    inconnue, faute de fréquence cardiaque dans la sortie
    desconocida, falta la frecuencia cardíaca en la sesión

    unknown, for want of a heart rate in the rides
    unbekannt, in den Fahrten fehlt die Herzfrequenz
    inconnue, faute de fréquence cardiaque dans les sorties
    desconocida, falta la frecuencia cardíaca en las sesiones

    unknown, for want of a night
    unbekannt, eine Nacht fehlt
    inconnu, faute de nuit
    desconocido, falta una noche

    {1} of 100: asleep {2} of {3} needed, judged by the duration alone
    {1} von 100: geschlafen {2} von nötigen {3}, nur nach der Dauer beurteilt
    {1} sur 100 : {2} de sommeil sur {3} nécessaires, jugé d'après la seule durée
    {1} de 100: dormido {2} de {3} necesarias, juzgado solo por la duración

    {1} of 100: asleep {2} of {3} needed
    {1} von 100: geschlafen {2} von nötigen {3}
    {1} sur 100 : {2} de sommeil sur {3} nécessaires
    {1} de 100: dormido {2} de {3} necesarias

    heart rate variability is below its baseline
    die Herzfrequenzvariabilität liegt unter ihrem Basiswert
    la variabilité cardiaque est au-dessous de sa base
    la variabilidad cardíaca está por debajo de su base

    heart rate variability is near its baseline
    die Herzfrequenzvariabilität liegt nahe ihrem Basiswert
    la variabilité cardiaque est proche de sa base
    la variabilidad cardíaca está cerca de su base

    heart rate variability is above its baseline
    die Herzfrequenzvariabilität liegt über ihrem Basiswert
    la variabilité cardiaque est au-dessus de sa base
    la variabilidad cardíaca está por encima de su base

    resting heart rate is below its baseline
    die Ruheherzfrequenz liegt unter ihrem Basiswert
    la fréquence cardiaque au repos est au-dessous de sa base
    la frecuencia cardíaca en reposo está por debajo de su base

    resting heart rate is near its baseline
    die Ruheherzfrequenz liegt nahe ihrem Basiswert
    la fréquence cardiaque au repos est proche de sa base
    la frecuencia cardíaca en reposo está cerca de su base

    resting heart rate is above its baseline
    die Ruheherzfrequenz liegt über ihrem Basiswert
    la fréquence cardiaque au repos est au-dessus de sa base
    la frecuencia cardíaca en reposo está por encima de su base

    you slept well
    du hast gut geschlafen
    vous avez bien dormi
    has dormido bien

    you slept fairly well
    du hast recht gut geschlafen
    vous avez assez bien dormi
    has dormido bastante bien

    you slept badly
    du hast schlecht geschlafen
    vous avez mal dormi
    has dormido mal

    What has too few earlier mornings does not count yet: calibrating, {1} of {2}.
    Was zu wenige frühere Morgen hat, zählt noch nicht: es wird eingestellt, {1} von {2}.
    Ce qui a trop peu de matins précédents ne compte pas encore : étalonnage, {1} sur {2}.
    Lo que tiene muy pocas mañanas anteriores aún no cuenta: calibrando, {1} de {2}.

    A recovery needs a baseline of {1} earlier mornings; measure alike each morning.
    Eine Erholung braucht einen Basiswert aus {1} früheren Morgen; miss jeden Morgen auf gleiche Weise.
    Une récupération demande une base de {1} matins précédents ; mesurez de la même façon chaque matin.
    Una recuperación necesita una base de {1} mañanas anteriores; mide igual cada mañana.

    Provisional: a baseline has fewer than {1} mornings.
    Vorläufig: ein Basiswert hat weniger als {1} Morgen.
    Provisoire : une base a moins de {1} matins.
    Provisional: una base tiene menos de {1} mañanas.

    Sleep is not known: `jz2ctl sleep add --from 23:10 --to 6:50{1}` enters it.
    Der Schlaf ist nicht bekannt: `jz2ctl sleep add --from 23:10 --to 6:50{1}` gibt ihn ein.
    Le sommeil n'est pas connu : `jz2ctl sleep add --from 23:10 --to 6:50{1}` le saisit.
    El sueño no se conoce: `jz2ctl sleep add --from 23:10 --to 6:50{1}` lo anota.

    Sleep is not known, so the other inputs share its weight: `jz2ctl sleep add --from 23:10 --to 6:50{1}` enters it.
    Der Schlaf ist nicht bekannt, die anderen Werte teilen sich also sein Gewicht: `jz2ctl sleep add --from 23:10 --to 6:50{1}` gibt ihn ein.
    Le sommeil n'est pas connu, les autres données se partagent donc son poids : `jz2ctl sleep add --from 23:10 --to 6:50{1}` le saisit.
    El sueño no se conoce, así que los demás datos se reparten su peso: `jz2ctl sleep add --from 23:10 --to 6:50{1}` lo anota.

    Strain needs your maximum heart rate: `jz2ctl settings --max-heart-rate BPM`.
    Die Belastung braucht deine maximale Herzfrequenz: `jz2ctl settings --max-heart-rate BPM`.
    La charge demande votre fréquence cardiaque maximale : `jz2ctl settings --max-heart-rate BPM`.
    La carga necesita tu frecuencia cardíaca máxima: `jz2ctl settings --max-heart-rate BPM`.

    take one: `jz2ctl hrv measure`.
    mach eine: `jz2ctl hrv measure`.
    faites-en une : `jz2ctl hrv measure`.
    haz una: `jz2ctl hrv measure`.

    if you have its figures: `jz2ctl hrv add --date {1} --rmssd MS --resting-heart-rate BPM`.
    falls du ihre Werte hast: `jz2ctl hrv add --date {1} --rmssd MS --resting-heart-rate BPM`.
    si vous en avez les chiffres : `jz2ctl hrv add --date {1} --rmssd MS --resting-heart-rate BPM`.
    si tienes sus cifras: `jz2ctl hrv add --date {1} --rmssd MS --resting-heart-rate BPM`.

    import a new export of Apple Health: `jz2ctl health import export.zip`.
    importiere einen neuen Export von Apple Health: `jz2ctl health import export.zip`.
    importez un nouvel export d'Apple Santé : `jz2ctl health import export.zip`.
    importa una nueva exportación de Apple Salud: `jz2ctl health import export.zip`.

    fetch it from intervals.icu: `jz2ctl sync`.
    hol sie von intervals.icu: `jz2ctl sync`.
    récupérez-la depuis intervals.icu : `jz2ctl sync`.
    tráela de intervals.icu: `jz2ctl sync`.

    There is no measurement of this morning; {1}
    Es gibt keine Messung von heute Morgen; {1}
    Il n'y a pas de mesure de ce matin ; {1}
    No hay medición de esta mañana; {1}

    There is no measurement on that day; {1}
    Es gibt keine Messung an diesem Tag; {1}
    Il n'y a pas de mesure ce jour-là ; {1}
    No hay medición de ese día; {1}
    """#
}
