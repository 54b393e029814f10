import { type Proof, prove } from '../../proof.ts'
import { evaluate, range, tuples } from './tools.ts'

type Formula = (a: boolean, b: boolean) => boolean

const TRUTHS = [false, true]
const CASES = tuples(TRUTHS, 2) as [boolean, boolean][]

/** A formula in A and B as written in a statement: `if A then B`, `(not A) or (not B)`, `A and not B`. */
function formula(text: string): Formula {
  const expression = text
    .replace(/^if (.+) then (.+)$/, '(!($1) || ($2))')
    .replaceAll(/\bnot /g, '!')
    .replaceAll(' and ', ' && ')
    .replaceAll(' or ', ' || ')
  return new Function('A', 'B', `return ${expression}`) as Formula
}

function areEquivalent(left: Formula, right: Formula): boolean {
  return CASES.every(([a, b]) => left(a, b) === right(a, b))
}

/** Whether a conclusion is true in every case in which the premises are. */
function follows(premises: string[], conclusion: string): boolean {
  return CASES.every(
    ([a, b]) => !premises.every((premise) => formula(premise)(a, b)) || formula(conclusion)(a, b),
  )
}

const CONNECTIVES: Record<string, Formula> = {
  AND: (a, b) => a && b,
  OR: (a, b) => a || b,
  XOR: (a, b) => a !== b,
  NAND: (a, b) => !(a && b),
  NOR: (a, b) => !(a || b),
}

/** The truth table of a connective in four bits. */
function tableOf(connective: Formula): number {
  return CASES.reduce((table, [a, b]) => 2 * table + Number(connective(a, b)), 0)
}

/** Whether all sixteen truth functions of two inputs come of combining one. */
function isComplete(table: number): boolean {
  const apply = (left: number, right: number) =>
    range(4).reduce((result, bit) => {
      const inputs = ((left >> bit) & 1) * 2 + ((right >> bit) & 1)
      return result | (((table >> (3 - inputs)) & 1) << bit)
    }, 0)
  const reached = new Set([0b0011, 0b0101])
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    for (const left of [...reached]) for (const right of [...reached]) reached.add(apply(left, right))
  }
  return reached.size === 16
}

const INFERENCE = /^The inference from '(.+)' and '(.+)' to '(.+)' is (valid|invalid)\b.+\.$/

/** Sets of up to three things, as which of them are in each. */
const SETS = tuples(TRUTHS, 3)

function someInBoth(left: boolean[], right: boolean[]): boolean {
  return left.some((inside, at) => inside && right[at])
}

/** Computes again what axioms of level 4 state about logic. */
export const logicProofs: Proof[] = [
  prove('comp-0022', /^The negation of (\(.+\)) in classical logic is (.+)\.$/, (denied, meant) =>
    areEquivalent((a, b) => !formula(denied!)(a, b), formula(meant!)),
  ),
  prove('comp-0110', /^Denying '(.+)' in classical logic amounts to asserting '(.+)'\.$/, (denied, meant) =>
    areEquivalent((a, b) => !formula(denied!)(a, b), formula(meant!)),
  ),
  prove('comp-0023', /^The contrapositive of '(.+)' is '(.+)'\.$/, (original, contrapositive) =>
    areEquivalent(formula(original!), formula(contrapositive!)),
  ),
  prove(
    'comp-0108',
    /^The exclusive or \(XOR\) of two truth values is true exactly when the values are (different|equal)\.$/,
    (when) => CASES.every(([a, b]) => (Number(a) ^ Number(b)) === Number((a === b) === (when === 'equal'))),
  ),
  prove(
    'comp-0109',
    /^The material implication '(.+)' of classical logic is false exactly when A is (\w+) and B is (\w+)\.$/,
    (text, first, second) =>
      // A conditional claims that there is no case of the first without the second: sets of cases, one inside the other.
      CASES.every(([a, b]) => {
        const inside = [a].filter(Boolean).length <= [b].filter(Boolean).length
        const denied = String(a) === first && String(b) === second
        return formula(text!)(a, b) === inside && inside === !denied
      }),
  ),
  prove(
    'comp-0111',
    /^The negation of '(every|some|no) x has property P' is '(every|some|no) x does not have property P'\.$/,
    (denied, meant) => {
      const claims: Record<string, (has: boolean[]) => boolean> = {
        every: (has) => has.every(Boolean),
        some: (has) => has.some(Boolean),
        no: (has) => !has.some(Boolean),
      }
      return range(6).every((count) =>
        tuples(TRUTHS, count).every((has) => claims[denied!]!(has) !== claims[meant!]!(has.map((is) => !is))),
      )
    },
  ),
  prove(
    ['comp-0112', 'comp-0113', 'comp-0114'],
    INFERENCE,
    (first, second, conclusion, verdict) => follows([first!, second!], conclusion!) === (verdict === 'valid'),
  ),
  prove(
    'comp-0115',
    /^The number of rows in the truth table of a formula with n propositional variables is (.+)\.$/,
    (rows) => range(9).every((n) => tuples(TRUTHS, n).length === evaluate(rows!, { n })),
  ),
  prove(
    'comp-0116',
    /^The two-input Boolean connectives that each express every truth function alone are exactly (\w+) and (\w+)\.$/,
    (...names) => {
      const complete = range(16).filter(isComplete)
      const named = names.map((name) => tableOf(CONNECTIVES[name]!))
      return String(complete) === String(named.sort((left, right) => left - right))
    },
  ),
  prove(
    'comp-0117',
    /^The statement 'some y works for every x' implies 'for every x some y works', but the converse implication does not hold\.$/,
    () => {
      const relations = tuples(SETS, 3)
      const oneForAll = (works: boolean[][]) => range(3).some((y) => works.every((row) => row[y]))
      const oneForEach = (works: boolean[][]) => works.every((row) => row.some(Boolean))
      return (
        relations.every((works) => !oneForAll(works) || oneForEach(works)) &&
        !relations.every((works) => !oneForEach(works) || oneForAll(works))
      )
    },
  ),
  prove(
    'comp-0118',
    /^(Every) statement follows from a contradiction in classical logic\.$/,
    () =>
      ['A', 'B', 'not A', 'not B', 'A and B', 'if A then B'].every((conclusion) =>
        follows(['A', 'not A'], conclusion),
      ) && !follows(['A'], 'B'),
  ),
  prove(
    'comp-0119',
    /^The premises 'some A are B' and 'some B are C' (do|do not) imply 'some A are C'\.$/,
    (verdict) => {
      const implied = tuples(SETS, 3).every(
        ([a, b, c]) => !(someInBoth(a!, b!) && someInBoth(b!, c!)) || someInBoth(a!, c!),
      )
      return implied === (verdict === 'do')
    },
  ),
]
