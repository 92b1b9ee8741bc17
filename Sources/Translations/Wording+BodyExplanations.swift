extension Wording {
  /// The phrases that explain recovery and sleep.
  static let bodyExplanations = #"""
    Scores of {1}
    Wertungen vom {1}
    Scores du {1}
    Puntuaciones del {1}

    RECOVERY: {1}
    ERHOLUNG: {1}
    RÉCUPÉRATION : {1}
    RECUPERACIÓN: {1}

    Input
    Eingabe
    Donnée
    Dato

    Value
    Wert
    Valeur
    Valor

    Baseline
    Basis
    Base
    Base

    Days
    Tage
    Jours
    Días

    Score
    Wertung
    Score
    Nota

    Weight
    Gewicht
    Poids
    Peso

    Points
    Punkte
    Points
    Puntos

    Sum
    Summe
    Somme
    Suma

    HRV (SDNN)
    HRV (SDNN)
    VFC (SDNN)
    VFC (SDNN)

    HRV (RMSSD)
    HRV (RMSSD)
    VFC (RMSSD)
    VFC (RMSSD)

    Resting HR
    Ruhepuls
    FC au repos
    FC en reposo

    Sleep score
    Schlaf
    Sommeil
    Sueño

    a baseline of heart rate variability
    ein Basiswert der Herzfrequenzvariabilität
    une base de variabilité cardiaque
    una base de variabilidad cardíaca

    heart rate variability
    Herzfrequenzvariabilität
    variabilité cardiaque
    variabilidad cardíaca

    a baseline of resting heart rate
    ein Basiswert der Ruheherzfrequenz
    une base de fréquence cardiaque au repos
    una base de frecuencia cardíaca en reposo

    resting heart rate
    Ruheherzfrequenz
    fréquence cardiaque au repos
    frecuencia cardíaca en reposo

    sleep
    Schlaf
    sommeil
    sueño

    Missing: {1}.
    Es fehlt: {1}.
    Manquant : {1}.
    Falta: {1}.

    The weights {1} were shared anew: {2}.
    Die Gewichte {1} wurden neu verteilt: {2}.
    Les poids {1} ont été répartis à nouveau : {2}.
    Los pesos {1} se han repartido de nuevo: {2}.

    Points are score times weight; the weights are {1} for HRV, {2} for resting heart rate and {3} for sleep.
    Punkte sind Wertung mal Gewicht; die Gewichte sind {1} für HRV, {2} für Ruheherzfrequenz und {3} für Schlaf.
    Les points sont le score fois le poids ; les poids sont {1} pour la VFC, {2} pour la fréquence cardiaque au repos et {3} pour le sommeil.
    Los puntos son la nota por el peso; los pesos son {1} para la VFC, {2} para la frecuencia cardíaca en reposo y {3} para el sueño.

    What is missing leaves its weight to the others in proportion; there is no recovery for less than {1}, or without HRV and resting heart rate.
    Was fehlt, überlässt sein Gewicht anteilig den anderen; unter {1} oder ohne HRV und Ruheherzfrequenz gibt es keine Erholung.
    Ce qui manque laisse son poids aux autres en proportion ; au-dessous de {1}, ou sans VFC ni fréquence cardiaque au repos, il n'y a pas de récupération.
    Lo que falta deja su peso a los demás en proporción; por debajo de {1}, o sin VFC ni frecuencia cardíaca en reposo, no hay recuperación.

    HRV scores {1} at its baseline, 100 at +{2} % and 0 at -{3} %.
    HRV ergibt {1} bei ihrem Basiswert, 100 bei +{2} % und 0 bei -{3} %.
    La VFC vaut {1} à sa base, 100 à +{2} % et 0 à -{3} %.
    La VFC vale {1} en su base, 100 a +{2} % y 0 a -{3} %.

    Resting heart rate scores {1} at its baseline, 100 at -{2} % and 0 at +{3} %.
    Ruheherzfrequenz ergibt {1} bei ihrem Basiswert, 100 bei -{2} % und 0 bei +{3} %.
    La fréquence cardiaque au repos vaut {1} à sa base, 100 à -{2} % et 0 à +{3} %.
    La frecuencia cardíaca en reposo vale {1} en su base, 100 a -{2} % y 0 a +{3} %.

    Between them it is in proportion.
    Dazwischen geht es anteilig.
    Entre les deux, c'est en proportion.
    Entre ellos es proporcional.

    {1} is {2}
    {1} ist {2}
    {1} est {2}
    {1} es {2}

    A baseline is the mean of the last up to {1} earlier mornings, at most {2} days old: {3}.
    Ein Basiswert ist das Mittel der letzten bis zu {1} früheren Morgen, höchstens {2} Tage alt: {3}.
    Une base est la moyenne des derniers matins précédents, {1} au plus, vieux de {2} jours au plus : {3}.
    Una base es la media de las últimas mañanas anteriores, {1} como máximo, de hasta {2} días atrás: {3}.

    From {1} on, values more than {2} interquartile ranges outside the middle half do not count.
    Ab {1} zählen Werte nicht, die mehr als {2} Interquartilsabstände außerhalb der mittleren Hälfte liegen.
    À partir de {1}, les valeurs à plus de {2} écarts interquartiles de la moitié centrale ne comptent pas.
    A partir de {1}, los valores a más de {2} rangos intercuartílicos de la mitad central no cuentan.

    Below {1} there is no score, below {2} it is provisional.
    Unter {1} gibt es keine Wertung, unter {2} ist sie vorläufig.
    Au-dessous de {1}, il n'y a pas de score ; au-dessous de {2}, il est provisoire.
    Por debajo de {1} no hay puntuación, por debajo de {2} es provisional.

    {1}, of the rounded score.
    {1}, nach der gerundeten Wertung.
    {1}, d'après le score arrondi.
    {1}, según la puntuación redondeada.

    not known yet
    noch nicht bekannt
    pas encore connu
    aún no se conoce

    OWN RANGE: {1}
    EIGENER BEREICH: {1}
    PROPRE PLAGE : {1}
    RANGO PROPIO: {1}

    Means and deviations are of natural logarithms of HRV, shown in ms.
    Mittel und Abweichungen sind die natürlicher Logarithmen der HRV, gezeigt in ms.
    Moyennes et écarts sont ceux de logarithmes naturels de la VFC, affichés en ms.
    Medias y desviaciones son las de logaritmos naturales de la VFC, mostradas en ms.

    The mean is that of {1}, with {2} values of at least {3}; the range is the mean of {4}, with {5} values of at least {6}, less and plus {7} standard deviations.
    Das Mittel ist das von {1}, mit {2} Werten (mindestens {3}); der Bereich ist das Mittel von {4}, mit {5} Werten (mindestens {6}), minus und plus {7} Standardabweichungen.
    La moyenne est celle de {1}, avec {2} valeurs (au moins {3}) ; la plage est la moyenne de {4}, avec {5} valeurs (au moins {6}), moins et plus {7} écarts types.
    La media es la de {1}, con {2} valores (mínimo {3}); el rango es la media de {4}, con {5} valores (mínimo {6}), menos y más {7} desviaciones típicas.

    Whether you are inside or outside of it is what studies of training by HRV carry; no study has tested a score from 0 to 100.
    Ob du darin oder außerhalb liegst, ist durch Studien zum Training nach HRV gestützt; eine Wertung von 0 bis 100 hat keine Studie geprüft.
    Être dedans ou dehors, voilà ce qu'appuient les études sur l'entraînement selon la VFC ; aucune étude n'a testé un score de 0 à 100.
    Estar dentro o fuera es lo que respaldan los estudios de entrenamiento por VFC; ningún estudio ha probado una puntuación de 0 a 100.

    SLEEP: no night of this day
    SCHLAF: keine Nacht an diesem Tag
    SOMMEIL : pas de nuit pour ce jour
    SUEÑO: no hay noche de este día

    SLEEP: {1} of 100 = {2}
    SCHLAF: {1} von 100 = {2}
    SOMMEIL : {1} sur 100 = {2}
    SUEÑO: {1} de 100 = {2}

    Asleep {1}, {2}; needed {3}, {4}.
    Geschlafen {1}, {2}; nötig {3}, {4}.
    Sommeil de {1}, {2} ; besoin de {3}, {4}.
    Dormido {1}, {2}; necesario {3}, {4}.

    Asleep {1} of {2} in bed, {3}; needed {4}, {5}.
    Geschlafen {1} von {2} im Bett, {3}; nötig {4}, {5}.
    Sommeil de {1} sur {2} au lit, {3} ; besoin de {4}, {5}.
    Dormido {1} de {2} en la cama, {3}; necesario {4}, {5}.

    the mean of your nights before a recovery of {1} or more, {2} to {3}
    das Mittel deiner Nächte vor einer Erholung von {1} oder mehr, {2} bis {3}
    la moyenne de vos nuits avant une récupération de {1} ou plus, {2} à {3}
    la media de tus noches antes de una recuperación de {1} o más, {2} a {3}

    the usual one, until {1} earlier nights had a recovery of {2} or more
    das übliche, bis {1} frühere Nächte eine Erholung von {2} oder mehr hatten
    le besoin habituel, jusqu'à ce que {1} nuits précédentes aient une récupération de {2} ou plus
    lo habitual, hasta que {1} noches anteriores tengan una recuperación de {2} o más

    Duration scores 100 from {1} to {2} % of the need, in proportion below, and {3} less for each percent above, down to {4}.
    Die Dauer ergibt 100 von {1} bis {2} % des Bedarfs, darunter anteilig, und {3} weniger für jedes Prozent darüber, hinab bis {4}.
    La durée vaut 100 de {1} à {2} % du besoin, en proportion au-dessous, et {3} de moins pour chaque pour cent au-dessus, jusqu'à {4}.
    La duración vale 100 de {1} a {2} % de lo necesario, en proporción por debajo, y {3} menos por cada punto por encima, hasta {4}.

    Efficiency is the share of the time in bed that was slept: 100 from {1} % on, in proportion below.
    Effizienz ist der geschlafene Anteil der Zeit im Bett: 100 ab {1} %, darunter anteilig.
    L'efficacité est la part du temps au lit passée à dormir : 100 à partir de {1} %, en proportion au-dessous.
    La eficiencia es la parte del tiempo en la cama que se durmió: 100 desde {1} %, en proporción por debajo.

    Stages score 100 at {1} % deep and {2} % REM sleep, and lose {3} for each percentage point that either is away.
    Phasen ergeben 100 bei {1} % Tief- und {2} % REM-Schlaf und verlieren {3} für jeden Prozentpunkt, den eine davon entfernt ist.
    Les phases valent 100 à {1} % de sommeil profond et {2} % de sommeil REM, et perdent {3} pour chaque point d'écart de l'une ou l'autre.
    Las fases valen 100 con {1} % de sueño profundo y {2} % de sueño REM, y pierden {3} por cada punto que se aleje una u otra.

    The weights are {1}, {2} and {3}; without stages ({4} duration + {5} efficiency) / {6}, with duration alone the duration.
    Die Gewichte sind {1}, {2} und {3}; ohne Phasen ({4} Dauer + {5} Effizienz) / {6}, mit der Dauer allein die Dauer.
    Les poids sont {1}, {2} et {3} ; sans phases ({4} durée + {5} efficacité) / {6}, avec la durée seule, la durée.
    Los pesos son {1}, {2} y {3}; sin fases ({4} duración + {5} eficiencia) / {6}, solo con la duración, la duración.

    duration {1} alone
    Dauer {1} allein
    durée {1} seule
    duración {1} sola

    of duration {1} and stages {2}
    aus Dauer {1} und Phasen {2}
    de durée {1} et phases {2}
    de duración {1} y fases {2}

    {1} x duration {2} + {3} x efficiency {4}
    {1} x Dauer {2} + {3} x Effizienz {4}
    {1} x durée {2} + {3} x efficacité {4}
    {1} x duración {2} + {3} x eficiencia {4}

    ({1}) / {2}; stages are not known
    ({1}) / {2}; Phasen sind nicht bekannt
    ({1}) / {2} ; les phases ne sont pas connues
    ({1}) / {2}; las fases no se conocen

    {1} + {2} x stages {3}
    {1} + {2} x Phasen {3}
    {1} + {2} x phases {3}
    {1} + {2} x fases {3}

    as you entered it
    wie von dir eingegeben
    selon votre saisie
    según lo introdujiste

    from Apple Health
    aus Apple Health
    d'Apple Santé
    de Apple Salud

    from intervals.icu
    von intervals.icu
    d'intervals.icu
    de intervals.icu
    """#
}
