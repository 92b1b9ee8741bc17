extension Wording {
  /// The phrases about deletions, laps, links and records, and headings of tables.
  static let answers = #"""
    Name
    Name
    Nom
    Nombre

    Ride
    Fahrt
    Sortie
    Sesión

    Day
    Tag
    Jour
    Día

    Time
    Zeit
    Temps
    Tiempo

    Power
    Leistung
    Puissance
    Potencia

    Elapsed
    Verstrichen
    Écoulé
    Transcurrido

    Signal
    Signal
    Signal
    Señal

    yes
    ja
    oui
    sí

    no
    nein
    non
    no

    {1}
    {1}
    {1}
    {1}

    {1} to {2}
    {1} bis {2}
    {1} à {2}
    {1} a {2}

    {1} of {2}
    {1} von {2}
    {1} sur {2}
    {1} de {2}

    Delete ride {1} of {2} ({3})?
    Fahrt {1} vom {2} ({3}) löschen?
    Supprimer la sortie {1} du {2} ({3}) ?
    ¿Borrar la sesión {1} del {2} ({3})?

    Delete ride {1} of {2} ({3}) for good?
    Fahrt {1} vom {2} ({3}) endgültig löschen?
    Supprimer définitivement la sortie {1} du {2} ({3}) ?
    ¿Borrar definitivamente la sesión {1} del {2} ({3})?

    Delete the plan {1}?
    Den Plan {1} löschen?
    Supprimer le plan {1} ?
    ¿Borrar el plan {1}?

    Delete the plan {1} ({2})?
    Den Plan {1} ({2}) löschen?
    Supprimer le plan {1} ({2}) ?
    ¿Borrar el plan {1} ({2})?

    Deleted ride {1}; {2}
    Fahrt {1} ist gelöscht; {2}
    La sortie {1} est supprimée ; {2}
    La sesión {1} está borrada; {2}

    Ride {1} is already deleted; {2}
    Fahrt {1} ist schon gelöscht; {2}
    La sortie {1} est déjà supprimée ; {2}
    La sesión {1} ya está borrada; {2}

    Deleted the plan {1}; {2}
    Der Plan {1} ist gelöscht; {2}
    Le plan {1} est supprimé ; {2}
    El plan {1} está borrado; {2}

    The plan {1} is already deleted; {2}
    Der Plan {1} ist schon gelöscht; {2}
    Le plan {1} est déjà supprimé ; {2}
    El plan {1} ya está borrado; {2}

    Deleted line {1} of the plan {2}.
    Zeile {1} des Plans {2} ist gelöscht.
    La ligne {1} du plan {2} est supprimée.
    La línea {1} del plan {2} está borrada.

    `jz2ctl {1}` restores it.
    `jz2ctl {1}` macht es rückgängig.
    `jz2ctl {1}` annule la suppression.
    `jz2ctl {1}` deshace el borrado.

    `jz2ctl {1}` restores it, until {2}.
    `jz2ctl {1}` macht es rückgängig, bis {2}.
    `jz2ctl {1}` annule la suppression, jusqu'au {2}.
    `jz2ctl {1}` deshace el borrado, hasta el {2}.

    Lap {1} has just begun; it goes on.
    Runde {1} hat gerade erst begonnen; sie läuft weiter.
    Le tour {1} vient de commencer ; il continue.
    La vuelta {1} acaba de empezar; continúa.

    Lap {1}: {2}. Lap {3} begins.
    Runde {1}: {2}. Runde {3} beginnt.
    Tour {1} : {2}. Le tour {3} commence.
    Vuelta {1}: {2}. Empieza la vuelta {3}.

    Begun {1}.
    Begonnen {1}.
    Commencée le {1}.
    Empezada el {1}.

    No dropped connection.
    Keine Verbindung ist abgebrochen.
    Aucune connexion n'a été perdue.
    No se perdió ninguna conexión.

    1 dropped connection.
    1 Verbindungsabbruch.
    1 connexion perdue.
    1 conexión perdida.

    {1} dropped connections.
    {1} Verbindungsabbrüche.
    {1} connexions perdues.
    {1} conexiones perdidas.

    1 dropped connection, the longest {1} s.
    1 Verbindungsabbruch, der längste {1} s.
    1 connexion perdue, la plus longue {1} s.
    1 conexión perdida, la más larga {1} s.

    {1} dropped connections, the longest {2} s.
    {1} Verbindungsabbrüche, der längste {2} s.
    {1} connexions perdues, la plus longue {2} s.
    {1} conexiones perdidas, la más larga {2} s.

    The first 10; `--link` shows all.
    Die ersten 10; `--link` zeigt alle.
    Les 10 premières ; `--link` les montre toutes.
    Las 10 primeras; `--link` las muestra todas.

    Notifications
    Meldungen
    Notifications
    Notificaciones

    Shortest
    Kürzester
    Plus court
    Más corto

    Longest
    Längster
    Plus long
    Más largo

    Mean
    Mittel
    Moyenne
    Media

    Deviation
    Abweichung
    Écart
    Desviación

    What
    Was
    Quoi
    Qué

    Why
    Warum
    Pourquoi
    Por qué

    Lasted
    Dauer
    Durée
    Duró

    trainer lost
    Trainer verloren
    home trainer perdu
    rodillo perdido

    heart rate lost
    Herzfrequenz verloren
    fréquence cardiaque perdue
    frecuencia cardíaca perdida

    link lost
    Verbindung verloren
    connexion perdue
    conexión perdida

    trainer refused
    Trainer verweigert
    home trainer refusé
    rodillo rechazado

    heart rate refused
    Herzfrequenz verweigert
    fréquence cardiaque refusée
    frecuencia cardíaca rechazada

    device refused
    Gerät verweigert
    appareil refusé
    dispositivo rechazado

    trainer silent
    Trainer stumm
    home trainer muet
    rodillo sin datos

    heart rate silent
    Herzfrequenz stumm
    fréquence cardiaque muette
    frecuencia cardíaca sin datos

    link silent
    Verbindung stumm
    connexion muette
    conexión sin datos

    radio mended
    Funk repariert
    radio réparée
    radio reparada

    daemon gone
    Dienst weg
    service absent
    servicio ausente

    link
    Verbindung
    connexion
    conexión

    to the end
    bis zum Ende
    jusqu'à la fin
    hasta el final

    No records yet; a ride of {1} minute or more on a bicycle sets the first.
    Noch keine Rekorde; den ersten setzt eine Fahrt von mindestens {1} Minute auf dem Rad.
    Pas encore de record ; une sortie à vélo d'au moins {1} minute établit le premier.
    Aún no hay récords; una sesión en bicicleta de al menos {1} minuto marca el primero.

    Record
    Rekord
    Record
    Récord

    Best
    Bestwert
    Meilleur
    Mejor

    Best {1}
    Beste {1}
    Meilleures {1}
    Mejores {1}

    Longest ride
    Längste Fahrt
    Sortie la plus longue
    Sesión más larga

    Farthest ride
    Weiteste Fahrt
    Plus grande distance
    Mayor distancia

    Most work
    Meiste Arbeit
    Plus grand travail
    Mayor trabajo

    Zone 2 power
    Leistung in Zone 2
    Puissance en zone 2
    Potencia en zona 2

    {1} {2} (before: {3})
    {1} {2} (vorher: {3})
    {1} {2} (avant : {3})
    {1} {2} (antes: {3})

    Records: {1}.
    Rekorde: {1}.
    Records : {1}.
    Récords: {1}.

    The ride has no power.
    Die Fahrt hat keine Leistung.
    La sortie n'a pas de puissance.
    La sesión no tiene potencia.

    No ride on a bicycle has power in that time.
    Keine Fahrt auf dem Rad hat in dieser Zeit Leistung.
    Aucune sortie à vélo n'a de puissance sur cette période.
    Ninguna sesión en bicicleta tiene potencia en ese tiempo.
    """#
}
