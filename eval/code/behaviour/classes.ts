import type { ProgramRun, TrialOutcome } from './code-port.ts'
import type { PlannedTrial } from './trials.ts'

/** Drafts that behave the same on every trial that counts. */
export interface BehaviourClass {
  /** The places of the drafts, those with the most votes first. */
  drafts: number[]
  /** The sum of their votes. */
  votes: number
  /** The places of the trials whose stated outcome they give. */
  passed: number[]
  /** Where they differ from the winner, the shortest inputs first. */
  differs: Array<{ trial: number; outcome: TrialOutcome; instead: TrialOutcome }>
}

export interface Behaviour {
  /** The winner first: by how many stated outcomes they give, their votes, and how far the other drafts agree with them. */
  classes: BehaviourClass[]
  /** How many classes share the first place: 1 where one wins, 0 where no draft could be run. */
  tied: number
  /** The places of the trials that count, and of those among them whose outcome the question states. */
  valid: number[]
  stated: number[]
  /** What happened, in a sentence. */
  summary: string
}

const MOST_DIFFERENCES = 3

/**
 * What drafts do on the same trials. Each was run twice: where it then does something else, the trial says nothing. A
 * trial on which most drafts raise or are stopped is no input of this program, unless the question states its outcome.
 */
export function behaviourOf(
  planned: PlannedTrial[],
  [runs, again]: [ProgramRun[], ProgramRun[]],
  votes: number[],
): Behaviour {
  const ran = runs.flatMap(({ outcomes, problem }, draft) =>
    problem === null && again[draft]!.problem === null ? [{ draft, outcomes }] : [],
  )
  const agrees = (one: TrialOutcome[], other: TrialOutcome[], place: number) =>
    isSame(one[place]!, other[place]!, planned[place]!)
  const valid = [...planned.keys()].filter((place) => {
    const isStable = ran.every(({ outcomes, draft }) => agrees(outcomes, again[draft]!.outcomes, place))
    const failing = ran.filter(({ outcomes }) => outcomes[place]!.kind !== 'value')
    return isStable && (planned[place]!.expected !== null || failing.length * 2 <= ran.length)
  })
  const stated = valid.filter((place) => planned[place]!.expected !== null)

  const groups: Array<typeof ran> = []
  for (const one of ran) {
    const alike = groups.find(([first]) =>
      valid.every((place) => agrees(one.outcomes, first!.outcomes, place)),
    )
    if (alike === undefined) groups.push([one])
    else alike.push(one)
  }
  const ranked = groups
    .map((members) => {
      const { outcomes } = members[0]!
      const drafts = members.map(({ draft }) => draft).sort((one, other) => votes[other]! - votes[one]!)
      const passed = stated.filter((place) => {
        const trial = planned[place]!
        return isSame(asWritten(outcomes[place]!), asWritten(trial.expected!), trial)
      })
      const agreement = sum(
        ran.map(
          (other) =>
            votes[other.draft]! * valid.filter((place) => agrees(outcomes, other.outcomes, place)).length,
        ),
      )
      return { drafts, passed, agreement, outcomes, votes: sum(drafts.map((draft) => votes[draft]!)) }
    })
    .sort(compareClasses)
  const [winner] = ranked
  const classes = ranked.map(({ outcomes, agreement, ...one }): BehaviourClass => {
    const differs = valid
      .filter((place) => !agrees(outcomes, winner!.outcomes, place))
      .map((place) => ({ trial: place, outcome: outcomes[place]!, instead: winner!.outcomes[place]! }))
      .sort((left, right) => inputOf(planned[left.trial]!).length - inputOf(planned[right.trial]!).length)
    return { ...one, differs: differs.slice(0, MOST_DIFFERENCES) }
  })
  const tied = ranked.filter((one) => compareClasses(one, winner!) === 0).length
  const behaviour = { classes, tied, valid, stated }
  return { ...behaviour, summary: summaryOf(planned, behaviour, runs.length) }
}

type Ranked = Pick<BehaviourClass, 'passed' | 'votes'> & { agreement: number }

