import type { Context } from 'hono'
import { type FoundLog, findLog, type LogQuestion } from '../logs/find-log.ts'
import { refuse } from './answers.ts'

export type WithLogOptions = {
  readonly roots: readonly string[]
  /** The log that is meant; unless told, the query's `session`, and its subagent where `agentId` names one. */
  readonly question?: LogQuestion
}

/** Answers from the log that a request is about, or says that it is not there. */
export async function withLog(
  context: Context,
  { roots, question }: WithLogOptions,
  answer: (log: FoundLog) => Response | Promise<Response>,
): Promise<Response> {
  const { session = '', agentId } = context.req.query()
  const log = await findLog(question ?? { id: session, agentId }, roots)
  return log ? answer(log) : refuse(context, 404, 'There is no such session.')
}
