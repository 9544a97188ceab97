import { join } from 'node:path'
import type { JsonObject } from '@antiphon/contract'
import { ProgramError } from '@antiphon/host'

/** Where an agent keeps its MCP servers, and how it writes one down. */
export type AgentConfig = {
  readonly title: string
  readonly format: 'json' | 'toml'
  /** The fields that lead to the servers. */
  readonly at: readonly string[]
  readonly path: (place: ConfigPlace) => string
  readonly entry: (command: string, args: readonly string[]) => JsonObject
}

/** What says where settings are. */
export type ConfigPlace = {
  readonly home: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: string
}

const plain = (command: string, args: readonly string[]): JsonObject => ({ command, args: [...args] })
const typed = (command: string, args: readonly string[]): JsonObject => ({
  type: 'stdio',
  ...plain(command, args),
})

/** Every agent that can be set up, by the name that a person types. */
export const AGENT_CONFIGS: Readonly<Record<string, AgentConfig>> = {
  claude: {
    ...{ title: 'Claude Code', format: 'json', at: ['mcpServers'], entry: typed },
    path: ({ home, env }) => join(env.CLAUDE_CONFIG_DIR || home, '.claude.json'),
  },
  codex: {
    ...{ title: 'Codex', format: 'toml', at: ['mcp_servers'], entry: plain },
    path: ({ home, env }) => join(env.CODEX_HOME || join(home, '.codex'), 'config.toml'),
  },
  gemini: {
    ...{ title: 'Gemini CLI', format: 'json', at: ['mcpServers'], entry: plain },
    path: ({ home }) => join(home, '.gemini', 'settings.json'),
  },
  cursor: {
    ...{ title: 'Cursor', format: 'json', at: ['mcpServers'], entry: plain },
    path: ({ home }) => join(home, '.cursor', 'mcp.json'),
  },
  vscode: {
    ...{ title: 'VS Code', format: 'json', at: ['servers'], entry: typed },
    path: place => join(toProgramFolder(place), 'Code', 'User', 'mcp.json'),
  },
  copilot: {
    ...{ title: 'Copilot CLI', format: 'json', at: ['mcpServers'] },
    path: ({ home }) => join(home, '.copilot', 'mcp-config.json'),
    entry: (command, args) => ({ type: 'local', ...plain(command, args), tools: ['*'] }),
  },
  opencode: {
    ...{ title: 'opencode', format: 'json', at: ['mcp'] },
    path: ({ home, env }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'opencode', 'opencode.json'),
    entry: (command, args) => ({ type: 'local', command: [command, ...args], enabled: true }),
  },
  qwen: {
    ...{ title: 'Qwen Code', format: 'json', at: ['mcpServers'], entry: plain },
    path: ({ home }) => join(home, '.qwen', 'settings.json'),
  },
  windsurf: {
    ...{ title: 'Windsurf', format: 'json', at: ['mcpServers'], entry: plain },
    path: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  },
  kiro: {
    ...{ title: 'Kiro', format: 'json', at: ['mcpServers'], entry: plain },
    path: ({ home }) => join(home, '.kiro', 'settings', 'mcp.json'),
  },
  droid: {
    ...{ title: 'Droid', format: 'json', at: ['mcpServers'], entry: typed },
    path: ({ home }) => join(home, '.factory', 'mcp.json'),
  },
  zed: {
    ...{ title: 'Zed', format: 'json', at: ['context_servers'], entry: plain },
    path: ({ home, env }) => join(env.XDG_CONFIG_HOME || join(home, '.config'), 'zed', 'settings.json'),
  },
}

/** The agent of a name; throws in words where none is known. */
export function findAgentConfig(name: string): AgentConfig {
  const config = Object.hasOwn(AGENT_CONFIGS, name) ? AGENT_CONFIGS[name] : undefined
  if (config) return config
  throw new ProgramError(
    'wrong-use',
    `There is no agent ${name} that could be set up. Known are ${Object.keys(AGENT_CONFIGS).join(', ')}.`,
  )
}

function toProgramFolder({ home, env, platform }: ConfigPlace): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support')
  if (platform === 'win32') return env.APPDATA || join(home, 'AppData', 'Roaming')
  return env.XDG_CONFIG_HOME || join(home, '.config')
}
