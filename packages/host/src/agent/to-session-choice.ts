import type { AgentFlags } from './agent-flags.ts'
import type { SessionChoice } from './choose-session.ts'

/** Which session the flags mean. */
export function toSessionChoice(flags: AgentFlags, cwd: string): SessionChoice {
  return {
    cwd,
    ...(flags.resume !== undefined && { resume: flags.resume }),
    ...(flags.resumeSessionAt !== undefined && { at: flags.resumeSessionAt }),
    ...(flags.continue && { continue: true }),
    // A copy would be stored.
    ...(flags.forkSession && flags.sessionPersistence && { fork: true }),
    ...(flags.sessionId !== undefined && { sessionId: flags.sessionId }),
  }
}
