import type { Token, Tokens } from 'marked'
import { decodeEntities } from '../../utils/decode-entities.ts'
import { readMarkdown } from '../../utils/read-markdown.ts'
import { wrap } from './columns.ts'
import { harmless } from './harmless.ts'
import type { Page, Style } from './page.ts'
import { tableLines } from './table.ts'

/** Deeper than anybody nests; texts that do are shown as they were written. */
const DEEPEST = 20
const LONGEST_RULE = 40

/** A text of Markdown as lines for a terminal. Nothing in it can command the terminal. */
export function markdownLines(text: string, page: Page): string[] {
  const clean = harmless(text)
  const tokens = readMarkdown(clean, { breaks: false })
  return tokens === null ? wrap(clean, page.columns) : blocks(tokens, page, 0)
}

function blocks(tokens: Token[], page: Page, depth: number): string[] {
  const shown = tokens.map((token) => block(token, page, depth)).filter((lines) => lines.length > 0)
  return shown.flatMap((lines, place) => (place === 0 ? lines : ['', ...lines]))
}

function block(token: Token, page: Page, depth: number): string[] {
  const { columns, style } = page
  if (depth > DEEPEST) return wrap(token.raw, columns)
  switch (token.type) {
    case 'space':
    case 'def':
      return []
    case 'heading': {
      const { depth: level, tokens } = token as Tokens.Heading
      const mark = style.isOn ? '' : `${'#'.repeat(level)} `
      return wrap(
        `${mark}${style(level === 1 ? ['bold', 'underline'] : 'bold', inline(tokens, page, depth))}`,
        columns,
      )
    }
    case 'code':
      // Not wrapped: it would no longer be the code.
      return spaced((token as Tokens.Code).text)
        .split('\n')
        .map((line) => `  ${style('cyan', line)}`)
    case 'blockquote':
      return blocks(token.tokens ?? [], { ...page, columns: columns - 2 }, depth + 1).map(
        (line) => `${style('dim', '│')} ${line}`,
      )
    case 'list':
      return list(token as Tokens.List, page, depth)
    case 'table':
      return table(token as Tokens.Table, page, depth)
    case 'hr':
      return [style('dim', '─'.repeat(Math.min(columns, LONGEST_RULE)))]
    case 'html':
      return wrap(token.text.trim(), columns)
    case 'paragraph':
      return wrap(inline(token.tokens ?? [], page, depth), columns)
    default:
      return wrap(inline([token], page, depth), columns)
  }
}

function list({ items, ordered, start, loose }: Tokens.List, page: Page, depth: number): string[] {
  const first = Number(start) || 1
  const marks = items.map((_, place) => (ordered ? `${first + place}. ` : '• '))
  const indent = Math.max(...marks.map(({ length }) => length))
  const inner = { ...page, columns: page.columns - indent }
  return items.flatMap(({ tokens }, place) => {
    // The box of a task stands before its text.
    const isTask = tokens[0]?.type === 'checkbox'
    const box = isTask ? span(tokens[0]!, page, depth) : ''
    const room = { ...inner, columns: inner.columns - box.length }
    const lines = tokens.slice(isTask ? 1 : 0).flatMap((token) => block(token, room, depth + 1))
    const marked = (lines.length === 0 ? [''] : lines).map(
      (line, number) => `${(number === 0 ? marks[place]! + box : '').padEnd(indent + box.length)}${line}`,
    )
    return loose && place > 0 ? ['', ...marked] : marked
  })
}

function table({ header, rows, align }: Tokens.Table, page: Page, depth: number): string[] {
  const cell = ({ tokens }: Tokens.TableCell) => inline(tokens, page, depth)
  const isRight = align.map((side) => side === 'right')
  return tableLines({ header: header.map(cell), rows: rows.map((row) => row.map(cell)), isRight }, page)
}

function inline(tokens: Token[], page: Page, depth: number): string {
  return tokens.map((token) => span(token, page, depth + 1)).join('')
}

function span(token: Token, page: Page, depth: number): string {
  const { style } = page
  if (depth > DEEPEST) return token.raw
  const inside = () => inline(('tokens' in token && token.tokens) || [], page, depth)
  /** Where nothing can be styled, the marks of Markdown stay. */
  const marked = (mark: string, styled: string) => (style.isOn ? styled : `${mark}${inside()}${mark}`)
  switch (token.type) {
    case 'strong':
      return marked('**', style('bold', inside()))
    case 'em':
      return marked('*', style('italic', inside()))
    case 'del':
      return marked('~~', style('strikethrough', inside()))
    case 'codespan':
      return style.isOn ? style('cyan', token.text) : `\`${token.text}\``
    case 'br':
      return '\n'
    case 'checkbox':
      return (token as Tokens.Checkbox).checked ? '[x] ' : '[ ] '
    case 'link':
      return address(inside(), token.href, style)
    case 'image':
      return address(token.text || 'image', token.href, style)
    case 'text':
      return token.tokens ? inside() : decoded(token.text)
    case 'escape':
      return token.text
    default:
      return decoded(token.raw)
  }
}

/** A link with its address in words, which can be read and copied on every terminal. */
function address(text: string, href: string, style: Style): string {
  const target = decoded(href)
  const isSame = [text, `mailto:${text}`, `http://${text}`, `https://${text}`].includes(target)
  return isSame ? style('underline', text) : `${style('underline', text)} (${target})`
}

/** An entity may stand for a character that commands the terminal. */
function decoded(text: string): string {
  return spaced(harmless(decodeEntities(text)))
}

function spaced(text: string): string {
  return text.replaceAll('\t', '    ')
}