function compareClasses(one: Ranked, other: Ranked): number {
  const differences = [
    other.passed.length - one.passed.length,
    other.votes - one.votes,
    other.agreement - one.agreement,
  ]
  return differences.find((difference) => Math.abs(difference) > 1e-9) ?? 0
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const TOLERANCE = 1e-6
/** Longer values are the same only where they are written the same. */
const LONGEST_COMPARED = 3_000
/** The parts of each outcome, which is compared with many others. */
const split = new WeakMap<TrialOutcome, string[]>()
const PART = /"(?:[^"\\]|\\[\s\S])*"?|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|[^\s"\d]/gi
const PRINTED = /[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|\D/gi

/** Whether two outcomes are the same, floats to a tolerance; of what is printed, blanks at the ends of lines do not count. */
function isSame(one: TrialOutcome, other: TrialOutcome, { trial }: PlannedTrial): boolean {
  if (one.kind !== 'value' || other.kind !== 'value') return JSON.stringify(one) === JSON.stringify(other)
  if (one.value === other.value) return true
  if (Math.max(one.value.length, other.value.length) > LONGEST_COMPARED) return false
  const [left, right] = [one, other].map((outcome) => {
    const known = split.get(outcome)
    if (known !== undefined) return known
    const lines = outcome.value.trimEnd().split('\n')
    const parts: string[] =
      trial.kind === 'stdin'
        ? lines.flatMap((line) => [...(line.trimEnd().match(PRINTED) ?? []), '\n'])
        : (outcome.value.match(PART) ?? [])
    split.set(outcome, parts)
    return parts
  })
  return left!.length === right!.length && left!.every((part, place) => isSamePart(part, right![place]!))
}

function isSamePart(one: string, other: string): boolean {
  if (one === other) return true
  const [left, right] = [Number(one), Number(other)]
  const isFloat = /[.e]/i.test(one + other)
  return isFloat && Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right))
}

/** An outcome as questions write it, which do not tell lists from tuples. */
function asWritten(outcome: TrialOutcome): TrialOutcome {
  if (outcome.kind !== 'value') return outcome
  const parts = outcome.value.match(PART_OR_BLANK) ?? []
  return { kind: 'value', value: parts.map((part) => ({ '(': '[', ')': ']' })[part] ?? part).join('') }
}

const PART_OR_BLANK = /"(?:[^"\\]|\\[\s\S])*"?|[^"]/g
const ORDINALS = [
  '',
  '',
  'second',
  'third',
  'fourth',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
]
const LONGEST_SHOWN = 60

function summaryOf(
  planned: PlannedTrial[],
  { classes, tied, valid, stated }: Omit<Behaviour, 'summary'>,
  whole: number,
): string {
  const [winner, next] = classes
  if (winner === undefined) return 'None of the drafts can be run.'
  if (valid.length === 0)
    return 'No input says what the drafts do: on each, most of them raise or give no lasting result.'
  const alike = winner.drafts.length
  const different = sum(classes.map(({ drafts }) => drafts.length)) - alike
  const broken = whole - alike - different
  const who =
    alike < whole || whole === 1
      ? `${alike} of ${count(whole, 'draft')}`
      : whole === 2
        ? 'Both drafts'
        : `All ${whole} drafts`
  const how = alike > 1 ? 'behave the same' : different > 0 ? 'stands alone' : 'runs'
  const passes = `${alike > 1 ? 'pass' : 'passes'} ${winner.passed.length < stated.length ? `${winner.passed.length} of ` : ''}`
  const examples = ['', 'the example', 'both examples'][stated.length] ?? `all ${stated.length} examples`
  const passing = winner.passed.length < stated.length ? count(stated.length, 'example') : examples
  const parts = [
    `${tied > 1 ? 'It is a tie: ' : ''}${who} ${how} on ${count(valid.length, 'input')}${stated.length > 0 ? ` and ${passes}${passing}` : ''}`,
  ]
  // The only one that is left has a number: of five drafts, the fifth.
  const last =
    alike + 1 === whole && alike > 1
      ? `the ${ORDINALS[whole] ?? 'last'}`
      : alike + 1 === whole
        ? 'the other'
        : null
  const [difference] = next?.differs ?? []
  if (difference !== undefined) {
    const subject = different === 1 ? `${last ?? 'another'} differs` : `${different} others differ, one`
    const { trial, outcome, instead } = difference
    parts.push(
      `${subject} on ${cut(inputOf(planned[trial]!))}: ${shown(outcome)} instead of ${shown(instead)}`,
    )
  }
  if (broken > 0) parts.push(`${broken === 1 ? `${last ?? 'one'} does` : `${broken} do`} not run`)
  return `${parts.join('; ')}.`
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`
}

function inputOf({ trial }: PlannedTrial): string {
  return trial.kind === 'call' ? trial.expression : trial.kind === 'stdin' ? trial.input : trial.setup
}

function shown(outcome: TrialOutcome): string {
  if (outcome.kind === 'raised') return outcome.error
  return outcome.kind === 'stopped' ? `no end (${outcome.why})` : cut(outcome.value) || 'nothing'
}

function cut(text: string): string {
  const line = text
    .trim()
    .slice(0, 10 * LONGEST_SHOWN)
    .replace(/\s+/g, ' ')
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line
}
