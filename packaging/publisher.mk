# Who publishes jz2, and where. Give these to make as arguments or in the environment; a package built without them names
# no address. packaging/publisher.sh writes them into the packages.

# The address at which .work/repository is published; empty if it is not.
REPOSITORY_URL ?=
# The address of the folder in which the image is published, if it is another one.
IMAGE_URL ?= $(REPOSITORY_URL)
# Web pages about jz2 and about its sources, and the address for `git clone`.
HOMEPAGE ?=
VCS_BROWSER ?=
VCS_GIT ?=
MAINTAINER ?= The jz2 project <jz2@justzone2.invalid>
export REPOSITORY_URL IMAGE_URL HOMEPAGE VCS_BROWSER VCS_GIT MAINTAINER
