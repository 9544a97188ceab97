import { userInfo } from 'node:os'
import { homeOf, type Io } from '../io.ts'
import { findConfigFolder } from '../person/config-folder.ts'
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

/**
 * The same of what is done with a team's store. A host on which nothing can be written, such as a job's, goes on with
 * words: whoever has the credentials needs nobody's leave, and the server has a log of its own.
 */
export async function noteStoreAction(action: TerminalAction, io: Pick<Io, 'env' | 'stderr'>): Promise<void> {
  const folder = findConfigFolder(io.env, homeOf(io))
  if (folder === null) return
  try {
    await noteAtTerminal(folder, action)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    await io.stderr.write(`antiphon: the audit log could not be written: ${reason}\n`)
  }
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
