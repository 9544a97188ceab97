import type { QueuedPrompt } from '@antiphon/engine'
import type { OpenAgent } from '../agent/open-agent.ts'

/** A command that is answered here, without the model. */
export type LocalCommand = {
  /** As it was typed. */
  readonly input: string
  readonly run: (agent: OpenAgent) => Promise<string>
}

/** The command that a prompt is; null for one that is meant for the model. */
export function findLocalCommand(prompt: QueuedPrompt['prompt']): LocalCommand | null {
  const input = typeof prompt === 'string' ? prompt.trim() : ''
  const run = COMMANDS[input]
  return run ? { input, run } : null
}

const COMMANDS: Readonly<Record<string, LocalCommand['run'] | undefined>> = {
  '/sandbox': async ({ engine }) => (await engine.describeSandbox()).join('\n'),
}
