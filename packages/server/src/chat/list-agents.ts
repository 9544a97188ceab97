import { DEFAULT_MODEL, resolveModelAlias } from '@antiphon/contract'
import {
  findClaude,
  type InstalledClaude,
  listAcpPrograms,
  listModels,
  readOwnProvider,
} from '@antiphon/host'
import type { AgentChoice, ChatModel } from '../protocol/chat-protocol.ts'
import type { AgentSurroundings, ChatsOptions } from './chats.ts'

/** The agents that can be talked to here: the installed Claude Code, ours where it has a provider, and the demo. */
export async function listAgents({
  env,
  cwd,
  fleet,
}: Pick<ChatsOptions, 'env' | 'cwd' | 'fleet'>): Promise<readonly AgentChoice[]> {
  const home = env.HOME || env.USERPROFILE || undefined
  const [claude, own, programs] = await Promise.all([
    // It knows files only, and a team's store has none.
    fleet ? null : findClaude({ env, home }),
    describeOwn({ env, cwd }),
    // A list that somebody spoiled takes the other agents from nobody; opening one says what is wrong with it.
    listAcpPrograms({ env }).catch(() => []),
  ])
  const others = programs.map(
    ({ name, command }): AgentChoice => ({ id: `acp:${name}`, path: command, models: [] }),
  )
  return [...(claude ? [describeClaude(claude)] : []), ...own, ...others]
}

function describeClaude({ path, version }: InstalledClaude): AgentChoice {
  return { id: 'claude', path, version, models: CLAUDE_MODELS }
}

/** The names that every version of it knows; which models they mean it says itself. */
const CLAUDE_MODELS: readonly ChatModel[] = [
  { id: 'default', name: 'Default' },
  { id: 'opus', name: 'Opus' },
  { id: 'sonnet', name: 'Sonnet' },
  { id: 'haiku', name: 'Haiku' },
]

async function describeOwn({
  env,
  cwd,
}: Pick<AgentSurroundings, 'env' | 'cwd'>): Promise<readonly AgentChoice[]> {
  const { settings, env: all, platform, isDemo } = await readOwnProvider({ env }, cwd)
  const first = resolveModelAlias(all.ANTHROPIC_MODEL ?? settings.model ?? DEFAULT_MODEL, DEFAULT_MODEL)
  const models = listModels(first).map(({ value, displayName }) => ({ id: value, name: displayName }))
  const demo = { id: 'demo', models: [] } as const
  if (isDemo) return [demo]
  const isCloud = platform !== 'anthropic'
  const isFromSettings = KEYS.some(name => settings.env[name])
  return [
    {
      id: 'antiphon',
      provider: isCloud ? platform : (readHost(all.ANTHROPIC_BASE_URL) ?? platform),
      keyFrom: isCloud ? 'cloud' : isFromSettings ? 'settings' : 'environment',
      models,
    },
    demo,
  ]
}

const KEYS = ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN']

/** The host of a compatible URL; undefined for the API itself. */
function readHost(url: string | undefined): string | undefined {
  if (!url) return undefined
  try {
    const { host } = new URL(url)
    return host === 'api.anthropic.com' ? undefined : host
  } catch {
    return undefined
  }
}
