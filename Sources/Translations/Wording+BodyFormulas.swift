extension Wording {
  /// The phrases that explain strain, the data and the load.
  static let bodyFormulas = #"""
    STRAIN: {1}
    BELASTUNG: {1}
    CHARGE : {1}
    CARGA: {1}

    STRAIN: {1} (`jz2ctl settings --max-heart-rate BPM`)
    BELASTUNG: {1} (`jz2ctl settings --max-heart-rate BPM`)
    CHARGE : {1} (`jz2ctl settings --max-heart-rate BPM`)
    CARGA: {1} (`jz2ctl settings --max-heart-rate BPM`)

    from raw {1}
    aus Rohwert {1}
    du brut {1}
    del bruto {1}

    They do not add up, since each is a logarithm.
    Sie lassen sich nicht addieren, denn jede ist ein Logarithmus.
    Elles ne s'additionnent pas, car chacune est un logarithme.
    No se suman, porque cada una es un logaritmo.

    {1} of {2} rides had no heart rate; the score does not know them.
    Ohne Herzfrequenz: {1} von {2} Fahrten; die Wertung kennt sie nicht.
    Sans fréquence cardiaque : {1} sorties sur {2} ; le score ne les connaît pas.
    Sin frecuencia cardíaca: {1} de {2} sesiones; la puntuación no las conoce.

    The minutes are those in {1} of your maximum heart rate, pauses too.
    Die Minuten sind die bei {1} deiner maximalen Herzfrequenz, auch in Pausen.
    Les minutes sont celles à {1} de votre fréquence cardiaque maximale, pauses comprises.
    Los minutos son los que pasas al {1} de tu frecuencia cardíaca máxima, también en pausas.

    Strain is {1} ln(1 + raw/{2}) / ln(1 + {3}/{4}), at most {5}: that is {6} in the last zone.
    Belastung ist {1} ln(1 + Rohwert/{2}) / ln(1 + {3}/{4}), höchstens {5}: das sind {6} in der letzten Zone.
    La charge est {1} ln(1 + brut/{2}) / ln(1 + {3}/{4}), {5} au plus : cela fait {6} dans la dernière zone.
    La carga es {1} ln(1 + bruto/{2}) / ln(1 + {3}/{4}), como máximo {5}: eso son {6} en la última zona.

    Raw is summed over the day's rides first.
    Der Rohwert wird zuerst über die Fahrten des Tages summiert.
    Le brut est d'abord additionné sur les sorties du jour.
    El bruto se suma primero entre las sesiones del día.

    from {1} %
    ab {1} %
    à partir de {1} %
    desde {1} %

    Below {1} is {2}
    Unter {1} ist {2}
    Au-dessous de {1} : {2}
    Por debajo de {1} es {2}

    below {1} {2}
    unter {1} {2}
    au-dessous de {1} {2}
    por debajo de {1} {2}

    from there on {1}
    ab da {1}
    au-delà {1}
    a partir de ahí {1}

    ride {1} alone has {2} from raw {3}
    Fahrt {1} allein hat {2} aus Rohwert {3}
    la sortie {1} seule a {2} du brut {3}
    la sesión {1} sola tiene {2} del bruto {3}

    DATA: no measurement of this day
    DATEN: keine Messung an diesem Tag
    DONNÉES : pas de mesure pour ce jour
    DATOS: no hay medición de este día

    DATA: measurement {1}
    DATEN: Messung {1}
    DONNÉES : mesure {1}
    DATOS: medición {1}

    position not known
    Lage nicht bekannt
    position inconnue
    posición desconocida

    {1} beats
    {1} Schläge
    {1} battements
    {1} latidos

    {1} s without the strap
    {1} s ohne Brustgurt
    {1} s sans la ceinture
    {1} s sin la banda

    {1} s (ultra-short)
    {1} s (ultrakurz)
    {1} s (ultracourt)
    {1} s (ultracorto)

    Good: at most {1} % artefacts.
    Gut: höchstens {1} % Artefakte.
    Bon : {1} % d'artefacts au plus.
    Bueno: {1} % de artefactos como máximo.

    Caution: more than {1} % artefacts, so HRV is uncertain.
    Vorsicht: mehr als {1} % Artefakte, die HRV ist also unsicher.
    Prudence : plus de {1} % d'artefacts, la VFC est donc incertaine.
    Cuidado: más de {1} % de artefactos, así que la VFC es incierta.

    Nothing is known of the beats, so neither of the artefacts.
    Über die Schläge ist nichts bekannt, über Artefakte also auch nicht.
    On ne sait rien des battements, donc rien des artefacts.
    No se sabe nada de los latidos, así que tampoco de los artefactos.

    Only mornings of the same source, position and length (about {1} minutes) are held against each other.
    Nur Morgen mit gleicher Quelle, Lage und Länge (etwa {1} Minuten) werden miteinander verglichen.
    Seuls les matins de même source, position et durée (environ {1} minutes) sont comparés entre eux.
    Solo se comparan mañanas de la misma fuente, posición y duración (unos {1} minutos).

    Formulas of version {1}.
    Formeln der Version {1}.
    Formules de la version {1}.
    Fórmulas de la versión {1}.

    This jz2ctl tells of version {1}; the scores are of another, so update it.
    Dieses jz2ctl erklärt Version {1}; die Wertungen sind von einer anderen, also aktualisiere es.
    Ce jz2ctl explique la version {1} ; les scores sont d'une autre, mettez-le donc à jour.
    Este jz2ctl explica la versión {1}; las puntuaciones son de otra, así que actualízalo.

    All of them, with their sources: docs/body.md.
    Alle, mit ihren Quellen: docs/body.md.
    Toutes, avec leurs sources : docs/body.md.
    Todas, con sus fuentes: docs/body.md.

    Not medical advice.
    Kein medizinischer Rat.
    Ceci n'est pas un avis médical.
    No es consejo médico.

    1 ride has no TSS, which adds nothing to fitness and fatigue: there is no power, or no FTP (`jz2ctl settings --ftp WATTS`).
    1 Fahrt hat keinen TSS und trägt nichts zu Fitness und Ermüdung bei: es gibt keine Leistung oder keine FTP (`jz2ctl settings --ftp WATTS`).
    1 sortie n'a pas de TSS, ce qui n'ajoute rien à la forme de fond et à la fatigue : il n'y a pas de puissance, ou pas de FTP (`jz2ctl settings --ftp WATTS`).
    1 sesión no tiene TSS, lo que no suma nada al estado físico ni a la fatiga: no hay potencia, o no hay FTP (`jz2ctl settings --ftp WATTS`).

    {1} rides have no TSS, which adds nothing to fitness and fatigue: there is no power, or no FTP (`jz2ctl settings --ftp WATTS`).
    {1} Fahrten haben keinen TSS und tragen nichts zu Fitness und Ermüdung bei: es gibt keine Leistung oder keine FTP (`jz2ctl settings --ftp WATTS`).
    {1} sorties n'ont pas de TSS, ce qui n'ajoute rien à la forme de fond et à la fatigue : il n'y a pas de puissance, ou pas de FTP (`jz2ctl settings --ftp WATTS`).
    {1} sesiones no tienen TSS, lo que no suma nada al estado físico ni a la fatiga: no hay potencia, o no hay FTP (`jz2ctl settings --ftp WATTS`).

    1 ride has no TRIMP: it takes a heart rate and `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.
    1 Fahrt hat keinen TRIMP: er braucht eine Herzfrequenz und `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.
    1 sortie n'a pas de TRIMP : il faut une fréquence cardiaque et `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.
    1 sesión no tiene TRIMP: hace falta una frecuencia cardíaca y `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.

    {1} rides have no TRIMP: it takes a heart rate and `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.
    {1} Fahrten haben keinen TRIMP: er braucht eine Herzfrequenz und `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.
    {1} sorties n'ont pas de TRIMP : il faut une fréquence cardiaque et `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.
    {1} sesiones no tienen TRIMP: hace falta una frecuencia cardíaca y `jz2ctl settings --max-heart-rate BPM --resting-heart-rate BPM`.

    TSS is hours x IF squared x 100, where IF is Normalized Power / FTP; a day is the sum of its rides.
    TSS ist Stunden x IF im Quadrat x 100, wobei IF die normalisierte Leistung / FTP ist; ein Tag ist die Summe seiner Fahrten.
    Le TSS est heures x IF au carré x 100, où IF est la puissance normalisée / FTP ; un jour est la somme de ses sorties.
    El TSS es horas x IF al cuadrado x 100, donde IF es la potencia normalizada / FTP; un día es la suma de sus sesiones.

    The FTP is the one that each ride was ridden with.
    Die FTP ist die, mit der die jeweilige Fahrt gefahren wurde.
    La FTP est celle avec laquelle chaque sortie a été faite.
    La FTP es aquella con la que se hizo cada sesión.

    TRIMP (Banister) is the sum over the minutes with a heart rate of {1}, for women of {2}, where x is (heart rate - resting) / (maximum - resting); `jz2ctl settings --trimp` chooses.
    TRIMP (Banister) ist die Summe von {1} über die Minuten mit einer Herzfrequenz, bei Frauen von {2}, wobei x gleich (Herzfrequenz - Ruhe) / (Maximum - Ruhe) ist; `jz2ctl settings --trimp` wählt.
    Le TRIMP (Banister) est la somme de {1} sur les minutes avec une fréquence cardiaque, pour les femmes de {2}, où x est (fréquence cardiaque - repos) / (maximum - repos) ; `jz2ctl settings --trimp` choisit.
    El TRIMP (Banister) es la suma de {1} en los minutos con frecuencia cardíaca, para mujeres de {2}, donde x es (frecuencia cardíaca - reposo) / (máxima - reposo); `jz2ctl settings --trimp` elige.

    Fitness (CTL) and fatigue (ATL) are exponential means of the daily TSS over {1} and {2} days: each day they move by 1 - e^(-1/{3}) and 1 - e^(-1/{4}) of the way to the day's TSS, from 0 on the first day with one.
    Fitness (CTL) und Ermüdung (ATL) sind exponentielle Mittel des täglichen TSS über {1} und {2} Tage: jeden Tag gehen sie 1 - e^(-1/{3}) und 1 - e^(-1/{4}) des Wegs zum TSS des Tages, von 0 am ersten Tag mit einem.
    La forme de fond (CTL) et la fatigue (ATL) sont des moyennes exponentielles du TSS quotidien sur {1} et {2} jours : chaque jour, elles font 1 - e^(-1/{3}) et 1 - e^(-1/{4}) du chemin vers le TSS du jour, en partant de 0 le premier jour qui en a un.
    El estado físico (CTL) y la fatiga (ATL) son medias exponenciales del TSS diario en {1} y {2} días: cada día avanzan 1 - e^(-1/{3}) y 1 - e^(-1/{4}) del camino hasta el TSS del día, desde 0 el primer día que tiene uno.

    A day without TSS counts as 0.
    Ein Tag ohne TSS zählt als 0.
    Un jour sans TSS compte pour 0.
    Un día sin TSS cuenta como 0.

    Form is fitness less fatigue.
    Form ist Fitness minus Ermüdung.
    La fraîcheur est la forme de fond moins la fatigue.
    La forma es el estado físico menos la fatiga.

    Strain is told by `jz2ctl today --explain`.
    Die Belastung erklärt `jz2ctl today --explain`.
    La charge est expliquée par `jz2ctl today --explain`.
    La carga la explica `jz2ctl today --explain`.

    All formulas, with their sources: docs/body.md.
    Alle Formeln, mit ihren Quellen: docs/body.md.
    Toutes les formules, avec leurs sources : docs/body.md.
    Todas las fórmulas, con sus fuentes: docs/body.md.
    """#
}
