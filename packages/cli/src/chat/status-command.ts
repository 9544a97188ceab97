import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject } from '@antiphon/contract'
import type { ChatState } from '@antiphon/core/chat'
import { oneLine, stripControl } from '@antiphon/core/ui'
import { type AgentStanding, homeOf, type Io, readVersion } from '@antiphon/host'

/** What a command of the person's own settings says of a session, in a line. */
export interface StatusCommand {
  /** What it said last; empty where there is no such command. */
  line(): string
  /** Asks it again, where something has changed and it has answered. */
  ask(standing: AgentStanding, state: ChatState): void
}

/** The command in `statusLine` of the person's own settings; that of a project is not run, since nobody chose it. */
export async function openStatusCommand(io: Io, onChange: () => void): Promise<StatusCommand> {
  const command = await readCommand(io)
  let [said, asked, isAsking] = ['', '', false]
  return {
    line: () => said,
    ask(standing, state) {
      if (command === null || isAsking) return
      const facts = JSON.stringify(describe(standing, state))
      if (facts === asked) return
      asked = facts
      isAsking = true
      void run(command, { facts, cwd: standing.cwd, env: io.env }).then(text => {
        isAsking = false
        said = oneLine(stripControl(text.trim().split('\n')[0] ?? ''), MAX_UNITS)
        onChange()
      })
    },
  }
}

const MAX_UNITS = 300
const MAX_MS = 3000

async function readCommand(io: Io): Promise<string | null> {
  const home = homeOf(io)
  const folder = io.env.CLAUDE_CONFIG_DIR || (home === undefined ? null : join(home, '.claude'))
  if (folder === null) return null
  try {
    const settings: unknown = JSON.parse(await readFile(join(folder, 'settings.json'), 'utf8'))
    const line = isObject(settings) ? settings.statusLine : undefined
    return isObject(line) && typeof line.command === 'string' ? line.command : null
  } catch {
    return null
  }
}

/** In the words that such commands know from Claude Code. */
function describe(standing: AgentStanding, state: ChatState): object {
  const model = state.model ?? standing.model
  return {
    hook_event_name: 'Status',
    session_id: standing.sessionId,
    transcript_path: standing.path,
    cwd: standing.cwd,
    model: { id: model, display_name: model },
    workspace: { current_dir: standing.cwd, project_dir: standing.cwd },
    version: readVersion(),
    cost: { total_cost_usd: state.spending.totalUsd },
  }
}

type RunOptions = { readonly facts: string; readonly cwd: string; readonly env: Io['env'] }

/** What it prints; empty where it fails or takes too long. */
function run(command: string, { facts, cwd, env }: RunOptions): Promise<string> {
  return new Promise(resolve => {
    const child = spawn('sh', ['-c', command], { cwd, env, stdio: ['pipe', 'pipe', 'ignore'] })
    const timer = setTimeout(() => child.kill('SIGKILL'), MAX_MS)
    let output = ''
    child.stdout.setEncoding('utf8').on('data', text => {
      output = (output + text).slice(0, 10 * MAX_UNITS)
    })
    child.stdin.on('error', () => {})
    child.stdin.end(facts)
    child.on('error', () => resolve(''))
    child.on('close', code => {
      clearTimeout(timer)
      resolve(code === 0 ? output : '')
    })
  })
}
