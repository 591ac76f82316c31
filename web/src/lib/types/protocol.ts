// Made by `npm run types` from the server's schema; do not edit.

export type Move =
  | DrawMove
  | DrawTicketsMove
  | KeepMove
  | ClaimMove
  | BuildMove
  | SettleMove
  | MarkMove
  | NoMarkerMove
  | MoveAlvinMove
  | StopMove
  | LayMove
  | LayThreeMove
  | CompleteMove
  | CompleteBestMove
  | DoneMove
  | PassMove;
export type Card =
  'purple' | 'white' | 'blue' | 'yellow' | 'orange' | 'black' | 'red' | 'green' | 'locomotive';
export type ClientMessage =
  | Hello
  | Act
  | TakeBack
  | Consent
  | Chat
  | Parse
  | AskReasons
  | AskOutlook
  | AskHint
  | AskWhy
  | GoAway
  | ComeBack
  | Hurry
  | Ping;
export type SeenEvent =
  | StartsEvent
  | ShuffledEvent
  | DealtEvent
  | TurnedUpEvent
  | SweptEvent
  | TicketsShuffledEvent
  | OfferedEvent
  | ChoseEvent
  | KeptEvent
  | PutUnderEvent
  | TurnEvent
  | DrewEvent
  | ClaimedEvent
  | BuiltEvent
  | PieceReturnedEvent
  | CutOffEvent
  | ScoredEvent
  | SettledEvent
  | MarkedEvent
  | CapturedEvent
  | AlvinMovedEvent
  | MovedEvent
  | RobbedEvent
  | LaidEvent
  | ScoringEvent
  | CompletedEvent
  | FinishedEvent
  | GatheredEvent
  | PassedEvent
  | LastRoundEvent
  | OverEvent;
export type ServerMessage = Welcome | StepMessage | TableMessage | Answer | Bye;

/**
 * Decide: the number of one of the legal actions.
 */
export interface Act {
  type: 'act';
  id: string;
  expected: number;
  action: number;
}
/**
 * What a bot would do, or why it did it.
 */
export interface Advice {
  action: LegalAction | null;
  text: string;
  said: SentText | null;
}
/**
 * An action that may be taken now.
 */
export interface LegalAction {
  id: number;
  move: Move;
}
/**
 * Take a card: the face-up one at a place, or (None) the top of the deck.
 */
export interface DrawMove {
  do: 'draw';
  from: 'deck' | number;
}
/**
 * Look at the top tickets.
 */
export interface DrawTicketsMove {
  do: 'tickets';
}
/**
 * Keep these of the offered tickets and return the others.
 */
export interface KeepMove {
  do: 'keep';
  tickets: string[];
}
/**
 * Claim a track with so many locomotives and the rest in a colour.
 */
export interface ClaimMove {
  do: 'claim';
  track: string;
  colour: Card;
  locomotives: number;
}
/**
 * Lay a track piece of a colour on a bed.
 */
export interface BuildMove {
  do: 'build';
  track: string;
  colour: Card;
}
/**
 * Choose the starting city.
 */
export interface SettleMove {
  do: 'settle';
  city: string;
}
/**
 * Put a marker in a city for a pair: so many locomotives and the rest in a colour.
 */
export interface MarkMove {
  do: 'mark';
  city: string;
  colour: Card;
  locomotives: number;
}
/**
 * Place no marker after a claim.
 */
export interface NoMarkerMove {
  do: 'no marker';
}
/**
 * Put Alvin in a city with one's own marker.
 */
export interface MoveAlvinMove {
  do: 'alvin';
  city: string;
}
/**
 * Draw no second card.
 */
export interface StopMove {
  do: 'stop';
}
/**
 * Lay a suit in the yard: cards of one colour, and locomotives on top.
 */
export interface LayMove {
  do: 'lay';
  colour: Card;
  cards: number;
  locomotives: number;
}
/**
 * Lay three cards of different colours, a row each.
 */
export interface LayThreeMove {
  do: 'lay three';
  colours: Card[];
}
/**
 * Complete a ticket with cards from the track.
 */
export interface CompleteMove {
  do: 'complete';
  ticket: string;
}
/**
 * Complete the best set of tickets and be done.
 */
