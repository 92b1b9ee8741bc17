# Each target first installs its missing dependencies. Debian 12 and a Swift toolchain are required.
SHELL := /bin/bash
PREFIX ?= /usr/local
STRIP ?= -s
# The programs, manuals, units and interfaces of each Debian package.
PACKAGES := jz2 jz2-sync jz2-cue jz2-web jz2-bridge
PROGRAMS_jz2 := jz2d jz2ctl
PROGRAMS_jz2-sync := jz2sync
PROGRAMS_jz2-cue := jz2cue
PROGRAMS_jz2-web := jz2web
PROGRAMS_jz2-bridge := jz2bridge
PROGRAMS := $(foreach package,$(PACKAGES),$(PROGRAMS_$(package)))
MANUALS_jz2 := man8/jz2d.8 man1/jz2ctl.1
MANUALS_jz2-sync := man8/jz2sync.8
MANUALS_jz2-cue := man8/jz2cue.8
MANUALS_jz2-web := man8/jz2web.8
MANUALS_jz2-bridge := man8/jz2bridge.8
UNITS_jz2 := $(wildcard systemd/jz2d*)
UNITS_jz2-sync := $(wildcard systemd/jz2-sync*)
UNITS_jz2-cue := $(wildcard systemd/jz2-cue*)
UNITS_jz2-web := $(wildcard systemd/jz2-web*)
UNITS_jz2-bridge := $(wildcard systemd/jz2-bridge*)
INTERFACE_jz2 := org.justzone2.Trainer.varlink org.justzone2.Body.varlink
INTERFACE_jz2-sync := org.justzone2.Sync.varlink
INTERFACE_jz2-web := org.justzone2.Page.varlink
SET_UP := @Scripts/setup.sh
VENV := .work/venv/bin/python
include packaging/publisher.mk

# The version, linked into the programs as an object file: a new commit needs only linking, no compilation.
VERSION := $(shell debian/version)
export VERSION
STAMP := $(CURDIR)/.work/version/$(VERSION).o
# ARCH=arm64 builds for Raspberry Pi OS on an x86-64 computer. BUILT contains the programs, RUN the commands that run
# them on this computer.
ARCH ?= $(shell dpkg --print-architecture 2> /dev/null)
BUILT := .build/release
RUN := .build/release
# BUILD=debug uses the objects of the unit tests, linked like a release.
BUILD ?= release
export BUILD
# Debug builds. Without debug information and an index they take five sixths of the time.
DEBUG := swift build --disable-index-store -debug-info-format none
# One build for the rig, the package and the benchmarks. SwiftPM leaves debug symbols in, which go into jz2-dbgsym. The
# build does not contain the path of the checkout. With other options, SwiftPM would compile all modules again.
SOURCES := $(CURDIR)=/usr/src/jz2
SWIFT_RELEASE := env -u JZ2_STRICT swift build -c release --static-swift-stdlib -Xlinker $(STAMP) \
  -Xcc -ffile-prefix-map=$(SOURCES) -Xswiftc -file-prefix-map -Xswiftc $(SOURCES) --product
# The linker's own build ID covers the debug information, which differs between two builds in different folders.
BUILD_ID = -Xlinker --build-id=0x$$(echo $(1) $(VERSION) $(ARCH) | sha1sum | cut -d' ' -f1)
RELEASE = set -e; for program in $(PROGRAMS); do $(SWIFT_RELEASE) $$program $(call BUILD_ID,$$program); done
ifeq ($(ARCH) $(shell uname -m),arm64 x86_64)
BUILT := .build-arm64/release
RUN := .work/arm64/run
CROSS := --no-check-builddeps
RELEASE = Scripts/setup.sh cross && Scripts/arm64/build.sh
else ifeq ($(BUILD),debug)
BUILT := .work/linked
RUN := .work/linked
RELEASE = Scripts/link.sh $(BUILT) $(STAMP) $(PROGRAMS)
endif

# For the rig: the seed of everything random in its guests, its boots (all by default), and the rides of `make soak`.
SEED ?= 1
BOOTS ?=
RIDES ?= 50
# The number of power cuts.
CUTS ?= 5000
# The duration of the rides of `make day`.
HOURS ?= 24
# Words in the names of the scenes of `make page` and `make bridge`; all by default.
SCENES ?=
# Names of attacks, or --fast; all by default.
ATTACKS ?=
# The folder for `make demo-library`.
LIBRARY ?= .work/library

