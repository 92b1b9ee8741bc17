extension Wording {
  /// The phrases of the page about the history and a ride.
  static let pageRides = #"""
    All rides
    Alle Fahrten
    Toutes les sorties
    Todas las sesiones

    Also about the kilocalories that it cost you.
    Ungefähr so viele Kilokalorien hat es dich gekostet.
    À peu près les kilocalories que cela vous a coûté.
    Más o menos las kilocalorías que te ha costado.

    An hour at your FTP is 100.
    Eine Stunde mit deiner FTP sind 100.
    Une heure à votre FTP vaut 100.
    Una hora a tu FTP son 100.

    Average cadence
    Mittlere Trittfrequenz
    Cadence moyenne
    Cadencia media

    Closer
    Näher
    Plus près
    Más cerca

    Cycling
    Radfahren
    Cyclisme
    Ciclismo

    Delete
    Löschen
    Supprimer
    Borrar

    Delete the ride
    Fahrt löschen
    Supprimer la sortie
    Borrar la sesión

    Delete this ride? It can be restored for 30 days.
    Diese Fahrt löschen? Sie lässt sich 30 Tage lang wiederherstellen.
    Supprimer cette sortie ? Elle peut être restaurée pendant 30 jours.
    ¿Borrar esta sesión? Se puede recuperar durante 30 días.

    Deleted rides
    Gelöschte Fahrten
    Sorties supprimées
    Sesiones borradas

    Download as {1}
    Als {1} herunterladen
    Télécharger en {1}
    Descargar como {1}

    E-bike
    E-Bike
    Vélo électrique
    Bicicleta eléctrica

    From 0 to 21, by your heart rate.
    Von 0 bis 21, nach deiner Herzfrequenz.
    De 0 à 21, selon votre fréquence cardiaque.
    De 0 a 21, según tu frecuencia cardíaca.

    Further away
    Weiter weg
    Plus loin
    Más lejos

    Heart-rate zones
    Herzfrequenzzonen
    Zones de fréquence cardiaque
    Zonas de frecuencia cardíaca

    Highest heart rate
    Höchste Herzfrequenz
    Fréquence cardiaque la plus haute
    Frecuencia cardíaca más alta

    Hiking
    Wandern
    Randonnée
    Senderismo

    How far the heart rose against the power in the second half. Up to 5 % is a good base.
    Wie weit das Herz in der zweiten Hälfte gegen die Leistung gestiegen ist. Bis 5 % ist eine gute Grundlage.
    De combien le cœur est monté par rapport à la puissance dans la seconde moitié. Jusqu'à 5 %, la base est bonne.
    Cuánto subió el corazón respecto a la potencia en la segunda mitad. Hasta el 5 %, la base es buena.

    How fast the heart rate rose at even power.
    Wie schnell die Herzfrequenz bei gleicher Leistung gestiegen ist.
    À quelle vitesse la fréquence cardiaque est montée à puissance égale.
    Lo rápido que subió la frecuencia cardíaca a igual potencia.

    Intensity
    Intensität
    Intensité
    Intensidad

    It is sent again.
    Sie wird noch einmal gesendet.
    Elle est envoyée de nouveau.
    Se envía de nuevo.

    Keep it
    Behalten
    Garder
    Conservar

    Laps
    Runden
    Tours
    Vueltas

    Longest first
    Längste zuerst
    Les plus longues d'abord
    Las más largas primero

    More rides
    Weitere Fahrten
    Plus de sorties
    Más sesiones

    Name and note
    Name und Notiz
    Nom et note
    Nombre y nota

    Name, note or plan
    Name, Notiz oder Plan
    Nom, note ou plan
    Nombre, nota o plan

    Newest first
    Neueste zuerst
    Les plus récentes d'abord
    Las más recientes primero

    No ride has that in its name, note or plan.
    Keine Fahrt hat das in Name, Notiz oder Plan.
    Aucune sortie n'a cela dans son nom, sa note ou son plan.
    Ninguna sesión tiene eso en su nombre, nota o plan.

    No ride is deleted.
    Keine Fahrt ist gelöscht.
    Aucune sortie n'est supprimée.
    Ninguna sesión está borrada.

    No rides yet. Begin one, or drop files of another program here.
    Noch keine Fahrten. Beginne eine, oder ziehe Dateien eines anderen Programms hierher.
    Pas encore de sortie. Commencez-en une, ou déposez ici des fichiers d'un autre programme.
    Aún no hay sesiones. Empieza una, o suelta aquí archivos de otro programa.

    Normalized power as a share of your FTP.
    Die normalisierte Leistung als Anteil deiner FTP.
    La puissance normalisée en part de votre FTP.
    La potencia normalizada como parte de tu FTP.

    Note
    Notiz
    Note
    Nota

    Of the seconds in which you pedalled.
    Der Sekunden, in denen du getreten hast.
    Des secondes où vous avez pédalé.
    De los segundos en que pedaleaste.

    Of the seconds with a heart rate.
    Der Sekunden mit Herzfrequenz.
    Des secondes avec fréquence cardiaque.
    De los segundos con frecuencia cardíaca.

    On a trainer it is worked out from the power.
    Auf dem Trainer wird sie aus der Leistung berechnet.
    Sur home trainer, elle est calculée à partir de la puissance.
    En el rodillo se calcula a partir de la potencia.

    Order
    Reihenfolge
    Ordre
    Orden

    Other
    Anderes
    Autre
    Otro

    Other rides
    Andere Fahrten
    Autres sorties
    Otras sesiones

    Restore
    Wiederherstellen
    Restaurer
    Recuperar

    Ride at {1}
    Fahrt um {1}
    Sortie de {1}
    Sesión de las {1}

    Rowing
    Rudern
    Aviron
    Remo

    Running
    Laufen
    Course à pied
    Carrera

    Save
    Speichern
    Enregistrer
    Guardar

    Search
    Suchen
    Chercher
    Buscar

    Send again
    Noch einmal senden
    Envoyer de nouveau
    Enviar de nuevo

    Shortest first
    Kürzeste zuerst
    Les plus courtes d'abord
    Las más cortas primero

    Skiing
    Skifahren
    Ski
    Esquí

    Swimming
    Schwimmen
    Natation
    Natación

    TSS
    TSS
    TSS
    TSS

    Take back the trim
    Kürzung zurücknehmen
    Annuler le découpage
    Deshacer el recorte

    The highest of all seconds.
    Die höchste aller Sekunden.
    La plus haute de toutes les secondes.
    La más alta de todos los segundos.

    The mean of all seconds in which the timer ran.
    Das Mittel aller Sekunden, in denen die Uhr lief.
    La moyenne de toutes les secondes où le chronomètre tournait.
    La media de todos los segundos en que corría el tiempo.

    Training
    Training
    Entraînement
    Entrenamiento

    Trim
    Kürzen
    Découper
    Recortar

    Undo
    Rückgängig
    Annuler l'action
    Deshacer

    Walking
    Gehen
    Marche
    Caminata

    What an even ride would have had to be, to be as hard: hard parts count for more.
    So hoch müsste eine gleichmäßige Fahrt sein, um so hart zu sein: Harte Teile zählen mehr.
    Ce qu'une sortie régulière aurait dû être pour être aussi dure : les parties dures comptent plus.
    Lo que tendría que haber sido una sesión uniforme para ser igual de dura: las partes duras cuentan más.

    What happened
    Was geschah
    Ce qui s'est passé
    Qué pasó

    What these figures are
    Was diese Zahlen sind
    Ce que sont ces chiffres
    Qué son estas cifras

    Which rides
    Welche Fahrten
    Quelles sorties
    Qué sesiones

    Whole ride
    Ganze Fahrt
    Toute la sortie
    Toda la sesión

    Without pauses and drops. From start to end: {1}.
    Ohne Pausen und Ausfälle. Von Anfang bis Ende: {1}.
    Sans pauses ni coupures. Du début à la fin : {1}.
    Sin pausas ni cortes. De principio a fin: {1}.

    has the ride as it was before the trim
    hat die Fahrt wie vor der Kürzung
    a la sortie telle qu'avant le découpage
    tiene la sesión como antes del recorte

    is being sent
    wird gesendet
    est en cours d'envoi
    se está enviando

    is being taken in
    wird dort übernommen
    est en cours de traitement
    se está procesando

    is there
    ist dort
    y est
    está allí

    is there as it was before
    ist dort, wie sie vorher war
    y est telle qu'avant
    está allí como antes

    was refused
    wurde abgelehnt
    a été refusée
    fue rechazada

    was there already
    war schon dort
    y était déjà
    ya estaba allí

    {1} % of the time was in Zone 2.
    {1} % der Zeit waren in Zone 2.
    {1} % du temps était en zone 2.
    El {1} % del tiempo fue en la zona 2.

    {1} W on average
    {1} W im Mittel
    {1} W en moyenne
    {1} W de media

    {1} bpm on average
    {1} bpm im Mittel
    {1} bpm en moyenne
    {1} bpm de media

    {1} rpm on average
    {1} rpm im Mittel
    {1} rpm en moyenne
    {1} rpm de media
    """#
}
