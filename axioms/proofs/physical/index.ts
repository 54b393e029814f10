import { figure, isClose, isRounded } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  AIR,
  ALPHA,
  AVOGADRO,
  C,
  E,
  ELECTRON,
  ELECTRON_U,
  EPSILON_0,
  EXACT,
  G,
  H,
  HBAR,
  K,
  PROTON,
  PROTON_U,
  peak,
  RYDBERG,
  root,
  STANDARD_GRAVITY,
  soundSpeed,
  stated,
  vapourPressure,
  waterDensity,
  worked,
  ZERO_CELSIUS,
} from './constants.ts'
import { cosmosProofs } from './cosmos.ts'
import { lightAndHeatProofs } from './light-and-heat.ts'
import { matterProofs } from './matter.ts'
import { mechanicsProofs } from './mechanics.ts'
import { quantaProofs } from './quanta.ts'
import { unitProofs } from './units.ts'

// The Josephson and von Klitzing constants, which metrologists measured before the SI fixed h and e through them.
const JOSEPHSON = 483597.848416984e9
const VON_KLITZING = 25812.8074593045
const MOLAR_MASS_CONSTANT = 1.00000000105e-3

const constantProofs: Proof[] = [
  worked('phys-0001', 'The speed of light in a vacuum is exactly # m/s.', () => {
    const [permittivity, permeability] = [8.8541878188e-12, 1.25663706127e-6]
    return 1 / Math.sqrt(permittivity * permeability)
  }),
  worked('phys-0002', 'The Planck constant is exactly # J s.', () => 4 / (JOSEPHSON ** 2 * VON_KLITZING)),
  worked(
    'phys-0003',
    'The Avogadro constant is exactly # mol^-1.',
    () => (MOLAR_MASS_CONSTANT * ELECTRON_U * C * ALPHA ** 2) / (2 * RYDBERG * H),
  ),
  worked(
    'phys-0004',
    'The electric charge of an electron is exactly # C.',
    () => -2 / (JOSEPHSON * VON_KLITZING),
  ),
  worked('phys-0005', 'The Boltzmann constant is exactly # J/K.', () => {
    const stefanBoltzmann = 5.670374419e-8
    return ((stefanBoltzmann * 15 * H ** 3 * C ** 2) / (2 * Math.PI ** 5)) ** (1 / 4)
  }),
  worked(
    'phys-0006',
    'The CODATA 2022 recommended value of the Newtonian constant of gravitation G is # m^3 kg^-1 s^-2.',
    () => (HBAR * C) / 2.176434e-8 ** 2,
  ),
  worked('phys-0007', 'The standard acceleration of gravity is exactly # m/s^2.', () => {
    const [poundForce, pound] = [4.4482216152605, 0.45359237]
    return poundForce / pound
  }),
  worked('phys-0009', 'The standard atmosphere as a unit of pressure is exactly # Pa.', () => {
    const [mercury, column] = [13595.1, 0.76]
    return mercury * STANDARD_GRAVITY * column
  }),
  worked(
    'phys-0010',
    'The temperature of absolute zero is exactly # degrees Celsius.',
    () => (-459.67 - 32) / 1.8,
    EXACT,
  ),
  worked(
    'phys-0013',
    'The boiling point of pure water at standard atmospheric pressure (# Pa) is approximately # degrees Celsius.',
    (pressure) => root((kelvins) => vapourPressure(kelvins) - pressure, 300, 500) - ZERO_CELSIUS,
  ),
  worked(
    'phys-0014',
    'The temperature of maximum density of pure liquid water at standard atmospheric pressure is approximately # degrees Celsius.',
    () => peak(waterDensity, 0.1, 20),
  ),
  prove('phys-0017', /^The rest energy of a body of mass m is m\*c\^(\d), where c denotes .*\.$/, (power) => {
    const electronvolts = 510998.95069
    return isClose((ELECTRON * C ** figure(power)) / E, electronvolts, 1e-9)
  }),
  prove(
    'phys-0020',
    /^The minimum possible product of the standard deviations of position and momentum .* is hbar\/(\d)\.$/,
    (divisor) => {
      const least = 1 / figure(divisor)
      const gaussian = deviations((x) => Math.exp((-x * x) / 3))
      const others = [(x: number) => x * Math.exp(-x * x), (x: number) => 1 / Math.cosh(x)]
      return isClose(gaussian, least, 1e-6) && others.every((wave) => deviations(wave) > least)
    },
  ),
  worked(
    'phys-0022',
    'The speed of sound in dry air at # degrees Celsius is approximately # m/s.',
    (celsius) => soundSpeed(1.4, AIR, celsius),
  ),
  prove('phys-0023', stated('The length of one light-year is exactly # m.'), (length) => {
    const quarterDays = 4n * 365n + 1n
    return (
      BigInt(length.replaceAll(' ', '')) * 4n === BigInt(C) * 86400n * quarterDays &&
      isRounded(C * 86400 * 365.25, length)
    )
  }),
  prove('phys-0025', stated('The molar gas constant R is exactly # J/(mol K).'), (value) => {
    const digits = BigInt(value.replaceAll(/[ .]/g, ''))
    return digits === 1380649n * 602214076n && isClose(figure(value), K * AVOGADRO)
  }),
  worked('phys-0026', 'The Faraday constant is approximately # C/mol.', () => AVOGADRO * E),
  worked(
    'phys-0027',
    'The Stefan-Boltzmann constant is approximately # W m^-2 K^-4.',
    () => (2 * Math.PI ** 5 * K ** 4) / (15 * H ** 3 * C ** 2),
  ),
  worked('phys-0028', 'The mass of an electron is approximately # kg.', () => ELECTRON),
  worked('phys-0029', 'The mass of a proton is approximately # kg.', () => PROTON),
  worked(
    'phys-0030',
    'The ratio of the proton mass to the electron mass is approximately #.',
    () => PROTON_U / ELECTRON_U,
  ),
  worked(
    'phys-0031',
    'The reciprocal of the fine-structure constant alpha is approximately #.',
    () => (2 * EPSILON_0 * H * C) / E ** 2,
  ),
  worked(
    'phys-0032',
    'The Bohr radius is approximately # m.',
    () => (4 * Math.PI * EPSILON_0 * HBAR ** 2) / (ELECTRON * E ** 2),
  ),
  worked(
    'phys-0033',
    'The vacuum electric permittivity epsilon_0 is approximately # F/m.',
    () => E ** 2 / (2 * ALPHA * H * C),
  ),
  worked('phys-0034', 'The Planck length is approximately # m.', () => Math.sqrt((HBAR * G) / C ** 3)),
  worked(
    'phys-0035',
    'The mass of one dalton (unified atomic mass unit u) is approximately # kg.',
    () => MOLAR_MASS_CONSTANT / AVOGADRO,
  ),
]

/** The standard deviations of position and momentum of a wave function of parity, multiplied, in units of hbar. */
function deviations(wave: (x: number) => number): number {
  const step = 1e-3
  let [norm, position, momentum] = [0, 0, 0]
  for (let x = -12; x <= 12; x += step) {
    const amplitude = wave(x)
    const derivative = (wave(x + step) - wave(x - step)) / (2 * step)
    norm += amplitude ** 2
    position += (x * amplitude) ** 2
    momentum += derivative ** 2
  }
  return Math.sqrt((position / norm) * (momentum / norm))
}

/** Computes again what axioms of level 2 state in figures. */
export const physicalProofs: Proof[] = [
  ...constantProofs,
  ...unitProofs,
  ...mechanicsProofs,
  ...lightAndHeatProofs,
  ...matterProofs,
  ...quantaProofs,
  ...cosmosProofs,
]
