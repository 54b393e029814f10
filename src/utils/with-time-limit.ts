/** The result of work, or a failure where it takes longer than that. */
export function withTimeLimit<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms.`)), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
