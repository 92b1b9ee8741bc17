extension Wording {
  /// The phrases of the page about the trim.
  static let pageTrim = #"""
    A minute has to stay: this ride is too short for a trim.
    Eine Minute muss bleiben: Diese Fahrt ist zum Kürzen zu kurz.
    Une minute doit rester : cette sortie est trop courte pour un découpage.
    Tiene que quedar un minuto: esta sesión es demasiado corta para recortarla.

    Back to the ride
    Zurück zur Fahrt
    Retour à la sortie
    Volver a la sesión

    Begin
    Anfang
    Début
    Principio

    Check
    Prüfen
    Vérifier
    Comprobar

    Choose
    Wählen
    Choisir
    Elegir

    Cut
    Weg
    Coupé
    Cortado

    Cut are {1} at the beginning and {2} at the end.
    Weg fallen {1} am Anfang und {2} am Ende.
    Sont coupés {1} au début et {2} à la fin.
    Se cortan {1} al principio y {2} al final.

    Download the original
    Das Original herunterladen
    Télécharger l'original
    Descargar el original

    Download the part
    Den Teil herunterladen
    Télécharger la partie
    Descargar la parte

    End
    Ende
    Fin
    Final

    Kept
    Bleibt
    Gardé
    Conservado

    No service is connected. Download the part, and upload it there.
    Kein Dienst ist verbunden. Lade den Teil herunter, und lade ihn dort hoch.
    Aucun service n'est connecté. Téléchargez la partie, puis déposez-la là-bas.
    No hay ningún servicio conectado. Descarga la parte y súbela allí.

    Open it there
    Dort öffnen
    L'ouvrir là-bas
    Abrirla allí

    Save the part
    Den Teil speichern
    Enregistrer la partie
    Guardar la parte

    Saved: {1} of {2} are kept.
    Gespeichert: {1} von {2} bleiben.
    Enregistré : {1} sur {2} sont gardés.
    Guardado: se conservan {1} de {2}.

    Services and the original
    Dienste und das Original
    Les services et l'original
    Los servicios y el original

    Shown
    Gezeigt
    Affiché
    Se muestra

    Take the suggestion
    Vorschlag übernehmen
    Prendre la proposition
    Aceptar la propuesta

    The last {1} are without pedalling: the stop was probably forgotten.
    In den letzten {1} wird nicht getreten: Das Beenden wurde wohl vergessen.
    Les dernières {1} sont sans pédalage : l'arrêt a sans doute été oublié.
    En los últimos {1} no se pedalea: seguramente se olvidó terminar.

    The ride is as it was before.
    Die Fahrt ist, wie sie vorher war.
    La sortie est comme avant.
    La sesión está como antes.

    The whole ride stays on the Pi. “Take back the trim” at the ride brings it back at any time.
    Die ganze Fahrt bleibt auf dem Pi. „Kürzung zurücknehmen“ bei der Fahrt bringt sie jederzeit zurück.
    Toute la sortie reste sur le Pi. « Annuler le découpage », à la sortie, la ramène à tout moment.
    Toda la sesión queda en el Pi. «Deshacer el recorte», en la sesión, la recupera cuando quieras.

    The work, without warm-up and cool-down.
    Die Arbeit, ohne Ein- und Ausfahren.
    Le travail, sans échauffement ni retour au calme.
    El trabajo, sin calentamiento ni vuelta a la calma.

    {1} are kept, {2} are cut.
    {1} bleiben, {2} fallen weg.
    {1} sont gardés, {2} sont coupés.
    Se conservan {1} y se cortan {2}.

    {1} does not have the ride.
    {1} hat die Fahrt nicht.
    {1} n'a pas la sortie.
    {1} no tiene la sesión.

    {1} got the ride as it was. Sending it again runs the command again.
    {1} hat die Fahrt bekommen, wie sie war. Noch einmal senden führt ihn noch einmal aus.
    {1} a reçu la sortie telle qu'elle était. La renvoyer l'exécute de nouveau.
    {1} recibió la sesión como era. Enviarla de nuevo lo ejecuta otra vez.

    {1} has the ride as it was, and gets it anew by itself.
    {1} hat die Fahrt, wie sie war, und bekommt sie von selbst neu.
    {1} a la sortie telle qu'elle était, et la reçoit à nouveau d'elle-même.
    {1} tiene la sesión como era y la recibe de nuevo por sí sola.

    {1} has the ride as it was. Delete it there, then send it again: it is not replaced.
    {1} hat die Fahrt, wie sie war. Lösche sie dort, und sende sie dann noch einmal: Sie wird nicht ersetzt.
    {1} a la sortie telle qu'elle était. Supprimez-la là-bas, puis renvoyez-la : elle n'est pas remplacée.
    {1} tiene la sesión como era. Bórrala allí y envíala de nuevo: no se sustituye.

    {1} has the ride.
    {1} hat die Fahrt.
    {1} a la sortie.
    {1} tiene la sesión.

    {1} over {2}: from {3} to {4}.
    {1} über {2}: von {3} bis {4}.
    {1} sur {2} : de {3} à {4}.
    {1} en {2}: de {3} a {4}.

    {1}: the ride is on its way.
    {1}: Die Fahrt ist unterwegs.
    {1} : la sortie est en route.
    {1}: la sesión está en camino.
    """#
}
