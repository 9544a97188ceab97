import type { ApiTarget } from '../../api-target.ts'
import { assertNever } from '../../json.ts'
import { canonicalModelName } from '../../tables/models.ts'
import { PLATFORMS } from '../../tables/platforms.ts'
import { hasBeta } from './request-parts.ts'

/** What the API knows of a tool type: who runs it, its fixed name, the fields that it takes. */
export type ToolType = {
  readonly kind: 'custom' | 'client' | 'server' | 'search' | 'toolset' | 'mcp'
  readonly name?: string
  readonly fields: readonly string[]
  readonly betas?: readonly string[]
  /** Web tools that filter their results by code: they bring code execution and are called by it. */
  readonly dynamic?: boolean
}

const COMMON = ['type', 'name', 'allowed_callers', 'cache_control', 'defer_loading', 'strict']
const CLIENT = [...COMMON, 'input_examples']
const SCREEN = [...CLIENT, 'display_height_px', 'display_width_px', 'display_number']
const DOMAINS = [...COMMON, 'allowed_domains', 'blocked_domains', 'max_uses']
const SEARCH = [...DOMAINS, 'user_location']
const FETCH = [...DOMAINS, 'citations', 'max_content_tokens', 'url_sources']
const OLD_COMPUTER_USE = ['computer-use-2024-10-22']

/** Every type that `tools` may hold, in the order in which the API lists them; from SDK 1.8.0. */
export const TOOL_TYPES: ReadonlyMap<string, ToolType> = new Map([
  [
    'advisor_20260301',
    beta(server('advisor', [...COMMON, 'caching', 'max_tokens', 'max_uses', 'model']), ['advisor-tool-']),
  ],
  ['bash_20241022', beta(client('bash'), OLD_COMPUTER_USE)],
  ['bash_20250124', client('bash')],
  ['browser_toolset_20260801', toolset()],
  ['code_execution_20250522', server('code_execution')],
  ['code_execution_20250825', server('code_execution')],
  ['code_execution_20260120', server('code_execution')],
  ['code_execution_20260521', server('code_execution')],
  ['computer_20241022', beta(client('computer', SCREEN), OLD_COMPUTER_USE)],
  ['computer_20250124', beta(client('computer', SCREEN), ['computer-use-2025-01-24'])],
  ['computer_20251124', beta(client('computer', [...SCREEN, 'enable_zoom']), ['computer-use-2025-11-24'])],
  ['computer_toolset_20260801', toolset()],
  ['custom', { kind: 'custom', fields: [...CLIENT, 'description', 'eager_input_streaming', 'input_schema'] }],
  [
    'mcp_toolset',
    beta(
      {
        kind: 'mcp',
        fields: ['type', 'mcp_server_name', 'cache_control', 'configs', 'default_config', 'tools'],
      },
      ['mcp-client-'],
    ),
  ],
  ['memory_20250818', client('memory')],
  ['text_editor_20241022', beta(client('str_replace_editor'), OLD_COMPUTER_USE)],
  ['text_editor_20250124', client('str_replace_editor')],
  ['text_editor_20250429', client('str_replace_based_edit_tool')],
  ['text_editor_20250728', client('str_replace_based_edit_tool', [...CLIENT, 'max_characters'])],
  ['tool_search_tool_bm25', search('tool_search_tool_bm25')],
  ['tool_search_tool_bm25_20251119', search('tool_search_tool_bm25')],
  ['tool_search_tool_regex', search('tool_search_tool_regex')],
  ['tool_search_tool_regex_20251119', search('tool_search_tool_regex')],
  ['web_fetch_20250910', server('web_fetch', FETCH)],
  ['web_fetch_20260209', dynamic(server('web_fetch', FETCH))],
  ['web_fetch_20260309', dynamic(server('web_fetch', [...FETCH, 'use_cache']))],
  ['web_fetch_20260318', dynamic(server('web_fetch', [...FETCH, 'use_cache', 'response_inclusion']))],
  ['web_search_20250305', server('web_search', SEARCH)],
  ['web_search_20260209', dynamic(server('web_search', SEARCH))],
  ['web_search_20260318', dynamic(server('web_search', [...SEARCH, 'response_inclusion']))],
])

function client(name: string, fields: readonly string[] = CLIENT): ToolType {
  return { kind: 'client', name, fields }
}

function server(name: string, fields: readonly string[] = COMMON): ToolType {
  return { kind: 'server', name, fields }
}

function search(name: string): ToolType {
  return { kind: 'search', name, fields: COMMON }
}

function toolset(): ToolType {
  return { kind: 'toolset', fields: ['type', 'cache_control', 'configs'] }
}

function dynamic(type: ToolType): ToolType {
  return { ...type, dynamic: true }
}

function beta(type: ToolType, betas: readonly string[]): ToolType {
  return { ...type, betas }
}

const BEFORE_COMPUTER_TOOLSET = [
  'claude-opus-4-5',
  'claude-sonnet-4-5',
  'claude-haiku-4-5',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-7',
]

const AFTER_COMPUTER_20250124 = [
  'claude-opus-4-5',
  'claude-opus-4-6',
  'claude-sonnet-4-6',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-opus-5',
  'claude-opus-5-5',
  'claude-sonnet-5',
  'claude-sonnet-5-5',
  'claude-fable-5',
  'claude-fable-5-1',
  'claude-mythos-5',
  'claude-mythos-5-1',
]

/** Models that are known to refuse a type; where nobody knows, the type passes. */
const REFUSED_BY: ReadonlyMap<string, readonly string[]> = new Map([
  ['browser_toolset_20260801', BEFORE_COMPUTER_TOOLSET],
  ['computer_toolset_20260801', BEFORE_COMPUTER_TOOLSET],
  ['computer_20241022', [...AFTER_COMPUTER_20250124, 'claude-sonnet-4-5', 'claude-haiku-4-5']],
  ['computer_20250124', AFTER_COMPUTER_20250124],
  ['computer_20251124', ['claude-sonnet-4-5', 'claude-haiku-4-5', 'claude-opus-5-5', 'claude-sonnet-5-5']],
])

/** The types that a request to this platform with these betas may name at all. */
export function acceptedToolTypes(target: ApiTarget): readonly string[] {
  return [...TOOL_TYPES].filter(([, type]) => isOffered(type, target)).map(([name]) => name)
}

/** Whether the model takes a type that its platform offers. */
export function modelTakesTool(type: string, target: ApiTarget): boolean {
  const model = canonicalModelName(target.model)
  // Opus 5.5 keeps the older computer tool on Bedrock.
  if (type === 'computer_20251124' && target.platform === 'bedrock' && model === 'claude-opus-5-5')
    return true
  return REFUSED_BY.get(type)?.includes(model) !== true
}

function isOffered(type: ToolType, target: ApiTarget): boolean {
  if (type.betas && !hasBeta(target, ...type.betas)) return false
  const { serverTools } = PLATFORMS[target.platform]
  switch (type.kind) {
    case 'server':
      if (serverTools === 'all') return true
      return serverTools !== 'none' && !type.dynamic && serverTools.includes(type.name ?? '')
    case 'mcp':
      return target.platform === 'anthropic'
    case 'toolset':
      return target.platform !== 'bedrock'
    case 'custom':
    case 'client':
    case 'search':
      return true
    default:
      return assertNever(type.kind)
  }
}
