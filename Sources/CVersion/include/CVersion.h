/// Which build of the product this is.
#pragma once

/// The version that this build was linked with, as Debian orders them; NULL where it was linked with none.
///
/// `make release` links another definition in (`debian/version --object`), so that a new commit costs a link and no
/// compilation.
const char *product_version(void);
