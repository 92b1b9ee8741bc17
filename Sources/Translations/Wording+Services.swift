extension Wording {
  /// The phrases about services and synchronising.
  static let services = #"""
    Service
    Dienst
    Service
    Servicio

    Account
    Konto
    Compte
    Cuenta

    Waiting
    Wartend
    En attente
    En espera

    Last success
    Zuletzt gelungen
    Dernier succès
    Último éxito

    No service is connected; `jz2ctl help connect` tells how.
    Kein Dienst ist verbunden; `jz2ctl help connect` sagt wie.
    Aucun service n'est connecté ; `jz2ctl help connect` dit comment.
    No hay ningún servicio conectado; `jz2ctl help connect` dice cómo.

    Open this link in a browser, on any device, and agree:
    Öffne diesen Link in einem Browser, auf irgendeinem Gerät, und stimme zu:
    Ouvrez ce lien dans un navigateur, sur n'importe quel appareil, et acceptez :
    Abre este enlace en un navegador, en cualquier dispositivo, y acepta:

    The browser then ends at {1}, an address of this computer.
    Der Browser landet dann bei {1}, einer Adresse dieses Rechners.
    Le navigateur arrive alors à {1}, une adresse de cet ordinateur.
    El navegador acaba entonces en {1}, una dirección de este equipo.

    On another device that page does not open: copy its address there, and paste it here:
    Auf einem anderen Gerät öffnet sich diese Seite nicht: kopiere dort ihre Adresse und füge sie hier ein:
    Sur un autre appareil, cette page ne s'ouvre pas : copiez-y son adresse, et collez-la ici :
    En otro dispositivo esa página no se abre: copia allí su dirección y pégala aquí:

    Or let the other computer's browser reach it, before you agree:
    Oder mach sie für den Browser des anderen Rechners erreichbar, bevor du zustimmst:
    Ou rendez-la accessible au navigateur de l'autre ordinateur, avant d'accepter :
    O haz que el navegador del otro equipo la alcance, antes de aceptar:

    Until you agree, {1} stays connected as it was.
    Bis du zustimmst, bleibt {1} verbunden wie bisher.
    Jusqu'à votre accord, {1} reste connecté comme avant.
    Hasta que aceptes, {1} sigue conectado como antes.

    Waiting for your answer for {1}; or paste the address here. Ctrl-C ends the wait alone.
    Warte {1} auf deine Antwort; oder füge die Adresse hier ein. Strg-C beendet nur das Warten.
    Votre réponse est attendue pendant {1} ; ou collez l'adresse ici. Ctrl-C ne met fin qu'à l'attente.
    Esperando tu respuesta durante {1}; o pega la dirección aquí. Ctrl-C termina solo la espera.

    No answer came in time.
    Es kam rechtzeitig keine Antwort.
    Aucune réponse n'est arrivée à temps.
    No llegó ninguna respuesta a tiempo.

    Begin again with the same command, and open the new link.
    Fang mit demselben Befehl noch einmal an und öffne den neuen Link.
    Recommencez avec la même commande, et ouvrez le nouveau lien.
    Empieza de nuevo con la misma orden y abre el enlace nuevo.

    {1} is connected{2}.
    {1} ist verbunden{2}.
    {1} : connexion établie{2}.
    {1}: conexión establecida{2}.

    Finished rides go there by themselves; `jz2ctl services` shows how that stands.
    Beendete Fahrten gehen von selbst dorthin; `jz2ctl services` zeigt, wie es steht.
    Les sorties terminées y vont toutes seules ; `jz2ctl services` montre où cela en est.
    Las sesiones terminadas van allí solas; `jz2ctl services` muestra cómo está.

    {1} is disconnected, took the permission back, and its keys are deleted here.
    {1} ist getrennt, hat die Erlaubnis zurückgenommen, und die Schlüssel sind hier gelöscht.
    {1} est déconnecté, a retiré l'autorisation, et ses clés sont effacées ici.
    {1} está desconectado, ha retirado el permiso y sus claves están borradas aquí.

    {1} is disconnected, and its keys are deleted here.
    {1} ist getrennt, und die Schlüssel sind hier gelöscht.
    {1} est déconnecté, et ses clés sont effacées ici.
    {1} está desconectado y sus claves están borradas aquí.

    It did not confirm that: see that the app is gone from https://www.strava.com/settings/apps.
    Das wurde nicht bestätigt: sieh nach, ob die App auf https://www.strava.com/settings/apps weg ist.
    Cela n'a pas été confirmé : vérifiez que l'application a disparu de https://www.strava.com/settings/apps.
    No lo ha confirmado: comprueba que la aplicación ya no está en https://www.strava.com/settings/apps.

    not connected
    nicht verbunden
    non connecté
    sin conexión

    connected
    verbunden
    connecté
    conectado

    needs you
    braucht dich
    à refaire
    te necesita

    turned away
    abgewiesen
    refusé
    rechazado

    Synchronising: {1}
    Synchronisiere: {1}
    Synchronisation : {1}
    Sincronizando: {1}

    Nothing had to be sent: every ride is where it belongs.
    Nichts musste gesendet werden: jede Fahrt ist, wo sie hingehört.
    Rien n'était à envoyer : chaque sortie est à sa place.
    No había nada que enviar: cada sesión está en su sitio.

    Sent {1}.
    Gesendet: {1}.
    Envoyé : {1}.
    Enviado: {1}.

    There was nothing to do; see the services: `jz2ctl services`.
    Es gab nichts zu tun; sieh die Dienste an: `jz2ctl services`.
    Il n'y avait rien à faire ; voyez les services : `jz2ctl services`.
    No había nada que hacer; mira los servicios: `jz2ctl services`.

    It goes on; `jz2ctl sync status` shows how far it is.
    Es geht weiter; `jz2ctl sync status` zeigt, wie weit es ist.
    Cela continue ; `jz2ctl sync status` montre où cela en est.
    Sigue en marcha; `jz2ctl sync status` muestra por dónde va.

    Nothing goes on. Synchronise now: `jz2ctl sync`.
    Gerade läuft nichts. Synchronisiere jetzt: `jz2ctl sync`.
    Rien n'est en cours. Synchronisez maintenant : `jz2ctl sync`.
    No hay nada en marcha. Sincroniza ahora: `jz2ctl sync`.

    Synchronising, {1}: {2} so far.
    Synchronisiere, {1}: bisher {2}.
    Synchronisation, {1} : {2} jusqu'ici.
    Sincronizando, {1}: {2} hasta ahora.

    Synchronising: {1} so far.
    Synchronisiere: bisher {1}.
    Synchronisation : {1} jusqu'ici.
    Sincronizando: {1} hasta ahora.

    The last run left nothing behind; it sent {1}.
    Der letzte Lauf ließ nichts zurück; gesendet: {1}.
    Le dernier passage n'a rien laissé ; envoyé : {1}.
    La última pasada no dejó nada atrás; enviado: {1}.

    the last ride
    die letzte Fahrt
    la dernière sortie
    la última sesión

    {1} waits to be sent once more
    {1} wartet darauf, noch einmal gesendet zu werden
    {1} attend d'être renvoyée
    {1} espera a ser enviada otra vez

    {1} is being sent once more
    {1} wird noch einmal gesendet
    {1} est en cours de renvoi
    {1} se está enviando otra vez

    {1} was sent once more, and is being taken in
    {1} wurde noch einmal gesendet und wird aufgenommen
    {1} a été renvoyée, et est en cours de prise en compte
    {1} se envió otra vez y se está procesando

    {1} is there
    {1} ist da
    {1} y est
    {1} está allí

    {1} was there already
    {1} war schon da
    {1} y était déjà
    {1} ya estaba allí

    {1} was refused
    {1} wurde abgelehnt
    {1} a été refusée
    {1} fue rechazada

    {1} is there as it was before its trim
    {1} ist da, wie sie vor dem Kürzen war
    {1} y est comme avant son raccourcissement
    {1} está allí como antes de su recorte

    The last run left something behind: {1}
    Der letzte Lauf ließ etwas zurück: {1}
    Le dernier passage a laissé quelque chose : {1}
    La última pasada dejó algo atrás: {1}

    The last run left something behind.
    Der letzte Lauf ließ etwas zurück.
    Le dernier passage a laissé quelque chose.
    La última pasada dejó algo atrás.

    It sent {1}.
    Gesendet: {1}.
    Envoyé : {1}.
    Enviado: {1}.

    Fetching rides: {1} of {2}
    Fahrten werden geholt: {1} von {2}
    Sorties en cours de récupération : {1} sur {2}
    Trayendo salidas: {1} de {2}

    Nothing had to be fetched: every ride of the server is here.
    Nichts war zu holen: jede Fahrt des Servers ist hier.
    Rien à récupérer : chaque sortie du serveur est ici.
    No había nada que traer: cada salida del servidor está aquí.

    Fetched {1} of {2}.
    Geholt: {1} von {2}.
    Récupéré : {1} sur {2}.
    Traído: {1} de {2}.

    Not fetched: {1}.
    Nicht geholt: {1}.
    Non récupéré : {1}.
    Sin traer: {1}.

    Try again: `jz2ctl sync restore`; what is here already is not fetched again.
    Versuch es noch einmal: `jz2ctl sync restore`; was schon hier ist, wird nicht noch einmal geholt.
    Réessayez : `jz2ctl sync restore` ; ce qui est déjà ici n'est pas récupéré de nouveau.
    Inténtalo otra vez: `jz2ctl sync restore`; lo que ya está aquí no se trae de nuevo.

    See what waits, and what to do: `jz2ctl services`.
    Sieh nach, was wartet und was zu tun ist: `jz2ctl services`.
    Voyez ce qui attend, et que faire : `jz2ctl services`.
    Mira qué espera y qué hacer: `jz2ctl services`.

    {1} for finished rides is named by the administrator.
    {1} für beendete Fahrten wird vom Administrator festgelegt.
    {1} pour les sorties terminées : c'est l'administrateur qui en décide.
    {1} para las sesiones terminadas: lo decide el administrador.

    As root, edit /etc/jz2/sync.conf, then `systemctl restart jz2-sync`.
    Bearbeite als root /etc/jz2/sync.conf, danach `systemctl restart jz2-sync`.
    En tant que root, modifiez /etc/jz2/sync.conf, puis `systemctl restart jz2-sync`.
    Como root, edita /etc/jz2/sync.conf y después `systemctl restart jz2-sync`.

    {1}: refused {2}, most recently ride {3}.
    {1}: abgelehnt: {2}, zuletzt Fahrt {3}.
    {1} : refus de {2}, en dernier la sortie {3}.
    {1}: sin aceptar: {2}, la última es la sesión {3}.

    The pause lasts until {1}.
    Die Pause dauert bis {1}.
    La pause dure jusqu'au {1}.
    La pausa dura hasta el {1}.

    The last run sent {1}.
    Der letzte Lauf hat gesendet: {1}.
    Le dernier passage a envoyé : {1}.
    La última pasada envió: {1}.

    Still on the way: {1}; `jz2ctl services` shows how that stands.
    Noch unterwegs: {1}; `jz2ctl services` zeigt, wie es steht.
    Encore en route : {1} ; `jz2ctl services` montre où cela en est.
    Aún en camino: {1}; `jz2ctl services` muestra cómo está.

    Refused, so only here: {1}; `jz2ctl services` says why.
    Abgelehnt, also nur hier: {1}; `jz2ctl services` sagt warum.
    Refus, donc seulement ici : {1} ; `jz2ctl services` dit pourquoi.
    Sin aceptar, así que solo aquí: {1}; `jz2ctl services` dice por qué.
    """#
}
