import { type Refusal, refuse } from '../guard/refusal.ts'
import { type FoundLog, findLog } from '../logs/find-log.ts'
import type { LogRequest } from '../protocol/log-protocol.ts'

/** Answers from the log that a question is about, or says that it is not there. */
export async function withLog<Answer>(
  { session, agentId }: LogRequest,
  roots: readonly string[],
  answer: (log: FoundLog) => Answer | Refusal | Promise<Answer | Refusal>,
): Promise<Answer | Refusal> {
  const log = await findLog({ id: session, agentId }, roots)
  return log ? answer(log) : refuse(404, 'There is no such session.')
}
