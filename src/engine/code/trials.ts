import type { CodeLanguage, Trial, TrialOutcome } from './code-port.ts'
import { canonicalOf, type Literal, readLiteral, writeLiteral } from './literals.ts'
import { intOf, type Limits, limitsOf, mutated, type Pick, picking, textOf } from './mutate.ts'
import { type Callable, callablesIn, type Program } from './program-of.ts'

/** A trial, and what the question says of it. */
export interface PlannedTrial {
  trial: Trial
  /** Whether the question contains it; others were made from it or guessed. */
  isStated: boolean
  /** What the question says comes out; null where it does not say. */
  expected: TrialOutcome | null
}

const LONGEST_QUESTION = 30_000
const MOST_STATED = 12
/** More tries than this to find another mutation are not made. */
const TRIES_PER_TRIAL = 6
/** Signs that a question says which inputs are possible. */
const STATES_LIMITS = /<=|≤|\\leq?\b/
/** Signs that a question accepts several outcomes, so that its example is only one of them. */
const ACCEPTS_SEVERAL =
  /\b(?:in any order|any of them|any (?:valid|correct|one) \w+|(?:multiple|several|more than one)[\w ]{0,30} (?:answers|solutions|ways)|one way to do so)\b/i

/** What to try on the drafts: the examples of the question, and about `most` inputs made from them. */
export function trialsFor(question: string, programs: Program[], most = 20): PlannedTrial[] {
  const [first] = programs
  if (first === undefined) return []
  const asked = question.slice(0, LONGEST_QUESTION)
  const pick = picking(asked)
  const { language } = first
  if (language === 'sql') return queryTrials(asked, pick, most)
  if (programs.filter(({ readsInput }) => readsInput).length * 2 > programs.length)
    return inputTrials(asked, pick, most)
  return callTrials(asked, programs, pick, most)
}

interface Example {
  args: Literal[]
  expected: TrialOutcome | null
}

function callTrials(question: string, programs: Program[], pick: Pick, most: number): PlannedTrial[] {
  const { language } = programs[0]!
  const targets = targetsOf(question, programs)
  const target = targets.at(-1)
  if (target === undefined) return []
  const calls = callsIn(question)
  const stated = calls.flatMap(({ name, ...example }) => {
    const called = targets.find((one) => one.name === name)
    return called === undefined ? [] : [{ target: called, example }]
  })
  if (stated.length === 0) {
    const others = [
      ...assignmentsIn(question, target),
      // By another name.
      ...calls.filter(({ args, expected }) => expected !== null && args.length === target.parameters.length),
    ]
    stated.push(...others.map((example) => ({ target, example })))
  }
  const expressions = new Map<string, PlannedTrial>()
  const add = (called: Callable, { args, expected }: Example, isStated: boolean) => {
    const expression = expressionOf(called, args, language)
    const known = expressions.get(expression)
    if (known === undefined)
      expressions.set(expression, { trial: { kind: 'call', expression }, isStated, expected })
    else known.expected ??= expected
  }
  for (const { target: called, example } of stated.slice(0, MOST_STATED)) add(called, example, true)
  const pool = stated.slice(0, MOST_STATED).map(({ target: called, example: { args } }) => ({ called, args }))
  const limits = limitsOf(
    pool.flatMap(({ args }) => args),
    STATES_LIMITS.test(question),
  )
  const whole = expressions.size + most
  if (pool.length === 0)
    for (let left = most; left > 0; left--) {
      const args = target.parameters.map(({ type, name }) => guessed(type, name, pick))
      pool.push({ called: target, args })
      add(target, { args, expected: null }, false)
    }
  for (let left = most * TRIES_PER_TRIAL; left > 0 && expressions.size < whole; left--) {
    const { called, args } = pool[pick(pool.length)]!
    if (args.length === 0) continue
    const place = pick(args.length)
    const other = args.with(place, mutated(args[place]!, pick, limits))
    if (JSON.stringify(other.map(canonicalOf)).length > 2_000) continue
    add(called, { args: other, expected: null }, false)
    if (pick(3) === 0) pool.push({ called, args: other })
  }
  return [...expressions.values()]
}

