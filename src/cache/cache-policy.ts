import { bothEnds } from '../utils/both-ends.ts'

export interface CachePolicy {
  timeToLiveMs: number
  unconvergedMs: number
  timeSensitiveMs: number
  /** How long a result can be retrieved by its id and listed as a similar query. */
  retentionMs: number
}

/** The maximum share of the lifetime taken off at random, so that results stored together do not expire together. */
const JITTER = 0.1

/** How long a result may be served; never if a model failed or none answered: asking again would give more. */
export function servedForMs(
  result: {
    query: string
    reached: boolean
    answered: boolean
    wholePanel: boolean
    /** How old it may be where it rests on web pages; absent for others. */
    mostSeconds?: number | undefined
    /** Whether something went wrong with its web pages, which may go right in minutes. */
    lacksPages?: boolean
  },
  policy: CachePolicy,
  chance: number,
): number {
  if (!result.wholePanel || !result.answered) return 0
  const lives = [policy.timeToLiveMs * (1 - JITTER * chance)]
  if (!result.reached) lives.push(policy.unconvergedMs)
  if (isTimeSensitive(result.query) || result.lacksPages) lives.push(policy.timeSensitiveMs)
  if (result.mostSeconds !== undefined) lives.push(result.mostSeconds * 1000)
  return Math.floor(Math.min(...lives))
}

/** Words that tie a question to the moment it is asked. */
const MOMENT = [
  'now|today|tonight|yesterday|tomorrow|nowadays|these days|so far|as of|at the moment|at present|up to date',
  'current|currently|presently|latest|newest|most recent|most recently|recent|recently|lately|ongoing|upcoming',
  'this (?:morning|afternoon|evening|weekend|week|month|quarter|season|year)',
  "what (?:time|day|date|year|month)(?: of the \\w+)? is it|what(?: is|['’]s) the (?:time|date)|(?:days|weeks|months|hours) until|yet|still|already",
  'next|last (?:night|weekend|week|month|quarter|season|year|game|match|race|round|election|episode|release)',
  "heute|gestern|morgen|jetzt|aktuell\\w*|derzeit|wetter|aujourd['’]hui|maintenant|actuel\\w*|météo|hoy|ahora|actual\\w*|tiempo hace|oggi|adesso|hoje|agora",
].join('|')

/** Things that change by nature. */
const MOVING = [
  'weather|forecast|temperature (?:outside|in)|raining|snowing|news|headlines|traffic|live (?:scores?|stream|results?|updates?)',
  'prices?|how much (?:is|are|does|do)|what (?:does|do) .{1,40} cost|worth|trading at|stocks?|share price|market cap|(?:exchange|interest|unemployment|inflation|mortgage) rates?|usd|eur|gbp|(?:dollars?|euros?|pounds?) (?:in|to) (?:dollars?|euros?|pounds?|rupees?|yen)',
  'who (?:won|owns|runs|leads|heads)|how old is|alive|will .{1,60} (?:win|happen|release)|version|score|scores|standings|leaderboard|box office|in stock|open now|who is winning|who is leading',
].join('|')

/** Offices whose holder may change any day, when asked about in the present tense. */
const OFFICE =
  'president|vice president|prime minister|chancellor|minister|secretary|governor|mayor|senator|king|queen|pope|chair|chairman|chairwoman|chairperson|ceo|cfo|cto|coach|manager|captain|champion|champions|head|leader|owner|record holder'

const TIME_SENSITIVE = new RegExp(
  `\\b(?:${MOMENT}|${MOVING})\\b|\\bis .{1,40} (?:down|up|open|closed)\\b|^(?:who|name|the|which|us|uk)\\b(?!.{0,12}\\bw(?:as|ere)\\b).{0,60}\\b(?:${OFFICE})\\b|今日|今天|сегодня`,
  'iu',
)

/** Longer texts are read at both ends, where the question stands. */
const LONGEST_READ = 16_000

/** Whether the answer may be different an hour from now; broad, because asking once too often only costs money. */
export function isTimeSensitive(query: string): boolean {
  return TIME_SENSITIVE.test(bothEnds(query, LONGEST_READ).replace(/\s+/g, ' '))
}

/** A fingerprint with conditions begins with this; others begin with a bracket. */
export const CONDITIONED = '~'

/** Instead of a fingerprint in a filter: any of a result that depends on nothing but its question and its panel. */
export const STANDALONE = '*'

/** Whether a filter covers a fingerprint; null covers any. */
export function coversFingerprint(wanted: string | null, fingerprint: string): boolean {
  if (wanted === STANDALONE) return !fingerprint.startsWith(CONDITIONED)
  return (wanted ?? fingerprint) === fingerprint
}

/** What else a result depends on, each under its name: its conversation, its format, its limits. */
export type Conditions = Record<string, unknown>

/** The part of a request that determines whether another result can answer it. */
export function panelFingerprint(
  panel: {
    models: string[]
    structure: string
    maxIterations: number
    kind: string | null
    writer: string | null
    reader: string | null
    criteria: string | null
    first?: { models: string[]; enough: number; ofAnyKind: boolean }
    samples?: number
    isThorough?: true
    patienceMs?: number | undefined
    search?: 'auto' | 'on' | undefined
    maxAge?: number | undefined
  },
  conditions: string | null = null,
): string {
  const { models, structure, maxIterations, kind, writer, reader, criteria, first } = panel
  const { samples, isThorough, patienceMs, search, maxAge } = panel
  const stage = first && [[...first.models].sort(), first.enough, first.ofAnyKind]
  const further = { stage, samples, isThorough, patienceMs, search, maxAge }
  const named = [structure, maxIterations, kind, writer, reader, criteria, further]
  const asked = JSON.stringify([[...models].sort(), ...named])
  return conditions === null ? asked : `${CONDITIONED}${conditions} ${asked}`
}

/** A one-way digest of conditions, so that nothing of a conversation is stored; null where there are none. */
export function conditionsDigest(conditions: Conditions, digest: (text: string) => string): string | null {
  const given = Object.entries(conditions)
    .filter(([, value]) => value !== undefined && value !== null)
    .sort(([left], [right]) => (left < right ? -1 : 1))
  return given.length === 0 ? null : digest(JSON.stringify(given))
}
