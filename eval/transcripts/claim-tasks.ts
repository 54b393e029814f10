import type { Defect, MemberName, Task } from './task.ts'

const PANEL: MemberName[] = ['exact', 'inexact', 'knowing', 'mistaken', 'vague']
const INFORMED: MemberName[] = ['exact', 'inexact', 'knowing']

/** Claims with these words are false to these members. */
function denied(where: string, seenBy: MemberName[], what: string): Defect {
  return { where, seenBy, what, verdict: 'reject' }
}

/** Of claims with these words these members cannot tell. */
function unknown(where: string, seenBy: MemberName[]): Defect {
  return { where, seenBy, what: 'I cannot judge this', verdict: 'amend' }
}

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
    missing: { exact: ['Clouds are white because their droplets scatter all colours alike.'] },
    defects: [
      denied(
        'Water vapour and fine dust absorb',
        INFORMED,
        'absorption is not the cause: air without vapour and dust is just as blue, because its molecules scatter blue light',
      ),
      denied(
        'tiny droplets that form absorb',
        INFORMED,
        'droplets scatter all colours and absorb almost none; the blue is lost by scattering on the long path',
      ),
      denied('about 16 times', ['exact', 'knowing'], 'the fourth power of 700/450 is 5.9, not 16'),
      denied('about 6 times', ['inexact'], 'with the fourth power of the wavelength it is about 16 times'),
      unknown('as strongly as red light', ['mistaken', 'vague']),
      denied(
        'they scatter short wavelengths',
        ['mistaken'],
        'molecules are too small to act on light; vapour and dust are what acts on it',
      ),
      denied(
        'Such small particles scatter short',
        ['mistaken'],
        'molecules are too small to act on light; vapour and dust are what acts on it',
      ),
      denied(
        'molecules of the air deflect',
        ['mistaken'],
        'molecules are too small to act on light; vapour and dust are what acts on it',
      ),
      unknown('ozone in the stratosphere', ['exact', 'inexact', 'mistaken', 'vague']),
      unknown('fourth power', ['mistaken', 'vague']),
      unknown('absorb', ['vague']),
    ],
    withdrawing: ['mistaken'],
    convictions: {
      'about 16 times': 'The fourth power of two is 16.',
      'about 6 times': '(700/450) to the fourth power is 5.9.',
    },
    judgement:
      'Right: the wrong mechanism is struck after its author withdrew it, both numbers stand side by side as one contradiction, and the right mechanism is undisputed. Wrong: every sentence is a claim, so that 23 of 47, among them the ozone of knowing and the second mistake of mistaken, were never put to the members. The first sentences of each text are called central, although most of them only introduce it, and what several texts say in other words stands there several times.',
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
    missing: { knowing: ['HSTS makes a browser refuse plain HTTP for a site.'] },
    defects: [
      denied(
        'encrypts every request with the public key',
        INFORMED,
        'the data is encrypted with symmetric keys from a key exchange; the key in the certificate only signs the handshake',
      ),
      denied(
        'everything that was ever recorded',
        INFORMED,
        'the keys of the key exchange are thrown away, so that a stolen private key opens no old traffic',
      ),
      denied(
        'symmetric keys',
        ['mistaken'],
        'a shared key would have to be sent first, and whoever sees it could read everything; this is why a public key is used',
      ),
      denied(
        'a symmetric cipher',
        ['mistaken'],
        'a shared key would have to be sent first, and whoever sees it could read everything; this is why a public key is used',
      ),
      denied('forward secrecy', ['mistaken'], 'the private key decrypts all traffic, also old traffic'),
      denied(
        'takes two round trips',
        ['exact', 'knowing'],
        'that was TLS 1.2; in TLS 1.3 the client sends its share at once, and one round trip suffices',
      ),
      denied(
        'takes one round trip',
        ['inexact'],
        'hello and key exchange take one round trip each, which makes two',
      ),
      unknown('round trip', ['mistaken', 'vague']),
      unknown('Encrypted Client Hello', ['inexact', 'mistaken', 'vague']),
      unknown('symmetric', ['vague']),
      unknown('forward secrecy', ['vague']),
      unknown('every request', ['vague']),
      unknown('ever recorded', ['vague']),
    ],
    convictions: {
      'the public key of the server':
        'A public key is what a certificate contains, and a browser has nothing else to encrypt with.',
      'two round trips': 'First the two hellos, then the keys: two round trips.',
    },
    judgement:
      'Right: the wrong mechanism and both numbers of round trips are disputed, with good reasons, and HSTS, which no text mentions, is a gap. Wrong: the symmetric keys stand there twice in other words, so that one dispute is listed as two contradictions; the two numbers are not shown side by side; that a stolen key opens old traffic was never put to the members, like half of the 50 sentences. “HTTPS protects a connection by public-key cryptography” is consensus, because nobody was told to object to it.',
  },
  {
    name: 'resistance',
    title: 'Antibiotic resistance',
    api: 'local',
    path: '/consensus/sync',
    query: 'How do bacteria become resistant to antibiotics? Explain the mechanism.',
    kind: 'open',
    members: PANEL,
    missing: { vague: ['New antibiotics are rare because they earn little money.'] },
    defects: [
      denied(
        'adapts individually',
        INFORMED,
        'a single bacterium does not learn: mutants that were there before survive, and the others die',
      ),
      denied(
        'without contact with the drug',
        INFORMED,
        'resistant mutants are found in bacteria that never met the drug, and resistance genes are far older than medicine',
      ),
      denied('does not create these changes', ['mistaken'], 'the drug triggers the adaptation'),
      denied('a chance mutation', ['mistaken'], 'it is no chance: the bacteria react to the drug'),
      denied(
        'By chance one of these errors',
        ['mistaken'],
        'it is no chance: the bacteria react to the drug',
      ),
      denied(
        '700,000 deaths',
        ['exact'],
        'this is an older estimate, of 2014; the study on 2019 in The Lancet found 1.27 million',
      ),
      denied('1.27 million', ['inexact'], 'the usual estimate is 700,000 a year'),
      unknown('deaths', ['knowing', 'mistaken', 'vague']),
      unknown('plasmid', ['vague', 'mistaken']),
      unknown('mcr-1', ['exact', 'inexact', 'mistaken', 'vague']),
      unknown('farm animals', ['knowing', 'vague']),
      unknown('adapts individually', ['vague']),
      unknown('without contact', ['vague']),
    ],
    withdrawing: ['mistaken'],
    judgement:
      'Right: the wrong mechanism is struck, after mistaken was shown the reasons and withdrew it, and all members stand behind chance and selection. Wrong: the two numbers of deaths, which contradict each other, are among the 28 of 52 sentences that were never put to the members, so that the panel agrees although it does not; so are the plasmids of knowing and the second mistake of mistaken.',
  },
  {
    name: 'mrna',
    title: 'mRNA vaccines',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain how mRNA vaccines work',
    kind: 'open',
    members: PANEL,
    missing: { exact: ['Common side effects are fever and pain at the site of the injection.'] },
    defects: [
      denied(
        'moves into the cell nucleus',
        [...INFORMED, 'vague'],
        'mRNA has no way into the nucleus, and without reverse transcriptase it cannot become DNA',
      ),
      denied(
        'for a long time',
        INFORMED,
        'protein is made for days only; memory cells and not lasting production give the protection',
      ),
      denied(
        'never enters the nucleus',
        ['mistaken'],
        'it must enter, otherwise the effect could not last for months',
      ),
      denied('in the cytoplasm', ['mistaken'], 'the protein is read from the DNA in the nucleus'),
      denied('the mRNA is broken down', ['mistaken'], 'its copy in the DNA remains'),
      denied('enzymes destroy it within days', ['mistaken'], 'its copy in the DNA remains'),
      denied(
        'about −20 °C',
        ['exact', 'knowing'],
        '−20 °C was the temperature of the Moderna vaccine; the one of Pfizer needed −70 °C',
      ),
      denied('about −70 °C', ['inexact'], 'an ordinary freezer of −20 °C was enough'),
      unknown('°C', ['mistaken', 'vague']),
      unknown('pseudouridine', ['exact', 'inexact', 'mistaken', 'vague']),
      unknown('Nobel Prize', ['mistaken']),
      unknown('for a long time', ['vague']),
    ],
    convictions: {
      'into the cell nucleus': 'Antibodies are found for months, so the protein must be produced for months.',
      'about −20 °C': 'I remember −20 °C from the instructions.',
    },
    judgement:
      'Right: the wrong mechanism is disputed, four to one, and pseudouridine is among the unique points. Wrong: it is not struck, because it is not among the first sentences of its text and therefore not central, and nobody is heard on it again; for the same reason the panel agrees, and its author does not dissent. The two temperatures were never put to the members, like half of the 50 sentences. A warning says that the answer states something that mistaken denies.',
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
    missing: { knowing: ['AIG had sold credit default swaps that it could not pay.'] },
    defects: [
      denied(
        'ordinary savers withdrew',
        INFORMED,
        'deposits were insured; it was banks and funds that stopped lending, in the repo market above all',
      ),
      denied(
        'stayed on the books',
        INFORMED,
        'most subprime mortgages were bundled into securities and sold',
      ),
      denied('they sold them on', ['mistaken'], 'the loans remained with the banks that granted them'),
      denied(
        'packaged into mortgage-backed securities',
        ['mistaken'],
        'the loans remained with the banks that granted them',
      ),
      denied('a run on repo', ['mistaken'], 'it was savers who ran'),
      denied(
        'about 60 billion',
        ['exact', 'knowing'],
        'the petition of 15 September 2008 names debts of 613 billion dollars',
      ),
      denied('about 613 billion', ['inexact'], 'no investment bank was so large; it was about 60 billion'),
      unknown('Lehman Brothers had debts', ['mistaken', 'vague']),
      unknown('repo market', ['exact', 'inexact', 'vague']),
      unknown('haircuts', ['exact', 'inexact', 'mistaken', 'vague']),
      unknown('on the books', ['vague']),
      unknown('ordinary savers', ['vague']),
      unknown('thirty times', ['mistaken', 'vague']),
    ],
    convictions: {
      'ordinary savers': 'Everybody saw the queues in front of Northern Rock.',
      'about 60 billion': 'I am certain of 60 billion.',
    },
    judgement:
      'Right: the run of the savers is disputed, three to one, with a reason; the swaps of AIG are a gap. Wrong: that banks sold on their mortgages is disputed twice, in the words of exact and of inexact, because mistaken denies it, while the opposite, which mistaken states, was never put to the members; neither were the two debts of Lehman and the numbers of knowing. Mistaken dissents for what it denies and not for what it holds.',
  },
]
