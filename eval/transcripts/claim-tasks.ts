import type { MemberName, Task } from './task.ts'

const PANEL: MemberName[] = ['exact', 'inexact', 'knowing', 'mistaken', 'vague']

/** Five open questions on which a panel is divided in the same way. */
export const CLAIM_TASKS: Task[] = [
  {
    name: 'sky',
    title: 'The colours of the sky',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Why is the sky blue, and why are sunsets red? Explain how it works.',
    kind: 'open',
    members: PANEL,
    judgement:
      'Right: the wrong mechanism is struck after its author withdrew it, and the right one is agreed once that author came round; the number is one disputed claim with a quotation from each side; what depends is said with its condition; the gap that the panel agrees on is in the answer, and the prize that nobody mentioned is listed as unsupported. Wrong: the ozone of knowing is in the answer although four members cannot judge it, and only its claim says so; and the panel agrees, although it does not agree on the number, because the number is not central.',
  },
  {
    name: 'https',
    title: 'HTTPS',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain how HTTPS protects a connection',
    kind: 'open',
    members: PANEL,
    options: { structure: 'sonata' },
    judgement:
      'Right: the key exchange and both numbers of round trips are disputed, with a quotation from each side; the host name is conditional, and the answer gives the condition; the text stated a disputed claim as settled, the checker noticed it, and the writer mended it. Wrong: the answer calls forward secrecy disputed because a single member denies it, without saying that this member is alone; and mistaken dissents for one of the two claims that it denies.',
  },
  {
    name: 'resistance',
    title: 'Antibiotic resistance',
    api: 'local',
    path: '/consensus/sync',
    query: 'How do bacteria become resistant to antibiotics? Explain the mechanism.',
    kind: 'open',
    members: PANEL,
    judgement:
      'Right: the wrong mechanism is struck, after mistaken was shown the reasons and withdrew it, and all members stand behind chance and selection; the advice not to stop a treatment early is conditional, with the condition; both numbers of deaths are one disputed claim. Wrong: three members cannot judge these numbers, so that the better one has no more support than the ozone of the first question, and the spread of mcr-1 is in the answer on the word of one member.',
  },
  {
    name: 'mrna',
    title: 'mRNA vaccines',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain how mRNA vaccines work',
    kind: 'open',
    members: PANEL,
    judgement:
      'Right: the wrong mechanism stays disputed, four to one, and its author dissents; that the protein is made for a long time is struck, because four of five deny it; pseudouridine is not confirmed. The checker objected to a passage that the writer kept, and a warning says so. Wrong: four members and a reason cannot strike the claim of one who insists, so that the answer reports a plain mistake as an open question.',
  },
  {
    name: 'crisis',
    title: 'The financial crisis',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain what caused the financial crisis of 2008',
    kind: 'open',
    members: PANEL,
    options: { structure: 'concert' },
    judgement:
      'Right: the savers and the sale of the mortgages are disputed, three to one, with the reasons of both sides, and the answer says so; the swaps of AIG, which no text mentions, are agreed and in the answer. Wrong: the answer does not say that all disputes but one are with the same member; the run on repo, which two others confirm, counts as not confirmed, because two of five cannot judge it; and mistaken dissents for one of the two central claims in question.',
  },
]
