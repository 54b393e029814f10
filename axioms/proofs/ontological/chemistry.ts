import { figure, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'

/** The symbols of the elements, in the order of their atomic numbers. */
const SYMBOLS =
  `H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se Br Kr Rb Sr Y
  Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb Dy Ho Er Tm Yb Lu Hf Ta W Re
  Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U`.split(/\s+/)

/** The names of the elements, in the same order. */
const NAMES =
  `hydrogen helium lithium beryllium boron carbon nitrogen oxygen fluorine neon sodium magnesium aluminium
  silicon phosphorus sulfur chlorine argon potassium calcium scandium titanium vanadium chromium manganese iron
  cobalt nickel copper zinc gallium germanium arsenic selenium bromine krypton rubidium strontium yttrium
  zirconium niobium molybdenum technetium ruthenium rhodium palladium silver cadmium indium tin antimony
  tellurium iodine xenon caesium barium lanthanum cerium praseodymium neodymium promethium samarium europium
  gadolinium terbium dysprosium holmium erbium thulium ytterbium lutetium hafnium tantalum tungsten rhenium
  osmium iridium platinum gold mercury thallium lead bismuth polonium astatine radon francium radium actinium
  thorium protactinium uranium`.split(/\s+/)

/** Standard atomic weights of IUPAC (abridged), in g/mol. */
const WEIGHTS: Record<string, number> = {
  H: 1.008,
  C: 12.011,
  N: 14.007,
  O: 15.999,
  Na: 22.98976928,
  Cl: 35.45,
  Ar: 39.95,
}

/** Masses of isotopes in daltons, by their mass numbers. */
const CHLORINE: Record<string, number> = { 35: 34.968853, 37: 36.965903 }
const IODINE = 126.904472
/** Mass in daltons and natural share of the isotopes of tellurium. */
const TELLURIUM: [number, number][] = [
  [119.90406, 0.0009],
  [121.90304, 0.0255],
  [122.90427, 0.0089],
  [123.90282, 0.0474],
  [124.90443, 0.0707],
  [125.90331, 0.1884],
  [127.90446, 0.3174],
  [129.90622, 0.3408],
]

/** Usual oxidation states in the compounds at hand. */
const STATES: Record<string, number> = { H: 1, Na: 1, K: 1, Ca: 2, O: -2, Cl: -1, C: 4, S: 6, N: -3 }

/** Shares by volume of the gases of dry air. */
const AIR: Record<string, number> = { N2: 0.78084, O2: 0.20946, Ar: 0.00934, CO2: 0.00042 }

const GAS_CONSTANT = 8.314462618
const MELTING_POINT_OF_ICE = 273.15
const HEAT_OF_FUSION_OF_ICE = 6009.5
/** The negative logarithm of the ion product of water at 25 °C. */
const PKW = 13.995

const atomicNumber = (name: string): number => NAMES.indexOf(name) + 1
const list = (text: string): string[] => text.split(/, | and /)
const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0)
const same = (left: unknown[], right: unknown[]): boolean => left.join() === right.join()

/** How many atoms of each element a formula such as `Fe(OH)3` has. */
function atoms(formula: string): Map<string, number> {
  const flat = formula.replaceAll(/\(([^)]*)\)(\d*)/g, (_, group: string, times: string) =>
    group.repeat(Number(times || 1)),
  )
  const counts = new Map<string, number>()
  for (const [, symbol = '', count] of flat.matchAll(/([A-Z][a-z]?)(\d*)/g)) {
    if (!SYMBOLS.includes(symbol)) throw new Error(`${symbol} is no element`)
    counts.set(symbol, (counts.get(symbol) ?? 0) + Number(count || 1))
  }
  return counts
}

/** The sum over the atoms of a formula. */
const over = (formula: string, of: Record<string, number>): number =>
  sum([...atoms(formula)].map(([symbol, count]) => count * of[symbol]!))

const molarMass = (formula: string): number => over(formula, WEIGHTS)

/** Whether both sides of an equation have the same atoms, and no factor common to all terms. */
function isBalanced(equation: string): boolean {
  const totals = new Map<string, number>()
  const factors: number[] = []
  for (const [side, terms] of equation.split(' -> ').entries()) {
    for (const term of terms.split(' + ').filter((part) => part !== 'light energy')) {
      const [, factor, formula] = /^(\d*) ?([A-Z]\S*)$/.exec(term)!
      factors.push(Number(factor || 1))
      for (const [symbol, count] of atoms(formula!)) {
        const signed = count * Number(factor || 1) * (side === 0 ? 1 : -1)
        totals.set(symbol, (totals.get(symbol) ?? 0) + signed)
      }
    }
  }
  const shared = [2, 3, 5].some((divisor) => factors.every((factor) => factor % divisor === 0))
  return [...totals.values()].every((total) => total === 0) && !shared
}

