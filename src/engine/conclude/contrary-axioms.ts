import { type Anchor, LEVELS } from '../../contract/axiom.ts'
import {
  findQuantities,
  maybeSameQuantity,
  measureAlike,
  type Quantity,
} from '../../language/quantity/index.ts'
import { contentWords, isNegated, stem, wordsOf } from '../../language/words.ts'
import type { FindAnchors } from '../prompt/gather-anchors.ts'
import { type CanonicalAnswer, canonicalAnswer } from '../reading/answer/canonical-answer.ts'

interface Given {
  query: string
  answer: string
}

/** The minimum relevance for an axiom to answer a question. */
export const HIGHLY_RELEVANT = 0.9
const MOST_AXIOMS = 5
/** Longer answers say too much to be compared with one statement. */
const LONGEST_ANSWER = 200
/** The share of an axiom that must be about the question for it to confirm or deny it, or to give its number. */
const ABOUT_IT = 0.5
/** “How many moons has it?” says too little to determine which axiom is about it. */
const FEWEST_ASKED = 2
const AS_OF = /,? as of [^,.;]+,?/i

/** The axioms of any level that answer the question and contradict the given answer, most relevant first. */
export async function contraryAxioms(given: Given, findAnchors: FindAnchors): Promise<Anchor[]> {
  const found = await findAnchors({ levels: LEVELS, texts: [given.query], limit: MOST_AXIOMS })
  return found.filter(({ axiom, relevance }) => relevance >= HIGHLY_RELEVANT && contradicts(axiom, given))
}

/**
 * Whether a statement that covers everything the question asks about has something else in place of the answer: another
 * name, another number, or a denial.
 */
export function contradicts(axiom: string, { query, answer }: Given): boolean {
  const statement = axiom.replace(AS_OF, ' ')
  const stated = contentWords(statement)
  const asked = new Set(contentWords(query))
  if (asked.size < FEWEST_ASKED || ![...asked].every((word) => stated.includes(word))) return false
  const read = canonicalAnswer(answer, query)
  const added = new Set(stated.filter((word) => !asked.has(word)))
  const isAboutIt = asked.size >= ABOUT_IT * new Set(stated).size
  switch (read.kind) {
    case 'boolean':
      return isAboutIt && isNegated(statement) === read.value
    case 'quantity':
      return isAboutIt && measuresOther(statement, query, [read.quantity])
    case 'name':
      return namesOther(statement, added, read.name.words.map(stem))
    case 'text':
      return saysOther(statement, { query, read, asked, added, isAboutIt })
    default:
      return false
  }
}

interface Said {
  query: string
  read: CanonicalAnswer
  asked: Set<string>
  /** What the statement says beyond the question. */
  added: Set<string>
  isAboutIt: boolean
}

function saysOther(statement: string, { query, read, asked, added, isAboutIt }: Said): boolean {
  if (read.text.length > LONGEST_ANSWER || isNegated(read.text) !== isNegated(statement)) return false
  const said = contentWords(read.text).filter((word) => !asked.has(word))
  const quantities = newQuantities(read.text, query)
  if (quantities.length > 0) return isAboutIt && measuresOther(statement, query, quantities)
  return said.length > 0 && namesOther(statement, added, said)
}

/** Whether a statement names somebody or something, but nothing from the answer. */
function namesOther(statement: string, added: Set<string>, answered: string[]): boolean {
  const names = (statement.match(/(?<!^)\b\p{Lu}[\p{L}\p{N}]*/gu) ?? []).flatMap(wordsOf).map(stem)
  const first = stem(wordsOf(statement)[0] ?? '')
  return [first, ...names].some((name) => added.has(name)) && !answered.some((word) => added.has(word))
}

/** Whether a statement gives a different value for the quantity in the answer. */
function measuresOther(statement: string, query: string, answered: Quantity[]): boolean {
  const stated = newQuantities(statement, query).filter((quantity) =>
    answered.some((other) => measureAlike(quantity, other)),
  )
  return stated.length > 0 && !stated.some((one) => answered.some((other) => maybeSameQuantity(one, other)))
}

function newQuantities(text: string, query: string): Quantity[] {
  const given = findQuantities(query)
  return findQuantities(text).filter((one) => !given.some((other) => maybeSameQuantity(one, other)))
}
