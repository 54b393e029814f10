import { isTooDeep } from '../../../../contract/json-schema/schema-depth.ts'
import { parseJson } from '../http/read-body.ts'
import { fieldsOf } from './reply-fields.ts'

/** Far below what overflows the stack when it is written. */
const MOST_LEVELS = 500

/** The object that a text is as JSON; null for anything else, and for one that is too deep to be written again. */
export function objectIn(text: string): Record<string, unknown> | null {
  const value = fieldsOf(parseJson(text))
  return isTooDeep(value, MOST_LEVELS) ? null : value
}
