import { choose, factorial, figure, integral, isClose, isRounded, whole } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { count, evaluate, grid, isSame, numberWord, orders, rows, span, total } from './formula.ts'

const DIE = span(1, 6)

/** The share of some equally likely cases that have a property, of those that meet a condition. */
function share<T>(cases: T[], has: (one: T) => boolean, given: (one: T) => boolean = () => true): number {
  const possible = cases.filter(given)
  return possible.filter(has).length / possible.length
}

const subsets = <T>(things: T[]): T[][] =>
  things.reduce<T[][]>((found, thing) => found.flatMap((set) => [set, [...set, thing]]), [[]])

/** How many different words the letters make, by choosing the first letter and going on. */
function arrangements(letters: Map<string, number>, known = new Map<string, number>()): number {
  const key = [...letters.values()].join()
  if ([...letters.values()].every((left) => left === 0)) return 1
  const before = known.get(key)
  if (before !== undefined) return before
  const firsts = [...letters].filter(([, left]) => left > 0)
  const found = total(
    firsts.map(([letter, left]) => arrangements(new Map(letters).set(letter, left - 1), known)),
  )
  known.set(key, found)
  return found
}

/** The smallest number from 1 on for which something holds. */
const smallest = (holds: (n: number) => boolean) => span(1, 1000).find(holds)

/** All pairs of events among four outcomes that are not equally likely. */
function eventPairs(): { a: number; b: number; both: number; either: number }[] {
  const chances = [0.15, 0.2, 0.25, 0.4]
  const probability = (outcomes: number[]) => total(outcomes.map((outcome) => chances[outcome]!))
  const events = subsets(count(4))
  return events.flatMap((a) =>
    events.map((b) => ({
      a: probability(a),
      b: probability(b),
      both: probability(a.filter((outcome) => b.includes(outcome))),
      either: probability(count(4).filter((outcome) => a.includes(outcome) || b.includes(outcome))),
    })),
  )
}

