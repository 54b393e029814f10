// The sky, Earth, money and games; calendars and dates are beside.
import { figure, integral, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { ontologicalCalendarProofs } from './calendar.ts'
import { ontologicalClockProofs } from './clocks.ts'

/** Orbital period in days, mass in 10^24 kg and volumetric mean radius in km (NASA planetary fact sheets). */
const PLANETS = {
  Earth: { period: 365.256, mass: 5.9722, radius: 6371.0 },
  Jupiter: { period: 4332.589, mass: 1898.13, radius: 69_911 },
  Mars: { period: 686.98, mass: 0.64169, radius: 3389.5 },
  Mercury: { period: 87.969, mass: 0.3301, radius: 2439.7 },
  Neptune: { period: 60_189, mass: 102.409, radius: 24_622 },
  Saturn: { period: 10_759.22, mass: 568.32, radius: 58_232 },
  Uranus: { period: 30_685.4, mass: 86.811, radius: 25_362 },
  Venus: { period: 224.701, mass: 4.8673, radius: 6051.8 },
}
const SUN_MASS = 1_988_400
const DAYS_OF_YEAR = 365.25

/** The mean distance from the Sun in astronomical units of what takes so many days to go round, by Kepler's third law. */
const distance = (period: number): number => (period / PLANETS.Earth.period) ** (2 / 3)

/** The days that something at a mean distance from the Sun takes to go round. */
const period = (semiMajorAxis: number): number => PLANETS.Earth.period * semiMajorAxis ** 1.5

/** The names of the planets, the least by some measure first. */
function planetsBy(measure: (planet: (typeof PLANETS)['Earth']) => number): string[] {
  const sorted = Object.entries(PLANETS).sort(([, left], [, right]) => measure(left) - measure(right))
  return sorted.map(([name]) => name)
}

const density = ({ mass, radius }: { mass: number; radius: number }): number =>
  (mass * 1e24) / ((4 / 3) * Math.PI * (radius * 1000) ** 3)

/** The ellipsoid of WGS 84 in km. */
const EQUATORIAL_RADIUS = 6378.137
const FLATTENING = 1 / 298.257223563
const ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING)
const EARTH_AREA = (() => {
  const e = Math.sqrt(ECCENTRICITY_SQUARED)
  return 2 * Math.PI * EQUATORIAL_RADIUS ** 2 * (1 + ((1 - e * e) / e) * Math.atanh(e))
})()
/** Areas of the oceans with their marginal seas in 10^6 km^2 (Eakins and Sharman, NOAA 2010). */
const OCEANS = { arctic: 15.558, atlantic: 85.133, indian: 70.56, pacific: 168.723, southern: 21.96 }

/** Half the mean difference between any two incomes, by the mean income. */
function gini(incomes: number[]): number {
  const differences = incomes.flatMap((one) => incomes.map((other) => Math.abs(one - other)))
  const total = incomes.reduce((sum, income) => sum + income, 0)
  return differences.reduce((sum, difference) => sum + difference, 0) / (2 * incomes.length * total)
}

const bondPrice = (coupon: number, years: number, yieldRate: number): number => {
  let price = 100 / (1 + yieldRate) ** years
  for (let year = 1; year <= years; year++) price += coupon / (1 + yieldRate) ** year
  return price
}

/** The moves of White in the opening position, counted on the board: steps of pawns and leaps of knights to free squares. */
function openingMoves(): { pawns: number; knights: number } {
  const isFree = (file: number, rank: number): boolean => file >= 0 && file < 8 && rank >= 2 && rank < 6
  const files = [0, 1, 2, 3, 4, 5, 6, 7]
  const leaps = [-2, -1, 1, 2].flatMap((x) => [-2, -1, 1, 2].map((y) => [x, y] as const))
  const knightLeaps = leaps.filter(([x, y]) => Math.abs(x) !== Math.abs(y))
  return {
    pawns: files.flatMap((file) => [1, 2].filter((step) => isFree(file, 1 + step))).length,
    knights: [1, 6].flatMap((file) => knightLeaps.filter(([x, y]) => isFree(file + x, y))).length,
  }
}

