import { completeContext } from './complete-context.ts'
import { type Completion, type CompletionToken, matchCommands } from './completion-menu.ts'
import { listCommands, type TerminalCommands } from './local-commands.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

export type CompleteWordOptions = {
  readonly now: () => Talk | null
  readonly opening: () => Promise<Talk | null>
  readonly texts: ReplTexts
  readonly commands: TerminalCommands
  /** Aborted when something else is written. */
  readonly signal: AbortSignal
}

/** What could be meant by a word that was begun: commands of the agent and of the terminal, or context as the agent may see it. */
export async function completeWord(
  { kind, query }: CompletionToken,
  { now, opening, texts, commands, signal }: CompleteWordOptions,
): Promise<readonly Completion[]> {
  if (kind === 'command')
    return matchCommands(listCommands(now()?.standing().commands ?? null, commands, texts), query).map(
      ({ name, description, argumentHint, aliases = [] }) => ({
        text: `/${name}${argumentHint === '' ? '' : ' '}`,
        alike: aliases.map(alias => `/${alias}`),
        label: `/${name}${argumentHint === '' ? '' : ` ${argumentHint}`}`,
        detail: description,
      }),
    )
  const talk = now() ?? (await opening())
  return talk && !signal.aborted ? completeContext(talk.workspace, query, { texts, signal }) : []
}
