extension Wording {
  /// The phrases about services that rides go to.
  static let sync = #"""
    There is no service of that name.
    Es gibt keinen Dienst dieses Namens.
    Il n'y a pas de service de ce nom.
    No hay ningún servicio con ese nombre.

    There is no service {1}.
    Es gibt keinen Dienst {1}.
    Il n'y a pas de service {1}.
    No hay ningún servicio {1}.

    The services are {1}.
    Die Dienste sind {1}.
    Les services sont {1}.
    Los servicios son {1}.

    The service
    Der Dienst
    Le service
    El servicio

    the service
    der Dienst
    le service
    el servicio

    {1} is not connected.
    {1} ist nicht verbunden.
    {1} : pas de connexion.
    {1}: sin conexión.

    See the services: `jz2ctl services`.
    Sieh die Dienste an: `jz2ctl services`.
    Voyez les services : `jz2ctl services`.
    Mira los servicios: `jz2ctl services`.

    The program {1} does not run.
    Das Programm {1} läuft nicht.
    Le programme {1} ne tourne pas.
    El programa {1} no está en marcha.

    Start it: `sudo systemctl start jz2-sync`; if it is not installed: `sudo apt install jz2-sync`.
    Starte es: `sudo systemctl start jz2-sync`; wenn es nicht installiert ist: `sudo apt install jz2-sync`.
    Démarrez-le : `sudo systemctl start jz2-sync` ; s'il n'est pas installé : `sudo apt install jz2-sync`.
    Arráncalo: `sudo systemctl start jz2-sync`; si no está instalado: `sudo apt install jz2-sync`.

    its socket
    seinem Socket
    son socket
    su socket

    The program jz2sync cannot talk to jz2d at {1}{2}.
    Das Programm jz2sync kann mit jz2d nicht sprechen, an {1}{2}.
    Le programme jz2sync ne peut pas parler à jz2d à {1}{2}.
    El programa jz2sync no puede hablar con jz2d en {1}{2}.

    See whether it runs: `systemctl status jz2d`; rides are sent when it is back.
    Sieh nach, ob es läuft: `systemctl status jz2d`; Fahrten werden gesendet, wenn es wieder da ist.
    Voyez s'il tourne : `systemctl status jz2d` ; les sorties sont envoyées quand il est de retour.
    Mira si está en marcha: `systemctl status jz2d`; las sesiones se envían cuando vuelva.

    The ride{1} cannot be sent{2}.
    Die Fahrt{1} kann nicht gesendet werden{2}.
    La sortie{1} ne peut pas être envoyée{2}.
    La sesión{1} no se puede enviar{2}.

    See how it stands: `jz2ctl show RIDE`.
    Sieh nach, wie es steht: `jz2ctl show RIDE`.
    Voyez où elle en est : `jz2ctl show RIDE`.
    Mira cómo está: `jz2ctl show RIDE`.

    Your server
    Dein Server
    Votre serveur
    Tu servidor

    your server
    dein Server
    votre serveur
    tu servidor

    The folder
    Der Ordner
    Le dossier
    La carpeta

    the folder
    der Ordner
    le dossier
    la carpeta

    The command
    Der Befehl
    La commande
    El comando

    the command
    der Befehl
    la commande
    el comando

    {1} is connected.
    {1} ist verbunden.
    {1} : connexion établie.
    {1}: conexión establecida.

    You can close this page.
    Du kannst diese Seite schließen.
    Vous pouvez fermer cette page.
    Puedes cerrar esta página.

    Connect it with the key of its settings: `jz2ctl connect intervals`.
    Verbinde es mit dem Schlüssel aus seinen Einstellungen: `jz2ctl connect intervals`.
    Connectez-le avec la clé de ses réglages : `jz2ctl connect intervals`.
    Conéctalo con la clave de sus ajustes: `jz2ctl connect intervals`.

    Connect it with your app's number: `jz2ctl connect strava --client-id N`.
    Verbinde es mit der Nummer deiner App: `jz2ctl connect strava --client-id N`.
    Connectez-le avec le numéro de votre application : `jz2ctl connect strava --client-id N`.
    Conéctalo con el número de tu aplicación: `jz2ctl connect strava --client-id N`.

