extension Wording {
  /// The phrases about devices.
  static let devices = #"""
    Address
    Adresse
    Adresse
    Dirección

    Kind
    Art
    Type
    Tipo

    Neither a trainer nor a strap was heard.
    Weder ein Trainer noch ein Brustgurt ist zu hören.
    Ni home trainer ni ceinture cardio n'a été capté.
    No se ha detectado ni un rodillo ni una banda cardíaca.

    Wake them: pedal a few strokes, put the strap on; and see that no other program is connected to them.
    Wecke sie: tritt ein paar Mal, leg den Brustgurt an; und sieh nach, dass kein anderes Programm mit ihnen verbunden ist.
    Réveillez-les : donnez quelques coups de pédale, mettez la ceinture cardio ; et vérifiez qu'aucun autre programme n'y est connecté.
    Despiértalos: da unas pedaladas, ponte la banda cardíaca; y comprueba que ningún otro programa esté conectado a ellos.

    Heard {1}.
    Gehört: {1}.
    Capté : {1}.
    Detectado: {1}.

    No device is chosen. `jz2ctl start` takes the only trainer in range; `jz2ctl use ADDRESS` chooses.
    Kein Gerät ist gewählt. `jz2ctl start` nimmt den einzigen Trainer in Reichweite; `jz2ctl use ADDRESS` wählt.
    Aucun appareil n'est choisi. `jz2ctl start` prend le seul home trainer à portée ; `jz2ctl use ADDRESS` choisit.
    No hay ningún dispositivo elegido. `jz2ctl start` toma el único rodillo al alcance; `jz2ctl use ADDRESS` elige.

    {1} is now the trainer and the heart-rate strap.
    {1} ist jetzt der Trainer und der Brustgurt.
    {1} est maintenant le home trainer et la ceinture cardio.
    {1} es ahora el rodillo y la banda cardíaca.

    {1} is now the trainer.
    {1} ist jetzt der Trainer.
    {1} est maintenant le home trainer.
    {1} es ahora el rodillo.

    {1} is now the heart-rate strap.
    {1} ist jetzt der Brustgurt.
    {1} est maintenant la ceinture cardio.
    {1} es ahora la banda cardíaca.

    {1} is now known.
    {1} ist jetzt bekannt.
    {1} est maintenant connu.
    {1} es ahora conocido.

    {1} is now the power meter: its power is that of later rides.
    {1} ist jetzt der Leistungsmesser: seine Leistung ist die späterer Fahrten.
    {1} est maintenant le capteur de puissance : sa puissance est celle des sorties à venir.
    {1} es ahora el medidor de potencia: su potencia es la de los próximos entrenamientos.

    {1} is now the cadence sensor.
    {1} ist jetzt der Trittfrequenzsensor.
    {1} est maintenant le capteur de cadence.
    {1} es ahora el sensor de cadencia.

    {1} is now the fan; `jz2ctl settings --fan` says how it blows.
    {1} ist jetzt der Ventilator; `jz2ctl settings --fan` sagt, wie er bläst.
    {1} est maintenant le ventilateur ; `jz2ctl settings --fan` dit comment il souffle.
    {1} es ahora el ventilador; `jz2ctl settings --fan` dice cómo sopla.

    the only one in range
    als einziges Gerät in Reichweite
    le seul à portée
    el único al alcance

    the only one in range that was used before
    als einziges schon benutztes Gerät in Reichweite
    le seul à portée déjà utilisé
    el único al alcance ya usado antes

    Heart rate: no strap in range; put it on, and `jz2ctl scan` and `jz2ctl use ADDRESS` take it for later rides.
    Herzfrequenz: kein Brustgurt in Reichweite; leg ihn an, und `jz2ctl scan` und `jz2ctl use ADDRESS` nehmen ihn für spätere Fahrten.
    Fréquence cardiaque : aucune ceinture à portée ; mettez-la, et `jz2ctl scan` et `jz2ctl use ADDRESS` la prennent pour les prochaines sorties.
    Frecuencia cardíaca: ninguna banda al alcance; póntela, y `jz2ctl scan` y `jz2ctl use ADDRESS` la toman para las próximas sesiones.

    Heart rate: no strap is chosen, riding without; `jz2ctl scan` and `jz2ctl use ADDRESS` take one for later rides.
    Herzfrequenz: kein Brustgurt gewählt, die Fahrt läuft ohne; `jz2ctl scan` und `jz2ctl use ADDRESS` nehmen einen für spätere Fahrten.
    Fréquence cardiaque : aucune ceinture choisie, la sortie se fait sans ; `jz2ctl scan` et `jz2ctl use ADDRESS` en prennent une pour les prochaines sorties.
    Frecuencia cardíaca: ninguna banda elegida, la sesión va sin ella; `jz2ctl scan` y `jz2ctl use ADDRESS` toman una para las próximas sesiones.

    in use
    in Gebrauch
    utilisé
    en uso

    its address changes
    seine Adresse wechselt
    son adresse change
    su dirección cambia

    What reports power is a meter or an older trainer: `jz2ctl use ADDRESS` finds out, and `jz2ctl use ADDRESS --as power` takes a meter. Only rides without a target take it by themselves.
    Was Leistung meldet, ist ein Leistungsmesser oder ein älterer Trainer: `jz2ctl use ADDRESS` findet es heraus, und `jz2ctl use ADDRESS --as power` nimmt einen Leistungsmesser. Nur Fahrten ohne Ziel nehmen es von selbst.
    Ce qui annonce une puissance est un capteur ou un home trainer ancien : `jz2ctl use ADDRESS` le vérifie, et `jz2ctl use ADDRESS --as power` prend un capteur. Seules les sorties sans cible le prennent d'elles-mêmes.
    Lo que informa de potencia es un medidor o un rodillo antiguo: `jz2ctl use ADDRESS` lo comprueba, y `jz2ctl use ADDRESS --as power` toma un medidor. Solo los entrenamientos sin objetivo lo toman por sí solos.

    {1} is another address in a quarter of an hour, and the device is not found by it then.
    {1} ist in einer Viertelstunde eine andere Adresse, und das Gerät ist dann nicht mehr darunter zu finden.
    {1} sera une autre adresse dans un quart d'heure, et l'appareil ne sera plus trouvé sous celle-ci.
    {1} será otra dirección dentro de un cuarto de hora, y el dispositivo ya no se encontrará con ella.

    Pair with it first, `bluetoothctl pair {1}`, and `jz2ctl scan` shows the address that stays.
    Kopple es zuerst, `bluetoothctl pair {1}`, und `jz2ctl scan` zeigt die Adresse, die bleibt.
    Associez-le d'abord, `bluetoothctl pair {1}`, et `jz2ctl scan` montre l'adresse qui reste.
    Empareja primero el dispositivo, `bluetoothctl pair {1}`, y `jz2ctl scan` muestra la dirección que permanece.

    `jz2ctl scan --all` also lists devices that do not say what they are.
    `jz2ctl scan --all` zeigt auch Geräte, die nicht sagen, was sie sind.
    `jz2ctl scan --all` montre aussi les appareils qui ne disent pas ce qu'ils sont.
    `jz2ctl scan --all` muestra también los dispositivos que no dicen lo que son.

    Some devices do not say what they are: `jz2ctl use ADDRESS` finds out.
    Manche Geräte sagen nicht, was sie sind: `jz2ctl use ADDRESS` findet es heraus.
    Certains appareils ne disent pas ce qu'ils sont : `jz2ctl use ADDRESS` le vérifie.
    Algunos dispositivos no dicen lo que son: `jz2ctl use ADDRESS` lo comprueba.
    """#
}
