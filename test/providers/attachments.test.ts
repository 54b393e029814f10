import { describe, expect, it } from 'vitest'
import type { ChatMessage } from '../../src/engine/index.ts'
import { ASKED, bodyFor, call, calling, resultOf } from '../support/tool-steps.ts'
import { PIXEL } from '../support/wrong-parts.ts'

describe('images and files are sent', () => {
  const WEB = 'https://example.org/cat.png'
  const PDF = 'data:application/pdf;charset=x;base64,JVBERi0='
  const shown: ChatMessage[] = [
    {
      role: 'user',
      content: 'What is it?',
      attachments: [
        { kind: 'image', url: PIXEL, detail: 'low' },
        { kind: 'image', url: WEB },
        { kind: 'file', url: PDF, filename: 'report.pdf' },
      ],
    },
  ]
  const pixel = PIXEL.split(',')[1]

  it.each(['openrouter', 'openai'] as const)('to %s as parts', async (provider) => {
    expect((await bodyFor(provider, shown)).messages).toEqual([
      {
        role: 'user',
        content: [
          { type: 'text', text: 'What is it?' },
          { type: 'image_url', image_url: { url: PIXEL, detail: 'low' } },
          { type: 'image_url', image_url: { url: WEB } },
          { type: 'file', file: { filename: 'report.pdf', file_data: PDF } },
        ],
      },
    ])
  })

  it('to Anthropic as blocks, also as the result of a tool', async () => {
    const blocks = [
      { type: 'text', text: 'What is it?' },
      { type: 'image', source: { type: 'base64', media_type: 'image/png', data: pixel } },
      { type: 'image', source: { type: 'url', url: WEB } },
      { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'JVBERi0=' } },
    ]
    const result = { ...shown[0]!, role: 'tool' as const, toolCallId: 'a' }
    expect((await bodyFor('anthropic', [...shown, calling(call('a')), result])).messages).toMatchObject([
      { role: 'user', content: blocks },
      {},
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: blocks }] },
    ])
  })

  const seen = (toolCallId: string, content: string): ChatMessage => ({
    ...resultOf(toolCallId, content),
    attachments: [{ kind: 'image', url: PIXEL }],
  })
  const looked = [
    ...ASKED.slice(1),
    calling(call('a'), call('b', 'now', '{}'), call('c', 'now', '{}')),
    seen('a', 'Sunny.'),
    seen('b', ''),
    resultOf('c', 'noon'),
    { role: 'user' as const, content: 'Well?' },
  ]

  it.each(['openrouter', 'openai'] as const)(
    'to %s after all results if tools return them: a result is text there',
    async (provider) => {
      const part = { type: 'image_url', image_url: { url: PIXEL } }
      expect(((await bodyFor(provider, looked)).messages as object[]).slice(2)).toEqual([
        { role: 'tool', tool_call_id: 'a', content: [{ type: 'text', text: 'Sunny.' }] },
        { role: 'tool', tool_call_id: 'b', content: 'The result follows below.' },
        { role: 'tool', tool_call_id: 'c', content: 'noon' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'The result of weather:' },
            part,
            { type: 'text', text: 'The result of now:' },
            part,
          ],
        },
        { role: 'user', content: 'Well?' },
      ])
    },
  )

  it('to Gemini after all results if tools return them', async () => {
    const part = { inlineData: { mimeType: 'image/png', data: pixel } }
    const { contents } = await bodyFor('gemini', looked)
    expect((contents as object[]).slice(2)).toEqual([
      {
        role: 'user',
        parts: [
          { functionResponse: { name: 'weather', response: { result: 'Sunny.' } } },
          { functionResponse: { name: 'now', response: { result: 'The result follows below.' } } },
          { functionResponse: { name: 'now', response: { result: 'noon' } } },
          { text: 'The result of weather:' },
          part,
          { text: 'The result of now:' },
          part,
          { text: 'Well?' },
        ],
      },
    ])
    const { contents: last } = await bodyFor('gemini', looked.slice(0, 3))
    expect((last as Array<{ parts: object[] }>).at(-1)!.parts).toHaveLength(3)
  })

  it('to Gemini as data, or by their address', async () => {
    expect((await bodyFor('gemini', shown)).contents).toEqual([
      {
        role: 'user',
        parts: [
          { text: 'What is it?' },
          { inlineData: { mimeType: 'image/png', data: pixel } },
          { fileData: { fileUri: WEB } },
          { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0=' } },
        ],
      },
    ])
  })
})
