import { userInfo } from 'node:os'
import { type AuditRecord, appendAuditRecord } from './audit-log.ts'

/** What somebody does at the terminal, who needs nobody's leave. */
export type TerminalAction = Pick<AuditRecord, 'what' | 'session' | 'detail'>

/** Writes down what is about to be done at the terminal; durable when it resolves. */
export function noteAtTerminal(configFolder: string, action: TerminalAction): Promise<void> {
  return appendAuditRecord(configFolder, {
    at: new Date().toISOString(),
    ...{ who: readUser(), by: 'terminal', role: 'owner', address: null, outcome: 'begun' },
    ...action,
  })
}

/** Who sits there, as the system says. */
function readUser(): string | null {
  try {
    return userInfo().username
  } catch {
    // Containers may run as a user without a name.
    return null
  }
}
