import { parseJson } from '../../contract/json-text.ts'
import { passes } from '../../utils/passes.ts'
import type { Run } from '../deliberation.ts'
import { asText, type CodeRun, codeRunOf, inputOf } from '../measure/behaviour.ts'
import type { Draft } from '../measure/drafts.ts'
import type { ShownRun, ShownText } from '../panel/brief.ts'
import type { CodeLanguage, ProgramPort, Trial } from '../panel/code-port.ts'
import { askedOf } from '../prompt/material.ts'
import { askReader } from '../reader/ask-model.ts'
import { codeOf, languageOf, programWith } from '../reading/program-of.ts'
import { type ListedTrials, readTrials } from '../reading/read-trials.ts'
import { cutText } from '../reading/reply-text.ts'

const BROKEN = 'The drafts could not be run, because the sandbox failed.'
const NO_PLACE = 'Programs are not run here'
const TOLD_NOTHING =
  'On every input most of the drafts failed, did not end or did not do the same twice, so they were only reviewed.'
const UNREAD = 'No model could say what to try on the drafts, so they were only reviewed.'
const NOT_ALONE = 'A model says that the drafts cannot be run by themselves, so they were only reviewed.'

/** Runs drafts that are code on inputs that a reader lists; null where there is nothing to run, with a warning if it is code. */
export async function runDrafts(run: Run, drafts: Draft[]): Promise<CodeRun | null> {
  const ran = await unlessBroken(run, () => runAll(run, drafts))
  if (typeof ran !== 'string') return ran
  run.warn([ran])
  return null
}

/** What drafts did, or why they are not run; null where none is code. */
async function runAll(run: Run, drafts: Draft[]): Promise<CodeRun | string | null> {
  const codes = drafts.map(({ text, isCut }) => (isCut ? null : codeOf(text)))
  const leading = codes.find((code) => code !== null)
  if (leading === undefined || run.request.format !== undefined) return null
  const reason = reasonAgainst(run, leading.tag)
  if (reason !== null) return reason
  const task = { phase: 'reading', task: 'list-inputs' } as const
  const brief = { ...task, ...askedOf(run.request), program: leading.code }
  run.listed ??= (await askReader(run, brief, (text) => readTrials(text, toldIn(run)))).reading
  if (run.listed === null) return UNREAD
  const { language, called } = run.listed
  if (language === null) return NOT_ALONE
  const why = reasonAgainst(run, language)
  if (why !== null) return why
  const port = run.ports.programs!
  const inputs = await withOutcomes(port, language, run.listed, run.signal)
  const programs = codes.map((code) => code && programWith(code.code, language, called))
  const code = await runTwice(port, { language, called, inputs }, programs, run.signal)
  return code.inputs.length > 0 && code.outcomes.some((all) => all !== null) ? code : TOLD_NOTHING
}

/** Everything that the caller told: results may be stated earlier in the conversation, or in a document. */
function toldIn({ request: { query, background } }: Run): string {
  const { history = [], documents = [] } = background ?? {}
  return [query, ...[...history, ...documents].map(({ text }) => text)].join('\n')
}

/** What is found out by running; null, with a warning, where that breaks, and where the time is up. */
async function unlessBroken<Found>(run: Run, work: () => Promise<Found>): Promise<Found | null> {
  try {
    return await work()
  } catch {
    if (!run.signal.aborted) run.warn([BROKEN])
    return null
  }
}

/** Why drafts in the language of a tag are not run; null where they are, or where only a reader can tell. */
function reasonAgainst({ ports: { programs } }: Run, tag: string): string | null {
  const language = languageOf(tag)
  if (language === null && tag !== '') return `Drafts in ${tag} are not run, so they were only reviewed.`
  const why = programs === undefined ? NO_PLACE : language && programs.whyNot(language)
  return why && `${why.replace(/\.$/, '')}, so the drafts were only reviewed.`
}

