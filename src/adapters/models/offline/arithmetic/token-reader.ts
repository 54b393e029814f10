import { NoAnswerError } from './amount.ts'
import type { Operator } from './syntax-tree.ts'
import type { Token } from './tokenize.ts'

/** Reads tokens one by one; an unexpected token rejects the whole expression. */
export class TokenReader {
  private position = 0

  constructor(private readonly tokens: readonly Token[]) {}

  peek(): Token | undefined {
    return this.tokens[this.position]
  }

  next(): Token {
    const token = this.peek()
    if (!token) throw new NoAnswerError('the expression ends too early')
    this.position++
    return token
  }

  /** Takes the next token if it is of this kind. */
  take(kind: Token['kind']): boolean {
    if (this.peek()?.kind !== kind) return false
    this.position++
    return true
  }

  /** Takes the next operator if it is one of these. */
  takeOperator(...operators: Operator[]): Operator | null {
    const token = this.peek()
    if (token?.kind !== 'operator' || !operators.includes(token.operator)) return null
    this.position++
    return token.operator
  }

  expectEnd(): void {
    if (this.peek()) throw new NoAnswerError('something is left over after the expression')
  }

  /** Tries one way of parsing, and returns to the previous position if it fails. */
  attempt<Result>(read: () => Result | null): Result | null {
    const start = this.position
    let result: Result | null = null
    try {
      result = read()
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error
    }
    if (result === null) this.position = start
    return result
  }
}
