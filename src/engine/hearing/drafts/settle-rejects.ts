import type { Draft, Verdict } from '../../measure/drafts/draft.ts'
import { askedOf } from '../../panel/asked.ts'
import type { CriticisedDraft } from '../../panel/brief.ts'
import { MOST_CHARACTERS, textLabel } from '../../prompt/show-texts.ts'
import { askReader } from '../../reader/ask-reader.ts'
import { readSameDefects } from '../../reader/read-lists.ts'
import { readRebuttal } from '../../reading/reply/read-review.ts'
import { cutText } from '../../reading/text/cut-text.ts'
import { hearSeat, type Round } from '../hear-panel.ts'

/**
 * Decides which rejects stand: those whose defect a second reviewer names, too; of two seats, those that the author does
 * not rebut. All others count as a request for changes.
 */
export async function settleRejects<Said extends Verdict>(
  round: Round,
  reviewed: Array<ReviewedText<Said>>,
): Promise<Said[]> {
  const findings =
    round.run.seats.length === 2
      ? await hearRebuttals(round, reviewed)
      : await confirmRejects(round, reviewed)
  return reviewed.flatMap((text) => text.said.map((one) => ({ ...one, ...findings.get(one) })))
}

/** A text with what its reviewers say of it. */
interface ReviewedText<Said extends Verdict = Verdict> extends Pick<Draft, 'text' | 'notes' | 'authors'> {
  said: Said[]
}

/** What was found out about rejects: that they stand, or what the author says against them. */
type Findings = Map<Verdict, { counted: 'reject' } | { rebuttal: string }>

/** That a reject stands. */
const STANDS = { counted: 'reject' } as const

/** Whether a verdict is a reject that can stand: nobody can check one that names no defect. */
function canStand({ verdict, defect }: Verdict): boolean {
  return verdict === 'reject' && defect !== ''
}

const UNREAD =
  'No model could read whether two reviewers name the same defect, so their rejects count as amend.'
const CUT =
  'The drafts were too long for one prompt; whoever read their reviews saw only the beginning of some.'

/** Lets a reader say which reviewers name the same defect, where one of them rejects the text and another names one, too. */
async function confirmRejects({ run, iteration }: Round, reviewed: ReviewedText[]): Promise<Findings> {
  const criticised = reviewed
    .map(({ text, said }) => ({ text, naming: said.filter(namesDefect) }))
    .filter(({ naming }) => naming.length > 1 && naming.some(canStand))
  if (criticised.length === 0) return new Map()

  const room = Math.floor(MOST_CHARACTERS / criticised.length)
  const drafts = criticised.map(({ text, naming }, place): CriticisedDraft => {
    const label = textLabel(place)
    const defects = naming.map(({ defect }, index) => ({ label: `${label}${index + 1}`, text: defect }))
    return { label, text: cutText(text, room), defects }
  })
  const brief = { phase: 'reading', task: 'match-defects', ...askedOf(run.request), drafts } as const
  const { reading } = await askReader(run, brief, (text) => readSameDefects(text, drafts), {
    iteration,
  })
  const shared = new Set(reading?.filter((same) => new Set(same).size > 1).flat())
  const confirmed = criticised.flatMap(({ naming }, place) =>
    naming.filter((one, index) => canStand(one) && shared.has(drafts[place]!.defects[index]!.label)),
  )
  if (reading === null) run.warn([UNREAD])
  if (criticised.some(({ text }) => text.length > room)) run.warn([CUT])
  return new Map(confirmed.map((one: Verdict) => [one, STANDS]))
}

function namesDefect({ verdict, defect }: Verdict): boolean {
  return verdict !== 'accept' && defect !== ''
}

/** Asks the authors of rejected texts whether the reviewer is right. A reject that nobody rebuts stands, whatever the reason. */
async function hearRebuttals(round: Round, reviewed: ReviewedText[]): Promise<Findings> {
  const { run, iteration } = round
  const rejected = reviewed.flatMap(({ said, ...text }) =>
    said.filter(canStand).map((reject) => ({ ...text, reject })),
  )
  const mayAsk = run.affords(rejected.length)
  const hearings = await Promise.all(
    (mayAsk ? rejected : []).map(({ text: draft, notes, authors, reject: { defect } }) => {
      const author = run.seats.find(({ key }) => authors.includes(key))!
      const brief = { phase: 'rebuttal', ...askedOf(run.request), draft, notes, defect } as const
      return hearSeat(author, brief, round, readRebuttal)
    }),
  )
  run.spend({ phase: iteration === 2 ? 'review' : 'revision', iteration }, hearings)
  return new Map(
    rejected.map(({ reject }, place) => {
      const rebuttal = hearings[place]?.reply?.rebuttal ?? null
      return [reject, rebuttal === null ? STANDS : { rebuttal }]
    }),
  )
}
