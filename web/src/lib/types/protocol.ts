// Made by `npm run types` from the server's schema; do not edit.

/** Decide: the number of one of the legal actions. */
export interface Act {
  type: 'act';
  id: string;
  expected: number;
  action: number;
}

/** What a bot would do, or why it did it. */
export interface Advice {
  action: LegalAction | null;
  text: string;
  said: Said | null;
}

/** Put Alvin in a city. */
export interface AlvinMove {
  do: 'alvin';
  city: string;
}

/** The answer to one request. */
export interface Answer {
  type: 'answer';
  id: string | null;
  ok: boolean;
  seq: number | null;
  problem: Problem | null;
  position: Position | null;
  action: LegalAction | null;
  reasons: Reasons | null;
  outlook: TicketOutlook[] | null;
  advice: Advice | null;
  now: number | null;
}

/** Ask what a bot would do in one's place, and why (if the table has that help on). */
export interface AskHint {
  type: 'hint';
  id: string;
}

/** Ask what one's open tickets still cost (if the table has that help on). */
export interface AskOutlook {
  type: 'outlook';
  id: string;
}

/** Ask for everything one might do now and why it is refused. */
export interface AskReasons {
  type: 'reasons';
  id: string;
}

/** Ask why a bot decided as it did at a step: for one's own seat, and for all after the end. */
export interface AskWhy {
  type: 'why';
  id: string;
  step: number;
}

/** All that never changes about a game. */
export interface BoardInfo {
  id: string;
  name: string;
  size: number[];
  min_seats: number;
  max_seats: number;
  mechanics: string[];
  options: string[];
  colours: string[];
  cards: string[];
  cities: CityInfo[];
  zones: ZoneInfo[];
  tracks: TrackInfo[];
  tickets: TicketInfo[];
  big_cities: Record<string, number>;
  numbers: Record<string, unknown>;
  commands: Command[];
  rules: Record<string, string>;
}

/** Lay a track piece on a bed. */
export interface BuildMove {
  do: 'build';
  track: string;
  colour: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive';
}

/** What laying a piece on a bed would do: tracks cut by crossing, sisters closed. */
export interface BuildPreview {
  cuts: string[];
  closes: string[];
}

/** The server ends the connection, and says why. */
export interface Bye {
  type: 'bye';
  problem: Problem;
}

/** Say something to the table. */
export interface Chat {
  type: 'chat';
  id: string;
  text: string;
}

/** A city: where it stands in the picture (0 to 1 each way) and on Earth. */
export interface CityInfo {
  id: string;
  name: string;
  zone: string | null;
  x: number | null;
  y: number | null;
  lat: number | null;
  lon: number | null;
}

/** Claim a track with so many locomotives and the rest in a colour. */
export interface ClaimMove {
  do: 'claim';
  track: string;
  colour: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive';
  locomotives: number;
}

/** What claiming a track would do. */
export interface ClaimPreview {
  scores: Payee[];
  cuts: string[];
  closes: string[];
  captures: boolean;
}

export type ClientMessage = Hello | Act | TakeBack | Consent | Chat | Parse | AskReasons | AskOutlook | AskHint | AskWhy | GoAway | ComeBack | Ping;

/** Time for each turn, in seconds: from one to those of 30 days. */
export interface ClockRule {
  seconds: number;
}

/** Take one's seat back from the bot. */
export interface ComeBack {
  type: 'back';
  id: string;
}

/** What can be typed, and what it does: in English, and as two texts, ``typed`` and ``does``. */
export interface Command {
  text: string;
  said: Said;
}

/** Complete the best set of tickets. */
export interface CompleteBestMove {
  do: 'complete best';
}

/** Complete a ticket. */
export interface CompleteMove {
  do: 'complete';
  ticket: string;
}

/** Answer another seat's wish to take back; ``asked`` is the number of the step that asked. */
export interface Consent {
  type: 'consent';
  id: string;
  asked: number;
  agree: boolean;
}

/** When a seat's time is up (seconds since 1970). */
export interface Deadline {
  seat: number;
  at: number;
}

