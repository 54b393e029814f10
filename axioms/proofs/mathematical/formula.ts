// Reads and evaluates the formulas of the mathematical statements as mathematics does, and finds values to try them on.

/** What the letters of a formula stand for. */
export type Values = Record<string, number>

const FUNCTIONS: Record<string, (x: number) => number> = {
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  ln: Math.log,
  sqrt: Math.sqrt,
  abs: Math.abs,
}
const CONSTANTS: Values = { pi: Math.PI, e: Math.E }

const readBefore = new Map<string, string[]>()

function tokensOf(formula: string): string[] {
  const tokens = readBefore.get(formula) ?? formula.match(/\d+(?:\.\d+)?|[a-zA-Z]\w*|\S/g) ?? []
  readBefore.set(formula, tokens)
  return tokens
}

/** The value of a formula such as `n*(n+1)/2`; powers bind tighter than a minus sign and from the right. */
export function evaluate(formula: string, values: Values = {}): number {
  const tokens = tokensOf(formula)
  let place = 0
  const taken = (token: string) => {
    if (tokens[place] !== token) return false
    place++
    return true
  }
  const sum = (): number => {
    let value = product()
    for (;;) {
      if (taken('+')) value += product()
      else if (taken('-')) value -= product()
      else return value
    }
  }
  const product = (): number => {
    let value = signed()
    for (;;) {
      if (taken('*')) value *= signed()
      else if (taken('/')) value /= signed()
      else return value
    }
  }
  const signed = (): number => (taken('-') ? -signed() : power())
  const power = (): number => {
    let base = atom()
    while (taken('!')) base = count(base).reduce((product, factor) => product * (factor + 1), 1)
    return taken('^') ? base ** signed() : base
  }
  const atom = (): number => {
    const token = tokens[place++] ?? ''
    if (token === '(') {
      const value = sum()
      if (!taken(')')) throw new Error(`“${formula}” lacks a closing bracket`)
      return value
    }
    const apply = FUNCTIONS[token]
    if (apply !== undefined && tokens[place] === '(') return apply(atom())
    const value = values[token] ?? CONSTANTS[token] ?? Number(token || Number.NaN)
    if (Number.isNaN(value)) throw new Error(`“${token}” in “${formula}” means nothing`)
    return value
  }
  const value = sum()
  if (place !== tokens.length) throw new Error(`“${formula}” does not read as a formula`)
  return value
}

/** The letters of a formula that stand for no constant and no function. */
function letters(formula: string): string[] {
  const names = formula.match(/[a-zA-Z]\w*/g) ?? []
  return [...new Set(names)].filter((name) => !(name in FUNCTIONS) && !(name in CONSTANTS))
}

/** Every way of giving each of some names one of some numbers. */
export function grid(names: string[], numbers: number[]): Values[] {
  return names.reduce<Values[]>(
    (partial, name) => partial.flatMap((values) => numbers.map((number) => ({ ...values, [name]: number }))),
    [{}],
  )
}

/** Whether two numbers are one, up to floating point. */
export function isSame(left: number, right: number, tolerance = 1e-9): boolean {
  if (!Number.isFinite(left) || !Number.isFinite(right)) return false
  return Math.abs(left - right) <= tolerance * Math.max(1, Math.abs(left), Math.abs(right))
}

/** Whether an equation or inequality holds with every one of some numbers for each of its letters. */
export function holdsFor(claim: string, numbers: number[]): boolean {
  const [left = '', relation = '', right = ''] = claim.split(/ (=|>=|<=) /)
  return grid(letters(claim), numbers).every((values) => {
    const [one, other] = [evaluate(left, values), evaluate(right, values)]
    if (isSame(one, other)) return true
    return relation === '>=' ? one > other : relation === '<=' && one < other
  })
}

/** The whole numbers from 0 to below a bound. */
export function count(bound: number): number[] {
  return Array.from({ length: bound }, (_, number) => number)
}

/** The whole numbers from one to another, both included. */
export function span(from: number, to: number): number[] {
  return count(to - from + 1).map((offset) => from + offset)
}

/** The sum of some numbers. */
export function total(numbers: number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0)
}

/** Every order of some things. */
export function orders<T>(things: T[]): T[][] {
  if (things.length === 0) return [[]]
  return things.flatMap((thing, place) =>
    orders(things.filter((_, other) => other !== place)).map((rest) => [thing, ...rest]),
  )
}

/** Every row of a length with an entry from the choices at each place. */
export function rows<T>(choices: T[], length: number): T[][] {
  if (length === 0) return [[]]
  return rows(choices, length - 1).flatMap((row) => choices.map((choice) => [...row, choice]))
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']

/** The number that a word such as `Three` means. */
export function numberWord(word: string): number {
  return NUMBER_WORDS.indexOf(word.toLowerCase())
}
