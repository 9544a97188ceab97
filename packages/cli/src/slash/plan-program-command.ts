import { resolve } from 'node:path'
import { USAGE_GROUPS } from '@antiphon/search'

/** A slash command that a command line of the executable answers. */
export type ProgramCommandName = 'doctor' | 'export' | 'usage' | 'search'

/** The session in which it is called. */
export type CalledIn = { readonly sessionId: string; readonly path: string; readonly cwd: string }

/** The command line, with what it uses beside nothing; or what is answered instead of it. */
export type ProgramPlan =
  | {
      readonly kind: 'run'
      readonly argv: readonly string[]
      /** The session's own log, or those of all sessions. */
      readonly reads?: 'log' | 'logs'
      /** A file that it writes. */
      readonly writes?: string
    }
  | { readonly kind: 'told'; readonly words: string }

/** Plans what a typed command runs. */
export function planProgramCommand(name: ProgramCommandName, args: string, session: CalledIn): ProgramPlan {
  const { sessionId, path, cwd } = session
  switch (name) {
    case 'doctor':
      return { kind: 'run', argv: ['doctor', path], reads: 'log' }
    case 'export': {
      const out = resolve(cwd, args === '' ? `${sessionId}.md` : args)
      return { kind: 'run', argv: ['export', path, '--out', out], reads: 'log', writes: out }
    }
    case 'usage':
      if (args === '') return { kind: 'run', argv: ['usage', '--by', 'model', '--session', sessionId] }
      return USAGES.includes(args)
        ? { kind: 'run', argv: ['usage', '--by', args], reads: 'logs' }
        : { kind: 'told', words: `It can be put together by ${USAGES.join(', ')}.` }
    case 'search':
      if (args === '') return { kind: 'told', words: 'Say what to look for: /search WORDS.' }
      return {
        kind: 'run',
        argv: ['search', '--limit', '20', '--', ...args.split(/\s+/)],
        reads: 'logs',
      }
  }
}

const USAGES: readonly string[] = [...USAGE_GROUPS, 'tool']
