import { isObject } from '@antiphon/contract'
import type { McpOauthConfig, McpProblem, McpServerConfig, McpServerConfigs } from './mcp-config.ts'

export type ParsedMcpServers = {
  readonly configs: McpServerConfigs
  readonly problems: readonly McpProblem[]
}

/** Reads `{mcpServers: {name: {…}}}`, or the inner object alone; a server that cannot be understood costs no other. */
export function parseMcpServers(
  value: unknown,
  { source, env }: { readonly source: string; readonly env: Readonly<Record<string, string | undefined>> },
): ParsedMcpServers {
  const servers = isObject(value) && 'mcpServers' in value ? value.mcpServers : value
  const problems: McpProblem[] = []
  const configs: [string, McpServerConfig][] = []
  if (!isObject(servers)) {
    problems.push({ server: source, what: 'mcpServers is no object', whatToDo: EXAMPLE })
    return { configs: {}, problems }
  }
  for (const [name, fields] of Object.entries(servers)) {
    const config = parseServer(isObject(fields) ? fields : {}, { name, env })
    if ('what' in config) problems.push({ server: name, ...config })
    else configs.push([name, config])
  }
  return { configs: Object.fromEntries(configs), problems }
}

const EXAMPLE =
  'write {"mcpServers": {"name": {"command": "…", "args": []}}} or {"mcpServers": {"name": {"type": "http", "url": "…"}}}'

type Complaint = { readonly what: string; readonly whatToDo: string }
type Place = { readonly name: string; readonly env: Readonly<Record<string, string | undefined>> }

function parseServer(fields: Record<string, unknown>, { name, env }: Place): McpServerConfig | Complaint {
  // Whatever else it holds concerns the host.
  if (fields.type === 'sdk') return { type: 'sdk', name }
  const missing: string[] = []
  const expand = (text: string): string => {
    const expanded = expandVariables(text, env)
    missing.push(...expanded.missing)
    return expanded.text
  }
  const config = toConfig(fields, expand)
  if (missing.length === 0) return config
  const names = [...new Set(missing)].join(', ')
  return { what: `${names} has no value`, whatToDo: `set ${names}, or write a default: \${NAME:-default}` }
}

function toConfig(
  { type, command, url, args, env, headers, oauth }: Record<string, unknown>,
  expand: (text: string) => string,
): McpServerConfig | Complaint {
  if (typeof command === 'string' && (type === undefined || type === 'stdio')) {
    const list = Array.isArray(args) ? args.map(argument => expand(`${argument}`)) : []
    return { type: 'stdio', command: expand(command), args: list, env: toTexts(env, expand) }
  }
  if (typeof url !== 'string') return { what: 'it has neither a command nor a url', whatToDo: EXAMPLE }
  const place = expand(url)
  if (!URL.canParse(place) || !/^https?:$/.test(new URL(place).protocol))
    return { what: `${place} is no address`, whatToDo: 'write a url that begins with https:// or http://' }
  const remote = { url: place, headers: toTexts(headers, expand), ...toOauth(oauth, expand) }
  if (type === 'sse') return { type, ...remote }
  if (type === undefined || REMOTE_TYPES.includes(`${type}`)) return { type: 'http', ...remote }
  return { what: `its type is ${JSON.stringify(type)}`, whatToDo: 'write stdio, http or sse' }
}

const REMOTE_TYPES = ['http', 'streamable-http', 'streamableHttp']

/** The fields that are known, of the right kind; others belong to other programs. */
function toOauth(value: unknown, expand: (text: string) => string): { readonly oauth?: McpOauthConfig } {
  if (!isObject(value)) return {}
  const texts = OAUTH_TEXTS.flatMap(field => {
    const text = value[field]
    return typeof text === 'string' && text !== '' ? [[field, expand(text)] as const] : []
  })
  const { callbackPort: port } = value
  const isPort = typeof port === 'number' && Number.isInteger(port) && port > 0 && port < 65_536
  return {
    oauth: {
      ...Object.fromEntries(texts),
      ...(isPort && { callbackPort: port }),
      ...(value.grant === 'client_credentials' && { grant: value.grant }),
    },
  }
}

const OAUTH_TEXTS = [
  'clientId',
  'clientSecret',
  'scopes',
  'authServerMetadataUrl',
  'clientMetadataUrl',
] as const

function toTexts(value: unknown, expand: (text: string) => string): Readonly<Record<string, string>> {
  if (!isObject(value)) return {}
  const texts = Object.entries(value).filter(([, text]) => text !== null && typeof text !== 'object')
  return Object.fromEntries(texts.map(([name, text]) => [name, expand(`${text}`)]))
}

/** A text with its variables filled in, and those that have neither a value nor a default. */
type Expanded = { readonly text: string; readonly missing: readonly string[] }

/** Fills in `${NAME}` and `${NAME:-default}`; what a variable holds is not expanded again. */
export function expandVariables(text: string, env: Readonly<Record<string, string | undefined>>): Expanded {
  const missing: string[] = []
  const expanded = text.replace(VARIABLE, (whole: string, name: string, fallback: string | undefined) => {
    const value = env[name]
    if (value !== undefined && (value !== '' || fallback === undefined)) return value
    if (fallback !== undefined) return fallback
    missing.push(name)
    return whole
  })
  return { text: expanded, missing }
}

const VARIABLE = /\$\{([A-Za-z_]\w*)(?::-([^}]*))?\}/g
