import { describe, expect, it } from 'vitest'
import { withoutBoilerplate } from './boilerplate.ts'

describe('withoutBoilerplate', () => {
  it.each([
    ['Hello, this is your assistant. It is Paris.', 'It is Paris.'],
    ['Sure! It is Paris.', 'It is Paris.'],
    ['Sure, here is the answer:\nParis', 'Paris'],
    ['As an AI language model, I have no opinion. However, it is Paris.', 'It is Paris.'],
    ['As an AI, I do not have live data, but it is Paris.', 'It is Paris.'],
    ["I'm sorry for that. I am an AI and do not know the date. But it is Paris.", 'It is Paris.'],
    ['It is Paris. I hope this helps!', 'It is Paris.'],
    ['It is Paris. Let me know if you need more. Is there anything else?', 'It is Paris.'],
    ['It is Paris[^1^][^2^].', 'It is Paris.'],
    ['It is Paris.[1] It always was.[2]', 'It is Paris. It always was.'],
    ['It is Paris【4†source】.', 'It is Paris.'],
  ])('makes %j into %j', (text, prose) => {
    expect(withoutBoilerplate(text)).toBe(prose)
  })

  it.each([
    'According to the encyclopedia, it is Paris.',
    'As an AI language model, I must say that it is Paris.',
    'Sure is a fine word.',
    'You can find it in Paris.',
    'If you need one, take the train.',
    'It returns [1].',
    'a[1] and b[2]',
    'I hope this helps!',
    'two\n\n  lines',
  ])('leaves %j as it is', (text) => {
    expect(withoutBoilerplate(text)).toBe(text)
  })
})