/** Complete no more tickets. */
export interface DoneMove {
  do: 'done';
}

/** Take a card from the deck or from a face-up place (0 to 4). */
export interface DrawMove {
  do: 'draw';
  from: 'deck' | number;
}

/** Go on from a step of a finished game, against bots. */
export interface Fork {
  step: number;
  seat: number;
  name: string;
  bot?: string;
  secret?: string | null;
}

/** A game in the list of games. */
export interface GameInfo {
  id: string;
  name: string;
  min_seats: number;
  max_seats: number;
  mechanics: string[];
  options: string[];
  levels: LevelInfo[];
  bots: LevelInfo[];
  board: string;
}

/** The games there are. */
export interface Games {
  games: GameInfo[];
  default_level: string;
  version: string;
}

/** Let a bot play one's seat until one is back. */
export interface GoAway {
  type: 'away';
  id: string;
}

/** The first message on a socket: who looks on, and from where in the log. */
export interface Hello {
  type: 'hello';
  secret?: string | null | undefined;
  seat?: number | null | undefined;
  invite?: string | null | undefined;
  since?: number | null | undefined;
  since_at?: number | null | undefined;
}

/** The tables of the home page. */
export interface Home {
  open: Summary[];
  running: Summary[];
  finished: Summary[];
}

/** Decide over HTTP; the same as over the socket. */
export interface HttpAct {
  seat?: number | null;
  id: string;
  expected: number;
  action: number;
}

/** Say something over HTTP. */
export interface HttpChat {
  seat?: number | null;
  id: string;
  text: string;
}

/** Answer a wish to take back over HTTP. */
export interface HttpConsent {
  seat?: number | null;
  id: string;
  asked: number;
  agree: boolean;
}

/** Take back over HTTP. */
export interface HttpTakeBack {
  seat?: number | null;
  id: string;
  expected: number;
}

export interface HTTPValidationError {
  detail?: ValidationError[];
}

/** Keep these of the offered tickets. */
export interface KeepMove {
  do: 'keep';
  tickets: string[];
}

/** Lay a suit in the yard. */
export interface LayMove {
  do: 'lay';
  colour: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive';
  cards: number;
  locomotives: number;
}

/** Whose row laying a colour would rob. */
export interface LayPreview {
  robs: number;
  cards: number;
  locomotives: number;
}

/** Lay three cards of different colours. */
export interface LayThreeMove {
  do: 'lay three';
  colours: ('purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive')[];
}

/** An action that may be taken now. */
export interface LegalAction {
  id: number;
  text: string;
  move: DrawMove | TicketsMove | KeepMove | ClaimMove | BuildMove | SettleMove | MarkMove | NoMarkerMove | AlvinMove | StopMove | LayMove | LayThreeMove | CompleteMove | CompleteBestMove | DoneMove | PassMove;
}

/** A level to play against. */
export interface LevelInfo {
  id: string;
  name: string;
  about: string;
}

/** A seat's longest trail. */
export interface LongestPath {
  length: number;
  tracks: string[];
}

/** Put a marker in a city for a pair. */
export interface MarkMove {
  do: 'mark';
  city: string;
  colour: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive';
  locomotives: number;
}

/** Ask for the tables of one's secrets. */
export interface Mine {
  secrets: string[];
}

/** The tables where one sits, newest first. */
export interface MyTables {
  tables: Summary[];
  by: number[];
}

/** A table to create. */
export interface NewTable {
  game: string;
  seats: SeatWish[];
  options?: Record<string, boolean | number>;
  title?: string;
  listed?: boolean;
  pace?: 'live' | 'leisure';
  clock?: ClockRule | null;
  on_time_out?: 'bot' | 'pause';
  bot_pace?: number | null;
  help?: boolean;
  start?: boolean;
  secret?: string | null;
  id?: string | null;
  lesson?: boolean;
}

/** Place no marker. */
export interface NoMarkerMove {
  do: 'no marker';
}

/** Read a typed command; nothing is done yet. */
export interface Parse {
  type: 'parse';
  id: string;
  text: string;
}

