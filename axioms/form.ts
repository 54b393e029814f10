import { type AxiomRecord, LEVELS } from '../src/contract/axiom.ts'
import { isStopWord, stem, wordsOf } from '../src/language/words.ts'

const PREFIXES = ['math', 'phys', 'onto', 'comp', 'arch', 'prot', 'ling']
const FEWEST = { inAll: 1150, perLevel: 120, domains: 8 }
const MOST_DOMAINS = 15
const LARGEST_DOMAIN_SHARE = 0.25
const STATEMENT_LENGTH = { least: 15, most: 320 }
/** The minimum share of words in a description that are not in its statement. */
const LEAST_NEWS = 0.3

const QUOTED = /'[^']*'|"[^"]*"|`[^`]*`/g
const POINTS_ELSEWHERE = /\b(?:this|these|those|it|they|them|he|she|here)\b/i
const AGES = /\b(?:currently|today|nowadays|recently?|at present|latest|newest|so far|to date)\b/i

/** Finds the problems in the form of all axioms. `retired` lists the ids that must not be used again. */
export function problemsOfForm(axioms: AxiomRecord[], retired: Set<string>): string[] {
  const problems = [...axioms.flatMap(problemsOfOne), ...repeated(axioms)]
  if (axioms.length < FEWEST.inAll)
    problems.push(`${axioms.length} axioms, at least ${FEWEST.inAll} are needed`)
  for (const level of LEVELS) {
    const ofLevel = axioms.filter((axiom) => axiom.level === level)
    const found = [...problemsOfIds(ofLevel, { level, retired }), ...problemsOfVariety(ofLevel)]
    problems.push(...found.map((problem) => `level ${level}: ${problem}`))
  }
  return problems
}

function problemsOfOne({ id, axiom, description }: AxiomRecord): string[] {
  const problems: string[] = []
  const prose = axiom.replaceAll(QUOTED, 'x')
  if (!axiom.endsWith('.') || /[.!?] [A-Z][a-z]+ [a-z]/.test(prose))
    problems.push('the statement is not one sentence')
  if (axiom.length < STATEMENT_LENGTH.least || axiom.length > STATEMENT_LENGTH.most)
    problems.push(`the statement has ${axiom.length} characters`)
  const [pointer] = POINTS_ELSEWHERE.exec(prose) ?? []
  if (pointer !== undefined) problems.push(`“${pointer}” in the statement needs a noun`)
  const [age] = AGES.exec(prose) ?? []
  if (age !== undefined && !/\bas of\b/.test(prose)) problems.push(`“${age}” needs a date`)
  for (const text of [axiom, description]) {
    if (text !== text.trim().replaceAll(/\s+/g, ' ').normalize('NFC'))
      problems.push('stray white space or characters that are not in their composed form')
  }
  const said = new Set(contentStems(axiom))
  const words = contentStems(description)
  const news = words.filter((word) => !said.has(word)).length
  if (news < LEAST_NEWS * words.length || words.length < 5)
    problems.push('the description adds little to the statement')
  return problems.map((problem) => `${id}: ${problem}`)
}

function repeated(axioms: AxiomRecord[]): string[] {
  const firstWith = new Map<string, string>()
  return axioms.flatMap(({ id, axiom, description }) =>
    [`id ${id}`, axiom, description].flatMap((text) => {
      const first = firstWith.get(text)
      firstWith.set(text, first ?? id)
      return first === undefined ? [] : [`${id}: repeats ${first}`]
    }),
  )
}

/** Ids belong to their level, are sorted, and have no gaps except retired ones, because an id is never reused. */
function problemsOfIds(
  axioms: AxiomRecord[],
  { level, retired }: { level: number; retired: Set<string> },
): string[] {
  const problems: string[] = []
  const prefix = PREFIXES[level - 1]
  const ids = axioms.map(({ id }) => id)
  const stray = ids.filter((id) => !id.startsWith(`${prefix}-`))
  if (stray.length > 0) problems.push(`ids of another level: ${stray.join(', ')}`)
  if (ids.join() !== [...ids].sort().join()) problems.push('not sorted by id')
  const highest = Math.max(0, ...ids.map((id) => Number(id.slice(-4))))
  for (let number = 1; number <= highest; number++) {
    const id = `${prefix}-${String(number).padStart(4, '0')}`
    if (ids.includes(id) === retired.has(id)) {
      problems.push(retired.has(id) ? `${id} was retired and is back` : `${id} is missing and not retired`)
    }
  }
  return problems
}

function problemsOfVariety(axioms: AxiomRecord[]): string[] {
  const problems: string[] = []
  if (axioms.length < FEWEST.perLevel)
    problems.push(`${axioms.length} axioms, at least ${FEWEST.perLevel} are needed`)
  const sizes = new Map<string, number>()
  for (const { domain } of axioms) sizes.set(domain, (sizes.get(domain) ?? 0) + 1)
  if (sizes.size < FEWEST.domains || sizes.size > MOST_DOMAINS)
    problems.push(`${sizes.size} domains, ${FEWEST.domains} to ${MOST_DOMAINS} are wanted`)
  for (const [domain, size] of sizes) {
    if (size > LARGEST_DOMAIN_SHARE * axioms.length)
      problems.push(`${domain} has ${size} of ${axioms.length} axioms, more than a quarter`)
  }
  return problems
}

function contentStems(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word))
    .map(stem)
}
