import { z } from 'zod'

/** Schemas of plain values with what they mean: the documentation has a description of every field. */
export const text = (description: string) => z.string().describe(description)
export const texts = (description: string) => list(z.string(), description)
export const flag = (description: string) => z.boolean().describe(description)
export const count = (description: string) => z.int().describe(description)
export const integer = (description: string) => z.int().describe(description)
export const number = (description: string) => z.number().describe(description)
export const share = (description: string) => z.number().min(0).max(1).describe(description)

/** Several of the same form. */
export const list = <Item extends z.ZodType>(item: Item, description: string) =>
  z.array(item).describe(description)

/** A field that may be left out. */
export const optional = <Schema extends z.ZodType>(schema: Schema, description: string) =>
  schema.optional().describe(description)

/** The same where null means absent, as clients of OpenAI's protocols expect. */
export function orAbsent<Schema extends z.ZodType>(schema: Schema, description: string) {
  return schema
    .nullish()
    .transform((given) => given ?? undefined)
    .describe(description)
}

/** The same word, whatever happens. */
export const always = <Value extends string>(value: Value) => z.literal(value).describe(`Always ${value}`)

/** An object that the documentation lists under its own name. */
export const named = <Fields extends z.ZodRawShape>(id: string, description: string, fields: Fields) =>
  z.object(fields).meta({ id, description })

/** Values of fields of a request, with messages that name the field. */
export const string = (name: string) => z.string({ error: `${name} must be a string` })
export const required = (name: string) => z.string({ error: `${name} is required and must be a string` })
export const trueOrFalse = (name: string) => z.boolean({ error: `${name} must be true or false` })
export const oneOf = <const Values extends readonly string[]>(name: string, values: Values) =>
  z.enum(values, { error: `${name} must be one of ${values.join(', ')}` })

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
