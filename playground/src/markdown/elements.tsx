import type { Token, Tokens } from 'marked'
import { type ComponentChildren, createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { decodeEntities } from '../../../src/utils/decode-entities.ts'
import type { FormulaToken } from '../../../src/utils/read-markdown.ts'
import { Scrolled } from '../page/scrolled.tsx'
import { CodeBlock } from './code-block.tsx'
import { Maths } from './maths.tsx'
import { DEEPEST, partsOf } from './place-marks.ts'
import { safeAddress } from './safe-link.ts'

/** Shows a mark in a text together with the words before it, back to the last mark or element. */
export type ShowMarked = (mark: number, before: string) => ComponentChildren

/** How marks are shown; null in a text without marks. */
export const ShowMark = createContext<ShowMarked | null>(null)

interface Nested {
  token: Token
  depth: number
}

/** Headings of a text stand below those of the page. */
const HEADINGS = ['h3', 'h4', 'h5', 'h6', 'h6', 'h6'] as const

/** A block of a text: a paragraph, a list, a table, code. */
export function Block({ token, depth }: Nested) {
  if (depth > DEEPEST) return <>{token.raw}</>
  const inside = (tokens: Token[] = []) => inlines(tokens, depth)
  switch (token.type) {
    case 'space':
    case 'def':
      return null
    case 'heading': {
      const Heading = HEADINGS[(token as Tokens.Heading).depth - 1] ?? 'h6'
      return <Heading>{inside(token.tokens)}</Heading>
    }
    case 'paragraph':
      return <p>{inside(token.tokens)}</p>
    case 'code':
      return <CodeBlock code={token.text} language={(token as Tokens.Code).lang ?? ''} />
    case 'blockquote':
      return <blockquote>{blocks(token.tokens ?? [], depth)}</blockquote>
    case 'list':
      return <List list={token as Tokens.List} depth={depth} />
    case 'table':
      return <Table table={token as Tokens.Table} depth={depth} />
    case 'hr':
      return <hr />
    case 'html':
      return <p class="raw">{token.text.trim()}</p>
    default:
      return <Inline token={token} depth={depth} />
  }
}

function List({ list, depth }: { list: Tokens.List; depth: number }) {
  const items = list.items.map((item, index) => <li key={index}>{blocks(item.tokens, depth)}</li>)
  return list.ordered ? <ol start={Number(list.start) || 1}>{items}</ol> : <ul>{items}</ul>
}

function Table({ table, depth }: { table: Tokens.Table; depth: number }) {
  return (
    <Scrolled class="scrolled" label="Table">
      <table>
        <thead>
          <tr>
            {table.header.map((cell, index) => (
              <th key={index} class={cell.align ?? undefined}>
                {inlines(cell.tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, rowIndex) => (
            <tr key={rowIndex}>
              {row.map((cell, index) => (
                <td key={index} class={cell.align ?? undefined}>
                  {inlines(cell.tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  )
}

/** A part of a line: emphasis, a link, code. */
function Inline({ token, depth }: Nested) {
  if (depth > DEEPEST) return <>{token.raw}</>
  const inside = inlines(('tokens' in token && token.tokens) || [], depth)
  switch (token.type) {
    case 'strong':
      return <strong>{inside}</strong>
    case 'em':
      return <em>{inside}</em>
    case 'del':
      return <del>{inside}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return <br />
    case 'checkbox':
      return <input type="checkbox" checked={(token as Tokens.Checkbox).checked} disabled aria-label="Done" />
    case 'link':
      return <Link address={token.href}>{inside}</Link>
    // An image would tell its server who reads this.
    case 'image':
      return <Link address={token.href}>{token.text || 'image'}</Link>
    case 'text':
      return <>{token.tokens ? inside : <Text text={token.text} />}</>
    case 'escape':
      return <>{token.text}</>
    case 'formula':
      return <Maths {...(token as FormulaToken)} />
    default:
      return <>{token.raw}</>
  }
}

/** Text, with what is shown for the marks in it. */
function Text({ text }: { text: string }) {
  const showMark = useContext(ShowMark)
  if (showMark === null) return <>{decodeEntities(text)}</>
  const parts = partsOf(text)
  return (
    <>
      {parts.map((part, place) => {
        if (typeof part === 'number') return showMark(part, decodeEntities(String(parts[place - 1])))
        return typeof parts[place + 1] === 'number' ? null : decodeEntities(part)
      })}
    </>
  )
}

/** Only addresses that are safe become links; of others the text stays. */
function Link({ address, children }: { address: string; children: ComponentChildren }) {
  const href = safeAddress(decodeEntities(address))
  if (href === null) return <>{children}</>
  return (
    <a href={href} title={href} target="_blank" rel="noopener noreferrer nofollow">
      {children}
    </a>
  )
}

function blocks(tokens: Token[], depth: number): ComponentChildren {
  return tokens.map((token, index) => <Block key={index} token={token} depth={depth + 1} />)
}

function inlines(tokens: Token[], depth: number): ComponentChildren {
  return tokens.map((token, index) => <Inline key={index} token={token} depth={depth + 1} />)
}