/** Do nothing, when nothing can be done. */
export interface PassMove {
  do: 'pass';
}

/** Points a claim would bring to a seat, and why. */
export interface Payee {
  seat: number;
  points: number;
  why: 'route' | 'marker' | 'capture';
  city?: string | null;
}

/** Ask for a sign of life and the server's time. */
export interface Ping {
  type: 'ping';
  id: string;
}

/** What a viewer knows of one seat. */
export interface PlayerView {
  seat: number;
  trains: number;
  points: number;
  cards: number;
  known: Record<string, number>;
  tickets: number;
  offered: number;
  has_chosen: boolean;
  home: string | null;
  markers_left: number;
  captures: number;
  yard: Record<string, [number, number]>;
  track: number;
  completed: string[];
}

/** Where the game stands for one viewer. */
export interface Position {
  seq: number;
  view: View;
  status: string;
  actions: LegalAction[] | null;
  previews: Previews | null;
  take_back: TakeBackState;
  deadlines: Deadline[];
  paths: Record<string, string[]>;
  result: Score | null;
  reveal: SeatReveal[] | null;
}

/** What the legal actions would do, where that is not plain from the move itself. */
export interface Previews {
  claims: Record<string, ClaimPreview>;
  builds: Record<string, BuildPreview>;
  lays: Record<string, LayPreview>;
}

/** What went wrong with a request. */
export interface Problem {
  code: 'illegal' | 'stale' | 'unknown' | 'invalid' | 'not allowed' | 'removed' | 'paused' | 'not started' | 'over' | 'slow down' | 'storage' | 'full' | 'too large' | 'closing' | 'unreadable';
  text: string;
  said: Said | null;
  reasons: string[];
}

/** Why something is refused: names of the reasons, and a sentence without a full stop. */
export interface Reason {
  flags: string[];
  text: string;
}

/** For everything one might do: None if it is possible now, or why it is not. */
export interface Reasons {
  seq: number;
  deck: Reason | null;
  places: (Reason | null)[];
  tickets: Reason | null;
  claims: Record<string, Reason | null>;
  builds: Record<string, Reason | null>;
  settles: Record<string, Reason | null>;
  marks: Record<string, Reason | null>;
  lays: Record<string, Reason | null>;
  completes: Record<string, Reason | null>;
}

/** The body of every HTTP answer that is not 2xx. */
export interface Refused {
  problem: Problem;
}

/** A game to step through. */
export interface Replay {
  table: Table;
  eyes: number | 'open' | 'watcher';
  steps: ReplayStep[];
  result: Score | null;
}

/** One action of a game in a replay; step 0 is the set-up. */
export interface ReplayStep {
  step: number;
  seat: number | null;
  by_bot: boolean;
  text: string | null;
  lines: string[];
  events: SeenEvent[];
  turn: number;
  view: View | null;
  paths: Record<string, string[]>;
  reveal: SeatReveal[] | null;
}

/** A row laid in a yard. */
export interface Row {
  colour: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive';
  cards: number;
  locomotives: number;
}

/** A text by its name in the catalogues of all languages, and what is filled in there. */
export interface Said {
  key: string;
  values: Record<string, unknown>;
}

/** The final score. */
export interface Score {
  seats: SeatScore[];
  winners: number[];
  decided_by: 'points' | 'tickets' | 'longest path' | 'bonuses' | 'shared';
  lines: string[];
}

/** What one gets with a seat or a new table. */
export interface Seated {
  table: Table;
  secret: string;
  invite: string;
  path: string;
}

/** A request about one seat: one's own, or for the host any. */
export interface SeatRequest {
  seat?: number | null;
}

/** What one seat held, shown when the game is over or a replay is open. */
export interface SeatReveal {
  seat: number;
  hand: Record<string, number>;
  tickets: string[];
  tickets_done: string[];
  offer: string[];
  own_track: Record<string, number> | null;
}

/** What a seat scored. */
export interface SeatScore {
  seat: number;
  routes: number;
  tickets: TicketScore[];
  tickets_done: number;
  tickets_failed: number;
  ticket_points: number;
  longest_path: LongestPath;
  bonuses: Record<string, number>;
  total: number;
  rank: number;
}

