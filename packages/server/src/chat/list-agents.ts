import { DEFAULT_MODEL, resolveModelAlias } from '@antiphon/contract'
import { chooseProvider, readSettings, SETTING_SOURCES } from '@antiphon/engine'
import { findClaude, type InstalledClaude, listAcpPrograms, listModels } from '@antiphon/host'
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
    describeOwn({ env, cwd, home }),
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

type Surroundings = Pick<AgentSurroundings, 'env' | 'cwd'> & { readonly home: string | undefined }

async function describeOwn({ env, cwd, home = cwd }: Surroundings): Promise<readonly AgentChoice[]> {
  const { settings } = await readSettings({
    ...{ cwd, home, env },
    isTrusted: false,
    sources: SETTING_SOURCES.filter(source => source === 'user'),
  })
  const all = { ...env, ...settings.env }
  const first = resolveModelAlias(all.ANTHROPIC_MODEL ?? settings.model ?? DEFAULT_MODEL, DEFAULT_MODEL)
  const models = listModels(first).map(({ value, displayName }) => ({ id: value, name: displayName }))
  let isDemo = false
  // Asked of the one who decides it.
  const { platform } = await chooseProvider({
    env: all,
    async startDemo() {
      isDemo = true
      return 'http://127.0.0.1'
    },
  })
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