    Connect it: `jz2ctl connect hub --url URL --code`.
    Verbinde ihn: `jz2ctl connect hub --url URL --code`.
    Connectez-le : `jz2ctl connect hub --url URL --code`.
    Conéctalo: `jz2ctl connect hub --url URL --code`.

    The administrator names it in /etc/jz2/sync.conf.
    Der Administrator nennt ihn in /etc/jz2/sync.conf.
    L'administrateur l'indique dans /etc/jz2/sync.conf.
    El administrador lo indica en /etc/jz2/sync.conf.

    {1} cannot be reached{2}.
    {1} ist nicht erreichbar{2}.
    {1} est injoignable{2}.
    {1}: no se puede alcanzar{2}.

    Nothing is lost: it is tried again when the network is back, or with `jz2ctl sync now`.
    Nichts ist verloren: es wird noch einmal versucht, wenn das Netz wieder da ist, oder mit `jz2ctl sync now`.
    Rien n'est perdu : un nouvel essai se fait au retour du réseau, ou avec `jz2ctl sync now`.
    No se pierde nada: se intenta de nuevo cuando vuelva la red, o con `jz2ctl sync now`.

    Nothing is lost: it is tried again by itself.
    Nichts ist verloren: es wird von selbst noch einmal versucht.
    Rien n'est perdu : un nouvel essai se fait tout seul.
    No se pierde nada: se intenta de nuevo por sí solo.

    The certificate of {1} is not trusted{2}.
    Dem Zertifikat wird nicht vertraut: {1}{2}.
    Le certificat n'est pas reconnu : {1}{2}.
    El certificado no es de confianza: {1}{2}.

    Check this computer's clock (`timedatectl`) and the address; an authority of your own is named with `--ca-file FILE`.
    Prüfe die Uhr dieses Rechners (`timedatectl`) und die Adresse; eine eigene Zertifizierungsstelle nennst du mit `--ca-file FILE`.
    Vérifiez l'horloge de cet ordinateur (`timedatectl`) et l'adresse ; une autorité à vous s'indique avec `--ca-file FILE`.
    Comprueba el reloj de este equipo (`timedatectl`) y la dirección; una autoridad propia se indica con `--ca-file FILE`.

    {1} asks for a pause.
    {1} bittet um eine Pause.
    {1} demande une pause.
    {1} pide una pausa.

    Nothing is lost: it is tried again when the pause is over.
    Nichts ist verloren: es wird nach der Pause noch einmal versucht.
    Rien n'est perdu : un nouvel essai se fait après la pause.
    No se pierde nada: se intenta de nuevo tras la pausa.

    {1} sends on to another address{2}, which is not followed with your key.
    {1} leitet an eine andere Adresse weiter{2}, der mit deinem Schlüssel nicht gefolgt wird.
    {1} renvoie à une autre adresse{2}, qui n'est pas suivie avec votre clé.
    {1} redirige a otra dirección{2}, que no se sigue con tu clave.

    If that is right, connect it again with that address: `--url URL`.
    Wenn das stimmt, verbinde mit dieser Adresse neu: `--url URL`.
    Si c'est correct, reconnectez avec cette adresse : `--url URL`.
    Si es correcto, conéctalo de nuevo con esa dirección: `--url URL`.

    {1} gave an answer that makes no sense{2}.
    {1} gab eine Antwort, die keinen Sinn ergibt{2}.
    {1} a donné une réponse qui n'a pas de sens{2}.
    {1} ha dado una respuesta que no tiene sentido{2}.

    Check the address (`--url`); it is tried again by itself.
    Prüfe die Adresse (`--url`); es wird von selbst noch einmal versucht.
    Vérifiez l'adresse (`--url`) ; un nouvel essai se fait tout seul.
    Comprueba la dirección (`--url`); se intenta de nuevo por sí solo.

    {1} has a failure of its own{2}.
    {1} hat selbst eine Störung{2}.
    {1} a lui-même une panne{2}.
    {1} tiene un fallo propio{2}.

    Connect it again: `jz2ctl connect {1} …`.
    Verbinde neu: `jz2ctl connect {1} …`.
    Reconnectez : `jz2ctl connect {1} …`.
    Conéctalo de nuevo: `jz2ctl connect {1} …`.

    Connect it again.
    Verbinde neu.
    Reconnectez.
    Conéctalo de nuevo.

