// PostgreSQL's C library, with what Swift does not import: a macro that is a character.
#include <libpq-fe.h>

/// The SQLSTATE of a result; NULL if it has none.
static inline const char *jz2_sqlstate(const PGresult *result) {
  return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}
