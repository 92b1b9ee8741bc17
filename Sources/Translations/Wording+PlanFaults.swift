extension Wording {
  /// The phrases about the faults of plans and their files.
  static let planFaults = #"""
    The plan {1}
    Der Plan {1}
    Le plan {1}
    El plan {1}

    The plan
    Der Plan
    Le plan
    El plan

    line {1}
    Zeile {1}
    ligne {1}
    línea {1}

    {1} is empty{2}.
    {1} ist leer{2}.
    {1} est vide{2}.
    {1} está vacío{2}.

    Add an interval: `jz2ctl plan add NAME --timer 10:00 --watts 150`.
    Füg ein Intervall hinzu: `jz2ctl plan add NAME --timer 10:00 --watts 150`.
    Ajoutez un intervalle : `jz2ctl plan add NAME --timer 10:00 --watts 150`.
    Añade un intervalo: `jz2ctl plan add NAME --timer 10:00 --watts 150`.

    {1} has a cue without length{2}.
    {1} hat einen Hinweis ohne Dauer{2}.
    {1} a un message sans durée{2}.
    {1} tiene un aviso sin duración{2}.

    {1} has an interval without length{2}.
    {1} hat ein Intervall ohne Länge{2}.
    {1} a un intervalle sans longueur{2}.
    {1} tiene un intervalo sin longitud{2}.

    Give it at least a second or a metre.
    Gib ihm mindestens eine Sekunde oder einen Meter.
    Donnez-lui au moins une seconde ou un mètre.
    Dale al menos un segundo o un metro.

    {1} is too long{2}.
    {1} ist zu lang{2}.
    {1} est trop long{2}.
    {1} es demasiado largo{2}.

    A plan has at most {1} hours, and an interval at most {2} km.
    Ein Plan hat höchstens {1} Stunden, und ein Intervall höchstens {2} km.
    Un plan fait au plus {1} heures, et un intervalle au plus {2} km.
    Un plan tiene como mucho {1} horas, y un intervalo como mucho {2} km.

    {1} repeats a group too often, or not once{2}.
    {1} wiederholt eine Gruppe zu oft oder kein einziges Mal{2}.
    {1} répète un groupe trop souvent, ou pas une fois{2}.
    {1} repite un grupo demasiadas veces, o ninguna{2}.

    Repeat it {1} times.
    Wiederhole sie {1} Mal.
    Répétez-le {1} fois.
    Repítelo {1} veces.

    {1} has too many intervals{2}.
    {1} hat zu viele Intervalle{2}.
    {1} a trop d'intervalles{2}.
    {1} tiene demasiados intervalos{2}.

    Ride {1} at most, repetitions counted.
    Fahr höchstens {1}, Wiederholungen mitgezählt.
    Faites-en {1} au plus, répétitions comprises.
    Haz como mucho {1}, contando las repeticiones.

    {1} has too many cues{2}.
    {1} hat zu viele Hinweise{2}.
    {1} a trop de messages{2}.
    {1} tiene demasiados avisos{2}.

    An interval takes {1} at most, and a plan a million characters of them, repetitions counted.
    Ein Intervall nimmt höchstens {1}, und ein Plan eine Million Zeichen davon, Wiederholungen mitgezählt.
    Un intervalle en prend {1} au plus, et un plan un million de caractères en tout, répétitions comprises.
    Un intervalo admite como mucho {1}, y un plan un millón de caracteres en avisos, contando las repeticiones.

    {1} has an interval that contradicts itself{2}.
    {1} hat ein Intervall, das sich widerspricht{2}.
    {1} a un intervalle qui se contredit{2}.
    {1} tiene un intervalo que se contradice{2}.

    An interval has one end (timer, distance, location or activity) and one target.
    Ein Intervall hat ein Ende (timer, distance, location oder activity) und ein Ziel.
    Un intervalle a une fin (timer, distance, location ou activity) et une cible.
    Un intervalo tiene un final (timer, distance, location o activity) y un objetivo.

    {1} has fewer single intervals at its end{2}.
    {1} hat am Ende weniger einzelne Intervalle{2}.
    {1} a moins d'intervalles simples à sa fin{2}.
    {1} tiene menos intervalos sueltos al final{2}.

    Add them one by one first; intervals of a group repeat already: `jz2ctl plan show NAME`.
    Füg sie zuerst einzeln hinzu; Intervalle einer Gruppe wiederholen sich schon: `jz2ctl plan show NAME`.
    Ajoutez-les d'abord un par un ; les intervalles d'un groupe se répètent déjà : `jz2ctl plan show NAME`.
    Añádelos primero uno a uno; los intervalos de un grupo ya se repiten: `jz2ctl plan show NAME`.

    {1} has a text that is empty or too long{2}.
    {1} hat einen Text, der leer oder zu lang ist{2}.
    {1} a un texte vide ou trop long{2}.
    {1} tiene un texto vacío o demasiado largo{2}.

    Names and labels take {1} characters, other texts {2}.
    Namen und Bezeichnungen haben höchstens {1} Zeichen, andere Texte {2}.
    Les noms et libellés prennent {1} caractères, les autres textes {2}.
    Los nombres y etiquetas admiten {1} caracteres, los demás textos {2}.

    {1} asks for a power that no trainer holds{2}.
    {1} verlangt eine Leistung, die kein Trainer hält{2}.
    {1} demande une puissance qu'aucun home trainer ne tient{2}.
    {1} pide una potencia que ningún rodillo mantiene{2}.

    Ask for {1} W.
    Verlange {1} W.
    Demandez {1} W.
    Pide {1} W.

    {1} asks for a zone that does not exist{2}.
    {1} verlangt eine Zone, die es nicht gibt{2}.
    {1} demande une zone qui n'existe pas{2}.
    {1} pide una zona que no existe{2}.

    Zones are {1}.
    Es gibt die Zonen {1}.
    Les zones vont de {1}.
    Las zonas van de {1}.

    {1} asks for an impossible heart rate{2}.
    {1} verlangt eine unmögliche Herzfrequenz{2}.
    {1} demande une fréquence cardiaque impossible{2}.
    {1} pide una frecuencia cardíaca imposible{2}.

    Ask for {1} bpm.
    Verlange {1} bpm.
    Demandez {1} bpm.
    Pide {1} bpm.

    {1} asks for an impossible cadence{2}.
    {1} verlangt eine unmögliche Trittfrequenz{2}.
    {1} demande une cadence impossible{2}.
    {1} pide una cadencia imposible{2}.

    Ask for {1} rpm.
    Verlange {1} rpm.
    Demandez {1} rpm.
    Pide {1} rpm.

    {1} has power in percent, and your threshold power is not known{2}.
    {1} hat Leistungen in Prozent, und deine Schwellenleistung ist nicht bekannt{2}.
    {1} a des puissances en pour cent, et votre puissance au seuil n'est pas connue{2}.
    {1} tiene potencias en tanto por ciento, y tu potencia umbral no se conoce{2}.

    Set it first: `jz2ctl settings --ftp WATTS`.
    Stell sie zuerst ein: `jz2ctl settings --ftp WATTS`.
    Réglez-la d'abord : `jz2ctl settings --ftp WATTS`.
    Indícala primero: `jz2ctl settings --ftp WATTS`.

    No power is known for that heart rate yet{1}.
    Zu dieser Herzfrequenz ist noch keine Leistung bekannt{1}.
    Aucune puissance n'est encore connue pour cette fréquence cardiaque{1}.
    Aún no se conoce ninguna potencia para esa frecuencia cardíaca{1}.

    The heart rate steers this ride, and it has no strap{1}.
    Die Herzfrequenz steuert diese Fahrt, und sie hat keinen Brustgurt{1}.
    La fréquence cardiaque pilote cette sortie, et il n'y a pas de ceinture cardio{1}.
    La frecuencia cardíaca guía esta sesión, y no hay banda cardíaca{1}.

    Put the strap on and choose it: `jz2ctl use ADDRESS`; leave `--no-heart-rate` out.
    Leg den Gurt an und wähle ihn: `jz2ctl use ADDRESS`; lass `--no-heart-rate` weg.
    Mettez la ceinture et choisissez-la : `jz2ctl use ADDRESS` ; n'utilisez pas `--no-heart-rate`.
    Ponte la banda y elígela: `jz2ctl use ADDRESS`; no uses `--no-heart-rate`.

    {1} has a heart-rate zone that your settings do not have{2}.
    {1} hat eine Herzfrequenzzone, die deine Einstellungen nicht haben{2}.
    {1} a une zone cardiaque que vos réglages n'ont pas{2}.
    {1} tiene una zona cardíaca que tus ajustes no tienen{2}.

    threshold heart rate
    Schwellenherzfrequenz
    fréquence cardiaque au seuil
    frecuencia cardíaca umbral

    See your zones: `jz2ctl settings`.
    Sieh deine Zonen an: `jz2ctl settings`.
    Voyez vos zones : `jz2ctl settings`.
    Mira tus zonas: `jz2ctl settings`.

    Give a power to begin at: `--watts 140`; later rides begin at the power of the last one.
    Gib eine Leistung für den Anfang an: `--watts 140`; spätere Fahrten beginnen mit der Leistung der letzten.
    Donnez une puissance de départ : `--watts 140` ; les sorties suivantes commencent à la puissance de la dernière.
    Da una potencia para empezar: `--watts 140`; las sesiones siguientes empiezan con la potencia de la última.

    Write it into the plan, `zone2 140W`, or set your threshold power: `jz2ctl settings --ftp WATTS`.
    Schreib sie in den Plan, `zone2 140W`, oder stell deine Schwellenleistung ein: `jz2ctl settings --ftp WATTS`.
    Écrivez-la dans le plan, `zone2 140W`, ou réglez votre puissance au seuil : `jz2ctl settings --ftp WATTS`.
    Escríbela en el plan, `zone2 140W`, o indica tu potencia umbral: `jz2ctl settings --ftp WATTS`.

    {1} has a place that is not on the globe{2}.
    {1} hat einen Ort, den es auf der Erde nicht gibt{2}.
    {1} a un lieu qui n'est pas sur le globe{2}.
    {1} tiene un lugar que no está en el globo{2}.

    Give latitude and longitude in degrees.
    Gib Breite und Länge in Grad an.
    Donnez la latitude et la longitude en degrés.
    Da la latitud y la longitud en grados.

    {1} ends an interval at a place, and has no route{2}.
    {1} beendet ein Intervall an einem Ort und hat keine Strecke{2}.
    {1} termine un intervalle à un lieu, et n'a pas de parcours{2}.
    {1} termina un intervalo en un lugar, y no tiene recorrido{2}.

    Give it one: `jz2ctl plan import ROUTE.gpx --name NAME`.
    Gib ihm eine: `jz2ctl plan import ROUTE.gpx --name NAME`.
    Donnez-lui-en un : `jz2ctl plan import ROUTE.gpx --name NAME`.
    Dale uno: `jz2ctl plan import ROUTE.gpx --name NAME`.

    The route of the plan has no place of that name{1}.
    Die Strecke des Plans hat keinen Ort mit diesem Namen{1}.
    Le parcours du plan n'a pas de lieu de ce nom{1}.
    El recorrido del plan no tiene ningún lugar con ese nombre{1}.

    The route of the plan {1} has no place of that name{2}.
    Die Strecke des Plans {1} hat keinen Ort mit diesem Namen{2}.
    Le parcours du plan {1} n'a pas de lieu de ce nom{2}.
    El recorrido del plan {1} no tiene ningún lugar con ese nombre{2}.

    See its places: `jz2ctl plan show NAME`; or give latitude and longitude.
    Sieh ihre Orte an: `jz2ctl plan show NAME`; oder gib Breite und Länge an.
    Voyez ses lieux : `jz2ctl plan show NAME` ; ou donnez la latitude et la longitude.
    Mira sus lugares: `jz2ctl plan show NAME`; o da la latitud y la longitud.

    {1} ends an interval at a place that is not on its route{2}.
    {1} beendet ein Intervall an einem Ort, der nicht an der Strecke liegt{2}.
    {1} termine un intervalle à un lieu qui n'est pas sur son parcours{2}.
    {1} termina un intervalo en un lugar que no está en su recorrido{2}.

    Choose a place within 200 m of the route.
    Wähle einen Ort, der höchstens 200 m von der Strecke liegt.
    Choisissez un lieu à 200 m du parcours au plus.
    Elige un lugar a 200 m del recorrido como mucho.

    The file is in an unknown encoding{1}.
    Die Datei hat eine unbekannte Zeichenkodierung{1}.
    Le fichier a un encodage inconnu{1}.
    El archivo tiene una codificación desconocida{1}.

    The file has too many parts of one kind{1}.
    Die Datei hat zu viele Teile einer Art{1}.
    Le fichier a trop d'éléments d'une même sorte{1}.
    El archivo tiene demasiadas partes de un tipo{1}.

    Export the workout again, or split it.
    Exportiere das Workout noch einmal, oder teile es.
    Exportez l'entraînement à nouveau, ou divisez-le.
    Exporta el entrenamiento otra vez, o divídelo.

    The file is no text{1}.
    Die Datei ist kein Text{1}.
    Le fichier n'est pas du texte{1}.
    El archivo no es texto{1}.

    Use a ZWO, ERG, MRC, FIT, GPX or plan text file.
    Nimm eine Datei in ZWO, ERG, MRC, FIT, GPX oder dem Text eines Plans.
    Utilisez un fichier ZWO, ERG, MRC, FIT, GPX ou le texte d'un plan.
    Usa un archivo ZWO, ERG, MRC, FIT, GPX o el texto de un plan.

    The file is broken{1}.
    Die Datei ist fehlerhaft{1}.
    Le fichier est défectueux{1}.
    El archivo está mal formado{1}.

    Correct the line; nothing was imported.
    Berichtige die Zeile; es wurde nichts importiert.
    Corrigez la ligne ; rien n'a été importé.
    Corrige la línea; no se ha importado nada.

    The file has content that no workout has{1}.
    Die Datei hat Inhalte, die kein Training hat{1}.
    Le fichier a un contenu qu'aucun entraînement n'a{1}.
    El archivo tiene contenido que ningún entrenamiento tiene{1}.

    Get it from a source that you trust; nothing was imported.
    Hol sie von einer Quelle, der du vertraust; es wurde nichts importiert.
    Obtenez-le d'une source de confiance ; rien n'a été importé.
    Consíguelo de una fuente de confianza; no se ha importado nada.

    The file has a word that no plan has{1}.
    Die Datei hat ein Wort, das kein Plan hat{1}.
    Le fichier a un mot qu'aucun plan n'a{1}.
    El archivo tiene una palabra que ningún plan tiene{1}.

    See how a line is written: `jz2ctl plan import --help`; nothing was imported.
    Sieh nach, wie eine Zeile geschrieben wird: `jz2ctl plan import --help`; es wurde nichts importiert.
    Voyez comment s'écrit une ligne : `jz2ctl plan import --help` ; rien n'a été importé.
    Mira cómo se escribe una línea: `jz2ctl plan import --help`; no se ha importado nada.

    The format cannot express the plan{1}.
    Das Format kann den Plan nicht ausdrücken{1}.
    Le format ne peut pas exprimer le plan{1}.
    El formato no puede expresar el plan{1}.

    The format cannot express the plan {1}{2}.
    Das Format kann den Plan {1} nicht ausdrücken{2}.
    Le format ne peut pas exprimer le plan {1}{2}.
    El formato no puede expresar el plan {1}{2}.

    Use `--format text`, which can express everything.
    Nimm `--format text`, das alles ausdrücken kann.
    Utilisez `--format text`, qui peut tout exprimer.
    Usa `--format text`, que puede expresarlo todo.

    The format needs power in another unit than the plan has, and your threshold power is not known{1}.
    Das Format braucht Leistungen in einer anderen Einheit als der Plan, und deine Schwellenleistung ist nicht bekannt{1}.
    Le format demande des puissances dans une autre unité que le plan, et votre puissance au seuil n'est pas connue{1}.
    El formato necesita potencias en otra unidad que el plan, y tu potencia umbral no se conoce{1}.

    The format needs power in another unit than the plan {1} has, and your threshold power is not known{2}.
    Das Format braucht Leistungen in einer anderen Einheit als der Plan {1}, und deine Schwellenleistung ist nicht bekannt{2}.
    Le format demande des puissances dans une autre unité que le plan {1}, et votre puissance au seuil n'est pas connue{2}.
    El formato necesita potencias en otra unidad que el plan {1}, y tu potencia umbral no se conoce{2}.

    The file is a route{1}.
    Die Datei ist eine Strecke{1}.
    Le fichier est un parcours{1}.
    El archivo es un recorrido{1}.

    Name its plan: `jz2ctl plan import FILE --name PLAN`.
    Nenne ihren Plan: `jz2ctl plan import FILE --name PLAN`.
    Nommez son plan : `jz2ctl plan import FILE --name PLAN`.
    Nombra su plan: `jz2ctl plan import FILE --name PLAN`.

    The plan is too large{1}.
    Der Plan ist zu groß{1}.
    Le plan est trop gros{1}.
    El plan es demasiado grande{1}.

    Shorten its texts, or split it; a plan has at most 900 kB, and its file 10 MB.
    Kürze seine Texte, oder teile ihn; ein Plan hat höchstens 900 kB, und seine Datei 10 MB.
    Raccourcissez ses textes, ou divisez-le ; un plan fait au plus 900 ko, et son fichier 10 Mo.
    Acorta sus textos, o divídelo; un plan tiene como mucho 900 kB, y su archivo 10 MB.

    The workout is not for a trainer{1}.
    Das Training ist nicht für einen Trainer{1}.
    L'entraînement n'est pas pour un home trainer{1}.
    El entrenamiento no es para un rodillo{1}.

    Use a cycling workout whose steps end by time.
    Nimm ein Radtraining, dessen Schritte nach Zeit enden.
    Utilisez un entraînement de vélo dont les étapes finissent au temps.
    Usa un entrenamiento de ciclismo cuyos pasos acaben por tiempo.
    """#
}
