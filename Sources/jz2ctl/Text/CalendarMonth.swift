/// A month of the Gregorian calendar.
struct CalendarMonth: Hashable, Comparable {
  /// Its year.
  let year: Int
  /// Its number in the year, 1…12.
  let number: Int

  /// The month after it.
  var next: CalendarMonth {
    number == 12 ? CalendarMonth(year: year + 1, number: 1) : CalendarMonth(year: year, number: number + 1)
  }

  /// Its first day, in days from 1970-01-01.
  var firstDay: Int {
    // Counted from March, leap days stand at the end of a year, and the months before one are 30.6 days each.
    let shifted = number > 2 ? number - 3 : number + 9
    let years = number > 2 ? year : year - 1
    return years * 365 + years / 4 - years / 100 + years / 400 + (shifted * 306 + 5) / 10 - 719_468
  }

  /// The month that a day is in, by days from 1970-01-01; none before that is asked for.
  init(ofDay day: Int) {
    var month = CalendarMonth(year: 1970 + day / 366, number: 1)
    while month.next.firstDay <= day { month = month.next }
    self = month
  }

  init(year: Int, number: Int) {
    self.year = year
    self.number = number
  }

  /// Its name in three letters.
  var shortName: String {
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][(number + 11) % 12]
  }

  /// Its name and year: `November 2026`.
  var title: String {
    let names = [
      "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
      "December",
    ]
    return "\(names[(number + 11) % 12]) \(year)"
  }

  static func < (left: CalendarMonth, right: CalendarMonth) -> Bool {
    (left.year, left.number) < (right.year, right.number)
  }
}
