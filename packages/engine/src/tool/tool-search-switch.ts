import type { Platform } from '@antiphon/contract'

/** Whether tools may be found by searching: always, never, or when their definitions would take so much of the window. */
export type ToolSearchSwitch =
  | { readonly kind: 'on' }
  | { readonly kind: 'off' }
  | { readonly kind: 'auto'; readonly percent: number }

/**
 * Reads `ENABLE_TOOL_SEARCH`: `true`, `false`, `auto` or `auto:N`. Unset, it is `auto` where the API is known to take
 * deferred tools: Anthropic's own, and not behind somebody else's address.
 */
export function readToolSearchSwitch(
  env: Readonly<Record<string, string | undefined>>,
  platform: Platform,
): ToolSearchSwitch {
  const value = env.ENABLE_TOOL_SEARCH?.trim().toLowerCase() ?? ''
  if (/^(?:true|1|yes|on)$/.test(value)) return { kind: 'on' }
  if (/^(?:false|0|no|off)$/.test(value)) return { kind: 'off' }
  const match = /^auto(?::(?<percent>\d+))?$/.exec(value)
  if (match) return toAuto(Number(match.groups?.percent ?? USUAL_PERCENT))
  return platform === 'anthropic' && isOwnAddress(env.ANTHROPIC_BASE_URL)
    ? toAuto(USUAL_PERCENT)
    : { kind: 'off' }
}

/** Whether references to tools may be sent at all; whether something is deferred is known only with the tools. */
export function isToolSearchEnabledOptimistic({ kind }: ToolSearchSwitch): boolean {
  return kind !== 'off'
}

const USUAL_PERCENT = 10

function toAuto(percent: number): ToolSearchSwitch {
  if (percent === 0) return { kind: 'on' }
  return percent >= 100 ? { kind: 'off' } : { kind: 'auto', percent }
}

function isOwnAddress(address: string | undefined): boolean {
  if (address === undefined || address === '') return true
  return URL.canParse(address) && new URL(address).hostname === 'api.anthropic.com'
}
