/** A question that cannot be answered, in words for the agent that asked: what, where, and what to do. */
export class RecallError extends Error {
  override readonly name = 'RecallError'
}