# Packages and repositories have the time of the commit, so that two builds of a commit give the same packages.
deb hub-deb repository: export SOURCE_DATE_EPOCH ?= $(shell debian/version --seconds)

.PHONY: help build programs release test proof lint unit unit-build oracle guests clients sync sync-soak page bridge \
  bridge-long attacks hub hub-release hub-soak hub-load hub-deb health rig rig-trixie soak day cuts fuzz demo \
  demo-library pictures captures bench manuals house install install-files $(PACKAGES:%=install-%) uninstall deb \
  deb-arm64 deb-again repository repository-check image image-check $(PACKAGES:%=sbom-%) sbom-jz2-hub pot clean

help:
	@echo "make build      debug build"
	@echo "make release    release build with static Swift, in .build/release"
	@echo "make demo       ten simulated minutes without a radio"
	@echo "make demo-library  a library with 200 rides, plans and mornings, in LIBRARY=.work/library"
	@echo "make pictures   draws the pictures of the live view and the page in docs"
	@echo
	@echo "make test       the checks that every change must pass, as in CI; takes twenty minutes"
	@echo "make proof      all checks, on the release build and its packages; takes about three hours"
	@echo "make lint       checks the form of Swift, shell, Python and commits, the page's types, and make house's figures"
	@echo "make pot        writes the source texts for translators to po/"
	@echo "make unit       the unit tests, and those of the campaign's oracle"
	@echo "make clients    third-party programs with the socket and the files of jz2"
	@echo "make sync       failing services and networks; 100 rides while jz2sync is killed; SEED=7"
	@echo "make sync-soak  the same with RIDES=1000, on the release build"
	@echo "make page       the page in a browser, and attacks on it; SCENES=rebinding"
	@echo "make bridge     apps by Direct Connect, while the simulated trainer drops; SCENES=losses; bridge-long: all"
	@echo "make attacks    attacks on the programs as installed by the packages; ATTACKS=\"levels bombs\", BUILD=debug"
	@echo "make hub        the server for many riders, on SQLite and PostgreSQL"
	@echo "make hub-soak   RIDES=10000 from a hostile client, on three processes of the server"
	@echo "make health     a 200 MB export of Apple Health through a pipe, in at most 60 MB of memory"
	@echo "make rig        faults on a real kernel and bluetoothd; BOOTS=short, BOOTS=\"ride plan\" SEED=7"
	@echo "make soak       RIDES=50 random rides, SEED=1"
	@echo "make day        HOURS=24 of riding on the simulated radio, within minutes: rows, sums, memory, processor"
	@echo "make cuts       CUTS=5000 power cuts in the store"
	@echo "make rig-trixie the rig on the kernel and the BlueZ of Raspberry Pi OS"
	@echo "make fuzz       fuzzes all parsers for FUZZ_SECONDS (300)"
	@echo
	@echo "make bench      speed and size, compared with tshark and bleak"
	@echo "make house      counts how the sources are built; HOUSE=--list, HOUSE=--store"
	@echo "make captures   the recordings in captures/, from the last boots of the rig"
	@echo
	@echo "make deb        the packages, in .work/deb"
	@echo "make hub-deb    the package of the server, in .work/hub-deb"
	@echo "make hub-load   a load test of the server: requests per second"
	@echo "make deb-arm64  the packages for Raspberry Pi OS, with a test ride in QEMU"
	@echo "make repository an apt repository of the packages, in .work/repository; REPOSITORY_URL=https://..."
	@echo "make image      an image for the card of a Pi, after make deb-arm64; BASE=FILE.img.xz of Raspberry Pi OS"
	@echo "make image-check  boots that image in QEMU to its first page"
	@echo "make manuals    manual pages and completions; then make install, into PREFIX ($(PREFIX))"
	@echo "make clean      removes the files of builds and tests"

# IS_BUILT skips the build, so that no part waits for another build in the same folder.
build:
	$(SET_UP) build
	$(if $(IS_BUILT),,$(DEBUG))

# The programs for Pis, also linked like a release, and the generator of manual pages.
programs: $(STAMP)
	set -e; for program in $(PROGRAMS) generate-manual; do $(DEBUG) --product $$program; done
	Scripts/link.sh .work/linked $(STAMP) $(PROGRAMS)

$(STAMP): debian/version
	@mkdir -p $(@D)
	@debian/version --object $@ $(CC)