export interface CompleteBestMove {
  do: 'complete best';
}
/**
 * Complete no more tickets.
 */
export interface DoneMove {
  do: 'done';
}
/**
 * Do nothing, when nothing can be done.
 */
export interface PassMove {
  do: 'pass';
}
/**
 * A text by its name in the catalogues of all languages, and what is filled in there.
 *
 * A value is a word, a number, another text, or a list of those.
 */
export interface SentText {
  key: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * A seat put Alvin in one of its cities.
 */
export interface AlvinMovedEvent {
  event: 'alvin moved';
  seat: number;
  city: string;
}
/**
 * Whether and how a server analyses games.
 */
export interface AnalysisRules {
  on: boolean;
  budget: number;
  max_record: number;
  kept_days: number | null;
  each: number;
  waiting: number;
}
/**
 * How far an analysis is, and what is new in its report.
 */
export interface AnalysisState {
  id: string | null;
  state: 'none' | 'waiting' | 'working' | 'done' | 'failed';
  place: number | null;
  again: number | null;
  progress: number;
  problem: Problem | null;
  first: number;
  report: ReportNews | null;
}
/**
 * What went wrong with a request.
 */
export interface Problem {
  code:
    | 'illegal'
    | 'stale'
    | 'unknown'
    | 'invalid'
    | 'not allowed'
    | 'removed'
    | 'paused'
    | 'not started'
    | 'over'
    | 'slow down'
    | 'storage'
    | 'full'
    | 'too large'
    | 'closing'
    | 'unreadable'
    | 'not ready'
    | 'no rules';
  text: string;
  said: SentText | null;
  reasons: string[];
  progress: Progress | null;
}
/**
 * How much is done of all that has to be done.
 */
export interface Progress {
  done: number;
  all: number;
}
/**
 * What is new in a report: decisions from a number on; no curve if it is known already.
 */
export interface ReportNews {
  format: string;
  version: number;
  game: string;
  seats: number;
  options: {
    [k: string]: unknown;
  };
  players: string[];
  record: string;
  seed: number;
  budget: number;
  progress: number;
  worlds: number;
  thresholds: number[];
  curve: Moment[] | null;
  chances: ChanceEvent[] | null;
  decisions: Decision[];
  by_seat: SeatReport[];
}
/**
 * What each seat could expect before a step, with all cards open but the decks.
 */
export interface Moment {
  step: number;
  turn: number;
  shares: number[];
  errors: number[];
  scores: number[];
}
/**
 * What chance gave each seat in a step; it sums to 0.
 */
export interface ChanceEvent {
  step: number;
  turn: number;
  seat: number;
  luck: number[];
  errors: number[];
}
/**
 * A decision, judged by what its seat could know.
 */
export interface Decision {
  step: number;
  turn: number;
  seat: number;
  kind: 'forced' | 'obvious' | 'choice';
  counts: boolean;
  chosen: Option;
  others: Option[];
  loss: number;
  error: number;
  rated: number;
  mark: '' | 'close' | 'inaccuracy' | 'mistake' | 'blunder';
  figures: ReasonFigure[];
  reasons: KeptText[];
  playouts: number;
}
/**
 * An action that was chosen, or could have been.
 */
export interface Option {
  move: Move;
  text: KeptText;
  share: number;
  error: number;
  lead: number;
  lead_error: number;
  worlds: number;
}
/**
 * A text as it is kept: in English, and by its name in the catalogues of all languages.
 */
export interface KeptText {
  text: string;
  key: string;
  values: {
    [k: string]: unknown;
  };
}
/**
 * A difference between the best action and the chosen one that helps to tell why.
 */
export interface ReasonFigure {
  name: string;
  what: string;
  best: number;
  chosen: number;
  error: number;
  points: number;
}
/**
 * How a game went for a seat: ``result - start = luck + own + others + residual``.
 */
export interface SeatReport {
  seat: number;
  player: string;
  result: number;
  start: number;
  luck: number;
  own: number;
  others: number;
  residual: number;
  rating: number | null;
  rating_error: number | null;
  counted: number;
  marks: {
    [k: string]: number;
  };
}
/**
 * The answer to one request.
 */
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
  together: TicketsTogether[] | null;
  advice: Advice | null;
  now: number | null;
}
/**
 * Where the game stands for one viewer.
 */
