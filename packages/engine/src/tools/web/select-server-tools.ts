import { type ApiTool, PLATFORMS, type Platform } from '@antiphon/core'
import type { PermissionPolicy, PermissionState } from '../../permissions/permission.ts'
import type { ServerTool } from '../../tool/server-tool.ts'

export type ServerToolOptions = {
  /** Who serves the model: not every platform runs tools. */
  readonly platform: Platform
  readonly permissions: PermissionState & { readonly decide: PermissionPolicy }
  /** False for no search whatever the rules allow. */
  readonly webSearch?: WebSearchOptions | false
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
  const { webSearch = {} } = options
  if (webSearch === false) return []
  return [{ name: 'WebSearch', definition: toWebSearch(webSearch) }].filter(tool => isOffered(tool, options))
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

function isOffered({ name, definition }: ServerTool, { platform, permissions }: ServerToolOptions): boolean {
  const { serverTools } = PLATFORMS[platform]
  const isThere =
    serverTools === 'all' || (serverTools !== 'none' && serverTools.includes(String(definition.name)))
  if (!isThere) return false
  const request = { toolName: name, input: {}, access: { kind: 'tool' }, isReadOnly: true } as const
  return permissions.decide(request, permissions).behavior === 'allow'
}
