import { readMemoryNote } from '@antiphon/core/ui'
import { runLocal, type TerminalCommands } from './local-commands.ts'
import type { FieldPrompt } from './prompt-field.ts'
import { readImages } from './prompt-images.ts'
import type { ReplTexts } from './repl-texts.ts'
import type { Talk } from './talk.ts'

export type TypedPromptOptions = {
  readonly texts: ReplTexts
  readonly commands: TerminalCommands
  /** The talk, once there is one. */
  readonly talk: () => Talk | null
  readonly opened: () => Promise<Talk | null>
  readonly keepNote: (words: string) => void
  readonly warn: (words: string) => void
}

/** Takes what a person wrote to whom it is for: the terminal, a memory, or the agent. */
export async function submitPrompt(
  { text, written, images, contexts }: FieldPrompt,
  options: TypedPromptOptions,
): Promise<void> {
  const { commands, texts } = options
  if (text.trim() === '' && contexts.length === 0) return
  const isCalled = text.trimStart().startsWith('/')
  // Who wants to leave or to choose a session need not wait for an agent.
  if (isCalled && options.talk() === null && runLocal(text, null, commands).kind === 'done') return
  const note = readMemoryNote(text)
  if (note !== null) {
    options.keepNote(note)
    return
  }
  const talk = options.talk() ?? (await options.opened())
  if (!talk) return
  const called = isCalled ? runLocal(text, talk.standing().commands, commands) : null
  if (called?.kind === 'elsewhere') options.warn(texts.elsewhere(called.name, called.elsewhere))
  else if (called?.kind !== 'done')
    await talk.send(written, { text, contexts, images: await readImages(images) })
}
