import type { ForeignAgent } from '@antiphon/core/log'
import type { AgentReader } from './reader.ts'

/** How sure we are of what a reader knows: real files of it were read, its source or its tests were, or only other readers of it. */
export type ReaderState = 'seen' | 'source' | 'guessed'

type KnownAgent = {
  readonly state: ReaderState
  /** Loaded when there is something to read: nobody waits for readers of agents that they do not have. */
  readonly load: () => Promise<{ readonly reader: AgentReader }>
}

/** Every agent whose sessions are read. */
export const AGENTS: Readonly<Record<ForeignAgent, KnownAgent>> = {
  codex: { state: 'seen', load: () => import('./codex/codex-reader.ts') },
  opencode: { state: 'seen', load: () => import('./opencode/opencode-reader.ts') },
  gemini: { state: 'seen', load: () => import('./gemini/gemini-reader.ts') },
  copilot: { state: 'seen', load: () => import('./copilot/copilot-reader.ts') },
  pi: { state: 'seen', load: () => import('./pi/pi-reader.ts') },
  qwen: { state: 'source', load: () => import('./qwen/qwen-reader.ts') },
  cline: { state: 'seen', load: () => import('./cline/cline-reader.ts') },
  kiro: { state: 'seen', load: () => import('./kiro/kiro-reader.ts') },
  antigravity: { state: 'seen', load: () => import('./antigravity/antigravity-reader.ts') },
  vibe: { state: 'seen', load: () => import('./vibe/vibe-reader.ts') },
  aider: { state: 'seen', load: () => import('./aider/aider-reader.ts') },
  openhands: { state: 'seen', load: () => import('./openhands/openhands-reader.ts') },
  cursor: { state: 'guessed', load: () => import('./cursor/cursor-reader.ts') },
  droid: { state: 'guessed', load: () => import('./droid/droid-reader.ts') },
  continue: { state: 'source', load: () => import('./continue/continue-reader.ts') },
  crush: { state: 'source', load: () => import('./crush/crush-reader.ts') },
}
