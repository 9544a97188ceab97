import type { QueryContext } from '../query/query-context.ts'
import type { EngineHooks } from './engine-hooks.ts'

/** The same decisions; hooks hear of each refusal, and what they say stands behind it. */
export function tellDenials(
  permit: QueryContext['permit'],
  onDenied: EngineHooks['onPermissionDenied'],
): QueryContext['permit'] {
  if (!onDenied) return permit
  return async asked => {
    const answer = await permit(asked)
    if (answer.behavior === 'allow') return answer
    const { toolName, toolUseId, call, signal } = asked
    const denial = { toolName, toolUseId, input: call.input, reason: answer.message }
    const { messages } = await onDenied(denial, signal)
    return { ...answer, messages: [...answer.messages, ...messages] }
  }
}
