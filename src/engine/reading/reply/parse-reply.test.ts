import { describe, expect, it } from 'vitest'
import { type ParsedReply, parseReply } from './parse-reply.ts'

const CHOICE = 'Which animal barks?\nA. a cat\nB. a dog\nC. a cow'
const PROBLEM = 'Ann has 12 pens and buys 5 more. How many pens has she?'

function replyIn(text: string, query?: string): ParsedReply {
  const reading = parseReply(text, query)
  if (!('reply' in reading)) throw new Error(`no reply was read: ${reading.abstention.message}`)
  return reading.reply
}

const FULL = {
  verdict: 'accept',
  answer: '42',
  reason: 'six times seven',
  claims: ['six times seven is 42', 'nothing is missing'],
  refuted_by: 'B2',
  rebuttal: 'the count was off',
}

describe('parseReply, given JSON', () => {
  it.each([
    ['bare', JSON.stringify(FULL)],
    ['on several lines', JSON.stringify(FULL, null, 2)],
    ['fenced', `\`\`\`json\n${JSON.stringify(FULL)}\n\`\`\``],
    ['amid chatter', `Here is my reply:\n\n${JSON.stringify(FULL)}\n\nI hope that helps!`],
  ])('reads every field of an object that comes %s', (_, text) => {
    expect(replyIn(text)).toEqual({
      verdict: 'accept',
      answer: '42',
      reason: 'six times seven',
      claims: ['six times seven is 42', 'nothing is missing'],
      refutedBy: 'B2',
      rebuttal: 'the count was off',
    })
  })

  it('reads an object whose texts hold single backslashes, as LaTeX does', () => {
    expect(replyIn('{"answer": "\\(x = 2\\)", "reason": "since \\sqrt{4} is 2"}')).toMatchObject({
      answer: '\\(x = 2\\)',
      reason: 'since \\sqrt{4} is 2',
    })
  })

  it('finds the object behind braces that are none', () => {
    expect(replyIn('The set {1, 2} it is: {"answer": "42"}')).toMatchObject({ answer: '42' })
  })

  it.each([
    ['behind LaTeX', 'Since \\frac{1}{2} holds:\n{"answer":"3"}', '3'],
    ['behind another object', '{"thought":"x"}\n{"answer":"3"}', '3'],
    ['before another object', '{"answer":"3"}\n{"confidence":0.5}', '3'],
    ['under a key in capitals', '{"Answer":"42"}', '42'],
    ['as the last of several', '{"answer":"41"} No, wait. {"answer":"42"}', '42'],
    ['in a fence, before an aside', '```json\n{"answer":"42"}\n```\nunlike {"answer":"41"}', '42'],
    ['with another within it', '{"answer":"42","draft":{"answer":"41"}}', '42'],
    ['with braces in its texts', 'So: {"answer":"42","reason":"} as in {\\"a\\"}"}', '42'],
    ['behind a brace that never closes', 'Take {"x of them: {"answer":"42"}', '42'],
    ['around code of its own', '{"answer":"42","reason":"```\\n{}\\n```"}', '42'],
    ['behind many braces', `${'{1} '.repeat(50)}{"answer":"42"}`, '42'],
  ])('finds an answer that comes %s', (_, text, answer) => {
    expect(replyIn(text).answer).toBe(answer)
  })

  it('matches the other keys in any case too', () => {
    const text =
      '{"ANSWER":"42","Reason":"so","Refuted By":"B2","REBUTTAL":"no","Verdict":"accept","Claims":["a"]}'
    expect(replyIn(text)).toEqual({
      answer: '42',
      reason: 'so',
      claims: ['a'],
      verdict: 'accept',
      refutedBy: 'B2',
      rebuttal: 'no',
    })
  })

  it('cuts what is too long of all that is said beside the answer and its reason, with an ellipsis', () => {
    const long = 'word '.repeat(10_000)
    const claims = Array.from({ length: 40 }, () => long)
    const reply = replyIn(
      JSON.stringify({ answer: long, reason: long, claims, rebuttal: long, refuted_by: long }),
    )
    expect(reply).toMatchObject({ answer: long, reason: long.trim() })
    expect(reply.claims).toHaveLength(12)
    for (const [text, longest] of [
      [reply.claims[0], 500],
      [reply.rebuttal, 1_000],
      [reply.refutedBy, 1_000],
    ] as const) {
      expect(text?.length).toBeLessThanOrEqual(longest)
      expect(text).toMatch(/…$/)
    }
  })

  it('takes prose that states an answer for the reply when its objects give none', () => {
    expect(replyIn('With {"x": 1} set, the answer is 42.').answer).toBe('42')
  })

  it('cannot read an object without an answer', () => {
    expect(parseReply('{"verdict": "accept"}')).toMatchObject({ abstention: { code: 'unreadable' } })
  })

  it('takes what is missing for nothing said', () => {
    expect(replyIn('{"answer": "42"}')).toEqual({
      answer: '42',
      reason: '',
      claims: [],
      verdict: null,
      refutedBy: null,
      rebuttal: null,
    })
  })

  it.each([
    ['a number', '{"answer": 42}', '42'],
    ['a boolean', '{"answer": true}', 'true'],
    ['a list', '{"answer": ["red", "blue"]}', 'red, blue'],
    ['a text with mark-up', '{"answer": "**The answer is 42.**"}', '**The answer is 42.**'],
    ['an object', '{"answer": {"a": 1}}', '{\n  "a": 1\n}'],
    ['a letter with its option', '{"answer": {"letter": "C", "text": "a cow"}}', 'C. a cow'],
    ['a sign', '{"answer": "√"}', '√'],
  ])('reads an answer that is %s', (_, text, answer) => {
    expect(replyIn(text).answer).toBe(answer)
  })

  it.each([
    ['ACCEPT', 'accept'],
    ['amended', 'amend'],
    ['Reject – it is wrong', 'reject'],
    ['maybe', null],
    ['', null],
  ])('reads the verdict %j as %j', (verdict, expected) => {
    expect(replyIn(JSON.stringify({ answer: '42', verdict })).verdict).toBe(expected)
  })

  it('takes a blank refutation or rebuttal for none', () => {
    const reply = replyIn('{"answer": "42", "refuted_by": " ", "rebuttal": ""}')
    expect(reply).toMatchObject({ refutedBy: null, rebuttal: null })
  })

  it('keeps only claims that say something', () => {
    expect(replyIn('{"answer": "42", "claims": ["one", "", null, 2]}').claims).toEqual(['one', '2'])
  })

  it('reads reasons under their other names', () => {
    expect(replyIn('{"answer": "42", "reasoning": "counted"}').reason).toBe('counted')
    expect(replyIn('{"answer": "42", "reasons": ["counted", "twice"]}').reason).toBe('counted, twice')
  })
})

