import type { ClaimOpinion, ClaimType, TextFinding } from '../../../src/contract/claims.ts'
import type { BriefNamed, DisputedPoint, RuledPoint, ShownPoint } from '../../../src/engine/panel/brief.ts'
import type { ModelCall } from '../../../src/engine/panel/model-port.ts'
import { citationOf } from '../citing.ts'
import { type Line, type Reader, runScripted, type Script } from './scripted-panel.ts'

/** What a seat says of a point: a verdict, with a reason of its own where it matters. */
type Said = ClaimOpinion | { verdict: ClaimOpinion; why: string }

/** A mark of a writer: that something rests on the points with these numbers. */
type Mark = (...numbers: number[]) => string

type Argues = (point: DisputedPoint) => { verdict: ClaimOpinion; why: string }

/** How a simulated seat writes, rules on points, argues, and writes the answer. */
export interface Essayist {
  text: Line
  /** What it says of points, by their text: true unless told otherwise. */
  rules?: Record<string, Said> | ((point: string) => Said)
  /** What it says instead of all that when it is examined. */
  examined?: Line
  /** What it says of a disputed point: the same as before, with a reason, unless told otherwise. */
  argues?: Argues
  /** What it says instead of all that when it is to argue. */
  argued?: Line
  /** The answer it writes: all points that were not struck, marked, unless told otherwise. */
  writes?: Line | ((points: RuledPoint[], mark: Mark) => Line)
  /** Its answer once it was objected to: the same without the passages in question, unless told otherwise. */
  mends?: Line | ((brief: BriefNamed<'amendment'>) => Line)
}

/** An essay that makes some points and no others, under a title of its own. */
export function essayOn(title: string, ...points: string[]): Essayist {
  return { text: `# ${title}\n\n${points.join(' ')}` }
}

/** Goes over to the other side, and says why. */
export const convinced: Argues = ({ own }) => ({
  verdict: own === 'true' ? 'false' : 'true',
  why: 'The others are right.',
})

/** What stands in place of a passage that was mended. */
export const MENDED = 'It is mended.'

const WHY: Record<ClaimOpinion, string> = {
  true: '',
  false: 'It was measured otherwise.',
  depends: 'It depends on the coast.',
  unsure: 'I cannot tell.',
}

/** A scripted model that writes a text, rules on points, argues, writes the answer and mends it. */
function essayist(seat: Essayist): Script {
  return ({ brief, messages, seat: { name } }: ModelCall): Line => {
    switch (brief.phase) {
      case 'exposition':
        return seat.text
      case 'examination':
        return (
          seat.examined ?? JSON.stringify({ rulings: brief.points.map((point) => rulingOn(point, seat)) })
        )
      case 'dispute':
        return seat.argued ?? JSON.stringify({ rulings: brief.points.map((point) => argued(point, seat)) })
      case 'synthesis':
        return written(seat, brief, markIn(messages.at(-1)!.content))
      case 'amendment':
        return typeof seat.mends === 'function' ? seat.mends(brief) : (seat.mends ?? withoutObjected(brief))
      default:
        throw new Error(`The essayist ${name} has nothing to say to ${brief.phase}.`)
    }
  }
}

function rulingOn({ label, text }: ShownPoint, { rules = {} }: Essayist) {
  const said = (typeof rules === 'function' ? rules(text) : rules[text]) ?? 'true'
  return typeof said === 'string' ? { label, verdict: said, why: WHY[said] } : { label, ...said }
}

function argued(point: DisputedPoint, { argues = keeping }: Essayist) {
  return { label: point.label, ...argues(point) }
}

const keeping: Argues = ({ own }) => ({ verdict: own, why: 'I looked it up.' })

function written({ writes }: Essayist, { points }: BriefNamed<'synthesis'>, mark: Mark): Line {
  if (typeof writes === 'function') return writes(points, mark)
  if (writes !== undefined) return writes
  const standing = points.filter(({ status }) => status !== 'struck')
  if (standing.length === 0) return 'Nothing is certain.'
  return standing.map(({ number, text }) => `${text} ${mark(number)}`).join('\n\n')
}