export interface Position {
  seq: number;
  view: View;
  actions: LegalAction[] | null;
  previews: Previews | null;
  take_back: TakeBackState;
  deadlines: Deadline[];
  paths: {
    [k: string]: string[];
  };
  result: Score | null;
  reveal: SeatReveal[] | null;
}
/**
 * All that a seat may know of a game; ``viewer`` None is a spectator.
 *
 * Pure data: names, numbers, tuples and dicts. ``to_json()`` gives it as JSON-ready dicts.
 * ``board`` is what `load_board` takes: the game's id, or the folder of a board of one's own.
 * ``closed`` are the tracks nobody owns that the viewer can no longer claim because of a sister
 * track or a crossing; ``cut`` those of them that a crossing shut. ``built`` gives the colour of
 * the piece that lies on a track, ``supply`` how many pieces of a colour are left by length.
 * ``markers`` tells whose marker stands in a city, ``reach`` the cities joined to the viewer's
 * home, ``claimed`` the track just claimed while a marker is offered. ``own_track`` are the cards
 * on the viewer's own track, where that may be seen (None: hidden), ``own_spent`` those that lie
 * with tickets it has closed in this scoring, ``best_tickets`` the best set to complete from it;
 * ``pile`` which draw pile is in use, ``idle`` how many turns in a row nobody drew or laid
 * a train card (rule 38), ``turn_seat`` whose turn it is or was last.
 */
export interface View {
  game: string;
  board: string;
  viewer: number | null;
  seats: number;
  options: {
    [k: string]: boolean | number;
  };
  phase:
    | 'first tickets'
    | 'starting city'
    | 'turn'
    | 'second card'
    | 'tickets'
    | 'build'
    | 'move alvin'
    | 'marker'
    | 'complete tickets'
    | 'over';
  to_act: number[];
  seat: number | null;
  first_seat: number;
  turn: number;
  turns_left: number | null;
  passes: number;
  market: (string | null)[];
  deck: number;
  discards: {
    [k: string]: number;
  };
  ticket_deck: number;
  players: PlayerView[];
  owners: {
    [k: string]: number;
  };
  closed: string[];
  cut: string[];
  built: {
    [k: string]: string;
  };
  supply: {
    [k: string]: {
      [k: string]: number;
    };
  };
  payees: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number | null, number | null];
  };
  markers: {
    [k: string]: number;
  };
  reach: string[];
  claimed: string | null;
  alvin: string | null;
  alvin_holder: number | null;
  pile: number;
  idle: number;
  active: boolean;
  turn_seat: number | null;
  hand: {
    [k: string]: number;
  };
  own_track: {
    [k: string]: number;
  } | null;
  own_spent: {
    [k: string]: number;
  };
  best_tickets: string[];
  tickets: string[];
  tickets_done: string[];
  offer: string[];
  keep_at_least: number;
  choice: string[] | null;
  ticket_places: TicketPlace[];
}
/**
 * What a viewer knows of one seat.
 *
 * ``known`` are the cards the viewer can place in that hand: those everybody saw being taken
 * from the face-up row and, with two seats, those that follow from the last shuffle (at that
 * moment everybody saw every other card). ``offered`` is how many tickets the seat is
 * looking at; ``tickets`` how many it has kept. ``yard`` gives for each row the cards of its
 * colour and the locomotives on top, ``track`` only how many cards it has, ``completed`` the
 * tickets completed from it, ``completed_count`` how many they are, ``completed_now`` how many of
 * them in the present scoring. Where completed tickets lie face down (``closed_tickets``),
 * the viewer sees only how many another seat has, until the game is over: ``completed`` is empty,
 * ``points`` is None, and the cards spent on them count as lying on the track.
 */
