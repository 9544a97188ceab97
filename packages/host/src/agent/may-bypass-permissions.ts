import type { AgentFlags } from './agent-flags.ts'

/** Whether the session may be told later to ask nobody: only where its start said so. */
export function mayBypassPermissions(flags: AgentFlags): boolean {
  return (
    flags.dangerouslySkipPermissions === true ||
    flags.allowDangerouslySkipPermissions === true ||
    flags.permissionMode === 'bypassPermissions'
  )
}
