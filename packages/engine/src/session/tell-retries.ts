import { createPermissionRetryMessage } from '@antiphon/core'
import type { PermissionDenial } from '../permissions/create-permit.ts'
import type { CallToPermit, QueryContext } from '../query/query-context.ts'

/** The same decisions; where a call is allowed that was refused before, the log says so once. */
export function tellRetries(
  permit: QueryContext['permit'],
  denials: readonly PermissionDenial[],
): QueryContext['permit'] {
  return async call => {
    const before = findRefusals(denials, call)
    const answer = await permit(call)
    if (answer.behavior !== 'allow' || before.length === 0) return answer
    for (const denial of before) TOLD.add(denial)
    return {
      ...answer,
      messages: [...answer.messages, createPermissionRetryMessage([toCommand(call)])],
    }
  }
}

/** Each refusal is an object of its own and is made good once. */
const TOLD = new WeakSet<PermissionDenial>()

function findRefusals(
  denials: readonly PermissionDenial[],
  { toolName, call }: CallToPermit,
): readonly PermissionDenial[] {
  if (denials.length === 0) return []
  const input = JSON.stringify(call.input)
  return denials.filter(
    denial =>
      denial.tool_name === toolName && JSON.stringify(denial.tool_input) === input && !TOLD.has(denial),
  )
}

function toCommand({ call }: CallToPermit): string {
  return call.access.kind === 'command' ? call.access.command : call.title
}
