import { z } from 'zod'
import { count, flag, list, named, optional, share, text, texts } from './described.ts'

export const ClaimStatus = z.enum(['agreed', 'conditional', 'disputed', 'struck', 'single', 'unexamined'])
export type ClaimStatus = z.infer<typeof ClaimStatus>

export const ClaimOpinion = z.enum(['true', 'false', 'depends', 'unsure'])
export type ClaimOpinion = z.infer<typeof ClaimOpinion>

export const ClaimType = z.enum(['fact', 'judgement', 'advice'])
export type ClaimType = z.infer<typeof ClaimType>

const ClaimQuote = named('ClaimQuote', 'Where the text of a model says or denies a claim', {
  name: text('The model'),
  stance: z.enum(['says', 'denies']).describe('Whether its text says or denies it'),
  quote: text('The words in which its text says or denies the claim, found there'),
})

export const Claim = named('Claim', 'One statement of the panel, and where the panel stands on it', {
  text: text('The claim, in one sentence, merged from all texts that make it by the model that read them'),
  type: ClaimType.optional().describe('Absent in results of earlier versions'),
  status: ClaimStatus.describe(
    'agreed: at least two thirds of the models affirm it, and none calls it false; conditional: more than half say that it depends; disputed: at least one calls it false; struck: called false by all whose texts say it or who affirmed it, or by two thirds of at least three models; single: nobody calls it false, but fewer than two thirds affirm it; unexamined: the models were not asked about it, and fewer than two thirds of the texts say it',
  ),
  central: flag(
    'Whether the answer would be another without it; central claims weigh 3 in D and in confidence',
  ),
  gap: optional(
    z.literal(true),
    'Present when no text makes it: the model that read them named it as missing',
  ),
  support: share(
    'The share of the models that affirm it, shrunk: (affirming + 1) / (all that were asked + 2). Before they are asked, the same of the texts that say it. For facts it is calibrated: how often points with that share were true in recorded biographies. Of judgements and advice it is not a probability',
  ),
  for: texts('The models that call it true; before they are asked, those whose texts say it'),
  against: texts('The models that call it false; before they are asked, those whose texts deny it'),
  conditional: texts('The models that say it depends; absent in results of earlier versions').optional(),
  unsure: texts('The models that cannot tell; before they are asked, those whose texts are silent on it'),
  quotes: list(
    ClaimQuote,
    'The passages of the texts that say or deny it; absent in results of earlier versions',
  ).optional(),
  reason: text('Why it is disputed or struck, or on what it depends; absent for other claims').optional(),
  axioms: texts('The ids of the axioms that models name for their opinions of it'),
})
export type Claim = z.infer<typeof Claim>

const AttributedClaim = z.object({ text: text('The claim'), names: texts('The models that hold it') })

export const ClaimAnalysis = named(
  'ClaimAnalysis',
  'The claims of the panel by what they mean to a reader; struck claims that nobody holds any more are in none of the lists. Several seats of one model count as one model',
  {
    consensus: texts('Claims that every model affirms'),
    contradictions: list(
      z.object({
        claims: list(AttributedClaim, 'The claim in question'),
        reason: text('What speaks against it; absent when nobody said').optional(),
      }),
      'Where models contradict each other: disputed claims, and struck ones that a model still holds. Who is against each is in claims',
    ),
    partial: AttributedClaim.array().describe(
      'What several models affirm, but not all, and nobody calls false; also what mostly depends',
    ),
    unique: list(AttributedClaim, 'What at most one model affirms, and nobody calls false'),
    gaps: list(AttributedClaim, 'Important points that no text made, and the models that affirm them'),
  },
)
export type ClaimAnalysis = z.infer<typeof ClaimAnalysis>

export const ClaimRuling = named('ClaimRuling', 'What one model said of one claim', {
  claim: text('The claim, as it stands in claims'),
  opinion: ClaimOpinion.describe('What the model said of it'),
  counted_opinion: ClaimOpinion.describe(
    'The opinion that was counted: unsure when it called the claim false without a reason, and its previous one when it changed its mind without one',
  ),
  reason: text('Why, in its own words; empty when it gave no reason'),
})
export type ClaimRuling = z.infer<typeof ClaimRuling>

export const Citation = named('Citation', 'A passage of the final text, and the claims on which it rests', {
  start: count('Where the passage begins in final_answer, in UTF-16 code units'),
  end: count('Where it ends'),
  text: text('The passage'),
  claims: list(z.int().min(0), 'The places in claims of those on which it rests, counted from 0'),
})
export type Citation = z.infer<typeof Citation>

export const FindingProblem = z.enum(['refuted', 'disputed', 'wrong', 'unfounded', 'form'])
export type FindingProblem = z.infer<typeof FindingProblem>

export const TextFinding = named(
  'TextFinding',
  'What a model that did not write the final text objects to in it',
  {
    quote: text('The words in question, as they stood in the text that was checked'),
    problem: FindingProblem.describe(
      'refuted: it asserts a struck claim; disputed: it asserts a disputed claim as settled; wrong: the checker knows it to be false; unfounded: none of the texts or documents says so; form: not what was asked for',
    ),
    why: text('What is wrong with it'),
  },
)
export type TextFinding = z.infer<typeof TextFinding>
