import type { AgentStanding, Io, PersonSettings } from '@antiphon/host'
import type { Screen } from '../terminal/screen.ts'
import type { AgentWish } from './open-chat-agent.ts'
import type { PromptHistory } from './prompt-history.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { TerminalSessionOptions } from './terminal-session.ts'

/** What a talk in a terminal is begun with. */
export type ReplOptions = {
  readonly io: Io
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
  /** How lines are formatted at a width. */
  readonly screen: (columns: number) => Screen
  /** The permission modes that a key goes through. */
  readonly modes: readonly string[]
  /** The terminal is as it was before. */
  readonly onLeft: (standing: AgentStanding) => Promise<void>
}
