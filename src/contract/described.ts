import { z } from 'zod'

/** Schemas of plain values with what they mean: the documentation has a description of every field. */
export const text = (description: string) => z.string().meta({ description })
export const texts = (description: string) => z.array(z.string()).meta({ description })
export const flag = (description: string) => z.boolean().meta({ description })
export const count = (description: string) => z.int().meta({ description })
export const integer = (description: string) => z.int().meta({ description })
export const number = (description: string) => z.number().meta({ description })
export const share = (description: string) => z.number().min(0).max(1).meta({ description })

/** A whole number within bounds; one message says so, whatever is wrong. */
export function integerFrom(least: number, most: number, name: string) {
  const rule = `${name} must be an integer from ${least} to ${most}`
  return z.int(rule).min(least, rule).max(most, rule)
}

/** The same for any number. */
export function numberFrom(least: number, most: number, name: string) {
  const rule = `${name} must be a number from ${least} to ${most}`
  return z.number(rule).min(least, rule).max(most, rule)
}
