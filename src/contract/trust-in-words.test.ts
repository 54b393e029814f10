import { describe, expect, it } from 'vitest'
import type { Claim, ClaimStatus } from './claims.ts'
import type { Dissent } from './deliberation.ts'
import type { DraftReview } from './draft-review.ts'
import { shortName, type Trusted, trustInWords } from './trust-in-words.ts'

const [a, b, c, d, e] = ['model-a', 'model-b', 'model-c', 'model-d', 'model-e']
const two = [a, b]
const three = [a, b, c]
const four = [a, b, c, d]
const five = [a, b, c, d, e]

const says = (name: string, answer: string, reason = ''): Dissent => ({ model: name, name, answer, reason })
const silent = (name: string, code?: string): Dissent => ({
  ...{ model: name, name, answer: null, reason: '' },
  ...(code && { code }),
})
const point = (status: ClaimStatus, more: Partial<Claim> = {}): Claim => ({
  ...{ text: 'The sky is blue.', status, central: false, support: 0.7 },
  ...{ for: [], against: [], unsure: [], axioms: [], ...more },
})
const agreed = point('agreed')
const disputed = point('disputed', { for: [a, b], against: [c] })
const review = (name: string): DraftReview => ({
  ...{ name, authors: [a!], revised: false, defect: '', rank: 1 },
  ...{ verdict: 'accept', counted_verdict: 'accept' },
})

const consensus = { outcome: 'consensus', ending: 'converged' } as const
const majority = { outcome: 'majority', ending: 'stalled' } as const
const split = { outcome: 'split', ending: 'stalled' } as const
const open = { kind: 'open', confidence_kind: 'supported', confidence: 0.78 } as const
const draft = { kind: 'draft', confidence_kind: 'accepted', confidence: 0.75 } as const
const tools = { kind: 'tools' } as const
const program = (models: string[], not_run: string[] = []): Partial<Trusted> => ({
  ...{ kind: 'draft', confidence_kind: 'right', confidence: 0.93 },
  code_run: { language: 'python', form: 'call', behaviours: [{ models, passed: 1 }], not_run, inputs: [] },
})

const page = {
  url: 'https://a.example/',
  title: 'A',
  date: null,
  copies: [],
  citations: [],
  contradictions: [],
}
const onPages = {
  ...{ confidence_kind: 'supported', search: { queries: ['sky'], pages: [page], problem: null } },
} satisfies Partial<Trusted>

const closed: Trusted = {
  ...{ models: three, kind: 'closed', outcome: 'consensus', dissent: [] },
  ...{ confidence: 0.93, confidence_kind: 'right' },
}

type Case = [title: string, fields: Partial<Trusted>, sentences: string[]]

