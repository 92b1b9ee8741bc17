// Types of the page's scripts that no Varlink interface has. Scripts/wire_types.py makes `Wire` of the interfaces.

declare namespace Page {
  // MARK: Events and answers of jz2web

  /** The event of each second. An unpaired phone receives only the figures. */
  type Status = Omit<Wire.Calls["Status"]["reply"], "problems"> & { at: string; problems?: Wire.Problem[] };

  /** Seconds since the first pedal stroke, watts, target, beats a minute, cadence. */
  type Point = [number, number | null, number | null, number | null, number | null];

  type Plan = { intervals: Wire.IntervalStatus[] };
  type Route = Wire.Calls["ShowRoute"]["reply"];
  type Events = {
    status: Status;
    /** The daemon does not answer since this time. */
    lost: { code: string; message: string; remedy: string; since: string };
    trace: { ride: number | null; points: Point[] };
    plan: Plan & { ride: number };
    route: Route & { ride: number };
    changes: { changes: Wire.Change[] };
    beat: {};
  };

  /** Called for each event, for a change of the connection, and if the stream fails repeatedly. */
  type Handlers = { [Name in Exclude<keyof Events, "beat">]: (data: Events[Name]) => void } & {
    connection: (state: Connection, freshness: import("./page/freshness.js").Freshness) => void;
    inVain: () => void;
  };

  /** Takes each event of a name, and when it arrived. */
  type Take = <Name extends keyof Events>(name: Name, take: (data: Events[Name], now: number) => void) => void;

  /** The stream that is opened before the scripts are there, with its events so far. */
  type EarlyStream = { source: EventSource; events: MessageEvent[]; taking: AbortController };

  type Connection = "fresh" | "noPi" | "noDaemon";

  /** The answer of /api/page. */
  type About = {
    /** Only for paired phones. */
    host?: string;
    version: string;
    paired: boolean;
    public: boolean;
    secure: boolean;
    language: string;
    /** The name of this phone. */
    phone?: string;
    /** The code of the first pairing, if this page shows it. */
    code?: string;
    hasSync: boolean;
    /** Identifies the process of jz2web. */
    run: string;
    certificate?: { notAfter: string };
  };

  /** The seconds of a ride as columns of equal length. A column without any value is absent. */
  type Track = {
    ride: Wire.RideSummary;
    seconds: number[];
    running: boolean[];
    power?: (number | null)[];
    target?: (number | null)[];
    cadence?: (number | null)[];
    heart?: (number | null)[];
    speed?: (number | null)[];
    distance?: (number | null)[];
  };

  /** The answer to an imported file. */
  type Received = { plan?: Wire.PlanSummary; rides?: Wire.ImportedRide[] };

  /** Calls a method; its parameters may be left out if it requires none. */
  type Call = <Method extends keyof Wire.Calls>(
    method: Method,
    ...parameters: {} extends Wire.Calls[Method]["parameters"]
      ? [Wire.Calls[Method]["parameters"]?] : [Wire.Calls[Method]["parameters"]]
  ) => Promise<Wire.Calls[Method]["reply"]>;

  // MARK: Parts of the page

  /** A change to announce once. */
  type News = { kind: "phase"; phase: Wire.Phase; auto?: boolean }
    | { kind: "interval"; interval: Wire.IntervalStatus } | { kind: "problem"; problem: Wire.Problem };

  /** The zones of heart rate and of power; the latter need an FTP. */
  type Settings = Wire.Settings & { zones: Wire.HeartRateZone[]; powerZones?: Wire.PowerZone[] };

  /** What views read of the app. */
  type App = { page: About; settings: Settings | null };

  /** The view of a place. */
  type View = { node: HTMLElement; changed?(changes: Wire.Change[]): void; closed?(): void; isDirty?: boolean };

  type Place = { latitudeDegrees: number; longitudeDegrees: number };

  /** Part of a ride, in seconds. */
  type Part = { from: number; to: number };

  /** A row of the plan editor: an interval, or the beginning or the end of a repetition. */
  type Row = Partial<Wire.PlannedInterval> & {
    kind: string;
    repeats?: number;
    /** Texts that are no values, by their fields. */
    typed?: Record<string, string>;
  };

  /** A child of an element; absent and false ones are left out. */
  type Child = Node | string | number | false | null | undefined;

  type Listen = <Name extends keyof HTMLElementEventMap>(
    name: Name, run: (event: HTMLElementEventMap[Name]) => void
  ) => void;

  type Tags = HTMLElementTagNameMap;

  /** The elements of an event of an element without others inside. */
  type Of<Node> = { target: Node; currentTarget: Node };

  /** The properties and attributes of an element, and its listeners. */
  type Properties<Tag extends keyof Tags> = {
    class?: string | false | null;
    on?: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name] & Of<Tags[Tag]>) => void };
    [name: string]: unknown;
  };
}

// The checker's library is older than these.
interface Array<T> {
  findLast(test: (item: T, index: number) => unknown): T | undefined;
  findLastIndex(test: (item: T, index: number) => unknown): number;
}

interface Navigator {
  /** iOS 16.4; absent on http. */
  readonly wakeLock: { request(kind: "screen"): Promise<{ released: boolean; release(): Promise<void> }> };
  readonly userActivation?: { hasBeenActive: boolean };
  /** WebKit only. */
  readonly audioSession?: { type: string };
}

interface HTMLElementTagNameMap {
  search: HTMLElement;
}