const sky: Proof[] = [
  prove(
    'onto-0232',
    /^The order of the planets of the Solar System, .*, is ([^.]+)\.$/,
    (names) => planetsBy((planet) => distance(planet.period)).join() === names!.split(/, | and /).join(),
  ),
  prove(
    'onto-0013',
    /^The largest planet of the Solar System, by both mass and diameter, is (\w+)\.$/,
    (name) =>
      [planetsBy(({ mass }) => mass), planetsBy(({ radius }) => radius)].every(
        (names) => names.at(-1) === name,
      ),
  ),
  prove(
    'onto-0233',
    /^The smallest planet of the Solar System, by both mass and diameter, is (\w+)\.$/,
    (name) =>
      [planetsBy(({ mass }) => mass), planetsBy(({ radius }) => radius)].every(([least]) => least === name),
  ),
  prove(
    'onto-0235',
    /^The only planet .* with a mean density below that of liquid water is (\w+)\.$/,
    (name) => {
      const light = Object.entries(PLANETS).filter(([, planet]) => density(planet) < 958)
      return light.length === 1 && light[0]![0] === name
    },
  ),
  prove('onto-0238', /^The Sun contains more than (\S+) % of the mass of the Solar System\.$/, (percent) => {
    const planets = Object.values(PLANETS).reduce((sum, { mass }) => sum + mass, 0)
    const small = 0.1
    return (100 * SUN_MASS) / (SUN_MASS + planets + small) > Number(percent)
  }),
  prove(
    'onto-0241',
    /^Halley's Comet passed perihelion in (\d+) and in (\d+), an interval of about (\d+) years, and is predicted to return to perihelion in (\d+)\.$/,
    (first, second, interval, next) => {
      const years = period(17.834) / DAYS_OF_YEAR
      const passages = [first, second, next].map(Number)
      return (
        passages[1]! - passages[0]! === Number(interval) &&
        passages.slice(1).every((year, index) => Math.abs(year - passages[index]! - years) < 1)
      )
    },
  ),
  prove(
    'onto-0245',
    /^The rotation period of Venus, approximately (\d+) Earth days, is longer than the orbital period of Venus, approximately (\d+) Earth days\.$/,
    (rotation, orbit) => {
      const year = period(0.723332)
      const solarDay = 116.75
      const day = 1 / (1 / solarDay - 1 / year)
      return isRounded(year, orbit!) && isRounded(day, rotation!) && day > year
    },
  ),
  prove(
    'onto-0247',
    /^The diameter of the Moon is approximately (\d+) % of the diameter of Earth\.$/,
    (percent) => isRounded((100 * 1737.4) / PLANETS.Earth.radius, percent!),
  ),
]

const earth: Proof[] = [
  prove('onto-0248', /^The total surface area of Earth is approximately (\d+) million km\^2\.$/, (area) =>
    isRounded(EARTH_AREA / 1e6, area!),
  ),
  prove(
    'onto-0249',
    /^The share of the surface of Earth covered by the ocean is approximately (\d+) %\.$/,
    (share) => {
      const area = Object.values(OCEANS).reduce((sum, ocean) => sum + ocean, 0)
      return isRounded((100 * area * 1e6) / EARTH_AREA, share!)
    },
  ),
  prove('onto-0016', /^The largest ocean on Earth by area is the (\w+) Ocean\.$/, (name) =>
    Object.entries(OCEANS).every(([ocean, area]) => area < OCEANS.pacific || ocean === name!.toLowerCase()),
  ),
  prove('onto-0261', /^The length of the equator of Earth is approximately ([\d ]+) km\.$/, (length) =>
    isRounded(2 * Math.PI * EQUATORIAL_RADIUS, length!),
  ),
  prove(
    'onto-0262',
    /^One degree of latitude spans approximately (\d+) km on the surface of Earth\.$/,
    (length) => {
      const curvature = (latitude: number): number =>
        (EQUATORIAL_RADIUS * (1 - ECCENTRICITY_SQUARED)) /
        (1 - ECCENTRICITY_SQUARED * Math.sin(latitude) ** 2) ** 1.5
      return isRounded(integral(curvature, 0, Math.PI / 2) / 90, length!)
    },
  ),
  prove(
    'onto-0263',
    /^The latitude of the Tropic of Cancer is approximately (\S+) degrees north\.$/,
    (degrees) => {
      const centuries = 0.25
      const arcseconds = 84_381.406 - 46.836_769 * centuries - 0.000_183_1 * centuries ** 2
      return isRounded(arcseconds / 3600, degrees!)
    },
  ),
  prove(
    'onto-0265',
    /^Africa, with (\S+) million km\^2, is approximately (\d+) times as large as Greenland, with (\S+) million km\^2, although/,
    (africa, times, greenland) => isRounded(Number(africa) / Number(greenland), times!),
  ),
  prove(
    'onto-0274',
    /^An increase of (\d+) in the magnitude of an earthquake corresponds to approximately (\d+) times as much radiated energy, and an increase of (\d+) to approximately ([\d ]+) times\.$/,
    (...figures) => {
      const energy = (magnitude: number): number => 10 ** (1.5 * magnitude + 4.8)
      const [one, timesOne, two, timesTwo] = figures
      return (
        isRounded(energy(5 + Number(one)) / energy(5), timesOne!) &&
        isRounded(energy(5 + Number(two)) / energy(5), timesTwo!)
      )
    },
  ),
  prove(
    'onto-0281',
    /rose from approximately (\d+) parts per million before .* to approximately (\d+) parts per million .*, an increase of about (\d+) %\.$/,
    (before, after, percent) => isRounded(100 * (Number(after) / Number(before) - 1), percent!),
  ),
]

