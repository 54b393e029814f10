/** The result of work, or an error if it takes longer than the time limit. */
export function withTimeLimit<Result>(milliseconds: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`No answer within ${milliseconds} ms.`)), milliseconds)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