/** What is asked for: what most drafts define, by preference those that the question names, with its own type hints. */
function targetsOf(question: string, programs: Program[]): Callable[] {
  const asked = callablesIn(question, programs[0]!.language)
  const defined = new Map<string, { callable: Callable; times: number }>()
  for (const { callables } of programs)
    for (const callable of callables) {
      const key = `${callable.of}.${callable.name}`
      const hints = asked.find(({ name }) => name === callable.name)?.parameters ?? callable.parameters
      const { times } = defined.get(key) ?? { times: 0 }
      defined.set(key, { callable: { ...callable, parameters: hints }, times: times + 1 })
    }
  const common = [...defined.values()].filter(({ times }) => times * 2 > programs.length)
  const named = common.filter(({ callable: { name } }) => hasName(question, name))
  return (named.length > 0 ? named : common).map(({ callable }) => callable)
}

function hasName(text: string, name: string): boolean {
  return text
    .split(name)
    .some((part, index, parts) => index > 0 && !/^\w/.test(part) && !/\w$/.test(parts[index - 1]!))
}

function expressionOf({ name, of }: Callable, args: Literal[], language: CodeLanguage): string {
  const owner = of === null ? '' : language === 'python' ? `${of}().` : `new ${of}().`
  return `${owner}${name}(${args.map((one) => writeLiteral(one, language)).join(', ')})`
}

