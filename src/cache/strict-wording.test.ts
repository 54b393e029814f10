import { expect, it } from 'vitest'
import { createStrictWording } from './strict-wording.ts'

const verifier = createStrictWording()

it('takes two wordings of plain prose for the same, and the same text in any case', async () => {
  const same = { same: true, probability: 1, differences: [] }
  expect(await verifier.verify('Tell me the speed of light', 'What is the speed of light?')).toEqual(same)
  expect(await verifier.verify('what is 2 + 2', 'What is 2 + 2?')).toEqual(same)
})

it('takes nothing else for the same, and says that the wording differs', async () => {
  const other = { same: false, probability: 0, differences: ['wording'] }
  expect(await verifier.verify('What is 2 + 2?', 'Tell me what is 2 + 2')).toEqual(other)
  expect(await verifier.verify('How fast is light?', 'What is the speed of light?')).toEqual(other)
})
