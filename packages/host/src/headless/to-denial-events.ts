import { randomUUID } from 'node:crypto'
import type { WireEvent } from '@antiphon/core'
import type { DenialReason, PermissionDenial } from '@antiphon/engine'

/** What a host hears of a call that was refused without asking anybody: what a person or a hook refuses, they know. */
export function toDenialEvents(
  denial: PermissionDenial,
  { message, reason, by, agentId }: DenialReason,
  sessionId: string,
): readonly WireEvent[] {
  if (by === undefined || by === 'hook') return []
  return [
    {
      type: 'system',
      subtype: 'permission_denied',
      tool_name: denial.tool_name,
      tool_use_id: denial.tool_use_id,
      ...(agentId !== undefined && { agent_id: agentId }),
      decision_reason_type: by,
      ...(reason !== undefined && { decision_reason: reason }),
      message,
      uuid: randomUUID(),
      session_id: sessionId,
    },
  ]
}
