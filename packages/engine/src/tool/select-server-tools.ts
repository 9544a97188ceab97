import { type ApiTool, PLATFORMS, type Platform } from '@antiphon/contract'
import type { PermissionPolicy, PermissionState } from '../permissions/permission.ts'
import type { ServerTool } from './server-tool.ts'

export type ServerToolOptions = {
  /** Who serves the model: not every platform runs tools. */
  readonly platform: Platform
  readonly permissions: PermissionState & { readonly decide: PermissionPolicy }
  /** False for no search whatever the rules allow. */
  readonly webSearch?: WebSearchOptions | false
  /** A model whose advice the conversation's model may ask for; nobody's unless told. */
  readonly advisor?: string | undefined
}

export type WebSearchOptions = {
  readonly maxUses?: number
  /** Only these sites; not together with `blockedDomains`. */
  readonly allowedDomains?: readonly string[]
  readonly blockedDomains?: readonly string[]
}

/**
 * The tools that the API runs by itself, as far as the platform has them and rules and mode allow them unasked:
 * once a request carries them, nobody can be asked. Chosen once for a session, since requests must begin alike.
 */
export function selectServerTools(options: ServerToolOptions): readonly ServerTool[] {
  const { webSearch = {}, advisor } = options
  const search: readonly ServerTool[] =
    webSearch === false ? [] : [{ name: 'WebSearch', definition: toWebSearch(webSearch) }]
  return [
    ...search.filter(tool => isThere(tool, options) && decide(tool, options) === 'allow'),
    // Who names an advisor allows it.
    ...(advisor === undefined ? [] : [toAdvisor(advisor)]).filter(
      tool => isThere(tool, options) && decide(tool, options) !== 'deny',
    ),
  ]
}

/** The model that advises in requests with these tools; undefined where none does. */
export function findAdvisorModel(tools: readonly ServerTool[]): string | undefined {
  const model = tools.find(({ name }) => name === ADVISOR)?.definition.model
  return typeof model === 'string' ? model : undefined
}

const ADVISOR = 'Advisor'

function toAdvisor(model: string): ServerTool {
  return {
    name: ADVISOR,
    definition: { type: 'advisor_20260301', name: 'advisor', model },
    betas: ['advisor-tool-2026-03-01'],
  }
}

function toWebSearch({ maxUses = 8, allowedDomains, blockedDomains }: WebSearchOptions): ApiTool {
  return {
    type: 'web_search_20250305',
    name: 'web_search',
    max_uses: maxUses,
    ...(allowedDomains !== undefined && { allowed_domains: allowedDomains }),
    // The API takes one of the two lists.
    ...(blockedDomains !== undefined && allowedDomains === undefined && { blocked_domains: blockedDomains }),
  }
}

function isThere({ definition }: ServerTool, { platform }: ServerToolOptions): boolean {
  const { serverTools } = PLATFORMS[platform]
  return serverTools === 'all' || (serverTools !== 'none' && serverTools.includes(String(definition.name)))
}

function decide({ name }: ServerTool, { permissions }: ServerToolOptions): 'allow' | 'ask' | 'deny' {
  const request = { toolName: name, input: {}, access: { kind: 'tool' }, isReadOnly: true } as const
  return permissions.decide(request, permissions).behavior
}