export interface PlayerView {
  seat: number;
  trains: number;
  points: number | null;
  cards: number;
  known: {
    [k: string]: number;
  };
  tickets: number;
  offered: number;
  has_chosen: boolean;
  home: string | null;
  markers_left: number;
  captures: number;
  yard: {
    /**
     * @minItems 2
     * @maxItems 2
     */
    [k: string]: [number, number];
  };
  track: number;
  completed: string[];
  completed_count: number;
  completed_now: number;
}
/**
 * A ticket the viewer once returned, and where it must lie now.
 *
 * ``seat`` None is the deck (position 0 is its top); else it is among the tickets offered to
 * that seat.
 */
export interface TicketPlace {
  ticket: string;
  seat: number | null;
  position: number;
}
/**
 * What the legal actions would do, where that is not plain from the move itself.
 */
export interface Previews {
  claims: {
    [k: string]: ClaimPreview;
  };
  builds: {
    [k: string]: BuildPreview;
  };
  lays: {
    [k: string]: LayPreview;
  };
}
/**
 * What claiming a track would do.
 */
export interface ClaimPreview {
  scores: Payee[];
  cuts: string[];
  closes: string[];
  captures: boolean;
}
/**
 * Points a claim would bring to a seat, and why.
 */
export interface Payee {
  seat: number;
  points: number;
  why: 'route' | 'marker' | 'capture';
  city?: string | null;
}
/**
 * What laying a piece on a bed would do: tracks cut by crossing, sisters closed.
 */
export interface BuildPreview {
  cuts: string[];
  closes: string[];
}
/**
 * Whose row laying a colour would rob.
 */
export interface LayPreview {
  robs: number;
  cards: number;
  locomotives: number;
}
/**
 * Whether the viewer may take back now, and whose wish is waiting for consent.
 */
export interface TakeBackState {
  allowed: 'freely' | 'with consent' | 'no';
  asked: number | null;
  by: number | null;
  waiting_for: number[];
}
/**
 * When a seat's time is up (seconds since 1970).
 */
export interface Deadline {
  seat: number;
  at: number;
}
/**
 * The final score.
 */
export interface Score {
  seats: SeatScore[];
  winners: number[];
  decided_by: 'points' | 'tickets' | 'longest path' | 'bonuses' | 'shared';
}
/**
 * What a seat scored.
 */
export interface SeatScore {
  seat: number;
  routes: number;
  tickets: TicketScore[];
  tickets_done: number;
  tickets_failed: number;
  ticket_points: number;
  longest_path: LongestPath;
  bonuses: {
    [k: string]: number;
  };
  total: number;
  rank: number;
}
/**
 * A ticket at the end.
 */
export interface TicketScore {
  ticket: string;
  points: number;
  done: boolean;
  path: string[];
}
/**
 * A seat's longest trail.
 */
export interface LongestPath {
  length: number;
  tracks: string[];
}
/**
 * What one seat held, shown when the game is over or a replay is open.
 */
export interface SeatReveal {
  seat: number;
  hand: {
    [k: string]: number;
  };
  tickets: string[];
  tickets_done: string[];
  offer: string[];
  own_track: {
    [k: string]: number;
  } | null;
}
/**
 * For everything one might do: None if it is possible now, or why it is not.
 */
export interface Reasons {
  seq: number;
  deck: Reason | null;
  places: (Reason | null)[];
  tickets: Reason | null;
  claims: {
    [k: string]: Reason | null;
  };
  builds: {
    [k: string]: Reason | null;
  };
  settles: {
    [k: string]: Reason | null;
  };
  marks: {
    [k: string]: Reason | null;
  };
  lays: {
    [k: string]: Reason | null;
  };
  completes: {
    [k: string]: Reason | null;
  };
}
/**
 * Why something is refused: names of the reasons, and a sentence without a full stop.
 */
export interface Reason {
  flags: string[];
  text: string;
}
/**
 * What a ticket still takes: spaces to claim along the cheapest way, or None if impossible.
 */
export interface TicketOutlook {
  ticket: string;
  done: boolean;
  spaces: number | null;
  path: string[];
}
/**
 * What some of the offered tickets take together with the open ones one holds.
 */
export interface TicketsTogether {
  tickets: string[];
  spaces: number | null;
  is_least: boolean;
  cards: number | null;
  at_hand: number | null;
}
/**
 * Ask what a bot would do in one's place, and why (if the table has that help on).
 */
