import type { CodeLanguage, Trial, TrialOutcome } from './code-port.ts'
import { type Collection, type Literal, readLiteral, writeLiteral } from './literals.ts'
import { limitsOf, mutated, type Pick, picking } from './mutate.ts'
import { type Callable, callablesIn, type Program } from './program-of.ts'

/** A trial, and what the question says of it. */
export interface PlannedTrial {
  trial: Trial
  /** What the question says comes out; null where it does not say. */
  expected: TrialOutcome | null
}

const LONGEST_QUESTION = 30_000
const MOST_STATED = 12
const LONGEST_INPUT = 2_000
/** More tries than this for each trial to find another mutation are not made. */
const TRIES_PER_TRIAL = 6
/** Signs that a question says which inputs are possible. */
const STATES_LIMITS = /<=|≤|\\leq?\b/
/** Signs that a question accepts several outcomes, so that its example shows only one of them. */
const ACCEPTS_SEVERAL =
  /\bin any order\b|\bany of them\b|\bany (?:valid|correct) \w|\b(?:multiple|several) (?:possible |valid |correct )?(?:answers|solutions)\b/i

/** What to try on the drafts: the examples of the question, and about `most` inputs made from them. */
export function trialsFor(question: string, programs: Program[], most = 20): PlannedTrial[] {
  const asked = question.slice(0, LONGEST_QUESTION)
  const pick = picking(asked)
  const { language } = programs[0] ?? {}
  if (language === undefined) return []
  const readers = programs.filter(({ readsInput }) => readsInput)
  const isLimited = STATES_LIMITS.test(asked)
  const source =
    language === 'sql'
      ? queriesIn(asked, pick)
      : readers.length * 2 > programs.length
        ? samplesIn(asked, pick)
        : callsFor(asked, programs, { pick, isLimited })
  const planned = new Map<string, PlannedTrial>()
  for (const { trial, expected } of source.stated) {
    const key = JSON.stringify(trial)
    const said = ACCEPTS_SEVERAL.test(asked) ? null : expected
    planned.set(key, { trial, expected: planned.get(key)?.expected ?? said })
    if (planned.size === MOST_STATED) break
  }
  const whole = planned.size + most
  for (let left = most * TRIES_PER_TRIAL; left > 0 && planned.size < whole; left--) {
    const trial = source.another()
    const key = JSON.stringify(trial)
    if (trial !== null && key.length <= LONGEST_INPUT && !planned.has(key))
      planned.set(key, { trial, expected: null })
  }
  return [...planned.values()]
}

/** The trials that a question states, and a maker of others. */
interface Source {
  stated: PlannedTrial[]
  another: () => Trial | null
}

interface Call {
  target: Callable
  args: Literal[]
  expected: TrialOutcome | null
}

function callsFor(
  question: string,
  programs: Program[],
  { pick, isLimited }: { pick: Pick; isLimited: boolean },
): Source {
  const { language } = programs[0]!
  const targets = targetsOf(question, programs)
  const target = targets.at(-1)
  if (target === undefined) return { stated: [], another: () => null }
  const written = callsIn(question)
  const named = written.flatMap(({ name, ...call }) =>
    targets.filter((one) => one.name === name).map((one): Call => ({ target: one, ...call })),
  )
  const assigned = assignmentsIn(question, target)
  const others = written.filter(
    ({ args, expected }) => expected !== null && args.length === target.parameters.length,
  )
  const unnamed = assigned.length > 0 ? assigned : others
  const stated = named.length > 0 ? named : unnamed.map((call): Call => ({ ...call, target }))
  const guessed = Array.from({ length: stated.length > 0 ? 0 : 8 }, (): Call => {
    return { target, args: target.parameters.map(({ type }) => guess(type, pick)), expected: null }
  })
  const pool = [...stated, ...guessed]
  const limits = limitsOf(
    pool.flatMap(({ args }) => args),
    isLimited,
  )
  const trialOf = (call: Call): Trial => ({ kind: 'call', expression: expressionOf(call, language) })
  return {
    stated: pool.map((call) => ({ trial: trialOf(call), expected: call.expected })),
    another() {
      const { target: called, args } = pick(pool)
      if (args.length === 0) return null
      const place = pick([...args.keys()])
      const other = {
        target: called,
        args: args.with(place, mutated(args[place]!, pick, limits)),
        expected: null,
      }
      if (pool.length < 50) pool.push(other)
      return trialOf(other)
    },
  }
}