/** The subshells as `[shell, kind]` in the order of filling by the rule of Madelung. */
const SUBSHELLS = Array.from({ length: 8 }, (_, n) => Array.from({ length: n + 1 }, (_, l) => [n + 1, l]))
  .flat()
  .sort(([n = 0, l = 0], [m = 0, k = 0]) => n + l - m - k || n - m)

const capacity = (l: number): number => 2 * (2 * l + 1)

/** The configuration of a neutral atom by the filling rule, written in the order of shells. */
function configuration(electrons: number): string {
  let left = electrons
  const filled: [number, number, number][] = []
  for (const [n = 0, l = 0] of SUBSHELLS) {
    const taken = Math.min(left, capacity(l))
    if (taken > 0) filled.push([n, l, taken])
    left -= taken
  }
  filled.sort(([n, l], [m, k]) => n - m || l - k)
  return filled.map(([n, l, count]) => `${n}${'spdf'[l]}${count}`).join(' ')
}

/** The lengths of the periods: each begins where a new s subshell does. */
function periods(count: number): number[] {
  const lengths: number[] = []
  for (const [, l = 0] of SUBSHELLS) {
    if (l === 0) lengths.push(0)
    lengths[lengths.length - 1]! += capacity(l)
  }
  return lengths.slice(0, count)
}

/** The atomic numbers at which the periods end. */
const NOBLE = periods(7).map((_, period) => sum(periods(period + 1)))

/** How many electrons a configuration such as `[Ar] 3d5 4s1` has. */
function electrons(text: string): number {
  const core = atomicNumberOfSymbol(/\[(\w+)\]/.exec(text)?.[1])
  return core + sum([...text.matchAll(/\d[spdf](\d+)/g)].map(([, count]) => Number(count)))
}

const atomicNumberOfSymbol = (symbol: string | undefined): number =>
  symbol === undefined ? 0 : SYMBOLS.indexOf(symbol) + 1

/** How many trees of so many carbon atoms there are, none with more than four neighbours. */
function isomers(carbons: number): number {
  let trees = new Map<string, number[][]>([['', [[]]]])
  for (let size = 1; size < carbons; size++) {
    const grown = new Map<string, number[][]>()
    for (const tree of trees.values()) {
      for (const [at, neighbours] of tree.entries()) {
        if (neighbours.length === 4) continue
        const larger = [...tree.map((others, node) => (node === at ? [...others, size] : others)), [at]]
        grown.set(larger.map((_, root) => shape(larger, root)).sort()[0]!, larger)
      }
    }
    trees = grown
  }
  return trees.size
}

function shape(tree: number[][], root: number, from = -1): string {
  const branches = tree[root]!.filter((node) => node !== from).map((node) => shape(tree, node, root))
  return `(${branches.sort().join('')})`
}

/** The pH of a strong acid of so many mol/L, with the activity by the equation of Davies. */
function strongAcidPh(concentration: number): number {
  const root = Math.sqrt(concentration)
  return -Math.log10(concentration) + 0.509 * (root / (1 + root) - 0.3 * concentration)
}

