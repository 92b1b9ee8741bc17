extension Wording {
  /// The phrases about calls and the connection.
  static let socket = #"""
    A parameter
    Ein Parameter
    Un paramètre
    Un parámetro

    `{1}` is missing, of the wrong type or out of range.
    `{1}` fehlt, hat den falschen Typ oder liegt außerhalb der Grenzen.
    `{1}` manque, est du mauvais type ou hors limites.
    `{1}` falta, es del tipo equivocado o está fuera de los límites.

    The answer comes in several parts.
    Die Antwort kommt in mehreren Teilen.
    La réponse vient en plusieurs parties.
    La respuesta viene en varias partes.

    Call it with "more": true.
    Ruf mit "more": true auf.
    Appelez avec "more": true.
    Llama con "more": true.

    {1} does not know that.
    {1} kennt das nicht.
    {1} ne connaît pas cela.
    {1} no conoce eso.

    {1} does not know {2}.
    {1} kennt {2} nicht.
    {1} ne connaît pas {2}.
    {1} no conoce {2}.

    It and the client are of different versions; restart it: `sudo systemctl restart {1}`.
    Die Versionen von beiden Seiten passen nicht zusammen; starte neu: `sudo systemctl restart {1}`.
    Sa version et celle du client diffèrent ; redémarrez-le : `sudo systemctl restart {1}`.
    Su versión y la del cliente son distintas; reinícialo: `sudo systemctl restart {1}`.

    There is no interface of that name.
    Es gibt keine Schnittstelle mit diesem Namen.
    Il n'y a pas d'interface de ce nom.
    No hay ninguna interfaz con ese nombre.

    There is no interface {1}.
    Es gibt keine Schnittstelle {1}.
    Il n'y a pas d'interface {1}.
    No hay ninguna interfaz {1}.

    Check `--socket`: it is to be the socket of the program that is asked. jz2d has the interface {1}, jz2sync has {2}, jz2web has {3}.
    Prüfe `--socket`: es muss der Socket des Programms sein, das gefragt wird. jz2d hat die Schnittstelle {1}, jz2sync hat {2}, jz2web hat {3}.
    Vérifiez `--socket` : ce doit être le socket du programme interrogé. jz2d a l'interface {1}, jz2sync a {2}, jz2web a {3}.
    Comprueba `--socket`: debe ser el socket del programa al que se pregunta. jz2d tiene la interfaz {1}, jz2sync tiene {2}, jz2web tiene {3}.

    This socket does not allow that; {1} does.
    Dieser Socket erlaubt das nicht; {1} erlaubt es.
    Ce socket ne le permet pas ; {1} le permet.
    Este socket no lo permite; {1} sí.

    Join its group: `sudo usermod -aG {1} $USER`; then log in again.
    Tritt seiner Gruppe bei: `sudo usermod -aG {1} $USER`; dann melde dich neu an.
    Rejoignez son groupe : `sudo usermod -aG {1} $USER` ; puis reconnectez-vous.
    Únete a su grupo: `sudo usermod -aG {1} $USER`; luego vuelve a iniciar sesión.

    Raise or lower all watts by {1} % in all; `jz2ctl bias 0` removes the bias.
    Heb oder senk alle Watt um insgesamt {1} %; `jz2ctl bias 0` hebt die Änderung auf.
    Relevez ou abaissez tous les watts de {1} % en tout ; `jz2ctl bias 0` supprime la correction.
    Sube o baja todos los vatios un {1} % en total; `jz2ctl bias 0` quita el ajuste.

    A label takes 1 to {1} characters.
    Eine Bezeichnung hat 1 bis {1} Zeichen.
    Un libellé prend de 1 à {1} caractères.
    Una etiqueta admite de 1 a {1} caracteres.

    Take a number that `jz2ctl plan show NAME` shows.
    Nimm eine Nummer, die `jz2ctl plan show NAME` zeigt.
    Prenez un numéro que `jz2ctl plan show NAME` affiche.
    Toma un número de los que muestra `jz2ctl plan show NAME`.

    A plan's name takes 1 to {1} characters, in one line.
    Der Name eines Plans hat 1 bis {1} Zeichen, in einer Zeile.
    Le nom d'un plan prend de 1 à {1} caractères, sur une ligne.
    El nombre de un plan admite de 1 a {1} caracteres, en una línea.

    See what is allowed: `jz2ctl help`.
    Sieh nach, was erlaubt ist: `jz2ctl help`.
    Voyez ce qui est permis : `jz2ctl help`.
    Mira qué está permitido: `jz2ctl help`.

    {1} is ending.
    {1} beendet sich gerade.
    {1} est en train de s'arrêter.
    {1} se está cerrando.

    Try again when it runs: `systemctl status {1}`.
    Versuch es noch einmal, wenn es läuft: `systemctl status {1}`.
    Réessayez quand il fonctionne : `systemctl status {1}`.
    Inténtalo de nuevo cuando funcione: `systemctl status {1}`.

    The daemon refused, for a reason that this client does not know{1}.
    Der Dienst hat abgelehnt, aus einem Grund, den dieser Client nicht kennt{1}.
    Le service a refusé, pour une raison que ce client ne connaît pas{1}.
    El servicio se ha negado, por un motivo que este cliente no conoce{1}.

    Daemon and client are of different versions: update them together, then ask again.
    Dienst und Client haben verschiedene Versionen: aktualisiere sie zusammen, dann frag noch einmal.
    Le service et le client sont de versions différentes : mettez-les à jour ensemble, puis redemandez.
    El servicio y el cliente son de versiones distintas: actualízalos juntos y pregunta de nuevo.

    the daemon's socket
    den Socket des Dienstes
    le socket du service
    el socket del servicio

    The daemon does not run{1}.
    Der Dienst läuft nicht{1}.
    Le service n'est pas lancé{1}.
    El servicio no está en marcha{1}.

    Start it: `sudo systemctl start jz2d`, or by hand without a trainer: `jz2d --radio sim`.
    Starte ihn: `sudo systemctl start jz2d`, oder von Hand ohne Trainer: `jz2d --radio sim`.
    Lancez-le : `sudo systemctl start jz2d`, ou à la main sans home trainer : `jz2d --radio sim`.
    Inícialo: `sudo systemctl start jz2d`, o a mano sin rodillo: `jz2d --radio sim`.

    The program behind {1} belongs to the user {2}, not to root or the caller.
    Das Programm hinter {1} gehört dem Benutzer {2}, nicht root oder dem Aufrufer.
    Le programme derrière {1} appartient à l'utilisateur {2}, ni à root ni à l'appelant.
    El programa que hay detrás de {1} pertenece al usuario {2}, no a root ni a quien llama.

    Your request was not sent. See which program it is: `sudo ss -xlp`. If you started it as that user, call it as that user.
    Deine Anfrage wurde nicht gesendet. Sieh nach, welches Programm es ist: `sudo ss -xlp`. Hast du es als dieser Benutzer gestartet, dann ruf es auch als dieser auf.
    Votre requête n'a pas été envoyée. Voyez quel programme c'est : `sudo ss -xlp`. Si vous l'avez lancé sous cet utilisateur, appelez-le sous cet utilisateur.
    Tu petición no se ha enviado. Mira qué programa es: `sudo ss -xlp`. Si lo iniciaste como ese usuario, llámalo como ese usuario.

    {1} did not answer in time.
    {1} hat nicht rechtzeitig geantwortet.
    {1} n'a pas répondu à temps.
    {1} no ha respondido a tiempo.

    See what it does: `journalctl -u {1} -e`; restart it: `sudo systemctl restart {2}`.
    Sieh nach, was los ist: `journalctl -u {1} -e`; Neustart: `sudo systemctl restart {2}`.
    Voyez ce qu'il fait : `journalctl -u {1} -e` ; redémarrez-le : `sudo systemctl restart {2}`.
    Mira qué hace: `journalctl -u {1} -e`; reinícialo: `sudo systemctl restart {2}`.

    {1} went away before it answered.
    {1} war weg, bevor eine Antwort kam.
    {1} a disparu avant de répondre.
    {1} ha desaparecido antes de responder.

    See why: `journalctl -u {1} -e`; then ask again.
    Sieh nach, warum: `journalctl -u {1} -e`; dann frag noch einmal.
    Voyez pourquoi : `journalctl -u {1} -e` ; puis redemandez.
    Mira por qué: `journalctl -u {1} -e`; luego pregunta de nuevo.

    The socket does not answer in the daemon's language{1}.
    Der Socket antwortet nicht in der Sprache des Dienstes{1}.
    Le socket ne répond pas dans le langage du service{1}.
    El socket no responde en el lenguaje del servicio{1}.

    Check `--socket`, and that daemon and client are of the same version.
    Prüfe `--socket`, und dass Dienst und Client die gleiche Version haben.
    Vérifiez `--socket`, et que le service et le client sont de la même version.
    Comprueba `--socket`, y que el servicio y el cliente son de la misma versión.

    The program {1}
    Das Programm {1}
    Le programme {1}
    El programa {1}

    The daemon
    Der Dienst
    Le service
    El servicio

    There is no group {1}: install the service again, which makes it.
    Es gibt keine Gruppe {1}: installiere den Dienst neu, das legt sie an.
    Il n'y a pas de groupe {1} : réinstallez le service, ce qui le crée.
    No existe el grupo {1}: vuelve a instalar el servicio, que lo crea.

    You are in its group, but not in this login: log in again, or go on in `newgrp {1}`.
    Du bist in seiner Gruppe, aber nicht in dieser Anmeldung: melde dich neu an, oder mach in `newgrp {1}` weiter.
    Vous êtes dans son groupe, mais pas dans cette session : reconnectez-vous, ou continuez dans `newgrp {1}`.
    Estás en su grupo, pero no en este inicio de sesión: vuelve a iniciarla, o sigue en `newgrp {1}`.

    You are in the group {1}; the socket should belong to it: `ls -l {2}`.
    Du bist in der Gruppe {1}; der Socket sollte ihr gehören: `ls -l {2}`.
    Vous êtes dans le groupe {1} ; le socket devrait lui appartenir : `ls -l {2}`.
    Estás en el grupo {1}; el socket debería pertenecerle: `ls -l {2}`.
    """#
}