export const chanceProofs: Proof[] = [
  prove('math-0020', /^The factorial of zero is (\d+)\.$/, (value) => orders([]).length === Number(value)),
  prove(
    'math-0021',
    /^The probability of rolling a total of (\d+) with two fair, independent six-sided dice is (\S+)\.$/,
    (sum, chance) =>
      isClose(
        share(rows(DIE, 2), (dice) => total(dice) === Number(sum)),
        figure(chance!),
      ),
  ),
  prove(
    'math-0022',
    /^The smallest group size for which the probability of a shared birthday exceeds (\S+), with (\d+) equally likely and independent birthdays, is (\d+) people\.$/,
    (chance, days, people) => {
      const allDifferent = (n: number) => count(n).reduce((product, k) => product * (1 - k / Number(days)), 1)
      return smallest((n) => 1 - allDifferent(n) > figure(chance!)) === Number(people)
    },
  ),
  prove('math-0023', /^The number of subsets of a set with n elements is (\S+)\.$/, (formula) =>
    count(10).every((n) => subsets(count(n)).length === evaluate(formula!, { n })),
  ),
  prove('math-0169', /^The number of ways to arrange n distinct objects in a row is (\S+)\.$/, (formula) =>
    count(8).every((n) => orders(count(n)).length === evaluate(formula!, { n })),
  ),
  prove(
    'math-0170',
    /^The number of ways to choose k of n distinct objects without regard to order is (\S+)\.$/,
    (formula) =>
      count(9).every((n) =>
        span(0, n).every((k) => {
          const chosen = subsets(count(n)).filter((set) => set.length === k)
          return chosen.length === evaluate(formula!, { n, k })
        }),
      ),
  ),
  prove(
    'math-0171',
    /^The number of possible orders of a standard deck of (\d+) playing cards is approximately (.+)\.$/,
    (cards, number) => isRounded(Number(factorial(Number(cards))), number!),
  ),
  prove(
    'math-0172',
    /^The number of different (\w+)-card poker hands from a standard deck of (\d+) cards is ([\d ]+)\.$/,
    (hand, cards, number) => choose(Number(cards), numberWord(hand!)) === whole(number!),
  ),
  prove(
    'math-0173',
    /^The number of possible tickets in a lottery that draws (\d+) numbers out of (\d+) is ([\d ]+)\.$/,
    (drawn, numbers, tickets) => choose(Number(numbers), Number(drawn)) === whole(tickets!),
  ),
  prove(
    'math-0174',
    /^The number of distinct arrangements of the letters of the word ([A-Z]+) is ([\d ]+)\.$/,
    (word, number) => {
      const letters = new Map<string, number>()
      for (const letter of word!) letters.set(letter, (letters.get(letter) ?? 0) + 1)
      return arrangements(letters) === Number(whole(number!))
    },
  ),
  prove(
    'math-0175',
    /^The number of handshakes when each of n people shakes hands once with every other person is (.+)\.$/,
    (formula) =>
      span(1, 12).every((n) => {
        const pairs = grid(['one', 'other'], count(n)).filter(({ one, other }) => one! < other!)
        return pairs.length === evaluate(formula!, { n })
      }),
  ),
  prove(
    'math-0176',
    /^The number of squares of all sizes on an (\d+) x \1 chessboard is (\d+)\.$/,
    (width, number) => {
      const places = grid(['x', 'y', 'size'], span(1, Number(width)))
      const fitting = places.filter(
        ({ x, y, size }) => x! + size! - 1 <= Number(width) && y! + size! - 1 <= Number(width),
      )
      return fitting.length === Number(number)
    },
  ),
  prove(
    'math-0177',
    /^The number of positions of the 3 x 3 x 3 Rubik's Cube that can be reached by turning faces is ([\d ]+)\.$/,
    (positions) => {
      // Corners and edges are placed and turned; the last turn of each kind and half of the orders are forced.
      const corners = factorial(8) * 3n ** 7n
      const edges = factorial(12) * 2n ** 11n
      return (corners * edges) / 2n === whole(positions!)
    },
  ),
  prove(
    'math-0179',
    /^If more than n objects are placed in n boxes, at least one box contains more than (\w+) object\.$/,
    (most) =>
      span(1, 4).every((n) =>
        rows(count(n), n + 1).every((boxes) =>
          count(n).some((box) => boxes.filter((other) => other === box).length > numberWord(most!)),
        ),
      ),
  ),
  prove(
    'math-0180',
    /^The coefficient of a\^\(n-k\)\*b\^k in the expansion of \(a \+ b\)\^n is the binomial coefficient (\S+)\.$/,
    (formula) => {
      let coefficients = [1]
      return span(1, 15).every((n) => {
        coefficients = [...coefficients, 0].map((own, k) => own + (coefficients[k - 1] ?? 0))
        return coefficients.every((coefficient, k) => isSame(coefficient, evaluate(formula!, { n, k })))
      })
    },
  ),
  prove(
    'math-0181',
    /^The probability of winning the car by switching doors in the Monty Hall problem, with three equally likely doors and a host who knows the car's place and always opens another door with a goat, is (\S+)\.$/,
    (chance) => {
      const games = grid(['car', 'chosen', 'coin'], count(6)).map(({ car, chosen, coin }) => {
        const [prize, first] = [car! % 3, chosen! % 3]
        const goats = count(3).filter((door) => door !== prize && door !== first)
        const opened = goats[coin! % goats.length]!
        return count(3).find((door) => door !== first && door !== opened) === prize
      })
      return isClose(
        share(games, (won) => won),
        figure(chance!),
      )
    },
  ),
  prove(
    'math-0182',
    /^The probability that a fair coin lands heads on the next independent toss, after (\w+) heads in a row, is (\S+)\.$/,
    (heads, chance) => {
      const before = numberWord(heads!)
      const tosses = rows(['heads', 'tails'], before + 1)
      return isClose(
        share(
          tosses,
          (row) => row[before] === 'heads',
          (row) => row.slice(0, before).every((toss) => toss === 'heads'),
        ),
        figure(chance!),
      )
    },
  ),
  prove(
    'math-0183',
    /^The probability that both children of a two-child family are girls, given that at least one is a girl and that the four sex orders are equally likely, is (\S+)\.$/,
    (chance) =>
      isClose(
        share(
          rows(['boy', 'girl'], 2),
          (children) => !children.includes('boy'),
          (children) => children.includes('girl'),
        ),
        figure(chance!),
      ),
  ),
  prove(
    'math-0184',
    /^The probability that the other side of a card is (\w+), when one of three cards \((.+)\) is drawn at random and a randomly chosen side shows (\w+), is (\S+)\.$/,
    (hidden, cards, shown, chance) => {
      const seen = cards!.split(', ').flatMap((card) => {
        const sides = card.split('-')
        return [sides, sides.toReversed()]
      })
      return isClose(
        share(
          seen,
          ([, other]) => other === hidden,
          ([side]) => side === shown,
        ),
        figure(chance!),
      )
    },
  ),
  prove(
    'math-0185',
    /^The probability that a person with a positive result has a disease with prevalence (\d+) percent among the people tested, when the test has (\d+) percent sensitivity and a (\d+) percent false-positive rate, is (\S+)\.$/,
    (...figures) => {
      const [prevalence, sensitivity, falsePositive] = figures
        .slice(0, 3)
        .map((percent) => Number(percent) / 100)
      const ill = prevalence! * sensitivity!
      return isClose(ill / (ill + (1 - prevalence!) * falsePositive!), figure(figures[3]!))
    },
  ),
  prove(
    'math-0186',
    /^The probability that two events A and B both occur, for P\(A\) > 0, is (.+)\.$/,
    (formula) =>
      // P(B|A) is the share of B when only the outcomes of A are left.
      eventPairs()
        .filter(({ a }) => a > 0)
        .every(({ a, both }) => {
          const named = formula!.replace('P(B|A)', 'given').replace('P(A)', 'a')
          return isSame(evaluate(named, { given: both / a, a }), both)
        }),
  ),
  prove(
    'math-0187',
    /^The probability of at least one six in (\w+) rolls of a fair die is (\S+), approximately (\S+)\.$/,
    (rolls, chance, rounded) => {
      const counted = share(rows(DIE, numberWord(rolls!)), (row) => row.includes(6))
      return isClose(counted, figure(chance!)) && isRounded(counted, rounded!)
    },
  ),
  prove('math-0188', /^The expected value of one roll of a fair six-sided die is (\S+)\.$/, (mean) =>
    isClose(total(DIE) / DIE.length, Number(mean)),
  ),
  prove('math-0189', /^The expected number of rolls of a fair die until the first six is (\d+)\.$/, (rolls) =>
    isSame(total(span(1, 500).map((n) => n * (5 / 6) ** (n - 1) * (1 / 6))), Number(rolls)),
  ),
  prove(
    'math-0190',
    /^The expected number of rolls of a fair die until all six faces have appeared at least once is (\S+)\.$/,
    (rolls) => {
      // Rolls it lasts longer than n: some face is missing, by inclusion and exclusion over the missing faces.
      const missing = (n: number) =>
        total(span(1, 5).map((k) => (-1) ** (k + 1) * Number(choose(6, k)) * (1 - k / 6) ** n))
      return isSame(1 + total(span(1, 200).map(missing)), Number(rolls))
    },
  ),
  prove(
    'math-0191',
    /^The probability of exactly (\d+) heads in (\d+) tosses of a fair coin is (\S+), approximately (\S+)\.$/,
    (heads, tosses, chance, rounded) => {
      const counted = share(rows([0, 1], Number(tosses)), (row) => total(row) === Number(heads))
      return isClose(counted, figure(chance!)) && isRounded(counted, rounded!)
    },
  ),
  prove('math-0192', /^The probability of A or B is (.+) for any two events A and B\.$/, (formula) =>
    eventPairs().every(({ a, b, both, either }) => {
      const named = formula!.replace('P(A and B)', 'both').replace('P(A)', 'a').replace('P(B)', 'b')
      return isSame(evaluate(named, { a, b, both }), either)
    }),
  ),
  prove(
    'math-0193',
    /^The probability that two events both occur is never (greater|less) than the probability of either event alone\.$/,
    (relation) =>
      eventPairs().every(({ a, b, both }) =>
        relation === 'greater' ? both <= Math.min(a, b) + 1e-12 : both >= Math.max(a, b) - 1e-12,
      ),
  ),
  prove(
    'math-0194',
    /^Two mutually exclusive events with positive probabilities are (never|always) independent\.$/,
    (frequency) =>
      eventPairs()
        .filter(({ a, b, both }) => a > 0 && b > 0 && both === 0)
        .every(({ a, b, both }) => isSame(both, a * b) === (frequency === 'always')),
  ),
  prove(
    'math-0195',
    /^The house edge of a bet on red in European roulette, with (\d+) red, (\d+) black and (\d+) zero pocket and an even-money payout without any refund on zero, is (\S+), approximately (\S+) percent\.$/,
    (red, black, zero, edge, percent) => {
      const pockets = Number(red) + Number(black) + Number(zero)
      const loss = (Number(black) + Number(zero) - Number(red)) / pockets
      return isClose(loss, figure(edge!)) && isRounded(100 * loss, percent!)
    },
  ),
  prove(
    'math-0196',
    /^The smallest number of other people for which the probability that at least one shares a given person's birthday exceeds (\S+), with (\d+) equally likely and independent birthdays, is (\d+)\.$/,
    (chance, days, people) =>
      smallest((n) => 1 - (1 - 1 / Number(days)) ** n > figure(chance!)) === Number(people),
  ),
  prove(
    'math-0197',
    /^The expected number of people who draw their own name, when any positive number of people draw all names at random without replacement, is (\d+)\.$/,
    (expected) =>
      span(1, 6).every((people) => {
        const draws = orders(count(people))
        const own = draws.map((draw) => draw.filter((name, person) => name === person).length)
        return isClose(total(own) / draws.length, Number(expected))
      }),
  ),
  prove(
    'math-0198',
    /^The probability that a needle dropped at random on equally spaced parallel lines crosses a line, when the needle is as long as the distance between neighbouring lines, is (\S+)\.$/,
    (chance) => isSame(integral(Math.sin, 0, Math.PI) / Math.PI, evaluate(chance!)),
  ),
  prove(
    'math-0199',
    /^The expected payout of the St Petersburg game, which pays (\S+) units if a fair coin first shows heads on toss n, is infinite\.$/,
    (payout) =>
      // Every further toss adds at least one unit.
      span(1, 60).every((n) => evaluate(payout!, { n }) * 0.5 ** n >= 1),
  ),
  prove(
    'math-0207',
    /^The power set of every set, finite or infinite, has strictly (greater|smaller) cardinality than the set\.$/,
    (relation) =>
      // No function reaches the subset of the elements that are outside their own image.
      relation === 'greater' &&
      count(4).every((n) =>
        rows(subsets(count(n)), n).every((images) => {
          const outside = count(n).filter((element) => !images[element]!.includes(element))
          return images.every((image) => image.join() !== outside.join())
        }),
      ),
  ),
  prove(
    'math-0210',
    /^The number of elements of the union of two finite sets A and B is (.+), where \|A and B\| counts the common elements\.$/,
    (formula) => {
      const named = formula!.replace('|A and B|', 'both').replace('|A|', 'a').replace('|B|', 'b')
      const sets = subsets(count(5))
      return sets.every((one) =>
        sets.every((other) => {
          const both = one.filter((element) => other.includes(element)).length
          const values = { a: one.length, b: other.length, both }
          return new Set([...one, ...other]).size === evaluate(named, values)
        }),
      )
    },
  ),
  prove(
    'math-0211',
    /^The number of functions from a set with m elements to a set with n elements is (\S+)\.$/,
    (formula) =>
      grid(['m', 'n'], span(1, 5)).every(
        (values) => rows(count(values.n!), values.m!).length === evaluate(formula!, values),
      ),
  ),
]
