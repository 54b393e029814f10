/** An amount of US dollars, with as many digits as tell something. */
export function dollars(amount: number): string {
  if (amount === 0) return '$0'
  if (amount < 0.0001) return '<$0.0001'
  return `$${amount.toFixed(amount < 0.01 ? 4 : amount < 1 ? 3 : 2)}`
}

/** A time in seconds, in minutes and seconds, or in hours and minutes. */
export function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 60) return `${Math.floor(seconds)} s`
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${Math.floor(seconds % 60)} s`
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
}

/** A number of things. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`
}