describe('parseReply, given JSON as models write it', () => {
  it.each([
    ['another key', '{"final_answer": "Paris"}'],
    ['single quotes', "{'answer': 'Paris', 'reason': 'it's so'}"],
    ['a comma too many', '{"answer": "Paris",}'],
    ['a comment', '{"answer": "Paris" // sure\n}'],
    ['bare keys', '{answer: "Paris"}'],
    ['a line break in a text', '{"answer": "Paris", "reason": "one\ntwo"}'],
    ['a list around it', '[{"answer": "Paris"}]'],
    ['an object around it', '{"response": {"answer": "Paris"}}'],
    ['quotes around it', '"{\\"answer\\": \\"Paris\\"}"'],
    ['its end cut off behind the answer', '{"answer": "Paris", "reason": "it is'],
    ['its fence and end cut off', '```json\n{"answer": "Paris"'],
    ['a thought before it', '<think>{"answer": "Rome"}</think>{"answer": "Paris"}'],
  ])('reads an object with %s', (_, text) => {
    expect(replyIn(text).answer).toBe('Paris')
  })

  it.each([
    '{"answer": "Par',
    '{"reason": "the answer is Rome, no", "answer": "Par',
    '```json\n{"answer": "Par',
    '{"answer": 4',
    "{'answer': 'Par",
  ])('does not read the answer that was cut off in %j', (text) => {
    expect(parseReply(text)).toMatchObject({ abstention: { code: 'unreadable' } })
  })

  it('takes nothing out of its answer, whatever the question asks for', () => {
    for (const query of [CHOICE, PROBLEM, 'Is it so?'])
      for (const answer of ['It is B, as dogs bark', 'a horse', '12 + 5 = 17 pens', 'Yes, the answer is B.'])
        expect(replyIn(JSON.stringify({ answer }), query).answer).toBe(answer)
  })

  it('leaves braces that are no object to prose', () => {
    expect(replyIn('{1, 2, 3}').answer).toBe('{1, 2, 3}')
    expect(replyIn('{x: x > 3} holds them. The answer is 4.').answer).toBe('4')
  })
})

describe('parseReply, given a question', () => {
  it('reads the option that prose chooses, and keeps the prose as the reason', () => {
    const text = 'Cats purr, cows moo. That leaves option B.'
    expect(replyIn(text, CHOICE)).toMatchObject({ answer: 'B', reason: text })
  })

  it('reads the number that prose comes to, and keeps the prose as the reason', () => {
    const text = 'So she has 12 + 5 = 17 pens.'
    expect(replyIn(text, PROBLEM)).toMatchObject({ answer: '17 pens', reason: text })
  })

  it('takes prose that chooses no option for unreadable, and shows its last words', () => {
    const text = `${'Cats purr, and that is what we know of them. '.repeat(10)}As for the dog`
    expect(parseReply(text, CHOICE)).toMatchObject({
      abstention: { code: 'unreadable', message: expect.stringMatching(/: ….*As for the dog$/) },
    })
  })

  it('keeps the answer of one who rejects every option', () => {
    expect(replyIn('None of these barks. None of the options fits.', CHOICE).answer).toBe(
      'None of the options',
    )
  })

  it('takes prose that gives up for declining', () => {
    const text = 'She buys some. We cannot determine how many she has.'
    expect(parseReply(text, PROBLEM)).toEqual({ abstention: { code: 'declined', message: text } })
    expect(parseReply('Hm. I cannot tell. Dogs are odd.', CHOICE)).toMatchObject({
      abstention: { code: 'declined' },
    })
  })

  it('does not read what was only thought', () => {
    expect(replyIn('<think>The answer is A.</think>B', CHOICE).answer).toBe('B')
    expect(parseReply('<think>The answer is A.', CHOICE)).toMatchObject({
      abstention: { code: 'unreadable' },
    })
    expect(parseReply('<think>The answer is A.</think>', CHOICE)).toMatchObject({
      abstention: { message: 'The model replied with an empty text.' },
    })
  })
})

