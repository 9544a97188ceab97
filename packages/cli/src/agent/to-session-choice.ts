import type { AgentFlags } from './agent-flags.ts'
import type { SessionChoice } from './choose-session.ts'

/** Which session the flags mean. */
export function toSessionChoice(flags: AgentFlags, cwd: string): SessionChoice {
  return {
    cwd,
    ...(flags.resume !== undefined && { resume: flags.resume }),
    ...(flags.continue && { continue: true }),
    ...(flags.forkSession && { fork: true }),
    ...(flags.sessionId !== undefined && { sessionId: flags.sessionId }),
  }
}