export interface AskHint {
  type: 'hint';
  id: string;
}
/**
 * Ask what one's tickets and the offered ones still cost (if the table has that help on).
 */
export interface AskOutlook {
  type: 'outlook';
  id: string;
}
/**
 * Ask for everything one might do now and why it is refused.
 */
export interface AskReasons {
  type: 'reasons';
  id: string;
}
/**
 * Ask why a bot decided as it did at a step: for one's own seat, and for all after the end.
 */
export interface AskWhy {
  type: 'why';
  id: string;
  step: number;
}
/**
 * All that never changes about a game.
 */
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
  big_cities: {
    [k: string]: number;
  };
  numbers: {
    [k: string]: unknown;
  };
  commands: Command[];
  rules: {
    [k: string]: string;
  };
}
/**
 * A city: where it stands in the picture (0 to 1 each way) and on Earth.
 */
export interface CityInfo {
  id: string;
  name: string;
  zone: string | null;
  x: number | null;
  y: number | null;
  lat: number | null;
  lon: number | null;
}
/**
 * A zone: a name shared by several dead ends.
 */
export interface ZoneInfo {
  id: string;
  name: string;
  cities: string[];
}
/**
 * A track between two cities.
 */
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
/**
 * A ticket: the cities at either end (several for a zone).
 */
export interface TicketInfo {
  id: string;
  starts: string[];
  ends: string[];
  points: number;
  label: string;
  cards: {
    [k: string]: number;
  };
}
/**
 * What can be typed, and what it does: in English, and as two texts, ``typed`` and ``does``.
 */
export interface Command {
  text: string;
  said: SentText;
}
/**
 * A seat laid a track piece on a bed.
 */
export interface BuiltEvent {
  event: 'built';
  seat: number;
  track: string;
  colour: Card;
}
/**
 * The server ends the connection, and says why.
 */
export interface Bye {
  type: 'bye';
  problem: Problem;
}
/**
 * A seat captured Alvin in a city.
 */
export interface CapturedEvent {
  event: 'captured';
  seat: number;
  city: string;
}
/**
 * Say something to the table.
 */
export interface Chat {
  type: 'chat';
  id: string;
  text: string;
}
/**
 * A seat has chosen its first tickets; how many stays secret until all have.
 */
export interface ChoseEvent {
  event: 'chose';
  seat: number;
}
/**
 * A seat claimed a track and paid these cards.
 */
export interface ClaimedEvent {
  event: 'claimed';
  seat: number;
  track: string;
  cards: Partial<Record<Card, number>>;
}
/**
 * The first message on a socket: who looks on, and from where in the log.
 */
export interface Hello {
  type: 'hello';
  secret?: string | null;
  seat?: number | null;
  invite?: string | null;
  since?: number | null;
  since_at?: number | null;
}
/**
 * Take one's last decision back, or ask the others for leave to.
 */
export interface TakeBack {
  type: 'take back';
  id: string;
  expected: number;
}
/**
 * Answer another seat's wish to take back; ``asked`` is the number of the step that asked.
 */
export interface Consent {
  type: 'consent';
  id: string;
  asked: number;
  agree: boolean;
}
/**
 * Read a typed command; nothing is done yet.
 */
export interface Parse {
  type: 'parse';
  id: string;
  text: string;
}
/**
 * Let a bot play one's seat until one is back.
 */
export interface GoAway {
  type: 'away';
  id: string;
}
/**
 * Take one's seat back from the bot.
 */
export interface ComeBack {
  type: 'back';
  id: string;
}
/**
 * Let the bots hurry until a person has to decide: where nobody else plays.
 */
export interface Hurry {
  type: 'hurry';
  id: string;
}
/**
 * Ask for a sign of life and the server's time.
 */
export interface Ping {
  type: 'ping';
  id: string;
}
/**
 * Time for each turn, in seconds: from 1 second to 30 days.
 */
export interface ClockRule {
  seconds: number;
}
/**
 * A seat completed a ticket with cards from its track, which it shows unless it is closed.
 */
