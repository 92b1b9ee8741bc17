extension Wording {
  /// The phrases of the settings, the services and the certificate on the page.
  static let pageSettings = #"""
    1. Know it
    1. Kenne es
    1. Le connaître
    1. Conócelo

    2. Install it
    2. Installiere es
    2. L'installer
    2. Instálalo

    3. Open the page anew
    3. Öffne die Seite neu
    3. Rouvrir la page
    3. Abre la página de nuevo

    By power needs your FTP; by heart rate needs a method of five zones.
    Nach Leistung braucht deine FTP; nach Herzfrequenz braucht eine Methode mit fünf Zonen.
    D'après la puissance, il faut votre FTP ; d'après la fréquence cardiaque, une méthode à cinq zones.
    Según la potencia hace falta tu FTP; según la frecuencia cardíaca, un método de cinco zonas.

    Check the Pi
    Den Pi prüfen
    Vérifier le Pi
    Comprobar la Pi

    Compare by View, then trust it to identify websites.
    Vergleiche unter „Ansehen“, dann vertraue ihm für Websites.
    Comparez par « Voir », puis faites-lui confiance pour identifier des sites web.
    Compara con «Ver», y confía en él para identificar sitios web.

    Compare under Trusted credentials → User, and remove it there if it differs.
    Vergleiche unter „Vertrauenswürdige Anmeldedaten → Nutzer“, und entferne es dort, wenn es abweicht.
    Comparez sous « Certificats de confiance → Utilisateur », et retirez-le là s'il diffère.
    Compara en «Credenciales de confianza → Usuario», y quítalo ahí si no coincide.

    Connect a service
    Einen Dienst verbinden
    Connecter un service
    Conectar un servicio

    Delete the certificate, or the profile, where you installed it.
    Lösche das Zertifikat oder das Profil dort, wo du es installiert hast.
    Supprimez le certificat, ou le profil, là où vous l'avez installé.
    Borra el certificado, o el perfil, donde lo instalaste.

    Devices
    Geräte
    Appareils
    Dispositivos

    Does all work?
    Geht alles?
    Tout marche-t-il ?
    ¿Funciona todo?

    Download it in Safari, and allow the profile.
    Lade es in Safari, und erlaube das Profil.
    Téléchargez-le dans Safari, et autorisez le profil.
    Descárgalo en Safari y permite el perfil.

    Download the certificate
    Das Zertifikat laden
    Télécharger le certificat
    Descargar el certificado

    Encrypted, by the certificate of this Pi, the screen stays awake, the page can be installed like an app, and nobody in the Wi-Fi can listen or steer.
    Verschlüsselt, durch das Zertifikat dieses Pi, bleibt der Bildschirm wach, die Seite lässt sich wie eine App installieren, und niemand im WLAN kann mithören oder steuern.
    Chiffrée, par le certificat de ce Pi, la page garde l'écran allumé et s'installe comme une application, et personne dans le Wi-Fi ne peut écouter ni commander.
    Cifrada, con el certificado de esta Pi, la pantalla sigue encendida, la página se instala como una aplicación y nadie en la wifi puede escuchar ni mandar.

    Fan speed
    Ventilatorstufe
    Vitesse du ventilateur
    Velocidad del ventilador

    Fixed speed
    Feste Stufe
    Vitesse fixe
    Velocidad fija

    For watts per kilogram, and your speed on a route.
    Für Watt pro Kilogramm und deine Geschwindigkeit auf einer Strecke.
    Pour les watts par kilogramme, et votre vitesse sur un parcours.
    Para los vatios por kilo y tu velocidad en una ruta.

    Forget
    Vergessen
    Oublier
    Olvidar

    Forget {1}? You can choose it again.
    {1} vergessen? Du kannst es wieder wählen.
    Oublier {1} ? Vous pourrez le choisir de nouveau.
    ¿Olvidar {1}? Puedes volver a elegirlo.

    How fast the fan turns if it follows nothing.
    Wie schnell der Ventilator läuft, wenn er nichts folgt.
    À quelle vitesse il tourne s'il ne suit rien.
    A qué velocidad gira si no sigue nada.

    How long a ride is if you say nothing else.
    Wie lang eine Fahrt ist, wenn du nichts anderes sagst.
    La durée d'une sortie si vous ne dites rien d'autre.
    Cuánto dura una sesión si no dices otra cosa.

    How much hard minutes count in it (Banister).
    Wie viel harte Minuten darin zählen (Banister).
    Ce que les minutes dures y comptent (Banister).
    Cuánto cuentan en él los minutos duros (Banister).

    It is on: this page is encrypted.
    Es ist an: diese Seite ist verschlüsselt.
    C'est actif : cette page est chiffrée.
    Está activo: esta página va cifrada.

    It speaks for the names of this Pi alone, until {1}.
    Es spricht nur für die Namen dieses Pi, bis {1}.
    Il ne parle que pour les noms de ce Pi, jusqu'au {1}.
    Solo habla por los nombres de esta Pi, hasta el {1}.

    Listening for 10 seconds: pedal a few strokes, and put the strap on.
    Ich höre 10 Sekunden: tritt ein paar Mal, und leg den Brustgurt an.
    Écoute de 10 secondes : donnez quelques coups de pédale, et mettez la ceinture.
    Escuchando 10 segundos: da unas pedaladas y ponte la banda.

    Look for devices
    Geräte suchen
    Chercher des appareils
    Buscar dispositivos

    Measured lying, after waking up.
    Im Liegen gemessen, nach dem Aufwachen.
    Mesurée allongé, au réveil.
    Medida al despertar, sin levantarte.

    None is chosen yet; a ride takes the only trainer in range.
    Noch keins ist gewählt; eine Fahrt nimmt den einzigen Trainer in Reichweite.
    Aucun n'est encore choisi ; une sortie prend le seul home trainer à portée.
    Aún no hay ninguno elegido; una sesión toma el único rodillo al alcance.

    On the Pi, type `jz2ctl connect intervals`, `jz2ctl connect strava` or `jz2ctl connect hub`. They ask for keys, which others could read over plain http.
    Tippe auf dem Pi `jz2ctl connect intervals`, `jz2ctl connect strava` oder `jz2ctl connect hub`. Sie fragen nach Schlüsseln, die andere über reines http mitlesen könnten.
    Sur le Pi, tapez `jz2ctl connect intervals`, `jz2ctl connect strava` ou `jz2ctl connect hub`. Elles demandent des clés, que d'autres pourraient lire en http simple.
    En la Pi, escribe `jz2ctl connect intervals`, `jz2ctl connect strava` o `jz2ctl connect hub`. Piden claves que otros podrían leer por http sin cifrar.

    On the Pi, type `jz2ctl page certificate`: it shows the fingerprint, SHA-256. Compare it with the one that your phone shows, before you trust it.
    Tippe auf dem Pi `jz2ctl page certificate`: das zeigt den Fingerabdruck, SHA-256. Vergleiche ihn mit dem, den dein Telefon zeigt, bevor du vertraust.
    Sur le Pi, tapez `jz2ctl page certificate` : il montre l'empreinte, SHA-256. Comparez-la à celle que montre votre téléphone, avant de faire confiance.
    En la Pi, escribe `jz2ctl page certificate`: muestra la huella, SHA-256. Compárala con la que muestra tu teléfono antes de confiar.

    Open it there, compare under Details, then choose Trust → Always Trust.
    Öffne es dort, vergleiche unter „Details“, dann wähle „Vertrauen → Immer vertrauen“.
    Ouvrez-le là, comparez sous « Détails », puis choisissez « Se fier → Toujours approuver ».
    Ábrelo ahí, compara en «Detalles» y elige «Confiar → Confiar siempre».

    Open the file: Install Certificate → Trusted Root Certification Authorities.
    Öffne die Datei: „Zertifikat installieren → Vertrauenswürdige Stammzertifizierungsstellen“.
    Ouvrez le fichier : « Installer un certificat → Autorités de certification racines de confiance ».
    Abre el archivo: «Instalar certificado → Entidades de certificación raíz de confianza».

    Open the file: it goes to Keychain Access.
    Öffne die Datei: sie kommt in die Schlüsselbundverwaltung.
    Ouvrez le fichier : il va dans Trousseaux d'accès.
    Abre el archivo: va a Acceso a Llaveros.

    Pair the phone once more if it asks, and put the page on the home screen.
    Kopple das Telefon noch einmal, wenn die Seite fragt, und lege sie auf den Startbildschirm.
    Associez encore le téléphone si la page le demande, et ajoutez-la à l'écran d'accueil.
    Vincula otra vez el teléfono si lo pide, y pon la página en la pantalla de inicio.

    Planned workouts are among the plans
    Geplante Einheiten sind bei den Plänen
    Les séances prévues sont parmi les plans
    Los entrenamientos previstos están entre los planes

    Possible is {1} to {2}.
    Möglich ist {1} bis {2}.
    De {1} à {2}.
    Se admite de {1} a {2}.

    Power and weight
    Leistung und Gewicht
    Puissance et poids
    Potencia y peso

    Resting, threshold and maximum heart rate have to rise in this order.
    Ruhe-, Schwellen- und maximale Herzfrequenz müssen in dieser Reihenfolge steigen.
    Les fréquences de repos, au seuil et maximale doivent croître dans cet ordre.
    Las frecuencias en reposo, umbral y máxima deben crecer en este orden.

    Saved.
    Gespeichert.
    Enregistré.
    Guardado.

    Set it in the settings.
    Setze sie in den Einstellungen.
    Réglez-la dans les réglages.
    Ajústala en los ajustes.

    {1} (not yours: the default)
    {1} (nicht deine: die Vorgabe)
    {1} (pas la vôtre : celle par défaut)
    {1} (no la tuya: la predeterminada)

    Set it first, or choose another zone method.
    Setze sie zuerst, oder wähle eine andere Zonenmethode.
    Indiquez-la d'abord, ou choisissez une autre méthode de zones.
    Indícala primero o elige otro método de zonas.

    Settings → General → About → Certificate Trust Settings: switch it on.
    Einstellungen → Allgemein → Info → Zertifikatsvertrauenseinstellungen: schalte es ein.
    Réglages → Général → Informations → Réglages des certificats : activez-le.
    Ajustes → General → Información → Ajustes de confianza de los certificados: actívalo.

    Settings → General → VPN & Device Management: compare under More Details, then install.
    Einstellungen → Allgemein → VPN & Geräteverwaltung: vergleiche unter „Weitere Details“, dann installiere.
    Réglages → Général → VPN et gestion de l'appareil : comparez sous « Plus de détails », puis installez.
    Ajustes → General → VPN y gestión de dispositivos: compara en «Más detalles» e instala.

    Settings → Privacy & Security → View Certificates → Authorities → Import: choose the file.
    Einstellungen → Datenschutz & Sicherheit → Zertifikate anzeigen → Zertifizierungsstellen → Importieren: wähle die Datei.
    Paramètres → Vie privée et sécurité → Afficher les certificats → Autorités → Importer : choisissez le fichier.
    Ajustes → Privacidad y seguridad → Ver certificados → Autoridades → Importar: elige el archivo.

    Settings → Security → Encryption & credentials → Install a certificate → CA certificate: choose the file.
    Einstellungen → Sicherheit → Verschlüsselung und Anmeldedaten → Zertifikat installieren → CA-Zertifikat: wähle die Datei.
    Paramètres → Sécurité → Chiffrement et identifiants → Installer un certificat → Certificat CA : choisissez le fichier.
    Ajustes → Seguridad → Cifrado y credenciales → Instalar un certificado → Certificado de CA: elige el archivo.

    Sources measure differently, so one alone counts.
    Quellen messen verschieden, darum zählt nur eine.
    Les sources mesurent différemment : une seule compte.
    Las fuentes miden distinto, por eso cuenta una sola.

    Synchronise now
    Jetzt synchronisieren
    Synchroniser maintenant
    Sincronizar ahora

    Take it away again
    Nimm es wieder weg
    Le retirer
    Quítalo de nuevo

    The highest heart rate of Zone 2.
    Die höchste Herzfrequenz der Zone 2.
    La fréquence la plus haute de la Zone 2.
    La frecuencia más alta de la Zona 2.

    The highest that you reach on the bike.
    Die höchste, die du auf dem Rad erreichst.
    La plus haute que vous atteignez à vélo.
    La más alta que alcanzas en la bici.

    The lowest heart rate of Zone 2.
    Die niedrigste Herzfrequenz der Zone 2.
    La fréquence la plus basse de la Zone 2.
    La frecuencia más baja de la Zona 2.

    The mean of your hardest hour.
    Der Mittelwert deiner härtesten Stunde.
    La moyenne de votre heure la plus dure.
    La media de tu hora más dura.

    There is none yet: on the Pi, type `sudo jz2ctl page certificate`, then open this page anew.
    Es gibt noch keins: tippe auf dem Pi `sudo jz2ctl page certificate`, dann öffne diese Seite neu.
    Il n'y en a pas encore : sur le Pi, tapez `sudo jz2ctl page certificate`, puis rouvrez cette page.
    Aún no hay ninguno: en la Pi, escribe `sudo jz2ctl page certificate` y abre esta página de nuevo.

    This page is plain http.
    Diese Seite ist reines http.
    Cette page est en http simple.
    Esta página es http sin cifrar.

    Try again
    Noch einmal versuchen
    Réessayer
    Reintentar

    Use
    Verwenden
    Utiliser
    Usar

    What a ride begins with if you say nothing else.
    Womit eine Fahrt beginnt, wenn du nichts anderes sagst.
    Ce par quoi une sortie commence si vous ne dites rien d'autre.
    Con qué empieza una sesión si no dices otra cosa.

    What you hold for an hour; percent in plans are of it.
    Was du eine Stunde lang hältst; Prozente in Plänen sind davon.
    Ce que vous tenez une heure ; les pourcentages des plans en partent.
    Lo que aguantas una hora; los porcentajes de los planes parten de ahí.

    What you read in; files stay metric.
    Worin du liest; Dateien bleiben metrisch.
    Pour la lecture ; les fichiers restent métriques.
    Lo que lees; los archivos siguen siendo métricos.

    What zones are made from; choosing sets Zone 2 anew.
    Woraus Zonen entstehen; eine Wahl setzt Zone 2 neu.
    Ce dont viennent les zones ; un choix recalcule la Zone 2.
    De qué salen las zonas; al elegir se recalcula la Zona 2.

    Zone 2 from
    Zone 2 von
    Zone 2 de
    Zona 2 desde

    Zone 2 has to begin below its end.
    Zone 2 muss unter ihrem Ende beginnen.
    La Zone 2 doit commencer sous sa fin.
    La Zona 2 debe empezar por debajo de su final.

    Zone 2 to
    Zone 2 bis
    Zone 2 à
    Zona 2 hasta

    Zone method
    Zonenmethode
    Méthode de zones
    Método de zonas

    `certutil -dump ca.crt` shows the fingerprint, sha256: compare.
    `certutil -dump ca.crt` zeigt den Fingerabdruck, sha256: vergleiche.
    `certutil -dump ca.crt` montre l'empreinte, sha256 : comparez.
    `certutil -dump ca.crt` muestra la huella, sha256: compara.

    a fixed speed
    eine feste Stufe
    une vitesse fixe
    una velocidad fija

    heart-rate strap
    Brustgurt
    ceinture cardio
    banda cardíaca

    power meter or older trainer
    Leistungsmesser oder älterer Trainer
    capteur de puissance ou home trainer ancien
    medidor de potencia o rodillo antiguo
    """#
}
