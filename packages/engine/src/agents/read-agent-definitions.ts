import { basename, join } from 'node:path'
import { isObject } from '@antiphon/contract'
import { parseToolList } from '../built-in-tools/session/parse-tool-list.ts'
import { listPlainFiles } from '../files/list-plain-files.ts'
import { readPlainFile } from '../files/read-plain-file.ts'
import { personFolder } from '../settings/person-folder.ts'
import type { SettingSource } from '../settings/settings.ts'
import { parseFrontmatter } from '../text/parse-frontmatter.ts'
import { parseTolerantJson } from '../text/parse-tolerant-json.ts'
import type { AgentDefinition } from './agent-definition.ts'

type ReadAgentsOptions = {
  readonly cwd: string
  readonly home: string
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Agents by name, as an object or as its JSON text: `{"reviewer": {"description": …, "prompt": …}}`. */
  readonly json?: unknown
  /** Whose files count; everybody's unless told. */
  readonly sources?: readonly SettingSource[]
}

type ReadAgents = {
  readonly agents: readonly AgentDefinition[]
  readonly problems: readonly AgentProblem[]
}

type AgentProblem = {
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
  const ofPerson = personFolder(options)
  const ofProject = join(cwd, '.claude')
  const owners = new Map<string, string | null>([
    ...(sources.includes('project') ? [[ofProject, cwd] as const] : []),
    // At home the project's are the person's.
    ...(sources.includes('user') ? [[ofPerson, null] as const] : []),
  ])
  const folders = [ofPerson, ofProject].filter(folder => owners.has(folder))
  const files = await Promise.all(
    [...new Set(folders)].map(folder => readFolder(join(folder, 'agents'), owners.get(folder) ?? null)),
  )
  const found = [...files.flat(), ...readObject(json)]
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

async function readFolder(folder: string, root: string | null): Promise<readonly FoundAgent[]> {
  const { files, problems } = await listPlainFiles(folder, { root, ending: '.md' })
  const agents = await Promise.all(files.map(file => readAgentFile(file, root)))
  return [...agents, ...problems.map(problem => ({ source: folder, fields: problem }))]
}

async function readAgentFile(file: string, root: string | null): Promise<FoundAgent> {
  const read = await readPlainFile(file, { root, maximumBytes: MAX_BYTES })
  if (read === null || 'problem' in read) return { source: file, fields: read?.problem ?? 'it leads nowhere' }
  const { fields, body } = parseFrontmatter(read.text)
  return { source: file, fields: { name: basename(file, '.md'), ...fields, prompt: body } }
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

/** What is said about an agent, unchecked; `prompt` is its system prompt. */
type AgentFields = Readonly<Record<string, unknown>>

/** The agent that fields define, or what is wrong with them. Fields that nobody knows are passed over. */
export function toAgentDefinition(
  fields: AgentFields | string,
): { readonly agent: AgentDefinition } | { readonly what: string } {
  if (typeof fields === 'string') return { what: fields }
  const [name, description, prompt] = [
    readText(fields.name),
    readText(fields.description),
    readText(fields.prompt),
  ]
  if (name === '') return { what: 'it has no name' }
  if (description === '') return { what: 'it has no description' }
  if (prompt === '') return { what: 'it has no prompt' }
  const tools = readToolNames(fields.tools)
  const disallowedTools = readToolNames(fields.disallowedTools ?? fields['disallowed-tools'])
  const model = readText(fields.model)
  return {
    agent: {
      name,
      description,
      systemPrompt: prompt,
      ...(tools && { tools }),
      ...(disallowedTools && { disallowedTools }),
      ...(model !== '' && { model }),
    },
  }
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** The permission rules decide on uses of a tool; here only its name counts. Null where nothing is said or all is meant. */
function readToolNames(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) && readText(value) === '') return null
  const names = parseToolList(value).map(rule => rule.replace(/\(.*\)$/s, '').trim())
  return names.includes('*') ? null : names.filter(name => name !== '')
}
