import { createBuiltInCommand, type LocalCommand } from '@antiphon/engine'
import { formatSessionCost } from '../controls/usage-controls.ts'
import type { HeadlessSession } from '../headless-session.ts'
import { formatStatus } from './format-status.ts'
import { runMcpCommand } from './run-mcp-command.ts'
import { runModeCommand } from './run-mode-command.ts'
import { runRewindCommand } from './run-rewind-command.ts'

/** Commands that need more than the engine's session: who knows it gives it when one of them is called. */
export type HostCommands = (session: () => HeadlessSession) => readonly LocalCommand[]

/** Those that every program answers. */
export const createHostCommands: HostCommands = session => [
  createBuiltInCommand('cost', () => formatSessionCost(session())),
  createBuiltInCommand('mode', ({ args }) => runModeCommand(session(), args)),
  createBuiltInCommand('rename', ({ args }) => rename(session(), args)),
  createBuiltInCommand('rewind', call => runRewindCommand(session(), call)),
  createBuiltInCommand('mcp', call => runMcpCommand(session(), call)),
  createBuiltInCommand('status', () => formatStatus(session())),
]

/** By the person's words, else by a small model. */
async function rename({ agent, title }: HeadlessSession, name: string): Promise<string> {
  const given = name === '' ? await agent.engine.generateTitle() : await title.set(name)
  return given === null
    ? 'There is nothing yet that the session could be named after.'
    : `The session is called: ${given}`
}
