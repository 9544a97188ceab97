import type { AgentStanding, Io, PersonSettings } from '@antiphon/host'
import type { RunCommand } from '../slash/capture.ts'
import type { ColorLook } from '../terminal/color-look.ts'
import type { Screen } from '../terminal/screen.ts'
import type { AgentWish } from './open-chat-agent.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { TerminalSessionOptions } from './terminal-session.ts'

/** What a talk in a terminal is begun with. */
export type ReplOptions = {
  readonly io: Io
  /** Runs a command line of the executable. */
  readonly runCommand: RunCommand
  readonly streams: Pick<TerminalSessionOptions, 'stdin' | 'stdout'>
  readonly texts: ReplTexts
  readonly history: PromptHistory
  readonly settings: PersonSettings
  readonly wish: AgentWish
  /** Lets the person choose a session first. */
  readonly picksSession: boolean
  /** Said at once; empty for none. */
  readonly prompt: string
  readonly banner: readonly string[]
  /** How lines are formatted at a width, by what is known of the terminal. */
  readonly screen: (columns: number, look?: ColorLook) => Screen
  /** The permission modes that a key goes through. */
  readonly modes: readonly string[]
  /** The terminal is as it was before; `isSaid` where the log has something of the talk. */
  readonly onLeft: (standing: AgentStanding, isSaid: boolean) => Promise<void>
}
