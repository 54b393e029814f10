import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from 'marked'
import { type Formula, formulaAt, nextFormula } from './read-maths.ts'

/** Longer texts, or those with more lines, are not read: no model writes them. */
const MOST_CHARACTERS = 100_000
const MOST_LINES = 5_000
const MOST_CELLS = 10_000
const MOST_TASKS = 500
const DEEPEST = 20
/** Runs of spaces take the square of their length: how much of it, for each character of a text. */
const LONG_SPACES = /\s{100,}/g
const SPACE_PER_CHARACTER = 100
const SPACE_AT_LEAST = 2_000_000
/** What may be an address; the parser takes its end apart again and again. */
const LONG_WORDS = /[!-~]{100,}/g
const MARKS = /[*_~`[\]<\\@!$]/g
const TASKS = /\[[ x]\]/gi

/** For each mark, the parser may look at all others of its paragraph: how many times, for each character of a text. */
const LOOKS_PER_CHARACTER = 5
const LOOKS_AT_LEAST = 50_000
/** Characters that are passed over as fast as one mark. */
const CHARACTERS_PER_LOOK = 50
/** How many characters of a long word squared take as long as one mark. */
const WORD_PER_LOOK = 200
/** How often a character may be read as part of a list or quotation in another. */
const READINGS = 8
const READINGS_AT_LEAST = 100_000

/**
 * The tokens of a Markdown text; null for a text that is to be shown as it is, because reading it could take long. The parser
 * takes quadratic time for some texts, and models may write them on purpose: what it may do is bounded in proportion to
 * the text, and a paragraph that would take more is read as plain lines.
 */
export function readMarkdown(text: string, options: { breaks: boolean }): Token[] | null {
  if (text.length > MOST_CHARACTERS) return null
  if (squares(text, LONG_SPACES) > Math.max(SPACE_AT_LEAST, text.length * SPACE_PER_CHARACTER)) return null
  if (count(text, /\n|\r/g) > MOST_LINES || count(text, TASKS) > MOST_TASKS) return null
  try {
    return new BoundedLexer(text.length, options.breaks).lex(text)
  } catch (error) {
    // The parser itself refuses what is nested without end.
    if (error instanceof TooMuchWork || error instanceof RangeError) return null
    throw error
  }
}

/** A formula, with the rest of its line where it has lines of its own. */
export type FormulaToken = Formula & { type: 'formula' }

/** Formulas are no Markdown: what they enclose is kept as it is. */
const FORMULAS = {
  renderers: {},
  childTokens: {},
  inline: [(src: string) => formulaToken(src)],
  startInline: [nextFormula],
  block: [
    (src: string) => {
      const token = formulaToken(src)
      return token?.isDisplayed && /^[ \t]*(?:\n|$)/.test(src.slice(token.raw.length)) ? token : undefined
    },
  ],
  startBlock: [(src: string) => src.search(/(?<=\n)(?:\\\[|\$\$)/)],
}

function formulaToken(src: string): FormulaToken | undefined {
  const formula = formulaAt(src)
  return formula === null ? undefined : { type: 'formula', ...formula }
}

class TooMuchWork extends Error {}

class BoundedLexer extends Lexer {
  private looks: number
  private readings: number
  private depth = 0

  constructor(length: number, breaks: boolean) {
    super({ gfm: true, breaks, tokenizer: new BoundedTokenizer(), extensions: FORMULAS })
    this.looks = Math.max(LOOKS_AT_LEAST, length * LOOKS_PER_CHARACTER)
    this.readings = Math.max(READINGS_AT_LEAST, length * READINGS)
  }

  override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[]
  override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList
  override blockTokens(src: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
    this.charge(src.length)
    if (this.depth === DEEPEST) {
      tokens.push({ type: 'text', raw: src, text: src })
      return tokens
    }
    this.depth += 1
    super.blockTokens(src, tokens, isClipped)
    this.depth -= 1
    return tokens
  }

  charge(characters: number): void {
    this.readings -= characters
    if (this.readings < 0) throw new TooMuchWork()
  }

  override inlineTokens(src: string, tokens: Token[] = []): Token[] {
    const marks = count(src, MARKS)
    const looks =
      marks * (marks + src.length / CHARACTERS_PER_LOOK) + squares(src, LONG_WORDS) / WORD_PER_LOOK
    if (looks > this.looks) {
      tokens.push(...plainLines(src))
      return tokens
    }
    this.looks -= looks
    return super.inlineTokens(src, tokens)
  }
}

class BoundedTokenizer extends Tokenizer {
  /** Asked first at every block. A line that goes on with the text before it copies that text. */
  override space(src: string): Tokens.Space | undefined {
    const { lastToken } = this.lexer.state
    if (lastToken?.type === 'text') (this.lexer as BoundedLexer).charge(lastToken.raw.length / 4)
    return super.space(src)
  }

  override table(src: string): Tokens.Table | undefined {
    const [, delimiters] = src.split('\n', 2)
    if (delimiters === undefined || !/[|:]/.test(delimiters) || !/^[ |:-]+$/.test(delimiters))
      return undefined
    const rows = src.split('\n\n', 1)[0]!
    ;(this.lexer as BoundedLexer).charge(rows.length)
    if (count(rows, /\n/g) * delimiters.split('|').length > MOST_CELLS) throw new TooMuchWork()
    return super.table(src)
  }
}

function plainLines(text: string): Token[] {
  return text.split('\n').flatMap((line, place): Token[] => {
    const shown = { type: 'text', raw: line, text: line }
    return place === 0 ? [shown] : [{ type: 'br', raw: '\n' }, shown]
  })
}

function squares(text: string, runs: RegExp): number {
  return (text.match(runs) ?? []).reduce((sum, { length }) => sum + length ** 2, 0)
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
