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
    members: PANEL,
    claims: {
      exact: [
        'Air molecules scatter short wavelengths of light more strongly than long ones.',
        'The strength of Rayleigh scattering grows with the inverse fourth power of the wavelength.',
        'Blue light of 450 nm is scattered about 6 times as strongly as red light of 700 nm.',
        'At sunset most of the blue light has been scattered out of the beam, because the path through the atmosphere is much longer.',
        'The sky is not violet because the sun sends less violet light and our eyes are less sensitive to it.',
      ],
      inexact: [
        'The molecules of the air deflect short waves of light far more than long waves.',
        'Blue light of 450 nm is scattered about 16 times as strongly as red light of 700 nm.',
        'When the sun is low, nearly all of the blue light is lost sideways and mainly red light remains.',
        'The sky of the Moon is black in daytime because the Moon has no air.',
      ],
      knowing: [
        'By day the sky is blue because molecules of air scatter short wavelengths more than long ones.',
        'After sunset the zenith stays blue because ozone in the stratosphere absorbs orange and yellow light.',
        'Near the horizon the blue part has been scattered out of the light of the setting sun.',
      ],
      mistaken: [
        'Water vapour and fine dust absorb the red part of sunlight and let the blue part through.',
        'In the evening tiny water droplets absorb blue light instead of red.',
        'Sunsets after a humid day are often particularly colourful.',
      ],
    },
    missing: { exact: ['Clouds are white because their droplets scatter all colours alike.'] },
    defects: [
      denied(
        'Water vapour and fine dust absorb',
        INFORMED,
        'absorption is not the cause: air without vapour and dust is just as blue, because its molecules scatter blue light',
      ),
      denied(
        'tiny water droplets absorb',
        INFORMED,
        'droplets scatter all colours and absorb almost none; the blue is lost by scattering on the long path',
      ),
      denied('about 16 times', ['exact', 'knowing'], 'the fourth power of 700/450 is 5.9, not 16'),
      denied('about 6 times', ['inexact'], 'with the fourth power of the wavelength it is about 16 times'),
      unknown('as strongly as red light', ['mistaken', 'vague']),
      denied(
        'molecules of air scatter short',
        ['mistaken'],
        'molecules are too small to act on light; vapour and dust are what acts on it',
      ),
      denied(
        'Air molecules scatter short',
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
      'Right: the wrong mechanism is struck after its author withdrew it, both numbers stand side by side as one contradiction, the right mechanism is undisputed, and the ozone of knowing is the only unique point. Wrong: the mechanism stands there in three wordings and the loss of blue at sunset too (“Near the horizon …”, “When the sun is low …”, “At sunset most …”), most of them “single” although all members say so. Sentences of vague without content are claims of their own, and two of them are consensus. The confidence is low because only two of eleven sentences of the answer are recognised as claims. The reason for the struck claim begins with “I was wrong.”, which tells a reader nothing.',
  },
  {
    name: 'https',
    title: 'HTTPS',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain how HTTPS protects a connection',
    members: PANEL,
    options: { structure: 'sonata' },
    claims: {
      exact: [
        'HTTPS encrypts all data with symmetric keys that are derived from a Diffie-Hellman key exchange.',
        'The handshake of TLS 1.3 takes one round trip.',
        'A certificate authority signs that a public key belongs to a domain.',
        'Forward secrecy: a private key that is stolen later does not open recorded traffic.',
      ],
      inexact: [
        'The handshake of TLS 1.3 takes two round trips.',
        'Requests and responses are encrypted with a symmetric cipher such as AES, with keys from a key exchange.',
        'The browser checks the signature, the expiry date and the domain of the certificate.',
        'HTTPS does not say whether the owner of a site is honest.',
      ],
      knowing: [
        'Browser and server encrypt everything with symmetric keys derived from a Diffie-Hellman key exchange.',
        'The browser sends the host name unencrypted, in the Server Name Indication.',
        'Encrypted Client Hello encrypts the host name, but few sites support it.',
      ],
      mistaken: [
        'The browser encrypts every request with the public key of the server.',
        'Who steals the private key of a server can decrypt everything that was ever recorded from it.',
        'Certificates are signed by certificate authorities whose keys are built into the browser.',
      ],
      vague: ['HTTPS protects a connection by encryption and certificates.'],
    },
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
      denied('Forward secrecy', ['mistaken'], 'the private key decrypts all traffic, also old traffic'),
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
      unknown('Forward secrecy', ['vague']),
      unknown('every request', ['vague']),
      unknown('ever recorded', ['vague']),
    ],
    convictions: {
      'the public key of the server':
        'A public key is what a certificate contains, and a browser has nothing else to encrypt with.',
      'two round trips': 'First the two hellos, then the keys: two round trips.',
    },
    judgement:
      'Right: the wrong mechanism and the wrong consequence (a stolen key opens old traffic) are disputed, three to one, with good reasons; both numbers of round trips are disputed. What all say is consensus, and HSTS, which no text mentions, is a gap. Wrong: the symmetric keys stand there three times in other words, so that one dispute is listed as three contradictions; and no claim is shown beside the one that it excludes, because the support model does not see the contradiction.',
  },
  {
    name: 'resistance',
    title: 'Antibiotic resistance',
    api: 'local',
    path: '/consensus/sync',
    query: 'How do bacteria become resistant to antibiotics? Explain the mechanism.',
    members: PANEL,
    claims: {
      exact: [
        'An antibiotic kills the sensitive bacteria, while the few that are resistant by a mutation survive and multiply.',
        'The antibiotic does not create the mutations; it selects them.',
        'Resistant infections directly caused 1.27 million deaths in 2019.',
        'Bacteria resist by enzymes that destroy the drug, pumps that remove it, or a change in its target.',
      ],
      inexact: [
        'By chance a copying error in the DNA protects a bacterium, and under the antibiotic its competitors die.',
        'Resistant infections directly caused about 700,000 deaths worldwide in 2019.',
        'Antibiotics do nothing against colds, which are caused by viruses.',
        'More than half of all antibiotics go to farm animals.',
      ],
      knowing: [
        'Resistance begins with a chance mutation that an antibiotic then favours.',
        'Bacteria pass resistance genes to each other on plasmids, even across species.',
        'A plasmid often carries resistance to several antibiotics at once.',
        'The gene mcr-1, which protects against colistin, was found in China in 2015.',
      ],
      mistaken: [
        'Each bacterium adapts individually during the treatment and gets used to the drug.',
        'Without contact with an antibiotic no bacterium would ever become resistant.',
        'Animals are often given low doses of antibiotics for months.',
      ],
    },
    missing: { vague: ['New antibiotics are rare because they earn little money.'] },
    defects: [
      denied(
        'adapts individually',
        INFORMED,
        'a single bacterium does not learn: mutants that were there before survive, and the others die',
      ),
      denied(
        'Without contact with an antibiotic',
        INFORMED,
        'resistant mutants are found in bacteria that never met the drug, and resistance genes are far older than medicine',
      ),
      denied('does not create the mutations', ['mistaken'], 'the drug triggers the adaptation'),
      denied('a chance mutation', ['mistaken'], 'it is no chance: the bacteria react to the drug'),
      denied('By chance a copying error', ['mistaken'], 'it is no chance: the bacteria react to the drug'),
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
      unknown('Without contact', ['vague']),
    ],
    withdrawing: ['mistaken'],
    judgement:
      'Right: both claims of the wrong mechanism are struck, after mistaken was shown the reasons and withdrew them, and all members stand behind chance and selection, one wording of which is consensus. The two numbers are disputed. Wrong: they are listed as two contradictions, because they differ in “about” and “worldwide” and the model does not see that they exclude each other; with one member on each side, exact dissents like inexact. Selection stands there four times, and three of these are “single”. The claims about plasmids are in partial, not in unique, because exact and inexact confirmed them. Two sentences of vague that were not put to the members are unique, one of them twice, alone and with the next sentence.',
  },
  {
    name: 'mrna',
    title: 'mRNA vaccines',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain how mRNA vaccines work',
    members: PANEL,
    claims: {
      exact: [
        'An mRNA vaccine contains the instructions for a viral protein, not the virus.',
        'In the cytoplasm of the cell ribosomes read the mRNA and build the spike protein.',
        'At first the vaccine of Pfizer and BioNTech had to be shipped at about −70 °C.',
        'Lipid nanoparticles protect the mRNA and help it to get into cells.',
        'The mRNA is broken down after a few days.',
      ],
      inexact: [
        'The mRNA of a vaccine never enters the nucleus and does not change the DNA.',
        'Ribosomes translate the mRNA into a viral protein.',
        'At first the vaccine of Pfizer and BioNTech had to be transported at about −20 °C.',
        'The mRNA is wrapped in lipid nanoparticles, which let it enter cells.',
        'Enzymes destroy the mRNA within days.',
      ],
      knowing: [
        'Ribosomes in the cytoplasm make a viral protein from the mRNA, and the immune system learns from it.',
        'Replacing uridine by pseudouridine keeps the innate immune system from reacting to the mRNA.',
        'Lipid nanoparticles carry the mRNA into the cell.',
        'Katalin Karikó and Drew Weissman received the Nobel Prize in 2023.',
      ],
      mistaken: [
        'The mRNA of the vaccine moves into the cell nucleus and is copied into the DNA of the cell.',
        'The cell produces the viral protein for a long time, which is why the protection lasts for months.',
        'The immune system forms antibodies and memory cells against the viral protein.',
      ],
    },
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
      denied('In the cytoplasm', ['mistaken'], 'the protein is read from the DNA in the nucleus'),
      denied('in the cytoplasm', ['mistaken'], 'the protein is read from the DNA in the nucleus'),
      denied('The mRNA is broken down after', ['mistaken'], 'its copy in the DNA remains'),
      denied('destroy the mRNA within days', ['mistaken'], 'its copy in the DNA remains'),
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
      'Right: the wrong mechanism is struck although its author insists, because four of five call it false; it is shown beside its exact opposite, and its author dissents, with its reason. Both temperatures are disputed, and pseudouridine is unique. The answer does not mention the struck claim. Wrong: the opposite of the struck claim (“never enters the nucleus”) is still disputed, because mistaken denies it; so are four more true claims that only mistaken denies, among them two pairs that say the same and were not merged (“broken down after a few days”, “destroy the mRNA within days”; the ribosomes). The answer states two of them without saying that they are disputed; a warning names them. The two temperatures are not shown side by side, because one is “shipped” and the other “transported”. The last round changed no opinion and cost five calls. Ten of 24 claims are sentences of vague, two of them consensus.',
  },
  {
    name: 'crisis',
    title: 'The financial crisis',
    api: 'edge',
    path: '/consensus-iterative',
    query: 'Explain what caused the financial crisis of 2008',
    members: PANEL,
    options: { structure: 'concert' },
    claims: {
      exact: [
        'Banks sold on the mortgages that they granted, so that they no longer bore the risk.',
        'Large banks held the securities with debts of more than thirty times their capital.',
        'Lehman Brothers had debts of about 613 billion dollars when it went bankrupt on 15 September 2008.',
        'Rating agencies gave securities made of bad mortgages the best marks.',
      ],
      inexact: [
        'Subprime mortgages were packaged into securities and sold, so lenders had little reason to care about repayment.',
        'Rating agencies, paid by the issuers, rated many mortgage-backed securities AAA.',
        'Lehman Brothers had debts of about 60 billion dollars.',
        'Banks financed mortgage-backed securities with very little capital of their own.',
      ],
      knowing: [
        'Investment banks fell to a run in the repo market, where lenders no longer trusted the collateral.',
        'Haircuts on structured securities rose from almost zero in early 2007 to more than 40 percent in late 2008.',
        'Loans to weak borrowers were bundled into securities with top ratings.',
      ],
      mistaken: [
        'The large banks collapsed because ordinary savers withdrew their deposits.',
        'The mortgages stayed on the books of the banks that granted them.',
        'Governments guaranteed savings in order to calm people.',
      ],
    },
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
      denied('sold on the mortgages', ['mistaken'], 'the loans remained with the banks that granted them'),
      denied('packaged into securities', ['mistaken'], 'the loans remained with the banks that granted them'),
      denied('a run in the repo market', ['mistaken'], 'it was savers who ran'),
      denied(
        'about 60 billion',
        ['exact', 'knowing'],
        'the petition of 15 September 2008 names debts of 613 billion dollars',
      ),
      denied('about 613 billion', ['inexact'], 'no investment bank was so large; it was about 60 billion'),
      unknown('Lehman Brothers had debts', ['mistaken', 'vague']),
      unknown('repo market', ['exact', 'inexact', 'vague']),
      unknown('Haircuts', ['exact', 'inexact', 'mistaken', 'vague']),
      unknown('on the books', ['vague']),
      unknown('ordinary savers', ['vague']),
      unknown('thirty times', ['mistaken', 'vague']),
    ],
    convictions: {
      'ordinary savers': 'Everybody saw the queues in front of Northern Rock.',
      'about 60 billion': 'I am certain of 60 billion.',
    },
    judgement:
      'Right: the two claims of the wrong mechanism are disputed, three to one, with reasons; both debts of Lehman are disputed; haircuts are unique, and the swaps of AIG are a gap. Wrong: the confidence is 0, because no sentence of the answer is recognised as a claim of the panel, although several say the same in almost the same words. The run on repo is a contradiction, not unique, because mistaken denies it, and for that knowing dissents. The debts of Lehman are not shown side by side, because one sentence is longer, and “sold on the mortgages” and “stayed on the books” are not seen to exclude each other. The rating agencies stand there twice, both “single”; the thin capital too. Support is near 0.35 for true and empty claims alike, and 0.3 for the true claim that banks sold on the mortgages.',
  },
]
