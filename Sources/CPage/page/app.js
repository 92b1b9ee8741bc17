// The page: identifies this phone, follows the ride, and shows the matching view.
import { advice } from "./advice.js";
import { announce } from "./announce.js";
import { about, call, prepare, translations } from "./api.js";
import { keepAwake } from "./awake.js";
import { el, find, setText, show } from "./dom.js";
import { RideEnd } from "./ended.js";
import { Feed } from "./events.js";
import { takeDrops } from "./files.js";
import { entitle } from "./heading.js";
import { LiveView } from "./live.js";
import { forgetRefusal, note } from "./notes.js";
import { pageView, pairView } from "./pair.js";
import { refused, stub } from "./parts.js";
import { Bar, headingOf, placeOf, viewOf } from "./places.js";
import { keepBatteries } from "./ready.js";
import { isOn, Trail } from "./ride.js";
import { wake } from "./sounds.js";
import { StartView } from "./start.js";
import { measure, speak, t, timeOfDay } from "./words.js";

/** How long a hidden tab keeps its stream while no ride is on, in milliseconds. */
const hiddenFor = 30000;

class App {
  visited;

  // A browser opens six connections to a host. Each stream takes one, so only the newest tab has a stream.
  tabs = new BroadcastChannel("jz2");
  trail = new Trail();
  status = null;
  kind = "";
  isLooking = false;
  route = null;
  plan = null;
  settings = null;

  async begin() {
    prepare(() => this.unpaired(), () => [t("The Pi does not answer."),
      t("Check that the phone is on the same network as the Pi.")],
    () => this.feed?.freshness.piTime(performance.now()) ?? null);
    // Everything at once: each round trip counts on a slow network.
    this.follow();
    const [page, texts, told] = await this.#asked(() =>
      Promise.all([about(), translations().catch(() => ({})), call("Settings").catch(() => null)]));
    speak(page.language, texts);
    this.bar = new Bar();
    addEventListener("pointerdown", wake, { once: true });
    takeDrops(() => this.page.paired, () => !this.visited?.isDirty);
    this.tabs.onmessage = () => this.#rest(t("The ride is shown in another tab."));
    let timer = 0;
    document.addEventListener("visibilitychange", () => {
      clearTimeout(timer);
      if (!document.hidden && this.isResting) this.follow();
      else if (document.hidden) timer = setTimeout(() => { if (!isOn(this.status)) this.#rest(""); }, hiddenFor);
    });
    addEventListener("hashchange", () => {
      if (this.kind === "pair") return this.askForCode();
      if (this.visited?.isDirty && !confirm(t("Leave without saving?"))) {
        return history.replaceState(null, "", `#${this.kind}`);
      }
      return this.show();
    });
    this.page = page;
    this.#keep(told);
    this.isLooking = !page.paired && page.public && location.hash === "";
    if (!page.paired && !this.isLooking) this.askForCode();
    else if (this.status) this.#draw(null, this.status);
  }

  /**
   * Asks until the Pi answers, because the page may open before the Pi is up.
   * @template Answer
   * @param {() => Promise<Answer>} ask
   */
  async #asked(ask) {
    for (;;) {
      try {
        return await ask();
      } catch {
        const place = find(".loading");
        if (place) setText(place, t("The Pi does not answer."));
        await new Promise((resume) => { setTimeout(resume, 1500); });
      }
    }
  }

  /** Handles the loss of this phone's pairing. */
  async unpaired() {
    if (!this.page || this.kind === "pair") return;
    this.feed?.close();
    this.feed = null;
    this.page = await this.#asked(about);
    this.askForCode();
  }

