import { NO_CHAT } from '@antiphon/core/chat'
import type { Io } from '@antiphon/host'
import type { Screen } from '../terminal/screen.ts'
import type { AgentWish } from './open-chat-agent.ts'
import { readBranch } from './read-branch.ts'
import type { ReplTexts } from './repl-texts.ts'
import { openStatusCommand, type StatusCommand } from './status-command.ts'
import { formatStatus, type StatusFacts } from './status-line.ts'
import type { Talk } from './talk.ts'

/** What the line below the field knows beside the talk: the branch, and what the person's own command says. */
export interface StatusBoard {
  /** Looks again at what a folder has. */
  look(cwd: string): void
  /** Tells the person's own command how the talk stands. */
  tell(talk: Talk): void
  format(talk: Talk | null, wish: AgentWish, around: StatusSurroundings): string
}

/** Where the line stands, and what the field says of itself. */
export type StatusSurroundings = { readonly screen: Screen } & Pick<StatusFacts, 'viMode'>

/** Nothing is known yet; `onChange` is called when something is. */
export function createStatusBoard(io: Io, texts: ReplTexts, onChange: () => void): StatusBoard {
  let branch: string | null = null
  let own: Promise<StatusCommand | null> | null = null
  let command: StatusCommand | null = null
  return {
    look(cwd) {
      void readBranch(cwd).then(found => {
        branch = found
        onChange()
      })
      own ??= openStatusCommand(io, onChange)
      void own.then(opened => {
        command = opened
        onChange()
      })
    },
    tell: talk => command?.ask(talk.standing(), talk.state()),
    format(talk, { agent }, { screen, viMode }) {
      const facts = {
        ...{ branch, viMode, isDemo: talk?.isDemo() ?? agent === 'demo', own: command?.line() ?? '' },
        ...{
          standing: talk?.standing() ?? null,
          state: talk?.state() ?? NO_CHAT,
          tasks: talk?.tasks().length ?? 0,
        },
      }
      return formatStatus(facts, texts, screen)
    },
  }
}