const money: Proof[] = [
  prove(
    'onto-0390',
    /is (\S+) when a price increase of (\d+) % reduces the quantity demanded by (\d+) %\.$/,
    (elasticity, price, quantity) => Number(elasticity) === -Number(quantity) / Number(price),
  ),
  prove(
    'onto-0391',
    /^A small price increase (raises|lowers) the total revenue of a seller when demand is inelastic \(elasticity between (\S+) and (\S+)\) and (raises|lowers) .* when demand is elastic \(elasticity below (\S+)\)\.$/,
    (inelastic, from, to, elastic, below) => {
      const revenue = (elasticity: number): number => 1.01 * 1.01 ** elasticity
      const change = (elasticity: number): string => (revenue(elasticity) > 1 ? 'raises' : 'lowers')
      return [0.05, 0.3, 0.6, 0.95].every((part) => {
        const between = Number(from) + part * (Number(to) - Number(from))
        const isTurn = isClose(revenue(Number(to)), 1) && to === below
        return isTurn && change(between) === inelastic && change(Number(below) - part) === elastic
      })
    },
  ),
  prove(
    'onto-0396',
    /^An amount of ([\d ]+) invested at (\d+) % compound interest a year grows to approximately ([\d .]+) after (\d+) years\.$/,
    (amount, percent, result, years) => {
      let value = figure(amount!)
      for (let year = 0; year < Number(years); year++) value += (value * Number(percent)) / 100
      return isRounded(value, result!)
    },
  ),
  prove(
    'onto-0397',
    /^The rule of (\d+) estimates the doubling time of money in years as (\d+) divided by the annual interest rate in percent, such as (\d+) years at (\d+) %\.$/,
    (rule, dividend, years, percent) =>
      rule === dividend &&
      Number(dividend) / Number(percent) === Number(years) &&
      isRounded(Math.LN2 / Math.log(1 + Number(percent) / 100), years!),
  ),
  prove(
    'onto-0398',
    /^A nominal annual interest rate of (\d+) % compounded monthly corresponds to an effective annual rate of approximately (\S+) %\.$/,
    (nominal, effective) => isRounded(100 * ((1 + Number(nominal) / 1200) ** 12 - 1), effective!),
  ),
  prove(
    'onto-0399',
    /^The present value of a payment of (\d+) due in one year, discounted at (\d+) %, is approximately (\S+)\.$/,
    (payment, percent, value) => isRounded(Number(payment) / (1 + Number(percent) / 100), value!),
  ),
  prove(
    'onto-0400',
    /^The price of a bond with fixed payments (falls|rises) when the market yield (falls|rises)\.$/,
    (...moves) =>
      [1, 5, 10, 30].every((years) =>
        [0, 2, 8].every((coupon) => {
          const change = bondPrice(coupon, years, 0.04) - bondPrice(coupon, years, 0.03)
          return moves[1] === 'rises' && (change < 0 ? 'falls' : 'rises') === moves[0]
        }),
      ),
  ),
  prove(
    'onto-0401',
    /divided by the labour force, so that (\d+) million unemployed and (\d+) million employed people give a rate of (\d+) %\.$/,
    (without, withJob, rate) =>
      isClose(Number(without) / (Number(without) + Number(withJob)), Number(rate) / 100),
  ),
  prove(
    'onto-0402',
    /^The real interest rate at a nominal interest rate of (\d+) % and an inflation rate of (\d+) % is approximately (\S+) %\.$/,
    (nominal, inflation, real) =>
      isRounded(100 * ((1 + Number(nominal) / 100) / (1 + Number(inflation) / 100) - 1), real!),
  ),
  prove(
    'onto-0403',
    /^A rise of a consumer price index from (\d+) to (\d+) means inflation of (\d+) % over the period\.$/,
    (from, to, percent) => isClose(Number(to) / Number(from) - 1, Number(percent) / 100),
  ),
  prove(
    'onto-0405',
    /^The Gini coefficient of incomes is (\d) when all people have the same income and \(n - (\d)\)\/n, close to (\d), when one of n people has all the income\.$/,
    (equal, less, limit) =>
      [2, 5, 20, 200].every((n) => {
        const one = gini([1, ...Array<number>(n - 1).fill(0)])
        const isNear = n < 200 || isRounded(one, limit!)
        return (
          gini(Array<number>(n).fill(7)) === Number(equal) && isClose(one, (n - Number(less)) / n) && isNear
        )
      }),
  ),
  prove(
    'onto-0406',
    /so that a tax of (\d+) % up to ([\d ]+) and (\d+) % above takes ([\d ]+) of an income of ([\d ]+)\.$/,
    (low, threshold, high, tax, income) => {
      const [end, bound] = [figure(income!), figure(threshold!)]
      let due = 0
      for (let earned = 0; earned < end; earned++) due += Number(earned < bound ? low : high)
      return due / 100 === figure(tax!)
    },
  ),
  prove(
    'onto-0407',
    /^An inflation rate of (\d+) % a month, .*, compounds to approximately ([\d ]+) % in (\d+) months\.$/,
    (monthly, total, months) => isRounded(100 * ((1 + Number(monthly) / 100) ** Number(months) - 1), total!),
  ),
]

