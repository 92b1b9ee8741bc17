# A ride in another program's form, one point every five seconds:
#   -v start=UNIX -v minutes=N -v watts=W -v beats=B -v idle=MINUTES
# It has ten minutes of warm-up and five of cool-down at half the watts, then idle minutes because the rider forgot to
# stop it.
function noise() { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 1073741824 - 1 }
function stamp(second) { return strftime("%Y-%m-%dT%H:%M:%S.000Z", start + second, 1) }
BEGIN {
  seed = start % 2147483648
  garmin = "http://www.garmin.com/xmlschemas/"
  print "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  print "<TrainingCenterDatabase xmlns=\"" garmin "TrainingCenterDatabase/v2\"><Activities><Activity Sport=\"Biking\">"
  print "<Id>" stamp(0) "</Id><Lap StartTime=\"" stamp(0) "\">"
  print "<TotalTimeSeconds>" (minutes + idle) * 60 "</TotalTimeSeconds><DistanceMeters>0</DistanceMeters>"
  print "<Calories>0</Calories><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod><Track>"
  for (second = 0; second < (minutes + idle) * 60; second += 5) {
    works = second < minutes * 60
    power = !works ? 0 : second < 600 || second >= (minutes - 5) * 60 ? watts / 2 : watts
    asked = !works ? 68 : beats - (watts - power) * 0.35 + second / 1200
    heart = second ? heart + (asked - heart) / 12 : 75
    if (power) { power += noise() * 6; meters += 42 }
    printf "<Trackpoint><Time>%s</Time><DistanceMeters>%.1f</DistanceMeters>", stamp(second), meters
    printf "<HeartRateBpm><Value>%d</Value></HeartRateBpm>", heart + noise() + 0.5
    printf "<Cadence>%d</Cadence>", works ? 86 + noise() * 2 : 0
    printf "<Extensions><TPX xmlns=\"" garmin "ActivityExtension/v2\"><Watts>%d</Watts></TPX></Extensions>", power
    print "</Trackpoint>"
  }
  print "</Track></Lap></Activity></Activities></TrainingCenterDatabase>"
}
