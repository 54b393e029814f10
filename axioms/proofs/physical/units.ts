import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import { ATMOSPHERE, AVOGADRO, E, EXACT, root, STANDARD_GRAVITY, stated, worked } from './constants.ts'

// What the units of trade and engineering are defined by: the yard and the grain of 1959, in metres and kilograms.
const YARD = 0.9144
const FOOT = YARD / 3
const INCH = YARD / 36
const GRAIN = 64.79891e-6
const POUND = 7000 * GRAIN
const POUND_FORCE = POUND * STANDARD_GRAVITY

/** Computes again what axioms of level 2 state of units and their conversion. */
export const unitProofs: Proof[] = [
  worked('phys-0038', 'The length of one inch is exactly # centimetres.', () => INCH * 100, EXACT),
  worked(
    'phys-0039',
    'The length of one international (statute) mile is exactly # m.',
    () => 5280 * FOOT,
    EXACT,
  ),
  prove(
    'phys-0040',
    stated('The length of one nautical mile is exactly # m, close to one minute of arc of latitude.'),
    (metres) => {
      const quarterMeridian = 10001965.729
      return isClose(quarterMeridian / (90 * 60), figure(metres), 2e-4)
    },
  ),
  worked('phys-0041', 'The speed of one knot is approximately # m/s.', () => 1852 / 3600),
  worked('phys-0042', 'The speed of one metre per second is exactly # km/h.', () => 3600 / 1000, EXACT),
  worked('phys-0043', 'The mass of one avoirdupois pound (lb) is exactly # kg.', () => POUND, EXACT),
  worked(
    'phys-0044',
    'The mass of one avoirdupois ounce (oz) is exactly # g.',
    () => (POUND / 16) * 1000,
    EXACT,
  ),
  worked(
    'phys-0045',
    'The mass of one troy ounce, used for gold and other precious metals, is exactly # g.',
    () => 480 * GRAIN * 1000,
    EXACT,
  ),
  worked(
    'phys-0046',
    'The volume of one US liquid gallon is exactly # litres.',
    () => 231 * INCH ** 3 * 1000,
    EXACT,
  ),
  worked(
    'phys-0047',
    'The ratio of the imperial gallon (exactly # litres) to the US liquid gallon is approximately #.',
    (litres) => litres / (231 * INCH ** 3 * 1000),
  ),
  worked('phys-0048', 'The area of one international acre is approximately # m^2.', () => 43560 * FOOT ** 2),
  worked('phys-0049', 'The energy of one kilowatt-hour (kWh) is exactly # J.', () => 1000 * 60 * 60, EXACT),
  worked(
    'phys-0051',
    'The energy of one British thermal unit (BTU, International Table) is approximately # J.',
    () => POUND * (5 / 9) * 4186.8,
  ),
  worked(
    'phys-0052',
    'The power of one mechanical (imperial) horsepower is approximately # W.',
    () => 550 * FOOT * POUND_FORCE,
  ),
  worked(
    'phys-0053',
    'The power of one metric horsepower (PS) is exactly # W.',
    () => 75 * STANDARD_GRAVITY,
    EXACT,
  ),
  worked(
    'phys-0054',
    'The pressure of one pound-force per square inch (psi) is approximately # Pa.',
    () => POUND_FORCE / INCH ** 2,
  ),
  worked('phys-0055', 'The pressure of one torr is approximately # Pa.', () => ATMOSPHERE / 760),
  prove(
    'phys-0056',
    /^The temperature in degrees Fahrenheit is the .* Celsius multiplied by (\d\/\d) plus (\d+)\.$/,
    (factor, offset) => {
      const fixedPoints = [
        [0, 32],
        [100, 212],
        [37, 98.6],
        [-273.15, -459.67],
      ] as const
      return fixedPoints.every(([celsius, fahrenheit]) =>
        isClose(celsius * figure(factor) + figure(offset), fahrenheit),
      )
    },
  ),
  worked(
    'phys-0057',
    'The temperature at which the Celsius and Fahrenheit scales show the same number is # degrees.',
    () => root((celsius) => 32 + ((212 - 32) / 100) * celsius - celsius, -100, 100),
  ),
  worked(
    'phys-0061',
    'The number of elementary charges that pass each second in a current of one ampere is approximately #.',
    () => 1 / E,
  ),
  worked('phys-0062', 'The electric charge of one ampere-hour is exactly # coulombs.', () => 60 * 60, EXACT),
  prove(
    'phys-0063',
    stated('One curie (Ci) is exactly # becquerels, close to the activity of one gram of radium-226.'),
    (becquerels) => {
      const [halfLife, molarMass] = [1600 * 365.25 * 86400, 226.0254]
      return isClose(((Math.LN2 / halfLife) * AVOGADRO) / molarMass, figure(becquerels), 0.02)
    },
  ),
  prove(
    'phys-0065',
    stated('The energy of one ton of TNT, as a unit of explosive energy, is exactly # J.'),
    (joules) => {
      const [caloriesPerGram, calorie] = [1000, 4.184]
      return isRounded(caloriesPerGram * calorie * 1e6, joules)
    },
  ),
]
