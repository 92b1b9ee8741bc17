/// An empty table of ICU's data. It is linked, never called.
#pragma once
