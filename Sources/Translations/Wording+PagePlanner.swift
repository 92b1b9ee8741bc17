extension Wording {
  /// The phrases of the page about plans and files.
  static let pagePlanner = #"""
    % of FTP
    % der FTP
    % de la FTP
    % de la FTP

    Add an interval
    Intervall hinzufügen
    Ajouter un intervalle
    Añadir un intervalo

    An interval has no length.
    Ein Intervall hat keine Länge.
    Un intervalle n'a pas de durée.
    Un intervalo no tiene duración.

    As rows
    Als Zeilen
    En lignes
    En filas

    As text
    Als Text
    En texte
    Como texto

    At a place
    An einem Ort
    À un lieu
    En un lugar

    Cadence from
    Trittfrequenz von
    Cadence de
    Cadencia desde

    Cadence to
    Trittfrequenz bis
    Cadence à
    Cadencia hasta

    Change
    Ändern
    Modifier
    Cambiar

    Copy
    Kopieren
    Copier
    Copiar

    Cues, one a line: 0:30 Stay seated
    Hinweise, einer je Zeile: 0:30 Sitzen bleiben
    Indications, une par ligne : 0:30 Restez assis
    Avisos, uno por línea: 0:30 Sigue sentado

    Delete the plan {1}
    Den Plan {1} löschen
    Supprimer le plan {1}
    Borrar el plan {1}

    Delete this plan? It can be restored for 30 days.
    Diesen Plan löschen? Er lässt sich 30 Tage lang wiederherstellen.
    Supprimer ce plan ? Il peut être restauré pendant 30 jours.
    ¿Borrar este plan? Se puede recuperar durante 30 días.

    Deleted plans
    Gelöschte Pläne
    Plans supprimés
    Planes borrados

    End of the repetition
    Ende der Wiederholung
    Fin de la répétition
    Fin de la repetición

    Ends by
    Endet nach
    Se termine par
    Termina por

    Free
    Frei
    Libre
    Libre

    Heart-rate zone
    Herzfrequenzzone
    Zone de fréquence cardiaque
    Zona de frecuencia cardíaca

    Import a route (GPX) for this plan
    Eine Strecke (GPX) für diesen Plan importieren
    Importer un parcours (GPX) pour ce plan
    Importar una ruta (GPX) para este plan

    Import plans: ZWO, ERG, MRC, FIT or text
    Pläne importieren: ZWO, ERG, MRC, FIT oder Text
    Importer des plans : ZWO, ERG, MRC, FIT ou texte
    Importar planes: ZWO, ERG, MRC, FIT o texto

    Import rides: FIT, TCX or GPX
    Fahrten importieren: FIT, TCX oder GPX
    Importer des sorties : FIT, TCX ou GPX
    Importar sesiones: FIT, TCX o GPX

    Leave the text as it was saved?
    Den Text so lassen, wie er gespeichert war?
    Laisser le texte tel qu'il était enregistré ?
    ¿Dejar el texto como estaba guardado?

    Leave without saving?
    Ohne Speichern verlassen?
    Quitter sans enregistrer ?
    ¿Salir sin guardar?

    Length
    Länge
    Durée
    Duración

    Metres
    Meter
    Mètres
    Metros

    Move: {1}
    Verschieben: {1}
    Déplacer : {1}
    Mover: {1}

    Name of the plan
    Name des Plans
    Nom du plan
    Nombre del plan

    New plan
    Neuer Plan
    Nouveau plan
    Plan nuevo

    No plan is deleted.
    Kein Plan ist gelöscht.
    Aucun plan n'est supprimé.
    Ningún plan está borrado.

    No plans yet. Make a new one, or drop a workout file here.
    Noch keine Pläne. Mache einen neuen, oder ziehe eine Workout-Datei hierher.
    Pas encore de plan. Créez-en un, ou déposez ici un fichier d'entraînement.
    Aún no hay planes. Crea uno, o suelta aquí un archivo de entrenamiento.

    Plan as text
    Plan als Text
    Le plan en texte
    El plan como texto

    Ramp
    Rampe
    Rampe
    Rampa

    Ramp, % of FTP
    Rampe, % der FTP
    Rampe, % de la FTP
    Rampa, % de la FTP

    Remove: {1}
    Entfernen: {1}
    Retirer : {1}
    Quitar: {1}

    Repeat
    Wiederholen
    Répéter
    Repetir

    Repeat {1} times
    {1} Mal wiederholen
    Répéter {1} fois
    Repetir {1} veces

    Repetitions
    Wiederholungen
    Répétitions
    Repeticiones

    Ride {1} is imported.
    Fahrt {1} ist importiert.
    La sortie {1} est importée.
    La sesión {1} está importada.

    Ride {1} was there already.
    Fahrt {1} war schon da.
    La sortie {1} était déjà là.
    La sesión {1} ya estaba.

    Row {1} of {2}
    Zeile {1} von {2}
    Ligne {1} sur {2}
    Fila {1} de {2}

    The copy is called {1}.
    Die Kopie heißt {1}.
    La copie s'appelle {1}.
    La copia se llama {1}.

    The plan is deleted.
    Der Plan ist gelöscht.
    Le plan est supprimé.
    El plan está borrado.

    The plan is saved.
    Der Plan ist gespeichert.
    Le plan est enregistré.
    El plan está guardado.

    The plan {1} is imported.
    Der Plan {1} ist importiert.
    Le plan {1} est importé.
    El plan {1} está importado.

    This workout belongs to the calendar of {1}. A copy is yours to change.
    Dieses Workout gehört zum Kalender von {1}. Eine Kopie kannst du ändern.
    Cet entraînement appartient au calendrier de {1}. Une copie est à vous.
    Este entrenamiento pertenece al calendario de {1}. Una copia es tuya.

    Watts
    Watt
    Watts
    Vatios

    When I press Done
    Wenn ich Fertig drücke
    Quand j'appuie sur Terminé
    Cuando pulso Hecho

    about {1} kJ
    etwa {1} kJ
    environ {1} kJ
    unos {1} kJ

    from bpm
    ab bpm
    de bpm
    desde bpm

    open
    offen
    ouvert
    abierto

    planned for {1} by {2}
    für {1} geplant von {2}
    prévu pour {1} par {2}
    previsto para {1} por {2}

    ridden
    gefahren
    fait
    hecho

    this ride is there already
    diese Fahrt ist schon da
    cette sortie est déjà là
    esta sesión ya está

    to %
    bis %
    à %
    hasta %

    to W
    bis W
    à W
    hasta W

    to bpm
    bis bpm
    à bpm
    hasta bpm

    {1}. Percentages need your FTP: set it in the settings.
    {1}. Prozente brauchen deine FTP: Trage sie in den Einstellungen ein.
    {1}. Les pourcentages ont besoin de votre FTP : saisissez-la dans les réglages.
    {1}. Los porcentajes necesitan tu FTP: ponla en los ajustes.
    """#
}
