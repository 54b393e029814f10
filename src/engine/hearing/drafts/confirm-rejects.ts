import type { Run } from '../../deliberation.ts'
import type { Verdict } from '../../measure/drafts/draft.ts'
import type { Spiral } from '../../measure/spiral.ts'
import { askedOf } from '../../panel/asked.ts'
import type { CriticisedDraft } from '../../panel/brief.ts'
import { textLabel } from '../../prompt/labels.ts'
import { MOST_CHARACTERS } from '../../prompt/show-texts.ts'
import { askReader } from '../../reader/ask-reader.ts'
import { readSameDefects } from '../../reader/read-same-defects.ts'
import { cutText } from '../../reading/text/cut-text.ts'
import { canStand, type Findings, type ReviewedText, STANDS } from './reviewed-text.ts'

const UNREAD =
  'No model could read whether two reviewers name the same defect, so their rejects count as amend.'
const CUT =
  'The drafts were too long for one prompt; whoever read their reviews saw only the beginning of some.'

/** Lets a reader say which reviewers name the same defect, where one of them rejects the text and another names one, too. */
export async function confirmRejects(run: Run, before: Spiral, reviewed: ReviewedText[]): Promise<Findings> {
  const criticised = reviewed
    .map(({ text, said }) => ({ text, naming: said.filter(namesDefect) }))
    .filter(({ naming }) => naming.length > 1 && naming.some(canStand))
  if (criticised.length === 0) return { findings: new Map(), spiral: before }

  const room = Math.floor(MOST_CHARACTERS / criticised.length)
  const drafts = criticised.map(({ text, naming }, place): CriticisedDraft => {
    const label = textLabel(place)
    const defects = naming.map(({ defect }, index) => ({ label: `${label}${index + 1}`, text: defect }))
    return { label, text: cutText(text, room), defects }
  })
  const brief = { phase: 'reading', task: 'match-defects', ...askedOf(run.request), drafts } as const
  const { reading, spiral } = await askReader(run, before, brief, (text) => readSameDefects(text, drafts), {
    iteration: before.entries.length + 1,
  })
  const shared = new Set(reading?.filter((same) => new Set(same).size > 1).flat())
  const confirmed = criticised.flatMap(({ naming }, place) =>
    naming.filter((one, index) => canStand(one) && shared.has(drafts[place]!.defects[index]!.label)),
  )
  return {
    findings: new Map(confirmed.map((one: Verdict) => [one, STANDS])),
    spiral: withWarnings(spiral, [
      ...(reading === null ? [UNREAD] : []),
      ...(criticised.some(({ text }) => text.length > room) ? [CUT] : []),
    ]),
  }
}

function namesDefect({ verdict, defect }: Verdict): boolean {
  return verdict !== 'accept' && defect !== ''
}

function withWarnings(spiral: Spiral, warnings: string[]): Spiral {
  if (warnings.length === 0) return spiral
  return { ...spiral, readingWarnings: [...new Set([...(spiral.readingWarnings ?? []), ...warnings])] }
}
