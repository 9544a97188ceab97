import { createPermissionRetryMessage } from '@antiphon/core'
import type { CallToPermit, QueryContext } from '../query/query-context.ts'
import type { Denials } from './denials.ts'

/** The same decisions; where a call is allowed that was refused before, the log says so once. */
export function tellRetries(permit: QueryContext['permit'], denials: Denials): QueryContext['permit'] {
  return async asked => {
    const refused = { toolName: asked.toolName, input: asked.call.input }
    const wasRefused = denials.has(refused)
    const answer = await permit(asked)
    if (answer.behavior !== 'allow' || !wasRefused || !denials.makeGood(refused)) return answer
    const message = createPermissionRetryMessage([toCommand(asked)])
    return { ...answer, messages: [...answer.messages, message] }
  }
}

function toCommand({ call }: CallToPermit): string {
  return call.access.kind === 'command' ? call.access.command : call.title
}
