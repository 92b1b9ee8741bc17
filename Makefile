# What can be done here; each target sets up what it is missing first (Debian 12, a Swift toolchain).
SHELL := /bin/bash
PREFIX ?= /usr/local
RELEASE := swift build -c release --static-swift-stdlib
PROGRAMS := jz2d jz2ctl

.PHONY: help build release test lint unit clients rig fuzz demo captures bench manuals install clean

help:
	@echo "make build    debug build                      make test     everything: lint, tests, the rig"
	@echo "make release  static Swift, .build/release     make rig      faults on a real kernel and bluetoothd"
	@echo "make demo     ten simulated minutes, no radio  make bench    speed and size, beside tshark and bleak"
	@echo "make manuals  manual pages, completions         make install  into PREFIX ($(PREFIX))"
	@echo "make fuzz     for FUZZ_SECONDS (300)           make clean    what a build and a test left"

build:
	@Tests/Rig/setup.sh build
	swift build

release:
	@Tests/Rig/setup.sh build
	$(RELEASE)

lint:
	@echo "== Format"
	swift format lint --strict --recursive Sources Tests

unit:
	@Tests/Rig/setup.sh build
	@echo "== Build"
	swift build --build-tests
	@echo "== Tests"
	@Tests/unit.sh

# Varlink clients that are not ours, on the simulated radio.
clients: build
	@echo "== Clients"
	@Tests/Rig/setup.sh rig
	@Tests/Clients/varlink.sh .build/debug

# With the build that riders get: in an emulated machine a debug build takes its time.
rig: release
	@echo "== The rig"
	@RIG_BIN=.build/release Tests/Rig/run.sh

test:
	@echo "== Set-up"
	@Tests/Rig/setup.sh build rig
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory unit
	@$(MAKE) --no-print-directory clients
	@$(MAKE) --no-print-directory rig
	@echo "== All passed"

# Coverage-guided, in a build of its own; a short run of the same stands among the tests.
fuzz:
	@Tests/Rig/setup.sh build
	@Tests/Fuzz/fuzz.sh

demo: build
	@Tests/Demo/demo.sh .build/debug

bench:
	@Tests/Rig/setup.sh
	$(RELEASE)
	@Tests/Bench/run.sh .build/release

# The recordings in captures/, from the boots that `make rig` made last; each with a note of what happens in it.
captures:
	@Tests/Rig/record.sh

# Manual pages and the shells' completions of the release, below .work/share. The page maker is swift-argument-parser's
# own; its plugin would build every product again.
manuals: release
	swift build --product generate-manual
	@for page in jz2ctl.1 jz2d.8; do \
	  install -d .work/share/man/man$${page##*.}; \
	  .build/debug/generate-manual .build/release/$${page%.*} --section $${page##*.} --date "$$(git log -1 --format=%cs)" \
	    --output-directory .work/share/man/man$${page##*.}; done
	@install -d .work/share/bash-completion/completions .work/share/zsh/site-functions .work/share/fish/vendor_completions.d
	@for program in $(PROGRAMS); do \
	  .build/release/$$program --generate-completion-script bash > .work/share/bash-completion/completions/$$program; \
	  .build/release/$$program --generate-completion-script zsh > .work/share/zsh/site-functions/_$$program; \
	  .build/release/$$program --generate-completion-script fish > .work/share/fish/vendor_completions.d/$$program.fish; done

install:
	@test -x .build/release/jz2d && test -d .work/share || { echo "make manuals first"; exit 1; }
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)/etc/systemd/system $(DESTDIR)/etc/udev/rules.d
	install -m 755 $(PROGRAMS:%=.build/release/%) $(DESTDIR)$(PREFIX)/bin
	install -d $(DESTDIR)$(PREFIX)/share && cp -r .work/share/. $(DESTDIR)$(PREFIX)/share/
	for unit in systemd/*.service systemd/*.socket; do \
	  [ ! -e $$unit ] || sed 's|/usr/local/bin|$(PREFIX)/bin|g' $$unit > $(DESTDIR)/etc/systemd/system/$${unit##*/}; done
	for rules in udev/*.rules; do [ ! -e $$rules ] || install -m 644 $$rules $(DESTDIR)/etc/udev/rules.d; done

clean:
	rm -rf .build .build-fuzz .work/rig/runs .work/demo .work/bench
