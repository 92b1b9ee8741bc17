/// The version of this build.
#pragma once

/// The version that this build was linked with, as Debian compares versions; NULL if there is none.
///
/// `make release` links another definition (`debian/version --object`), so a new commit needs a link but no build.
const char *product_version(void);
