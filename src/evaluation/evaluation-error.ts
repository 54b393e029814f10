/** Why an evaluation cannot be done as it was asked for, worded for whoever asked. */
export class EvaluationError extends Error {
  override name = 'EvaluationError'
}