release: $(STAMP)
	$(SET_UP) build
	$(if $(IS_BUILT),,$(RELEASE))

# For developers, warnings are errors in debug builds; a release must build with any compiler that a rider has. The hub
# is part of the package wherever all of it is tested.
programs unit unit-build test proof clients sync page bridge attacks hub: export JZ2_STRICT = 1
programs unit unit-build test proof attacks hub hub-%: export JZ2_HUB = 1

lint:
	$(SET_UP) lint
	@Scripts/lint.sh

unit-build:
	@echo "== Build"
	$(DEBUG) --build-tests

# The hub's tests run on SQLite and on PostgreSQL.
unit: $(if $(IS_BUILT),,oracle)
	$(SET_UP) hub
	$(if $(IS_BUILT),,$(MAKE) --no-print-directory unit-build)
	@echo "== Tests"
	@Proof/Hub/postgres.sh Scripts/unit.sh

# Tests that the oracle of `make soak` detects manipulation, and that the rig's peripherals speak like real ones.
oracle:
	@echo "== The oracle"
	@PYTHONPATH=Proof/Rig python3 -B Proof/Soak/test_oracle.py
	@PYTHONPATH=Proof/Rig python3 -B Proof/Soak/test_reported.py
	@echo "== The rig's protocols"
	@PYTHONPATH=Proof/Rig python3 -B Proof/Rig/test_protocols.py

# A third-party Varlink client, a third-party writer of workouts, and the formulas of power, on the simulated radio.
clients: build
	@echo "== Clients"
	$(SET_UP) clients
	@Proof/Clients/varlink.sh .build/debug
	@Proof/Clients/workouts.sh .build/debug
	@$(VENV) -B Proof/Clients/power.py .build/debug
	@python3 -B Proof/Clients/road.py .build/debug

# A rider's use of services; then services that lose responses, stall and lie, while jz2sync is killed every few
# seconds. Each ride must arrive exactly once.
sync: build
	@echo "== Synchronising"
	@python3 -B Proof/Sync/scenes.py .build/debug
	@echo "== Synchronising: 100 rides, seed $(SEED)"
	@python3 -B Proof/Sync/campaign.py .build/debug 100 $(SEED)

sync-soak: RIDES = 1000
sync-soak: PROGRAMS = jz2d jz2sync
sync-soak: release
	@echo "== Synchronising: $(RIDES) rides, seed $(SEED)"
	@python3 -B Proof/Sync/campaign.py .build/release $(RIDES) $(SEED)

