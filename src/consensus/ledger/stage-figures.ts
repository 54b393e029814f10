import type { LedgerRow, Stage } from './run-ledger.ts'

/** How the first stage of a panel has done so far. */
type StageFigures = ReturnType<typeof figuresFrom>

export type StagedPanel = Pick<Stage, 'first' | 'others'>

/** Identifies a panel, whatever the order of its models. */
function stagedKey(panel: StagedPanel): string {
  const before = keys.get(panel)
  if (before !== undefined) return before
  const key = JSON.stringify([panel.first.toSorted(), panel.others.toSorted()])
  keys.set(panel, key)
  return key
}

const keys = new WeakMap<StagedPanel, string>()

/** The same rows are looked at before every run. */
const known = new WeakMap<LedgerRow[], Map<string, StageFigures>>()

/** The figures of a panel from the runs of a scope; computed once for a list of rows, which must not change. */
export function stageFigures(rows: LedgerRow[], panel: StagedPanel): StageFigures {
  const key = stagedKey(panel)
  const ofRows = known.get(rows) ?? new Map<string, StageFigures>()
  const figures = ofRows.get(key) ?? figuresFrom(rows, key)
  known.set(rows, ofRows.set(key, figures))
  return figures
}

function figuresFrom(rows: LedgerRow[], key: string) {
  const own = rows.flatMap(({ stage, ...row }) =>
    stage !== undefined && stagedKey(stage) === key ? [{ ...row, stage }] : [],
  )
  const audited = new Set(own.filter(({ stage }) => stage.isAudit).map(({ id }) => id))
  const audits = own.flatMap((row) => {
    const agreed = row.stage.agreed ?? (audited.has(auditId(row.id)) ? null : verdictOn(row))
    return agreed === null || row.stage.promised === null ? [] : [{ agreed, promised: row.stage.promised }]
  })
  const promised = audits.reduce((sum, audit) => sum + audit.promised, 0)
  return {
    /** How many of its answers were compared with those of all models or with a verdict, and how many agreed with them. */
    audited: audits.length,
    agreed: audits.filter(({ agreed }) => agreed).length,
    /** How sure it was of the answers that were compared, on average; null without any. */
    promised: audits.length === 0 ? null : promised / audits.length,
  }
}

/** The id under which the audit of a run is recorded. */
export function auditId(id: string): string {
  return `${id}/audit`
}

/** What callers say of an answer of the first stage that stood; null where they say nothing. */
function verdictOn({ ballots, stage }: LedgerRow): boolean | null {
  return stage?.accepted ? (ballots.find(({ group }) => group === 0)?.right ?? null) : null
}

/** With fewer audits nothing is concluded from them. */
const ENOUGH_AUDITS = 20
/** The width of a one-sided 95% interval in standard deviations. */
const NINETY_FIVE = 1.645

/**
 * The confidence that a first stage needs: what is asked for, and more where it agreed with all models clearly less often
 * than it promised – by as much as it fell short.
 */
export function raisedEnough(enough: number, { audited, agreed, promised }: StageFigures): number {
  if (audited < ENOUGH_AUDITS || promised === null) return enough
  const share = agreed / audited
  if (highestShare(agreed, audited) >= promised) return enough
  return Math.min(1, Math.round((enough + promised - share) * 1_000) / 1_000)
}

/** The upper end of Wilson’s interval of a share. */
function highestShare(part: number, whole: number): number {
  const share = part / whole
  const square = NINETY_FIVE ** 2
  const spread = NINETY_FIVE * Math.sqrt((share * (1 - share)) / whole + square / (4 * whole ** 2))
  return (share + square / (2 * whole) + spread) / (1 + square / whole)
}
