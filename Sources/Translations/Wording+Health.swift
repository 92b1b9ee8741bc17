extension Wording {
  /// The phrases about an import from Apple Health.
  static let health = #"""
    1 night
    1 Nacht
    1 nuit
    1 noche

    {1} nights
    {1} Nächte
    {1} nuits
    {1} noches

    1 measurement of heart rate variability
    1 Messung der Herzfrequenzvariabilität
    1 mesure de la variabilité cardiaque
    1 medición de la variabilidad cardíaca

    {1} measurements of heart rate variability
    {1} Messungen der Herzfrequenzvariabilität
    {1} mesures de la variabilité cardiaque
    {1} mediciones de la variabilidad cardíaca

    1 resting heart rate
    1 Ruheherzfrequenz
    1 fréquence cardiaque au repos
    1 frecuencia cardíaca en reposo

    {1} resting heart rates
    {1} Ruheherzfrequenzen
    {1} fréquences cardiaques au repos
    {1} frecuencias cardíacas en reposo

    1 weight
    1 Gewicht
    1 poids
    1 peso

    {1} weights
    {1} Gewichte
    {1} poids
    {1} pesos

    Nothing of sleep, heart rate variability, resting heart rate or weight was found.
    Nichts zu Schlaf, Herzfrequenzvariabilität, Ruheherzfrequenz oder Gewicht gefunden.
    Rien sur le sommeil, la variabilité cardiaque, la fréquence cardiaque au repos ou le poids n'a été trouvé.
    No se encontró nada de sueño, variabilidad cardíaca, frecuencia cardíaca en reposo ni peso.

    Nothing was stored.
    Nichts wurde gespeichert.
    Rien n'a été enregistré.
    No se guardó nada.

    {1} new
    {1} neu
    nouveaux : {1}
    nuevos: {1}

    {1} changed
    {1} geändert
    modifiés : {1}
    cambiados: {1}

    {1} known already
    {1} schon bekannt
    déjà connus : {1}
    ya conocidos: {1}

    {1} refused
    {1} abgelehnt
    refusés : {1}
    rechazados: {1}

    Stored: {1}.
    Gespeichert: {1}.
    Enregistrement : {1}.
    Guardado: {1}.

    Left out:
    Ausgelassen:
    Laissé de côté :
    Omitido:

    1 stretch of sleep
    1 Schlafabschnitt
    1 période de sommeil
    1 tramo de sueño

    {1} stretches of sleep
    {1} Schlafabschnitte
    {1} périodes de sommeil
    {1} tramos de sueño

    1 record
    1 Eintrag
    1 entrée
    1 registro

    {1} records
    {1} Einträge
    {1} entrées
    {1} registros

    {1} in a unit that is not known
    {1} in einer unbekannten Einheit
    {1} dans une unité inconnue
    {1} en una unidad desconocida

    {1} with a value that nobody can have
    {1} mit einem unmöglichen Wert
    {1} avec une valeur impossible
    {1} con un valor imposible

    {1} with a time that does not say in which time zone
    {1} mit einer Zeit ohne Zeitzone
    {1} avec une heure sans fuseau horaire
    {1} con una hora sin zona horaria

    {1} without a time that makes sense
    {1} ohne sinnvolle Zeit
    {1} sans heure plausible
    {1} sin una hora con sentido

    {1} with a word for sleep that is not known
    {1} mit einem unbekannten Wort für Schlaf
    {1} avec un mot inconnu pour le sommeil
    {1} con una palabra desconocida para el sueño

    1 record that was there before
    1 Eintrag, den es schon gab
    1 entrée déjà présente
    1 registro que ya estaba

    {1} records that were there before
    {1} Einträge, die es schon gab
    {1} entrées déjà présentes
    {1} registros que ya estaban

    {1} while another program or device has more of it
    {1}, wovon ein anderes Programm oder Gerät mehr hat
    {1} dont un autre programme ou appareil a davantage
    {1} de los que otro programa o dispositivo tiene más

    {1} that is a nap: a day has one night, of an hour or more
    {1} als Nickerchen: ein Tag hat eine Nacht, von mindestens einer Stunde
    {1} en sieste : un jour a une nuit, d'une heure ou plus
    {1} de siesta: un día tiene una noche, de una hora o más

    {1} that are naps: a day has one night, of an hour or more
    {1} als Nickerchen: ein Tag hat eine Nacht, von mindestens einer Stunde
    {1} en siestes : un jour a une nuit, d'une heure ou plus
    {1} de siesta: un día tiene una noche, de una hora o más

    {1} without sleep, or longer than a day
    {1} ohne Schlaf oder länger als ein Tag
    {1} sans sommeil, ou de plus d'un jour
    {1} sin sueño, o de más de un día

    1 list of beats, whose times do not fit their measurement
    1 Liste von Herzschlägen, deren Zeiten nicht zu ihrer Messung passen
    1 liste de battements, dont les temps ne correspondent pas à leur mesure
    1 lista de latidos, cuyos tiempos no encajan con su medición

    {1} lists of beats, whose times do not fit their measurement
    {1} Listen von Herzschlägen, deren Zeiten nicht zu ihrer Messung passen
    {1} listes de battements, dont les temps ne correspondent pas à leur mesure
    {1} listas de latidos, cuyos tiempos no encajan con su medición

    {1} of another program or device than an Apple Watch, which measure it differently
    {1} von einem anderen Programm oder Gerät als einer Apple Watch, das anders misst
    {1} d'un autre programme ou appareil qu'une Apple Watch, qui mesure autrement
    {1} de un programa o dispositivo distinto del Apple Watch, que mide de otra manera

    {1} of days before the first one asked for
    {1} von Tagen vor dem ersten gewünschten
    {1} de jours antérieurs au premier demandé
    {1} de días anteriores al primero pedido

    (at byte {1})
    (bei Byte {1})
    (à l'octet {1})
    (en el byte {1})

    (the first at byte {1})
    (der erste bei Byte {1})
    (la première à l'octet {1})
    (el primero en el byte {1})

    The file is neither XML nor a ZIP archive.
    Die Datei ist weder XML noch ein ZIP-Archiv.
    Le fichier n'est ni du XML ni une archive ZIP.
    El archivo no es ni XML ni un archivo ZIP.

    The file is XML of another kind than an export of Apple Health.
    Die Datei ist XML, aber kein Export von Apple Health.
    Le fichier est du XML d'une autre sorte qu'un export d'Apple Santé.
    El archivo es XML, pero no una exportación de Apple Salud.

    The archive has no export of Apple Health in it.
    Das Archiv enthält keinen Export von Apple Health.
    L'archive ne contient pas d'export d'Apple Santé.
    El archivo ZIP no contiene ninguna exportación de Apple Salud.

    On the iPhone: Health, your picture, Export All Health Data; then import the `export.zip` that it makes.
    Auf dem iPhone: Health, dein Bild, Alle Gesundheitsdaten exportieren; dann importiere das `export.zip`, das dabei entsteht.
    Sur l'iPhone : Santé, votre photo, Exporter toutes les données de santé ; puis importez le `export.zip` obtenu.
    En el iPhone: Salud, tu foto, Exportar todos los datos de salud; después importa el `export.zip` que se crea.

    The export ends too early, after byte {1}.
    Der Export endet zu früh, nach Byte {1}.
    L'export se termine trop tôt, après l'octet {1}.
    La exportación acaba antes de tiempo, tras el byte {1}.

    Copy it again, and import it again: what came in already does not come in twice.
    Kopiere ihn noch einmal und importiere ihn erneut: was schon da ist, kommt nicht doppelt hinein.
    Copiez-le à nouveau et réimportez-le : ce qui est déjà là n'entre pas deux fois.
    Cópiala de nuevo y vuelve a importarla: lo que ya está no entra dos veces.

    The export is damaged: what begins at byte {1} does not end.
    Der Export ist beschädigt: was bei Byte {1} beginnt, endet nicht.
    L'export est endommagé : ce qui commence à l'octet {1} ne se termine pas.
    La exportación está dañada: lo que empieza en el byte {1} no termina.

    Export it again on the iPhone, and import it again: what came in already does not come in twice.
    Exportiere auf dem iPhone neu und importiere noch einmal: was schon da ist, kommt nicht doppelt hinein.
    Refaites l'export sur l'iPhone et réimportez-le : ce qui est déjà là n'entre pas deux fois.
    Exporta de nuevo en el iPhone y vuelve a importar: lo que ya está no entra dos veces.

    The export has more than is taken: more than {1}, at byte {2}.
    Der Export hat mehr, als angenommen wird: mehr als {1}, bei Byte {2}.
    L'export contient plus que ce qui est accepté : plus de {1}, à l'octet {2}.
    La exportación tiene más de lo que se acepta: más de {1}, en el byte {2}.

    Import a part of it: `jz2ctl health import FILE --since DATE`.
    Importiere einen Teil davon: `jz2ctl health import FILE --since DATE`.
    Importez-en une partie : `jz2ctl health import FILE --since DATE`.
    Importa una parte: `jz2ctl health import FILE --since DATE`.

    {1} records of sleep
    {1} Schlafeinträge
    {1} entrées de sommeil
    {1} registros de sueño

    {1} sources of sleep
    {1} Schlafquellen
    {1} sources de sommeil
    {1} fuentes de sueño

    {1} values of one kind
    {1} Werte einer Art
    {1} valeurs d'un même type
    {1} valores de un mismo tipo
    """#
}