  askForCode() {
    this.feed?.close();
    this.feed = null;
    const match = location.hash.match(/^#pair=(\d{6})$/);
    if (match) history.replaceState(null, "", "/");
    this.#place("pair", pairView(this.page, {
      code: match?.[1] ?? this.page.code ?? "",
      onPaired: async () => {
        this.feed?.close();
        this.page = await this.#asked(about);
        this.isLooking = false;
        await this.reload();
        this.follow();
      },
      onLook: this.page.public ? () => this.look() : null,
    }));
    show(find("#old"), false);
  }

  // Loads the zones, units and default start values. The page also works without them.
  async reload() {
    this.#keep(await call("Settings").catch(() => null));
  }

  #keep(told) {
    this.settings = told ? { ...told.settings, zones: told.zones, powerZones: told.powerZones } : null;
    if (told) measure(told.settings.units);
  }

  look() {
    this.isLooking = true;
    this.follow();
  }

  // Lets the stream go until the tab is shown again, or the rider wants it here.
  #rest(reason) {
    if (!this.feed) return;
    this.feed.close();
    [this.feed, this.isResting] = [null, true];
    this.#old(true, reason, el("button", { type: "button", class: "wide", on: { click: () => this.follow() } },
      t("Show it here")));
  }

  // Shows why the numbers are old; the buttons wait meanwhile.
  #old(isStale, ...reasons) {
    this.isStale = isStale;
    document.body.classList.toggle("stale", isStale);
    this.live?.stale(isStale);
    const place = find("#old");
    show(place, isStale && this.kind !== "pair");
    place.replaceChildren(...reasons);
  }

  follow() {
    this.tabs.postMessage("following");
    this.isResting = false;
    // The open view stays, with what is being edited in it.
    if (this.kind === "pair") this.kind = "";
    this.status = null;
    this.feed?.close();
    this.feed = new Feed({
      status: (status) => this.take(status),
      lost: () => {},
      trace: (trace) => this.trail.replace(trace),
      plan: (plan) => {
        this.plan = plan;
        this.live?.plan(plan);
      },
      changes: ({ changes }) => this.#changed(changes),
      route: (route) => {
        this.route = route;
        this.live?.takeRoute(route);
      },
      connection: (state, freshness) => this.#age(state, freshness),
      inVain: () => this.#check(),
    });
  }

  // A refused stream looks like a lost connection, so this asks the Pi for the reason.
  async #check() {
    const page = await about().catch(() => null);
    if (!page || !this.page) return;
    if (page.version !== this.page.version) location.reload();
    if (!page.paired && !(page.public && this.isLooking)) this.unpaired();
  }

  take(status) {
    const before = this.status;
    this.status = status;
    this.trail.add(status);
    if (this.page) this.#draw(before, status);
  }

  #draw(before, status) {
    keepAwake(isOn(status));
    keepBatteries(status);
    announce(before, status);
    this.bar.update(status);
    // A new ride is shown at once, unless that would discard what is being edited.
    if (before && !isOn(before) && isOn(status) && !this.isLooking) {
      if (this.visited?.isDirty) note(t("A ride has begun."), t("Save your changes, then open “Ride”."));
      else location.hash = "";
    }
    const ended = this.isLooking ? undefined : RideEnd.take(status);
    if (ended) this.#end(ended);
    this.show();
    if (this.kind === "live") this.live.update(status, this.trail);
    this.visited?.status?.(status);
  }

  // The result of a ride waits while something is being edited.
  #end(ride) {
    if (!this.visited?.isDirty) {
      location.hash = `done=${ride}`;
      return;
    }
    this.ended = ride;
    note(t("The ride is over."), t("Save your changes, then open “Ride”."));
  }

  /** Shows the view that fits the ride and the address. */
  show() {
    if (this.kind === "pair" || !this.status) return;
    const place = placeOf(location.hash);
    if (place.name && !this.isLooking) {
      const key = location.hash.slice(1);
      if (key !== this.kind) this.#visit(place, key);
      return;
    }
    const kind = isOn(this.status) || this.isLooking ? "live" : "start";
    const { ended } = this;
    this.ended = null;
    if (kind === "start" && ended) return location.replace(`#done=${ended}`);
    if (kind === this.kind) return;
    if (kind === "live") {
      const onMenu = () => { location.hash = "page"; };
      this.live = new LiveView({ isBare: this.isLooking, settings: this.settings, onMenu });
      if (this.plan) this.live.plan(this.plan);
      if (this.route) this.live.takeRoute(this.route);
      if (this.isLooking) {
        this.live.node.append(el("button", { type: "button", class: "wide", on: { click: () => {
          this.feed.close();
          this.askForCode();
        } } }, t("Pair this phone")));
      }
      this.#place(kind, this.live.node);
      this.live.update(this.status, this.trail);
      this.live.stale(this.isStale);
    } else {
      [this.live, this.plan, this.route] = [null, null, null];
      const view = new StartView({ settings: this.settings });
      this.#place(kind, view.node, "", view);
      view.status(this.status);
    }
  }

  async #visit(place, key) {
    this.bar.mark(place.name);
    if (place.name === "page") {
      this.#place(key, pageView(this.page, { onUnpaired: () => this.unpaired() }), place.name);
      return;
    }
    this.kind = key;
    const main = find("#place");
    main.setAttribute("aria-busy", "true");
    const timer = setTimeout(() => {
      if (this.kind === key) this.#place(key, stub(headingOf(place.name)), place.name);
    }, 150);
    try {
      const view = await viewOf(place, this);
      // The rider may have left meanwhile.
      if (this.kind !== key) return void view.closed?.();
      this.#place(key, view.node, place.name, view);
    } catch (refusal) {
      if (this.kind !== key) return;
      this.#place(key, stub(headingOf(place.name), ...refused(refusal, () => this.#visit(place, key))), place.name);
      this.failed = place;
    } finally {
      clearTimeout(timer);
      main.removeAttribute("aria-busy");
    }
  }

  #changed(changes) {
    if (changes.some(({ subject }) => subject === "settings" || subject === "library")) {
      this.reload().then(() => this.visited?.configure?.(this.settings));
    }
    this.visited?.changed?.(changes);
  }

  #place(kind, node, place, visited = null) {
    this.visited?.closed?.();
    forgetRefusal();
    [this.kind, this.visited, this.failed] = [kind, visited, null];
    document.body.dataset.view = kind.replace(/=.*/, "");
    if (place !== undefined) this.bar.mark(place);
    find("#place").replaceChildren(node, ...(place === undefined ? [] : [this.bar.node]));
    // A phone that is being paired begins in the field for the code.
    if (kind !== "pair") entitle(node, kind === "live" ? t("Ride") : undefined);
    scrollTo(0, 0);
  }

  #age(state, freshness) {
    if (state === "fresh") {
      this.#old(false);
      // What could not be loaded opens by itself.
      if (this.failed) this.#visit(this.failed, this.kind);
      return;
    }
    if (state === "noDaemon") {
      this.#old(true, ...advice(freshness.lost));
      return;
    }
    const since = freshness.since();
    const lost = since ? t("No connection to the Pi since {1}", timeOfDay(new Date(since), true))
      : t("No connection to the Pi");
    const isRiding = this.kind === "live" && !this.isLooking;
    this.#old(true, lost, isRiding ? el("span", {}, t("The ride goes on; the buttons wait.")) : "");
  }
}

// Only an encrypted page can be installed.
navigator.serviceWorker?.register("sw.js").catch(() => {});
new App().begin();
