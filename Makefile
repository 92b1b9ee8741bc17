# What can be done here; each target sets up what it is missing first (Debian 12, a Swift toolchain).
SHELL := /bin/bash
PREFIX ?= /usr/local
STRIP ?= -s
PROGRAMS := jz2d jz2ctl

# Which build it is, linked in: a new commit costs a link and no compilation.
VERSION := $(shell debian/version)
export VERSION
STAMP := $(CURDIR)/.work/version/$(VERSION).o
# ARCH=arm64 builds for Raspberry Pi OS on an x86-64 computer: BUILT has the programs, RUN what runs them here.
ARCH ?= $(shell dpkg --print-architecture 2> /dev/null)
BUILT := .build/release
RUN := .build/release
# SwiftPM leaves debug symbols in, which go into jz2-dbgsym: one build for the rig, the package and the benchmark. Where it was
# made stands in none of it.
SOURCES := $(CURDIR)=/usr/src/jz2
RELEASE = env -u JZ2_STRICT swift build -c release --static-swift-stdlib -Xlinker $(STAMP) \
  -Xcc -ffile-prefix-map=$(SOURCES) -Xswiftc -file-prefix-map -Xswiftc $(SOURCES)
ifeq ($(ARCH) $(shell uname -m),arm64 x86_64)
BUILT := .build-arm64/release
RUN := .work/arm64/run
CROSS := --no-check-builddeps
RELEASE = Tests/Rig/setup.sh cross && Tests/Rig/arm64/build.sh
endif

# What the rig's guests are given: the seed of all that is random in them, and for `make soak` how many rides.
SEED ?= 1
RIDES ?= 50
BOOTS ?=

.PHONY: help build release test lint unit clients rig rig-trixie soak fuzz demo captures bench manuals install install-files uninstall deb deb-arm64 house clean

help:
	@echo "make build    debug build                      make test     everything: lint, tests, the rig"
	@echo "make release  static Swift, .build/release     make rig      faults on a real kernel and bluetoothd"
	@echo "make demo     ten simulated minutes, no radio  make bench    speed and size, beside tshark and bleak"
	@echo "make soak     RIDES=50 random rides, SEED=1"
	@echo "make deb      the package, in .work/deb         make install  into PREFIX ($(PREFIX)), after make manuals"
	@echo "make deb-arm64  for Raspberry Pi OS, ridden in QEMU"
	@echo "make fuzz     for FUZZ_SECONDS (300)           make clean    what a build and a test left"

build:
	@Tests/Rig/setup.sh build
	swift build

$(STAMP): debian/version
	@mkdir -p $(@D)
	@debian/version --object $@ $(CC)

release: $(STAMP)
	@Tests/Rig/setup.sh build
	$(RELEASE)

# Warnings are errors for those who work on it, in debug builds; a release is built by whatever compiler a rider has.
unit test clients: export JZ2_STRICT = 1

lint:
	@echo "== Format"
	swift format lint --strict --recursive Sources Tests

unit:
	@Tests/Rig/setup.sh build
	@echo "== Build"
	swift build --build-tests
	@echo "== Tests"
	@Tests/unit.sh

# A Varlink client and a writer of workouts that are not ours, on the simulated radio.
clients: build
	@echo "== Clients"
	@Tests/Rig/setup.sh clients
	@Tests/Clients/varlink.sh .build/debug
	@Tests/Clients/workouts.sh .build/debug

# With the build and the package that riders get. SEED=7 makes other guests, BOOTS="ride plan" fewer.
rig: deb
	@echo "== The rig"
	@RIG_BIN=.build/release RIG_SEED=$(SEED) Tests/Rig/run.sh $(BOOTS)

# What a ride needs, on the kernel and the BlueZ of Raspberry Pi OS.
rig-trixie: release
	@echo "== The rig on Linux 6.12 and BlueZ 5.82"
	@RIG_BIN=.build/release RIG_SEED=$(SEED) Tests/Rig/virtual/second-pair.sh $(BOOTS)

# A campaign: RIDES random rides under random faults, and as many power cuts in the store for each.
soak: release
	@echo "== The campaign: $(RIDES) rides, seed $(SEED)"
	@RIG_BIN=.build/release Tests/Soak/soak.sh $(RIDES) $(SEED)
	@echo "== Power cuts"
	@Tests/Soak/cuts.sh $$((1000 + $(RIDES) * 100)) $(SEED)

test:
	@echo "== Set-up"
	@Tests/Rig/setup.sh build rig system emulated deb
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory clients
	@$(MAKE) --no-print-directory rig
	@echo "== The campaign: 50 rides, seed $(SEED)"
	@RIG_BIN=.build/release Tests/Soak/soak.sh 50 $(SEED)
	@echo "== All passed"

# Coverage-guided, in a build of its own; a short run of the same stands among the tests.
fuzz:
	@Tests/Rig/setup.sh build
	@Tests/Fuzz/fuzz.sh

demo: build
	@Tests/Demo/demo.sh .build/debug

bench: $(STAMP)
	@Tests/Rig/setup.sh build clients rig bench
	$(RELEASE)
	@Tests/Bench/run.sh .build/release

# The recordings in captures/, from the boots that `make rig` made last; each with a note of what happens in it.
captures:
	@Tests/Rig/record.sh

