// PostgreSQL's C library, and a character macro that Swift does not import.
#include <libpq-fe.h>

/// The SQLSTATE of a result; NULL if it has none.
static inline const char *jz2_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
