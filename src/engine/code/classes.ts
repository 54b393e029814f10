import type { ProgramRun, TrialOutcome } from './code-port.ts'
import type { PlannedTrial } from './trials.ts'

/** Drafts that behave the same on every valid trial. */
export interface BehaviourClass {
  /** The places of the drafts, those with the most votes first. */
  drafts: number[]
  /** The sum of their votes. */
  votes: number
  /** The places of the trials whose stated outcome they give. */
  passed: number[]
  /** The first trials on which they differ from the winner, the shortest first. */
  differs: Array<{ trial: number; outcome: TrialOutcome; instead: TrialOutcome }>
}

export interface Behaviour {
  /** The winner first, then by what they pass, their votes and how far the other drafts agree with them. */
  classes: BehaviourClass[]
  /** How many classes share the first place: 1 where one wins, 0 where no draft could be run. */
  tied: number
  /** The places of the trials that count. */
  valid: number[]
  /** The places of the trials that count and whose outcome the question states. */
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
  runs: [ProgramRun[], ProgramRun[]],
  votes: number[],
): Behaviour {
  const [first, second] = runs
  const all = first.map((run, draft) => ({ draft, outcomes: run.outcomes, again: second[draft]!.outcomes }))
  const ran = all.filter(({ draft }) => first[draft]!.problem === null && second[draft]!.problem === null)
  const valid = planned.flatMap(({ trial, expected }, place) => {
    const isStable = ran.every(
      ({ outcomes, again }) =>
        outcomes[place] !== undefined &&
        (outcomes[place].kind === 'stopped' || isSame(outcomes[place], again[place], trial.kind === 'stdin')),
    )
    const failing = ran.filter(({ outcomes }) => outcomes[place]?.kind !== 'value').length
    return isStable && (expected !== null || failing * 2 <= ran.length) ? [place] : []
  })
  const stated = valid.filter((place) => planned[place]!.expected !== null)
  const agrees = (one: TrialOutcome[], other: TrialOutcome[], place: number) =>
    isSame(one[place], other[place], planned[place]!.trial.kind === 'stdin')

  const groups: Array<typeof ran> = []
  for (const one of ran) {
    const alike = groups.find(([other]) =>
      valid.every((place) => agrees(one.outcomes, other!.outcomes, place)),
    )
    if (alike === undefined) groups.push([one])
    else alike.push(one)
  }
  const ranked = groups
    .map((members) => {
      const { outcomes } = members[0]!
      const passed = stated.filter((place) => {
        const { trial, expected } = planned[place]!
        return isSame(loose(outcomes[place]!), loose(expected!), trial.kind === 'stdin')
      })
      const agreement = ran.reduce(
        (sum, other) =>
          sum + votes[other.draft]! * valid.filter((place) => agrees(outcomes, other.outcomes, place)).length,
        0,
      )
      const drafts = members.map(({ draft }) => draft).sort((one, other) => votes[other]! - votes[one]!)
      return {
        drafts,
        votes: drafts.reduce((sum, draft) => sum + votes[draft]!, 0),
        passed,
        agreement,
        outcomes,
      }
    })
    .sort(compareClasses)
  const [winner] = ranked
  const classes = ranked.map(({ drafts, votes, passed, outcomes }): BehaviourClass => {
    const differs = valid
      .filter((place) => !agrees(outcomes, winner!.outcomes, place))
      .map((place) => ({ trial: place, outcome: outcomes[place]!, instead: winner!.outcomes[place]! }))
      .sort((one, other) => inputOf(planned[one.trial]!).length - inputOf(planned[other.trial]!).length)
    return { drafts, votes, passed, differs: differs.slice(0, MOST_DIFFERENCES) }
  })
  const tied = ranked.filter((one) => compareClasses(one, winner!) === 0).length
  const summary = summaryOf(planned, { classes, tied, valid, stated }, first)
  return { classes, tied, valid, stated, summary }
}

type Ranked = Pick<BehaviourClass, 'passed' | 'votes'> & { agreement: number }

function compareClasses(one: Ranked, other: Ranked): number {
  const difference = other.votes - one.votes
  const closer = other.agreement - one.agreement
  return (
    other.passed.length - one.passed.length ||
    (Math.abs(difference) > 1e-9 ? difference : Math.abs(closer) > 1e-9 ? closer : 0)
  )
}

