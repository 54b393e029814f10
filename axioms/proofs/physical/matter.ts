import { figure, integral, isClose } from '../../figures.ts'
import { type Proof, prove } from '../../proof.ts'
import {
  AVOGADRO,
  C,
  E,
  EPSILON_0,
  stated,
  vapourPressure,
  waterDensity,
  worked,
  ZERO_CELSIUS,
} from './constants.ts'

/** A crystal cell: how many atoms of which molar mass in g/mol, and its volume in cubic picometres. */
interface Cell {
  atoms: number
  molarMass: number
  volume: number
}

/** The density in g/cm^3 of a crystal, as X-rays measure it. */
function crystalDensity({ atoms, molarMass, volume }: Cell): number {
  return (atoms * molarMass) / AVOGADRO / (volume * 1e-30)
}

/** How much of the supply voltage a capacitor has after one time constant, step by step. */
function charged(): number {
  const steps = 1e5
  let voltage = 0
  for (let step = 0; step < steps; step++) voltage += (1 - voltage) / steps
  return voltage
}

/** The freezing point of sea water in degrees Celsius by its salinity (UNESCO 1983). */
function seaFreezing(salinity: number): number {
  return -0.0575 * salinity + 1.710523e-3 * salinity ** 1.5 - 2.154996e-4 * salinity ** 2
}

/** Computes again what axioms of level 2 state of substances and electricity. */
export const matterProofs: Proof[] = [
  worked(
    'phys-0158',
    'The mass of one litre of pure water at # degrees Celsius and atmospheric pressure is approximately # kg.',
    (celsius) => waterDensity(celsius) / 1000,
  ),
  worked(
    'phys-0159',
    'Water at # degrees Celsius with a density of # kg/m^3 that freezes to ice with a density of # kg/m^3 expands in volume by approximately # %.',
    (_celsius, water, ice) => 100 * (water / ice - 1),
  ),
  worked(
    'phys-0160',
    'The pressure of the triple point of water, at a temperature of # K, is approximately # Pa.',
    (kelvins) => vapourPressure(kelvins),
  ),
  worked(
    'phys-0161',
    'The freezing point of sea water with a salinity of # at atmospheric pressure is approximately # degrees Celsius.',
    (salinity) => seaFreezing(salinity),
  ),
  worked('phys-0162', 'The density of solid gold at room temperature is approximately # g/cm^3.', () =>
    crystalDensity({ atoms: 4, molarMass: 196.96657, volume: 407.82 ** 3 }),
  ),
  worked('phys-0163', 'The density of solid lead at room temperature is approximately # g/cm^3.', () =>
    crystalDensity({ atoms: 4, molarMass: 207.2, volume: 495.08 ** 3 }),
  ),
  worked(
    'phys-0164',
    'The density of osmium, the densest chemical element measured under ordinary conditions, is approximately # g/cm^3.',
    () => crystalDensity({ atoms: 2, molarMass: 190.23, volume: (Math.sqrt(3) / 2) * 273.43 ** 2 * 432.0 }),
  ),
  worked(
    'phys-0169',
    'The boiling point of liquid nitrogen at atmospheric pressure, # K, is approximately # degrees Celsius.',
    (kelvins) => kelvins - ZERO_CELSIUS,
  ),
  worked(
    'phys-0173',
    'The force between two point charges of # C each, # m apart in a vacuum, is approximately # N.',
    (charge, metres) => charge ** 2 / (4 * Math.PI * EPSILON_0 * metres ** 2),
  ),
  worked(
    'phys-0175',
    'The resistance of two resistors of # ohms and # ohms connected in parallel is # ohms.',
    (one, other) => {
      const volts = 12
      return volts / (volts / one + volts / other)
    },
  ),
  worked(
    'phys-0176',
    'The current drawn by a heater of # W on a supply of # V is # A.',
    (watts, volts) => watts / volts,
  ),
  worked(
    'phys-0177',
    'The peak voltage of a sinusoidal mains supply with an effective (RMS) voltage of # V is approximately # V.',
    (effective) => effective / Math.sqrt(integral((t) => Math.sin(2 * Math.PI * t) ** 2, 0, 1)),
  ),
  worked(
    'phys-0178',
    'A capacitor charged from zero through a resistor reaches approximately # % of the supply voltage after one time constant R*C.',
    () => 100 * charged(),
  ),
  worked(
    'phys-0179',
    'The drift speed of the conduction electrons in a copper wire of # mm^2 carrying a direct current of # A is approximately # mm/s.',
    (area, current) => {
      const electrons = (8.96 / 63.546) * AVOGADRO * 1e-3
      return current / (electrons * E * area)
    },
  ),
  worked(
    'phys-0182',
    'An ideal transformer with # primary turns and # secondary turns converts an alternating voltage of # V to # V.',
    (primary, secondary, volts) => (volts * secondary) / primary,
  ),
  prove(
    'phys-0183',
    /^Transmitting a given electric power at ten times the voltage .* power loss in the line to (1\/\d+)\.$/,
    (share) => {
      const loss = (volts: number) => (5000 / volts) ** 2 * 3
      return isClose(loss(2300) / loss(230), figure(share))
    },
  ),
  worked(
    'phys-0189',
    'The wavelength of the # GHz radiation of a microwave oven is approximately # cm in a vacuum.',
    (gigahertz) => (C / (gigahertz * 1e9)) * 100,
  ),
  prove(
    'phys-0185',
    stated(
      'The magnetic part of the Lorentz force on a moving point charge does no work on the charge, because the force is perpendicular to the velocity.',
    ),
    () => {
      const [vx, vy, vz] = [3, -1, 2]
      const [bx, by, bz] = [0.5, 4, -7]
      const force = [vy * bz - vz * by, vz * bx - vx * bz, vx * by - vy * bx] as const
      return force[0] * vx + force[1] * vy + force[2] * vz === 0 && force.some((part) => part !== 0)
    },
  ),
]