const CALL = /(?<![\p{L}\p{N}_$])([\p{L}_$][\p{L}\p{N}_$]{0,80}) ?\(/gu
const DEFINES = /\b(?:def|function|class) +$/
/** What stands between a call and its outcome. */
const LEADS_TO =
  /[ \t`*);]{0,6}(?:,? ?(?:[#]|\/\/) ?)?(?:==+>?|=>|➞|⟹|→|->|–>|=|:|is|(?:should |must |will )?(?:returns?|equals?|gives?|outputs?|be|results? in)(?: =)?:?)? ?\n?[ \t`*]{0,12}/iy
const RAISES =
  /[ \t`*);]{0,6}(?:[#/=>→-]{1,4} ?)?(?:should |must |will )?(?:raises?|throws?)(?: an?)? `?([A-Z]\w{2,60})/y
const RAISED =
  /[ \t]{0,12}Traceback[^\n]{0,80}\n(?:[ \t]+(?:\.\.\.|File)[^\n]{0,200}\n){0,5}[ \t]{0,12}([A-Z]\w{2,60})/y

/** The calls in a text whose arguments are written out, with what it says comes out. */
function callsIn(text: string): Array<Example & { name: string }> {
  return [...text.matchAll(CALL)].slice(0, 1_000).flatMap(({ 0: head, 1: name, index }) => {
    if (DEFINES.test(text.slice(Math.max(0, index - 12), index))) return []
    const read = readArguments(text, index + head.length - 1)
    if (read === null) return []
    const line = text.slice(text.lastIndexOf('\n', index) + 1, index)
    return { name: name!, args: read.args, expected: outcomeAfter(text, read.end, line.includes('>>>')) }
  })
}

function readArguments(text: string, open: number): { args: Literal[]; end: number } | null {
  if (/^\(\s*\)/.test(text.slice(open, open + 9))) return { args: [], end: text.indexOf(')', open) + 1 }
  const args: Literal[] = []
  for (let at = open + 1; args.length < 12; ) {
    const [named = ''] = /^\s{0,9}[a-z_]\w{0,40} ?= ?(?!=)/i.exec(text.slice(at, at + 60)) ?? []
    const read = readLiteral(text, at + named.length)
    if (read === null) return null
    args.push(read.value)
    const [sign = ''] = /^\s{0,9}[,)]/.exec(text.slice(read.end, read.end + 10)) ?? []
    at = read.end + sign.length
    if (sign.endsWith(')')) return { args, end: at }
    if (sign === '') return null
  }
  return null
}

function matchAt(expression: RegExp, text: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(text)
}

function outcomeAfter(text: string, at: number, isSession: boolean): TrialOutcome | null {
  const error =
    matchAt(RAISES, text, at)?.[1] ??
    (isSession ? matchAt(RAISED, text, text.indexOf('\n', at) + 1)?.[1] : undefined)
  if (error !== undefined) return { kind: 'raised', error }
  // In a session in Python nothing is shown for None.
  if (isSession && /^[ \t]{0,9}\n[ \t]{0,20}(?:\n|>>>)/.test(text.slice(at, at + 40)))
    return { kind: 'value', value: 'null' }
  const leads = matchAt(LEADS_TO, text, at)?.[0] ?? ''
  if (leads.trim() === '' && !(isSession && leads.includes('\n'))) return null
  return valueAt(text, at + leads.length)
}

/** The value that is written at a place, unless it is only the beginning of something. */
function valueAt(text: string, at: number): TrialOutcome | null {
  const read = readLiteral(text, at)
  if (
    read === null ||
    /^(?:[\p{L}\p{N}_]|[.][\d\w]|[ \t]*[-+*/%<>(=[])/u.test(text.slice(read.end, read.end + 9))
  )
    return null
  return { kind: 'value', value: canonicalOf(read.value) }
}

const RESULT =
  /(?:\boutputs?\b|\breturns?\b|\bresults?\b|\banswer\b|=>|->|➞|→)[^\n\d"'[({]{0,30}?[:=]? ?(?=\S)/giy
/** How far from the arguments their outcome may stand. */
const FAR = 400

/** Examples that set each parameter: “nums = [2, 1], k = 3 … Output: 4”, or “Input: [2, 1]” where there is one. */
function assignmentsIn(text: string, { parameters }: Callable): Example[] {
  const [first] = parameters
  if (first === undefined) return []
  const starts = [...placesOf(text, first.name), ...(parameters.length === 1 ? placesOf(text, 'input') : [])]
  return starts.slice(0, 100).flatMap((start) => {
    const args: Literal[] = []
    let at = start
    for (const { name } of parameters) {
      if (args.length > 0) at = placesOf(text.slice(0, at + FAR), name, at)[0] ?? -1
      const read = at < 0 ? null : readLiteral(text, at)
      if (read === null) return []
      args.push(read.value)
      at = read.end
    }
    const next = starts.find((other) => other > at) ?? text.length
    for (let place = at; place < Math.min(next, at + FAR); place++) {
      const leads = matchAt(RESULT, text, place)
      const expected = leads === null ? null : valueAt(text, RESULT.lastIndex)
      if (expected !== null) return { args, expected }
    }
    return { args, expected: null }
  })
}

/** Where a value follows a name: after “name = ”, “name: ” or “name is ”. */
function placesOf(text: string, name: string, from = 0): number[] {
  const places: number[] = []
  for (let at = text.toLowerCase().indexOf(name.toLowerCase(), from); at !== -1 && places.length < 100; ) {
    const after = at + name.length
    const [leads] =
      /^ ?(?:=|:|is\b) ?\n?[ \t`]{0,9}(?=["'[({\d.TFN-])/.exec(text.slice(after, after + 20)) ?? []
    if (leads !== undefined && !/\w/.test(text[at - 1] ?? ' ')) places.push(after + leads.length)
    at = text.toLowerCase().indexOf(name.toLowerCase(), after)
  }
  return places
}

const NUMBERS = [5, 12, 3, 1, 0, 2, 10, 7, -4].map((one) => intOf(BigInt(one)))
const TEXTS = ['hello world', 'Abc123', 'level', 'a,b;c', ''].map(textOf)
const FLOATS: Literal[] = [2.5, 10, -0.75].map((value) => ({ type: 'float', value }))

/** A value for a parameter, by its type hint; without one, by its name. */
function guessed(type: string, name: string, pick: Pick, depth = 0): Literal {
  const hint = type.replace(/^(?:typing\.|Optional\[|readonly )/, '').toLowerCase()
  const inner = /^[a-z]{1,20}[[<](.{0,200})[\]>]$/.exec(hint)?.[1] ?? ''
  const several = (held: string) =>
    ([3, 2, 1][depth] ?? 0)
      ? Array.from({ length: 1 + pick(4) }, () => guessed(held, 'n', pick, depth + 1))
      : []
  const any = <Item>(items: Item[]) => items[pick(items.length)]!
  if (hint.endsWith('[]')) return { type: 'list', items: several(hint.slice(0, -2)) }
  if (/^(?:list|sequence|iterable|array|set|deque)/.test(hint))
    return { type: hint.startsWith('set') ? 'set' : 'list', items: several(inner || 'int') }
  if (hint.startsWith('tuple'))
    return {
      type: 'tuple',
      items: inner
        .split(',')
        .slice(0, 5)
        .map((held) => guessed(held.trim() || 'int', 'n', pick, depth + 1)),
    }
  if (/^(?:dict|map|record|object)/.test(hint)) {
    const [key = 'str', held = 'int'] = inner.split(',')
    return {
      type: 'dict',
      entries: [0, 1].map(() => [
        guessed(key.trim() || 'str', '', pick, 3),
        guessed(held.trim() || 'int', '', pick, depth + 1),
      ]),
    }
  }
  if (/^(?:int|number|bigint)/.test(hint)) return any(NUMBERS)
  if (hint.startsWith('float')) return any(FLOATS)
  if (hint.startsWith('bool')) return { type: 'bool', value: pick(2) === 0 }
  if (hint.startsWith('str')) return any(TEXTS)
  if (/^[a-z]$|num|count|size|limit/.test(name) && name !== 's' && name !== 'l') return any(NUMBERS)
  if (/str|text|word|^s$|name|sentence/.test(name)) return any(TEXTS)
  if (/lst|list|arr|nums|items|^l$|values/.test(name))
    return { type: 'list', items: several(any(['int', 'int', 'str'])) }
  return any<() => Literal>([
    () => any(NUMBERS),
    () => any(TEXTS),
    () => guessed('list[int]', '', pick),
    () => guessed('list[str]', '', pick),
  ])()
}

const SAMPLE =
  /(?:^|\n|\b)(?:[#*> \t]{0,6})(?:sample|example) (input|output)[ \t]*\d{0,3}[ \t]*:?[* \t]*(?=\n)/gi
const PLAIN = /(?:^|\n)[#*> \t]{0,6}(input|output)[ \t]*\d{0,3}[ \t]*:[* \t]*(?=\n)/gi

/** Samples on standard input, with what is printed. */
function samplesIn(question: string): Array<{ input: string; output: string }> {
  const heads =
    [SAMPLE, PLAIN].map((head) => [...question.matchAll(head)]).find((found) => found.length > 1) ?? []
  return heads.flatMap((head, place) => {
    const next = heads[place + 1]
    if (next === undefined || head[1]!.toLowerCase() !== 'input' || next[1]!.toLowerCase() !== 'output')
      return []
    const end = heads[place + 2]?.index ?? question.length
    const input = question.slice(head.index + head[0].length, next.index)
    const output = question.slice(next.index + next[0].length, end)
    const shown = linesOf(output)
    const blank = shown.findIndex((line) => line === '' || line.startsWith('```'))
    const whole = linesOf(input).filter((line) => line !== '' && !line.startsWith('```'))
    return {
      input: `${whole.join('\n')}\n`,
      output: shown.slice(0, blank === -1 ? shown.length : blank).join('\n'),
    }
  })
}

/** The lines of a sample without blank ones before and a fence around it. */
function linesOf(text: string): string[] {
  return text
    .replace(/^[\s]*(?:```\w*\n)?/, '')
    .split('\n')
    .map((line) => line.trimEnd())
}

function inputTrials(question: string, pick: Pick, most: number): PlannedTrial[] {
  const isOpen = ACCEPTS_SEVERAL.test(question)
  const samples = samplesIn(question).slice(0, MOST_STATED)
  const inputs = new Map<string, PlannedTrial>()
  for (const { input, output } of samples) {
    const expected: TrialOutcome | null = isOpen ? null : { kind: 'value', value: output }
    inputs.set(input, { trial: { kind: 'stdin', input }, isStated: true, expected })
  }
  const pool = [...inputs.keys()].filter((input) => input.length <= 2_000)
  const whole = inputs.size + most
  for (let left = most * TRIES_PER_TRIAL; left > 0 && pool.length > 0 && inputs.size < whole; left--) {
    const input = mutatedInput(pool[pick(pool.length)]!, pick)
    if (!inputs.has(input))
      inputs.set(input, { trial: { kind: 'stdin', input }, isStated: false, expected: null })
  }
  return [...inputs.values()]
}

/** Another input of the same form: a value that counts no lines and no values of a line becomes another one of the input. */
function mutatedInput(input: string, pick: Pick): string {
  const lines = input
    .trimEnd()
    .split('\n')
    .map((line) => line.split(' '))
  const counts = new Set(
    [
      lines.length - 1,
      ...lines.flatMap((words, index) => [words.length, words[0]!.length, lines.length - 1 - index]),
    ].map(String),
  )
  const places = lines.flatMap((words, row) =>
    words.flatMap((word, column) => (counts.has(word) ? [] : [{ row, column, word }])),
  )
  if (places.length === 0) return input
  const { row, column, word } = places[pick(places.length)]!
  const numbers = places.flatMap((place) => (/^-?\d{1,18}$/.test(place.word) ? [BigInt(place.word)] : []))
  const limits: Limits = limitsOf(numbers.map(intOf), true)
  const alike = places.filter((place) => place.row === row && place.column !== column)
  if (/^-?\d{1,18}$/.test(word)) {
    const other =
      alike.length > 0 && pick(3) === 0
        ? alike[pick(alike.length)]!.word
        : canonicalOf(mutated(intOf(BigInt(word)), pick, limits))
    lines[row]![column] = other
  } else {
    const signs = [...word]
    const from = [
      ...places
        .filter((place) => !/^-?\d/.test(place.word))
        .map((place) => place.word)
        .join(''),
    ]
    lines[row]![column] =
      pick(4) === 0
        ? signs.toReversed().join('')
        : signs.with(pick(signs.length), from[pick(from.length)]!).join('')
  }
  return `${lines.map((words) => words.join(' ')).join('\n')}\n`
}

const STATEMENT = /(?:^|\n|;)[ \t`]{0,9}((?:create table|insert into)\b[^;]{1,4000};)/gi
const VALUES = /\bvalues\s{0,9}/i

/** The tables and rows of the question, and the same with fewer, doubled and other rows. */
function queryTrials(question: string, pick: Pick, most: number): PlannedTrial[] {
  const statements = [...question.matchAll(STATEMENT)].map(([, statement]) => statement!).slice(0, 50)
  if (statements.length === 0) return []
  const rows = statements.map((statement) => {
    const values = VALUES.exec(statement)
    if (values === null) return { head: statement, items: null }
    const start = values.index + values[0].length
    const list = readLiteral(`[${statement.slice(start, -1)}]`)?.value
    const items =
      list?.type === 'list' ? list.items.map((one) => (one.type === 'tuple' ? one.items : [one])) : null
    return { head: items === null ? statement : statement.slice(0, start), items }
  })
  const setups = new Set([statements.join('\n')])
  const filled = rows.flatMap(({ items }, place) => (items === null || items.length === 0 ? [] : [place]))
  const limits = limitsOf(
    rows.flatMap(({ items }) => items?.flat() ?? []),
    true,
  )
  for (let left = most * TRIES_PER_TRIAL; left > 0 && filled.length > 0 && setups.size <= most; left--) {
    const place = filled[pick(filled.length)]!
    const items = rows[place]!.items!
    const row = pick(items.length)
    const column = pick(items[row]!.length)
    const ways = [
      () => [],
      () => items.toSpliced(row, 1),
      () => [...items, items[row]!],
      () => items.with(row, items[row]!.with(column, mutated(items[row]![column]!, pick, limits))),
      () => items.with(row, items[row]!.with(column, items[pick(items.length)]![column] ?? { type: 'none' })),
    ]
    const others = rows.with(place, { ...rows[place]!, items: ways[pick(ways.length)]!() })
    setups.add(others.flatMap(statementOf).join('\n'))
  }
  return [...setups].map((setup, index) => ({
    trial: { kind: 'query', setup },
    isStated: index === 0,
    expected: null,
  }))
}

function statementOf({ head, items }: { head: string; items: Literal[][] | null }): string[] {
  if (items === null) return [head]
  if (items.length === 0) return []
  return [
    `${head}${items.map((row) => `(${row.map((one) => writeLiteral(one, 'sql')).join(', ')})`).join(', ')};`,
  ]
}
