extension Wording {
  /// The phrases about devices that can be reached and are of no use.
  static let deviceFaults = #"""
    {1} wants to be paired, and pairing failed.
    {1} will gekoppelt werden, und das Koppeln ist gescheitert.
    {1} demande un appairage, et celui-ci a échoué.
    {1} pide emparejarse, y el emparejamiento ha fallado.

    Remove its pairing with phone, watch or bike computer, and switch it off and on; the daemon pairs with it by itself.
    Entferne seine Kopplung mit Handy, Uhr oder Radcomputer und schalte es aus und ein; der Dienst koppelt sich von selbst.
    Supprimez son appairage avec le téléphone, la montre ou le compteur, et éteignez-le puis rallumez-le ; le service s'appaire de lui-même.
    Elimina su emparejamiento con el teléfono, el reloj o el ciclocomputador, y apágalo y enciéndelo; el servicio se empareja solo.

    Another program on this computer holds {1}.
    Ein anderes Programm auf diesem Rechner hält {1} belegt.
    Un autre programme de cet ordinateur occupe {1}.
    Otro programa de este ordenador tiene ocupado {1}.

    Close that program, or let it leave this device alone: Home Assistant, or a script that uses bleak, for example.
    Schließ dieses Programm oder lass es dieses Gerät in Ruhe lassen: zum Beispiel Home Assistant oder ein Skript, das bleak benutzt.
    Fermez ce programme, ou faites-lui laisser cet appareil : par exemple Home Assistant, ou un script qui utilise bleak.
    Cierra ese programa o haz que deje en paz este dispositivo: por ejemplo, Home Assistant o un script que use bleak.

    {1} answers as classic Bluetooth, not as Bluetooth LE.
    {1} antwortet über klassisches Bluetooth statt über Bluetooth LE.
    {1} répond en Bluetooth classique et non en Bluetooth LE.
    {1} responde por Bluetooth clásico y no por Bluetooth LE.

    Switch its LE broadcast on, in its menu or its maker's app. If that does not help, set `ControllerMode = le` in `/etc/bluetooth/main.conf`, and restart: `sudo systemctl restart bluetooth`.
    Schalte sein Senden über LE ein, im Menü oder in der App des Herstellers. Hilft das nicht, setze `ControllerMode = le` in `/etc/bluetooth/main.conf` und starte neu: `sudo systemctl restart bluetooth`.
    Activez sa diffusion LE, dans son menu ou dans l'application du fabricant. Si cela ne suffit pas, mettez `ControllerMode = le` dans `/etc/bluetooth/main.conf` et redémarrez : `sudo systemctl restart bluetooth`.
    Activa su emisión LE, en su menú o en la aplicación del fabricante. Si no ayuda, pon `ControllerMode = le` en `/etc/bluetooth/main.conf` y reinicia: `sudo systemctl restart bluetooth`.

    {1} is connected and offers no services.
    {1} ist verbunden und bietet keine Dienste an.
    {1} est connecté et n'offre aucun service.
    {1} está conectado y no ofrece ningún servicio.

    Switch it off and on. If that does not help: `sudo systemctl restart bluetooth`.
    Schalte es aus und ein. Hilft das nicht: `sudo systemctl restart bluetooth`.
    Éteignez-le et rallumez-le. Si cela ne suffit pas : `sudo systemctl restart bluetooth`.
    Apágalo y enciéndelo. Si no ayuda: `sudo systemctl restart bluetooth`.

    {1} is connected and does not offer what it was chosen for.
    {1} ist verbunden und bietet nicht an, wofür es gewählt wurde.
    {1} est connecté et n'offre pas ce pour quoi il a été choisi.
    {1} está conectado y no ofrece aquello para lo que se eligió.

    Wake it: turn the pedals, or put the strap on. If that does not help, update its firmware with the maker's app.
    Weck es: dreh die Pedale oder leg den Gurt an. Hilft das nicht, aktualisiere seine Firmware mit der App des Herstellers.
    Réveillez-le : tournez les pédales, ou mettez la ceinture. Si cela ne suffit pas, mettez à jour son micrologiciel avec l'application du fabricant.
    Despiértalo: gira los pedales o ponte la banda. Si no ayuda, actualiza su firmware con la aplicación del fabricante.

    {1} offers no notifications for its data or its control point, and a ride needs them.
    {1} bietet keine Benachrichtigungen für seine Daten oder seinen Control Point an, und eine Fahrt braucht sie.
    {1} n'offre pas de notifications pour ses données ou son point de contrôle, et une sortie en a besoin.
    {1} no ofrece notificaciones de sus datos o de su punto de control, y una sesión las necesita.

    Update its firmware with the maker's app, or choose another device: `jz2ctl use ADDRESS`.
    Aktualisiere seine Firmware mit der App des Herstellers, oder wähle ein anderes Gerät: `jz2ctl use ADDRESS`.
    Mettez à jour son micrologiciel avec l'application du fabricant, ou choisissez un autre appareil : `jz2ctl use ADDRESS`.
    Actualiza su firmware con la aplicación del fabricante, o elige otro dispositivo: `jz2ctl use ADDRESS`.

    {1} refuses its notifications.
    {1} verweigert seine Benachrichtigungen.
    {1} refuse ses notifications.
    {1} rechaza sus notificaciones.

    Close other apps that are connected to it, on the phone too, and switch it off and on.
    Schließ andere Apps, die mit ihm verbunden sind, auch auf dem Handy, und schalte es aus und ein.
    Fermez les autres applications qui lui sont connectées, aussi sur le téléphone, et éteignez-le puis rallumez-le.
    Cierra otras aplicaciones conectadas a él, también en el teléfono, y apágalo y enciéndelo.

    The ride waits for it.
    Die Fahrt wartet darauf.
    La sortie l'attend.
    La sesión lo espera.

    The ride goes on without heart rate.
    Die Fahrt geht ohne Herzfrequenz weiter.
    La sortie continue sans fréquence cardiaque.
    La sesión sigue sin frecuencia cardíaca.

    The trainer's power counts.
    Die Leistung des Trainers zählt.
    La puissance du home trainer compte.
    Cuenta la potencia del rodillo.

    The trainer's cadence counts.
    Die Trittfrequenz des Trainers zählt.
    La cadence du home trainer compte.
    Cuenta la cadencia del rodillo.
    """#
}
