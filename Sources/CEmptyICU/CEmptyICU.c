#include "CEmptyICU.h"

#include <stdint.h>

// GRDB links all of Foundation, and Foundation links ICU with 34 MB of data about languages, calendars and time zones.
// jz2 does not need them, and `SourceTests` checks that. A static program that defines the symbol of the data
// contains this table instead of the library's. ICU then reports each entry as missing, and a date formatter of
// Foundation traps.
//
// The symbol has ICU's version in its name: 74 in Swift 6.2, 76 in Swift 6.3. With another version the library's own
// data is linked.
struct table {
  // ICU's `DataHeader` and `UDataInfo`, then the number of entries.
  uint16_t headerSize;
  uint8_t magic[2];
  uint16_t infoSize, reserved;
  uint8_t isBigEndian, charset, sizeOfUChar, unused, format[4], formatVersion[4], dataVersion[4];
  uint32_t count;
};

__attribute__((aligned(16))) const struct table icudt76_dat = {
    .headerSize = 24,
    .magic = {0xDA, 0x27},
    .infoSize = 20,
    .sizeOfUChar = 2,
    .format = {'C', 'm', 'n', 'D'},
    .formatVersion = {1},
};
extern const struct table icudt74_dat __attribute__((alias("icudt76_dat")));