/** What is asked for: what most drafts define, by preference those that the question names, with its own type hints. */
function targetsOf(question: string, programs: Program[]): Callable[] {
  const asked = callablesIn(question, programs[0]!.language)
  const words = new Set(question.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu))
  const keyOf = ({ name, of }: Callable) => `${of}.${name}`
  const defined = programs.flatMap(({ callables }) => [
    ...new Map(callables.map((one) => [keyOf(one), one])).values(),
  ])
  const common = [...new Map(defined.map((one) => [keyOf(one), one])).values()]
    .filter((one) => defined.filter((other) => keyOf(other) === keyOf(one)).length * 2 > programs.length)
    .map(
      (one) => asked.find(({ name, of }) => name === one.name && (of === one.of || one.of === null)) ?? one,
    )
  const named = common.filter(({ name }) => words.has(name))
  return named.length > 0 ? named : common
}

function expressionOf({ target: { name, of }, args }: Call, language: CodeLanguage): string {
  const owner = of === null ? '' : language === 'python' ? `${of}().` : `new ${of}().`
  return `${owner}${name}(${args.map((one) => writeLiteral(one, language)).join(', ')})`
}

const CALL = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]{0,80}) ?\(/gu
const DEFINES = /\b(?:def|function) +$/
const NAMED = /\s{0,9}(?:[a-zA-Z_]\w{0,40} ?=(?!=))?/y
const NEXT = /\s{0,9}([,)])/y
/** What stands between a call and its outcome. */
const LEADS_TO =
  /[ \t`*);]{0,6}(?:,? ?(?:#|\/\/) ?)?(?:==+>?|=>|➞|⟹|→|->|–>|=|:|is|(?:should |must |will )?(?:returns?|equals?|gives?|outputs?|be|results? in)(?: =)?:?)? ?\n?[ \t`*]{0,12}/iy
