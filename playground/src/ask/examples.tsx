interface Example {
  /** What kind of answer it asks for. */
  kind: string
  question: string
}

/** One of each kind, for language models. */
const EXAMPLES: Example[] = [
  { kind: 'A fact', question: 'Which planet of the solar system has the most known moons?' },
  { kind: 'An explanation', question: 'Why is the sky blue, and why are sunsets red?' },
  { kind: 'A draft', question: 'Write a friendly reminder for an invoice that is two weeks overdue.' },
  { kind: 'A judgement', question: 'Should a team of four start with microservices or with a monolith?' },
]

/** What the built-in stand-ins know: sums and well-known facts. On the first two they disagree at first. */
const OFFLINE_EXAMPLES: Example[] = [
  { kind: 'A fact', question: 'What is the speed of light in a vacuum?' },
  { kind: 'A sum', question: 'What is 15 % of 80?' },
  { kind: 'A conversion', question: 'How many kilometres are 26.2 miles?' },
  { kind: 'A name', question: 'Who wrote Hamlet?' },
]

interface ExamplesProps {
  isOffline: boolean
  onChoose: (question: string) => void
}

/** Questions to begin with, which whoever answers here can answer. */
export function Examples({ isOffline, onChoose }: ExamplesProps) {
  return (
    <ul class="examples" aria-label="Examples">
      {(isOffline ? OFFLINE_EXAMPLES : EXAMPLES).map(({ kind, question }) => (
        <li key={question}>
          <button type="button" onClick={() => onChoose(question)}>
            <small>{kind}</small>
            {question}
          </button>
        </li>
      ))}
    </ul>
  )
}
