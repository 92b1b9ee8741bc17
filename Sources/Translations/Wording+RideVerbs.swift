extension Wording {
  /// The phrases of the verbs about rides, and of what they write to files.
  static let rideVerbs = #"""
    Last ride
    Zuletzt
    Dernière
    Última

    {1} `jz2ctl show last` tells more.
    {1} `jz2ctl show last` zeigt mehr.
    {1} `jz2ctl show last` en dit plus.
    {1} `jz2ctl show last` dice más.

    Target {1}
    Ziel {1}
    Cible {1}
    Objetivo {1}

    Riding is free; `jz2ctl watts 150` sets a target again.
    Du fährst frei; `jz2ctl watts 150` setzt wieder ein Ziel.
    Vous roulez librement ; `jz2ctl watts 150` fixe de nouveau une cible.
    Vas libre; `jz2ctl watts 150` vuelve a fijar un objetivo.

    Paused; `jz2ctl resume` ends the pause.
    Pause; `jz2ctl resume` beendet sie.
    En pause ; `jz2ctl resume` y met fin.
    En pausa; `jz2ctl resume` la termina.

    The ride goes on.
    Die Fahrt geht weiter.
    La sortie continue.
    La sesión continúa.

    Deleting
    Das Löschen
    La suppression
    El borrado

    End the ride and delete it?
    Die Fahrt beenden und löschen?
    Terminer la sortie et la supprimer ?
    ¿Terminar la sesión y borrarla?

    Ended before the first pedal stroke; nothing was recorded.
    Vor dem ersten Tritt beendet; es wurde nichts aufgezeichnet.
    Terminée avant le premier coup de pédale ; rien n'a été enregistré.
    Terminada antes de la primera pedalada; no se ha grabado nada.

    Held: {1}.
    Gehalten: {1}.
    Maintenu : {1}.
    Se mantiene: {1}.

    Ride {1} has no note now.
    Fahrt {1} hat jetzt keine Notiz.
    La sortie {1} n'a plus de note.
    La sesión {1} ya no tiene nota.

    Note saved to ride {1}.
    Notiz zu Fahrt {1} gespeichert.
    Note enregistrée pour la sortie {1}.
    Nota guardada en la sesión {1}.

    Trimming the last ride
    Das Kürzen der letzten Fahrt
    Le raccourcissement de la dernière sortie
    El recorte de la última sesión

    Trim {1}?
    {1} kürzen?
    Raccourcir {1} ?
    ¿Recortar {1}?

    Ride {1} stays as it is.
    Fahrt {1} bleibt, wie sie ist.
    La sortie {1} reste telle quelle.
    La sesión {1} se queda como está.

    Ride {1} is whole already.
    Fahrt {1} ist schon ungekürzt.
    La sortie {1} est déjà entière.
    La sesión {1} ya está entera.

    Upload noted for ride {1}.
    Hochladen von Fahrt {1} vermerkt.
    Envoi de la sortie {1} noté.
    Envío de la sesión {1} anotado.

    No activity at Strava.
    Keine Aktivität bei Strava.
    Aucune activité sur Strava.
    Ninguna actividad en Strava.

    No activity at Strava in that month.
    Keine Aktivität bei Strava in diesem Monat.
    Aucune activité sur Strava ce mois-là.
    Ninguna actividad en Strava en ese mes.

    No deleted rides.
    Keine gelöschten Fahrten.
    Aucune sortie supprimée.
    Ninguna sesión borrada.

    No ride matches.
    Keine Fahrt passt dazu.
    Aucune sortie ne correspond.
    Ninguna sesión coincide.

    No rides yet. Begin one: `jz2ctl start --watts W --minutes M`.
    Noch keine Fahrten. Beginne eine: `jz2ctl start --watts W --minutes M`.
    Pas encore de sortie. Commencez-en une : `jz2ctl start --watts W --minutes M`.
    Aún no hay sesiones. Empieza una: `jz2ctl start --watts W --minutes M`.

    {1}: {2} bytes.
    {1}: {2} Byte.
    {1} : {2} octets.
    {1}: {2} bytes.

    the terminal
    das Terminal
    le terminal
    el terminal

    standard output
    die Standardausgabe
    la sortie standard
    la salida estándar

    {1} is not text
    {1} ist kein Text
    {1} n'est pas du texte
    {1} no es texto
    """#
}
