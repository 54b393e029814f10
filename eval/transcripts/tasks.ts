import type { Task } from './task.ts'

const REMARK = 'this is a remark to the reader, not part of the text'

/** Ten tasks as users would type them. */
export const TASKS: Task[] = [
  {
    name: 'code',
    title: 'Code',
    api: 'edge',
    path: '/consensus-iterative',
    query:
      'Write a JavaScript function mergeIntervals(intervals) that merges overlapping intervals. They come as [start, end] pairs in any order. Only the code, please.',
    kind: 'draft',
    members: ['careful', 'terse', 'chatty', 'hasty'],
    defects: [
      {
        where: 'merged[merged.length - 1] = [last[0], interval[1]]',
        what: 'the end can become smaller: mergeIntervals([[1, 10], [2, 3]]) gives [[1, 3]]',
        verdict: 'reject',
      },
      {
        where: 'const merged = [sorted[0]]',
        what: 'mergeIntervals([]) gives [undefined]',
        verdict: 'amend',
      },
      {
        where: 'return intervals\n    .sort(',
        what: 'sorts the array of the caller and changes its pairs',
        verdict: 'amend',
        fix: 'Copy the intervals before sorting them.',
      },
      {
        where: 'if (intervals.length < 2) return intervals',
        what: 'returns the array of the caller itself, and a copy in all other cases',
        verdict: 'amend',
      },
      {
        where: 'Math.max(',
        what: 'unnecessary: after sorting, the later interval always ends later',
        verdict: 'amend',
        seenBy: ['hasty'],
      },
    ],
    judgement:
      'Yes: it is careful’s function, the only one without a fault, chosen by reviews that found the bug of hasty and the side effect of terse, and without the words that chatty puts around its code.',
  },
  {
    name: 'regex',
    title: 'Regular expression',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'I need a regular expression that matches a date written as YYYY-MM-DD.',
    kind: 'draft',
    members: ['terse', 'chatty', 'hasty', 'careful'],
    options: { criteria: 'Matches nothing but the date; rejects months and days that do not exist' },
    notes: { careful: 'It accepts 29 February in every year, because leap years need arithmetic.' },
    defects: [
      { where: '[01]\\d-[0-3]\\d', what: 'accepts 2024-13-01 and 2024-01-39', verdict: 'reject' },
      {
        where: '\n\\d{4}-(0[1-9]',
        what: 'has no anchors, so it matches within “12024-01-011”',
        verdict: 'reject',
        seenBy: ['careful', 'terse'],
      },
      { where: '(0[1-9]|[12]\\d|3[01])$', what: 'accepts 2024-02-31', verdict: 'amend' },
      {
        where: '(?:(?:0[13578]',
        what: 'nobody can read this; a simple [01]\\d for the month would do',
        verdict: 'amend',
        seenBy: ['hasty'],
      },
    ],
    judgement:
      'No: careful’s own is better, because the delivered expression accepts 2024-02-31 against the criteria; careful named that defect, but one reviewer who asks for a change is not enough for a revision, and hasty’s dislike of the longer expression decided between two drafts with the same reviews.',
  },
  {
    name: 'sql',
    title: 'SQL',
    api: 'local',
    path: '/consensus/sync',
    query:
      'Tables: customers(id, name), orders(id, customer_id, total, created_at). I need a PostgreSQL query: every customer with the number of their orders in 2024 and what they spent, including customers who ordered nothing. SQL only.',
    kind: 'draft',
    members: ['hasty', 'careful', 'terse'],
    defects: [
      {
        where: 'WHERE o.created_at',
        what: 'removes the customers without orders in 2024, because o.created_at is NULL for them; this makes the LEFT JOIN an inner join',
        verdict: 'reject',
      },
      {
        where: ' SUM(o.total) AS spent',
        what: 'is NULL, not 0, for customers who ordered nothing',
        verdict: 'amend',
        fix: 'Use COALESCE(SUM(o.total), 0).',
      },
      {
        where: "  AND o.created_at >= '2024-01-01'",
        what: 'the year is part of the join, so orders of other years are counted too; it belongs in WHERE',
        verdict: 'reject',
        seenBy: ['hasty'],
      },
    ],
    judgement:
      'Yes: it is the only query that keeps customers without orders and gives them 0; hasty’s wrong objection costs it the consensus and some confidence, but `dissent` quotes it, so that the reader can see that it is wrong.',
  },
  {
    name: 'translation',
    title: 'Translation',
    api: 'local',
    path: '/consensus',
    query:
      'Translate into English: „Der Termin wurde auf Donnerstag vorgezogen. Bitte melden Sie sich bis spätestens Mittwoch, falls Sie verhindert sind.“',
    kind: 'draft',
    members: ['careful', 'terse', 'chatty', 'hasty'],
    options: { structure: 'fugue' },
    defects: [
      {
        where: 'postponed to Thursday',
        what: '“vorgezogen” means moved to an earlier time, not a later one',
        verdict: 'reject',
      },
      {
        where: 'moved forward',
        what: 'some readers understand it as “later”; “brought forward” is clear',
        verdict: 'amend',
      },
      {
        where: "if you can't come",
        what: 'leaves out “Bitte” and “spätestens”, and is less formal than the original',
        verdict: 'amend',
        fix: 'Keep the polite register of the original.',
      },
      { where: 'A little note:', what: REMARK, verdict: 'amend', seenBy: ['careful', 'terse'] },
      {
        where: 'brought forward',
        what: '“vorgezogen” means postponed',
        verdict: 'reject',
        seenBy: ['hasty'],
      },
    ],
    judgement:
      'Yes rather than hasty’s, which says the opposite, but no rather than careful’s: terse’s translation is right and less polite than the original, and wins because hasty wrongly rejects the two drafts that say “brought forward”.',
  },
  {
    name: 'poem',
    title: 'Poem',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'a haiku about the first frost of autumn',
    kind: 'draft',
    members: ['chatty', 'careful', 'hasty'],
    options: { structure: 'concert' },
    defects: [
      {
        where: 'Frost paints the garden white,',
        what: 'has six syllables; the first line of a haiku has five',
        verdict: 'reject',
      },
      { where: 'I chose the scarecrow', what: REMARK, verdict: 'amend', seenBy: ['careful', 'terse'] },
      {
        where: "a spider's unfinished web",
        what: 'has eight syllables',
        verdict: 'amend',
        seenBy: ['hasty'],
      },
    ],
    judgement:
      'Only in part: rather than hasty’s, which has six syllables in its first line, but careful’s haiku stands alone as it was asked for, while this one carries a closing remark that one reviewer named and nobody removed.',
  },
  {
    name: 'plan',
    title: 'Plan',
    api: 'local',
    path: '/consensus',
    query: 'Make me a four-week training plan from 5 km to 10 km, three runs a week.',
    kind: 'draft',
    members: ['terse', 'careful', 'hasty', 'chatty'],
    options: { structure: 'fugue' },
    defects: [
      {
        where: 'Fri 5 km, Sat 10 km',
        what: 'week 2 has four runs, two of them on consecutive days; three a week were asked for',
        verdict: 'reject',
      },
      {
        where: '6 km easy | **10 km**',
        what: 'there is no easier run before the 10 km',
        verdict: 'amend',
        fix: 'Make the Thursday of week 4 short and very easy.',
        seenBy: ['careful', 'terse'],
      },
      {
        where: 'between two runs.\n',
        what: 'nothing is said about warming up, nor about what to do when something hurts',
        verdict: 'amend',
        fix: 'Add a sentence about warming up and about pain.',
        seenBy: ['chatty'],
      },
      {
        where: '- Week 1: 5 km, 5 km, 6 km',
        what: 'does not say on which days',
        verdict: 'amend',
        seenBy: ['careful', 'chatty'],
      },
      {
        where: '- Week 2: 5 km, 5 km, 7 km',
        what: 'says nothing about pace or rest',
        verdict: 'amend',
        seenBy: ['careful', 'chatty'],
      },
      {
        where: '- Run 1: 5 km at an easy pace',
        what: 'does not say on which days, so runs may fall on consecutive ones',
        verdict: 'amend',
        seenBy: ['careful', 'terse'],
      },
      { where: "You've got this!", what: REMARK, verdict: 'amend', seenBy: ['careful', 'terse'] },
    ],
    judgement:
      'Yes: it is careful’s plan with the two changes that terse and chatty asked for, better than every plan the members wrote alone.',
  },
  {
    name: 'essay',
    title: 'Essay',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain how TCP congestion control works',
    kind: 'open',
    members: ['hasty', 'chatty', 'terse', 'careful'],
    judgement:
      'Yes: it has careful’s structure, the history and the image of chatty, the sawtooth and ECN of terse and the limits that only hasty saw, without hasty’s two mistakes, which hasty withdrew after careful and terse had said why.',
  },
  {
    name: 'table',
    title: 'Table',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Compare PostgreSQL, MySQL and SQLite for a small web shop, as a table',
    kind: 'open',
    members: ['terse', 'chatty', 'hasty'],
    options: { kind: 'open', writer: 'scripted/careful' },
    judgement:
      'Yes: no member has more than half of these rows, and hasty’s “No” for transactions in MySQL and “Many” for writers in SQLite are gone. The confidence rests on the four rows whose points the panel ruled on; nobody was asked about the others.',
  },
  {
    name: 'json',
    title: 'JSON',
    api: 'edge',
    path: '/consensus-iterative',
    query:
      'Turn this into JSON, nothing else: Ada Lovelace, born 10 December 1815 in London, knows English and French, no phone number.',
    kind: 'draft',
    members: ['hasty', 'terse', 'careful', 'chatty'],
    options: { structure: 'sonata' },
    defects: [
      {
        where: '"phone": null,\n}',
        what: 'the comma after the last entry makes this invalid JSON',
        verdict: 'reject',
      },
      { where: '1815-10-12', what: '10 December became 12 October', verdict: 'reject' },
      {
        where: '"phoneNumber": "none"',
        what: 'a missing number should be null, not a word',
        verdict: 'amend',
        fix: 'Use null for the missing phone number.',
      },
      {
        where: '"born": {',
        what: 'nobody asked for a nested object',
        verdict: 'amend',
        seenBy: ['hasty'],
      },
    ],
    judgement:
      'Yes: it is valid, complete and has the right date, like careful’s own, and unlike chatty’s it has null for the missing number; the invalid object of hasty was found out by all three reviewers.',
  },
  {
    name: 'rewrite',
    title: 'Rewrite',
    api: 'edge',
    path: '/consensus',
    query:
      'Rewrite this so that it sounds friendlier: “Your invoice is wrong. Send a corrected one by Monday or we will not pay.”',
    kind: 'draft',
    members: ['careful', 'hasty', 'terse', 'chatty'],
    defects: [],
    judgement:
      'No: it is chatty’s draft with its greeting and its closing question, delivered as it was written; careful’s stands alone and says the same. Without reviews, in a single shot, nobody tells that the words around a draft do not belong to it.',
  },
]
