extension Wording {
  /// The phrases of lists of rides and of what is asked for.
  static let lists = #"""
    Powered by Strava. These are Strava's data, kept here for seven days at most.
    Powered by Strava. Das sind Daten von Strava, die hier höchstens sieben Tage bleiben.
    Powered by Strava. Ce sont des données de Strava, gardées ici sept jours au plus.
    Powered by Strava. Son datos de Strava y se guardan aquí siete días como máximo.

    Activity
    Aktivität
    Activité
    Actividad

    Start
    Beginn
    Début
    Inicio

    Sport
    Sport
    Sport
    Deporte

    1 activity
    1 Aktivität
    1 activité
    1 actividad

    {1} activities
    {1} Aktivitäten
    {1} activités
    {1} actividades

    No date
    Ohne Datum
    Sans date
    Sin fecha

    As last time: {1}.
    Wie beim letzten Mal: {1}.
    Comme la dernière fois : {1}.
    Como la última vez: {1}.

    As ride {1}: {2}.
    Wie Fahrt {1}: {2}.
    Comme la sortie {1} : {2}.
    Como la sesión {1}: {2}.

    As in your settings: {1}.
    Wie in deinen Einstellungen: {1}.
    Comme dans vos réglages : {1}.
    Como en tus ajustes: {1}.

    power from your settings
    Leistung aus deinen Einstellungen
    puissance de vos réglages
    potencia de tus ajustes

    power as last time
    Leistung wie beim letzten Mal
    puissance comme la dernière fois
    potencia como la última vez

    time from your settings
    Zeit aus deinen Einstellungen
    durée de vos réglages
    tiempo de tus ajustes

    time as last time
    Zeit wie beim letzten Mal
    durée comme la dernière fois
    tiempo como la última vez

    from {1} W
    ab {1} W
    à partir de {1} W
    desde {1} W

    warm-up {1}
    Einfahren {1}
    échauffement {1}
    calentamiento {1}

    cool-down {1}
    Ausfahren {1}
    retour au calme {1}
    enfriamiento {1}

    heart rate up to {1} bpm
    Herzfrequenz bis {1} bpm
    fréquence cardiaque jusqu'à {1} bpm
    frecuencia cardíaca hasta {1} bpm

    with DFA alpha-1
    mit DFA alpha-1
    avec DFA alpha-1
    con DFA alpha-1

    without heart rate
    ohne Herzfrequenz
    sans fréquence cardiaque
    sin frecuencia cardíaca

    plan {1}
    Plan {1}
    plan {1}
    plan {1}

    the workout of {1}
    das Training von {1}
    l'entraînement ({1})
    el entrenamiento ({1})

    a free ride
    eine freie Fahrt
    une sortie libre
    una sesión libre

    a ride
    eine Fahrt
    une sortie
    una sesión

    {1} for {2}
    {1} für {2}
    {1} pendant {2}
    {1} durante {2}

    {1} until you stop
    {1}, bis du aufhörst
    {1} jusqu'à votre arrêt
    {1} hasta que pares

    File {1}; `jz2ctl export {2} --output FILE` writes a copy.
    Datei {1}; `jz2ctl export {2} --output FILE` schreibt eine Kopie.
    Fichier {1} ; `jz2ctl export {2} --output FILE` en écrit une copie.
    Archivo {1}; `jz2ctl export {2} --output FILE` escribe una copia.

    It is deleted; `jz2ctl undelete {1}` restores it until {2}.
    Sie ist gelöscht; `jz2ctl undelete {1}` stellt sie bis {2} wieder her.
    Elle est supprimée ; `jz2ctl undelete {1}` la restaure jusqu'au {2}.
    Está borrada; `jz2ctl undelete {1}` la recupera hasta el {2}.

    It is deleted; `jz2ctl undelete {1}` restores it.
    Sie ist gelöscht; `jz2ctl undelete {1}` stellt sie wieder her.
    Elle est supprimée ; `jz2ctl undelete {1}` la restaure.
    Está borrada; `jz2ctl undelete {1}` la recupera.

    Named ride {1} {2}.
    Fahrt {1} heißt jetzt {2}.
    La sortie {1} s'appelle maintenant {2}.
    La sesión {1} se llama ahora {2}.

    The sport of ride {1} is {2}.
    Die Sportart von Fahrt {1} ist {2}.
    Le sport de la sortie {1} est {2}.
    El deporte de la sesión {1} es {2}.

    Ride {1} has no name now; it is called by its plan, {2}.
    Fahrt {1} hat jetzt keinen Namen; sie heißt nach ihrem Plan, {2}.
    La sortie {1} n'a plus de nom ; elle porte celui de son plan, {2}.
    La sesión {1} ya no tiene nombre; lleva el de su plan, {2}.

    Ride {1} has no name now.
    Fahrt {1} hat jetzt keinen Namen.
    La sortie {1} n'a plus de nom.
    La sesión {1} ya no tiene nombre.

    Ride {1}: {2}.
    Fahrt {1}: {2}.
    Sortie {1} : {2}.
    Sesión {1}: {2}.

    ride {1}{2} of {3} ({4})
    Fahrt {1}{2} vom {3} ({4})
    sortie {1}{2} du {3} ({4})
    sesión {1}{2} del {3} ({4})

    State
    Zustand
    État
    Estado

    trimmed
    gekürzt
    raccourcie
    recortada

    from {1}
    von {1}
    de {1}
    de {1}

    until {1}
    bis {1}
    jusqu'au {1}
    hasta el {1}

    {1}: {2} of {3}, in all {4}, {5}
    {1}: {2} von {3}, insgesamt {4}, {5}
    {1} : {2} sur {3}, en tout {4}, {5}
    {1}: {2} de {3}, en total {4}, {5}

    Week of
    Woche ab
    Semaine
    Semana

    Energy
    Energie
    Énergie
    Energía

    not over
    läuft noch
    en cours
    en curso

    This week so far: {1}; there was no ride last week.
    Diese Woche bisher: {1}; letzte Woche gab es keine Fahrt.
    Cette semaine jusqu'ici : {1} ; il n'y a pas eu de sortie la semaine dernière.
    Esta semana hasta ahora: {1}; la semana pasada no hubo ninguna sesión.

    This week so far: {1}, {2} % of last week's {3}.
    Diese Woche bisher: {1}, {2} % der {3} der letzten Woche.
    Cette semaine jusqu'ici : {1}, soit {2} % des {3} de la semaine dernière.
    Esta semana hasta ahora: {1}, el {2} % de las {3} de la semana pasada.
    """#
}
