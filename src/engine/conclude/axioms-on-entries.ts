import { type Anchor, LEVELS } from '../../contract/axiom.ts'
import { type ReadSupport, SUPPORTED } from '../measure/claims/bearing.ts'
import type { Ledger, LedgerEntry } from '../measure/claims/ledger.ts'
import { measureOtherwise } from '../measure/claims/other-number.ts'
import type { FindAnchors } from '../prompt/gather-anchors.ts'

/** The most entries that axioms are searched for, central ones first. */
const MOST_ENTRIES = 24
const MOST_AXIOMS = 12
/** The minimum relevance for an axiom to bear on an entry. */
const HIGHLY_RELEVANT = 0.9
/**
 * From this probability on an axiom contradicts an entry. Whoever relies on axioms relies on this reading: on labelled
 * pairs that are not adversarial 99 of 100 that are read as contradicted so surely are (docs/evaluation.md).
 */
const SURELY_CONTRADICTED = 0.93

interface AxiomSearch {
  findAnchors: FindAnchors
  readSupport: ReadSupport
  /** The axioms of the run so far. */
  known: Anchor[]
}

/**
 * Finds the highly relevant axioms that support or contradict an entry, and adds them to those of the run. An entry that
 * an axiom contradicts is disputed, with the axiom as the reason.
 */
export async function axiomsOnEntries(
  ledger: Ledger,
  { findAnchors, readSupport, known }: AxiomSearch,
): Promise<{ ledger: Ledger; anchors: Anchor[] }> {
  const searched = centralFirst(ledger.entries).slice(0, MOST_ENTRIES)
  if (searched.length === 0) return { ledger, anchors: known }
  const texts = searched.map(({ text }) => text)
  const found = await findAnchors({ levels: LEVELS, texts, limit: MOST_AXIOMS })
  const relevant = found.filter(({ relevance }) => relevance >= HIGHLY_RELEVANT)
  if (relevant.length === 0) return { ledger, anchors: known }
  const bearings = await readSupport(
    texts,
    relevant.map(({ axiom }) => axiom),
  )
  const bearing = new Set<string>()
  const entries = ledger.entries.map((entry) => {
    const row = bearings[searched.indexOf(entry)]
    if (row === undefined) return entry
    const pick = (bears: (place: number) => boolean) =>
      relevant.filter((_, place) => bears(place)).map(({ id }) => id)
    const isContrary = (place: number) =>
      row[place]!.contradicts >= SURELY_CONTRADICTED || measureOtherwise(entry.text, relevant[place]!.axiom)
    const contrary = pick(isContrary)
    const axioms = pick((place) => row[place]!.supports >= SUPPORTED && !isContrary(place))
    for (const id of [...contrary, ...axioms]) bearing.add(id)
    return { ...entry, axioms, contrary }
  })
  for (const { id } of known) bearing.delete(id)
  return {
    ledger: { ...ledger, entries },
    anchors: [...known, ...relevant.filter(({ id }) => bearing.has(id))],
  }
}

function centralFirst(entries: LedgerEntry[]): LedgerEntry[] {
  return [...entries].sort((one, other) => Number(other.isCentral) - Number(one.isCentral))
}