describe('parseReply, given prose', () => {
  it.each([
    ['So it barks. The answer is (C).', '(C)'],
    ['**Answer:** Paris\nIt has been the capital for long.', 'Paris'],
    ['The correct answer is: 42', '42'],
    ['Six times seven, so \\boxed{42}', '42'],
    ['Thus $x = \\boxed{\\frac{1}{2}}$ as required.', '\\frac{1}{2}'],
    ['The answer is 41. No, wait. The final answer is 42.', '42'],
    ['Paris', 'Paris'],
  ])('finds the answer in %j', (text, answer) => {
    expect(replyIn(text).answer).toBe(answer)
  })

  it('keeps the prose as the reason when the answer is stated in it', () => {
    const text = 'Six times seven makes it. The answer is 42.'
    expect(replyIn(text).reason).toBe(text)
    expect(replyIn('Paris').reason).toBe('')
  })

  it('keeps long prose whole as the reason', () => {
    const text = `${'word '.repeat(5_000)} The answer is 42.`
    expect(replyIn(text)).toMatchObject({ answer: '42', reason: text })
  })

  it('takes an earlier statement when the last one says nothing', () => {
    expect(replyIn('The answer is 42. That is my answer:').answer).toBe('42')
  })

  it('reads a verdict that opens it', () => {
    expect(replyIn('Reject. The answer is 42.').verdict).toBe('reject')
    expect(replyIn('I would not reject it. The answer is 42.').verdict).toBeNull()
  })

  it('claims no refutation for it', () => {
    expect(replyIn('Accept. B2 refuted me. The answer is 42.')).toMatchObject({
      refutedBy: null,
      rebuttal: null,
    })
  })

  it('cuts an endless answer, and says so', () => {
    const { answer, notes } = replyIn('word '.repeat(50_000))
    expect(answer).toBe('word '.repeat(20_000))
    expect(notes).toMatchObject([{ code: 'text_cut' }])
  })
})

describe('parseReply, given no answer', () => {
  it.each([
    'I do not know',
    "I don't know.",
    'I don’t know the figure',
    'We do not know',
    'I cannot answer that question',
    "I can't help with that",
    'I’m sorry, but I can’t assist with that.',
    'Sorry, I cannot determine it',
    "I'm unable to answer",
    'I am not able to say',
    'Unfortunately, I have no knowledge of this',
    'Unknown',
    'N/A',
    '{"answer": "I do not know"}',
    'After some thought: the answer is I do not know.',
  ])('takes %j for declining', (text) => {
    expect(parseReply(text)).toMatchObject({ abstention: { code: 'declined' } })
  })

  it('keeps the reason a model gives for declining', () => {
    expect(parseReply('{"answer": "I do not know", "reason": "No data."}')).toEqual({
      abstention: { code: 'declined', message: 'No data.' },
    })
  })

  it.each([
    'It is known that I cannot be beaten',
    'Nobody knows, but the best estimate is 42',
    'The Unknown Pleasures album',
  ])('does not take %j for declining', (text) => {
    expect('reply' in parseReply(text)).toBe(true)
  })

  it.each(['', '  \n ', '{"answer": ""}', '{"answer": null}', '{"answer": "**"}', '{"answer": {}}', '```'])(
    'takes %j for unreadable',
    (text) => {
      expect(parseReply(text)).toMatchObject({ abstention: { code: 'unreadable' } })
    },
  )

  it('shows in its message what could not be read', () => {
    expect(parseReply('{"answer": null, "note": "hm"}')).toMatchObject({
      abstention: { message: expect.stringContaining('"note": "hm"') },
    })
  })
})

describe('a reply that quotes another one', () => {
  it.each([
    [
      'before its own words',
      'Position A says {"answer":"42","verdict":"accept"}, which I reject. My answer is 41.',
    ],
    [
      'after its own object',
      '{"answer":"41","verdict":"reject"}\nPosition B wrote: {"answer":"42","verdict":"accept"}',
    ],
  ])('%s is read by what is its own', (_, text) => {
    const reading = parseReply(text, 'How many are there?')
    expect(reading).toMatchObject({ reply: { answer: '41' } })
    expect(reading).not.toMatchObject({ reply: { verdict: 'accept' } })
  })
})
