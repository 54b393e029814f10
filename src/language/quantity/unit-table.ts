/** Symbols, names, dimension and factor to base units; the units that take prefixes from pico to tera. */
export const PREFIXED_UNITS: readonly (readonly [string, string, string, string])[] = [
  ['m', 'metre meter', 'm', '1'],
  ['g', 'gram gramme', 'kg', '0.001'],
  ['s', 'second sec', 's', '1'],
  ['A', 'ampere amp', 'A', '1'],
  ['K', 'kelvin', 'K', '1'],
  ['mol', 'mole', 'mol', '1'],
  ['N', 'newton', 'kg m s-2', '1'],
  ['J', 'joule', 'kg m2 s-2', '1'],
  ['cal', 'calorie', 'kg m2 s-2', '4.184'],
  ['eV', 'electronvolt electron_volt', 'kg m2 s-2', '1.602176634e-19'],
  ['W', 'watt', 'kg m2 s-3', '1'],
  ['Wh', 'watt_hour watthour', 'kg m2 s-2', '3600'],
  ['Pa', 'pascal', 'kg m-1 s-2', '1'],
  ['bar', 'bar', 'kg m-1 s-2', '100000'],
  ['V', 'volt', 'kg m2 s-3 A-1', '1'],
  ['Ω', 'ohm', 'kg m2 s-3 A-2', '1'],
  ['Hz', 'hertz', 's-1', '1'],
  ['L', 'litre liter', 'm3', '0.001'],
  ['bit', 'bit', 'bit', '1'],
]

/** Their symbols, names and powers of ten. */
export const PREFIXES =
  `p pico -12, n nano -9, μ micro -6, m milli -3, c centi -2, d deci -1, h hecto 2, k kilo 3,
  M mega 6, G giga 9, T tera 12`
    .split(/,\s+/)
    .map((prefix) => prefix.split(' ') as [symbol: string, name: string, exponent: string])

/** The units without prefixes, some with an offset. Plurals in -s are added automatically; only others are listed. */
export const OTHER_UNITS: readonly (readonly [string, string, string, string, string?])[] = [
  ['mi', 'mile', 'm', '1609.344'],
  ['ft', 'foot feet', 'm', '0.3048'],
  ['in', 'inch inches', 'm', '0.0254'],
  ['yd', 'yard', 'm', '0.9144'],
  ['nmi', 'nautical_mile', 'm', '1852'],
  ['ly', 'light_year lightyear', 'm', '9460730472580800'],
  ['au AU', 'astronomical_unit', 'm', '149597870700'],
  ['ha', 'hectare', 'm2', '10000'],
  ['acre', 'acre', 'm2', '4046.8564224'],
  ['gal', 'gallon us_gallon', 'm3', '0.003785411784'],
  ['min mins', 'minute', 's', '60'],
  ['h hr hrs', 'hour', 's', '3600'],
  ['day d', 'day', 's', '86400'],
  ['week wk', 'week', 's', '604800'],
  // A month has no fixed number of days, so calendar units convert only into each other.
  ['month', 'month', 'month', '1'],
  ['year yr yrs', 'year', 'month', '12'],
  ['decade', 'decade', 'month', '120'],
  ['century', 'century centuries', 'month', '1200'],
  ['mph', 'mph', 'm s-1', '0.44704'],
  ['km/h kph kmh kmph', 'km/h', 'm s-1', '5/18'],
  ['knot knots', 'knot', 'm s-1', '1852/3600'],
  ['t', 'tonne metric_ton', 'kg', '1000'],
  ['lb lbs', 'pound', 'kg', '0.45359237'],
  ['oz', 'ounce', 'kg', '0.028349523125'],
  ['', 'coulomb', 'A s', '1'],
  ['atm', 'atmosphere', 'kg m-1 s-2', '101325'],
  ['psi', 'pounds_per_square_inch', 'kg m-1 s-2', '8896443230521/1290320000'],
  ['°C °_C °c', 'celsius centigrade degree_celsius degree_c deg_c', 'K', '1', '273.15'],
  ['°F °_F °f', 'fahrenheit degree_fahrenheit degree_f deg_f', 'K', '5/9', '45967/180'],
  ['byte B', 'byte', 'bit', '8'],
  ['KiB', 'kibibyte', 'bit', '8192'],
  ['MiB', 'mebibyte', 'bit', '8388608'],
  ['GiB', 'gibibyte', 'bit', '8589934592'],
  ['TiB', 'tebibyte', 'bit', '8796093022208'],
  ['KB kB kb', 'kilobyte', 'bit', '8e3'],
  ['MB mb', 'megabyte', 'bit', '8e6'],
  ['GB gb', 'gigabyte', 'bit', '8e9'],
  ['TB tb', 'terabyte', 'bit', '8e12'],
  ['PB', 'petabyte', 'bit', '8e15'],
  ['bps', 'bps', 'bit s-1', '1'],
  ['kbps', 'kbps', 'bit s-1', '1e3'],
  ['Mbps', 'Mbps', 'bit s-1', '1e6'],
  ['Gbps', 'Gbps', 'bit s-1', '1e9'],
  ['°', 'degree deg', 'angle', '1'],
  ['%', 'percent percentage percentage_point per_cent pct', '', '0.01'],
  ['$ USD US$', 'dollar us_dollar', 'dollar', '1'],
  ['cent ¢', 'cent', 'dollar', '0.01'],
  ['€ EUR', 'euro', 'euro', '1'],
  ['£ GBP', 'pound_sterling pounds_sterling', 'sterling', '1'],
]

/** Other spellings of symbols with a prefix; case matters: Mb is a megabit, MB a megabyte. */
export const OTHER_SPELLINGS =
  'l L, ml mL, cl cL, dl dL, um μm, ug μg, KM km, Km km, KG kg, Kg kg, hz Hz, khz kHz, KHz kHz, mhz MHz, ghz GHz, kwh kWh, KWh kWh, KW kW, Cal kcal, Kb kbit, Mb Mbit, Gb Gbit'
    .split(', ')
    .map((pair) => pair.split(' ') as [spelling: string, symbol: string])