/** Marks as the prompt of a writer shows them. */
function markIn(prompt: string): Mark {
  const marker = /\[\[([0-9a-f]{8}):3\]\]/.exec(prompt)?.[1]
  return (...numbers) => `[[${marker}:${numbers.join(',')}]]`
}

function withoutObjected({ text, objections }: BriefNamed<'amendment'>): string {
  return objections.reduce((mended, { quote }) => mended.replace(quote, MENDED), text)
}

/** A point as a scripted reader lists it; a text that contains one of these passages says it, or denies it. */
interface ScriptedPoint {
  text: string
  says?: string[]
  denies?: string[]
  isCentral?: boolean
  type?: ClaimType
}

/** How a scripted reader maps the texts of a panel and checks the final one. */
export interface OpenReading {
  /** The points: by themselves for what stands in the texts in these words; every sentence of the texts unless told otherwise. */
  points?: Array<string | ScriptedPoint>
  gaps?: string[]
  /** What it objects to in the final text: nothing unless told otherwise. */
  finds?: TextFinding[] | ((brief: BriefNamed<'check-text'>, call: ModelCall) => TextFinding[] | Line)
}

/** A reader for the texts of an open question. */
export function readsPoints({ points, gaps = [], finds = [] }: OpenReading = {}): Reader {
  return (brief, call) => {
    if (brief.task === 'map-texts') return JSON.stringify(mapOf(brief, points ?? sentencesOf(brief), gaps))
    if (brief.task !== 'check-text') throw new Error(`An open question is not read for ${brief.task}.`)
    const found = typeof finds === 'function' ? finds(brief, call) : finds
    if (!Array.isArray(found)) return found
    const findings = found.map(({ quote, ...rest }) => ({
      sentence: citationOf(brief, quote) ?? '',
      ...rest,
    }))
    return JSON.stringify({ findings })
  }
}

function mapOf({ texts }: BriefNamed<'map-texts'>, points: Array<string | ScriptedPoint>, gaps: string[]) {
  return {
    answers: [{ answer: 'It is so.', replies: texts.map(({ label }) => label) }],
    points: points.map((point) => {
      const one: ScriptedPoint = typeof point === 'string' ? { text: point } : point
      const { text, says = [text], denies = [], isCentral = true, type = 'fact' } = one
      const cited = (passages: string[]) =>
        texts.flatMap((shown) => passages.flatMap((words) => citationOf(shown, words) ?? []).slice(0, 1))
      return { text, type: isCentral ? `${type}!` : type, says: cited(says), denies: cited(denies) }
    }),
    gaps: gaps.map((text) => ({ text, type: 'fact' })),
  }
}

/** The sentences of some texts that stand on lines of their own or in a row, without headings, in the order of the alphabet. */
function sentencesOf({ texts }: BriefNamed<'map-texts'>): string[] {
  const prose = texts.flatMap(({ text }) => text.split('\n').filter((line) => !line.startsWith('#')))
  const sentences = prose
    .flatMap((line) => line.split(/(?<=[.!?])\s+/))
    .filter((one) => one.trim().length >= 8)
  return [...new Set(sentences)].sort()
}

/** The scripts of a panel of essayists. */
export function essayists(panel: Record<string, Essayist>): Record<string, Script> {
  return Object.fromEntries(Object.entries(panel).map(([name, one]) => [name, essayist(one)]))
}

type OpenOptions = OpenReading & NonNullable<Parameters<typeof runScripted>[1]>

/** Lets a panel of essayists answer an open question. */
export function runOpen(
  panel: Record<string, Essayist>,
  { points, gaps, finds, ...options }: OpenOptions = {},
) {
  const reads = readsPoints({ points, gaps, finds })
  return runScripted(essayists(panel), { query: 'Explain how tides work.', kind: 'open', reads, ...options })
}