    that is needed
    die nötig ist
    nécessaire
    que hace falta

    {1} was not given the permission {2}.
    {1}: die Erlaubnis fehlt, {2}.
    {1} n'a pas reçu l'autorisation {2}.
    {1}: falta el permiso {2}.

    {1} ended the connection because it was not used for a long time.
    {1} hat die Verbindung beendet, weil sie lange nicht benutzt wurde.
    {1} a mis fin à la connexion, car elle n'a pas servi depuis longtemps.
    {1} ha terminado la conexión porque no se usó durante mucho tiempo.

    Connect it again, and leave the boxes in the browser ticked.
    Verbinde neu und lass die Häkchen im Browser gesetzt.
    Reconnectez, et laissez les cases cochées dans le navigateur.
    Conéctalo de nuevo y deja marcadas las casillas del navegador.

    Strava does not let your app in: it needs a Strava subscription of its owner.
    Strava lässt deine App nicht zu: ihr Besitzer braucht ein Strava-Abonnement.
    Strava refuse votre application : son propriétaire doit avoir un abonnement Strava.
    Strava no deja entrar a tu aplicación: su propietario necesita una suscripción a Strava.

    Nothing is lost. Subscribe, switch the app on at https://www.strava.com/settings/api, then `jz2ctl sync now`.
    Nichts ist verloren. Abonniere, schalte die App auf https://www.strava.com/settings/api ein, dann `jz2ctl sync now`.
    Rien n'est perdu. Abonnez-vous, activez l'application sur https://www.strava.com/settings/api, puis `jz2ctl sync now`.
    No se pierde nada. Suscríbete, activa la aplicación en https://www.strava.com/settings/api y luego `jz2ctl sync now`.

    Your app at {1} has as many athletes as it may have.
    {1}: deine App hat so viele Sportler, wie sie haben darf.
    {1} : votre application a autant d'athlètes qu'elle peut en avoir.
    {1}: tu aplicación tiene tantos atletas como puede tener.

    Use an app of your own, or raise the limit in its settings at {1}.
    Nimm eine eigene App, oder erhöhe die Grenze in ihren Einstellungen ({1}).
    Utilisez une application à vous, ou relevez la limite dans ses réglages ({1}).
    Usa una aplicación propia, o sube el límite en sus ajustes ({1}).

    You said no in the browser.
    Du hast im Browser nein gesagt.
    Vous avez refusé dans le navigateur.
    Has dicho que no en el navegador.

    The answer of the browser belongs to another question, or came too late.
    Die Antwort des Browsers gehört zu einer anderen Frage oder kam zu spät.
    La réponse du navigateur appartient à une autre question, ou est arrivée trop tard.
    La respuesta del navegador es de otra pregunta, o llegó demasiado tarde.

    Begin again, and open the new link.
    Fang noch einmal an und öffne den neuen Link.
    Recommencez, et ouvrez le nouveau lien.
    Empieza de nuevo y abre el enlace nuevo.

    {1} does not take the key or the token any more{2}.
    {1} nimmt den Schlüssel oder das Token nicht mehr an{2}.
    {1} n'accepte plus la clé ou le jeton{2}.
    {1} ya no acepta la clave o el token{2}.

    The ride is larger than {1} takes.
    Die Fahrt ist größer, als {1} annimmt.
    La sortie est plus grosse que ce que {1} accepte.
    La sesión es más grande de lo que {1} acepta.

    Trim it, then `jz2ctl sync again RIDE --service S`.
    Kürze sie, dann `jz2ctl sync again RIDE --service S`.
    Raccourcissez-la, puis `jz2ctl sync again RIDE --service S`.
    Recórtala y luego `jz2ctl sync again RIDE --service S`.

    {1} deleted the activity again.
    {1} hat die Aktivität wieder gelöscht.
    {1} a de nouveau supprimé l'activité.
    {1} ha vuelto a borrar la actividad.

    Send it once more: `jz2ctl sync again RIDE --service S`.
    Sende sie noch einmal: `jz2ctl sync again RIDE --service S`.
    Envoyez-la encore une fois : `jz2ctl sync again RIDE --service S`.
    Envíala otra vez: `jz2ctl sync again RIDE --service S`.