/** What is said of a result: who agrees, who differs or is missing, and how sure it is. */
// biome-ignore format: a table
const CASES: Case[] = [
  // Short answers
  ['two agree', { ...consensus, models: two }, ['Both models agree.', 'About 93% sure that it is right.']],
  ['three agree', consensus, ['All three models agree.', 'About 93% sure that it is right.']],
  ['five agree', { ...consensus, models: five, confidence: 0.976 }, ['All five models agree.', 'About 98% sure that it is right.']],
  ['three agree, and are seldom right', { ...consensus, confidence: 0.226 }, ['All three models agree.', 'About 23% sure that it is right.']],
  ['two of three', { ...majority, confidence: 0.75, dissent: [says(c, 'Sydney')] }, ['2 of 3 models agree.', 'model-c says Sydney.', 'About 75% sure that it is right.']],
  ['three of five, two with the same other answer', { ...majority, models: five, dissent: [says(d, 'Sydney'), says(e, 'Sydney')] }, ['3 of 5 models agree.', 'model-d and model-e say Sydney.', 'About 93% sure that it is right.']],
  ['three of five, two other answers', { ...majority, models: five, dissent: [says(d, 'Sydney'), says(e, 'Perth')] }, ['3 of 5 models agree.', 'model-d says Sydney.', 'model-e says Perth.', 'About 93% sure that it is right.']],
  ['two of five', { ...split, models: five, confidence: 0.41, dissent: [says(c, '1'), says(d, '2'), says(e, '3')] }, ['The models are split: 2 of 5 give this answer.', 'model-c says 1.', 'model-d says 2.', 'model-e says 3.', 'About 41% sure that it is right.']],
  ['two of four against two', { ...split, models: four, confidence: 0.4, dissent: [says(c, '41'), says(d, '41')] }, ['The models are split: 2 of 4 give this answer.', 'model-c and model-d say 41.', 'About 40% sure that it is right.']],
  ['one against one', { ...split, models: two, confidence: 0.452, dissent: [says(b, '41')] }, ['The models are split: 1 of 2 gives this answer.', 'model-b says 41.', 'About 45% sure that it is right.']],
  ['three answers of three', { ...split, confidence: 0.3, dissent: [says(b, '41'), says(c, '43')] }, ['The models are split: 1 of 3 gives this answer.', 'model-b says 41.', 'model-c says 43.', 'About 30% sure that it is right.']],
  ['a long answer against it', { ...majority, dissent: [says(c, `It is ${'very '.repeat(30)}long.`)] }, ['2 of 3 models agree.', `model-c says It is ${'very '.repeat(14)}very ….`.replace('very ….', '…'), 'About 93% sure that it is right.']],
  // Who did not answer
  ['two of three, a fourth failed', { ...majority, models: four, dissent: [says(c, 'Sydney'), silent(d, 'rate_limited')] }, ['2 of the 3 models that answered agree.', 'model-c says Sydney.', 'model-d did not answer (rate limited).', 'About 93% sure that it is right.']],
  ['the same, although the outcome counts the one that failed', { ...split, models: four, dissent: [says(c, 'Sydney'), silent(d, 'rate_limited')] }, ['2 of the 3 models that answered agree.', 'model-c says Sydney.', 'model-d did not answer (rate limited).', 'About 93% sure that it is right.']],
  ['two agree, a third failed', { ...consensus, dissent: [silent(c, 'timeout')] }, ['Both models that answered agree.', 'model-c did not answer (timeout).', 'About 93% sure that it is right.']],
  ['three agree, two abstained', { ...consensus, models: five, dissent: [silent(d, 'declined'), silent(e, 'declined')] }, ['All three models that answered agree.', 'model-d and model-e abstained.', 'About 93% sure that it is right.']],
  ['two of four that answered, one failed', { ...split, models: five, dissent: [says(c, '1'), says(d, '2'), silent(e)] }, ['The models are split: 2 of the 4 that answered give this answer.', 'model-c says 1.', 'model-d says 2.', 'model-e did not answer.', 'About 93% sure that it is right.']],
  ['three agree, a fourth was late', { ...majority, models: four, dissent: [silent(d, 'not_awaited')], unheard: [d] }, ['All three models that answered agree.', 'model-d was not waited for.', 'About 93% sure that it is right.']],
  ['two of three, one late and one failed', { ...majority, models: five, dissent: [says(c, 'Sydney'), silent(d, 'timeout'), silent(e)], unheard: [e] }, ['2 of the 3 models that answered agree.', 'model-c says Sydney.', 'model-d did not answer (timeout).', 'model-e was not waited for.', 'About 93% sure that it is right.']],
  ['three agree, one was late in a later round', { ...majority, unheard: [c] }, ['All three models agree.', 'model-c was not waited for.', 'About 93% sure that it is right.']],
  ['only one answered', { outcome: 'split', ending: 'unanswered', confidence: 0.4, dissent: [silent(b, 'timeout'), silent(c, 'timeout')] }, ['Only 1 of 3 models answered, so nothing was compared.', 'model-b and model-c did not answer (timeout).', 'About 40% sure that it is right.']],
  ['nobody answered', { outcome: 'split', ending: 'unanswered', confidence: 0, models: two, dissent: [silent(a, 'declined'), silent(b, 'unauthorized')] }, ['No model answered.', 'model-a abstained.', 'model-b did not answer (unauthorized).']],
  // One model, several seats of one, cheap models first, the cache
  ['replies of one model, all the same', { ...majority, models: [a], ending: 'settled' }, ['Only one model was asked, and its replies agree.', 'About 93% sure that it is right.']],
  ['replies of one model, one of five another', { ...majority, models: [a], confidence: 0.6, dissent: [{ ...says('model-a #5', '41'), model: a! }] }, ['Only one model was asked, and its replies differ.', 'model-a #5 says 41.', 'About 60% sure that it is right.']],
  ['replies of one model that differ', { ...split, models: [a], confidence: 0.2, dissent: [{ ...says('model-a #2', '41'), model: a! }] }, ['Only one model was asked, and its replies differ.', 'model-a #2 says 41.', 'About 20% sure that it is right.']],
  ['one model without replies', { outcome: 'split', ending: 'unanswered', models: [a], confidence: 0, dissent: [{ ...silent('model-a #1'), model: a! }] }, ['Only one model was asked.', 'model-a #1 did not answer.']],
  ['a model with two seats counts once', { ...majority, models: [a!, a!, b!], confidence: 0.6, dissent: [says(b, '41')] }, ['The models are split: 1 of 2 gives this answer.', 'model-b says 41.', 'About 60% sure that it is right.']],
  ['cheap models first, and they agree', { ...consensus, models: two, ending: 'settled' }, ['Both models agree.', 'About 93% sure that it is right.']],
  ['from the cache, as when it was made', { ...majority, cached: {}, dissent: [says(c, 'Sydney')] } as Partial<Trusted>, ['2 of 3 models agree.', 'model-c says Sydney.', 'About 93% sure that it is right.']],
  ['a result of an earlier version', { ...consensus, kind: undefined, confidence_kind: undefined }, ['All three models agree.', 'The confidence is 93%.']],
  ['a step with tools', { ...tools, ...consensus }, ['All three models agree.', 'About 93% sure that it is right.']],
  ['another step with tools', { ...tools, ...majority, dissent: [says(c, 'find({"q":"x"})')] }, ['2 of 3 models agree.', 'model-c says find({"q":"x"}).', 'About 93% sure that it is right.']],
  ['an answer from web pages', { ...consensus, ...onPages, confidence: 0.6 }, ['All three models agree.', 'The web pages that were read, and the models, support it to 60%.']],
  ['nobody answered from web pages', { ...split, ...onPages, models: two, ending: 'unanswered', confidence: 0, dissent: [silent(a), silent(b)] }, ['No model answered.', 'model-a and model-b did not answer.']],
  // Texts
  ['a text from web pages', { ...open, ...onPages, ...consensus, claims: [agreed] }, ['The models agree on the only point.', 'The web pages that were read, and the models, support it to 78%.']],
  ['a text for which no web page was found', { ...open, ...consensus, search: { queries: ['sky'], pages: [], problem: 'None.' }, claims: [agreed] }, ['The models agree on the only point.', 'On average 78% of the models support its points.']],
  ['a text on all points of which they agree', { ...open, ...consensus, claims: [agreed, agreed, agreed] }, ['The models agree on all 3 points.', 'On average 78% of the models support its points.']],
  ['a text with a disputed point', { ...open, ...majority, claims: [agreed, disputed] }, ['The models agree on 1 of 2 points; 1 is disputed.', 'Disputed: “The sky is blue.” (for: model-a and model-b; against: model-c).', 'On average 78% of the models support its points.']],
  ['most points are disputed, although most models stand behind the text', { ...open, ...majority, claims: [disputed, { ...disputed, text: 'It is red.', central: true }, point('struck')] }, ['The models agree on none of 3 points; 2 are disputed and 1 is rejected.', 'Disputed: “It is red.” (for: model-a and model-b; against: model-c).', 'Disputed: “The sky is blue.” (for: model-a and model-b; against: model-c).', 'On average 78% of the models support its points.']],
  ['a rejected point that one still holds, and what was not confirmed', { ...open, ...split, claims: [agreed, point('struck', { for: [c!], against: [a!, b!] }), point('single'), point('conditional')] }, ['The models agree on 1 of 4 points; 1 is not confirmed, 1 is conditional and 1 is rejected.', 'Rejected: “The sky is blue.” (for: model-c; against: model-a and model-b).', 'On average 78% of the models support its points.']],
  ['a text without points', { ...open, ...split, claims: [], confidence: 0.5 }, ['Whether the models agree was not measured.']],
  ['a text about whose points nobody was asked', { ...open, ...split, claims: [point('unexamined'), point('unexamined')] }, ['The models agree on none of 2 points; 2 are not checked.', 'On average 78% of the models support its points.']],
  ['a text, one model failed', { ...open, ...consensus, claims: [agreed], dissent: [silent(c, 'provider_error')] }, ['The models agree on the only point.', 'model-c did not answer (provider error).', 'On average 78% of the models support its points.']],
  ['a text of the only model that wrote one', { ...open, outcome: 'split', ending: 'unanswered', claims: [], models: two, dissent: [silent(b, 'timeout')] }, ['Only 1 of 2 models answered, so nothing was compared.', 'model-b did not answer (timeout).']],
  ['a text of one model', { ...open, ...split, models: [a], claims: [] }, ['Only one model was asked.']],
  // Drafts
  ['a draft that nobody rejects', { ...draft, ...consensus, reviews: [review(b), review(c)] }, ['No model rejects this draft.', 'About 75% of reviewers would accept it.']],
  ['a draft that one rejects', { ...draft, ...majority, confidence: 0.5, reviews: [review(b), review(c)], dissent: [says(c, 'My draft.')] }, ['1 of 3 models rejects this draft.', 'model-c rejects it.', 'About 50% of reviewers would accept it.']],
  ['a draft that one rejects and one did not review', { ...draft, ...split, models: four, confidence: 0.5, reviews: [review(b), review(c)], dissent: [says(c, 'Mine.'), { ...says(d, 'Mine.'), code: 'timeout' }] }, ['1 of 4 models rejects this draft.', 'model-c rejects it.', 'model-d did not review it (timeout).', 'About 50% of reviewers would accept it.']],
  ['a draft that nobody reviewed', { ...draft, ...split, confidence: 0.5 }, ['Nobody reviewed this draft.']],
  ['a draft that was cut off', { ...draft, ...split, confidence: 0, reviews: [review(b)] }, ['No model rejects this draft.', 'It cannot be used as it is.']],
  ['programs that all do the same', { ...program(three), ...consensus }, ['All three drafts do the same when they are run.', 'About 93% sure that it is right.']],
  ['a program that does something else', { ...program([a!, b!]), ...majority, dissent: [says(c, 'Mine.', 'Mine.')] }, ['2 of 3 drafts do the same when they are run.', 'model-c wrote a program that does something else.', 'About 93% sure that it is right.']],
  ['a program that cannot be run', { ...program([a!, b!], [c!]), ...majority, dissent: [says(c, 'Mine.', 'Mine.')] }, ['2 of 3 drafts do the same when they are run.', 'model-c wrote a program that cannot be run.', 'About 93% sure that it is right.']],
  ['programs that all differ', { ...program([a!]), ...split, confidence: 0.3, dissent: [says(b, 'Mine.', 'Mine.'), says(c, 'Mine.', 'Mine.')] }, ['No other draft does the same when it is run.', 'model-b and model-c wrote a program that does something else.', 'About 30% sure that it is right.']],
  ['a draft that all wrote', { ...draft, ...consensus, confidence: 0.8 }, ['No model rejects this draft.', 'About 80% of reviewers would accept it.']],
]

