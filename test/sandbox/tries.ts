/** One try: a program, if it needs one, and an expression that sets it off; for SQL the program alone. */
export interface Try {
  program?: string
  call?: string
}