# The functions of the page that need no document; then the page in a browser, and attacks on it. Proof/Page/figures.py
# prints its figures; run it by hand.
page: build
	$(SET_UP) page
	@echo "== The page's functions"
	@node --test --test-reporter=spec Proof/Page/unit/*.test.mjs
	@echo "== The page"
	@PYTHONPATH=Proof/Sync $(VENV) -B Proof/Page/scenes.py .build/debug $(SCENES)

# The clients against a small server; then apps on the bridge, while the simulated trainer drops. bridge-long has all
# scenes, also those of minutes and the delay of ten minutes, on the release build.
bridge: build
	$(SET_UP) clients
	@echo "== The apps"
	@PYTHONPATH=Proof/Sync $(VENV) -B Proof/Bridge/test_dircon.py
	@echo "== The bridge"
	@PYTHONPATH=Proof/Sync $(VENV) -B Proof/Bridge/bridge.py .build/debug $(SCENES)

bridge-long: PROGRAMS = jz2d jz2ctl jz2bridge
bridge-long: release
	$(SET_UP) clients
	@echo "== The bridge, all scenes"
	@PYTHONPATH=Proof/Sync $(VENV) -B Proof/Bridge/bridge.py .build/release --all $(SCENES)

# Attacks on the programs as installed by the packages, each in its own namespaces.
attacks: $(if $(IS_BUILT),,$(if $(filter debug,$(BUILD)),programs unit-build,release hub-release))
	@echo "== Attacks"
	$(SET_UP) attacks
	@PYTHONPATH=Proof/Sync python3 -B Proof/Attacks/attacks.py $(RUN) .build/$(BUILD)/jz2hub $(ATTACKS)

# The server for many riders: 500 rides of a hostile client, its API description, a Pi with the hub, and its page in a
# browser.
hub:
	$(SET_UP) hub page
	$(if $(IS_BUILT),,$(DEBUG))
	@echo "== A hostile client: 500 rides over three hubs, seed $(SEED)"
	@Proof/Hub/postgres.sh python3 -B Proof/Hub/hostile.py .build/debug/jz2hub 500 $(SEED)
	@echo "== The description of the hub, tried by schemathesis"
	@VENV=$(CURDIR)/.work/hub-venv Proof/Hub/schemathesis.sh .build/debug/jz2hub 20
	@echo "== A Pi and the hub, and its page in a browser"
	@python3 -B Proof/Hub/pi.py .build/debug .build/debug/jz2hub
	@$(VENV) -B Proof/Hub/wall.py .build/debug/jz2hub

hub-release: $(STAMP)
	$(SET_UP) hub deb
	$(if $(IS_BUILT),,$(SWIFT_RELEASE) jz2hub $(call BUILD_ID,jz2hub))

# RIDES rides of the hostile client on three processes, and the memory for the largest rides, on the release build.
hub-soak: RIDES = 10000
hub-soak: hub-release
	@Proof/Hub/postgres.sh python3 -B Proof/Hub/hostile.py .build/release/jz2hub $(RIDES) $(SEED)
	@echo "== The hub's memory: eight rides of 127 MiB at a time"
	@python3 -B Proof/Hub/memory.py .build/release/jz2hub

# Requests per second, and their duration, on each database.
hub-load: hub-release
	@POSTGRES_OPTIONS="-c fsync=on" Proof/Hub/postgres.sh python3 -B Proof/Hub/load.py .build/release/jz2hub

# Ten years in an export of Apple Health, on the release build: the result, and the memory.
health: PROGRAMS = jz2ctl
health: release
	@echo "== Apple Health: 200 MB through a pipe"
	@python3 -B Proof/Clients/health.py .build/release 200

# The systems that the rig's guests boot: a kernel that runs as a program, and a Raspberry Pi OS.
guests:
	@Proof/Rig/setup.sh rig system

# With the release build and package. SEED=7 changes the guests' random values, BOOTS="ride plan" selects boots.
rig: $(if $(IS_BUILT),,deb)
	@echo "== The rig"
	@RIG_BIN=$(BUILT) RIG_SEED=$(SEED) Proof/Rig/run.sh $(BOOTS)

# The boots with rides, on the kernel and the BlueZ of Raspberry Pi OS.
rig-trixie: release
	@echo "== The rig on Linux 6.12 and BlueZ 5.82"
	@RIG_BIN=$(BUILT) RIG_SEED=$(SEED) Proof/Rig/virtual/second-pair.sh $(BOOTS)

# A campaign: RIDES random rides under random faults.
soak: release
	@echo "== The campaign: $(RIDES) rides, seed $(SEED)"
	@RIG_BIN=$(BUILT) Proof/Soak/soak.sh $(RIDES) $(SEED)

# A day at a target power, a day of Zone 2 and a plan of 400 intervals on the simulated radio, HOURS=24.
day: release
	@echo "== A day on the trainer"
	@python3 -B Proof/Soak/day.py $(BUILT) --hours $(HOURS) --seed $(SEED)

# Power cuts in the store, after each file change during a ride.
cuts:
	$(SET_UP) build
	@Proof/Soak/cuts.sh $(CUTS) $(SEED)

# All Debian packages first, so that the parts need not wait for one another.
TESTED := build lint clients page hub attacks deb publish rig system
test:
	@echo "== Set-up"
	@Proof/Rig/setup.sh --packages $(TESTED)
	@Scripts/setup.sh build lint clients page hub attacks deb
	@Scripts/parts.py test

proof:
	@echo "== Set-up"
	@Proof/Rig/setup.sh --packages $(TESTED) pair emulated arm64
	@Scripts/setup.sh build lint clients page hub attacks deb
	@Scripts/parts.py proof

# Guided by coverage, in a separate build. The unit tests include a short run of it.
fuzz:
	$(SET_UP) build
	@Scripts/fuzz.sh

# Only two of the six programs, so that a first demo takes three minutes.
demo:
	$(SET_UP) build
	$(DEBUG) --product jz2d
	$(DEBUG) --product jz2ctl
	@Scripts/demo/demo.sh .build/debug

# Creates a demo library in LIBRARY. The last line of the output explains how to open it.
demo-library: build
	@python3 -B Scripts/demo-library.py .build/debug $(LIBRARY)

# The pictures in docs: of the live view, a simulated ride controlled by keys in terminals of three sizes; of the page,
# in browsers of five sizes.
pictures: build
	$(SET_UP) pictures page
	@Scripts/pictures/pictures.py .build/debug docs
	@PYTHONPATH=Proof/Sync $(VENV) -B Proof/Page/pictures.py .build/debug docs

bench: $(STAMP)
	@Proof/Rig/setup.sh build clients bench rig
	$(RELEASE)
	@Benchmarks/run.sh .build/release

# The source texts for translators, in po/.
pot:
	@python3 -B Scripts/po

# The recordings in captures/, from the last boots of `make rig`, each with a note of its events.
captures:
	@Proof/Rig/record.sh

# HOUSE=--list shows the places; HOUSE=--store writes Scripts/house.json, the limits for `make lint`.
house:
	@python3 -B Scripts/house $(HOUSE)

# Manual pages and shell completions of the release, below .work/share. The pages also have the rarely used options,
# which the help leaves out. swift-argument-parser generates the pages; its plugin would build every product again. Its
# pages have empty lines, which mdoc does not support. They are in English, also on a German computer. A bash completion
# is sourced, so it must not name an interpreter.
SHARE := .work/share
manuals hub-deb: export LC_ALL := C.UTF-8
manuals: release
	$(if $(IS_BUILT),,$(DEBUG) --product generate-manual)
	@for page in $(notdir $(foreach package,$(PACKAGES),$(MANUALS_$(package)))); do \
	  install -d $(SHARE)/man/man$${page##*.}; \
	  PROGRAM=$(RUN)/$${page%.*} .build/debug/generate-manual Scripts/described.sh --section $${page##*.} \
	    --date "$$(debian/version --date)" \
	    --output-directory $(SHARE)/man/man$${page##*.}; \
	  sed -i 's/^$$/.Pp/' $(SHARE)/man/man$${page##*.}/$$page; done
	@install -d $(SHARE)/bash-completion/completions $(SHARE)/zsh/site-functions $(SHARE)/fish/vendor_completions.d
	@for program in $(PROGRAMS); do \
	  $(RUN)/$$program --generate-completion-script bash | sed '1{/^#!/d}' \
	    > $(SHARE)/bash-completion/completions/$$program; \
	  $(RUN)/$$program --generate-completion-script zsh > $(SHARE)/zsh/site-functions/_$$program; \
	  $(RUN)/$$program --generate-completion-script fish > $(SHARE)/fish/vendor_completions.d/$$program.fish; done

# The description of --json: the text of `jz2ctl help json`, and the replies of the interfaces. `make lint` checks that
# it is current.
docs/json.md: Scripts/json_page.py Sources/jz2ctl/Output/Shapes.txt $(wildcard Sources/ControlWire/*.varlink)
	@$<

# The files of a package below share, as `make manuals` writes them to SHARE.
shared = $(MANUALS_$(1):%=man/%) $(PROGRAMS_$(1):%=bash-completion/completions/%) \
  $(PROGRAMS_$(1):%=zsh/site-functions/_%) $(PROGRAMS_$(1):%=fish/vendor_completions.d/%.fish)

# Installs a package's files below DESTDIR, into the folders that systemd and udev search.
LIB = $(DESTDIR)$(PREFIX)/lib
install-files: $(PACKAGES:%=install-%)
$(PACKAGES:%=install-%): install-%:
	@test -x $(BUILT)/$(firstword $(PROGRAMS_$*)) && test -d $(SHARE) || { echo "make manuals first"; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin
	install $(STRIP) -m 755 $(PROGRAMS_$*:%=$(BUILT)/%) $(DESTDIR)$(PREFIX)/bin
	set -e; for file in $(call shared,$*); do \
	  install -D -m 644 $(SHARE)/$$file $(DESTDIR)$(PREFIX)/share/$$file; done
	install -D -m 644 -t $(LIB)/systemd/system $(UNITS_$*)
	sed -i 's|/usr/local/|$(PREFIX)/|g' \
	  $(patsubst systemd/%,$(LIB)/systemd/system/%,$(filter %.service,$(UNITS_$*)))
	install -D -m 644 -t $(LIB)/sysusers.d packaging/sysusers.d/$*.conf
	[ -z "$(INTERFACE_$*)" ] || \
	  install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/varlink $(INTERFACE_$*:%=Sources/ControlWire/%)
	[ $* != jz2 ] || install -D -m 644 -t $(LIB)/udev/rules.d udev/*.rules
	[ $* != jz2 ] || install -D -m 644 -t $(LIB)/tmpfiles.d packaging/tmpfiles.d/*.conf
	[ $* != jz2-web ] || \
	  install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/jz2-web packaging/avahi/jz2.service \
	    packaging/stunnel/stunnel.conf packaging/stunnel/page.nft

# The parts of a package, as SPDX, for a package that is being built in STAGING, the folder `debian`.
PROGRAMS_jz2-hub := jz2hub
SWIFT = $(if $(CROSS),.work/arm64/sysroot/usr/lib/swift,$(shell \
  swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p'))
$(PACKAGES:%=sbom-%) sbom-jz2-hub: sbom-%:
	python3 -B Scripts/dependencies --sbom $* --version $(VERSION) --arch $(ARCH) --swift $(SWIFT) \
	  --objects $(if $(CROSS),$(BUILT),.build/$(BUILD)) --staging $(STAGING) $(PROGRAMS_$*:%=$(BUILT)/%)

# Checks these documents with a third-party reader of SPDX.
CHECK_SBOMS = set -e; for sbom in $(1); do .work/spdx-venv/bin/pyspdxtools -i $$sbom; done

# The most that jz2 may take when installed: 60 MB, in KiB. Debug objects take more.
MOST_KIB = $(if $(filter debug,$(BUILD)),90000,58593)
CHECK_SIZE = size=$$(dpkg-deb -f $(DEB)/jz2_*_$(ARCH).deb Installed-Size); [ $$size -le $(MOST_KIB) ] || \
  { echo "jz2 takes $$size KiB when installed, more than $(MOST_KIB): see 'Installed size' in docs/measurements.md"; \
    exit 1; }

# The packages are for this computer's release and processor. Those built on Debian 12 also install on 13. With
# ARCH=arm64 they are for trixie on arm64, and can be built on any Debian on x86-64.
DEB = .work/deb
deb:
	$(SET_UP) build deb
	rm -rf $(DEB)/jz2 $(DEB)/*_$(ARCH).* && install -d $(DEB)/jz2 && cp -r debian $(DEB)/jz2
	sed -i '1s/(.*)/($(VERSION))/' $(DEB)/jz2/debian/changelog
	packaging/publisher.sh $(DEB)/jz2/debian
	cd $(DEB)/jz2 && CHECKOUT=$(CURDIR) dpkg-buildpackage --host-arch $(ARCH) $(CROSS) --build=binary --no-sign
	lintian --pedantic --info --tag-display-limit 0 --fail-on error,warning,info,pedantic $(DEB)/*_$(ARCH).changes
	@$(CHECK_SIZE)
	$(call CHECK_SBOMS,$(DEB)/jz2/debian/*/usr/share/doc/*/*.spdx.json)

HUB_DEB := .work/hub-deb
hub-deb: hub-release
	$(if $(IS_BUILT),,$(DEBUG) --product generate-manual)
	rm -rf $(HUB_DEB) && install -d $(HUB_DEB)/jz2-hub
	.build/debug/generate-manual .build/release/jz2hub --section 8 --date "$$(debian/version --date)" \
	  --output-directory $(HUB_DEB)/jz2-hub
	sed -i 's/^$$/.Pp/' $(HUB_DEB)/jz2-hub/jz2hub.8
	cp -r $(addprefix packaging/hub/,debian systemd sysusers.d) .build/release/jz2hub docs/hub.md CHANGELOG.md \
	  $(HUB_DEB)/jz2-hub
	cp debian/changelog debian/copyright $(HUB_DEB)/jz2-hub/debian
	sed -i '1s/^jz2 (.*)/jz2-hub ($(VERSION))/; s/^jz2 (/jz2-hub (/' $(HUB_DEB)/jz2-hub/debian/changelog
	packaging/publisher.sh $(HUB_DEB)/jz2-hub/debian
	cd $(HUB_DEB)/jz2-hub && CHECKOUT=$(CURDIR) dpkg-buildpackage --build=binary --no-sign
	lintian --pedantic --info --tag-display-limit 0 --fail-on error,warning,info,pedantic $(HUB_DEB)/*.changes
	$(call CHECK_SBOMS,$(HUB_DEB)/jz2-hub/debian/*/usr/share/doc/*/*.spdx.json)

# Builds the packages for Raspberry Pi OS from scratch, and installs and rides them on one that QEMU emulates.
deb-arm64:
	@Proof/Rig/setup.sh arm64
	@$(MAKE) --no-print-directory deb ARCH=arm64
	@echo "== A ride on arm64"
	@Proof/Rig/arm64/ride.sh .work/rig/runs/arm64 $(DEB)/jz2_*_arm64.deb $(DEB)/jz2-sync_*_arm64.deb \
	  $(DEB)/jz2-cue_*_arm64.deb $(DEB)/jz2-web_*_arm64.deb $(DEB)/jz2-bridge_*_arm64.deb

# Builds the packages of `make deb` and `make hub-deb` again, from the same objects, and compares them.
deb-again:
	@echo "== The same packages again"
	@Proof/Repository/again.sh $(DEB) $(HUB_DEB)

# A signed apt repository of the packages that the targets above left: static files, for any web server.
repository:
	$(SET_UP) publish
	@REPOSITORY_URL="$(REPOSITORY_URL)" packaging/repository/build.sh .work/repository $(DEB) $(HUB_DEB)

# With small packages that the tests make.
repository-check:
	$(SET_UP) publish
	@echo "== The repository"
	@for test in Proof/Repository/test_*.py; do python3 -B $$test || exit; done

# An image for the card of a Pi with the packages of `make deb-arm64`. BASE names an image.xz of Raspberry Pi OS Lite;
# without it, the system is Debian.
BASE ?=
IMAGE := .work/image
image:
	$(SET_UP) image
	@BASE="$(BASE)" packaging/image/image.sh $(IMAGE) $(wildcard $(DEB)/jz2_*_arm64.deb $(DEB)/jz2-web_*_arm64.deb)

# QEMU has no Pi with a radio: the firmware of the Pi, Wi-Fi and Bluetooth are not part of this.
image-check:
	$(SET_UP) card publish
	@echo "== The image"
	@PYTHONPATH=Proof/Page:Proof/Sync $(VENV) -B Proof/Image/card.py $(wildcard $(IMAGE)/jz2-*-arm64.img.xz) $(IMAGE)
	@echo "== The repository, on the image without jz2"
	@REPOSITORY_URL=http://127.0.0.1:8642 packaging/repository/build.sh $(IMAGE)/repository $(DEB)
	@$(VENV) -B Proof/Image/get.py $(IMAGE)/base.img $(IMAGE)/repository

install: install-files
	@echo "Next, as root (in brackets: the rider):"
	@echo "  systemd-sysusers && systemd-tmpfiles --create jz2.conf && usermod -aG jz2 [USER]"
	@echo "  udevadm control --reload && udevadm trigger --subsystem-match=bluetooth --subsystem-match=rfkill"
	@echo "  systemctl daemon-reload && systemctl enable --now jz2d.service"
	@echo "To send rides to services, then also: systemctl enable --now jz2-sync.service"
	@echo "For buttons, beeps and speech: /etc/jz2/cue.conf, then systemctl enable --now jz2-cue.service"
	@echo "For the page on the phone: $(PREFIX)/bin/jz2ctl page on"
	@echo "For apps in the local network: systemctl enable --now jz2-bridge.socket jz2-bridge.service"

# The files that `make install` installs. Rides, keys, groups and accounts stay.
INSTALLED = $(PROGRAMS:%=bin/%) $(patsubst systemd/%,lib/systemd/system/%,$(wildcard systemd/*)) \
  $(patsubst udev/%,lib/udev/rules.d/%,$(wildcard udev/*)) \
  $(patsubst packaging/%,lib/%,$(wildcard packaging/sysusers.d/* packaging/tmpfiles.d/*)) \
  $(addprefix share/,$(foreach package,$(PACKAGES),$(INTERFACE_$(package):%=varlink/%) $(call shared,$(package)))) \
  $(addprefix share/jz2-web/,jz2.service stunnel.conf page.nft)
uninstall:
	[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] \
	  || { $(PREFIX)/bin/jz2ctl page off; systemctl disable --now $(notdir $(wildcard systemd/*)); }
	rm -f $(INSTALLED:%=$(DESTDIR)$(PREFIX)/%)

clean:
	rm -rf .build .build-arm64 .build-fuzz .build-cuts .work/deb .work/version .work/rig/runs .work/soak .work/demo \
	  .work/bench