const TOLERANCE = 1e-6
const PART = /"(?:[^"\\]|\\[\s\S])*"?|[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|[^\s"\d]/gi
const BLANKS_AT_END = /[^\S\n]+\n/g
const PRINTED = /[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?|[^\S\n]+|[^\d]/gi

/** Whether two outcomes are the same, floats to a tolerance; of what is printed, blanks at the end of a line do not count. */
function isSame(one: TrialOutcome | undefined, other: TrialOutcome | undefined, isPrinted: boolean): boolean {
  if (one?.kind !== 'value' || other?.kind !== 'value') return JSON.stringify(one) === JSON.stringify(other)
  if (one.value === other.value) return true
  const partsOf = ({ value }: { value: string }): string[] =>
    (isPrinted ? value.trimEnd().replace(BLANKS_AT_END, '\n').match(PRINTED) : value.match(PART)) ?? []
  const [left, right] = [partsOf(one), partsOf(other)]
  return left.length === right.length && left.every((part, place) => isSamePart(part, right[place]!))
}

function isSamePart(one: string, other: string): boolean {
  if (one === other) return true
  const [left, right] = [Number(one), Number(other)]
  const isFloat = /[.e]/i.test(one + other)
  return isFloat && Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right))
}

/** An outcome as questions write it, who do not tell lists from tuples. */
function loose(outcome: TrialOutcome): TrialOutcome {
  if (outcome.kind !== 'value') return outcome
  const value = outcome.value.replace(/"(?:[^"\\]|\\[\s\S])*"?|[()]/g, (part) =>
    part === '(' ? '[' : part === ')' ? ']' : part,
  )
  return { kind: 'value', value }
}

const ORDINALS = 'first second third fourth fifth sixth seventh eighth ninth tenth'.split(' ')
const LONGEST_SHOWN = 60

function summaryOf(
  planned: PlannedTrial[],
  { classes, tied, valid, stated }: Omit<Behaviour, 'summary'>,
  runs: ProgramRun[],
): string {
  const [winner, next] = classes
  const broken = runs.filter(({ problem }) => problem !== null).length
  if (winner === undefined)
    return runs.length === 1 ? 'The draft does not run.' : `None of the ${runs.length} drafts runs.`
  const alike = winner.drafts.length
  const whole = runs.length
  const who =
    alike === 1
      ? `${tied > 1 ? 'No two' : 'One'} of ${count(whole, 'draft')} ${tied > 1 ? 'behave' : 'behaves as chosen'}`
      : `${alike === whole ? `${whole === 2 ? 'Both' : `All ${whole}`}` : `${alike} of ${whole}`} drafts behave`
  const parts = [
    `${who}${alike === 1 && tied === 1 ? '' : ' the same'} on ${count(valid.length, 'input')}${passing(winner.passed.length, stated.length, alike)}`,
  ]
  const [difference] = next?.differs ?? []
  if (difference !== undefined) {
    const others = whole - alike - broken
    const subject =
      others > 1
        ? `${others === 2 ? 'two others' : `${others} others`} differ, one`
        : whole <= 10 && alike + 1 === whole
          ? `the ${ORDINALS[whole - 1]} differs`
          : 'another differs'
    parts.push(
      `${subject} on ${cut(inputOf(planned[difference.trial]!))}: ${shown(difference.outcome)} instead of ${shown(difference.instead)}`,
    )
  }
  if (broken > 0) parts.push(`${broken === 1 ? 'one does' : `${broken} do`} not run`)
  return `${parts.join('; ')}.`
}

function passing(passed: number, stated: number, alike: number): string {
  const verb = alike === 1 ? 'passes' : 'pass'
  if (stated === 0) return ''
  if (passed < stated) return ` and ${verb} ${passed} of ${count(stated, 'example')}`
  return ` and ${verb} ${stated === 1 ? 'the example' : stated === 2 ? 'both examples' : `all ${stated} examples`}`
}

function count(many: number, what: string): string {
  return `${many} ${what}${many === 1 ? '' : 's'}`
}

function inputOf({ trial }: PlannedTrial): string {
  return trial.kind === 'call' ? trial.expression : trial.kind === 'stdin' ? trial.input : trial.setup
}

function shown(outcome: TrialOutcome): string {
  if (outcome.kind === 'raised') return outcome.error
  return outcome.kind === 'stopped' ? `no end (${outcome.why})` : cut(outcome.value)
}

function cut(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ')
  return line.length > LONGEST_SHOWN ? `${line.slice(0, LONGEST_SHOWN)}…` : line
}