/** A chair at the table. */
export interface SeatState {
  seat: number;
  kind: 'open' | 'person' | 'bot';
  name: string;
  bot: string | null;
  away: boolean;
  connected: boolean;
  host: boolean;
  yours: boolean;
  colour: 'red' | 'blue' | 'green' | 'yellow' | 'black' | 'white';
}

/** A chair in a new table: for you, for a bot, or open for anybody. */
export interface SeatWish {
  kind: 'you' | 'bot' | 'open';
  name?: string | null;
  bot?: string | null;
  colour?: 'red' | 'blue' | 'green' | 'yellow' | 'black' | 'white' | null;
}

/** Something that happened, as the viewer may see it. */
export interface SeenEvent {
  event: 'starts' | 'shuffled' | 'dealt' | 'turned up' | 'swept' | 'tickets shuffled' | 'offered' | 'chose' | 'kept' | 'put under' | 'turn' | 'drew' | 'claimed' | 'built' | 'piece returned' | 'cut off' | 'scored' | 'settled' | 'marked' | 'captured' | 'alvin moved' | 'moved' | 'robbed' | 'laid' | 'scoring' | 'completed' | 'finished' | 'gathered' | 'passed' | 'last round' | 'over';
  seat?: number | null;
  place?: number | null;
  from?: 'deck' | number | null;
  card?: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive' | null;
  cards?: ('purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive' | null)[] | Record<string, number> | number | null;
  cards_count?: number | null;
  deck?: string[] | null;
  deck_count?: number | null;
  tickets?: string[] | null;
  tickets_count?: number | null;
  returned?: string[] | null;
  returned_count?: number | null;
  ticket?: string | null;
  track?: string | null;
  tracks?: string[] | null;
  city?: string | null;
  colour?: 'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive' | null;
  points?: number | null;
  why?: string | null;
  number?: number | null;
  rows?: Row[] | null;
  locomotives?: number | null;
  pass?: number | null;
  count?: number | null;
  turns?: number | null;
}

export type ServerMessage = Welcome | StepMessage | TableMessage | Answer | Bye;

/** Put a bot on a free seat of the lobby, or free it (None). */
export interface SetBot {
  seat: number;
  bot: string | null;
}

/** Choose the colour of a seat in the lobby: one's own, or for the host a bot's. */
export interface SetColour {
  seat?: number | null;
  colour: 'red' | 'blue' | 'green' | 'yellow' | 'black' | 'white';
}

/** Choose the starting city. */
export interface SettleMove {
  do: 'settle';
  city: string;
}

/** Take a seat. */
export interface Sit {
  seat?: number | null;
  name: string;
  invite?: string | null;
  secret?: string | null;
}

/** One entry of a table's log, as the viewer may see it. */
export interface Step {
  seq: number;
  at: number;
  kind: 'created' | 'sit' | 'leave' | 'remove' | 'bot' | 'colour' | 'start' | 'action' | 'undo' | 'ask' | 'consent' | 'withdraw' | 'chat' | 'pause' | 'stop' | 'resume' | 'away' | 'back' | 'time out' | 'downtime' | 'rematch';
  seat: number | null;
  by_bot: boolean;
  thought: 'less' | 'none' | null;
  text: string | null;
  lines: string[];
  events: SeenEvent[];
  undone: number[];
  agree: boolean | null;
  seconds: number | null;
  table: string | null;
}

/** A new step, and what changed by it. */
export interface StepMessage {
  type: 'step';
  step: Step;
  table: Table | null;
  position: Position | null;
}

/** Draw no second card. */
export interface StopMove {
  do: 'stop';
}

/** A table in a list. */
export interface Summary {
  id: string;
  game: string;
  title: string;
  state: 'lobby' | 'playing' | 'paused' | 'over';
  listed: boolean;
  pace: 'live' | 'leisure';
  clock: ClockRule | null;
  players: SeatState[];
  created_at: number;
  updated_at: number;
  turn: number;
  to_act: number[];
  winners: number[];
  stopped?: boolean;
}

