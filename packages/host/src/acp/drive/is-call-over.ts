import type { ToolCallStatus } from '@agentclientprotocol/sdk'

/** Whether nothing more comes of a call. */
export function isResultOver(status: ToolCallStatus | null | undefined): boolean {
  return status === 'completed' || status === 'failed'
}