describe('what is said of a result', () => {
  it.each(CASES)('%s', (_, fields, sentences) => {
    const { sure, agreement, differences } = trustInWords({ ...closed, ...fields })
    const said = [agreement, ...differences.map(({ words }) => words), sure].filter((words) => words !== '')
    expect(said).toEqual(sentences)
  })

  it('has the reasons beside the differences, once each', () => {
    const dissent = [
      says(b, '41', 'I counted.'),
      says(c, '41', 'I counted.'),
      { ...silent(d), reason: 'Too many\nrequests.' },
    ]
    const claims = [{ ...disputed, reason: 'Dust is not.' }]
    const whyIn = (fields: Partial<Trusted>) =>
      trustInWords({ ...closed, ...fields }).differences.map(({ why }) => why)
    expect(whyIn({ models: four, dissent })).toEqual(['I counted.', 'Too many requests.'])
    expect(whyIn({ ...open, claims })).toEqual(['Dust is not.'])
  })

  it('names a seat by the id of its model, or as the caller wants', () => {
    expect(shortName('~vendor/one')).toBe('vendor/one')
    expect(shortName('offline voice “careful” (for ~vendor/one)')).toBe('offline careful')
    const { differences } = trustInWords({ ...closed, dissent: [says(c, '41')] }, (name) => name.slice(-1))
    expect(differences[0]!.words).toBe('c says 41.')
  })
})
