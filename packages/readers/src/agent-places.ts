import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { FOREIGN_AGENTS, type ForeignAgent } from '@antiphon/core/log'

export type Environment = Readonly<Record<string, string | undefined>>

export type AgentPlace = { readonly agent: ForeignAgent; readonly path: string }

/** The folders of agents that are on this machine. It costs one look a place, and loads no reader. */
export function findAgentPlaces(env: Environment, home: string | undefined): readonly AgentPlace[] {
  const wanted = readWantedAgents(env)
  return listPlaces(env, home).filter(({ agent, path }) => wanted(agent) && isThere(path))
}

/** Says whose sessions are read: `none`, or names with commas between them; all unless set. */
export const AGENTS_VARIABLE = 'ANTIPHON_AGENTS'

/** Whose sessions the person wants to be read. */
export function readWantedAgents(env: Environment): (agent: ForeignAgent) => boolean {
  const value = env[AGENTS_VARIABLE]
  if (!value || value === 'all') return () => true
  const names = new Set(value.split(',').map(name => name.trim()))
  return agent => names.has(agent)
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return false
  }
}

/** Every place that is looked at: what a variable of the agent names stands for what is at home. */
function listPlaces(env: Environment, home: string | undefined): readonly AgentPlace[] {
  const atHome = (...names: readonly string[]): string => (home ? join(resolve(home), ...names) : '')
  const named = (variable: string, ...names: readonly string[]): string =>
    env[variable] ? join(resolve(env[variable]), ...names) : ''
  const data = named('XDG_DATA_HOME') || atHome('.local', 'share')
  const places: Readonly<Record<ForeignAgent, string | readonly string[]>> = {
    codex: named('CODEX_HOME') || atHome('.codex'),
    opencode: named('OPENCODE_DB') || (data && join(data, 'opencode')),
    gemini: named('GEMINI_CLI_HOME', '.gemini', 'tmp') || atHome('.gemini', 'tmp'),
    copilot: named('COPILOT_HOME', 'session-state') || atHome('.copilot', 'session-state'),
    pi:
      named('PI_CODING_AGENT_SESSION_DIR') ||
      named('PI_CODING_AGENT_DIR', 'sessions') ||
      atHome('.pi', 'agent', 'sessions'),
    qwen:
      named('QWEN_RUNTIME_DIR', 'projects') || named('QWEN_HOME', 'projects') || atHome('.qwen', 'projects'),
    cline: named('CLINE_DATA_DIR', 'sessions') || atHome('.cline', 'data', 'sessions'),
    kiro: named('KIRO_HOME', 'sessions', 'cli') || atHome('.kiro', 'sessions', 'cli'),
    antigravity: atHome('.gemini', 'antigravity-cli', 'brain'),
    vibe: named('VIBE_HOME', 'logs', 'session') || atHome('.vibe', 'logs', 'session'),
    aider: named('AIDER_CHAT_HISTORY_FILE') || [named('PWD', AIDER_FILE), atHome(AIDER_FILE)],
    openhands:
      named('OPENHANDS_CONVERSATIONS_DIR') ||
      named('OPENHANDS_PERSISTENCE_DIR', 'conversations') ||
      atHome('.openhands', 'conversations'),
    cursor: atHome('.cursor', 'projects'),
    droid: atHome('.factory', 'sessions'),
    continue: named('CONTINUE_GLOBAL_DIR', 'sessions') || atHome('.continue', 'sessions'),
    crush: named('CRUSH_GLOBAL_DATA') || (data && join(data, 'crush')),
  }
  return (Object.keys(FOREIGN_AGENTS) as ForeignAgent[]).flatMap(agent =>
    [...new Set([places[agent]].flat())].filter(path => path !== '').map(path => ({ agent, path })),
  )
}

const AIDER_FILE = '.aider.chat.history.md'

/** What is known of an agent's copies lies beside them: who has it is a root of copies. */
export const LEDGER_FILE = 'ledger.json'

/** True for a root whose sessions are copies of another agent's: nobody but its reader writes below it. */
export function isCopyRoot(root: string): boolean {
  return existsSync(join(root, LEDGER_FILE))
}

/** Why nothing is done with such a session but reading it. */
export const COPY_REFUSAL =
  "It is another agent's session, and what is read here is a copy of it: change it in that agent. To go on with it here, make a session of it: antiphon convert."
