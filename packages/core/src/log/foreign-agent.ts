/** Agents whose sessions are read beside Claude Code's and ours, by the name that their entries have as `entrypoint`. */
export const FOREIGN_AGENTS = {
  codex: 'Codex',
  opencode: 'opencode',
  gemini: 'Gemini CLI',
  copilot: 'Copilot CLI',
  pi: 'pi',
  qwen: 'Qwen Code',
  cline: 'Cline',
  kiro: 'Kiro',
  antigravity: 'Antigravity',
  vibe: 'Mistral Vibe',
  aider: 'Aider',
  openhands: 'OpenHands',
  cursor: 'Cursor',
  droid: 'Droid',
  continue: 'Continue',
  crush: 'Crush',
} as const

export type ForeignAgent = keyof typeof FOREIGN_AGENTS

/** True for the name of an agent whose sessions are translated when they are read. */
export function isForeignAgent(value: unknown): value is ForeignAgent {
  return typeof value === 'string' && Object.hasOwn(FOREIGN_AGENTS, value)
}

/** The record of what an answer used that stands apart from its messages: agents that tell tokens behind the answer, or at the end. */
export const AGENT_USAGE = 'agent-usage'

/** The first line of a copy: which agent's session it is, and where that lies. */
export const AGENT_SOURCE = 'agent-source'

/** A line that no reader knows, as it is. */
export const AGENT_LINE = 'agent-line'
