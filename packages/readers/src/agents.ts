import type { ForeignAgent } from '@antiphon/core/log'
import type { AgentReader } from './reader.ts'

/** How sure we are of what a reader knows: real files of it were read, its source was, or only other readers of it. */
export type ReaderState = 'seen' | 'source' | 'guessed'

type KnownAgent = {
  readonly state: ReaderState
  /** Loaded when there is something to read: nobody waits for readers of agents that they do not have. */
  readonly load: () => Promise<{ readonly reader: AgentReader }>
}

/** Every agent whose sessions are read. */
export const AGENTS: Readonly<Partial<Record<ForeignAgent, KnownAgent>>> = {
  codex: { state: 'seen', load: () => import('./codex/codex-reader.ts') },
  copilot: { state: 'seen', load: () => import('./copilot/copilot-reader.ts') },
  pi: { state: 'seen', load: () => import('./pi/pi-reader.ts') },
  opencode: { state: 'seen', load: () => import('./opencode/opencode-reader.ts') },
  gemini: { state: 'seen', load: () => import('./gemini/gemini-reader.ts') },
  qwen: { state: 'source', load: () => import('./qwen/qwen-reader.ts') },
}