export interface CompletedEvent {
  event: 'completed';
  seat: number;
  ticket?: string;
  cards?: Partial<Record<Card, number>>;
}
/**
 * Tracks were cut off by one that crosses them.
 */
export interface CutOffEvent {
  event: 'cut off';
  tracks: string[];
}
/**
 * A seat was dealt cards.
 */
export interface DealtEvent {
  event: 'dealt';
  seat: number;
  cards?: Card[];
  cards_count?: number;
}
/**
 * A seat took a card: from a face-up place, for all to see, or (None) from the deck.
 */
export interface DrewEvent {
  event: 'drew';
  seat: number;
  from: 'deck' | number;
  card?: Card;
}
/**
 * A seat completes no more tickets.
 */
export interface FinishedEvent {
  event: 'finished';
  seat: number;
}
/**
 * Go on from a step of a finished game, against bots.
 */
export interface Fork {
  step: number;
  seat: number;
  name: string;
  bot?: string;
  secret?: string | null;
}
/**
 * A game in the list of games.
 */
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
/**
 * A level to play against.
 */
export interface LevelInfo {
  id: string;
  name: string;
  about: string;
}
/**
 * The games there are.
 */
export interface Games {
  games: GameInfo[];
  default_level: string;
  version: string;
}
/**
 * All cards but those in the hands were gathered for a second pile.
 */
export interface GatheredEvent {
  event: 'gathered';
  count: number;
}
/**
 * The tables of the home page.
 */
export interface Home {
  open: Summary[];
  running: Summary[];
  finished: Summary[];
}
/**
 * A table in a list.
 */
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
/**
 * A chair at the table.
 */
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
/**
 * Decide over HTTP; the same as over the socket.
 */
export interface HttpAct {
  seat?: number | null;
  id: string;
  expected: number;
  action: number;
}
/**
 * Say something over HTTP.
 */
export interface HttpChat {
  seat?: number | null;
  id: string;
  text: string;
}
/**
 * Answer a wish to take back over HTTP.
 */
export interface HttpConsent {
  seat?: number | null;
  id: string;
  asked: number;
  agree: boolean;
}
/**
 * Take back over HTTP.
 */
export interface HttpTakeBack {
  seat?: number | null;
  id: string;
  expected: number;
}
export interface HTTPValidationError {
  detail?: ValidationError[];
}
export interface ValidationError {
  loc: (string | number)[];
  msg: string;
  type: string;
  input?: unknown;
  ctx?: {};
}
/**
 * A seat kept tickets and put others under the deck.
 */
export interface KeptEvent {
  event: 'kept';
  seat: number;
  tickets?: string[];
  tickets_count?: number;
  returned?: string[];
  returned_count?: number;
}
/**
 * A seat laid rows in its yard.
 */
export interface LaidEvent {
  event: 'laid';
  seat: number;
  rows: Row[];
}
/**
 * A row laid in a yard: cards of a colour, and locomotives on top.
 */
export interface Row {
  colour: Card;
  cards: number;
  locomotives: number;
}
/**
 * A seat set off the last round; so many turns are left.
 */
export interface LastRoundEvent {
  event: 'last round';
  seat: number;
  turns: number;
}
/**
 * A seat placed a marker and paid these cards.
 */
export interface MarkedEvent {
  event: 'marked';
  seat: number;
  city: string;
  cards: Partial<Record<Card, number>>;
}
/**
 * Ask for the tables of one's secrets.
 */
export interface Mine {
  /**
   * @maxItems 200
   */
  secrets: string[];
}
/**
 * How often a bot misses a puzzle.
 */
export interface Missed {
  bot: string;
  level: string | null;
  part: number;
}
/**
 * Cards moved from a seat's yard to its track, for all to see; after that they are hidden.
 */
export interface MovedEvent {
  event: 'moved';
  seat: number;
  cards: Card[];
}
/**
 * The tables where one sits, newest first.
 */
export interface MyTables {
  tables: Summary[];
  by: number[];
}
/**
 * A move, and how it reads.
 */
export interface NamedMove {
  move: Move;
  text: KeptText;
}
/**
 * A table to create.
 */