const measures: Proof[] = [
  prove(
    'onto-0379',
    /recorded as (\d+) feet (\d+) inches in old French units, was approximately (\S+) m\.$/,
    (feet, inches, metres) => {
      const linesPerMetre = 443.296
      return isRounded((144 * Number(feet) + 12 * Number(inches)) / linesPerMetre, metres!)
    },
  ),
  prove(
    'onto-0424',
    /^The number of keys on a standard modern piano is (\d+), from A0 \((\S+) Hz\) to C8 \(approximately ([\d ]+) Hz\)\.$/,
    (keys, lowest, highest) => {
      const semitones = 12 * Math.log2(figure(highest!) / Number(lowest))
      const concertPitch = 440
      return (
        Math.round(semitones) + 1 === Number(keys) &&
        isRounded(concertPitch * 2 ** (39 / 12), highest!) &&
        concertPitch / 2 ** 4 === Number(lowest)
      )
    },
  ),
  prove(
    'onto-0425',
    /^The length of a marathon race is (\S+) km, which equals (\d+) miles and (\d+) yards to the nearest metre\.$/,
    (length, miles, yards) => isRounded(((1760 * Number(miles) + Number(yards)) * 0.9144) / 1000, length!),
  ),
  prove(
    'onto-0426',
    /^White has (\d+) possible first moves in chess, (\d+) with the 8 pawns and (\d+) with the 2 knights\.$/,
    (all, byPawns, byKnights) => {
      const { pawns, knights } = openingMoves()
      return pawns === Number(byPawns) && knights === Number(byKnights) && pawns + knights === Number(all)
    },
  ),
]

/** Computes again what axioms of level 3 state in figures about the world outside chemistry and life. */
export const ontologicalWorldProofs: Proof[] = [
  ...sky,
  ...earth,
  ...money,
  ...measures,
  ...ontologicalCalendarProofs,
  ...ontologicalClockProofs,
]
