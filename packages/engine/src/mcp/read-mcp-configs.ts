import { join, resolve } from 'node:path'
import { readPlainFile } from '../files/read-plain-file.ts'
import type { Settings } from '../settings/settings.ts'
import { parseTolerantJson } from '../text/parse-tolerant-json.ts'
import type { McpProblem, McpServerConfig, McpServerConfigs } from './mcp-config.ts'
import { type ParsedMcpServers, parseMcpServers } from './parse-mcp-servers.ts'

export type ReadMcpConfigsOptions = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly settings: Settings
  /** The values of `--mcp-config`: JSON, or paths of files. */
  readonly flags?: readonly string[]
  /** Only what the flags name. */
  readonly isStrict?: boolean
}

export type ReadMcpConfigs = ParsedMcpServers & {
  /** Servers of the project that nobody has approved yet: a repository must not start programs by being opened. */
  readonly unapproved: readonly string[]
  /** Where each server's configuration comes from. */
  readonly scopes: Readonly<Record<string, McpScope>>
}

type McpScope = 'project' | 'user' | 'dynamic'

/** Collects the servers of the project, the settings and the command line; the command line wins. */
export async function readMcpConfigs(options: ReadMcpConfigsOptions): Promise<ReadMcpConfigs> {
  const { cwd, env, settings, flags = [], isStrict = false } = options
  const given = await Promise.all(flags.map(flag => readFlag(flag, { cwd, env })))
  const fromFlags = given.map(parsed => ({ ...parsed, scope: 'dynamic' as const }))
  if (isStrict) return { ...mergeParsed(fromFlags), unapproved: [] }
  const project = await readConfigFile(join(cwd, '.mcp.json'), { root: cwd, env })
  const own = settings.other.mcpServers
  const ofSettings = own === undefined ? NONE : parseMcpServers(own, { source: 'settings', env })
  const [approved, unapproved] = splitByApproval(project?.configs ?? {}, settings)
  const ofProject = { configs: approved, problems: project?.problems ?? [], scope: 'project' as const }
  return { ...mergeParsed([ofProject, { ...ofSettings, scope: 'user' }, ...fromFlags]), unapproved }
}

const NONE: ParsedMcpServers = { configs: {}, problems: [] }

async function readFlag(
  flag: string,
  { cwd, env }: Pick<ReadMcpConfigsOptions, 'cwd' | 'env'>,
): Promise<ParsedMcpServers> {
  if (flag.trimStart().startsWith('{')) return parseText(flag, { source: '--mcp-config', env })
  const file = resolve(cwd, flag)
  return (await readConfigFile(file, { root: null, env })) ?? complaint(file, 'there is no such file')
}

async function readConfigFile(
  file: string,
  { root, env }: { readonly root: string | null; readonly env: ReadMcpConfigsOptions['env'] },
): Promise<ParsedMcpServers | null> {
  const read = await readPlainFile(file, { root })
  if (read === null) return null
  return 'text' in read ? parseText(read.text, { source: file, env }) : complaint(file, read.problem)
}

function parseText(
  text: string,
  place: { readonly source: string; readonly env: ReadMcpConfigsOptions['env'] },
): ParsedMcpServers {
  const parsed = parseTolerantJson(text)
  return 'problem' in parsed ? complaint(place.source, parsed.problem) : parseMcpServers(parsed.value, place)
}

function complaint(server: string, what: string): ParsedMcpServers {
  const problem: McpProblem = { server, what, whatToDo: 'mend it; until then its servers are not there' }
  return { configs: {}, problems: [problem] }
}

function mergeParsed(
  all: readonly (ParsedMcpServers & { readonly scope: McpScope })[],
): Omit<ReadMcpConfigs, 'unapproved'> {
  return {
    configs: Object.fromEntries(all.flatMap(({ configs }) => Object.entries(configs))),
    problems: all.flatMap(({ problems }) => problems),
    scopes: Object.fromEntries(
      all.flatMap(({ configs, scope }) => Object.keys(configs).map(name => [name, scope])),
    ),
  }
}

function splitByApproval(
  configs: McpServerConfigs,
  settings: Settings,
): readonly [McpServerConfigs, readonly string[]] {
  const { enableAllProjectMcpServers, enabledMcpjsonServers, disabledMcpjsonServers } = settings
  const approved: [string, McpServerConfig][] = []
  const unapproved: string[] = []
  for (const [name, config] of Object.entries(configs)) {
    if (disabledMcpjsonServers.includes(name)) continue
    if (enableAllProjectMcpServers || enabledMcpjsonServers.includes(name)) approved.push([name, config])
    else unapproved.push(name)
  }
  return [Object.fromEntries(approved), unapproved]
}