/** A table: its settings, who sits there, and what state it is in. */
export interface Table {
  id: string;
  game: string;
  title: string;
  seats: SeatState[];
  options: Record<string, unknown>;
  state: 'lobby' | 'playing' | 'paused' | 'over';
  listed: boolean;
  pace: 'live' | 'leisure';
  clock: ClockRule | null;
  on_time_out: 'bot' | 'pause';
  bot_pace: number;
  help: boolean;
  commitment: string;
  key: string | null;
  watchers: number;
  created_at: number;
  seq: number;
  forked_from: string | null;
  stopped: boolean;
  lesson: boolean;
  rematch: string | null;
  invite: string | null;
  you: number | null;
  host: boolean;
}

/** A table and where its game stands for the asker. */
export interface TableAnswer {
  table: Table;
  position: Position | null;
  steps: Step[];
}

/** The table without a step: somebody came, went or watches. */
export interface TableMessage {
  type: 'table';
  table: Table;
}

/** Take one's last decision back, or ask the others for leave to. */
export interface TakeBack {
  type: 'take back';
  id: string;
  expected: number;
}

/** Whether the viewer may take back now, and whose wish is waiting for consent. */
export interface TakeBackState {
  allowed: 'freely' | 'with consent' | 'no';
  asked: number | null;
  by: number | null;
  waiting_for: number[];
}

/** A ticket: the cities at either end (several for a zone). */
export interface TicketInfo {
  id: string;
  starts: string[];
  ends: string[];
  points: number;
  label: string;
  cards: Record<string, number>;
}

/** What a ticket still takes: spaces to claim along the cheapest way, or None if impossible. */
export interface TicketOutlook {
  ticket: string;
  done: boolean;
  spaces: number | null;
  path: string[];
}

/** A ticket the viewer once returned, and where it must lie now. */
export interface TicketPlace {
  ticket: string;
  seat: number | null;
  position: number;
}

/** A ticket at the end. */
export interface TicketScore {
  ticket: string;
  points: number;
  done: boolean;
  path: string[];
}

/** Look at the top tickets. */
export interface TicketsMove {
  do: 'tickets';
}

/** A track between two cities. */
export interface TrackInfo {
  id: string;
  ends: string[];
  length: number;
  colour: string | null;
  locomotives: number;
  sisters: string[];
  crossings: string[];
  label: string;
  points: number;
}

export interface ValidationError {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: Record<string, unknown>;
}

/** All that a seat may know of a game; ``viewer`` None is a spectator. */
export interface View {
  game: string;
  board: string;
  viewer: number | null;
  seats: number;
  options: Record<string, unknown>;
  phase: string;
  to_act: number[];
  seat: number | null;
  first_seat: number;
  turn: number;
  turns_left: number | null;
  passes: number;
  market: (string | null)[];
  deck: number;
  discards: Record<string, number>;
  ticket_deck: number;
  players: PlayerView[];
  owners: Record<string, number>;
  closed: string[];
  cut: string[];
  built: Record<string, string>;
  supply: Record<string, Record<string, number>>;
  payees: Record<string, [number | null, number | null]>;
  markers: Record<string, number>;
  reach: string[];
  claimed: string | null;
  alvin: string | null;
  alvin_holder: number | null;
  pile: number;
  idle: number;
  active: boolean;
  turn_seat: number | null;
  hand: Record<string, number>;
  own_track: Record<string, number> | null;
  best_tickets: string[];
  tickets: string[];
  tickets_done: string[];
  offer: string[];
  keep_at_least: number;
  choice: string[] | null;
  ticket_places: TicketPlace[];
}

/** The answer to hello: all a client needs to draw the table. */
export interface Welcome {
  type: 'welcome';
  now: number;
  table: Table;
  position: Position | null;
  steps: Step[];
  fresh: boolean;
}

/** A zone: a name shared by several dead ends. */
export interface ZoneInfo {
  id: string;
  name: string;
  cities: string[];
}
