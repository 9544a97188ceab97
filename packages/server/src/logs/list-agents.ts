import type { Dirent } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toAgentId } from '@antiphon/core/turns'
import { type SessionKey, toLogPath } from '@antiphon/transcript'
import { createBoundary } from './boundary.ts'
import type { FoundLog } from './find-log.ts'

/** The ids of a session's subagents that have logs of their own, in its folder or, from old versions, beside it. */
export async function listAgentIds(session: FoundLog): Promise<readonly string[]> {
  return (await listAgents(session)).map(({ agentId }) => agentId)
}

/** The log of one of them; null where there is none of that name. */
export async function findAgentKey(session: FoundLog, agentId: string): Promise<SessionKey | null> {
  const found = (await listAgents(session)).find(agent => agent.agentId === agentId)
  return found?.key ?? null
}

/** The logs of all of them that may be read. */
export async function listAgentLogs(
  session: FoundLog,
  roots: readonly string[],
): Promise<readonly FoundLog[]> {
  const isInside = createBoundary(roots)
  return (await listAgents(session))
    .map(({ key }) => ({ root: session.root, key, path: toLogPath(session.root, key) }))
    .filter(({ path }) => isInside(path))
}

type Agent = { readonly agentId: string; readonly key: SessionKey }

async function listAgents({ key, path }: FoundLog): Promise<readonly Agent[]> {
  // A subagent's own log has none: theirs lie in the session's folder, too.
  if (key.subpath !== undefined) return []
  const { project, session } = key
  const agents: Agent[] = []
  await collect([])
  for (const stray of await listStrays(dirname(path), session))
    agents.push({ agentId: toAgentId(stray), key: { project, session: withoutExtension(stray) } })
  return agents

  async function collect(below: readonly string[]): Promise<void> {
    for (const entry of await listFolder(join(withoutExtension(path), ...below))) {
      if (agents.length >= MAX_AGENTS) return
      // Links are not followed, so that a strange tree ends.
      if (entry.isDirectory() && below.length < MAX_DEPTH) await collect([...below, entry.name])
      if (!entry.isFile() || !AGENT_LOG.test(entry.name)) continue
      const subpath = [...below, withoutExtension(entry.name)].join('/')
      agents.push({ agentId: toAgentId(entry.name), key: { project, session, subpath } })
    }
  }
}

/** Logs beside a session that name it: only their content tells whose they are. */
async function listStrays(folder: string, session: string): Promise<readonly string[]> {
  const names = (await listFolder(folder)).filter(entry => entry.isFile() && AGENT_LOG.test(entry.name))
  const found: string[] = []
  for (const { name } of names.slice(0, MAX_AGENTS))
    if ((await readOwner(join(folder, name))) === session) found.push(name)
  return found
}

/** Whose a log is never changes; those that name nobody yet are asked again. */
const owners = new Map<string, string>()

async function readOwner(path: string): Promise<string | undefined> {
  const known = owners.get(path)
  if (known !== undefined) return known
  const file = await open(path).catch(() => null)
  if (!file) return undefined
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0)
    const owner = OWNER.exec(buffer.toString('latin1', 0, bytesRead))?.[1]
    if (owner !== undefined) {
      if (owners.size >= MAX_OWNERS) owners.clear()
      owners.set(path, owner)
    }
    return owner
  } catch {
    return undefined
  } finally {
    await file.close()
  }
}

async function listFolder(path: string): Promise<readonly Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => [])
}

function withoutExtension(name: string): string {
  return name.slice(0, -'.jsonl'.length)
}

const AGENT_LOG = /^agent-.+\.jsonl$/
const OWNER = /"sessionId" ?: ?"([^"\\]{1,200})"/
const HEAD_BYTES = 4096
const MAX_AGENTS = 2000
const MAX_OWNERS = 20_000
const MAX_DEPTH = 8
