import type { Anchor } from '../../contract/axiom.ts'
import { objectsIn } from '../reading/reply/json-in-reply.ts'
import { property, textOf } from '../reading/reply/reply-fields.ts'

const RELATIONS = new Set(['contradicts', 'supports', 'unrelated'])

/** The axioms that contradict an answer, as a reader compares them; null if the reading is unreadable or leaves one out. */
export function readContrary(text: string, anchors: Anchor[]): Anchor[] | null {
  for (const fields of objectsIn(text)) {
    const listed = fields.get('relations')
    if (!Array.isArray(listed)) continue
    const relations = new Map(
      listed.map((item) => [textOf(property(item, 'id')), textOf(property(item, 'relation')).toLowerCase()]),
    )
    if (anchors.some(({ id }) => !RELATIONS.has(relations.get(id) ?? ''))) continue
    return anchors.filter(({ id }) => relations.get(id) === 'contradicts')
  }
  return null
}