/** What is to be tried, with the outcomes that the question states as the sandbox writes them. */
async function withOutcomes(
  { run }: ProgramPort,
  language: CodeLanguage,
  { trials }: ListedTrials,
  signal: AbortSignal,
): Promise<CodeRun['inputs']> {
  const stated = trials.flatMap(({ trial, expected }) =>
    expected !== null && isEvaluated(trial, expected) ? [expected] : [],
  )
  const calls = stated.map((expression): Trial => ({ kind: 'call', expression }))
  const [values] = stated.length === 0 ? [] : await run(language, [''], calls, { signal, turn: 0 })
  return trials.map(({ trial, expected }) => {
    if (expected === null || !isEvaluated(trial, expected))
      return { trial, expected: expected && plain(trial, expected) }
    const value = values?.outcomes[stated.indexOf(expected)]
    return { trial, expected: value?.kind === 'value' ? asText(value) : null }
  })
}

const NO_PROGRAM = { outcomes: [], problem: 'This draft is no program.' }
const RAISES = /^raises \w{1,80}$/

function isEvaluated(trial: Trial, expected: string): boolean {
  return trial.kind === 'call' && !RAISES.test(expected)
}

/** What is printed or raised as it is said, and rows as JSON. */
function plain({ kind }: Trial, expected: string): string | null {
  const rows = kind === 'query' ? parseJson(expected) : null
  if (rows === undefined) return null
  return asText({ kind: 'value', value: rows === null ? expected : JSON.stringify(rows) })
}

async function runTwice(
  { run }: ProgramPort,
  tried: Pick<CodeRun, 'language' | 'called' | 'inputs'>,
  programs: Array<string | null>,
  signal: AbortSignal,
): Promise<CodeRun> {
  const trials = tried.inputs.map(({ trial }) => trial)
  const whole = programs.filter((program) => program !== null)
  const runs = [0, 1].map(async (turn) => {
    const ran = await run(tried.language, whole, trials, { signal, turn })
    return programs.map((program) => (program === null ? NO_PROGRAM : ran.shift()!))
  })
  const [first, again] = await Promise.all(runs)
  return codeRunOf(tried, [first!, again!])
}

/** What a new version of a draft does on the same inputs; null where it cannot be run. */
export function runRevised(run: Run, { language, called, inputs }: CodeRun, text: string) {
  const code = codeOf(text)?.code
  const { programs } = run.ports
  if (code === undefined || programs === undefined) return null
  return unlessBroken(run, async () => {
    const trials = inputs.map(({ trial }) => trial)
    const how = { signal: run.signal, turn: 0 }
    const [ran] = await programs.run(language, [programWith(code, language, called)], trials, how)
    const isWhole = ran!.problem === null && ran!.outcomes.length === trials.length
    return isWhole ? ran!.outcomes.map(asText) : null
  })
}

const MOST_SHOWN = 6
const LONGEST_SHOWN = 400

/** What a reviewer is shown of the runs: the shortest inputs on which drafts differ or miss what the question states. */
export function runsFor(
  { inputs, outcomes }: CodeRun,
  drafts: Draft[],
  { shown, seat }: { shown: ShownText[]; seat: string },
): ShownRun[] {
  const named = drafts.flatMap(({ text, authors }, place) => {
    const label =
      shown.find((one) => one.text === text)?.label ?? (authors.includes(seat) ? 'Your own draft' : null)
    const all = outcomes[place]
    return label === null || all == null ? [] : [{ label, all }]
  })
  const telling = inputs.flatMap(({ trial, expected }, input) => {
    const [first, ...others] = named.map(({ all }) => all[input]!)
    if (
      first === undefined ||
      (others.every((one) => one === first) && (expected === null || passes(first, expected)))
    )
      return []
    const text = (whole: string) => cutText(whole, LONGEST_SHOWN)
    return {
      input: text(inputOf(trial)),
      expected: expected && text(expected),
      outcomes: named.map(({ label, all }) => ({ label, text: text(all[input]!) || 'nothing' })),
    }
  })
  return telling.sort((one, other) => one.input.length - other.input.length).slice(0, MOST_SHOWN)
}
