import type { Io } from '@antiphon/host'
import type { RunCommand } from '../slash/capture.ts'
import type { Palette, Screen } from '../terminal/screen.ts'
import type { AgentWish } from './open-chat-agent.ts'
import type { Panel } from './panel.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'
import type { TerminalTheme } from './terminal-colors.ts'

/** What actions need of the terminal. */
export type ActionSurroundings = {
  readonly io: Io
  /** Runs a command line of the executable. */
  readonly runCommand: RunCommand
  readonly texts: ReplTexts
  readonly palette: () => Palette
  /** Where lines are printed, as it is now. */
  readonly screen: () => Screen
  /** Colours what comes from here on. */
  readonly paint: (theme: TerminalTheme) => void
  readonly wish: () => AgentWish
  readonly conversation: () => Talk | null
  /** Shows a panel in the place of the prompt; null for the prompt. */
  readonly open: (panel: Panel | null) => void
  /** Prints lines for good. */
  readonly say: (lines: readonly string[]) => void
  readonly warn: (words: string) => void
  readonly setText: (text: string) => void
  /** Ends the conversation and begins another; `isSame` where what it says stands above already. */
  readonly reopen: (wish: AgentWish, isSame: boolean) => Promise<void>
  readonly leave: () => void
  readonly toggleTodos: () => void
  readonly refresh: () => void
}

/** Begins another conversation with the same agent: other flags for the session, the rest stays. */
export function beginAnother(
  { wish, reopen, warn }: ActionSurroundings,
  flags: Partial<AgentWish['flags']>,
  { cwd = wish().cwd, isSame = false }: { readonly cwd?: string; readonly isSame?: boolean } = {},
): void {
  const { agent, flags: before } = wish()
  const {
    continue: _,
    resume: __,
    resumeSessionAt: ___,
    forkSession: ____,
    sessionId: _____,
    ...kept
  } = before
  reopen({ agent, cwd, flags: { ...kept, ...flags } }, isSame).catch(error => warn(toWords(error)))
}

/** What an error tells a person. */
export function toWords(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
