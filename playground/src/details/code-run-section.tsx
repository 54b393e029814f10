import { useState } from 'preact/hooks'
import type { CodeRun } from '../../../src/contract/draft-review.ts'
import { download } from '../export/download.ts'
import { toTests } from '../export/to-tests.ts'
import { inWords } from '../page/figures.ts'
import { Table } from '../page/scrolled.tsx'
import { Section } from '../page/section.tsx'
import { voiceLabel } from '../run/voice-label.ts'
import { rowsOf, runInWords } from './code-run.ts'

const MOST_SHOWN = 8
const INPUTS = { call: 'Input', stdin: 'Standard input', rows: 'Tables' }

/** What the drafts did when they were run on the same inputs. */
export function CodeRunSection({ run }: { run: CodeRun }) {
  const [isWhole, setWhole] = useState(false)
  const rows = rowsOf(run)
  const isStated = rows.some(({ expected }) => expected !== null)
  const [delivered = '', ...others] = run.behaviours.map(({ models }) =>
    inWords(models.map((name) => voiceLabel(name).title)),
  )
  const first = <>Delivered draft {delivered !== '' && <span class="hint">({delivered})</span>}</>
  const save = () => {
    const { name, text } = toTests(run)
    download(name, 'text/plain', text)
  }
  return (
    <Section title="What the drafts did" class="code-run">
      <p>{runInWords(run)}</p>
      {rows.length > 0 && (
        <>
          <Table
            class="outcomes"
            label="What the drafts did on each input"
            columns={[INPUTS[run.form], ...(isStated ? ['Stated by the question'] : []), first, ...others]}
          >
            {rows.slice(0, isWhole ? rows.length : MOST_SHOWN).map(({ input, expected, cells }, index) => (
              <tr key={index}>
                <th scope="row">
                  <Value text={input} />
                </th>
                {isStated && <td>{expected !== null && <Value text={expected} />}</td>}
                {cells.map(({ outcome, differs, misses }, place) => (
                  <td key={place} class={differs || misses ? 'marked' : undefined}>
                    <Value text={outcome} /> {differs && <span class="status-of disputed">differs</span>}{' '}
                    {misses && <span class="status-of disputed">not as stated</span>}
                  </td>
                ))}
              </tr>
            ))}
          </Table>
          <p class="actions">
            {rows.length > MOST_SHOWN && (
              <button type="button" class="quiet" onClick={() => setWhole(!isWhole)}>
                {isWhole ? 'Show less' : `Show all ${rows.length} inputs`}
              </button>
            )}
            <button type="button" class="quiet" onClick={save}>
              Export as tests
            </button>
          </p>
        </>
      )}
    </Section>
  )
}

/** An input or an outcome as it is; of a long one the first lines, and all of it when it is pointed at. */
function Value({ text }: { text: string }) {
  if (text.trim() === '') return <span class="hint">nothing</span>
  return (
    <code title={text} dir="ltr">
      {text}
    </code>
  )
}
