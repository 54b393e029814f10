import { type Command, InvalidArgumentError } from 'commander'
import { LIMITS } from '../../contract/limits.ts'

/** Adds the options that say where the service is. */
export function withConnection(command: Command): Command {
  return command
    .option(
      '--url <address>',
      'ask the service at this address (STRETTO_URL); default: the one that runs on DATA_DIR, or none: in this process',
    )
    .option('--key <key>', 'its API key (STRETTO_API_KEY)')
}

/** Names separated by commas. */
export function list(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  if (names.includes('')) throw new InvalidArgumentError('Give names separated by commas.')
  return names
}

/** A whole number from 1. */
export function whole(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new InvalidArgumentError('Give a whole number from 1.')
  return Number(text)
}

/** How many seconds to be patient. */
export function patience(text: string): number {
  const seconds = Number(text)
  if (text.trim() === '' || !(seconds >= 0 && seconds <= LIMITS.patienceSeconds))
    throw new InvalidArgumentError(`Give seconds from 0 to ${LIMITS.patienceSeconds}; 0 waits for all.`)
  return seconds
}

/** How old an answer may be. */
export function age(text: string): number {
  if (!/^\d{1,9}$/.test(text) || Number(text) > LIMITS.maxAgeSeconds)
    throw new InvalidArgumentError(`Give whole seconds from 0 to ${LIMITS.maxAgeSeconds}.`)
  return Number(text)
}

/** An amount in US dollars. */
export function amount(text: string): number {
  const usd = Number(text.replace(/^\$/, ''))
  if (!(usd > 0 && Number.isFinite(usd)))
    throw new InvalidArgumentError('Give an amount in US dollars, such as 0.05.')
  return usd
}
