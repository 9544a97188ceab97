import {
  type AgentTool,
  createToolbox,
  createTools,
  deferTools,
  isToolForbidden,
  readToolSearchSwitch,
  selectServerTools,
  type Toolbox,
} from '@antiphon/engine'
import type { AgentParts } from './open-agent.ts'
import { toPermissions } from './to-engine-options.ts'

/** Gives an agent's tools as they are now: its own, which remember and are made once, and those of its servers, which come and go. */
export function createAgentToolbox(parts: AgentParts): () => Toolbox {
  const { flags, tools: added = [], cwd, home, env, provider, servers, model } = parts
  const state = { ...toPermissions(parts), cwd, home }
  const own = [...chooseTools(parts), ...added]
  const ofApi = selectServerTools({
    platform: provider.platform,
    permissions: state,
    webSearch: flags.tools === undefined || flags.tools.includes('WebSearch') ? {} : false,
    advisor: flags.advisor,
  })
  const isOffered = (tool: AgentTool): boolean => !isToolForbidden(tool, state)
  let search = readToolSearchSwitch(env, provider.platform)
  return () => {
    const offered = [...own, ...servers.servers.tools].filter(isOffered)
    const { tools, isDeferring } = deferTools(offered, { search, model })
    // A server that leaves must not bring the others' definitions before what was sent.
    if (isDeferring) search = { kind: 'on' }
    return createToolbox(tools, ofApi)
  }
}

/** The built-in tools that the flags leave. */
function chooseTools({ flags, agents, planFile }: AgentParts): readonly AgentTool[] {
  const tools = createTools({ agentTypes: agents, keepsPlans: planFile !== null })
  const wanted = flags.tools
  return wanted === undefined
    ? tools.filter(({ name }) => !ON_REQUEST.has(name))
    : tools.filter(({ name, aliases }) => [name, ...aliases].some(known => wanted.includes(known)))
}

/** While a model can drop messages every message bears a label; and what REPL does a model can do call by call. */
const ON_REQUEST: ReadonlySet<string> = new Set(['Snip', 'REPL'])