/** Computes again what axioms of level 3 state of chemistry. */
export const chemistryProofs: Proof[] = [
  prove(
    ['0003', '0025', '0026', '0027', '0028', '0029', '0030', '0031'].map((number) => `onto-${number}`),
    /^The chemical symbol of (\w+)(?: \(atomic number (\d+)\))? is (\w+)\.$/,
    (name, number, symbol) =>
      SYMBOLS[atomicNumber(name) - 1] === symbol &&
      (number === undefined || atomicNumber(name) === Number(number)),
  ),
  prove(
    'onto-0032',
    /^The symbol (\w+) denotes the element (\w+), whereas the formula (\w+) denotes the compound (\w+) monoxide\.$/,
    (symbol, name, formula, partner) => {
      const expected = [SYMBOLS[atomicNumber(partner) - 1], 'O']
      return SYMBOLS[atomicNumber(name) - 1] === symbol && same([...atoms(formula).keys()], expected)
    },
  ),
  prove(
    'onto-0033',
    /^The number of protons in the nucleus of every (\w+) atom is (\d+)\.$/,
    (name, number) => {
      return atomicNumber(name) === Number(number)
    },
  ),
  prove(
    'onto-0034',
    /^The number of chemical elements recognised by .* as of January 2025, is (\d+)\.$/,
    (count) => {
      return NOBLE[6] === Number(count)
    },
  ),
  prove(
    'onto-0035',
    /^The numbers of elements in the seven periods \(rows\) .* are ([\d, and]+)\.$/,
    (counts) => same(list(counts), periods(7)),
  ),
  prove(
    'onto-0036',
    /^The atomic numbers of the noble gases ([a-z, ]+) are ([\d, and]+)\.$/,
    (names, numbers) =>
      same(list(names).map(atomicNumber), list(numbers)) && same(list(numbers), NOBLE.slice(0, 6)),
  ),
  prove(
    'onto-0037',
    /^The atomic numbers of the halogens ([a-z, ]+) are ([\d, and]+)\.$/,
    (names, numbers) => {
      const beforeNoble = NOBLE.slice(1, 5).map((number) => number - 1)
      return same(list(names).map(atomicNumber), list(numbers)) && same(list(numbers), beforeNoble)
    },
  ),
  prove(
    'onto-0038',
    /^The atomic numbers of the alkali metals ([a-z, ]+) are ([\d, and]+)\.$/,
    (names, numbers) => {
      const afterNoble = NOBLE.slice(0, 6).map((number) => number + 1)
      return same(list(names).map(atomicNumber), list(numbers)) && same(list(numbers), afterNoble)
    },
  ),
  prove(
    'onto-0043',
    /^The ground-state electron configuration of a neutral (\w+) atom is (.+)\.$/,
    (name, text) => {
      return configuration(atomicNumber(name)) === text
    },
  ),
  prove(
    'onto-0044',
    /^The ground-state electron configurations of (\w+), (\[.+?), and (\w+), (\[.+?), are exceptions/,
    (one, first, other, second) =>
      [
        [one, first],
        [other, second],
      ].every(([name = '', text = '']) => {
        const number = atomicNumber(name)
        const [outer, ruled] = [text.split(' ').slice(1), configuration(number).split(' ').slice(-2)]
        const subshells = (parts: string[]) => parts.map((part) => part.slice(0, 2))
        return electrons(text) === number && same(subshells(outer), subshells(ruled)) && !same(outer, ruled)
      }),
  ),
  prove(
    'onto-0045',
    /^The maximum numbers of electrons in the first four electron shells of an atom are ([\d, and]+)\.$/,
    (counts) => {
      const shells = [1, 2, 3, 4].map((n) => sum(Array.from({ length: n }, (_, l) => capacity(l))))
      return same(list(counts), shells)
    },
  ),
  prove(
    'onto-0046',
    /^The number of neutrons in the nucleus of a (\w+)-(\d+) atom is (\d+)\.$/,
    (name, mass, count) => {
      return Number(mass) - atomicNumber(name) === Number(count)
    },
  ),
  prove(
    'onto-0047',
    /^The number of neutrons is (\d+) in a (\w+)-(\d+) nucleus and (\d+) in a (\w+)-(\d+) nucleus\.$/,
    (first, name, mass, second, other, otherMass) =>
      Number(mass) - atomicNumber(name) === Number(first) &&
      Number(otherMass) - atomicNumber(other) === Number(second),
  ),
  prove(
    'onto-0048',
    /^The (\w+) isotopes .*-(\d)\), .*-(\d)\) and .*-(\d)\) have (\d), (\d) and (\d) neutrons\.$/,
    (name, ...figures) => {
      const [masses, counts] = [figures.slice(0, 3), figures.slice(3)]
      return same(
        masses.map((mass) => Number(mass) - atomicNumber(name)),
        counts,
      )
    },
  ),
  prove(
    'onto-0050',
    /^The .* weight of chlorine is approximately (\S+), .* about (\d+) % chlorine-(\d+) and (\d+) % chlorine-(\d+)\.$/,
    (weight, share, light, rest, heavy) =>
      Number(share) + Number(rest) === 100 &&
      isRounded((Number(share) * CHLORINE[light]! + Number(rest) * CHLORINE[heavy]!) / 100, weight),
  ),
  prove(
    'onto-0051',
    /so (tellurium) \((\S+)\) comes before (iodine) \((\S+)\)\.$/,
    (first, heavy, second, light) => {
      const mean = sum(TELLURIUM.map(([mass, share]) => mass * share))
      const inOrder = atomicNumber(first) < atomicNumber(second) && mean > IODINE
      return inOrder && isRounded(mean, heavy) && isRounded(IODINE, light)
    },
  ),
  prove(
    'onto-0052',
    /^A (\w+) ion ([A-Z][a-z]?)\+ has (\d+) protons and (\d+) electrons\.$/,
    (name, symbol, ...counts) => {
      const protons = atomicNumber(name)
      return SYMBOLS[protons - 1] === symbol && same(counts, [protons, protons - 1])
    },
  ),
  prove('onto-0061', /^The pH of pure water at 25 degrees Celsius is approximately (\S+)\.$/, (value) =>
    isRounded(PKW / 2, value),
  ),
  prove(
    'onto-0062',
    /^A solution of pH (\d+) has .* (\d+) times as high as a solution of pH (\d+)\.$/,
    (low, times, high) => {
      return 10 ** (Number(high) - Number(low)) === Number(times)
    },
  ),
  prove(
    'onto-0063',
    /^The pH of a (\S+) mol\/L solution of .* is approximately (\S+)\.$/,
    (concentration, value) => isRounded(strongAcidPh(Number(concentration)), value),
  ),
  prove(
    [7, 65, 66, 67, 68, 69, 70, 71, 72, 93, 108, 109].map(
      (number) => `onto-${String(number).padStart(4, '0')}`,
    ),
    /(?:is|:) ([^:]+? -> .+)\.$/,
    (equation) => isBalanced(equation.replace(/^.* is /, '')),
  ),
  prove(
    ['onto-0073', 'onto-0074'],
    /^The oxidation state of (\w+) in [\w ]+ \((\w+)\) is ([+-]\d)\.$/,
    (name, formula, state) => {
      const symbol = SYMBOLS[atomicNumber(name) - 1]!
      return over(formula, { ...STATES, [symbol]: Number(state) }) === 0
    },
  ),
  prove(
    'onto-0075',
    /^The number of hydrogen atoms in an acyclic alkane .* is (\d)n \+ (\d)\.$/,
    (factor, more) =>
      // Four bonds to each carbon; a tree of n carbons uses two ends for each of its n - 1 links.
      [1, 2, 3, 10].every((n) => 4 * n - 2 * (n - 1) === Number(factor) * n + Number(more)),
  ),
  prove('onto-0076', /isomers of the alkanes ([\w, ]+) are ([\d, and]+)\.$/, (formulas, counts) => {
    const alkanes = list(formulas).map(atoms)
    const saturated = alkanes.every((alkane) => alkane.get('H') === 2 * alkane.get('C')! + 2)
    const computed = alkanes.map((alkane) => isomers(alkane.get('C')!))
    return saturated && same(list(counts), computed)
  }),
  prove('onto-0077', /^Burning 1 kg of carbon .* approximately (\S+) kg of (\w+)\.$/, (mass, product) =>
    isRounded(molarMass(product) / molarMass('C'), mass),
  ),
  prove(
    'onto-0081',
    /^The freezing-point depression constant .* of water is approximately (\S+) K kg\/mol\.$/,
    (value) => {
      const kilograms = molarMass('H2O') / 1000
      return isRounded((GAS_CONSTANT * MELTING_POINT_OF_ICE ** 2 * kilograms) / HEAT_OF_FUSION_OF_ICE, value)
    },
  ),
  prove(
    ['onto-0001', 'onto-0002', 'onto-0084', 'onto-0085', 'onto-0086', 'onto-0087'],
    /^The chemical formula of .+ is (\w+)\.$/,
    (formula) => over(formula, STATES) === 0,
  ),
  prove(
    'onto-0088',
    /\(nitrous oxide, (di)nitrogen (mon)oxide\) is (\w+)\.$/,
    (nitrogens, oxygens, formula) => {
      const count = (prefix: string) => ['mon', 'di', 'tri'].indexOf(prefix) + 1
      return same([...atoms(formula)].flat(), ['N', count(nitrogens), 'O', count(oxygens)])
    },
  ),
  prove(
    ['onto-0089', 'onto-0090', 'onto-0091', 'onto-0092'],
    /^The molar mass of [\w ]+ \((\w+)\) is approximately (\S+) g\/mol\.$/,
    (formula, mass) => isRounded(molarMass(formula), mass),
  ),
  prove('onto-0097', /^The mass fraction of gold in (\d+) carat gold is (\d+) %\.$/, (carats, share) => {
    return (Number(carats) / 24) * 100 === figure(share)
  }),
  prove('onto-0099', /^The mean molar mass of dry air is approximately (\S+) g\/mol\.$/, (mass) => {
    const parts = Object.entries(AIR).map(([gas, share]) => share * molarMass(gas))
    return isRounded(sum(parts) / sum(Object.values(AIR)), mass)
  }),
  prove('onto-0103', /^One gram of sodium corresponds to approximately (\S+) grams of table salt/, (grams) =>
    isRounded(molarMass('NaCl') / molarMass('Na'), grams),
  ),
]