const RAISES =
  /[ \t`*);]{0,6}(?:[#/=>→-]{1,4} ?)?(?:should |must |will )?(?:raises?|throws?)(?: an?)? `?([A-Z]\w{2,60})/y
const RAISED =
  /[^\n]{0,200}\n[ \t]{0,12}Traceback[^\n]{0,80}\n(?:[ \t]+(?:\.\.\.|File)[^\n]{0,200}\n){0,5}[ \t]{0,12}([A-Z]\w{2,60})/y
/** In a session in Python, nothing is shown for None. */
const SHOWS_NOTHING = /[ \t]{0,9}\n[ \t]{0,20}(?:\n|>>>)/y
const GOES_ON = /[\p{L}\p{N}_]|\.\w|[ \t]{0,9}[-+*/%<>(=[]/uy

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

/** The calls in a text whose arguments are written out, with what it says comes out. */
function callsIn(text: string): Array<Omit<Call, 'target'> & { name: string }> {
  return [...text.matchAll(CALL)].slice(0, 1_000).flatMap(({ 0: head, 1: name, index }) => {
    if (DEFINES.test(text.slice(Math.max(0, index - 12), index))) return []
    const args: Literal[] = []
    let at = index + head.length
    let sign = text[at] === ')' ? ')' : ','
    if (sign === ')') at++
    else
      for (; sign === ',' && args.length < 12; ) {
        const read = readLiteral(text, at + (matchAt(NAMED, text, at)?.[0].length ?? 0))
        const next = read === null ? null : matchAt(NEXT, text, read.end)
        if (next === null) return []
        args.push(read!.value)
        at = next.index + next[0].length
        sign = next[1]!
      }
    const isSession = text.slice(text.lastIndexOf('\n', index) + 1, index).includes('>>>')
    return [{ name: name!, args, expected: outcomeAfter(text, at, isSession) }]
  })
}

function outcomeAfter(text: string, at: number, isSession: boolean): TrialOutcome | null {
  const error = (matchAt(RAISES, text, at) ?? (isSession ? matchAt(RAISED, text, at) : null))?.[1]
  if (error !== undefined) return { kind: 'raised', error }
  if (isSession && matchAt(SHOWS_NOTHING, text, at)) return { kind: 'value', value: 'null' }
  const leads = matchAt(LEADS_TO, text, at)![0]
  return leads.trim() === '' && !(isSession && leads.includes('\n')) ? null : valueAt(text, at + leads.length)
}

/** The value that is written at a place, unless it is only the beginning of something. */
function valueAt(text: string, at: number): TrialOutcome | null {
  const read = readLiteral(text, at)
  if (read === null || matchAt(GOES_ON, text, read.end)) return null
  return { kind: 'value', value: writeLiteral(read.value, 'outcome') }
}

const IS = /[ \t]?(?:=|:|is\b)[ \t]?\n?[ \t`]{0,9}(?=["'[({\d.TFN-])/y
const RESULT = /(?:\boutputs?\b|\breturns?\b|\bresults?\b|\banswer\b|=>|->|➞|→)[^\n\d"'[({TFN-]{0,30}/gi
/** How far from the arguments their outcome may stand. */
const FAR = 400

/** Examples that set each parameter: “nums = [2, 1], k = 3 … Output: 4”, or “Input: [2, 1]” where there is one. */
function assignmentsIn(text: string, { parameters }: Callable): Array<Omit<Call, 'target'>> {
  const [first] = parameters
  if (first === undefined) return []
  const starts = [...placesOf(text, first.name), ...(parameters.length === 1 ? placesOf(text, 'input') : [])]
  return starts.flatMap((start, index) => {
    const args: Literal[] = []
    let at = start
    for (const { name } of parameters) {
      const place = args.length === 0 ? start : placesOf(text.slice(0, at + FAR), name, at)[0]
      const read = place === undefined ? null : readLiteral(text, place)
      if (read === null) return []
      args.push(read.value)
      at = read.end
    }
    const until = Math.min(at + FAR, starts[index + 1] ?? text.length)
    const results = [...text.slice(at, until).matchAll(RESULT)].map((leads) =>
      valueAt(text, at + leads.index + leads[0].length),
    )
    return [{ args, expected: results.find((one) => one !== null) ?? null }]
  })
}

/** Where a value follows a name: after “name = ”, “name: ” or “name is ”. */
function placesOf(text: string, name: string, from = 0): number[] {
  const places: number[] = []
  const lower = text.toLowerCase()
  for (let at = lower.indexOf(name.toLowerCase(), from); at !== -1 && places.length < 100; ) {
    const after = at + name.length
    const leads = /\w/.test(lower[at - 1] ?? ' ') ? null : matchAt(IS, text, after)
    if (leads !== null) places.push(after + leads[0].length)
    at = lower.indexOf(name.toLowerCase(), after)
  }
  return places
}

/** Values of a type. */
const GUESSES: Array<[hint: RegExp, values: string]> = [
  [/^list[[<]str|^string\[\]/, '[["ab", "c", "abc"], ["b", "a", "b"]]'],
  [/^list[[<]list|\[\]\[\]$/, '[[[1, 2], [3, 4]]]'],
  [/^list|\[\]$/, '[[3, 1, 2, 2], [10, -4, 7], [5]]'],
  [/^(?:int|number|bigint)$/, '[5, 12, 3, 0, 10, -4]'],
  [/^float$/, '[2.5, 10.0, -0.75]'],
  [/^bool/, '[True, False]'],
  [/^str/, '["hello world", "Abc123", "level", "a,b;c", ""]'],
  [/^(?:dict|record|map|object)/, '[{"a": 1, "b": 2}]'],
  [/^tuple/, '[(1, 2)]'],
  [/^set/, '[{1, 2, 3}]'],
]

/** A value for a parameter, by its type hint; without one, of any type. */
function guess(type: string, pick: Pick): Literal {
  const hint = type.toLowerCase().replace(/typing\.|optional\[|readonly /g, '')
  const named = hint
    .replace(/^(?:sequence|iterable|collection|array|deque)\b/, 'list')
    .replace(/\[(?:sequence|array)\b/, '[list')
  const [, values] = GUESSES.find(([sign]) => sign.test(named)) ?? pick(GUESSES)
  return pick((readLiteral(values)!.value as Collection).items)
}

const SAMPLE = /\b(?:sample|example)[ \t]+(input|output)[ \t]{0,3}\d{0,3}[ \t]{0,3}:?[*` \t]{0,9}\n/gi
const PLAIN = /^[#*> \t]{0,6}(input|output)[ \t]{0,3}\d{0,3}[ \t]{0,3}:[*` \t]{0,9}\n/gim

/** Samples on standard input with what is printed, and others of the same form. */
function samplesIn(question: string, pick: Pick): Source {
  const heads =
    [SAMPLE, PLAIN].map((head) => [...question.matchAll(head)]).find(({ length }) => length > 1) ?? []
  const stated = heads.flatMap((head, place) => {
    const next = heads[place + 1]
    if (next === undefined || head[1]!.toLowerCase() !== 'input' || next[1]!.toLowerCase() !== 'output')
      return []
    const lines = linesOf(question.slice(head.index + head[0].length, next.index)).filter(
      (line) => line !== '',
    )
    const input = `${lines.join('\n')}\n`
    const shown = linesOf(question.slice(next.index + next[0].length, heads[place + 2]?.index))
    const blank = shown.indexOf('')
    const value = shown.slice(0, blank === -1 ? undefined : blank).join('\n')
    return [{ trial: { kind: 'stdin', input } as const, expected: { kind: 'value', value } as const }]
  })
  return {
    stated,
    another: () =>
      stated.length === 0 ? null : { kind: 'stdin', input: otherInput(pick(stated).trial.input, pick) },
  }
}

/** The lines of a sample, without a fence around it and blank lines before it. */
function linesOf(text: string): string[] {
  return text
    .trim()
    .replace(/^```\w*\n/, '')
    .split('\n')
    .map((line) => (line.startsWith('```') ? '' : line.trimEnd()))
}

/** Another input of the same form: a value that counts no lines, and no values of a line, becomes another one. */
function otherInput(input: string, pick: Pick): string {
  const lines = input
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
  const counts = new Set(
    lines.flatMap((words, row) => [words.length, words[0]!.length, lines.length - 1 - row].map(String)),
  )
  const places = lines.flatMap((words, row) =>
    words.flatMap((word, column) => (counts.has(word) ? [] : [{ row, column, word }])),
  )
  if (places.length === 0) return input
  const { row, column, word } = pick(places)
  const isNumber = (text: string) => /^-?\d{1,18}$/.test(text)
  const alike = places.filter((place) => isNumber(place.word) === isNumber(word)).map((place) => place.word)
  const limits = limitsOf(isNumber(word) ? alike.map(BigInt) : [], true)
  const signs = [...word]
  lines[row]![column] = !isNumber(word)
    ? signs.with(pick([...signs.keys()]), pick([...pick(alike)])).join('')
    : pick([() => pick(alike), () => `${mutated(BigInt(word), pick, limits)}`])()
  return `${lines.map((words) => words.join(' ')).join('\n')}\n`
}

const STATEMENT = /\b(?:create table|insert into)\b/gi
const VALUES = /\bvalues\s{0,9}/i

/** The tables and rows of the question, and the same with fewer, doubled and other rows. */
function queriesIn(question: string, pick: Pick): Source {
  let until = 0
  const statements = [...question.matchAll(STATEMENT)].flatMap(({ index }) => {
    const end = question.indexOf(';', index) + 1
    if (end === 0 || index < until) return []
    until = end
    const whole = question.slice(index, end)
    const values = VALUES.exec(whole)
    const start = values === null ? 0 : values.index + values[0].length
    const rows = values === null ? null : readLiteral(`[${whole.slice(start, -1)}]`)?.value
    const isRead = rows !== null && typeof rows === 'object' && rows.items.length > 0
    return [{ whole, head: whole.slice(0, start), rows: isRead ? rows : null }]
  })
  const filled = statements.filter(({ rows }) => rows !== null)
  const query = (setup: string): Trial => ({ kind: 'query', setup })
  const stated = { trial: query(statements.map(({ whole }) => whole).join('\n')), expected: null }
  return {
    stated: statements.length === 0 ? [] : [stated],
    another() {
      if (filled.length === 0) return null
      const chosen = pick(filled)
      const { items } = chosen.rows!
      const limits = limitsOf(items, true)
      const place = pick([...items.keys()])
      const others = pick([
        () => [],
        () => items.toSpliced(place, 1),
        () => [...items, items[place]!],
        () => items.with(place, mutated(items[place]!, pick, limits)),
      ])()
      const written = `${chosen.head}${others.map((row) => writeLiteral(row, 'sql')).join(', ')};`
      return query(
        statements
          .flatMap((one) => (one !== chosen ? [one.whole] : others.length === 0 ? [] : [written]))
          .join('\n'),
      )
    },
  }
}
