import { expect, it } from 'vitest'
import type { ChatChunk } from '../../../contract/chat/chat-response.ts'
import { type Piece, piecesOf } from './chunk-pieces.ts'

/** The calls in chunks as some server sends them. */
async function callsIn(...deltas: unknown[]): Promise<unknown[]> {
  async function* chunks() {
    for (const delta of deltas) yield { id: 'c', choices: [{ index: 0, delta }] } as unknown as ChatChunk
  }
  const pieces: Piece[] = []
  for await (const piece of piecesOf(chunks())) pieces.push(piece)
  return pieces.flatMap((piece) => (piece.kind === 'call' ? [[piece.call.id, piece.call.function]] : []))
}

const part = (fields: object) => ({ tool_calls: [fields] })

it.each<[string, unknown[]]>([
  [
    'a first part without arguments',
    [part({ index: 0, id: 'a', function: { name: 'f' } }), part({ index: 0, function: { arguments: '{}' } })],
  ],
  [
    'ids that are null later',
    [
      part({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
      part({ index: 0, id: null, function: { arguments: '}' } }),
    ],
  ],
  [
    'the same id in every part',
    [
      part({ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }),
      part({ index: 0, id: 'a', function: { arguments: '}' } }),
    ],
  ],
  [
    'chunks that say nothing',
    [{ tool_calls: null }, undefined, part({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } })],
  ],
])('a call is one call in spite of %s', async (_, deltas) => {
  expect(await callsIn(...deltas)).toEqual([['a', { name: 'f', arguments: '{}' }]])
})

it('calls whose parts are mixed are put together by their numbers', async () => {
  const begin = (index: number) =>
    part({ index, id: `i${index}`, function: { name: `f${index}`, arguments: '{' } })
  const end = (index: number) => part({ index, function: { arguments: `"a":${index}}` } })
  expect(await callsIn(begin(0), begin(1), end(1), end(0))).toEqual([
    ['i0', { name: 'f0', arguments: '{"a":0}' }],
    ['i1', { name: 'f1', arguments: '{"a":1}' }],
  ])
})