export interface NewTable {
  game: string;
  /**
   * @minItems 2
   * @maxItems 6
   */
  seats: SeatWish[];
  options?: {
    [k: string]: boolean | number;
  };
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
/**
 * A chair in a new table: for you, for a bot, or open for anybody.
 */
export interface SeatWish {
  kind: 'you' | 'bot' | 'open';
  name?: string | null;
  bot?: string | null;
  colour?: ('red' | 'blue' | 'green' | 'yellow' | 'black' | 'white') | null;
}
/**
 * A seat looks at tickets.
 */
export interface OfferedEvent {
  event: 'offered';
  seat: number;
  tickets?: string[];
  tickets_count?: number;
}
/**
 * The game has ended.
 */
export interface OverEvent {
  event: 'over';
  why: 'last round' | 'all passed';
}
/**
 * A seat passed.
 */
export interface PassedEvent {
  event: 'passed';
  seat: number;
}
/**
 * The piece of a claimed track went back to the supply.
 */
export interface PieceReturnedEvent {
  event: 'piece returned';
  track: string;
  colour: Card;
}
/**
 * The body of every HTTP answer that is not 2xx.
 */
export interface ProblemAnswer {
  problem: Problem;
}
/**
 * The first returned tickets of all seats were shuffled and put under the deck.
 */
export interface PutUnderEvent {
  event: 'put under';
  tickets?: string[];
  tickets_count?: number;
}
/**
 * What was found out about a puzzle beforehand.
 */
export interface PuzzleAnswers {
  options: PuzzleOption[];
  missed: Missed[];
}
/**
 * An answer that was judged beforehand; the first of a puzzle is the best.
 */
export interface PuzzleOption {
  move: Move;
  text: KeptText;
  share: number;
  lead: number;
  lead_error: number;
  worlds: number;
  reasons: KeptText[];
}
/**
 * Which puzzle a game has on a day; nothing of what is in it.
 */
export interface PuzzleHead {
  game: string;
  day: string;
  number: number;
  of: number;
  grade: number;
  grades: number;
  seats: number;
}
/**
 * The puzzles of today, one a game.
 */
export interface Puzzles {
  today: string;
  puzzles: PuzzleHead[];
}
/**
 * A position to solve, at the table where it came up. Nothing in it tells what is best.
 */
export interface PuzzleToSolve {
  step: number;
  turn: number;
  seat: number;
  position: Position;
  reasons: Reasons;
  puzzle: PuzzleHead;
  today: string;
  table: TableState;
  steps: ReplayStep[];
}
/**
 * A table: its settings, who sits there, and what state it is in.
 */
export interface TableState {
  id: string;
  game: string;
  title: string;
  seats: SeatState[];
  options: {
    [k: string]: boolean | number;
  };
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
/**
 * One action of a game in a replay; step 0 is the set-up.
 */
export interface ReplayStep {
  step: number;
  seat: number | null;
  by_bot: boolean;
  events: SeenEvent[];
  turn: number;
  view: View | null;
  paths: {
    [k: string]: string[];
  };
  reveal: SeatReveal[] | null;
}
/**
 * A seat was drawn, or set, to start.
 */
export interface StartsEvent {
  event: 'starts';
  seat: number;
}
/**
 * Cards were shuffled into a new draw pile; top card first. Nobody sees their order.
 */
export interface ShuffledEvent {
  event: 'shuffled';
  deck?: Card[];
  deck_count?: number;
}
/**
 * A face-up place was filled.
 */
export interface TurnedUpEvent {
  event: 'turned up';
  place: number;
  card: Card;
}
/**
 * The face-up row was discarded for its locomotives.
 */
export interface SweptEvent {
  event: 'swept';
  cards: (Card | null)[];
}
/**
 * The tickets were shuffled; top one first. Nobody sees their order.
 */
export interface TicketsShuffledEvent {
  event: 'tickets shuffled';
  deck?: string[];
  deck_count?: number;
}
/**
 * A turn begins.
 */
export interface TurnEvent {
  event: 'turn';
  seat: number;
  number: number;
}
/**
 * Points went to a seat: for a route, a marker in a city at its end, a capture, a ticket.
 *
 * Those for a closed ticket are a secret: they would tell which it is.
 */
export interface ScoredEvent {
  event: 'scored';
  seat: number;
  points?: number;
  why: 'route' | 'marker' | 'capture' | 'tickets';
  track?: string;
  city?: string;
}
/**
 * A seat chose its starting city.
 */
export interface SettledEvent {
  event: 'settled';
  seat: number;
  city: string;
}
/**
 * A seat lost a row of its yard.
 */
export interface RobbedEvent {
  event: 'robbed';
  seat: number;
  colour: Card;
  cards: number;
  locomotives: number;
}
/**
 * A last round is over: tickets are completed, after the first or the second pile.
 */
export interface ScoringEvent {
  event: 'scoring';
  pass: number;
}
/**
 * A game to step through.
 */
export interface Replay {
  table: TableState;
  eyes: number | ('open' | 'watcher');
  steps: ReplayStep[];
  result: Score | null;
}
/**
 * What one gets with a seat or a new table.
 */
export interface Seated {
  table: TableState;
  secret: string;
  invite: string;
  path: string;
}
/**
 * A request about one seat: one's own, or for the host any.
 */
export interface SeatRequest {
  seat?: number | null;
}
/**
 * A record to analyse: the text of its file.
 */
export interface SentRecord {
  record: string;
}
/**
 * The answer to hello: all a client needs to draw the table.
 */
export interface Welcome {
  type: 'welcome';
  now: number;
  table: TableState;
  position: Position | null;
  steps: Step[];
  fresh: boolean;
}
/**
 * One entry of a table's log, as the viewer may see it.
 */
export interface Step {
  seq: number;
  at: number;
  kind:
    | 'created'
    | 'sit'
    | 'leave'
    | 'remove'
    | 'bot'
    | 'colour'
    | 'start'
    | 'action'
    | 'undo'
    | 'ask'
    | 'consent'
    | 'withdraw'
    | 'chat'
    | 'pause'
    | 'stop'
    | 'resume'
    | 'away'
    | 'back'
    | 'time out'
    | 'hurry'
    | 'downtime'
    | 'rematch';
  seat: number | null;
  by_bot: boolean;
  thought: ('less' | 'none') | null;
  text: string | null;
  name: string | null;
  colour: string | null;
  events: SeenEvent[];
  undone: number[];
  agree: boolean | null;
  seconds: number | null;
  table: string | null;
}
/**
 * A new step, and what changed by it.
 */
export interface StepMessage {
  type: 'step';
  step: Step;
  table: TableState | null;
  position: Position | null;
}
/**
 * The table without a step: somebody came, went or watches.
 */
export interface TableMessage {
  type: 'table';
  table: TableState;
}
/**
 * Put a bot on a free seat of the lobby, or free it (None).
 */
export interface SetBot {
  seat: number;
  bot: string | null;
  name?: string | null;
}
/**
 * Choose the colour of a seat in the lobby: one's own, or for the host a bot's.
 */
export interface SetColour {
  seat?: number | null;
  colour: 'red' | 'blue' | 'green' | 'yellow' | 'black' | 'white';
}
/**
 * Take a seat.
 */
export interface Sit {
  seat?: number | null;
  name: string;
  invite?: string | null;
  secret?: string | null;
}
/**
 * A table and where its game stands for the asker.
 */
export interface TableAnswer {
  table: TableState;
  position: Position | null;
  steps: Step[];
}
/**
 * A moment of an analysed game, for somebody to decide in it once more.
 */
export interface ToSolve {
  step: number;
  turn: number;
  seat: number;
  position: Position;
  reasons: Reasons;
}
/**
 * A try, compared with the best move in the same worlds.
 */
export interface Tried {
  move: Move;
  text: KeptText;
  best: NamedMove;
  share: number;
  best_share: number;
  loss: number;
  error: number;
  solved: boolean;
  mark: '' | 'close' | 'inaccuracy' | 'mistake' | 'blunder';
  worlds: number;
  figures: ReasonFigure[];
  reasons: KeptText[];
}
/**
 * What somebody would do there: the id of an action.
 */
export interface Try {
  action: number;
}
/**
 * How good it is.
 */
export interface TryAnswer {
  tried: Tried;
}