    The ride has no rows, so there is nothing to send.
    Die Fahrt hat keine Zeilen, also gibt es nichts zu senden.
    La sortie n'a pas de lignes, il n'y a donc rien à envoyer.
    La sesión no tiene filas, así que no hay nada que enviar.

    Nothing needs to be done.
    Es ist nichts zu tun.
    Il n'y a rien à faire.
    No hay que hacer nada.

    The clock has not confirmed yet when the ride began, so it is not sent.
    Die Uhr hat den Beginn der Fahrt noch nicht bestätigt, deshalb wird sie nicht gesendet.
    L'horloge n'a pas encore confirmé le début de la sortie, elle n'est donc pas envoyée.
    El reloj aún no ha confirmado cuándo empezó la sesión, así que no se envía.

    Connect this computer to a network; `timedatectl` shows when the clock is set.
    Verbinde diesen Rechner mit einem Netz; `timedatectl` zeigt, wann die Uhr gestellt ist.
    Connectez cet ordinateur à un réseau ; `timedatectl` montre quand l'horloge est réglée.
    Conecta este equipo a una red; `timedatectl` muestra cuándo el reloj está en hora.

    The ride is not finished.
    Die Fahrt ist nicht beendet.
    La sortie n'est pas terminée.
    La sesión no ha terminado.

    It is sent when it is over.
    Sie wird gesendet, wenn sie vorbei ist.
    Elle est envoyée quand elle est finie.
    Se envía cuando acabe.

    The ride is deleted.
    Die Fahrt ist gelöscht.
    La sortie est supprimée.
    La sesión está borrada.

    Restore it first: `jz2ctl undelete RIDE`.
    Stelle sie zuerst wieder her: `jz2ctl undelete RIDE`.
    Restaurez-la d'abord : `jz2ctl undelete RIDE`.
    Recupérala primero: `jz2ctl undelete RIDE`.

    {1} has other data of this ride, and keeps it.
    {1} hat andere Daten dieser Fahrt und behält sie.
    {1} a d'autres données de cette sortie, et les garde.
    {1} tiene otros datos de esta sesión y los conserva.

    Your recording stays as it is; compare the two: `jz2ctl show RIDE`.
    Deine Aufzeichnung bleibt, wie sie ist; vergleiche beide: `jz2ctl show RIDE`.
    Votre enregistrement reste tel quel ; comparez les deux : `jz2ctl show RIDE`.
    Tu grabación queda como está; compara las dos: `jz2ctl show RIDE`.

    The ride stays here: `jz2ctl export RIDE --format fit` writes its file; send it once more with `jz2ctl sync again RIDE --service S`.
    Die Fahrt bleibt hier: `jz2ctl export RIDE --format fit` schreibt ihre Datei; sende sie noch einmal mit `jz2ctl sync again RIDE --service S`.
    La sortie reste ici : `jz2ctl export RIDE --format fit` écrit son fichier ; renvoyez-la avec `jz2ctl sync again RIDE --service S`.
    La sesión se queda aquí: `jz2ctl export RIDE --format fit` escribe su archivo; envíala otra vez con `jz2ctl sync again RIDE --service S`.

    You have not agreed at {1} yet.
    Du hast noch nicht zugestimmt: {1}.
    Vous n'avez pas encore accepté : {1}.
    Aún no has aceptado: {1}.

    Open the link of `jz2ctl connect strava`, then `jz2ctl connect strava --code`.
    Öffne den Link von `jz2ctl connect strava`, dann `jz2ctl connect strava --code`.
    Ouvrez le lien de `jz2ctl connect strava`, puis `jz2ctl connect strava --code`.
    Abre el enlace de `jz2ctl connect strava` y luego `jz2ctl connect strava --code`.

    Not connected, and the key was not kept.
    Nicht verbunden, und der Schlüssel wurde nicht behalten.
    Pas de connexion, et la clé n'a pas été gardée.
    Sin conexión, y la clave no se ha guardado.

    Type it again when the network is back.
    Gib ihn noch einmal ein, wenn das Netz wieder da ist.
    Saisissez-la de nouveau quand le réseau sera revenu.
    Escríbela de nuevo cuando vuelva la red.

    Check the address: `--url URL`.
    Prüfe die Adresse: `--url URL`.
    Vérifiez l'adresse : `--url URL`.
    Comprueba la dirección: `--url URL`.
    """#
}
