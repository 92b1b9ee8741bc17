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

    unknown: not measured this morning
    unbekannt: heute Morgen nicht gemessen
    inconnue : pas de mesure ce matin
    desconocida: sin medición esta mañana

    unknown: not measured that morning
    unbekannt: an jenem Morgen nicht gemessen
    inconnue : pas de mesure ce matin-là
    desconocida: sin medición aquella mañana

    calibrating, {1} of {2} mornings
    wird eingestellt, {1} von {2} Morgen
    étalonnage, {1} matins sur {2}
    calibrando, {1} de {2} mañanas

    Your heart rate variability is below its usual range ({1}, {2}).
    Deine Herzfrequenzvariabilität liegt unter ihrem üblichen Bereich ({1}, {2}).
    Votre variabilité cardiaque est au-dessous de sa plage habituelle ({1}, {2}).
    Tu variabilidad cardíaca está por debajo de su rango habitual ({1}, {2}).

    Your heart rate variability is in its usual range ({1}, {2}).
    Deine Herzfrequenzvariabilität liegt in ihrem üblichen Bereich ({1}, {2}).
    Votre variabilité cardiaque est dans sa plage habituelle ({1}, {2}).
    Tu variabilidad cardíaca está en su rango habitual ({1}, {2}).

    Your heart rate variability is above its usual range ({1}, {2}).
    Deine Herzfrequenzvariabilität liegt über ihrem üblichen Bereich ({1}, {2}).
    Votre variabilité cardiaque est au-dessus de sa plage habituelle ({1}, {2}).
    Tu variabilidad cardíaca está por encima de su rango habitual ({1}, {2}).

    Your usual heart rate variability is not known yet: {1} of {2} mornings in {3} days.
    Deine übliche Herzfrequenzvariabilität ist noch nicht bekannt: {1} von {2} Morgen in {3} Tagen.
    Votre variabilité cardiaque habituelle n'est pas encore connue : {1} matins sur {2} en {3} jours.
    Tu variabilidad cardíaca habitual aún no se conoce: {1} de {2} mañanas en {3} días.

    this week {1} ms
    diese Woche {1} ms
    cette semaine {1} ms
    esta semana {1} ms

    that week {1} ms
    in jener Woche {1} ms
    cette semaine-là {1} ms
    aquella semana {1} ms

    usual {1} ms
    üblich {1} ms
    habituel {1} ms
    habitual {1} ms

    Today {1} ms
    Heute {1} ms
    Aujourd'hui {1} ms
    Hoy {1} ms

    That morning {1} ms
    An jenem Morgen {1} ms
    Ce matin-là {1} ms
    Aquella mañana {1} ms

    {1}: lower than usual.
    {1}: niedriger als üblich.
    {1} : plus bas que d'habitude.
    {1}: más bajo de lo habitual.

    {1}: higher than usual.
    {1}: höher als üblich.
    {1} : plus haut que d'habitude.
    {1}: más alto de lo habitual.

    {1}: as usual.
    {1}: wie üblich.
    {1} : comme d'habitude.
    {1}: como de costumbre.

    {1}-day mean {2} ms
    {1}-Tage-Mittel {2} ms
    moyenne sur {1} jours {2} ms
    media de {1} días {2} ms

    range {1} ms
    Bereich {1} ms
    plage {1} ms
    rango {1} ms

    no ride
    keine Fahrt
    aucune sortie
    ninguna sesión

    {1} without heart rate
    {1} ohne Herzfrequenz
    {1} sans fréquence cardiaque
    {1} sin frecuencia cardíaca

    unknown: your maximum heart rate is not set
    unbekannt: deine maximale Herzfrequenz ist nicht gesetzt
    inconnue : votre fréquence cardiaque maximale n'est pas réglée
    desconocida: tu frecuencia cardíaca máxima no está ajustada

    unknown: the ride has no heart rate
    unbekannt: die Fahrt hat keine Herzfrequenz
    inconnue : la sortie n'a pas de fréquence cardiaque
    desconocida: la sesión no tiene frecuencia cardíaca

    unknown: the rides have no heart rate
    unbekannt: die Fahrten haben keine Herzfrequenz
    inconnue : les sorties n'ont pas de fréquence cardiaque
    desconocida: las sesiones no tienen frecuencia cardíaca

    unknown: no night entered
    unbekannt: keine Nacht eingetragen
    inconnu : aucune nuit saisie
    desconocido: ninguna noche anotada

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
