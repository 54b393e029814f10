import { choose, figure, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

/** The amino acids of the standard genetic code, for codons in the order U, C, A, G; `*` is a stop. */
const CODE = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG'
const LETTERS: Record<string, string> = {
  leucine: 'L',
  serine: 'S',
  arginine: 'R',
  methionine: 'M',
  tryptophan: 'W',
  valine: 'V',
  'glutamic acid': 'E',
}
const BASES = ['U', 'C', 'A', 'G']
const CODONS = BASES.flatMap((first) =>
  BASES.flatMap((second) => BASES.map((third) => first + second + third)),
)
const PAIRS: Record<string, string> = { A: 'T', T: 'A', G: 'C', C: 'G' }

/** Small bones: wrist or ankle, palm or sole, and digits (two in the thumb or big toe, three in the others). */
const HAND = 8 + 5 + (2 + 4 * 3)
const FOOT = 7 + 5 + (2 + 4 * 3)
const ETHANOL_GRAMS_PER_ML = 0.7893
const KILOJOULES_PER_KILOCALORIE = 4.184
const AVOGADRO = 6.02214076e23

const translated = (codon: string): string => CODE[CODONS.indexOf(codon)]!
const codonsOf = (letter: string): string[] => CODONS.filter((codon) => translated(codon) === letter)
const AMINO_ACIDS = [...new Set(CODE.replaceAll('*', ''))]
const list = (text: string): string[] => text.split(/, | and /)
const same = (left: unknown[], right: unknown[]): boolean => left.join() === right.join()
const share = (percent: string): number => figure(percent) / 100

/** The children of two parents, each given by the gametes it makes: one of each, all equally likely. */
const cross = (mother: string[], father: string[]): string[] =>
  mother.flatMap((egg) => father.map((sperm) => egg + sperm))

/** The share of cases, in percent. */
const percentOf = <T>(cases: T[], wanted: (one: T) => boolean): number =>
  (100 * cases.filter(wanted).length) / cases.length

/** The blood group of a genotype such as `AO`. */
function bloodGroup(genotype: string): string {
  const antigens = ['A', 'B'].filter((antigen) => genotype.includes(antigen)).join('')
  return antigens === '' ? 'O' : antigens
}

/** The blood groups that children of parents with two groups can have. */
function groupsOfChildren(mother: string, father: string): string[] {
  const genotypes = cross(['A', 'B', 'O'], ['A', 'B', 'O'])
  const of = (group: string) => genotypes.filter((genotype) => bloodGroup(genotype) === group)
  const children = of(mother).flatMap((left) => of(father).flatMap((right) => cross([...left], [...right])))
  return ['A', 'B', 'AB', 'O'].filter((group) => children.some((child) => bloodGroup(child) === group))
}

/** All combined blood groups as the antigens on the red cells; D stands for Rh positive. */
const ANTIGENS = ['', 'A', 'B', 'AB'].flatMap((group) => [group, `${group}D`])
const antigens = (group: string, rhesus: string): string =>
  (group === 'O' ? '' : group) + (rhesus === 'positive' ? 'D' : '')
const suits = (donor: string, recipient: string): boolean =>
  [...donor].every((antigen) => recipient.includes(antigen))

/** A family: each person with both parents, who stand earlier. */
const FAMILY: Record<string, [string, string]> = {
  parent: ['grandfather', 'grandmother'],
  uncle: ['grandfather', 'grandmother'],
  child: ['parent', 'spouse'],
  sibling: ['parent', 'spouse'],
  half: ['parent', 'second spouse'],
  cousin: ['uncle', 'aunt'],
}
const ELDERS = Object.keys(FAMILY)

/** The probability that a random allele of each of two persons comes from one ancestor. */
function kinship(one: string, other: string): number {
  if (one === other) return 0.5
  const [younger, elder] = ELDERS.indexOf(one) > ELDERS.indexOf(other) ? [one, other] : [other, one]
  const parents = FAMILY[younger]
  return parents === undefined ? 0 : (kinship(parents[0], elder) + kinship(parents[1], elder)) / 2
}

/** Computes again what axioms of level 3 state of biology and medicine. */
export const lifeProofs: Proof[] = [
  prove(
    'onto-0132',
    /^One bacterium that divides every (\d+) minutes without limit has grown to ([\d ]+) cells after (\d+) hours\.$/,
    (minutes, cells, hours) => 2 ** ((Number(hours) * 60) / Number(minutes)) === figure(cells),
  ),
  prove(
    'onto-0135',
    /^When a cell doubles .* surface area grows by a factor of (\d) and the volume by a factor of (\d)\.$/,
    (area, volume) => {
      const ball = (radius: number) => [4 * Math.PI * radius ** 2, (4 / 3) * Math.PI * radius ** 3]
      const [small, large] = [ball(1), ball(2)]
      return large[0]! / small[0]! === Number(area) && large[1]! / small[1]! === Number(volume)
    },
  ),
  prove(
    'onto-0138',
    /^The number of possible codons of three nucleotides in the genetic code is (\d+)\.$/,
    (count) => {
      return new Set(CODONS).size === Number(count)
    },
  ),
  prove(
    'onto-0139',
    /^In the standard genetic code (\d+) codons encode amino acids and (\d+) are stop codons\.$/,
    (sense, stops) =>
      codonsOf('*').length === Number(stops) && CODONS.length - codonsOf('*').length === Number(sense),
  ),
  prove('onto-0140', /^The stop codons .* in messenger RNA are (.+)\.$/, (stops) =>
    same(list(stops), codonsOf('*')),
  ),
  prove('onto-0141', /^The usual start codon (\w+) encodes the amino acid (\w+)\.$/, (codon, name) => {
    return translated(codon) === LETTERS[name]
  }),
  prove(
    'onto-0142',
    /^The number of different amino acids encoded by the standard genetic code is (\d+)\.$/,
    (count) => {
      return AMINO_ACIDS.length === Number(count)
    },
  ),
  prove(
    'onto-0143',
    /six codons each .* are ([a-z, ]+), and the amino acids with a single codon are ([a-z ]+)\.$/,
    (six, single) => {
      const having = (count: number) => AMINO_ACIDS.filter((letter) => codonsOf(letter).length === count)
      const letters = (names: string) => list(names).map((name) => LETTERS[name])
      return same(letters(six).sort(), having(6).sort()) && same(letters(single).sort(), having(1).sort())
    },
  ),
  prove(
    'onto-0144',
    /changes the codon (\w+) into (\w+) .* so ([a-z ]+) is replaced by (\w+)\.$/,
    (from, to, old, next) => {
      return translated(from) === LETTERS[old] && translated(to) === LETTERS[next]
    },
  ),
  prove('onto-0145', /^The reverse complement of the DNA sequence (\w+) is (\w+)\.$/, (strand, other) => {
    return same(
      [...strand].reverse().map((base) => PAIRS[base]),
      [...other],
    )
  }),
  prove(
    'onto-0146',
    /^If (\d+) % .* are adenine, (\d+) % are thymine, (\d+) % are guanine and (\d+) % are cytosine\.$/,
    (...figures) => {
      const [adenine = 0, thymine, guanine, cytosine] = figures.map(Number)
      return thymine === adenine && guanine === cytosine && guanine === (100 - 2 * adenine) / 2
    },
  ),
  prove(
    'onto-0147',
    /probability of (\d+) % of being affected and (\d+) % of being a carrier\.$/,
    (affected, carrier) => {
      const children = cross(['A', 'a'], ['A', 'a'])
      const carriers = percentOf(children, (child) => child.includes('A') && child.includes('a'))
      return (
        percentOf(children, (child) => child === 'aa') === Number(affected) && carriers === Number(carrier)
      )
    },
  ),
  prove('onto-0148', /^A cross of two individuals .* in the expected ratio ([\d:]+)\.$/, (ratio) => {
    const children = cross(['AB', 'Ab', 'aB', 'ab'], ['AB', 'Ab', 'aB', 'ab'])
    const count = (first: boolean, second: boolean) =>
      children.filter((child) => child.includes('A') === first && child.includes('B') === second).length
    return (
      ratio === [count(true, true), count(true, false), count(false, true), count(false, false)].join(':')
    )
  }),
  prove(
    'onto-0149',
    /each son has a probability of (\d+) % and each daughter of (\d+) % of being affected\.$/,
    (son, daughter) => {
      const children = cross(['X', 'x'], ['X', 'Y'])
      const affected = (sex: (child: string) => boolean) =>
        percentOf(children.filter(sex), (child) => child.includes('x') && !child.includes('X'))
      const isSon = (child: string) => child.includes('Y')
      return affected(isSon) === Number(son) && affected((child) => !isSon(child)) === Number(daughter)
    },
  ),
  prove(
    'onto-0150',
    /^If (\d+) % of males .* the expected share of females .* is (\S+) %\.$/,
    (males, females) => isRounded(share(males) ** 2 * 100, females),
  ),
  prove(
    'onto-0151',
    /affects 1 in ([\d ]+) people has healthy carriers .* approximately (\d+) %\.$/,
    (oneIn, carriers) => {
      const frequency = Math.sqrt(1 / figure(oneIn))
      return isRounded(2 * frequency * (1 - frequency) * 100, carriers)
    },
  ),
  prove(
    'onto-0155',
    /with (\S+ x \S+) base pairs at (\S+) nm each, .* approximately (\S+) m\.$/,
    (pairs, rise, metres) => isRounded(figure(pairs) * Number(rise) * 1e-9, metres),
  ),
  prove('onto-0156', /with (\d+) chromosomes is ([\d ]+)\.$/, (chromosomes, combinations) => {
    // Any number of the chromosomes may be the mother's, in any choice.
    const pairs = Number(chromosomes)
    const ways = Array.from({ length: pairs + 1 }, (_, maternal) => choose(pairs, maternal))
    return ways.reduce((total, count) => total + count) === BigInt(figure(combinations))
  }),
  prove(
    'onto-0160',
    /is (\S+) % for full siblings, (\S+) % for half-siblings and (\S+) % for first cousins\.$/,
    (...percents) =>
      same(
        percents.map(Number),
        ['sibling', 'half', 'cousin'].map((relative) => 2 * kinship('child', relative) * 100),
      ),
  ),
  prove(
    'onto-0161',
    /blood group (\w+) and .* blood group (\w+) normally has blood group (\w+) or (\w+)\.$/,
    (one, other, ...groups) => same(groups, groupsOfChildren(one, other)),
  ),
  prove(
    'onto-0162',
    /of a parent with group (\w+) and a parent with group (\w+) are ([\w, ]+)\.$/,
    (one, other, groups) => same(list(groups), groupsOfChildren(one, other)),
  ),
  prove('onto-0163', /^Under perfect doubling, (\d+) cycles .* into ([\d ]+) copies\.$/, (cycles, copies) => {
    return 1n << BigInt(cycles) === BigInt(figure(copies))
  }),
  prove(
    'onto-0166',
    /^A heart that beats (\d+) times per minute beats ([\d ]+) times per day\.$/,
    (minute, day) => {
      return Number(minute) * 60 * 24 === figure(day)
    },
  ),
  prove(
    'onto-0169',
    /, (\w+) (\w+) red blood cells suit recipients of all (\d) .*, and (\w+) (\w+) recipients .* of all (\d) groups\.$/,
    (donor, donorRhesus, recipients, recipient, rhesus, donors) => {
      const given = ANTIGENS.filter((one) => suits(antigens(donor, donorRhesus), one))
      const received = ANTIGENS.filter((one) => suits(one, antigens(recipient, rhesus)))
      return given.length === Number(recipients) && received.length === Number(donors)
    },
  ),
  prove(
    'onto-0172',
    /with (\d+) bones each and the two feet with (\d+) bones each hold (\d+) of/,
    (hand, foot, all) => {
      return HAND === Number(hand) && FOOT === Number(foot) && 2 * (HAND + FOOT) === Number(all)
    },
  ),
  prove(
    'onto-0173',
    /teeth is (\d+), with (\d) incisors, (\d) canine, (\d) premolars and (\d) molars in each quarter/,
    (all, ...kinds) => 4 * kinds.map(Number).reduce((total, kind) => total + kind) === Number(all),
  ),
  prove(
    'onto-0174',
    /has (\d+) movable vertebrae: (\d+) cervical, (\d+) thoracic and (\d+) lumbar\.$/,
    (all, ...parts) => {
      return parts.map(Number).reduce((total, part) => total + part) === Number(all)
    },
  ),
  prove(
    'onto-0190',
    /^A human body temperature of (\d+) degrees Celsius is (\S+) degrees Fahrenheit\.$/,
    (celsius, other) => isRounded((Number(celsius) * 9) / 5 + 32, other),
  ),
  prove(
    'onto-0191',
    /pregnancy, (\d+) weeks, is (\d+) days counted/,
    (weeks, days) => Number(weeks) * 7 === Number(days),
  ),
  prove(
    'onto-0222',
    /are (\d+) kJ \((\d) kcal\) per .*, (\d+) kJ \((\d) kcal\) per gram of fat and (\d+) kJ \((\d) kcal\) per/,
    (...figures) =>
      [0, 2, 4].every((at) => isRounded(Number(figures[at]) / KILOJOULES_PER_KILOCALORIE, figures[at + 1]!)),
  ),
  prove(
    'onto-0223',
    /^A volume of (\d+) mL of beer with (\d+) % .* approximately (\d+) g of/,
    (volume, percent, grams) => isRounded(Number(volume) * share(percent) * ETHANOL_GRAMS_PER_ML, grams),
  ),
  prove(
    'onto-0225',
    /mass of (\d+) kg and a height of (\S+) m is approximately (\S+) kg\/m\^2\.$/,
    (mass, height, index) => isRounded(Number(mass) / Number(height) ** 2, index),
  ),
  prove(
    'onto-0227',
    /from (\d+) % to (\d+) % has .* of (\d+) % and a number needed to treat of (\d+)\.$/,
    (...figures) => {
      const [before = 0, after = 0, relative, needed] = figures.map(Number)
      return (100 * (before - after)) / before === relative && 100 / (before - after) === needed
    },
  ),
  prove('onto-0228', /reproduction number R0 of (\d+) is approximately (\d+) %\.$/, (number, threshold) =>
    isRounded(100 * (1 - 1 / Number(number)), threshold),
  ),
  prove(
    'onto-0229',
    /approximately (\d+) % is left in the body after (\d+) half-lives\.$/,
    (left, halfLives) => isRounded(100 * 0.5 ** Number(halfLives), left),
  ),
  prove(
    'onto-0230',
    /of (\d+) lets through approximately (\d) % .*, and SPF (\d+) approximately (\d) %\.$/,
    (...figures) => [0, 2].every((at) => isRounded(100 / Number(figures[at]), figures[at + 1]!)),
  ),
  prove(
    'onto-0231',
    /^A homeopathic (\d+)C preparation is a dilution by a factor of 10\^(\d+), so/,
    (steps, exponent) => {
      const molesInDose = 1
      const molecules = (molesInDose * AVOGADRO) / Number(`1e${exponent}`)
      return 100n ** BigInt(steps) === 10n ** BigInt(exponent) && molecules < 0.01
    },
  ),
]
