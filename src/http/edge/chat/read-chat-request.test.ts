import { describe, expect, it } from 'vitest'
import { ChatRequest } from '../../../contract/chat/chat-request.ts'
import { readChatRequest } from './chat.ts'
import { offeredModel, offeredModels } from './chat-models.ts'

const offered = offeredModels(new Map([['fast', { models: ['vendor/one', 'vendor/two'] }]]))

function read(more: object, model = 'stretto/auto') {
  const body = { model, messages: [{ role: 'user', content: 'Why?' }], ...more }
  return readChatRequest(ChatRequest.parse(body), offeredModel(model, offered), body)
}

describe('a chat request as the panel is asked', () => {
  it('has the last message as its question, and those before it in order as its conversation', () => {
    const { request } = read({
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What' },
            { type: 'text', text: 'is it?' },
          ],
        },
        { role: 'assistant', content: 'A tide.', refusal: null },
        { role: 'developer', content: 'Use metres.' },
        { role: 'user', content: ' And why? ' },
      ],
    })
    expect(request.query).toBe('And why?')
    expect(request.messages).toEqual([
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What\n\nis it?' },
      { role: 'assistant', content: 'A tide.' },
      { role: 'developer', content: 'Use metres.' },
    ])
  })

  it('has no conversation where nothing was said', () => {
    const empty = [
      { role: 'system', content: '' },
      { role: 'assistant', content: null },
    ]
    const messages = [...empty, { role: 'user', content: 'Why?' }]
    expect(read({ messages }).request.messages).toBeUndefined()
  })

  it.each(['assistant', 'system', 'developer'])(
    'ends with a user message, not with one of the %s',
    (role) => {
      const messages = [
        { role: 'user', content: 'Why?' },
        { role, content: 'So.' },
      ]
      expect(() => read({ messages })).toThrow('messages must end with a user message.')
    },
  )

  it('asks the panel that the model names, unless the options name another', () => {
    expect(read({}, 'stretto/fast').request.models).toEqual(['vendor/one', 'vendor/two'])
    const models = ['vendor/three', 'vendor/four']
    expect(read({ stretto: { models } }, 'stretto/fast').request.models).toEqual(models)
    expect(read({}).request).toMatchObject({ models: undefined, structure: undefined })
    expect(read({}, 'stretto/concert').request.structure).toBe('concert')
  })

  it('passes on the options of this service', () => {
    const context = [{ title: 'Tides', text: 'They come twice a day.' }]
    const stretto = { context, criteria: 'Short', skip_cache: true, max_calls: 9, timeout_seconds: 20 }
    expect(read({ stretto }).request).toMatchObject(stretto)
  })

  it('takes a single stop sequence or several, and either name of the token limit', () => {
    expect(read({ stop: 'END', max_completion_tokens: 5, max_tokens: 9 }).limits).toEqual({
      stop: ['END'],
      maxTokens: 5,
    })
    expect(read({ stop: ['a', 'b'] }).limits).toEqual({ stop: ['a', 'b'], maxTokens: null })
  })

  it('warns of unknown options inside `stretto`', () => {
    expect(read({ stretto: { modells: [] } }).warnings).toEqual([expect.stringContaining('`modells`')])
  })
})
