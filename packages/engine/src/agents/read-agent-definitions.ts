import { readdir, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { isObject } from '@antiphon/core'
import { parseTolerantJson } from '../settings/parse-tolerant-json.ts'
import { personFolder } from '../settings/person-folder.ts'
import type { SettingSource } from '../settings/settings.ts'
import { parseFrontmatter } from '../tools/session/parse-frontmatter.ts'
import type { AgentDefinition } from './agent-definition.ts'
import { type AgentFields, toAgentDefinition } from './to-agent-definition.ts'

export type ReadAgentsOptions = {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Agents by name, as an object or as its JSON text: `{"reviewer": {"description": …, "prompt": …}}`. */
  readonly json?: unknown
  /** Whose files count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
}

export type ReadAgents = {
  readonly agents: readonly AgentDefinition[]
  readonly problems: readonly AgentProblem[]
}

export type AgentProblem = {
  /** The file, or where else the agent was named. */
  readonly source: string
  readonly what: string
  readonly whatToDo: string
}

/**
 * The agents that a person, a project and a caller define; of one name the caller's counts before the project's, and
 * that before the person's. What cannot be used is left out and named.
 */
export async function readAgentDefinitions(options: ReadAgentsOptions): Promise<ReadAgents> {
  const { cwd, json, sources = ['user', 'project'] } = options
  const owners = [
    ...(sources.includes('user') ? [personFolder(options)] : []),
    ...(sources.includes('project') ? [join(cwd, '.claude')] : []),
  ]
  const folders = [...new Set(owners)].map(folder => join(folder, 'agents'))
  const found = [...(await Promise.all(folders.map(readFolder))).flat(), ...readObject(json)]
  const read = found.map(({ source, fields }) => ({ source, ...toAgentDefinition(fields) }))
  const agents = new Map<string, AgentDefinition>()
  for (const item of read) if ('agent' in item) agents.set(item.agent.name, item.agent)
  return {
    agents: [...agents.values()],
    problems: read.flatMap(item => ('what' in item ? [toProblem(item)] : [])),
  }
}

type FoundAgent = { readonly source: string; readonly fields: AgentFields | string }

function toProblem({ source, what }: { readonly source: string; readonly what: string }): AgentProblem {
  return { source, what, whatToDo: 'Give it a name, a description and a prompt, or remove it.' }
}

async function readFolder(folder: string): Promise<readonly FoundAgent[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files = names.filter(name => name.endsWith('.md')).toSorted()
  return Promise.all(files.map(name => readAgentFile(join(folder, name))))
}

async function readAgentFile(file: string): Promise<FoundAgent> {
  try {
    const status = await stat(file)
    // Whatever else bears the name, such as a pipe, could keep a reader waiting for ever.
    if (!status.isFile()) return { source: file, fields: 'it is no file' }
    if (status.size > MAX_BYTES) return { source: file, fields: `it is larger than ${MAX_BYTES} bytes` }
    const { fields, body } = parseFrontmatter(await readFile(file, 'utf8'))
    return { source: file, fields: { name: basename(file, '.md'), ...fields, prompt: body } }
  } catch (error) {
    return { source: file, fields: error instanceof Error ? error.message : String(error) }
  }
}

const MAX_BYTES = 500_000

function readObject(json: unknown): readonly FoundAgent[] {
  if (json === undefined || json === null) return []
  const parsed = typeof json === 'string' ? parseTolerantJson(json) : { value: json }
  if ('problem' in parsed) return [{ source: JSON_SOURCE, fields: parsed.problem }]
  if (!isObject(parsed.value)) return [{ source: JSON_SOURCE, fields: 'it is no object of agents by name' }]
  return Object.entries(parsed.value).map(([name, value]) => ({
    source: `${JSON_SOURCE}: ${name}`,
    fields: isObject(value) ? { ...value, name } : 'it is no object',
  }))
}

const JSON_SOURCE = 'agents as JSON'