# Manual pages and the shells' completions of the release, below .work/share. The page maker is swift-argument-parser's own;
# its plugin would build every product again. Its pages have empty lines, which mdoc does not know, and a completion for
# bash is sourced, so it names no interpreter.
manuals: release
	swift build --product generate-manual
	@for page in jz2ctl.1 jz2d.8; do \
	  install -d .work/share/man/man$${page##*.}; \
	  .build/debug/generate-manual $(RUN)/$${page%.*} --section $${page##*.} --date "$$(debian/version --date)" \
	    --output-directory .work/share/man/man$${page##*.}; \
	  sed -i 's/^$$/.Pp/' .work/share/man/man$${page##*.}/$$page; done
	@install -d .work/share/bash-completion/completions .work/share/zsh/site-functions .work/share/fish/vendor_completions.d
	@for program in $(PROGRAMS); do \
	  $(RUN)/$$program --generate-completion-script bash | sed '1{/^#!/d}' > .work/share/bash-completion/completions/$$program; \
	  $(RUN)/$$program --generate-completion-script zsh > .work/share/zsh/site-functions/_$$program; \
	  $(RUN)/$$program --generate-completion-script fish > .work/share/fish/vendor_completions.d/$$program.fish; done

# What there is to install and nothing else, for a package too: below DESTDIR, in the folders that systemd and udev search.
LIB = $(DESTDIR)$(PREFIX)/lib
install-files:
	@test -x $(BUILT)/jz2d && test -d .work/share || { echo "make manuals first"; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share
	install $(STRIP) -m 755 $(PROGRAMS:%=$(BUILT)/%) $(DESTDIR)$(PREFIX)/bin
	cp -r .work/share/. $(DESTDIR)$(PREFIX)/share
	install -D -m 644 -t $(LIB)/systemd/system systemd/*.service systemd/*.socket
	sed -i 's|/usr/local/bin|$(PREFIX)/bin|g' $(LIB)/systemd/system/jz2d.service
	install -D -m 644 -t $(LIB)/udev/rules.d udev/*.rules
	install -D -m 644 -t $(LIB)/sysusers.d sysusers.d/*.conf
	install -D -m 644 -t $(LIB)/tmpfiles.d tmpfiles.d/*.conf
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/varlink varlink/*.varlink

# For the release and the architecture that it is made on; one that is made on Debian 12 installs on 13 too. With ARCH=arm64, for
# trixie on arm64, on any Debian on x86-64.
DEB = .work/deb
deb:
	@Tests/Rig/setup.sh build deb
	rm -rf $(DEB)/jz2 $(DEB)/*_$(ARCH).* && install -d $(DEB)/jz2 && cp -r debian $(DEB)/jz2
	sed -i '1s/(.*)/($(VERSION))/' $(DEB)/jz2/debian/changelog
	cd $(DEB)/jz2 && CHECKOUT=$(CURDIR) dpkg-buildpackage --host-arch $(ARCH) $(CROSS) --build=binary --no-sign
	lintian --pedantic --info --tag-display-limit 0 --fail-on error,warning,info,pedantic $(DEB)/*_$(ARCH).changes

# From nothing: the package for Raspberry Pi OS, installed and ridden on one that QEMU emulates.
deb-arm64:
	@Tests/Rig/setup.sh arm64
	@$(MAKE) --no-print-directory deb ARCH=arm64
	@echo "== A ride on arm64"
	@Tests/Rig/arm64/ride.sh $(DEB)/jz2_*_arm64.deb .work/rig/runs/arm64

install: install-files
	@echo "Next, as root (in brackets: who is to ride), and then log in again:"
	@echo "  systemd-sysusers && systemd-tmpfiles --create jz2.conf && usermod -aG jz2 [USER]"
	@echo "  udevadm control --reload && udevadm trigger --subsystem-match=bluetooth --subsystem-match=rfkill"
	@echo "  systemctl daemon-reload && systemctl enable --now jz2d.socket jz2d.service"

# Of what is installed now; rides, group and account stay.
INSTALLED = $(PROGRAMS:%=bin/%) $(patsubst systemd/%,lib/systemd/system/%,$(wildcard systemd/*)) \
  $(patsubst udev/%,lib/udev/rules.d/%,$(wildcard udev/*)) $(addprefix lib/,$(wildcard sysusers.d/* tmpfiles.d/*)) \
  $(addprefix share/,$(wildcard varlink/*) man/man8/jz2d.8 man/man1/jz2ctl.1 \
    $(PROGRAMS:%=bash-completion/completions/%) $(PROGRAMS:%=zsh/site-functions/_%) $(PROGRAMS:%=fish/vendor_completions.d/%.fish))
uninstall:
	[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || systemctl disable --now jz2d.service jz2d.socket
	rm -f $(INSTALLED:%=$(DESTDIR)$(PREFIX)/%)

# How large the sources are, and over how many files one thing is spread; HOUSE='--compare DIR' counts a second checkout beside it.
house:
	@Scripts/house.py $(HOUSE)

clean:
	rm -rf .build .build-arm64 .build-fuzz .build-cuts .work/deb .work/version .work/rig/runs .work/soak .work/demo .work/bench
