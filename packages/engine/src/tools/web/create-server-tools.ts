import type { ApiTool } from '@antiphon/core'

export type ServerToolOptions = {
  readonly webSearch?: WebSearchOptions | false
}

export type WebSearchOptions = {
  readonly maxUses?: number
  /** Only these sites; not together with `blockedDomains`. */
  readonly allowedDomains?: readonly string[]
  readonly blockedDomains?: readonly string[]
}

/** The tools that the API runs by itself, as a request carries them. */
export function createServerTools({ webSearch = {} }: ServerToolOptions = {}): readonly ApiTool[] {
  return webSearch === false ? [] : [toWebSearch(webSearch)]
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
